"""A search watched outside a notebook: it is printed, it ends as asked, and Ctrl-C keeps what was found."""

import os
import signal
import subprocess
import sys

import chess
import pytest

from kiebitz import Engine, FenError, Limit, watch

PATIENCE_S = 60


def test_the_outcome_is_printed_and_returned(capsys):
    with Engine(hash_mb=1) as engine:
        info = watch(chess.Board(), Limit(depth=5), multipv=2, engine=engine)
        assert engine.analyse(chess.Board(), Limit(depth=1)).best_move
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == [f"{line.depth} {line.white_score} {' '.join(line.moves)}" for line in info.lines]


def test_an_engine_is_made_where_none_is_given():
    assert watch("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Limit(depth=1)).is_checkmate
    with pytest.raises(FenError):
        watch("nonsense")


@pytest.mark.check
def test_ctrl_c_keeps_what_was_found():
    code = "import kiebitz; print('found', kiebitz.watch('startpos').best_move is not None)"
    with subprocess.Popen(
        [sys.executable, "-X", "dev", "-W", "error", "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        text=True,
    ) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=PATIENCE_S)
    assert said.splitlines()[-1] == "found True"
    assert (process.returncode, errors) == (0, "")
