"""The gradients of a deep network against NumPy: outputs number by number, slopes along random directions."""

import numpy as np
import pytest

from kiebitz.arena.train.fit import DeepParts
from kiebitz.arena.train.trained_game import CHESS, SHOGI
from kiebitz.core.evaluation.deep import LAYER_1, LAYER_2, SKIPPED, WIDE
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.training.deep_gradient import (
    BIAS_1_AT,
    BIAS_2_AT,
    BIAS_3_AT,
    DEEP_SET,
    WEIGHTS_2_AT,
    WEIGHTS_3_AT,
)
from kiebitz.core.training.gradient import accumulate, outputs
from kiebitz.core.training.shogi_packed_position import unpacked_sfen
from networks import room_of, rows_of_shogi, set_of
from training_positions import of_games

SCALE, SHARE = 400.0, 0.3
SQUARED = 127 * 64 * 64 / (1 << 19)
"""What the integers make of a neuron that is 1, squared: 127 * 127 * 64 * 64 / 2^19 of 127."""


@pytest.fixture(scope="module", params=[CHESS, SHOGI], ids=lambda game: game.name)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def positions(game) -> np.ndarray:
    """Positions of games, from openings to endings."""
    found = of_games(20, 11, 40, game)
    return found[:: len(found) // 48][:48].copy()


@pytest.fixture
def weights(game) -> np.ndarray:
    """Random weights with which hardly a neuron is always closed."""
    chance = np.random.default_rng(7)
    weights = chance.normal(0, 0.12, game.deep_weights).astype(np.float32)
    parts = DeepParts.of(weights)
    parts.bias[:] += 0.4
    parts.sets[:, WEIGHTS_2_AT:] += 0.1
    return weights


def views_of(position: np.void) -> tuple[list[list[int]], int]:
    """The rows of a position's men, seen by the side to move and by the other, and the set for their number."""
    if position.dtype == SHOGI.position:
        setup = ShogiPosition(unpacked_sfen(position.tobytes())).setup()
        return [rows_of_shogi(setup, side) for side in (setup.side, 1 - setup.side)], set_of(setup)
    squares = [square for square in range(64) if int(position["occupied"]) >> square & 1]
    men = [int(position["men"][number // 2]) >> (4 * (number % 2)) & 15 for number in range(len(squares))]
    views = []
    for side in (int(position["side"]), 1 - int(position["side"])):
        king = squares[men.index(10 + side)]
        turn = (56 if side else 0) ^ (7 if king % 8 >= 4 else 0)
        first = 768 * room_of(king ^ turn)
        views.append([first + (man ^ side) * 64 + (square ^ turn) for man, square in zip(men, squares, strict=True)])
    return views, (len(men) - 2) // 4


def reference(positions: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, float]:
    """Outputs and loss by NumPy, in double precision."""
    weights = weights.astype(np.float64)
    parts = DeepParts.of(weights)
    rows = np.concatenate(list(parts.rows), axis=1)
    values, loss = [], 0.0
    for position in positions:
        views, number = views_of(position)
        set_ = parts.sets[number]
        sums = [(rows[view].sum(0) + parts.bias).clip(0, 1) for view in views]
        seen = np.concatenate([view[: WIDE // 2] * view[WIDE // 2 :] for view in sums])
        sums_1 = set_[:WEIGHTS_2_AT].reshape(LAYER_1, WIDE) @ seen + set_[BIAS_1_AT:BIAS_2_AT]
        first = np.zeros(LAYER_2)
        first[: LAYER_1 - 1] = (SQUARED * sums_1[:-1] ** 2).clip(0, 1)
        first[LAYER_1 - 1 : SKIPPED] = sums_1[:-1].clip(0, 1)
        second = set_[WEIGHTS_2_AT:WEIGHTS_3_AT].reshape(LAYER_2, LAYER_2) @ first + set_[BIAS_2_AT:BIAS_3_AT]
        value = set_[WEIGHTS_3_AT:BIAS_1_AT] @ second.clip(0, 1) + set_[BIAS_3_AT] + sums_1[-1]
        sign = -1 if position["side"] else 1
        result = position["result"] / 2 if sign > 0 else 1 - position["result"] / 2
        target = SHARE * result + (1 - SHARE) / (1 + np.exp(-sign * position["score"] / SCALE))
        loss += (1 / (1 + np.exp(-value)) - target) ** 2
        values.append(value)
    return np.array(values), loss


@pytest.mark.check
def test_outputs_and_loss_are_numpys(positions, weights):
    expected, expected_loss = reference(positions, weights)
    values = np.zeros(len(positions), np.float32)
    outputs(positions.view(np.uint8), weights, values)
    assert np.ptp(expected) > 0.2
    assert values == pytest.approx(expected, rel=1e-4, abs=1e-5)
    loss = accumulate(positions.view(np.uint8), weights, np.zeros_like(weights), SHARE, SCALE)
    assert loss == pytest.approx(expected_loss, rel=1e-5)


BEHIND = {
    "weights 1": (0, WEIGHTS_2_AT),
    "weights 2": (WEIGHTS_2_AT, WEIGHTS_3_AT),
    "weights 3": (WEIGHTS_3_AT, BIAS_1_AT),
    "biases": (BIAS_1_AT, DEEP_SET),
}


@pytest.mark.check
@pytest.mark.parametrize("part", ["rows", "bias", *BEHIND])
def test_gradients_are_slopes_of_the_loss(positions, weights, part):
    """Along a random direction of one part of the numbers, in every set."""
    gradients = np.zeros_like(weights)
    accumulate(positions.view(np.uint8), weights, gradients, SHARE, SCALE)
    direction = np.zeros(len(weights))
    parts = DeepParts.of(direction)
    moved = parts.sets[:, slice(*BEHIND[part])] if part in BEHIND else getattr(parts, part)
    moved[...] = np.random.default_rng(3).normal(0, 1, moved.shape)
    step = 1e-5
    higher, lower = (reference(positions, weights + sign * step * direction)[1] for sign in (1, -1))
    assert gradients.astype(np.float64) @ direction == pytest.approx((higher - lower) / (2 * step), rel=1e-2, abs=1e-4)


def test_gradients_of_many_positions_add_up(positions, weights):
    """Beyond a chunk, too."""
    many = np.tile(positions, 30)
    gradients, once = np.zeros_like(weights), np.zeros_like(weights)
    loss = accumulate(many.view(np.uint8), weights, gradients, SHARE, SCALE)
    assert loss == pytest.approx(30 * accumulate(positions.view(np.uint8), weights, once, SHARE, SCALE), rel=1e-6)
    assert np.allclose(gradients, 30 * once, rtol=1e-3, atol=1e-4)
