"""The build is what the sources say: every module with machine types is compiled, loaded as such, and shipped whole."""

import ast
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from zipfile import ZipFile

import pytest

from kiebitz.core import missing_modules
from sources import COMPILED, CORE, ROOT, SOURCE


@pytest.mark.parametrize("module", COMPILED)
def test_every_module_of_the_core_is_machine_code(module):
    """Never the ``.py`` beside it, which Python could not run anyway."""
    loaded = import_module(module)
    assert loaded.__file__ is not None
    assert loaded.__file__.endswith(tuple(EXTENSION_SUFFIXES))
    assert Path(loaded.__file__).parent == COMPILED[module].parent


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
        if path in COMPILED.values():
            continue
        imported = [
            node.module or "" for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)
        ]
        assert not [name for name in imported if name.startswith("cython")], f"{path.name} needs a .pxd"


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


@pytest.mark.full
def test_a_wheel_holds_machine_code_types_and_stubs(tmp_path):
    """Built anew, so it takes a while; the Cython files let others build upon the core."""
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, ROOT],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("kiebitz-*.whl")
    shipped = set(ZipFile(wheel).namelist())
    for path in SOURCE.rglob("*"):
        if path.suffix in {".py", ".pxd", ".pyi"} or path.name == "py.typed":
            assert str(path.relative_to(SOURCE)) in shipped
    for module in COMPILED:
        assert any(
            name.startswith(module.replace(".", "/") + ".") and name.endswith((".so", ".pyd")) for name in shipped
        )
