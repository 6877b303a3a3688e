"""The pages for readers: links lead somewhere, and commands, options, files and names that are told are there.

Each rule is a function of a page, which tells its faults; a case is a rule, looked at on all pages.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import typer

from markdown_page import anchors, code_spans, links
from pages import COMMANDS, PAGES, Command, commands_of, ends, misses, options_of, ours
from sources import CORE, PACKAGE, ROOT, SOURCES

LINKING = [*PAGES, *sorted((ROOT / "docs/claims").glob("*.md")), *sorted((ROOT / "experiments/ledger").rglob("*.md"))]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
FOREIGN_OPTIONS = {
    "--hostfile": "mpirun",
    "--with-ft": "mpirun",
    "--base": "tools/check_footers.py",
    "--engine": "programs for chess.engine",
}
"""Options that pages tell beside ours, and whose they are."""
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir()} | {path.name for path in PACKAGE.iterdir()}
PLACES = (ROOT, PACKAGE, CORE, *SOURCES, *(source / f"kiebitz_{source.parent.name}" for source in SOURCES[1:]))
MADE = ("build", "dist", ".venv")
"""Folders that aren't there before something is built."""
OURS = ("src", "claims", "hydra", "tests", "tools", "benches", "docs", "examples", ".github")
FILES = {path for folder in OURS for path in (ROOT / folder).rglob("*")} | set(ROOT.iterdir())
FILE_NAMES = {path.name for path in FILES}
MODULES = {path.stem for path in FILES if path.suffix == ".py" or path.is_dir()}
METADATA = ("version", "network", "limit", "multipv", "era", "threads", "apart")
RIDDLES = re.compile(
    r"\b(so (many|much|little)|those who|whoever|who (is|doesn't|has)|is believed|follows from it)\b", re.I
)
"""What hides who does what (CONTRIBUTING.md, Words)."""
NOT_MODULES = {
    "kiebitz.commands",
    "kiebitz.pages",
    "kiebitz.films",
    "kiebitz.game",
    *(f"kiebitz.{key}" for key in METADATA),
}
"""Groups of entry points, and keys in the metadata of Parquet files."""


def every_command(command: Command = COMMANDS, name: str = "kiebitz") -> Iterator[tuple[str, Command]]:
    """Every command and group of commands, by its name."""
    yield name, command
    if hasattr(command, "list_commands"):
        context = typer.Context(command)
        for each in command.list_commands(context):
            yield from every_command(command.get_command(context, each), f"{name} {each}")


EVERY_COMMAND = dict(every_command())
EVERY_OPTION = {*FOREIGN_OPTIONS, *(option for command in EVERY_COMMAND.values() for option in options_of(command))}


def broken_links(page: Path) -> Iterator[str]:
    for link in links(page):
        name, _, part = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (part and target.suffix == ".md" and part not in anchors(target)):
            yield link


def unknown_commands(page: Path) -> Iterator[str]:
    for words in commands_of(page):
        if (rest := ours(words)) is not None and (missing := misses(rest)):
            yield f"{' '.join(words)}: {missing}"


def unknown_options(page: Path) -> Iterator[str]:
    for span in code_spans(page):
        if (found := re.match(r"--[a-z][\w-]*", span)) and found.group() not in EVERY_OPTION:
            yield span


def headless_tables(page: Path) -> Iterator[str]:
    """A table begins with its head; rows behind a blank line are none."""
    for block in re.split(r"\n\s*\n", page.read_text()):
        if block.startswith("|") and not re.search(r"^\|[-:| ]+\|$", block, re.MULTILINE):
            yield block


def unknown_targets(page: Path) -> Iterator[str]:
    for words in commands_of(page):
        if words[:1] == ["make"] and "-C" not in words:
            for word in words[1:]:
                if ends(word):
                    break
                if "=" not in word and word not in TARGETS and re.fullmatch(r"[a-z-]+", word):
                    yield " ".join(words)


def is_there(name: str, page: Path) -> bool:
    """Whether a file or folder is there that a page tells, from the root, its room or the page on."""
    return any(
        any(place.glob(f"{name.rstrip('/')}{ending}"))
        for place in (*PLACES, page.parent)
        for ending in ("", ".py", ".pxd")
    )


def is_placeholder(name: str) -> bool:
    """Whether a name has a part in capitals that stands for another: ``themes/THEME.py``."""
    return bool(re.search(r"[A-Z]{2,}", name.replace("README.md", "")))


def unknown_files(page: Path) -> Iterator[str]:
    """The paths below our folders that a page tells, and names of our kinds of files; history names what is gone."""
    for word in (word for words in commands_of(page) for word in words if page.name != "CHANGELOG.md"):
        below = re.fullmatch(r"[\w.*-]+(/[\w.*-]+)+/?", word) and word.partition("/")[0] in FOLDERS
        if not below and not re.fullmatch(r"[a-z_]\w*\.(py|pxd|pyi|sh|toml)", word):
            continue
        if word.partition("/")[0] in MADE or is_placeholder(word):
            continue
        if not (is_there(word, page) if "/" in word else word in FILE_NAMES):
            yield word


def unknown_names(page: Path) -> Iterator[str]:
    for span in code_spans(page):
        found = re.match(r"(kiebitz(?:_claims|_hydra)?)((?:\.[A-Za-z_]\w*)+)(?![\w/-])", span)
        if found and found.group() not in NOT_MODULES:
            there = import_module(found.group(1))
            try:
                for name in found.group(2).split(".")[1:]:
                    there = getattr(there, name, None) or import_module(f"{there.__name__}.{name}")
            except ModuleNotFoundError:
                yield span


RULES = {
    broken_links: LINKING,
    headless_tables: LINKING,
    **dict.fromkeys((unknown_commands, unknown_options, unknown_targets, unknown_files, unknown_names), PAGES),
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_pages_have_none(rule):
    assert [f"{page.relative_to(ROOT)}: {fault}" for page in RULES[rule] for fault in rule(page)] == []


@pytest.mark.parametrize(
    ("told", "rule"),
    [
        ("[a page](gone.md)", broken_links),
        ("[a part](library.md#gone)", broken_links),
        ("![a picture](images/gone.png)", broken_links),
        ("`kiebitz cluster startpos -p 2`", unknown_commands),
        ("```\nnice kiebitz suite wac.epd --concurrency 2  # many\n```", unknown_commands),
        ("`kiebitz lab judge M2`", unknown_commands),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |", headless_tables),
        ("with `--processes`", unknown_options),
        ("then `make tests`", unknown_targets),
        ("in `core/search/lazy_smp.py`", unknown_files),
        ("```\npython benches/gone.py 3\n```", unknown_files),
        ("as `game_tree_walk.py` says", unknown_files),
        ("by `kiebitz.engine.trace.move_text`", unknown_names),
        ("`kiebitz.limit.Limit`", unknown_names),
    ],
)
def test_what_is_gone_is_seen(tmp_path, told, rule):
    (tmp_path / "library.md").write_text("# The library\n")
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n{told}\n")
    assert len(list(rule(page))) == 1


def test_help_texts_use_the_reader_s_words():
    for name, command in EVERY_COMMAND.items():
        texts = [command.help or "", *(getattr(each, "help", None) or "" for each in command.params)]
        for text in texts:
            assert not RIDDLES.search(text), text
        for option in command.params:
            if getattr(option, "help", None):
                assert re.fullmatch(r"[A-Z].*[.)\]] *|[a-z]\w+, .*\.", option.help, re.DOTALL), f"{name}: {option.help}"


def test_every_command_is_told_on_a_page():
    told = {" ".join(["kiebitz", *rest]) for page in PAGES for words in commands_of(page) if (rest := ours(words))}
    for name in (name for name, command in EVERY_COMMAND.items() if not hasattr(command, "list_commands")):
        assert any(f"{each} ".startswith(f"{name} ") for each in told), name


def test_modules_that_architecture_explains_are_there():
    tree = (ROOT / "ARCHITECTURE.md").read_text().split("```\n")[1]
    assert set(re.findall(r"([a-z_]+) \(", tree)) - MODULES <= {"technique", "wrote"}


def test_names_in_code_are_those_of_the_code():
    """Words with an underscore are names of ours, and ``node.search`` stands in a module ``node``."""
    texts = {path: path.read_text() for path in FILES if path.suffix in (".py", ".pxd")}
    words = {word for text in texts.values() for word in re.findall(r"\w+", text)}
    for page in (ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"):
        told = {name for name in re.findall(r"\b[a-z]+_\w+", page.read_text()) if not is_placeholder(name)}
        assert told <= words | MODULES, page
        for module, name in re.findall(r"`([a-z_]+)\.(?!py|txt|toml|js|html|css)([A-Za-z_]+)`", page.read_text()):
            homes = [path for path in texts if path.stem == module]
            assert not homes or any(re.search(rf"\b{name}\b", texts[path]) for path in homes), f"{module}.{name}"
