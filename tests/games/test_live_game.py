"""A game under way, in chess and in shogi: where the rules end it, and what sides say."""

import random

import chess
import pytest

from kiebitz import FenError, MoveError
from kiebitz.core.shogi.notation import ShogiMoveError, checking_moves, legal_moves
from kiebitz.core.shogi.sfen import START_SFEN, SfenError
from kiebitz.engine import START_FEN
from kiebitz.games.chess.game import CHESS, board_of_game
from kiebitz.games.ending import Cause, Ending
from kiebitz.games.live_game import LiveGame
from kiebitz.games.shogi.game import SHOGI

# The king goes to and fro, and with it who checks.
CHASE, CHECKS = "4k4/9/9/9/9/9/9/4R4/4K4 w - 1", "5a4a 5h4h 4a5a 4h5h "
BARE_PAWN, MATED = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "6Rk/8/7K/8/8/8/8/8 b - - 0 1"
OF_PYTHON_CHESS = {
    chess.Termination.CHECKMATE: Cause.CHECKMATE,
    chess.Termination.STALEMATE: Cause.STALEMATE,
    chess.Termination.INSUFFICIENT_MATERIAL: Cause.INSUFFICIENT_MATERIAL,
}


def after(game, moves, start="", opening=""):
    live = LiveGame(game, start, opening.split())
    for move in moves.split():
        live.push(move)
    return live


@pytest.mark.parametrize(
    ("game", "opening", "moves", "start", "turn", "number"),
    [
        (CHESS, "e2e4", "e7e5", "", True, 2),
        (CHESS, "e2e4 e7e5", "g1f3", "", False, 2),
        (CHESS, "", "e8e7", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40", True, 41),
        (SHOGI, "7g7f", "3c3d", "", True, 2),
        (SHOGI, "", "5a4b", CHASE, True, 1),  # Black is who moves first by the rules, even where White begins
    ],
)
def test_moves_and_their_numbers(game, opening, moves, start, turn, number):
    live = after(game, moves, start, opening)
    assert live.moves == [*opening.split(), *moves.split()]
    assert (live.turn, live.number, live.book_plies) == (turn, number, len(opening.split()))
    other = live.copy()
    live.pop()
    assert (other.moves, other.turn) == ([*live.moves, other.last], not live.turn)


@pytest.mark.parametrize(
    ("game", "moves", "start", "result", "cause", "reason"),
    [
        (CHESS, "f2f3 e7e5 g2g4 d8h4", "", "0-1", Cause.CHECKMATE, "Black mates"),
        (CHESS, "a1a8", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "1-0", Cause.CHECKMATE, "White mates"),
        (CHESS, "g5g6", "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "1/2-1/2", Cause.STALEMATE, "draw: stalemate"),
        (CHESS, "e1d2", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "1/2-1/2", Cause.INSUFFICIENT_MATERIAL, "draw: neither"),
        (CHESS, "a1a2", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "1/2-1/2", Cause.FIFTY_MOVES, "draw: fifty moves"),
        (CHESS, "g1f3 g8f6 f3g1 f6g8 " * 2, "", "1/2-1/2", Cause.REPETITION, "draw: the position has come about three"),
        (SHOGI, "G*5b", "4k4/9/4P4/9/9/9/9/9/4K4 b GS 1", "1-0", Cause.CHECKMATE, "Black mates"),
        (SHOGI, "G*5h", "4k4/9/9/9/9/9/4p4/9/4K4 w gs 1", "0-1", Cause.CHECKMATE, "White mates"),
        # Stalemate is lost as mate is.
        (SHOGI, "7b7a+", "k8/2R6/1G7/9/9/9/9/9/4K4 b - 1", "1-0", Cause.CHECKMATE, "Black mates"),
        (SHOGI, "2h3h 8b7b 3h2h 7b8b " * 3, "", "1/2-1/2", Cause.SENNICHITE, "draw: the position has come about four"),
        (SHOGI, CHECKS * 3, CHASE, "0-1", Cause.PERPETUAL_CHECK, "Black loses by giving perpetual check"),
        # One move without check among them, and it is a draw.
        (
            SHOGI,
            (CHECKS * 2) + "5a4a 5h6h 4a5a 6h5h " + CHECKS,
            CHASE,
            "1/2-1/2",
            Cause.SENNICHITE,
            "draw: the position",
        ),
    ],
)
def test_the_rules_end_a_game(game, moves, start, result, cause, reason):
    live = after(game, moves, start)
    assert (live.ending.result, live.ending.cause) == (result, cause)
    assert live.ending.reason.startswith(reason)
    first, *others = moves.split()
    assert after(game, " ".join(others), start, first).ending == live.ending, "the opening counts, too"
    if game is CHESS:
        board = board_of_game(live)
        outcome = board.outcome()
        assert (outcome and OF_PYTHON_CHESS[outcome.termination]) == (
            cause if cause in OF_PYTHON_CHESS.values() else None
        )
        assert (board.is_repetition(3), board.is_fifty_moves()) == (
            cause is Cause.REPETITION,
            cause is Cause.FIFTY_MOVES,
        )
    live.pop()
    assert live.ending is None


@pytest.mark.parametrize("game", [CHESS, SHOGI])
def test_what_sides_say_ends_a_game_until_a_move_is_taken_back(game):
    first = {"chess": "e2e4", "shogi": "7g7f"}[game.name]
    one, other = game.sides[True], game.sides[False]
    for act, ending in (
        (lambda live: live.resign(True), Ending(False, Cause.RESIGNATION, f"{one} resigns")),
        (lambda live: live.agree_draw(), Ending(None, Cause.AGREEMENT, "draw by agreement")),
        (lambda live: live.lose_on_time(False), Ending(True, Cause.TIME, f"{other} loses on time")),
    ):
        live = after(game, first)
        act(live)
        assert live.ending == ending
        assert game.tell_ending(ending).lower().endswith(ending.reason.lower())
        live.pop()
        assert live.ending is None


@pytest.mark.parametrize(
    ("fen", "side", "cause", "reason"),
    [
        (BARE_PAWN, chess.BLACK, Cause.TIME, "Black loses on time"),
        (BARE_PAWN, chess.WHITE, Cause.TIME_WITHOUT_MATE, "draw: White's time is up, but Black can't mate"),
        (
            "4k3/4p3/8/8/8/8/8/4K1N1 w - - 0 1",
            chess.BLACK,
            Cause.TIME,
            "Black loses on time",
        ),  # a pawn in the way helps
        (MATED, chess.BLACK, Cause.TIME_WITHOUT_MATE, "draw: Black's time is up, but White can't mate"),
        ("6Rk/8/6K1/8/8/8/7P/8 b - - 0 1", chess.BLACK, Cause.TIME, "Black loses on time"),
        (
            "4k3/4q3/8/8/8/8/8/4K1N1 w - - 0 1",
            chess.BLACK,
            Cause.TIME_WITHOUT_MATE,
            "draw: Black's time is up, but White",
        ),
    ],
)
def test_who_can_not_mate_does_not_win_on_time(fen, side, cause, reason):
    live = LiveGame(CHESS, fen)
    live.lose_on_time(side)
    assert live.ending.cause is cause
    assert live.ending.reason.startswith(reason)


def test_a_declaration_needs_28_points_of_black():
    live = LiveGame(SHOGI, "1+R1K1+B3/GSGSGS3/+P+P+P+P5/9/9/9/9/9/4k4 b RBS2N4L5P 1")
    assert live.may_declare
    live.declare()
    assert live.ending == Ending(True, Cause.DECLARATION, "Black wins by declaration (27 points)")
    assert not LiveGame(SHOGI).may_declare
    assert not LiveGame(CHESS).may_declare


@pytest.mark.parametrize(
    ("game", "start", "move", "of_position", "of_move"),
    [(CHESS, START_FEN, "e2e5", FenError, MoveError), (SHOGI, START_SFEN, "7g7e", SfenError, ShogiMoveError)],
)
def test_what_can_not_be_played_changes_nothing(game, start, move, of_position, of_move):
    with pytest.raises(of_position):
        LiveGame(game, "rubbish")
    with pytest.raises(of_move):
        LiveGame(game, start, (move,))
    live = LiveGame(game)
    for text in (move, "P*5e", "rubbish", "5a5i"):
        with pytest.raises(of_move):
            live.push(text)
    assert (live.moves, live.turn) == ([], True)


@pytest.mark.check
def test_cshogi_ends_the_same_games_alike():
    """Random games with few men, in which positions come back and kings are chased."""
    cshogi = pytest.importorskip("cshogi")
    chance = random.Random(5)
    seen = set()
    starts = (CHASE, "4k4/9/9/9/9/9/9/3RB4/4K4 b - 1", "1n1gk4/9/9/9/9/9/9/9/4K4 b RGgrb 1")
    for number in range(40):
        sfen = starts[number % len(starts)]
        live, board = LiveGame(SHOGI, sfen), cshogi.Board(sfen)
        stood = []
        while len(live.moves) < 200:
            stood.append((board.sfen().rpartition(" ")[0], board.is_check()))
            expected = _won(not live.turn) if board.is_game_over() else _by_repetition(stood, live.turn)
            ending = live.ending
            assert (ending and ending.result) == expected, (sfen, live.moves)
            if ending:
                seen.add(ending.cause)
                break
            checks = sorted(checking_moves(live.position)) if number % 2 else []
            moves = checks or sorted(legal_moves(live.position))
            # Few different ones, so that positions come back.
            live.push(moves[chance.randrange(min(len(moves), 2))])
            board.push_usi(live.last)
    assert seen >= {Cause.SENNICHITE, Cause.PERPETUAL_CHECK}


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
