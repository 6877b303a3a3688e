"""Views brought up to date are what NumPy sums up, whatever moves lie between; and they are brought up to date."""

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kiebitz.core.chess.notation import legal_moves, push, push_null
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.network.accumulator import Views
from networks import Weights
from random_games import choices, play, scattered, set_up, starts

DRAWN = Weights.drawn(1)
NETWORK = DRAWN.network()


def agrees(views: Views, position: Position) -> int:
    """The value, if all ways to it lead there."""
    value = views.value(position)
    assert value == NETWORK.value(position) == DRAWN.value(position.setup())
    return value


@given(starts(), choices, st.integers(1, 12))
def test_along_games(board, numbers, stride):
    """Looked at now and then: farther apart than is walked back as well."""
    views = Views(NETWORK.layers)
    position = set_up(board)
    agrees(views, position)
    for number, _ in enumerate(play(board, position, numbers)):
        if number % stride == 0:
            agrees(views, position)


@given(starts(), st.lists(st.integers(0, 1 << 12), max_size=120))
def test_along_the_ways_of_a_search(board, numbers):
    """Moves, null moves and take-backs in any order, looked at now and then."""
    views = Views(NETWORK.layers)
    position = set_up(board)
    plies = 0
    for number in numbers:
        what, number = number % 8, number // 8
        moves = legal_moves(position)
        if what < 2 and plies:
            position.pop()
            plies -= 1
        elif what == 2 and not position.is_check:
            push_null(position)
            plies += 1
        elif moves:
            push(position, moves[number % len(moves)])
            plies += 1
        if number % 3:
            agrees(views, position)
    for _ in range(plies):
        position.pop()
        agrees(views, position)


@given(starts(), st.lists(st.tuples(st.integers(0, 1 << 12), st.integers(0, 1 << 12)), max_size=40))
def test_positions_set_anew(board, numbers):
    """As a process of a cluster meets them: two games by turns, at the same plies, each time from their beginning."""
    views = Views(NETWORK.layers)
    position, other = set_up(board), set_up(board)
    games = zip(
        play(board, position, [number for number, _ in numbers]),
        play(board.copy(), other, [number for _, number in numbers]),
        strict=False,
    )
    for _ in games:
        agrees(views, position.copy())
        agrees(views, other.copy())


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1 e8a8 a1a8 c8b7"),
        ("1r2k1r1/8/8/8/8/8/6P1/1RK3R1 w GBgb - 0 1", "c1g1 e8b8"),
        ("2rk4/2pp4/8/8/8/8/2PP4/2RK4 w Cc - 0 1", "d1c1 d8c8"),
        ("8/P6k/8/8/8/8/p6K/1N6 b - - 0 1", "a2b1q a7a8n b1b8"),
        ("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4 b4a3 e1d1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1 e8d8 d1e1 d8e8 e1d1"),
    ],
    ids=["castling", "castling in Chess960", "castling on each other's square", "promotion", "en passant", "wings"],
)
def test_by_name(fen, moves):
    views = Views(NETWORK.layers)
    position = Position(fen, chess960=True)
    agrees(views, position)
    for move in moves.split():
        push(position, move)
        agrees(views, position)
    for _ in moves.split():
        position.pop()
        agrees(views, position)


def test_moves_are_followed():
    """Only the first two views, and that of a king that changed its wing, are summed up anew."""
    views = Views(NETWORK.layers)
    position = Position()
    rebuilt = []
    for move in ("", "e2e4", "e7e5", "g1f3", "d7d6", "e1e2", "e8d7", "f3e5", "d7e8", "b1c3", "c7c5"):
        if move:
            push(position, move)
        views.value(position)
        rebuilt.append(views.rebuilt)
    assert rebuilt == [2, 2, 2, 2, 2, 2, 3, 3, 4, 4, 4]
    for _ in range(3):
        position.pop()
        views.value(position)
    assert views.rebuilt == 4
    views.value(Position())
    assert views.rebuilt == 4


@pytest.mark.parametrize(("moves", "rebuilt"), [(8, 2), (9, 4)])
def test_only_near_views_are_followed(moves, rebuilt):
    views = Views(NETWORK.layers)
    position = Position()
    views.value(position)
    for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3")[:moves]:
        push(position, move)
    agrees(views, position)
    assert views.rebuilt == rebuilt


@given(scattered())
def test_wild_positions(pair):
    agrees(Views(NETWORK.layers), pair[1])


@given(scattered())
def test_colours_mirrored_give_the_same_value(pair):
    board, position = pair
    assert NETWORK.value(position) == NETWORK.value(Position(board.mirror().fen()))


@given(scattered())
def test_wings_mirrored_give_the_same_value(pair):
    board, position = pair
    assume(not board.castling_rights)
    mirrored = board.transform(chess.flip_horizontal)
    assert NETWORK.value(position) == NETWORK.value(Position(mirrored.fen()))


@given(scattered())
def test_all_outputs(pair):
    outputs = NETWORK.outputs(pair[1])
    assert list(outputs) == DRAWN.outputs(pair[1].setup())
    men = len(pair[0].piece_map())
    assert NETWORK.value(pair[1]) == outputs[(men - 2) // 4]
