"""Training learns, is resumed without a trace, mixes its sources, and completes another evaluation."""

import numpy as np
import pytest

from kiebitz.arena.train.export import export, spread_of, starting_weights
from kiebitz.arena.train.fit import (
    BATCH,
    MAX_WEIGHT,
    SCALE,
    Fit,
    Source,
    Training,
    first_weights,
    loss_of,
    mixed_values,
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


def source(positions: np.ndarray) -> Source:
    return Source(positions, 1.0, classical_sums_of(positions, 2))


def fitted(train: np.ndarray, training: Training, jobs: int = 1) -> Fit:
    fit = Fit(training, first_weights(training.seed))
    for _ in fit.run([source(train)], jobs, 4):
        pass
    return fit


@pytest.mark.parametrize(("share", "left"), [(1.0, 0.5), (0.5, 0.75)])
def test_training_learns(parts, share, left):
    train, test = parts
    training = Training(1, 40 * BATCH, 0.0, rate=1e-2, share=share)
    before = loss_of(source(test), first_weights(1), training)
    fit = fitted(train, training)
    assert loss_of(source(test), fit.weights, training) < left * before


def test_half_a_network_and_half_the_sum_are_what_is_learned(parts):
    _, test = parts
    weights = Weights.drawn(3).network()
    weights = starting_weights(weights)
    mixed = mixed_values(source(test), weights, 0.5)
    assert mixed == pytest.approx((values_of(test, weights) + classical_sums_of(test, 1)) / 2, abs=0.01)


def test_it_follows_from_the_seed(parts):
    train, _ = parts
    training = Training(2, 3 * BATCH, 0.0)
    assert fitted(train, training).weights.tobytes() == fitted(train, training).weights.tobytes()
    other = fitted(train, Training(3, 3 * BATCH, 0.0))
    assert other.weights.tobytes() != fitted(train, training).weights.tobytes()


def test_threads_change_nothing_but_rounding(parts):
    train, _ = parts
    training = Training(2, 3 * BATCH, 0.0)
    assert fitted(train, training, jobs=3).weights == pytest.approx(fitted(train, training).weights, abs=1e-3)


def test_resumed_it_ends_as_undisturbed(parts, tmp_path):
    train, _ = parts
    training = Training(4, 6 * BATCH, 0.0, share=0.5)
    path = tmp_path / "fit.npz"
    fit = Fit(training, first_weights(4))
    for _ in fit.run([source(train)], 1, 2):
        fit.save(path)
        if fit.presented == 4 * BATCH:
            break
    again = Fit.load(path, training)
    assert again.presented == 4 * BATCH
    for _ in again.run([source(train)], 1, 2):
        pass
    assert again.weights.tobytes() == fitted(train, training).weights.tobytes()


def test_sources_have_their_shares(positions):
    """A batch takes of each source what it is due, and goes round the smaller one more often."""
    many, few = positions[:30_000].copy(), positions[30_000:35_000].copy()
    many["game"], few["game"] = 1, 2
    seen = []

    class Watched(Fit):
        def _accumulate(self, part, others, gradients):
            seen.append(part["game"].copy())
            return super()._accumulate(part, others, gradients)

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
        next(Fit(Training(1, BATCH, 0.0), first_weights(1)).run([source(positions[:100])], 1, 1))


def test_a_network_that_completes_needs_the_sums(positions):
    with pytest.raises(ValueError, match="needs its sums"):
        next(Fit(Training(1, BATCH, 0.0, share=0.5), first_weights(1)).run([Source(positions, 1.0)], 1, 1))


@pytest.mark.slow
@pytest.mark.parametrize("share", [1.0, 0.5])
def test_the_file_says_what_the_weights_say_spread_as_the_classical_values(parts, share):
    train, test = parts
    fit = fitted(train, Training(1, 40 * BATCH, 0.0, rate=1e-2, share=share))
    spread = spread_of(source(test), fit.weights, share)
    network = Network(export(fit.weights, spread.factor, "a test", test))
    values = values_of(test[:500], fit.weights) * spread.factor
    back = values_of(test[:500], starting_weights(network))
    assert np.abs(back - values).mean() < 5
    assert network.made == "a test"
    scaled = np.abs(mixed_values(source(test), starting_weights(network), share).clip(-1000, 1000)).mean()
    assert scaled == pytest.approx(spread.classical, rel=0.05)
    assert spread.classical == pytest.approx(np.abs(classical_sums_of(test, 1).clip(-1000, 1000)).mean())


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
