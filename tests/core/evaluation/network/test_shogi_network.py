"""The network of shogi: what it says along games, brought up to date, is what NumPy sums up; both sides see alike."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.network.accumulator import Views
from kiebitz.core.evaluation.network.features import FEATURES as CHESS_FEATURES
from kiebitz.core.evaluation.network.games import CHESS, GAMES, SHOGI
from kiebitz.core.evaluation.network.shogi_features import FEATURES, HAND_SIZES, MOST_MEN
from kiebitz.core.shogi.notation import legal_moves, push, push_null
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import EMPTY, SET, SQUARE_AT, Setup, write_sfen
from networks import Weights, rows_of_shogi
from random_shogi import SHARP, START, random_games, scattered

DRAWN = Weights.drawn(1, SHOGI)
NETWORK = DRAWN.network()
PLACES = sorted(SQUARE_AT.values())
# A hand of promoted men taken, drops of all kinds, and kings that walk across the middle file.
STARTS = st.sampled_from((START, *SHARP))


def agrees(views: Views, position: ShogiPosition) -> int:
    """The value, if all ways to it lead there."""
    value = views.value(position)
    assert value == NETWORK.value(position) == DRAWN.value(position.setup())
    return value


def test_there_are_as_many_rows_as_men_on_squares_and_steps_of_hands():
    assert FEATURES == SHOGI.features == 2_344
    assert list(HAND_SIZES) == [SET[kind] for kind in range(7)]
    assert len(SHOGI.groups) == FEATURES
    assert len(set(SHOGI.groups)) == 81 + 2 * sum(HAND_SIZES)


def test_a_position_has_one_row_of_each_group_at_most_and_no_more_than_men():
    """What the proof of no overflow stands on, in both games' words."""
    assert [game.name for game in GAMES] == ["chess", "shogi"]
    assert (CHESS.features, CHESS.most_rows, len(set(CHESS.groups))) == (CHESS_FEATURES, 32, 64)
    for position in scattered(random.Random(4), 300):
        for side in range(2):
            rows = rows_of_shogi(position.setup(), side)
            groups = [SHOGI.groups[row] for row in rows]
            assert len(set(groups)) == len(groups) <= MOST_MEN == SHOGI.most_rows


@given(st.integers(0, 1 << 30), st.integers(1, 12))
def test_along_games(seed, stride):
    """Looked at now and then: farther apart than is walked back as well."""
    views = Views(NETWORK.layers)
    for number, (_, _, position) in enumerate(random_games(random.Random(seed), 150)):
        if number % stride == 0:
            agrees(views, position)


@given(STARTS, st.lists(st.integers(0, 1 << 14), max_size=120))
def test_along_the_ways_of_a_search(start, numbers):
    """Moves, null moves and take-backs in any order, looked at now and then."""
    views = Views(NETWORK.layers)
    position = ShogiPosition(start)
    agrees(views, position)
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


@pytest.mark.parametrize(
    ("sfen", "moves"),
    [
        (START, "7g7f 3c3d 8h2b+ 3a2b B*4e B*6e"),
        ("4k4/9/4+p4/9/9/9/9/4R4/4K4 b - 1", "5h5c 5a6a P*5b 6a7a"),
        ("4k4/9/9/9/9/4+r4/5+P3/9/3K5 w - 1", "5f4g 6i7h P*5e 7h8h"),
        ("4k4/9/9/9/9/9/9/9/4K4 b R2P3p 1", "P*5e P*4e P*3d P*2d 5i4i 5a6a R*9i 6a5a"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", "5i6h 5a4b 6h5h 4b5b 5h4h 5b6b 4h5h 6b5b"),
        ("4k4/9/9/9/9/9/9/9/9 b 2R 1", "R*5e 5a4a R*4e"),
    ],
    ids=["bishops exchanged", "tokin taken", "dragon takes tokin", "drops", "kings cross the middle", "no king"],
)
def test_by_name(sfen, moves):
    views = Views(NETWORK.layers)
    position = ShogiPosition(sfen)
    agrees(views, position)
    for move in moves.split():
        push(position, move)
        agrees(views, position)
    for _ in moves.split():
        position.pop()
        agrees(views, position)


def test_moves_are_followed():
    """Drops and captures too: only the first two views, and that of a king that crossed the middle, are made anew."""
    views = Views(NETWORK.layers)
    position = ShogiPosition()
    rebuilt = []
    for move in ("", "7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "B*6e", "5i5h", "5a5b", "5h6h", "5b4b", "6h5h"):
        if move:
            push(position, move)
        views.value(position)
        rebuilt.append(views.rebuilt)
    assert rebuilt == [2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 4, 5]


@pytest.mark.parametrize(("moves", "rebuilt"), [(8, 2), (9, 4)])
def test_only_near_views_are_followed(moves, rebuilt):
    views = Views(NETWORK.layers)
    position = ShogiPosition()
    views.value(position)
    for move in ("7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e", "6i7h", "4a3b", "2e2d")[:moves]:
        push(position, move)
    agrees(views, position)
    assert views.rebuilt == rebuilt


def turned(setup: Setup) -> Setup:
    """The board turned round and the sides exchanged."""
    men = [EMPTY] * len(setup.men)
    for here, there in zip(PLACES, reversed(PLACES), strict=True):
        men[there] = setup.men[here] if setup.men[here] == EMPTY else setup.men[here] ^ 1
    return Setup(tuple(men), 1 - setup.side, setup.hands[::-1], 1)


def mirrored(setup: Setup) -> Setup:
    """Left and right exchanged."""
    men = [EMPTY] * len(setup.men)
    for number, here in enumerate(PLACES):
        men[PLACES[(8 - number // 9) * 9 + number % 9]] = setup.men[here]
    return Setup(tuple(men), setup.side, setup.hands, 1)


def test_sides_exchanged_give_the_same_value():
    for position in scattered(random.Random(5), 200):
        assert NETWORK.value(position) == NETWORK.value(ShogiPosition(write_sfen(turned(position.setup()))))


def test_left_and_right_exchanged_give_the_same_value_where_no_king_stands_in_the_middle():
    compared = 0
    for position in scattered(random.Random(6), 200):
        setup = position.setup()
        other = mirrored(setup)
        kings = [PLACES.index(square) // 9 for square, man in enumerate(setup.men) if man >> 1 == 7]
        if 4 not in kings:
            assert NETWORK.value(position) == NETWORK.value(ShogiPosition(write_sfen(other)))
            compared += 1
    assert compared > 50


def test_all_outputs():
    for position in scattered(random.Random(7), 100):
        outputs = NETWORK.outputs(position)
        assert list(outputs) == DRAWN.outputs(position.setup())
        men = sum(man != EMPTY for man in position.setup().men)
        assert NETWORK.value(position) == outputs[max(0, min((men - 24) // 2, 7))]


def test_a_position_of_the_other_game_is_refused():
    with pytest.raises(TypeError):
        NETWORK.value(Position())
    with pytest.raises(TypeError):
        Weights.drawn(1).network().value(ShogiPosition())
