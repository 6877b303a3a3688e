"""A program with Kiebitz in it, frozen by PyInstaller with the hook that the package brings."""

import subprocess
import sys
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import pytest

from sources import DATA

PROGRAM = """
import multiprocessing
import sys

import chess
import chess.engine
import kiebitz
from kiebitz.engine import legal_moves, position_from
from kiebitz.engine.tablebase import Tablebase

if __name__ == "__main__":
    multiprocessing.freeze_support()
    with kiebitz.SimpleEngine() as engine:
        print(engine.play(chess.Board(), chess.engine.Limit(nodes=500)).move)
    with kiebitz.Engine() as engine:
        print(engine.analyse("startpos", kiebitz.Limit(nodes=500)).lines[0].moves[0])
    print(next(kiebitz.read_games("1. e4 *")).moves)
    position = position_from("8/8/8/4k3/8/8/8/KQ6 w - - 0 1")
    print(Tablebase(sys.argv[1]).probe(position, legal_moves(position)).result)
"""
# What the environment of the tests has, and rich and typer would look for.
NOT_WANTED = "IPython matplotlib pandas pyarrow hypothesis pytest Cython PIL polars tkinter mypy setuptools pydantic"


def test_the_hook_is_found():
    (hooks,) = (entry for entry in entry_points(group="pyinstaller40") if entry.value.startswith("kiebitz."))
    (folder,) = hooks.load()()
    assert (Path(folder) / "hook-kiebitz.py").is_file()


# A minute of a processor, nearly all of it PyInstaller's: for nights, and by make test-wheel for what is packaged.
@pytest.mark.nightly
@pytest.mark.skipif(find_spec("PyInstaller") is None, reason="no PyInstaller (PyPI: pyinstaller)")
@pytest.mark.timeout(1200)
def test_a_frozen_program_plays_analyses_and_reads(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    exclusions = [word for module in NOT_WANTED.split() for word in ("--exclude-module", module)]
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", *exclusions, "program.py"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    frozen = tmp_path / "dist" / "program" / "program"
    outcome = subprocess.run(
        [frozen, DATA / "syzygy"], cwd=tmp_path, env={}, capture_output=True, text=True, check=False
    )
    assert outcome.returncode == 0, outcome.stderr
    first, second, read, result = outcome.stdout.splitlines()
    assert len(first) == len(second) == 4
    assert "['e2e4']" in read
    assert result == "2"
