"""A network learns from a teacher, and goes on from its file alone."""

import itertools

import numpy as np
import pytest

from kiebitz.arena.teacher import stream as streams
from kiebitz.arena.teacher.lessons import Lessons
from kiebitz.arena.teacher.stream import FIRST_ROUNDS, Stream
from kiebitz.arena.train.fit import loss_of
from kiebitz.core.evaluation.network.file import Network, read_network
from kiebitz.core.evaluation.nnue.file import nnue_of
from kiebitz.core.training.packed_position import UNKNOWN_RESULT
from nnue_files import made

pytestmark = pytest.mark.check


@pytest.fixture(scope="module")
def teacher():
    return nnue_of(made())


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """An eighth of the positions, in batches an eighth as large, and a rate that is soon high."""
    monkeypatch.setattr(streams, "POSITIONS_A_TASK", 1 << 12)
    monkeypatch.setattr(streams, "BATCH", streams.BATCH // 8)
    monkeypatch.setattr(streams, "WARMING_STEPS", streams.WARMING_STEPS // 8)


def rounds(stream, count):
    """So many rounds that teach."""
    return list(itertools.islice(stream.rounds(lambda: 0.0), count))


def stream(teacher, start=None, **changed):
    return Stream(teacher, start, **({"seed": 3, "jobs": 2, "window": 200_000, "tasks": 1} | changed))


def test_it_learns_what_the_teacher_says_and_goes_on_from_the_file(teacher):
    learning = stream(teacher)
    states = rounds(learning, 3)
    assert states[-1].held_out < states[0].held_out
    assert [state.visited for state in states] == [
        streams.POSITIONS_A_TASK * (FIRST_ROUNDS + number) for number in range(3)
    ]
    network = Network(learning.network().data)
    assert f"taught by {teacher.name}: {states[-1].shown} positions shown" in network.made
    again = stream(teacher, network)
    assert again.shown == states[-1].shown
    rounds(again, 1)
    # Of the same positions: those that it holds out itself are others, and may be harder.
    assert loss_of(learning._held_out, again.mean, 0.0) < states[0].held_out


def test_what_is_shown_follows_from_the_seed(teacher):
    same, other = (stream(teacher, jobs=1, seed=seed) for seed in (3, 4))
    first = stream(teacher, jobs=1)
    for each in (first, same, other):
        rounds(each, 1)
    assert np.array_equal(first.mean, same.mean)
    assert not np.array_equal(first.mean, other.mean)


def test_the_mean_is_of_the_weights_after_every_fourth_step(teacher, monkeypatch):
    learning = stream(teacher, jobs=1)
    seen = []

    def update(weights, *others):
        streams_step(weights, *others)
        seen.append(weights.copy())

    streams_step = streams.step
    monkeypatch.setattr(streams, "step", update)
    rounds(learning, 1)
    assert 8 <= len(seen) < streams.MEAN_STEPS
    assert learning.mean == pytest.approx(np.mean(seen[streams.MEAN_EVERY - 1 :: streams.MEAN_EVERY], 0), abs=1e-6)


def test_who_was_shown_much_goes_on_at_a_lower_rate(teacher, monkeypatch):
    much = stream(teacher)
    much.shown = streams.EASED
    rates = []
    monkeypatch.setattr(streams, "step", lambda *given: rates.append(given[6]))
    for start in (None, much.network()):
        rounds(stream(teacher, start), 1)
    first, again = np.split(np.array(rates), 2)
    assert again == pytest.approx(first / 2)


def test_the_window_holds_the_newest_with_the_teachers_values(teacher):
    learning = stream(teacher, window=5_000)
    rounds(learning, 1)
    window = learning._window.copy()
    assert set(window["result"]) == {UNKNOWN_RESULT}
    scores = window["score"].copy()
    teacher.label(window.view(np.uint8).data)
    assert np.array_equal(scores, np.round(window["score"] * streams.NORMAL))


def test_a_sitting_is_kept_in_one_file_and_judged(teacher, tmp_path, monkeypatch):
    monkeypatch.setattr(streams, "TASKS", 1)
    monkeypatch.setattr(streams, "FIRST_ROUNDS", 1)
    lessons = Lessons(tmp_path / "taught", teacher, 1e-4, 1, 2)
    heard = []
    network = lessons.learn(None, lambda state, share: heard.append((state.shown, share)))
    assert read_network(lessons.path).checksum == network.checksum
    assert heard[-1][0] > 0
    assert lessons.start(None).checksum == network.checksum
    verdict = lessons.judge(network, lambda games, score: heard.append(games), games=2)
    assert verdict.games == 2
    assert heard[-1] == 2
