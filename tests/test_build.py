"""The build is what the sources say: every module with machine types is compiled, loaded as such, and shipped whole."""

import ast
import os
import platform
import re
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from zipfile import ZipFile

import pytest

from kiebitz.core import missing_modules
from sources import COMPILED, CORE, ROOT, SIGNATURES, SOURCE


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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel that ``pip wheel .`` makes of a copy of the tree, if nobody says for which processor."""
    copy = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, copy)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIEBITZ")}
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", copy, copy]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = copy.glob("kiebitz-*.whl")
    return made


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_wheel_holds_machine_code_types_and_stubs(wheel):
    """The Cython files let others build upon the core; the C that Cython writes serves nobody.

    Results come along, and the pages of the board in the browser with what they take from others.
    """
    shipped = set(ZipFile(wheel).namelist())
    for path in SOURCE.rglob("*"):
        is_of_a_page = path.is_file() and "static" in path.parts
        if is_of_a_page or path.suffix in {".py", ".pxd", ".pyi", ".json"} or path.name == "py.typed":
            assert str(path.relative_to(SOURCE)) in shipped
    for module in COMPILED:
        assert any(
            name.startswith(module.replace(".", "/") + ".") and name.endswith((".so", ".pyd")) for name in shipped
        )
    assert not [name for name in shipped if name.endswith(".c")]


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_wheel_travels(wheel, tmp_path):
    """It speaks UCI, searches as everywhere, and asks for no instruction that came after SSE4.2."""
    ZipFile(wheel).extractall(tmp_path)

    def kiebitz(command, stdin=""):
        environment = os.environ | {"PYTHONPATH": str(tmp_path)}
        run = [sys.executable, "-m", "kiebitz", command]
        return subprocess.run(
            run, input=stdin, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout

    assert "uciok" in kiebitz("uci", "uci\nquit\n").splitlines()
    assert kiebitz("bench").splitlines()[-1] == f"Bench: {SIGNATURES['today']}"
    if platform.machine() in {"x86_64", "AMD64"} and shutil.which("objdump"):
        (generator,) = (tmp_path / "kiebitz" / "core" / "chess").glob("movegen.*.so")
        code = subprocess.run(["objdump", "-d", generator], capture_output=True, text=True, check=True).stdout
        assert "popcnt" in code, "objdump shows no machine code"
        assert not re.findall(r"\t(?:v\w+|pext|pdep|bzhi|shlx|shrx|sarx|andn|lzcnt) ", code)
