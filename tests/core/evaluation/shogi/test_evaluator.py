"""Shogi's hand-made evaluation: fair to both sides, and moved by what it says it looks at."""

import random

import pytest

from kiebitz.core.evaluation.shogi.evaluator import evaluation_of, terms_of
from kiebitz.core.shogi.notation import legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.value import MAX_EVALUATION
from random_shogi import mirrored, random_games, scattered, turned


def test_the_start_is_worth_the_right_to_move_alone():
    terms = terms_of(ShogiPosition())
    assert all(black == white for black, white in terms.values())
    assert 0 < evaluation_of(ShogiPosition()) < 100


def test_the_terms_make_the_evaluation_which_is_fair_to_both_sides():
    """Sides or left and right exchanged, it says the same."""
    tempo = evaluation_of(ShogiPosition())
    chance = random.Random(9)
    for position in [*(position.copy() for _, _, position in random_games(chance, 100)), *scattered(chance, 60)]:
        black, white = map(sum, zip(*terms_of(position).values(), strict=True))
        whole = (black - white if position.turn else white - black) + tempo
        value = evaluation_of(position)
        assert value == max(-MAX_EVALUATION, min(whole, MAX_EVALUATION))
        assert value == evaluation_of(turned(position)) == evaluation_of(mirrored(position)), position.sfen()


def test_it_depends_on_the_position_alone():
    for start, played, _ in list(random_games(random.Random(10), 300))[::30]:
        again = ShogiPosition(start)
        for move in played:
            push(again, move)
        assert evaluation_of(again) == evaluation_of(ShogiPosition(again.sfen()))
        for move in legal_moves(again):
            before = evaluation_of(again)
            push(again, move)
            again.pop()
            assert evaluation_of(again) == before


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # A man more, on the board or in the hand.
        ("4k4/9/9/9/9/9/9/9/4KG3 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        ("4k4/9/9/9/9/9/9/9/4K4 b B 1", "4k4/9/9/9/9/9/9/9/4K4 b S 1"),
        # A promoted one; a gold beside the king, not at the other edge.
        ("4k4/9/9/9/4+R4/9/9/9/4K4 w - 1", "4k4/9/9/9/4R4/9/9/9/4K4 w - 1"),
        ("4k4/9/9/9/9/9/9/4G4/4K4 b - 1", "4k4/9/9/9/9/9/9/8G/4K4 b - 1"),
        # A king in its camp, and one that men surround while the other side holds some in its hand.
        ("4k4/9/9/9/9/9/9/9/8K b - 1", "4k4/9/9/9/9/4K4/9/9/9 b - 1"),
        ("4k4/9/9/9/9/9/9/7PP/7LK b 2g 1", "4k4/9/9/9/9/9/1PP6/9/1L6K b 2g 1"),
    ],
)
def test_what_it_looks_at(better, worse):
    side = 1 if better.split()[1] == "b" else -1
    assert side * evaluation_of(ShogiPosition(better)) > side * evaluation_of(ShogiPosition(worse))


@pytest.mark.parametrize("sfen", ["4k4/9/9/9/9/9/9/9/9 b G 1", "9/9/9/9/9/9/9/9/4K4 w g 1"])
def test_a_king_may_be_missing(sfen):
    assert abs(evaluation_of(ShogiPosition(sfen))) < 2_000
