"""The step of training against NumPy and against finite differences."""

import numpy as np
import pytest

from kiebitz.core.parameters import SHOGI, complete
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import EMPTY
from kiebitz.core.training.game_record import unpack_games
from kiebitz.core.training.gradient import (
    PARTS,
    SHOGI_DEEP_WEIGHTS,
    SHOGI_WEIGHTS,
    WEIGHTS,
    accumulate,
    outputs,
    parts_of,
    step,
)
from kiebitz.core.training.self_play import SelfPlay
from kiebitz.core.training.shogi_packed_position import FIELDS, unpacked_sfen
from networks import rows_of_shogi
from training_positions import of_games

ROWS, OUTPUT, _ = PARTS


HIDDEN = OUTPUT - ROWS
SHOGI_POSITION = np.dtype([tuple(field) for field in FIELDS])
SCALE = 400.0
SHARE = 0.3


@pytest.fixture(scope="module")
def positions() -> np.ndarray:
    """Positions of games, from openings to endings."""
    found = of_games(20, 11, 40)
    return found[:: len(found) // 64][:64].copy()


@pytest.fixture(scope="module")
def shogi_positions() -> np.ndarray:
    """Positions of games of shogi, with men in the hands."""
    games, _ = SelfPlay(complete({}, SHOGI), 20, game="shogi").play(11, 20)
    buffer = np.zeros(20 * 400, SHOGI_POSITION)
    found = buffer[: unpack_games(games, 20, None, buffer.view(np.uint8).data, 0, "shogi")]
    return found[:: len(found) // 64][:64].copy()


@pytest.fixture
def weights() -> np.ndarray:
    return drawn(WEIGHTS)


@pytest.fixture
def shogi_weights() -> np.ndarray:
    return drawn(SHOGI_WEIGHTS)


def drawn(size: int) -> np.ndarray:
    """Random weights, of a network of so many."""
    chance = np.random.default_rng(5)
    rows, output, _ = parts_of(size)
    weights = chance.uniform(-0.15, 0.15, size).astype(np.float32)
    weights[rows:output] = chance.uniform(0, 0.8, HIDDEN)
    return weights


def features(position: np.void) -> tuple[list[list[int]], int]:
    """The rows of a position's men, seen by the side to move and by the other, and which set of weights it has."""
    if "hands" in position.dtype.names:
        setup = ShogiPosition(unpacked_sfen(position.tobytes())).setup()
        men = sum(man != EMPTY for man in setup.men)
        views = [rows_of_shogi(setup, side) for side in (setup.side, 1 - setup.side)]
        return views, max(0, min((men - 24) // 2, 7))
    views = rows_of_chess(position)
    return views, (len(views[0]) - 2) // 4


def rows_of_chess(position: np.void) -> list[list[int]]:
    """The rows of a position's men, seen by the side to move and by the other."""
    squares = [square for square in range(64) if int(position["occupied"]) >> square & 1]
    men = [int(position["men"][number // 2]) >> (4 * (number % 2)) & 15 for number in range(len(squares))]
    views = []
    for side in (int(position["side"]), 1 - int(position["side"])):
        turn = (56 if side else 0) ^ (7 if squares[men.index(10 + side)] % 8 >= 4 else 0)
        views.append([(man ^ side) * 64 + (square ^ turn) for man, square in zip(men, squares, strict=True)])
    return views


def sums_of(views: list[list[int]], rows: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """The sums that both sides see, before they are clipped."""
    return np.stack([rows[view].sum(0) + bias for view in views])


def reference(positions: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, float, np.ndarray]:
    """Outputs, loss and gradients by NumPy, in double precision."""
    weights = weights.astype(np.float64)
    rows_end, output_start, output_end = parts_of(len(weights))
    rows, bias = weights[:rows_end].reshape(-1, HIDDEN), weights[rows_end:output_start]
    sets = weights[output_start:output_end].reshape(8, 2, HIDDEN)
    gradients = np.zeros(len(weights))
    values, loss = [], 0.0
    for position in positions:
        views, bucket = features(position)
        sums = sums_of(views, rows, bias)
        clipped = sums.clip(0, 1)
        value = (clipped**2 * sets[bucket]).sum() + weights[output_end + bucket]
        sign = -1 if position["side"] else 1
        result = position["result"] / 2 if sign > 0 else 1 - position["result"] / 2
        target = SHARE * result + (1 - SHARE) / (1 + np.exp(-sign * position["score"] / SCALE))
        chances = 1 / (1 + np.exp(-value))
        loss += (chances - target) ** 2
        error = 2 * (chances - target) * chances * (1 - chances)
        back = error * 2 * clipped * (clipped < 1) * sets[bucket]
        for view in range(2):
            np.add.at(gradients[:rows_end].reshape(-1, HIDDEN), views[view], back[view])
            gradients[rows_end:output_start] += back[view]
        gradients[output_start:output_end].reshape(8, 2, HIDDEN)[bucket] += error * clipped**2
        gradients[output_end + bucket] += error
        values.append(value)
    return np.array(values), loss, gradients


def smooth(positions: np.ndarray, weights: np.ndarray, margin: float) -> np.ndarray:
    """The positions whose sums are no nearer than a margin to 1, where the slope jumps."""
    rows_end, output_start, _ = parts_of(len(weights))
    rows, bias = weights[:rows_end].astype(np.float64).reshape(-1, HIDDEN), weights[rows_end:output_start]
    sums = np.array([sums_of(features(position)[0], rows, bias) for position in positions])
    kept = positions[(np.abs(sums - 1) > margin).all(axis=(1, 2))].copy()
    assert len(kept) > 20
    return kept


@pytest.mark.check
@pytest.mark.parametrize("game", ["", "shogi_"], ids=["chess", "shogi"])
def test_gradients_and_outputs_are_numpys(game, request):
    positions, weights = request.getfixturevalue(f"{game}positions"), request.getfixturevalue(f"{game}weights")
    positions = smooth(positions, weights, 1e-5)
    gradients = np.zeros_like(weights)
    loss = accumulate(positions.view(np.uint8), weights, gradients, SHARE, SCALE)
    expected_values, expected_loss, expected = reference(positions, weights)
    assert loss == pytest.approx(expected_loss, rel=1e-5)
    assert np.abs(expected).max() > 0.01
    assert np.abs(gradients - expected).max() < 1e-5 * np.abs(expected).max()
    values = np.zeros(len(positions), np.float32)
    outputs(positions.view(np.uint8), weights, values)
    assert values == pytest.approx(expected_values, rel=1e-4, abs=1e-5)


def test_all_hands_are_seen(shogi_positions):
    """The positions have men in hands, promoted ones, and both sides to move."""
    views = [features(position)[0][0] for position in shogi_positions]
    assert max(len([row for row in view if row >= 28 * 81]) for view in views) > 8
    assert max(map(len, views)) == 40
    assert set(shogi_positions["side"]) == {0, 1}


@pytest.mark.check
def test_gradients_are_slopes_of_the_loss(positions, weights):
    positions = smooth(positions, weights, 1.5e-3)
    gradients = np.zeros(WEIGHTS, np.float32)
    accumulate(positions.view(np.uint8), weights, gradients, SHARE, SCALE)
    steepest = np.argsort(-np.abs(gradients))[:: WEIGHTS // 40][:8]
    steepest = [index for index in steepest if gradients[index]] + [OUTPUT + 3, ROWS + 5]
    for index in steepest:
        losses = []
        for change in (1e-3, -1e-3):
            moved = weights.astype(np.float64)
            moved[index] += change
            losses.append(reference(positions, moved)[1])
        assert gradients[index] == pytest.approx((losses[0] - losses[1]) / 2e-3, rel=2e-2, abs=2e-5)


@pytest.mark.check
def test_gradients_add_up(positions, weights):
    whole, parts = np.zeros(WEIGHTS, np.float32), np.zeros(WEIGHTS, np.float32)
    loss = accumulate(positions.view(np.uint8), weights, whole, SHARE, SCALE)
    halves = [accumulate(half.view(np.uint8), weights, parts, SHARE, SCALE) for half in np.array_split(positions, 2)]
    assert sum(halves) == pytest.approx(loss, rel=1e-9)
    assert parts == pytest.approx(whole, abs=1e-6)


@pytest.mark.check
def test_adamw_is_that_of_the_paper(weights):
    chance = np.random.default_rng(2)
    first, second = np.zeros(WEIGHTS, np.float32), np.zeros(WEIGHTS, np.float32)
    expected, mean, square = weights.astype(np.float64), np.zeros(WEIGHTS), np.zeros(WEIGHTS)
    for number in range(1, 4):
        gradients = chance.normal(0, 5, WEIGHTS).astype(np.float32)
        mean = 0.9 * mean + 0.1 * gradients / 10
        square = 0.999 * square + 0.001 * (gradients / 10.0) ** 2
        expected = expected * (1 - 1e-2 * 0.1)
        expected -= 1e-2 * (mean / (1 - 0.9**number)) / (np.sqrt(square / (1 - 0.999**number)) + 1e-8)
        step(weights, gradients, first, second, number, 10, 1e-2, 0.1, 1.98)
        assert not gradients.any()
    assert weights == pytest.approx(expected, abs=1e-5)


def test_weights_stay_within_their_limit(weights):
    first, second = np.zeros(WEIGHTS, np.float32), np.zeros(WEIGHTS, np.float32)
    step(weights, np.full(WEIGHTS, -1, np.float32), first, second, 1, 1, 10.0, 0.0, 1.98)
    assert weights.max() == pytest.approx(1.98)


def test_rows_of_another_length_are_refused(positions, weights):
    with pytest.raises(ValueError, match=f"a row of weights has {WEIGHTS} numbers"):
        accumulate(positions.view(np.uint8), weights[1:], np.zeros(WEIGHTS, np.float32), SHARE, SCALE)
    with pytest.raises(ValueError, match="whole positions of 32"):
        accumulate(positions.view(np.uint8)[1:], weights, np.zeros(WEIGHTS, np.float32), SHARE, SCALE)
    with pytest.raises(ValueError, match="not 3 positions"):
        outputs(positions.view(np.uint8), weights, np.zeros(3, np.float32))


def test_weights_of_the_other_game_are_refused(positions, weights, shogi_positions, shogi_weights):
    """A row's length tells the game: positions must be of that game, and all rows as long."""
    with pytest.raises(
        ValueError, match=f"in shogi {SHOGI_WEIGHTS} and {SHOGI_DEEP_WEIGHTS}, not {SHOGI_WEIGHTS}, {WEIGHTS}"
    ):
        accumulate(shogi_positions.view(np.uint8), shogi_weights, np.zeros(WEIGHTS, np.float32), SHARE, SCALE)
    with pytest.raises(ValueError, match="whole positions of 56"):
        accumulate(positions[:3].view(np.uint8), shogi_weights, np.zeros_like(shogi_weights), SHARE, SCALE)
    with pytest.raises(ValueError, match="whole positions of 32"):
        accumulate(shogi_positions[:3].view(np.uint8), weights, np.zeros_like(weights), SHARE, SCALE)
    with pytest.raises(ValueError, match="not 7"):
        parts_of(7)
