"""Training learns, is resumed without a trace, and mixes its sources."""

import numpy as np
import pytest

from kiebitz.arena.train.export import NETWORK_SHARE, export, spread_of, starting_weights
from kiebitz.arena.train.fit import (
    BATCH,
    MAX_WEIGHT,
    SCALE,
    Fit,
    Source,
    Training,
    first_weights,
    loss_of,
    values_of,
)
from kiebitz.arena.train.training_set import classical_sums_of, gather
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.training.gradient import WEIGHTS, parts_of
from networks import Weights
from training_positions import visited


@pytest.fixture(scope="module")
def positions() -> np.ndarray:
    """What searches evaluate, with the classical values."""
    return visited(10, 21, 40_000, 16)


@pytest.fixture(scope="module")
def parts(positions, tmp_path_factory) -> tuple[np.ndarray, np.ndarray]:
    """To train with, and held out."""
    return gather([positions[:30_000], positions[20_000:]], tmp_path_factory.mktemp("set") / "all.set")


def fitted(train: np.ndarray, training: Training, jobs: int = 1) -> Fit:
    fit = Fit(training, first_weights(training.seed))
    for _ in fit.run([Source(train, 1.0)], jobs, 4):
        pass
    return fit


@pytest.mark.check
def test_training_learns(parts):
    train, test = parts
    training = Training(1, 40 * BATCH, 0.0, rate=1e-2)
    before = loss_of(test, first_weights(1), training)
    fit = fitted(train, training)
    assert loss_of(test, fit.weights, training) < 0.5 * before


def test_it_follows_from_the_seed(parts):
    train, _ = parts
    training = Training(2, 3 * BATCH, 0.0)
    assert fitted(train, training).weights.tobytes() == fitted(train, training).weights.tobytes()
    other = fitted(train, Training(3, 3 * BATCH, 0.0))
    assert other.weights.tobytes() != fitted(train, training).weights.tobytes()


@pytest.mark.check
def test_threads_change_nothing_but_rounding(parts):
    train, _ = parts
    training = Training(2, 3 * BATCH, 0.0)
    assert fitted(train, training, jobs=3).weights == pytest.approx(fitted(train, training).weights, abs=1e-3)


def test_resumed_it_ends_as_undisturbed(parts, tmp_path):
    train, _ = parts
    training = Training(4, 6 * BATCH, 0.0)
    path = tmp_path / "fit.npz"
    fit = Fit(training, first_weights(4))
    for _ in fit.run([Source(train, 1.0)], 1, 2):
        fit.save(path)
        if fit.presented == 4 * BATCH:
            break
    again = Fit.load(path, training)
    assert again.presented == 4 * BATCH
    for _ in again.run([Source(train, 1.0)], 1, 2):
        pass
    assert again.weights.tobytes() == fitted(train, training).weights.tobytes()


def test_sources_have_their_shares(positions):
    """A batch takes of each source what it is due, and goes round the smaller one more often."""
    many, few = positions[:30_000].copy(), positions[30_000:35_000].copy()
    many["game"], few["game"] = 1, 2
    seen = []

    class Watched(Fit):
        def _accumulate(self, part, gradients):
            seen.append(part["game"].copy())
            return super()._accumulate(part, gradients)

    fit = Watched(Training(1, 3 * BATCH, 0.0), first_weights(1))
    for _ in fit.run([Source(few, 0.25), Source(many, 0.75)], 1, 1):
        pass
    assert [np.bincount(games).tolist() for games in seen] == [[0, BATCH * 3 // 4, BATCH // 4]] * 3


def test_games_are_held_out_whole_and_nothing_twice(positions, parts):
    train, test = parts
    assert not set(train["game"]) & set(test["game"])
    once = {position.tobytes()[:24] + position.tobytes()[27:28] for position in positions}
    assert len(train) + len(test) == len(once)


def test_nothing_gathered_is_nothing(tmp_path):
    train, test = gather([], tmp_path / "none.set")
    assert (len(train), len(test)) == (0, 0)
    assert [path.name for path in tmp_path.iterdir()] == ["none.set"]


def test_too_few_positions_are_refused(positions):
    with pytest.raises(ValueError, match="too few"):
        next(Fit(Training(1, BATCH, 0.0), first_weights(1)).run([Source(positions[:100], 1.0)], 1, 1))


@pytest.mark.check
def test_the_file_says_what_the_weights_say_so_that_the_hybrid_spreads_as_the_classical_values(parts):
    train, test = parts
    fit = fitted(train, Training(1, 40 * BATCH, 0.0, rate=1e-2))
    spread = spread_of(test, fit.weights)
    network = Network(export(fit.weights, spread.factor, "a test", test))
    values = values_of(test[:500], fit.weights) * spread.factor
    back = values_of(test[:500], starting_weights(network))
    assert np.abs(back - values).mean() < 5
    assert network.made == "a test"
    sums = classical_sums_of(test)
    hybrid = NETWORK_SHARE * values_of(test, starting_weights(network)) + (1 - NETWORK_SHARE) * sums
    assert np.abs(hybrid.clip(-1000, 1000)).mean() == pytest.approx(spread.classical, rel=0.05)
    assert spread.classical == pytest.approx(np.abs(sums.clip(-1000, 1000)).mean())


def test_weights_of_a_file_make_the_same_file(positions):
    network = Weights.drawn(3).network()
    weights = starting_weights(network)
    assert weights.shape == (WEIGHTS,)
    again = starting_weights(Network(export(weights, 1.0, "again", positions)))
    assert np.abs(again - weights).max() < 1 / 64


def test_the_scale_takes_what_output_weights_cannot(positions):
    """The largest weight that training allows, four times as large, is beyond the file's units."""
    weights = starting_weights(Weights.drawn(3).network())
    _, output_start, output_end = parts_of(len(weights))
    weights[output_start] = MAX_WEIGHT
    network = Network(export(weights, 4.0, "spread", positions))
    assert network.scale > SCALE
    back = starting_weights(network)[output_start:output_end]
    assert np.abs(back / 4 - weights[output_start:output_end]).max() < 1 / 64
