"""Of the cores that a wheel holds the best that the processor runs is taken; an unfit one is refused in a sentence."""

import os
import subprocess
import sys

import pytest

from commands import ENVIRONMENT
from kiebitz.core import CORE_CHOICE, processor
from kiebitz.core.variants import BASE, VARIANTS, Choice, CoreError, Finder, choose


@pytest.fixture
def folder(tmp_path):
    for variant in VARIANTS:
        (tmp_path / variant.name).mkdir()
    return tmp_path


def test_one_core_is_the_only_choice(tmp_path):
    assert choose(3, "native", "", tmp_path) == Choice("native", "the only one of this build", None)
    assert choose(0, "native", "native", tmp_path).folder is None


def test_one_core_is_no_other(tmp_path):
    with pytest.raises(CoreError, match="KIEBITZ_CORE=v3: this build holds one core only, compiled for native; unset"):
        choose(3, "native", "v3", tmp_path)


@pytest.mark.parametrize(("level", "name"), [(2, "v2"), (3, "v3"), (4, "v3")])
def test_the_best_that_the_processor_runs_is_taken(folder, level, name):
    choice = choose(level, "v2", "", folder)
    assert choice.name == name
    assert choice.why == "the best of v2, v3 that this processor runs"
    assert choice.folder == (None if name == BASE.name else folder / name)


def test_a_core_is_forced(folder):
    assert choose(4, "v2", "v2", folder) == Choice("v2", "asked for by KIEBITZ_CORE", None)


@pytest.mark.parametrize(
    ("level", "forced", "words"),
    [
        (2, "v3", r"this processor can't run it \(it needs AVX2 and BMI2\); choose v2"),
        (3, "v9", "there is no such core; choose v2 or v3"),
        (1, "", "this processor lacks SSE4.2 and POPCNT, which the wheel needs"),
    ],
)
def test_what_is_unfit_is_refused(folder, level, forced, words):
    with pytest.raises(CoreError, match=words) as refusal:
        choose(level, "v2", forced, folder)
    assert refusal.value.name == "kiebitz.core"


def test_a_finder_finds_machine_code_of_the_core_alone(tmp_path):
    from kiebitz.core.chess import move

    place = tmp_path / "chess"
    place.mkdir()
    copied = place / os.path.basename(move.__file__)
    copied.write_bytes(b"")
    finder = Finder(tmp_path)
    assert finder.find_spec("kiebitz.core.chess.move").origin == str(copied)
    for name in ("kiebitz.core.chess", "kiebitz.core.chess.perft", "kiebitz.chess.move", "chess.move"):
        assert finder.find_spec(name) is None


def test_this_processor_runs_what_it_runs():
    assert processor.level() in range(5)
    assert CORE_CHOICE.name == os.environ.get("KIEBITZ_CORE", CORE_CHOICE.name)
    if CORE_CHOICE.folder is None:
        assert CORE_CHOICE.name == processor.target()


@pytest.mark.check
def test_the_command_line_says_it_in_one_sentence():
    done = subprocess.run(
        [sys.executable, "-m", "kiebitz", "bench"],
        env=ENVIRONMENT | {"KIEBITZ_CORE": "v1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("kiebitz: KIEBITZ_CORE=v1: ")
    assert done.stderr.count("\n") == 1
