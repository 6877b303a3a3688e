"""The build is what the sources say: every module with machine types is compiled, loaded as such, and shipped whole."""

import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import write_units
from kiebitz.core import units
from sources import COMPILED, CORE, ROOT, SOURCE


@pytest.mark.check
def test_every_module_of_the_core_is_machine_code():
    """Never the ``.py`` beside it, which Python could not run anyway."""
    for module in COMPILED:
        loaded = import_module(module).__file__
        assert loaded is not None, module
        assert loaded.endswith(tuple(EXTENSION_SUFFIXES)), module
        assert Path(loaded).parent == CORE / "compiled", module


@pytest.mark.check
def test_every_compiled_module_has_a_unit_and_no_unit_needs_a_later_one():
    """Else units would import each other in circles, and run what the other has not defined yet."""
    names = list(units.UNITS)
    modules = write_units.read_core()
    assert {module.unit for module in modules.values() if module.unit} == set(names)
    for module in COMPILED:
        needed = [modules[module.removeprefix(units.PACKAGE)]]
        unit, seen = needed[0].unit, set()
        while needed:
            other = needed.pop()
            assert not other.unit or names.index(other.unit) <= names.index(unit), f"{module} needs {other.name}"
            if other.name in seen or other.unit not in {"", unit}:
                continue
            seen.add(other.name)
            origins = [origin for text in other.texts for origin in text.imported.values() if origin.for_machine_code]
            places = [origin.module.removeprefix(units.PACKAGE) for origin in origins]
            needed += [modules[place] for place in places if place in modules]


@pytest.mark.check
def test_the_demo_compiles_first_what_an_analysis_loads_and_no_more(tmp_path):
    """As the Makefile names it; all else is compiled meanwhile. Mates are proven only where one is seen."""
    named = re.search(r'KIEBITZ_UNITS="([^"]+)"', (ROOT / "Makefile").read_text())[1].split()
    game = ROOT / "examples" / "carlsen-anand-2014-game-6.pgn"
    code = f"""
import sys
from kiebitz.cli import app
app(["analyse", {str(game)!r}, "-n", "10", "-j", "1", "-o", "out.pgn", "--html", "out.html"], standalone_mode=False)
place = "kiebitz.core.compiled."
print(*(name.removeprefix(place) for name in sys.modules if name.startswith(place)))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert {*named, units.SHARED} - {"mate"} == set(done.stdout.splitlines()[-1].split()) - {"mate"}


def test_machine_types_without_a_module_explain_themselves():
    """Else a ``.pxd`` whose ``.py`` was renamed or lost would go unseen."""
    for path in CORE.rglob("*.pxd"):
        if not path.with_suffix(".py").exists():
            assert path.read_text().startswith('"""'), f"{path.name} has neither a module nor a docstring"


def test_stubs_stand_beside_a_compiled_module():
    assert {path.with_suffix(".py") for path in CORE.rglob("*.pyi")} <= set(COMPILED.values())


def test_plain_modules_of_the_core_are_plain_on_purpose():
    """A file without machine types cimports nothing, or all of it is inlined, or it was meant to be compiled."""
    for path in CORE.rglob("*.py"):
        text = path.read_text()
        if not path.with_suffix(".pxd").exists() and "cython.cimports." in text:
            assert re.search(r"^import cython$", text, re.MULTILINE), f"{path.name} needs a .pxd, or is inlined whole"


@pytest.mark.check
def test_a_missing_build_is_told_in_one_sentence(tmp_path):
    """The core's sources without machine code: the import fails, and says what to do."""
    package = tmp_path / "kiebitz"
    for path in (SOURCE / "kiebitz").rglob("*"):
        if path.suffix in {".py", ".pxd"}:
            copied = package / path.relative_to(SOURCE / "kiebitz")
            copied.parent.mkdir(parents=True, exist_ok=True)
            copied.write_bytes(path.read_bytes())
    assert units.missing_units(package / "core") == list(units.UNITS)
    outcome = subprocess.run(
        [sys.executable, "-c", "import kiebitz; kiebitz.Engine"],
        env={"PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 1
    assert "is not compiled for this Python" in outcome.stderr
    assert "run 'make build'" in outcome.stderr


def copy_tree(copy, *left_out):
    """What a wheel is made of, without what was compiled."""
    ignored = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info", *left_out)
    for folder in ("src", "tools"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, copy)


@pytest.mark.check
def test_what_is_only_told_of_the_package_takes_no_cython(tmp_path):
    """pip asks for that before it compiles."""
    copy_tree(tmp_path, "*.c")
    command = [sys.executable, "setup.py", "--quiet", "egg_info"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Name: kiebitz\n" in (tmp_path / "src/kiebitz.egg-info/PKG-INFO").read_text()
    assert not list(tmp_path.rglob("*.c"))


PROJECTS = {
    folder: tomllib.loads((ROOT / folder / "pyproject.toml").read_text())["project"]
    for folder in (".", "claims", "hydra")
}


def test_all_packages_have_one_version_and_ask_for_each_other_by_it():
    """What comes from one repository was tested together."""
    version = PROJECTS["."]["version"]
    names = {project["name"] for project in PROJECTS.values()}
    for project in PROJECTS.values():
        assert project["version"] == version
        for needed in [project["dependencies"], *project.get("optional-dependencies", {}).values()]:
            ours = [each for each in needed if re.split(r"[\[<>=;]", each)[0] in names - {project["name"]}]
            assert all(each.endswith(f"=={version}") for each in ours)


def test_what_is_light_is_bound_to_no_version_from_above():
    """Else Kiebitz couldn't stand beside today's other programs; what tests need pinned, constraints.txt pins."""
    project = PROJECTS["."]
    light = [*project["dependencies"], *project["optional-dependencies"]["cli"]]
    assert [needed for needed in light if "<" in needed or "==" in needed] == []
    pinned = {line.split("==")[0].lower() for line in (ROOT / "constraints.txt").read_text().splitlines()[1:]}
    names = {re.split("[<>=;]", needed)[0].lower() for needed in light}
    assert names <= pinned
    assert "constraints.txt" in (ROOT / ".ci" / "run").read_text()
