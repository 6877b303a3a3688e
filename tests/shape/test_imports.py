"""Imports run one way, so that every room can be understood, tested and replaced without those above it."""

import ast
import sys
from pathlib import Path

import pytest

import kiebitz
import kiebitz.engine
from rooms import BESIDE, HALVES, NAMES, OF_ONE_GAME, ROOMS, RULES, room_of, table
from sources import CORE, PACKAGE, PACKAGES, ROOT, imported_names

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


def packages_of(path: Path) -> set[str]:
    """The packages that a file imports from."""
    return {name.partition(".")[0] for name in imported_names(path)}


def test_rooms_import_from_those_that_the_table_names_and_from_all_of_them():
    asked = {name: set() for name in NAMES}
    for path in FILES:
        allowed = ROOMS[NAMES.index(place_of(path))].imports
        for room, name in rooms_asked(path).items():
            assert room in allowed, f"{path} imports {name}; tests/rooms.py has it import from {allowed}"
            asked[place_of(path)].add(room)
    assert asked == {room.name: set(room.imports) for room in ROOMS}


def test_no_room_has_a_half_for_a_game_but_those_that_are_left():
    places = (path.relative_to(PACKAGE).with_suffix("") for path in FILES)
    halves = {place.as_posix() for place in places if place.name.startswith(("any_", "shogi_"))}
    assert {place for place in halves if not place.startswith(("core/", "games/"))} == HALVES


def test_games_alone_ask_the_rules_of_one_game_but_for_those_that_are_left():
    asking = {
        path.relative_to(PACKAGE).with_suffix("").as_posix()
        for path in FILES
        if place_of(path) not in {"core", "engine", "games", "kifu"}
        and any(name.startswith(RULES) for name in imported_names(path))
    }
    assert asking == OF_ONE_GAME


def test_imports_run_one_way():
    for number, room in enumerate(ROOMS):
        assert set(room.imports) <= set(NAMES[:number]), f"{room.name} imports from rooms that stand above it"


def test_architecture_prints_the_table():
    assert table() in (ROOT / "ARCHITECTURE.md").read_text(), "paste what 'python tests/rooms.py' prints"


def test_packages_beside_import_one_way():
    ours = {"kiebitz", *BESIDE}
    for package in PACKAGES[1:]:
        imported = set().union(*map(packages_of, package.rglob("*.py")))
        assert imported & ours - {package.name} <= BESIDE[package.name], package


def test_the_core_needs_nothing_but_python():
    known = {"kiebitz", "cython", "libc", "cpython", "__future__"} | sys.stdlib_module_names
    assert {path: names for path in CORE.rglob("*.py") if (names := packages_of(path) - known)} == {}


@pytest.mark.parametrize("package", [kiebitz, kiebitz.engine], ids=lambda package: package.__name__)
def test_type_checkers_are_told_the_names_that_programs_get(package):
    """``HOMES`` is the list; the imports for type checkers beside it name the same."""
    told = {}
    for node in ast.walk(ast.parse(Path(package.__file__).read_text())):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("kiebitz."):
            told |= {alias.asname: node.module.removeprefix("kiebitz.") for alias in node.names}
    assert told == package.HOMES
    assert package.__all__ == list(package.HOMES)
