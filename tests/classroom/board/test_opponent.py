"""The board of 120 squares as an opponent: in the terminal, in time, and it ends when it is told to."""

import chess
import pytest

from commands import run_here
from kiebitz.classroom.board.opponent import MINIMAX, PROGRAMS, TARTAN, PlainOpponent, StoppedError
from kiebitz.classroom.board.tartan import Strategy
from kiebitz.games.chess.game import CHESS
from kiebitz.games.live_game import LiveGame
from kiebitz.play.opponent import DRAW_FROM_MOVE

BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"
HANGING = "4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1"


@pytest.mark.parametrize("has_table", [False, True])
@pytest.mark.parametrize(("fen", "best"), [(BACK_RANK, "a1a8"), (HANGING, "d2d5")])
def test_it_sees_what_there_is_to_see(fen, best, has_table):
    with PlainOpponent(Strategy(2), has_table=has_table) as opponent:
        assert opponent.choose(LiveGame(CHESS, fen)) == best


def test_it_plays_what_it_has_when_its_time_is_over():
    """A clock of the test's own: the time is over as soon as it looks a ply deeper."""
    ticks = iter([0.0])
    with PlainOpponent(Strategy(9), patience_s=1.0, now=lambda: next(ticks, 5.0)) as opponent:
        assert chess.Move.from_uci(opponent.choose(LiveGame(CHESS))) in chess.Board().legal_moves


def test_who_is_left_ends():
    opponent = PlainOpponent(Strategy(9), patience_s=1e9)
    opponent.leave()
    with pytest.raises(StoppedError):
        opponent.choose(LiveGame(CHESS))


@pytest.mark.parametrize(("fen", "agrees"), [("4k3/8/8/8/8/8/8/Q3K3", True), ("q3k3/8/8/8/8/8/8/4K3", False)])
def test_it_takes_a_draw_only_where_it_stands_no_better(fen, agrees):
    """The player, White, is to move and offers."""
    with PlainOpponent(Strategy(1)) as opponent:
        assert opponent.agrees_to_draw(LiveGame(CHESS, f"{fen} w - - 0 {DRAW_FROM_MOVE}")) is agrees
        assert not opponent.agrees_to_draw(LiveGame(CHESS, f"{fen} w - - 0 {DRAW_FROM_MOVE - 1}"))


@pytest.mark.check
@pytest.mark.parametrize(
    ("arguments", "name"), [([], TARTAN), (["--table", "--width", "3", "--colour", "black"], MINIMAX)]
)
def test_a_game_in_the_terminal(arguments, name):
    moves = b"hint\nquit\n" if "black" in arguments else b"e4\nquit\n"
    done = run_here("lab", "play", "--depth", "1", "--ascii", *arguments, stdin=moves)
    assert done.status == 0, done.err
    assert f"against {PROGRAMS[name].title}" in done.out
    assert "1. " in done.out
