"""A network of shogi is learned by the same steps: positions gathered once, fitted, written to a file that says it."""

from dataclasses import replace

import numpy as np
import pytest

from kiebitz.arena.train.block_file import BlockFileError
from kiebitz.arena.train.export import NETWORK_SHARE, export, spread_of, starting_weights
from kiebitz.arena.train.fit import Fit, Source, Training, first_weights, loss_of, values_of
from kiebitz.arena.train.generate import VisitRecipe, visit_positions
from kiebitz.arena.train.sample_file import SampleFile, position_blocks, read_positions
from kiebitz.arena.train.trained_game import CHESS, SHOGI
from kiebitz.arena.train.training_set import classical_sums_of, gather
from kiebitz.core.evaluation.network import games
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.training.shogi_packed_position import unpacked_sfen
from networks import Weights

RECIPE = VisitRecipe(seed=3, nodes=20, evaluation="classical", game="shogi", stride=4)
TRAINING = Training(1, 60 * 16_384, 0.0, rate=1e-2, scale=SHOGI.scale)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("visited") / "visited"
    with SampleFile(path, SHOGI) as output:
        visit_positions(RECIPE, output, 1, lambda positions: output.blocks < 4)
    return path


@pytest.fixture(scope="module")
def parts(file) -> tuple[np.ndarray, np.ndarray]:
    """To train with, and held out."""
    return gather(position_blocks(file, print, SHOGI), file.with_name("all.set"), SHOGI)


@pytest.fixture(scope="module")
def fitted(parts) -> Fit:
    fit = Fit(TRAINING, first_weights(1, SHOGI.weights))
    for _ in fit.run([Source(parts[0], 1.0)], 1, 4):
        pass
    return fit


def test_visited_positions_follow_from_the_recipe(file, tmp_path):
    """However often it is interrupted."""
    for blocks in (1, 4):
        with SampleFile(tmp_path / "again", SHOGI) as output:
            visit_positions(RECIPE, output, 1, lambda positions: output.blocks < blocks)  # noqa: B023
    assert (tmp_path / "again").read_bytes() == file.read_bytes()
    assert read_positions(file, game=SHOGI).dtype == SHOGI.position


def test_files_of_positions_are_of_one_game(file, tmp_path):
    with pytest.raises(BlockFileError, match=r"is no file of 'Kiebitz positions 2'; give one .* of this game"):
        read_positions(file)
    with pytest.raises(BlockFileError):
        SampleFile(file, CHESS)
    with SampleFile(tmp_path / "chess", CHESS):
        pass
    with pytest.raises(BlockFileError, match="is no file of 'Kiebitz positions of shogi 1'"):
        read_positions(tmp_path / "chess", game=SHOGI)


def test_games_are_held_out_whole_and_nothing_twice(file, parts):
    train, test = parts
    assert not set(train["game"]) & set(test["game"])
    names = [unpacked_sfen(position.tobytes()) for position in read_positions(file, game=SHOGI)]
    assert len(train) + len(test) == len(set(names)) < len(names)


def test_training_learns(parts, fitted):
    train, test = parts
    held_out = test if len(test) else train[:500]
    assert loss_of(held_out, fitted.weights, TRAINING) < 0.5 * loss_of(
        held_out, first_weights(1, SHOGI.weights), TRAINING
    )


def test_resumed_it_ends_as_undisturbed(parts, fitted, tmp_path):
    path = tmp_path / "fit.npz"
    fit = Fit(TRAINING, first_weights(1, SHOGI.weights))
    for _ in fit.run([Source(parts[0], 1.0)], 1, 4):
        fit.save(path)
        break
    again = Fit.load(path, TRAINING)
    for _ in again.run([Source(parts[0], 1.0)], 1, 4):
        pass
    assert again.weights.tobytes() == fitted.weights.tobytes()


def test_the_file_says_what_the_weights_say(parts, fitted):
    some = parts[0][:500]
    spread = spread_of(some, fitted.weights, SHOGI)
    network = Network(export(fitted.weights, spread.factor, "a test", some, SHOGI))
    assert network.game is games.SHOGI
    assert network.scale == SHOGI.scale
    values = values_of(some, fitted.weights, SHOGI.scale) * spread.factor
    for position, value in list(zip(some, values, strict=True))[::25]:
        said = network.value(ShogiPosition(unpacked_sfen(position.tobytes())))
        assert (-said if position["side"] else said) == pytest.approx(value, abs=25)
    back = starting_weights(network)
    assert np.abs(values_of(some, back, SHOGI.scale) - values).mean() < 10
    sums = classical_sums_of(some, SHOGI)
    hybrid = NETWORK_SHARE * values_of(some, back, SHOGI.scale) + (1 - NETWORK_SHARE) * sums
    assert np.abs(hybrid.clip(-1000, 1000)).mean() == pytest.approx(spread.classical, rel=0.05)


def test_weights_of_a_file_make_the_same_file(parts):
    drawn = Weights.drawn(3, games.SHOGI).network()
    weights = starting_weights(drawn)
    assert weights.shape == (SHOGI.weights,)
    again = starting_weights(Network(export(weights, 1.0, "again", parts[0][:500], SHOGI)))
    assert np.abs(again - weights).max() < 1 / 64


def test_recipes_name_the_game():
    """So that no series of one game continues the other's."""
    assert RECIPE.player == "classical"
    assert replace(RECIPE, game="chess").trained is CHESS
    with pytest.raises(KeyError):
        replace(RECIPE, game="go").trained  # noqa: B018
