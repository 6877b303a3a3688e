"""The fuzzer of ``tools``: the engine bears it, and it notices engines that do not."""

import random
import sys

import pytest

import fuzz_uci
from kiebitz.protocols.uci.protocol import Go, Word

ENGINE = [sys.executable, "-m", "kiebitz.protocols.uci.loop"]


@pytest.mark.check
def test_the_engine_bears_it():
    tally = fuzz_uci.fuzz(ENGINE, 1500, seed=20261121)
    assert tally.lines == 1500
    assert tally.searches == tally.best_moves > 40
    assert tally.answers > 3000


def test_a_seed_repeats_its_lines():
    def some(seed):
        source = fuzz_uci.lines(random.Random(seed))
        return [next(source) for _ in range(500)]

    assert some(3) == some(3) != some(4)
    assert not any(b"\n" in line or b"\r" in line for line in some(3))


def test_lines_that_work_for_minutes_are_left_out():
    for line in (
        "quit",
        "bench",
        "go perft 4",
        "go perft  9",
        "go perft 33",
        "setoption name hash VALUE 4096",
        "a quit b",
    ):
        assert fuzz_uci.LONG.search(line), line
    for line in ("go perft 3", "go perft", "setoption name Hash value 9", "quitt"):
        assert not fuzz_uci.LONG.search(line), line


def test_what_lines_ask_for():
    assert isinstance(fuzz_uci.command_of(b"\xff go depth 3"), Go)
    assert fuzz_uci.command_of(b"is\0ready") is None
    assert fuzz_uci.command_of(b"\0isready\t") == Word.IS_READY
    assert fuzz_uci.command_of(b"") is None


@pytest.mark.check
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import sys; sys.stdin.readline(); sys.exit(3)", "died"),
        ("import sys; [print('readyok', flush=True) for line in sys.stdin if 'isready' in line]", "0 best moves"),
        ("import sys; [print('readyok internal error', flush=True) for line in sys.stdin]", "internal error"),
    ],
)
def test_faults_are_noticed(code, words, tmp_path, monkeypatch):
    monkeypatch.setattr(fuzz_uci.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(fuzz_uci, "VALID_LINES", ["go depth 1"])
    with pytest.raises(fuzz_uci.FuzzError, match=words) as caught:
        fuzz_uci.fuzz([sys.executable, "-c", code], 50, seed=1)
    (kept,) = tmp_path.iterdir()
    assert str(kept) in str(caught.value)
    assert len(kept.read_bytes().splitlines()) >= 50
