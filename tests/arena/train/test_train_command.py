"""``kiebitz train`` as a command: which game, games collected without a course, and what is refused."""

import pytest

from commands import refused, run_here
from kiebitz.arena.teacher.lessons import TAUGHT, Lessons
from kiebitz.arena.train.game_store import labelled_positions
from kiebitz.arena.train.trained_game import GAMES
from kiebitz.core.evaluation.network.layers import NetworkError
from kiebitz.core.evaluation.nnue.file import nnue_of
from networks import Weights
from nnue_files import made

SHORT = ("--hours", "0.01", "--jobs", "1")


@pytest.fixture
def quick(monkeypatch):
    """Games and labels of few nodes."""
    monkeypatch.setattr("kiebitz.arena.train.course.NODES", 10)
    monkeypatch.setattr("kiebitz.arena.train.course.LABEL_NODES", 30)
    monkeypatch.setattr("kiebitz.arena.train.command.HOUR_S", 20)


@pytest.mark.check
@pytest.mark.parametrize("game", ["chess", pytest.param("shogi", marks=pytest.mark.nightly)])
def test_games_are_collected_without_a_course(tmp_path, quick, game):
    """In as many sittings as one likes; nothing but the store is written."""
    store = tmp_path / "store"
    counts = [0]
    for _ in range(2):
        done = run_here("train", "--game", game, "--collect", "--store", store, *SHORT, cwd=tmp_path)
        assert done.status == 0
        assert f"Playing {game} for" in done.out
        assert "run the same command again to continue" in done.out
        assert "Traceback" not in done.err
        counts.append(sum(map(len, labelled_positions(store, print, GAMES[game]))))
    assert counts[0] < counts[1] < counts[2]
    assert [path.name for path in tmp_path.iterdir()] == ["store"]
    other = next(other for other in GAMES if other != game)
    done = run_here("train", "--game", other, "--collect", "--store", store, *SHORT, cwd=tmp_path)
    assert done.status == 1
    assert "no file of" in done.err


@pytest.mark.check
def test_a_store_of_shogi_is_labelled_anew(tmp_path, quick):
    store = tmp_path / "store"
    assert run_here("train", "--game", "shogi", "--collect", "--store", store, *SHORT, cwd=tmp_path).status == 0
    network = tmp_path / "a.network"
    network.write_bytes(Weights.drawn(1, GAMES["shogi"].network).network().data)
    done = run_here("train", "--game", "shogi", "--relabel", "--from", network, "--store", store, "--jobs", "1")
    assert "all are labelled" in done.out
    assert len(list(store.glob("*.labels"))) == 2


@pytest.mark.parametrize(("game", "other"), [("chess", "shogi"), ("shogi", "chess")])
def test_a_network_of_another_game_is_no_beginning(tmp_path, game, other):
    network = tmp_path / "a.network"
    network.write_bytes(Weights.drawn(1, GAMES[other].network).network().data)
    words = refused("train", "--game", game, "--from", network, *SHORT, "-o", tmp_path / "course")
    assert f"this is a network of {other}" in words
    assert f"give one of {game}" in words


def test_what_makes_no_sense_is_refused(tmp_path):
    assert "say how long to work" in refused("train", "-o", tmp_path)
    assert "give one of the two" in refused("train", "--collect", "--relabel", "-o", tmp_path)
    assert "moves of chess alone" in refused("train", "--game", "shogi", "--policy", tmp_path, "-o", tmp_path)


@pytest.mark.check
def test_what_is_deep_does_not_begin_with_a_shallow_network(tmp_path):
    shallow = tmp_path / "shallow.network"
    shallow.write_bytes(Weights.drawn(1).packed())
    for asked in (("--deep",), ("--teacher", "some.nnue")):
        assert "is shallow" in refused("train", *asked, "--from", shallow, *SHORT, cwd=tmp_path)
    taught = tmp_path / "taught"
    taught.mkdir()
    (taught / TAUGHT).write_bytes(shallow.read_bytes())
    with pytest.raises(NetworkError, match="is shallow"):
        Lessons(taught, nnue_of(made()), 1.0, 1, 1).start(None)
