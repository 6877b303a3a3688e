"""Training learns, is resumed without a trace, and holds whole games out."""

import numpy as np
import pytest

from kiebitz.arena.train.export import export, spread_of, starting_weights
from kiebitz.arena.train.fit import BATCH, Fit, Training, first_weights, loss_of, split, values_of
from kiebitz.arena.train.sample_file import POSITION
from kiebitz.core.evaluation.network.weights import Network
from kiebitz.core.parameters import defaults
from kiebitz.core.training.gradient import WEIGHTS
from kiebitz.core.training.self_play import SelfPlay
from networks import Weights


@pytest.fixture(scope="module")
def positions() -> np.ndarray:
    """What searches evaluate, with the classical values."""
    buffer = np.zeros(40_000, POSITION)
    SelfPlay(defaults(), 10, 21).sample(buffer.view(np.uint8), 16, 0)
    return buffer


def fitted(positions: np.ndarray, training: Training, jobs: int = 1) -> Fit:
    fit = Fit(training, first_weights(training.seed))
    for _ in fit.run(positions, jobs, 4):
        pass
    return fit


def test_training_learns(positions):
    train, test = split(positions)
    before = loss_of(test, first_weights(1), 0.0)
    fit = fitted(train, Training(1, 40 * BATCH, 0.0, rate=1e-2))
    assert loss_of(test, fit.weights, 0.0) < before / 2


def test_it_follows_from_the_seed(positions):
    train, _ = split(positions)
    training = Training(2, 3 * BATCH, 0.0)
    assert fitted(train, training).weights.tobytes() == fitted(train, training).weights.tobytes()
    other = fitted(train, Training(3, 3 * BATCH, 0.0))
    assert other.weights.tobytes() != fitted(train, training).weights.tobytes()


def test_threads_change_nothing_but_rounding(positions):
    train, _ = split(positions)
    training = Training(2, 3 * BATCH, 0.0)
    assert fitted(train, training, jobs=3).weights == pytest.approx(fitted(train, training).weights, abs=1e-3)


def test_resumed_it_ends_as_undisturbed(positions, tmp_path):
    train, _ = split(positions)
    training = Training(4, 6 * BATCH, 0.0)
    path = tmp_path / "fit.npz"
    fit = Fit(training, first_weights(4))
    for _ in fit.run(train, 1, 2):
        fit.save(path)
        if fit.presented == 4 * BATCH:
            break
    again = Fit.load(path, training)
    assert again.presented == 4 * BATCH
    for _ in again.run(train, 1, 2):
        pass
    assert again.weights.tobytes() == fitted(train, training).weights.tobytes()


def test_games_are_held_out_whole_and_nothing_twice(positions):
    doubled = np.concatenate([positions, positions])
    train, test = split(doubled)
    assert not set(train["game"]) & set(test["game"])
    once = {position.tobytes()[:24] + position.tobytes()[27:28] for position in positions}
    assert len(train) + len(test) == len(once)


def test_too_few_positions_are_refused(positions):
    with pytest.raises(ValueError, match="too few"):
        next(Fit(Training(1, BATCH, 0.0), first_weights(1)).run(positions[:100], 1, 1))


@pytest.mark.slow
def test_the_file_says_what_the_weights_say(positions):
    train, test = split(positions)
    fit = fitted(train, Training(1, 40 * BATCH, 0.0, rate=1e-2))
    spread = spread_of(test, fit.weights)
    network = Network(export(fit.weights, spread.factor, "a test", test))
    values = values_of(test[:500], fit.weights) * spread.factor
    back = values_of(test[:500], starting_weights(network))
    assert np.abs(back - values).mean() < 5
    assert network.made == "a test"
    scaled = np.abs(values_of(test, starting_weights(network)).clip(-1000, 1000)).mean()
    assert scaled == pytest.approx(spread.teacher, rel=0.15)


def test_weights_of_a_file_make_the_same_file(positions):
    network = Weights.drawn(3).network()
    weights = starting_weights(network)
    assert weights.shape == (WEIGHTS,)
    again = starting_weights(Network(export(weights, 1.0, "again", positions)))
    assert np.abs(again - weights).max() < 1 / 64
