"""The rules that end a game of shogi, with cshogi as the oracle."""

import random

import pytest

from kiebitz.arena.match.live_shogi_game import LiveShogiGame
from kiebitz.arena.match.openings import Opening
from kiebitz.core.shogi.notation import ShogiMoveError, checking_moves, legal_moves
from kiebitz.core.shogi.sfen import START_SFEN, SfenError

# The king goes to and fro, and with it who checks.
CHASE = "4k4/9/9/9/9/9/9/4R4/4K4 w - 1"


def after(moves, sfen=START_SFEN, opening=()):
    game = LiveShogiGame(Opening(sfen, opening, game="shogi"))
    for move in moves.split():
        game.push(move)
    return game


def test_moves_and_their_numbers():
    game = after("3c3d", opening=("7g7f",))
    assert (game.moves, game.turn, game.move_number) == (["7g7f", "3c3d"], True, 2)
    assert after("5a4b", CHASE).turn  # Black is who moves first by the rules, even where White begins


def test_an_illegal_move_changes_nothing():
    game = after("7g7f")
    for move in ("7g7f", "P*5e", "rubbish", "5a5i"):
        with pytest.raises(ShogiMoveError):
            game.push(move)
    assert (game.moves, game.turn) == (["7g7f"], False)


CHECKS = "5a4a 5h4h 4a5a 4h5h "


@pytest.mark.parametrize(
    ("sfen", "moves", "verdict"),
    [
        (START_SFEN, "7g7f", None),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b GS 1", "G*5b", ("1-0", "Black mates")),
        ("4k4/9/9/9/9/9/4p4/9/4K4 w gs 1", "G*5h", ("0-1", "White mates")),
        # Stalemate is lost as mate is.
        ("k8/2R6/1G7/9/9/9/9/9/4K4 b - 1", "7b7a+", ("1-0", "Black mates")),
        (START_SFEN, "2h3h 8b7b 3h2h 7b8b " * 3, ("1/2-1/2", "sennichite")),
        (START_SFEN, "2h3h 8b7b 3h2h 7b8b " * 2 + "2h3h 8b7b 3h2h", None),
        (CHASE, CHECKS * 3, ("0-1", "perpetual check by Black")),
        # One move without check among them, and it is a draw.
        (CHASE, (CHECKS * 2) + "5a4a 5h6h 4a5a 6h5h " + CHECKS, ("1/2-1/2", "sennichite")),
    ],
)
def test_the_rules_end_a_game(sfen, moves, verdict):
    assert after(moves, sfen).verdict() == verdict


def test_a_ruling_waits_for_the_loser_to_move():
    """Records know a resignation, which is the mover's."""
    game = after("7g7f")
    assert game.may_end_by("1-0")
    assert not game.may_end_by("0-1")
    assert game.may_end_by("1/2-1/2")


def test_openings_that_can_not_be_played():
    with pytest.raises(SfenError):
        LiveShogiGame(Opening("rubbish", game="shogi"))
    with pytest.raises(ShogiMoveError):
        LiveShogiGame(Opening(START_SFEN, ("7g7e",), game="shogi"))


@pytest.mark.check
def test_cshogi_ends_the_same_games_alike():
    """Random games with few men, in which positions come back and kings are chased."""
    cshogi = pytest.importorskip("cshogi")
    chance = random.Random(5)
    seen = set()
    starts = (CHASE, "4k4/9/9/9/9/9/9/3RB4/4K4 b - 1", "1n1gk4/9/9/9/9/9/9/9/4K4 b RGgrb 1")
    for number in range(150):
        sfen = starts[number % len(starts)]
        game, board = after("", sfen), cshogi.Board(sfen)
        stood = []
        while len(game.moves) < 200:
            stood.append((board.sfen().rpartition(" ")[0], board.is_check()))
            expected = _won(not game.turn) if board.is_game_over() else _by_repetition(stood, game.turn)
            verdict = game.verdict()
            assert (verdict and verdict[0]) == expected, (sfen, game.moves)
            if verdict:
                seen.add(verdict[1])
                break
            checks = sorted(checking_moves(game.position)) if number % 2 else []
            moves = checks or sorted(legal_moves(game.position))
            # Few different ones, so that positions come back.
            game.push(moves[chance.randrange(min(len(moves), 2))])
            board.push_usi(game.moves[-1])
    assert seen >= {"sennichite", "perpetual check by Black"}


def _by_repetition(stood, turn):
    """The rule in plain words: the fourth time is a draw, lost by who gave check by every move since the first."""
    places = [place for place, (board, _) in enumerate(stood) if board == stood[-1][0]]
    if len(places) < 4:
        return None
    checks = [is_check for _, is_check in stood[places[0] + 1 :]]
    if all(checks[1::2]):
        return _won(turn)
    return _won(not turn) if all(checks[::2]) else "1/2-1/2"


def _won(turn):
    return "1-0" if turn else "0-1"


@pytest.mark.parametrize("sfen", ["1+R1K1+B3/GSGSGS3/+P+P+P+P5/9/9/9/9/9/4k4 b RBS2N4L5P 1"])
def test_a_declaration_needs_28_points_of_black(sfen):
    assert after("", sfen).may_declare()
    assert not after("").may_declare()
