"""Of the cores that a wheel holds the best that the processor runs is taken; an unfit one is refused in a sentence."""

import os
from importlib.machinery import EXTENSION_SUFFIXES

import pytest

from commands import run_apart
from kiebitz.core import CORE_CHOICE, processor
from kiebitz.core.table import memory
from kiebitz.core.units import Finder
from kiebitz.core.variants import BASE, VARIANTS, Choice, CoreError, choose


@pytest.fixture
def folder(tmp_path):
    for variant in VARIANTS:
        (tmp_path / variant.name).mkdir()
    return tmp_path


def test_one_core_is_the_only_choice(tmp_path):
    assert choose(3, "native", "", tmp_path) == Choice("native", "the only one of this build", None)
    assert choose(0, "native", "native", tmp_path).folder is None


def test_one_core_is_no_other(tmp_path):
    with pytest.raises(CoreError, match="one core only"):
        choose(3, "native", "v3", tmp_path)


@pytest.mark.parametrize(("level", "name"), [(2, "v2"), (3, "v3"), (4, "v3")])
def test_the_best_that_the_processor_runs_is_taken(folder, level, name):
    choice = choose(level, "v2", "", folder)
    assert choice.name == name
    assert choice.folder == (None if name == BASE.name else folder / name)


def test_a_core_is_forced(folder):
    assert choose(4, "v2", "v2", folder) == Choice("v2", "asked for by KIEBITZ_CORE", None)


@pytest.mark.parametrize(("level", "forced", "word"), [(2, "v3", "AVX2"), (3, "v9", "v2 or v3"), (1, "", "SSE4.2")])
def test_what_is_unfit_is_refused(folder, level, forced, word):
    with pytest.raises(CoreError, match=word) as refusal:
        choose(level, "v2", forced, folder)
    assert refusal.value.name == "kiebitz.core"


def test_a_finder_finds_units_in_its_folder_and_modules_in_their_units(tmp_path):
    unit = tmp_path / "compiled" / f"chess{EXTENSION_SUFFIXES[0]}"
    unit.parent.mkdir()
    unit.write_bytes(b"")
    finder = Finder(tmp_path)
    assert finder.find_spec("kiebitz.core.compiled.chess").origin == str(unit)
    assert finder.find_spec("kiebitz.core.chess.move").loader is finder
    for name in ("kiebitz.core.compiled.pgn", "kiebitz.core.chess", "kiebitz.core.chess.fen", "kiebitz.chess.move"):
        assert finder.find_spec(name) is None


def test_a_module_of_a_unit_has_what_its_source_defines_and_what_is_set_in_it_its_functions_see(monkeypatch):
    assert not hasattr(memory, "Table")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        memory.nothing  # noqa: B018
    monkeypatch.setattr(memory, "available_bytes", lambda: 0)
    with pytest.raises(MemoryError):
        memory.Memory(4 << 20)


def test_this_processor_runs_what_it_runs():
    assert processor.level() in range(5)
    assert CORE_CHOICE.name == os.environ.get("KIEBITZ_CORE", CORE_CHOICE.name)
    if CORE_CHOICE.folder is None:
        assert CORE_CHOICE.name == processor.target()


@pytest.mark.check
def test_the_command_line_says_it_in_one_sentence():
    done = run_apart("bench", KIEBITZ_CORE="v1")
    assert done.returncode == 1
    assert done.stderr.startswith(b"kiebitz: KIEBITZ_CORE=v1: ")
    assert done.stderr.count(b"\n") == 1
