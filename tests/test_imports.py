"""Imports run one way, so that every room can be understood, tested and replaced without those above it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import kiebitz
import kiebitz.engine
from rooms import BESIDE, NAMES, ROOMS, room_of, table
from sources import CORE, PACKAGE, PACKAGES, ROOT, SOURCE, imported_names

FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.stem != "__main__" and path != PACKAGE / "__init__.py")


def place_of(path: Path) -> str:
    """The room that a file belongs to: ``analysis/farm`` for ``analysis/farm/games.py``, ``cli`` for ``cli.py``."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    assert parts[0] in NAMES, f"{parts[0]} is a new room: say in tests/rooms.py what it is for"
    return room_of(parts)


def rooms_asked(path: Path) -> dict[str, str]:
    """The other rooms that a file imports from, each with a name that it takes there."""
    asked = {}
    for name in imported_names(path):
        package, *parts = name.split(".")
        assert package not in BESIDE, f"{path} imports {name}: packages beside Kiebitz are found by entry points"
        if package == "kiebitz" and parts and (room := room_of(tuple(parts))) != place_of(path):
            asked[room] = name
    return asked


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_room_imports_from_those_that_the_table_names(path):
    allowed = ROOMS[NAMES.index(place_of(path))].imports
    for room, name in rooms_asked(path).items():
        assert room in allowed, f"{place_of(path)} imports {name}; tests/rooms.py has it import from {allowed}"


def test_the_table_names_no_import_that_is_gone():
    asked = {name: set() for name in NAMES}
    for path in FILES:
        asked[place_of(path)] |= rooms_asked(path).keys()
    assert asked == {room.name: set(room.imports) for room in ROOMS}


def test_imports_run_one_way():
    for number, room in enumerate(ROOMS):
        assert set(room.imports) <= set(NAMES[:number]), f"{room.name} imports from rooms that stand above it"


def test_architecture_prints_the_table():
    assert table() in (ROOT / "ARCHITECTURE.md").read_text(), "paste what 'python tests/rooms.py' prints"


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


@pytest.mark.parametrize("package", [kiebitz, kiebitz.engine], ids=lambda package: package.__name__)
def test_type_checkers_are_told_the_names_that_programs_get(package):
    """``HOMES`` is the list; the imports for type checkers beside it name the same."""
    told = {}
    for node in ast.walk(ast.parse(Path(package.__file__).read_text())):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("kiebitz."):
            told |= {alias.asname: node.module.removeprefix("kiebitz.") for alias in node.names}
    assert told == package.HOMES
    assert package.__all__ == list(package.HOMES)


def test_public_names_are_all_there():
    for name in kiebitz.__all__:
        assert getattr(kiebitz, name).__module__.startswith("kiebitz.")
    assert set(kiebitz.__all__) < set(dir(kiebitz))
    with pytest.raises(AttributeError, match="no attribute 'Motor'"):
        kiebitz.Motor  # noqa: B018
