"""The build is what the sources say: every module with machine types is compiled, loaded as such, and shipped whole."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from kiebitz.core import missing_modules
from sources import COMPILED, CORE, ROOT, SOURCE


@pytest.mark.check
def test_every_module_of_the_core_is_machine_code():
    """Never the ``.py`` beside it, which Python could not run anyway."""
    for module, source in COMPILED.items():
        loaded = import_module(module).__file__
        assert loaded is not None, module
        assert loaded.endswith(tuple(EXTENSION_SUFFIXES)), module
        assert Path(loaded).parent == source.parent


def test_machine_types_without_a_module_explain_themselves():
    """Else a ``.pxd`` whose ``.py`` was renamed or lost would go unseen."""
    for path in CORE.rglob("*.pxd"):
        if not path.with_suffix(".py").exists():
            assert path.read_text().startswith('"""'), f"{path.name} has neither a module nor a docstring"


def test_stubs_stand_beside_a_compiled_module():
    assert {path.with_suffix(".py") for path in CORE.rglob("*.pyi")} <= set(COMPILED.values())


def test_plain_modules_of_the_core_are_plain_on_purpose():
    """A file without machine types cimports nothing, or it was meant to be compiled."""
    for path in CORE.rglob("*.py"):
        if path.with_suffix(".pxd").exists():
            continue
        imported = [
            node.module or "" for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)
        ]
        assert not [name for name in imported if name.startswith("cython")], f"{path.name} needs a .pxd"


@pytest.mark.check
def test_a_missing_build_is_told_in_one_sentence(tmp_path):
    """The core's sources without machine code: the import fails, and says what to do."""
    package = tmp_path / "kiebitz"
    for path in (SOURCE / "kiebitz").rglob("*"):
        if path.suffix in {".py", ".pxd"}:
            copied = package / path.relative_to(SOURCE / "kiebitz")
            copied.parent.mkdir(parents=True, exist_ok=True)
            copied.write_bytes(path.read_bytes())
    assert len(missing_modules(str(package / "core"))) == len(COMPILED)
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
            ours = [each for each in needed if re.split(r"[\[<>=;]", each)[0] in names]
            assert all(each.endswith(f"=={version}") for each in ours)


def test_what_is_light_is_bound_to_no_version_from_above():
    """Else Kiebitz couldn't stand beside today's other programs; what tests need pinned, constraints.txt pins."""
    project = PROJECTS["."]
    assert [needed for needed in project["dependencies"] if "<" in needed or "==" in needed] == []
    pinned = {line.split("==")[0].lower() for line in (ROOT / "constraints.txt").read_text().splitlines()[1:]}
    names = {re.split("[<>=;]", needed)[0].lower() for needed in project["dependencies"]}
    assert names <= pinned
    assert "constraints.txt" in (ROOT / ".ci" / "run").read_text()
