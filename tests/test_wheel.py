"""The wheels that ``make wheel`` has made hold all that they need, and each core in them searches as everywhere.

``make test-wheel`` makes them and says where they lie (KIEBITZ_WHEEL).
"""

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from kiebitz.core import processor
from kiebitz.core.variants import BASE, VARIANTS
from sources import COMPILED, ROOT, SIGNATURES, SOURCE

WHEEL = Path(os.environ.get("KIEBITZ_WHEEL", ""))

pytestmark = [pytest.mark.nightly, pytest.mark.skipif(not WHEEL.is_file(), reason="make test-wheel makes the wheel")]


def test_a_wheel_holds_machine_code_types_and_stubs():
    """The Cython files let others build upon the core; the C that Cython writes serves nobody.

    Results come along, and the pages of the board in the browser with what they take from others.
    """
    shipped = set(ZipFile(WHEEL).namelist())
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
def installed(tmp_path_factory):
    """The folder that the wheel was unpacked to."""
    folder = tmp_path_factory.mktemp("installed")
    ZipFile(WHEEL).extractall(folder)
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


@pytest.mark.parametrize("core", FIT, ids=lambda core: core.name)
def test_each_core_of_a_wheel_searches_as_everywhere(installed, core):
    assert f"Bench: {SIGNATURES['today']}" in kiebitz(installed, "bench", KIEBITZ_CORE=core.name).splitlines()
    assert "uciok" in kiebitz(installed, "uci", "uci\nquit\n", KIEBITZ_CORE=core.name).splitlines()


@pytest.mark.skipif(not FIT, reason="a wheel holds several cores for x86-64 only")
def test_a_wheel_takes_the_best_core(installed):
    code = "from kiebitz.core import CORE_CHOICE; import kiebitz.core.search.node as node"
    told = [sys.executable, "-c", f"{code}; print(CORE_CHOICE.name, node.__file__)"]
    environment = {"PYTHONPATH": str(installed)}
    name, file = subprocess.run(told, env=environment, capture_output=True, text=True, check=True).stdout.split()
    assert name == FIT[-1].name
    assert Path(file).is_relative_to(installed / "kiebitz" / "core" / ("built/" + name if FIT[-1] != BASE else ""))


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


@pytest.mark.parametrize("folder", ["claims", "hydra"])
def test_the_wheels_beside_hold_their_code_and_what_it_reads(folder):
    source = ROOT / folder / "src"
    packed = {path for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    wanted = {str(path.relative_to(source)) for path in packed if "egg-info" not in str(path)}
    (made,) = WHEEL.parent.glob(f"kiebitz_{folder}-*.whl")
    assert wanted <= set(ZipFile(made).namelist())
