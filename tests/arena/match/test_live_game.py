import chess
import pytest

from kiebitz import FenError, MoveError
from kiebitz.arena.match.live_game import LiveGame
from kiebitz.arena.match.openings import Opening


def after(moves, fen=chess.STARTING_FEN, opening=()):
    game = LiveGame(Opening(fen, opening))
    for move in moves.split():
        game.push(move)
    return game


def test_moves_and_their_numbers():
    game = after("e7e5", opening=("e2e4",))
    assert game.moves == ["e2e4", "e7e5"]
    assert (game.turn, game.move_number) == (chess.WHITE, 2)
    assert after("g1f3", opening=("e2e4", "e7e5")).move_number == 2
    ending = after("e8e7", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40")
    assert (ending.turn, ending.move_number) == (chess.WHITE, 41)


def test_an_illegal_move_changes_nothing():
    game = after("e2e4")
    with pytest.raises(MoveError):
        game.push("e2e4")
    assert (game.moves, game.turn) == (["e2e4"], chess.BLACK)


@pytest.mark.parametrize(
    ("fen", "moves", "verdict"),
    [
        (chess.STARTING_FEN, "e2e4", None),
        (chess.STARTING_FEN, "f2f3 e7e5 g2g4 d8h4", ("0-1", "Black mates")),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "a1a8", ("1-0", "White mates")),
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "g5g6", ("1/2-1/2", "stalemate")),
        ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", ("1/2-1/2", "insufficient material")),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", ("1/2-1/2", "fifty moves")),
        (chess.STARTING_FEN, "g1f3 g8f6 f3g1 f6g8 " * 2, ("1/2-1/2", "threefold repetition")),
    ],
)
def test_the_rules_end_a_game(fen, moves, verdict):
    assert after(moves, fen).verdict() == verdict
    first, *others = moves.split()
    assert after(" ".join(others), fen, opening=(first,)).verdict() == verdict, "the opening counts, too"


def test_openings_that_can_not_be_played():
    with pytest.raises(FenError):
        LiveGame(Opening("rubbish"))
    with pytest.raises(MoveError):
        LiveGame(Opening(chess.STARTING_FEN, ("e2e5",)))
