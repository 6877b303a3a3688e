"""Make the site: the pages of docs as they are, the ledger, a reference of every public name, the notebook rendered.

    python tools/make_site.py [--output build/site]

Pages are copied with their links bent to where they lie in the site; what a link leads to that is no page of it, an
example or a picture, is copied as well. Which pages there are, and in which groups, says docs/README.md; which names,
``kiebitz.HOMES``. Then Zensical builds, and stops at a link or an anchor that leads nowhere. Needs the group ``docs``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "site-work"
LEDGER = "experiments/ledger"
MOVED = {
    "README.md": "index.md",
    "docs/README.md": "pages.md",
    f"{LEDGER}/README.md": "ledger/index.md",
    "docs/notebook.ipynb": "worked-notebook.md",
    "claims/README.md": "package-claims.md",
    "hydra/README.md": "package-hydra.md",
    "LICENSE": "files/LICENSE.txt",
}
"""Where a file of the repository lies in the site, if its name doesn't say so."""
ROOT_PAGES = ("README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "SECURITY")
BESIDE = ("claims", "hydra")
LINK = re.compile(r"(\]\(|^\[[^]\n]+\]: )([^)\s#]+)(#[^)\s]*)?", re.MULTILINE)
CODE = re.compile(r"(^ *```.*?^ *```|`[^`\n]*`)", re.MULTILINE | re.DOTALL)
SUBJECTS = {
    "engine": "Engine, searches, boards",
    "engine.columns": "Many positions at once",
    "analysis": "Games",
    "kifu": "Records of shogi",
    "programs": "Other programs",
    "protocols": "python-chess's chess.engine",
    "polars": "Polars",
}
"""The subjects of the public names, by the room that they live in."""
CONFIGURATION = """\
site_name: Kiebitz
site_description: {description}
docs_dir: pages
site_dir: site
theme:
  variant: modern
  font: false
  features: [navigation.sections, navigation.top, toc.follow, search.highlight, content.code.copy]
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      toggle: {{icon: lucide/sun, name: Dark}}
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      toggle: {{icon: lucide/moon, name: Light}}
plugins:
  - search
  - mkdocstrings:
      handlers:
        python:
          paths: [{sources}]
          options:
            allow_inspection: false
            filters: ["!^_"]
            show_source: false
            show_root_heading: true
            show_root_full_path: false
            show_symbol_type_heading: true
            members_order: source
            separate_signature: true
            show_signature_annotations: true
            signature_crossrefs: true
            inherited_members: true
            heading_level: 2
markdown_extensions:
  - tables
  - attr_list
  - md_in_html
  - pymdownx.highlight
  - pymdownx.superfences
  - toc:
      permalink: true
      slugify: !!python/object/apply:pymdownx.slugs.slugify {{kwds: {{case: lower}}}}
nav: {navigation}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Stage the pages and build; what Zensical says of a fault is its outcome."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "site")
    output = parser.parse_args(arguments).output
    shutil.rmtree(WORK, ignore_errors=True)
    navigation = stage(WORK / "pages")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    configuration = WORK / "mkdocs.yml"  # Zensical wants the folders beside it
    configuration.write_text(
        CONFIGURATION.format(
            description=json.dumps(project["description"]),
            sources=json.dumps(str(ROOT / "src")),
            navigation=json.dumps(navigation, ensure_ascii=False),
        )
    )
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(configuration)]
    outcome = subprocess.run(command, check=False, env=os.environ | {"NO_COLOR": "1"}).returncode
    if outcome == 0:
        shutil.rmtree(output, ignore_errors=True)
        shutil.copytree(WORK / "site", output)
        print(f"The site lies in {output}")
    return outcome


# ------------------------------------------------------------------ the pages


def stage(target: Path) -> list[dict[str, object]]:
    """Copy everything that the site is made of; what leads through it, as the configuration has it."""
    pages = list(repository_pages())
    places = {page: place_of(page) for page in pages}
    for page in pages:
        written(target / places[page], bent((ROOT / page).read_text(), page, places, target))
    render_notebook(target / MOVED["docs/notebook.ipynb"])
    reference = write_reference(target / "reference")
    return [{"Kiebitz": "index.md"}, *groups(), {"Reference": reference}, {"How it is built": house()}]


def repository_pages() -> Iterator[str]:
    """The pages of the repository that the site has."""
    yield from (f"{name}.md" for name in ROOT_PAGES)
    yield from (f"{name}/README.md" for name in BESIDE)
    for folder in ("docs", LEDGER):
        yield from (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / folder).rglob("*.md")))


def place_of(page: str) -> str:
    """Where a file of the repository lies in the site."""
    if page in MOVED:
        return MOVED[page]
    if page.startswith("docs/"):
        return page.removeprefix("docs/")
    if page.startswith(f"{LEDGER}/"):
        return page.removeprefix("experiments/")
    return page if page.endswith(".md") and "/" not in page else f"files/{page}"


def bent(text: str, page: str, places: dict[str, str], target: Path) -> str:
    """A page whose links lead to the same things in the site; files that it leads to are copied there."""
    here = PurePosixPath(place_of(page)).parent

    def bend(link: re.Match[str]) -> str:
        before, name, part = link[1], link[2], link[3] or ""
        if re.match(r"[a-z]+:", name):
            return link[0]
        wanted = (ROOT / page).parent.joinpath(name).resolve().relative_to(ROOT).as_posix()
        if (ROOT / wanted).is_dir():
            wanted = f"{wanted}/README.md"
        place = place_of(wanted)
        if wanted not in places and wanted not in MOVED.keys() - {"LICENSE"}:
            copied(ROOT / wanted, target / place)
        return f"{before}{os.path.relpath(place, here)}{part}"

    parts = CODE.split(text)
    return "".join(part if number % 2 else LINK.sub(bend, part) for number, part in enumerate(parts))


def groups() -> list[dict[str, object]]:
    """The groups of pages in docs/README.md, in its order."""
    found: list[dict[str, object]] = []
    for section in (ROOT / "docs" / "README.md").read_text().split("\n## ")[1:]:
        title, _, rest = section.partition("\n")
        names = re.findall(r"\[[^]]+\]\(([\w.-]+\.md)\)", rest)
        found.append({title.strip(): [{title_of(ROOT / "docs" / name): name} for name in names]})
    found[0][next(iter(found[0]))].append({"Worked notebook": MOVED["docs/notebook.ipynb"]})  # type: ignore[attr-defined]
    return found


def title_of(page: Path) -> str:
    """A page's first heading, as text."""
    heading = re.search(r"^# (.+)$", page.read_text(), re.MULTILINE)
    return re.sub(r"[`*]", "", heading[1]) if heading else page.stem


def house() -> list[dict[str, str]]:
    """The pages about the house itself."""
    pages = [{"Architecture": "ARCHITECTURE.md"}, {"Contributing": "CONTRIBUTING.md"}, {"Security": "SECURITY.md"}]
    pages += [{f"The package of {name}": MOVED[f"{name}/README.md"]} for name in BESIDE]
    return [*pages, {"Changes": "CHANGELOG.md"}, {"Ledger": "ledger/index.md"}, {"All pages": "pages.md"}]


def render_notebook(target: Path) -> None:
    """The worked notebook as a page, with what its cells showed."""
    command = [sys.executable, "-m", "jupyter", "nbconvert", "--to", "markdown", "--output", target.stem]
    source = ROOT / "docs" / "notebook.ipynb"
    subprocess.run([*command, "--output-dir", str(target.parent), str(source)], check=True, capture_output=True)


# ------------------------------------------------------------------ the reference


def write_reference(target: Path) -> list[dict[str, str]]:
    """A page for each subject, with all its public names, and one that lists them; the pages for the navigation."""
    names = public_names()
    subjects: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, home in sorted(names.items()):
        subjects[subject_of(home)].append((name, home))
    listed, pages = ["# Reference\n\nEvery public name, as `kiebitz.NAME`.\n"], [{"All names": "reference/index.md"}]
    for subject, title in SUBJECTS.items():
        if not subjects[subject]:
            continue
        page = f"{subject.replace('.', '-')}.md"
        entries = "\n".join(f"::: kiebitz.{home}.{name}\n" for name, home in subjects[subject])
        written(target / page, f"# {title}\n\n{entries}")
        listed.append(f"## {title}\n")
        listed += [f"- [`{name}`]({page}#kiebitz.{home}.{name})" for name, home in subjects[subject]]
        listed.append("")
        pages.append({title: f"reference/{page}"})
    written(target / "index.md", "\n".join(listed))
    return pages


def public_names() -> dict[str, str]:
    """Every public name of the package, and the module that defines it."""
    sys.path.insert(0, str(ROOT / "src"))
    import kiebitz

    homes = {}
    for name, home in kiebitz.HOMES.items():
        defined = getattr(getattr(kiebitz, name), "__module__", f"kiebitz.{home}")
        homes[name] = (defined if defined.startswith("kiebitz.") else f"kiebitz.{home}").removeprefix("kiebitz.")
    return homes


def subject_of(home: str) -> str:
    """The longest subject that a module belongs to."""
    fits = [subject for subject in SUBJECTS if f"{home}.".startswith(f"{subject}.")]
    return max(fits, key=len) if fits else "engine"


def written(path: Path, text: str) -> None:
    """Write a file, its folder too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def copied(source: Path, target: Path) -> None:
    """Copy a file, its folder too."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)


if __name__ == "__main__":
    sys.exit(main())
