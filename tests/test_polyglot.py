"""Kiebitz in the protocol of xboard, by the adapter polyglot; python-chess is the other side."""

import contextlib
import os
import shlex
import shutil

import chess
import chess.engine
import pytest

from commands import COMMAND, ENVIRONMENT, PATIENCE_S
from processes import descendants, is_alive, wait_until
from sources import ROOT

TRIES = 10
POLYGLOT = shutil.which("polyglot") or shutil.which("polyglot", path="/usr/games")
pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(POLYGLOT is None, reason="no polyglot (Debian: polyglot) to speak xboard's protocol by"),
]


def opened(command):
    """python-chess waits two seconds for the first words, and no longer: on a busy machine it asks again."""
    for _ in range(TRIES):
        with contextlib.suppress(chess.engine.EngineError):
            return chess.engine.SimpleEngine.popen_xboard(command, timeout=PATIENCE_S, env=ENVIRONMENT)
    return pytest.fail("polyglot doesn't answer")


@pytest.fixture(scope="module")
def engine():
    before = set(descendants(os.getpid()))
    settings = ROOT / "examples" / "polyglot.ini"
    # The engine of this tree instead of the one installed.
    command = [POLYGLOT, str(settings), "-ec", shlex.join([*COMMAND, "uci"])]
    with opened(command) as engine:
        begun = set(descendants(os.getpid())) - before
        yield engine
        engine.quit()
        wait_until(lambda: not any(map(is_alive, begun)))


def test_a_few_moves_by_the_clock(engine):
    board = chess.Board()
    clocks = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0, black_inc=0, remaining_moves=40)
    for _ in range(6):
        result = engine.play(board, clocks)
        assert result.move in board.legal_moves
        board.push(result.move)


@pytest.mark.parametrize(
    ("fen", "move"), [("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "Ra8#"), ("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "Ra1#")]
)
def test_a_position_and_its_mate_in_the_movers_view(engine, fen, move):
    board = chess.Board(fen)
    result = engine.play(board, chess.engine.Limit(time=0.1), info=chess.engine.INFO_ALL)
    assert board.san(result.move) == move
    assert result.info["score"].relative == chess.engine.Mate(1)
