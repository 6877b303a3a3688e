"""The build is what the sources say: every module with machine types is compiled, loaded as such, and shipped whole."""

import ast
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from zipfile import ZipFile

import pytest

from kiebitz.core import missing_modules, processor
from kiebitz.core.variants import BASE, VARIANTS
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
        if path.with_suffix(".pxd").exists():
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


def copy_tree(copy, *left_out):
    """What a wheel is made of, without what was compiled."""
    ignored = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info", *left_out)
    for folder in ("src", "tools"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, copy)


def test_what_is_only_told_of_the_package_takes_no_cython(tmp_path):
    """pip asks for that before it compiles."""
    copy_tree(tmp_path, "*.c")
    command = [sys.executable, "setup.py", "--quiet", "egg_info"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Name: kiebitz\n" in (tmp_path / "src/kiebitz.egg-info/PKG-INFO").read_text()
    assert not list(tmp_path.rglob("*.c"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel that ``make wheel`` makes, of a copy of the tree."""
    copy = tmp_path_factory.mktemp("tree")
    copy_tree(copy)
    others = {name: value for name, value in os.environ.items() if not name.startswith("KIEBITZ")}
    environment = others | {"KIEBITZ_ARCH": "wheel"}
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
    places = ["kiebitz/core/"]
    if platform.machine() in {"x86_64", "AMD64"} and os.name != "nt":
        places += [f"kiebitz/core/built/{variant.name}/" for variant in VARIANTS]
    for place in places:
        for module in COMPILED.keys() - ({"kiebitz.core.processor"} if place != places[0] else set()):
            start = place + module.removeprefix("kiebitz.core.").replace(".", "/") + "."
            assert any(name.startswith(start) and name.endswith((".so", ".pyd")) for name in shipped), start
    assert not [name for name in shipped if name.endswith(".c")]


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The folder that the wheel was unpacked to."""
    folder = tmp_path_factory.mktemp("installed")
    ZipFile(wheel).extractall(folder)
    return folder


def kiebitz(folder, command, stdin="", **environment):
    """What a command of an unpacked wheel prints."""
    return subprocess.run(
        [sys.executable, "-m", "kiebitz", command],
        input=stdin,
        env=os.environ | {"PYTHONPATH": str(folder)} | environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


FIT = [core for core in (BASE, *VARIANTS) if core.level <= processor.level()]


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("core", FIT, ids=lambda core: core.name)
def test_each_core_of_a_wheel_searches_as_everywhere(installed, core):
    assert f"Bench: {SIGNATURES['today']}" in kiebitz(installed, "bench", KIEBITZ_CORE=core.name).splitlines()
    assert "uciok" in kiebitz(installed, "uci", "uci\nquit\n", KIEBITZ_CORE=core.name).splitlines()


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.skipif(not FIT, reason="a wheel holds several cores for x86-64 only")
def test_a_wheel_takes_the_best_core(installed):
    code = "from kiebitz.core import CORE_CHOICE; import kiebitz.core.search.node as node"
    told = [sys.executable, "-c", f"{code}; print(CORE_CHOICE.name, node.__file__)"]
    environment = {"PYTHONPATH": str(installed)}
    name, file = subprocess.run(told, env=environment, capture_output=True, text=True, check=True).stdout.split()
    assert name == FIT[-1].name
    assert Path(file).is_relative_to(installed / "kiebitz" / "core" / ("built/" + name if FIT[-1] != BASE else ""))


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.skipif(
    not (FIT and shutil.which("objdump")), reason="there is no objdump to read machine code of x86-64 with"
)
def test_the_core_in_its_place_travels(installed):
    """It asks for no instruction that came after SSE4.2; the others do."""

    def code(folder):
        (generator,) = (folder / "chess").glob("movegen.*.so")
        return subprocess.run(["objdump", "-d", generator], capture_output=True, text=True, check=True).stdout

    newer = re.compile(r"\t(?:v\w+|pext|pdep|bzhi|shlx|shrx|sarx|andn|lzcnt) ")
    core = installed / "kiebitz" / "core"
    assert "popcnt" in code(core), "objdump shows no machine code"
    assert not newer.findall(code(core))
    for variant in VARIANTS:
        found = newer.findall(code(core / "built" / variant.name))
        assert found
        assert "\tpext " not in found, "slow on AMD before Zen 3"


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


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("folder", ["claims", "hydra"])
def test_the_wheels_beside_hold_their_code_and_what_it_reads(folder, tmp_path):
    tree = tmp_path / "tree"
    shutil.copytree(ROOT / folder, tree, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
    wanted = {str(path.relative_to(tree / "src")) for path in (tree / "src").rglob("*") if path.is_file()}
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, tree]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = tmp_path.glob("*.whl")
    assert wanted <= set(ZipFile(made).namelist())


def test_what_is_light_is_bound_to_no_version_from_above():
    """Else Kiebitz couldn't stand beside today's other programs; what tests need pinned, constraints.txt pins."""
    project = PROJECTS["."]
    assert [needed for needed in project["dependencies"] if "<" in needed or "==" in needed] == []
    pinned = {line.split("==")[0].lower() for line in (ROOT / "constraints.txt").read_text().splitlines()[1:]}
    names = {re.split("[<>=;]", needed)[0].lower() for needed in project["dependencies"]}
    assert names <= pinned
    assert "constraints.txt" in (ROOT / ".ci" / "run").read_text()
