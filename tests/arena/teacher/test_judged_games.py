"""A program labels the games of a store: it is told the games, and what it says comes back with its positions."""

import shutil
import sys

import numpy as np
import pytest

from commands import refused, run_here
from kiebitz.arena.train.game_store import labelled_positions, series_of
from kiebitz.arena.train.generate import GAMES_A_TASK, GameRecipe, play_games
from kiebitz.arena.train.trained_game import CHESS, SHOGI

pytestmark = pytest.mark.check

PROGRAMS = {
    "chess": f"uci:{sys.executable} -m kiebitz.protocols.uci.loop;Hash=1;name=a judge",
    "shogi": f"usi:{sys.executable} -m kiebitz.protocols.usi.loop;USI_Hash=1;name=a judge",
}
NODES = "60"


@pytest.fixture(scope="module", params=[CHESS, SHOGI], ids=lambda game: game.name)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def store(game, tmp_path_factory):
    recipe = GameRecipe(3, 10, "classical", game=game.name, label_nodes=20, label_every=40)
    store = tmp_path_factory.mktemp("store")
    play_games(recipe, store, 1, lambda games: games < GAMES_A_TASK)
    return store


def relabel(game, store, program, *more):
    return ("train", "--game", game.name, "--store", store, "--relabel", "--teacher", program, "--jobs", "2", *more)


def labelled(game, store) -> np.ndarray:
    return np.concatenate(list(labelled_positions(store, pytest.fail, game)))


def test_a_program_labels_the_games_again(game, store, tmp_path):
    copy = shutil.copytree(store, tmp_path / "copy")
    before = labelled(game, copy)
    asked = relabel(game, copy, PROGRAMS[game.name], "--teacher-nodes", NODES)
    assert "all are labelled" in run_here(*asked).out
    (series,) = series_of(copy, game)
    assert [path.name.split(".")[1] for path in series.labels] == ["a-judge-60", "classical-20"]
    after = labelled(game, copy)
    assert abs(len(after) - len(before)) < 0.3 * len(before)
    assert np.corrcoef(*scores_of_both(game, before, after))[0, 1] > 0.7
    kept = {path.name: path.read_bytes() for path in copy.iterdir()}
    assert "all are labelled" in run_here(*asked).out
    assert {path.name: path.read_bytes() for path in copy.iterdir()} == kept


def scores_of_both(game, before, after):
    """The values of the positions that both judges call quiet."""
    names = [name for name in game.position.names if name not in ("score", "spare")]
    first, second = (
        {tuple(row[name].tobytes() for name in names): int(row["score"]) for row in rows} for rows in (before, after)
    )
    both = first.keys() & second.keys()
    assert len(both) > 0.5 * len(first)
    return [first[row] for row in both], [second[row] for row in both]


def test_a_program_that_can_not_judge_is_refused(game, store, tmp_path):
    copy = shutil.copytree(store, tmp_path / "copy")
    protocol = PROGRAMS[game.name][:4]
    assert "there is no program" in refused(*relabel(game, copy, f"{protocol}no-such-program"))
    assert "plays" in refused(*relabel(game, copy, PROGRAMS["shogi" if game is CHESS else "chess"]))
    assert "--relabel asks a program" in refused(*relabel(game, copy, "null_move=off"))
    ended = run_here(*relabel(game, copy, f"{protocol}{sys.executable} -c pass"))
    assert ended.status == 2
    assert "doesn't start" in ended.err
    assert f"{tmp_path} holds no games of {game.name}" in refused(*relabel(game, tmp_path, PROGRAMS[game.name]))
    assert sorted(path.name for path in copy.iterdir()) == sorted(path.name for path in store.iterdir())
    assert labelled(game, copy).tobytes() == labelled(game, store).tobytes()
