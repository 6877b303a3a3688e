"""The declaration by 27 points, as cshogi sees it."""

import random

import cshogi
import pytest

from kiebitz.core.shogi.declaration import may_declare
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import EMPTY, KING, SET, SQUARE_AT, Setup, SfenError, write_sfen
from random_shogi import random_games


def entered(chance, count):
    """Positions in which one side's men have mostly entered the other's camp: some may declare, some just not."""
    squares = {square: (square - (square > 63)) % 9 for square in SQUARE_AT.values()}
    while count:
        side = chance.randrange(2)
        camp = [square for square, rank in squares.items() if (rank < 3 if side == 0 else rank > 5)]
        rest = [square for square in squares if square not in camp]
        chance.shuffle(camp)
        chance.shuffle(rest)
        men, hands = [EMPTY] * 82, [[0] * 7, [0] * 7]
        men[camp.pop()] = 2 * KING + side
        men[rest.pop()] = 2 * KING + (1 - side)
        for kind, most in SET.items():
            for _ in range(most):
                owner = side if chance.random() < 0.75 else 1 - side
                where = chance.random()
                if where < 0.4 and owner == side and camp:
                    men[camp.pop()] = 2 * (kind + 8 * (kind < 6)) + owner
                elif where < 0.5 and kind >= 3:
                    men[rest.pop()] = 2 * kind + owner
                else:
                    hands[owner][kind] += 1
        try:
            yield ShogiPosition(write_sfen(Setup(tuple(men), side, (tuple(hands[0]), tuple(hands[1])), 1)))
        except SfenError:
            continue
        count -= 1


@pytest.mark.check
def test_cshogi_agrees_among_kings_that_entered():
    verdicts = []
    for position in entered(random.Random(27), 300):
        verdicts.append(may_declare(position))
        assert verdicts[-1] == cshogi.Board(position.sfen()).is_nyugyoku(), position.sfen()
    assert 20 < sum(verdicts) < 280


def test_cshogi_agrees_along_random_games():
    for _, _, position in random_games(random.Random(28), 200):
        assert may_declare(position) == cshogi.Board(position.sfen()).is_nyugyoku()


@pytest.mark.parametrize(
    ("sfen", "declares"),
    [
        ("1+R1K1+B3/GSGSGS3/+P+P+P+P5/9/9/9/9/9/4k4 b RBS2N4L5P 1", True),
        ("1+R1K1+B3/GSGSGS3/+P+P+P+P5/9/9/9/9/9/4k4 w RBS2N4L5P 1", False),
        ("1+R1K1+B3/GSGSGS3/9/9/9/9/9/9/4k4 b RBS2N4L9P 1", False),
    ],
)
def test_points_men_and_side_count(sfen, declares):
    assert may_declare(ShogiPosition(sfen)) == declares
