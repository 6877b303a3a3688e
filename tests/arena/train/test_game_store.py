"""A store keeps games and labels apart, grows in many sittings, is merged and relabelled, survives kills and damage."""

import os
import random
import shutil
import signal
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from kiebitz.arena.train.block_file import BlockFileError
from kiebitz.arena.train.game_store import StoreError, labelled_positions, merge, series_of
from kiebitz.arena.train.generate import GAMES_A_TASK, GameRecipe, OwnJudge, label_again, play_games
from kiebitz.arena.train.trained_game import SHOGI

pytestmark = pytest.mark.check

RECIPE = GameRecipe(seed=3, nodes=10, evaluation="classical", label_nodes=40, label_every=8)
BETTER = GameRecipe(seed=0, nodes=10, evaluation="classical", label_nodes=200, label_every=8)
KILLS = 8


def played(store, blocks: int, jobs: int = 1, recipe: GameRecipe = RECIPE):
    play_games(recipe, store, jobs, lambda games: games < blocks * GAMES_A_TASK)
    return store


def contents(store) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(store.iterdir())}


def positions(store, told=None) -> np.ndarray:
    return np.concatenate(list(labelled_positions(store, [].append if told is None else told.append)))


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return played(tmp_path_factory.mktemp("store"), 3)


@pytest.fixture
def copy(store, tmp_path):
    return shutil.copytree(store, tmp_path / "copy")


def test_it_holds_games_and_labels(store):
    series = "classical-10-40-of-8-seed3"
    assert sorted(contents(store)) == [f"{series}.classical-40.labels", f"{series}.games"]
    labelled = positions(store)
    assert len(labelled) > 3 * GAMES_A_TASK
    assert len(set(labelled["game"])) > 2 * GAMES_A_TASK
    assert sum(map(len, contents(store).values())) < 400 * 3 * GAMES_A_TASK


def test_processes_and_interruptions_change_nothing(store, tmp_path):
    for blocks in (1, 3):
        interrupted = played(tmp_path / "other", blocks, jobs=2)
    assert contents(interrupted) == contents(store)


def test_a_better_judge_labels_the_games_again(copy):
    games = contents(copy)["classical-10-40-of-8-seed3.games"]
    before = positions(copy)
    assert not label_again(OwnJudge(BETTER, 1), copy, lambda games: False, print)
    assert label_again(OwnJudge(BETTER, 1), copy, lambda games: True, print)
    assert contents(copy)["classical-10-40-of-8-seed3.games"] == games
    (series,) = series_of(copy)
    assert [path.name.split(".")[1] for path in series.labels] == ["classical-200", "classical-40"]
    again = positions(copy)
    assert again.tobytes() != before.tobytes()
    labels = contents(copy)
    assert label_again(OwnJudge(BETTER, 1), copy, lambda games: True, print)
    assert contents(copy) == labels


def test_a_damaged_block_costs_its_games_alone(copy):
    whole = positions(copy)
    chance = random.Random(5)
    for path in sorted(copy.iterdir()):
        data = path.read_bytes()
        for _ in range(20):
            at = chance.randrange(data.index(b"\nblock:\n", 40), len(data))
            path.write_bytes(data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :])
            told = []
            left = positions(copy, told)
            assert 0.5 * len(whole) < len(left) < len(whole)
            assert all(str(path) in str(damage) for damage in told)
        path.write_bytes(data)


def test_stores_are_merged(store, tmp_path):
    other = played(tmp_path / "other", 1, recipe=GameRecipe(4, 10, "classical", label_nodes=40))
    mine = played(tmp_path / "mine", 1)
    assert merge(mine, store) == 2
    assert merge(mine, other) == 2
    assert merge(mine, other) == 0
    assert contents(mine) == contents(store) | contents(other)
    assert merge(store, mine) == 2
    for path in other.iterdir():
        (store / path.name).unlink()


def test_different_games_of_one_name_are_not_merged(copy, store):
    path = copy / "classical-10-40-of-8-seed3.games"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(StoreError, match="different games"):
        merge(copy, store)


CHILD = """
import sys
from pathlib import Path
from kiebitz.arena.train.generate import GameRecipe, play_games
if __name__ == "__main__":
    recipe = GameRecipe(3, 10, "classical", label_nodes=40, label_every=8)
    play_games(recipe, Path(sys.argv[1]), 1, lambda games: print(games, flush=True) or games < 3 * 64)
"""


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_kills_cost_the_last_block_at_most(store, tmp_path):
    """Killed at moments by lot, some time after some blocks, it has written what an undisturbed run writes."""
    script, place = tmp_path / "play.py", tmp_path / "killed"
    script.write_text(CHILD)
    chance = random.Random(7)
    acknowledged = kills = 0
    while kills < KILLS:
        command = [sys.executable, script, place]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        said = [child.stdout.readline() for _ in range(chance.randrange(3))]
        for _ in range(chance.randrange(3_000_000)):
            pass
        os.killpg(child.pid, signal.SIGKILL)
        kills += 1
        said = ("".join(said) + child.communicate()[0]).split()
        if said:
            assert int(said[0]) >= acknowledged
            acknowledged = int(said[-1])
        if acknowledged >= 2 * GAMES_A_TASK:
            break
    played(place, 3)
    assert contents(place) == contents(store)


SHOGI_RECIPE = GameRecipe(seed=3, nodes=10, evaluation="classical", game="shogi", label_nodes=40, label_every=8)


def shogi_positions(store) -> np.ndarray:
    return np.concatenate(list(labelled_positions(store, [].append, SHOGI)))


@pytest.fixture(scope="module")
def shogi_store(tmp_path_factory):
    return played(tmp_path_factory.mktemp("shogi"), 1, recipe=SHOGI_RECIPE)


def test_games_of_shogi_have_a_store_of_their_own(shogi_store, tmp_path):
    """Judged again by a better judge."""
    store = shutil.copytree(shogi_store, tmp_path / "copy")
    series = "shogi-classical-10-40-of-8-seed3"
    assert sorted(contents(store)) == [f"{series}.classical-40.labels", f"{series}.games"]
    before = shogi_positions(store)
    assert before.dtype.itemsize == 56
    assert len(set(before["game"])) > GAMES_A_TASK // 2
    better = replace(SHOGI_RECIPE, seed=0, label_nodes=200)
    assert label_again(OwnJudge(better, 1), store, lambda games: True, print)
    assert shogi_positions(store)["score"].tolist() != before["score"].tolist()


@pytest.mark.parametrize(("own", "other"), [("store", SHOGI_RECIPE), ("shogi_store", RECIPE)])
def test_a_store_of_another_game_is_refused(own, other, tmp_path, request):
    """Whoever writes or reads: nothing is added, and the words name the file."""
    store = shutil.copytree(request.getfixturevalue(own), tmp_path / "copy")
    before = contents(store)
    with pytest.raises(BlockFileError, match=r"\.labels is no file of"):
        played(store, 2, recipe=other)
    assert contents(store) == before
    with pytest.raises(BlockFileError, match="is no file of"):
        list(labelled_positions(store, print, other.trained))
