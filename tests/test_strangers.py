"""Others' own suites, run on Kiebitz: python-chess's as it is, that of PyPI's ``stockfish``.

Nothing of them is here: KIEBITZ_STRANGERS names a folder with checkouts of their repositories, ``python-chess``
(niklasf/python-chess) and ``py-stockfish`` (py-stockfish/stockfish). What fails of them is listed, and why; anything
else that fails is a fault of ours.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from commands import ENVIRONMENT

STRANGERS = Path(os.environ.get("KIEBITZ_STRANGERS", ""))
pytestmark = pytest.mark.nightly


def checkout(name):
    """The folder of a suite, or a word why it can't be had."""
    folder = STRANGERS / name
    if not os.environ.get("KIEBITZ_STRANGERS") or not folder.is_dir():
        pytest.skip(f"no checkout of {name}: set KIEBITZ_STRANGERS to the folder that holds it")
    return folder


def as_stockfish(folder):
    """An environment in which ``stockfish`` is our engine."""
    (folder / "bin").mkdir()
    program = folder / "bin" / "stockfish"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kiebitz uci\n')
    program.chmod(0o755)
    return {**ENVIRONMENT, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}


def test_python_chess_s_own_suite_on_our_boards_and_engine(tmp_path):
    """All of it, as ``python -m kiebitz.chess`` runs a program that nobody changes."""
    folder = checkout("python-chess")
    environment = as_stockfish(tmp_path)
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), environment["PYTHONPATH"]])  # its python-chess, too
    outcome = subprocess.run(
        [sys.executable, "-m", "kiebitz.chess", "test.py"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search(r"^Ran [1-9][0-9]{2} tests", outcome.stderr, re.MULTILINE), outcome.stderr
    assert outcome.returncode == 0, outcome.stderr


OTHER = "another evaluation values otherwise"
CHESS960 = "castling of Chess960 is written as such without the option, too, and read by the rooks' files alone"
VERSION = "our version's number is no Stockfish's, and the board is drawn as before version 12"
NO_POSITION = "a position that can't be (a king that could be taken, 17 men) is refused, and has no move nor score"
PY_STOCKFISH = {
    "test_chess960_position": CHESS960,
    "test_parameters_functions": CHESS960,
    "test_chess960_fens": CHESS960,
    "test_get_wdl_stats": OTHER,
    "test_get_wdl_stats_movetime": OTHER,
    "test_get_top_moves": "the move that UCI_Elo chooses is told last, by chance another than the best",
    "test_get_evaluation_cp": "a low Skill Level looks at few positions and values what it sees",
    "test_constructor": "the last depth that it finds isn't all of 16",
    "test_get_board_visual_white": VERSION,
    "test_get_board_visual_black": VERSION,
    "test_does_current_engine_version_have_wdl_option": VERSION,
    "test_get_stockfish_major_version": VERSION,
    "test_set_stockfish_version": VERSION,
    "test_get_best_move_wrong_position": NO_POSITION,
    "test_invalid_fen_king_attacked": NO_POSITION,
    "test_will_move_be_a_capture": NO_POSITION,
    "test_uci_new_game_wait": "ucinewgame is ready within a millisecond",
}


@pytest.mark.timeout(1800)
def test_the_tests_of_py_stockfish(tmp_path):
    folder = checkout("py-stockfish")
    outcome = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "-p", "no:cacheprovider", "--tb=no"),
            *("--timeout", "120", "--timeout-method", "signal", "-rf", "tests"),
        ],
        cwd=folder,
        env=as_stockfish(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search(r"[1-9][0-9]{2} passed", outcome.stdout), outcome.stdout
    failed = set(re.findall(r"^FAILED \S+::(\w+)", outcome.stdout, re.MULTILINE))
    assert failed <= PY_STOCKFISH.keys(), outcome.stdout
