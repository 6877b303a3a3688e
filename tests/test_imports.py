"""Imports run one way, so that every room can be understood, tested and replaced without those above it."""

import subprocess
import sys
from pathlib import Path

import pytest

import kiebitz
from sources import CORE, PACKAGE, PACKAGES, SOURCE, imported_names

# From the ground up: a room may import from the floors below its own, and from itself.
FLOORS = (
    {"processes"},
    {"core"},
    {"engine"},
    {"commandline"},
    {"analysis", "mate", "play"},
    {"protocols"},
    {"arena", "cluster"},
    {"classroom"},
    {"web"},
    {"cli"},
)
# The rooms that open the core; all others take what they need of it from the façade.
OPEN_CORE = {"core", "engine", "mate", "cluster", "classroom", "arena"}
FLOOR = {room: number for number, floor in enumerate(FLOORS) for room in floor}
FILES = sorted(PACKAGE.rglob("*.py"))
# The packages on the same lot, and those that they may import.
BESIDE = {"kiebitz_hydra": {"kiebitz"}, "kiebitz_claims": {"kiebitz", "kiebitz_hydra"}}


def room_of(path: Path) -> str:
    """The room that a file belongs to: ``uci`` for ``protocols/uci/loop.py``, ``cli`` for ``cli.py``."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path):
    room = room_of(path)
    if room in {"__init__", "__main__"}:
        return
    assert room in FLOOR, f"{room} is a new room: say in FLOORS, and in ARCHITECTURE.md, on which floor it is"
    for name in imported_names(path):
        package, _, rest = name.partition(".")
        assert package not in BESIDE, f"{room} imports {name}: packages beside Kiebitz are found by entry points"
        if package != "kiebitz" or not rest:
            continue
        other = rest.split(".")[0]
        if other not in FLOOR:  # a name of kiebitz/__init__.py, which stands for the façade
            other = "engine"
        assert other == room or FLOOR[other] < FLOOR[room], f"{room} imports {name}, which is not below it"
        assert other != "core" or room in OPEN_CORE, f"{room} imports {name}; the door to the core is kiebitz.engine"


@pytest.mark.parametrize("package", PACKAGES[1:], ids=lambda package: package.name)
def test_packages_beside_import_one_way(package):
    ours = {"kiebitz", *BESIDE}
    imported = {name.partition(".")[0] for path in package.rglob("*.py") for name in imported_names(path)}
    assert imported & ours - {package.name} <= BESIDE[package.name]


@pytest.mark.parametrize("path", sorted(CORE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_core_needs_nothing_but_python(path):
    packages = {name.split(".")[0] for name in imported_names(path)}
    assert packages <= {"kiebitz", "cython", "libc", "cpython", "__future__"} | sys.stdlib_module_names


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh Python has loaded after a statement."""
    code = f"import sys; {statement}; print('\\n'.join(sys.modules))"
    outcome = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCE)}, capture_output=True, check=True
    )
    return set(outcome.stdout.decode().split())


def test_import_kiebitz_loads_next_to_nothing():
    loaded = loaded_by("import kiebitz")
    assert {name for name in loaded if name.startswith("kiebitz")} == {"kiebitz"}
    assert not loaded & {"chess", "numpy", "rich", "typer"}


def test_the_facade_loads_no_library():
    """python-chess is imported when the first board is asked for, NumPy when the first array is."""
    assert not loaded_by("from kiebitz import Engine") & {"chess", "numpy", "rich", "typer"}


def test_public_names_are_all_there():
    for name in kiebitz.__all__:
        assert getattr(kiebitz, name).__module__.startswith("kiebitz.")
    assert set(kiebitz.__all__) < set(dir(kiebitz))
    with pytest.raises(AttributeError, match="no attribute 'Motor'"):
        kiebitz.Motor  # noqa: B018
