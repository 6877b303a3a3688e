import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.engine import START_FEN
from kiebitz.engine.score import Score
from kiebitz.engine.wdl import FULL_MATERIAL, material_of, win_draw_loss

SCORES = st.integers(-(10**6), 10**6)
MATERIAL = st.integers(0, 200)


def test_material():
    assert material_of(START_FEN) == FULL_MATERIAL
    assert material_of("8/8/8/8/8/4k3/8/4K2b w - - 0 1") == 3


@pytest.mark.check
@given(SCORES, MATERIAL)
def test_chances_are_chances_and_both_sides_agree(centipawns, material):
    win, draw, loss = win_draw_loss(Score(centipawns), material)
    assert win + draw + loss == 1000
    assert min(win, draw, loss) >= 0
    assert abs(win - win_draw_loss(Score(-centipawns), material)[2]) <= 1


@given(SCORES, SCORES, MATERIAL)
def test_more_is_better(one, other, material):
    worse, better = (win_draw_loss(Score(cp), material) for cp in sorted((one, other)))
    assert worse[0] <= better[0]
    assert worse[2] >= better[2]


@pytest.mark.parametrize("material", [3, 20, 50, 78])
def test_the_model_is_sensible(material):
    win, _, loss = win_draw_loss(Score(0), material)
    assert abs(win - loss) <= 1
    assert win < 450
    assert win_draw_loss(Score(1500), material)[0] > 900


def test_mates_are_certain():
    assert win_draw_loss(Score(mate=5), 78) == (1000, 0, 0)
    assert win_draw_loss(Score(mate=-5), 78) == (0, 0, 1000)
    assert win_draw_loss(Score(mate=0), 78) == (0, 0, 1000)
