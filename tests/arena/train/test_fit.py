"""Training learns, is resumed without a trace, mixes its sources, and writes networks that say what it learned."""

from dataclasses import replace

import numpy as np
import pytest

from kiebitz.arena.train import fit as fit_module
from kiebitz.arena.train.block_file import BlockFileError
from kiebitz.arena.train.export import NETWORK_SHARE, export, spread_of, starting_weights
from kiebitz.arena.train.fit import MAX_WEIGHT, SCALE, Fit, Source, Training, add_up, first_weights, loss_of, values_of
from kiebitz.arena.train.generate import VisitRecipe, visit_positions
from kiebitz.arena.train.sample_file import SampleFile, position_blocks, read_positions
from kiebitz.arena.train.trained_game import CHESS, SHOGI
from kiebitz.arena.train.training_set import classical_sums_of, gather
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.training.gradient import parts_of
from kiebitz.core.training.shogi_packed_position import unpacked_sfen
from networks import Weights

pytestmark = pytest.mark.check

BATCH, BLOCKS = 512, 1


@pytest.fixture(scope="module", autouse=True)
def small_batches():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fit_module, "BATCH", BATCH)
        yield


@pytest.fixture(scope="module", params=[CHESS, SHOGI], ids=lambda game: game.name)
def game(request):
    return request.param


def recipe_of(game):
    return VisitRecipe(seed=3, nodes=20, evaluation="classical", game=game.name, stride=4)


@pytest.fixture(scope="module")
def file(game, tmp_path_factory):
    """What searches evaluate."""
    path = tmp_path_factory.mktemp("visited") / "visited"
    with SampleFile(path, game) as output:
        visit_positions(recipe_of(game), output, 1, lambda positions: output.blocks < BLOCKS)
    return path


@pytest.fixture(scope="module")
def parts(game, file) -> tuple[np.ndarray, np.ndarray]:
    """To train with, and held out."""
    return gather(position_blocks(file, print, game), file.with_name("all.set"), game)


def training_of(game, batches, seed=1):
    return Training(seed, batches * BATCH, 0.0, rate=1e-2, scale=game.scale)


def run(fit, train, jobs=1):
    for _ in fit.run([Source(train, 1.0)], jobs, 4):
        pass
    return fit


def fitted_by(game, train, batches, seed=1, jobs=1):
    return run(Fit(training_of(game, batches, seed), first_weights(seed, game.weights)), train, jobs)


@pytest.fixture(scope="module")
def fitted(game, parts) -> Fit:
    return fitted_by(game, parts[0], 60)


def test_visited_positions_follow_from_the_recipe(game, file, tmp_path):
    """However often it is interrupted."""
    for blocks in (1, 2):
        with SampleFile(tmp_path / "again", game) as output:
            visit_positions(recipe_of(game), output, 1, lambda positions: output.blocks < blocks)  # noqa: B023
    assert (tmp_path / "again").read_bytes().startswith(file.read_bytes())
    assert read_positions(file, game=game).dtype == game.position
    other = SHOGI if game is CHESS else CHESS
    for refuse in (lambda: read_positions(file, game=other), lambda: SampleFile(file, other)):
        with pytest.raises(BlockFileError, match="no file of"):
            refuse()


def test_games_are_held_out_whole_and_nothing_twice(game, file, parts):
    train, test = parts
    assert not set(train["game"]) & set(test["game"])
    bare = read_positions(file, game=game).copy()
    for told in ("score", "result", "game"):
        bare[told] = 0
    once = np.unique(bare.view(np.uint8).reshape(len(bare), -1), axis=0)
    assert len(train) + len(test) == len(once) < len(bare)


def test_training_learns(game, parts, fitted):
    train, test = parts
    held_out, share = test if len(test) else train[:500], training_of(game, 60).result_share
    before = loss_of(held_out, first_weights(1, game.weights), share, game.scale)
    assert loss_of(held_out, fitted.weights, share, game.scale) < 0.5 * before


def test_it_follows_from_the_seed_and_threads_change_nothing_but_rounding(game, parts):
    one, again, other, together = (fitted_by(game, parts[0], 3, *more).weights for more in ((2,), (2,), (3,), (2, 3)))
    assert one.tobytes() == again.tobytes() != other.tobytes()
    assert together == pytest.approx(one, abs=1e-3)


def test_resumed_it_ends_as_undisturbed(game, parts, tmp_path):
    training, path = training_of(game, 6), tmp_path / "fit.npz"
    fit = Fit(training, first_weights(1, game.weights))
    for _ in fit.run([Source(parts[0], 1.0)], 1, 2):
        fit.save(path)
        if fit.presented == 4 * BATCH:
            break
    again = Fit.load(path, training)
    assert again.presented == 4 * BATCH
    assert run(again, parts[0]).weights.tobytes() == fitted_by(game, parts[0], 6).weights.tobytes()


def test_the_file_says_what_the_weights_say_so_that_the_hybrid_spreads_as_the_classical_values(game, parts, fitted):
    some = parts[0][:2000]
    spread = spread_of(some, fitted.weights, game)
    network = Network(export(fitted.weights, spread.factor, "a test", some, game))
    assert (network.game, network.made) == (game.network, "a test")
    values = values_of(some, fitted.weights, game.scale) * spread.factor
    back = starting_weights(network)
    assert np.abs(values_of(some, back, game.scale) - values).mean() < 10
    if game is SHOGI:
        for position, value in list(zip(some, values, strict=True))[::100]:
            said = network.value(ShogiPosition(unpacked_sfen(position.tobytes())))
            assert (-said if position["side"] else said) == pytest.approx(value, abs=25)
    sums = classical_sums_of(some, game)
    hybrid = NETWORK_SHARE * values_of(some, back, game.scale) + (1 - NETWORK_SHARE) * sums
    assert np.abs(hybrid.clip(-1000, 1000)).mean() == pytest.approx(spread.classical, rel=0.05)
    assert spread.classical == pytest.approx(np.abs(sums.clip(-1000, 1000)).mean())


def test_weights_of_a_file_make_the_same_file(game, parts):
    weights = starting_weights(Weights.drawn(3, game.network).network())
    assert weights.shape == (game.weights,)
    again = starting_weights(Network(export(weights, 1.0, "again", parts[0][:500], game)))
    assert np.abs(again - weights).max() < 1 / 64


def test_the_scale_takes_what_output_weights_cannot(game, parts):
    """The largest weight that training allows, four times as large, is beyond the file's units."""
    weights = starting_weights(Weights.drawn(3, game.network).network())
    _, output_start, output_end = parts_of(len(weights))
    weights[output_start] = MAX_WEIGHT
    network = Network(export(weights, 4.0, "spread", parts[0][:500], game))
    assert network.scale > SCALE
    back = starting_weights(network)[output_start:output_end]
    assert np.abs(back / 4 - weights[output_start:output_end]).max() < 1 / 64


def test_sources_have_their_shares(game, parts, monkeypatch):
    """A batch takes of each source what it is due, and goes round the smaller one more often."""
    many, few = parts[0][:4000].copy(), parts[0][4000:5000].copy()
    many["game"], few["game"] = 1, 2
    seen = []

    def watched(batch, *others):
        seen.append(batch["game"].copy())
        return add_up(batch, *others)

    monkeypatch.setattr("kiebitz.arena.train.fit.add_up", watched)
    fit = Fit(training_of(game, 3), first_weights(1, game.weights))
    for _ in fit.run([Source(few, 0.25), Source(many, 0.75)], 1, 1):
        pass
    assert [np.bincount(games).tolist() for games in seen] == [[0, BATCH * 3 // 4, BATCH // 4]] * 3


def test_too_few_positions_and_none(game, parts, tmp_path):
    with pytest.raises(ValueError, match="too few"):
        run(Fit(training_of(game, 1), first_weights(1, game.weights)), parts[0][:100])
    assert list(map(len, gather([], tmp_path / "none.set", game))) == [0, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["none.set"]


def test_recipes_name_the_game():
    """So that no series of one game continues the other's."""
    recipe = recipe_of(SHOGI)
    assert recipe.player == "classical"
    assert replace(recipe, game="chess").trained is CHESS
    with pytest.raises(KeyError):
        replace(recipe, game="go").trained  # noqa: B018
