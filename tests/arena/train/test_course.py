"""A course from nothing to a network that is gated, interrupted wherever it may be."""

import json

import pytest

from kiebitz.arena.train import course as course_module
from kiebitz.arena.train import fit, gate
from kiebitz.arena.train.course import (
    BEST,
    MOST_LABELS,
    STATE,
    STORE,
    Course,
    CourseError,
    Generation,
    Settings,
    label_share,
)
from kiebitz.arena.train.game_store import labelled_positions
from kiebitz.arena.train.gate import Verdict
from kiebitz.arena.train.trained_game import GAMES
from kiebitz.core.evaluation.network.file import Network
from networks import Weights

SETTINGS = Settings(hours=0.004, seed=5)


class Patient:
    """Lets everything go its way."""

    def stage(self, generation, stage, detail):
        pass

    def progress(self, share, detail):
        pass

    def done(self, generation):
        pass

    def damage(self, damage):
        raise AssertionError(damage)


class Interruptions(Patient):
    """Interrupts each stage once, at its first sign of progress."""

    def __init__(self) -> None:
        self.stages: list[tuple[int, str]] = []
        self.done_with: list[int] = []
        self._interrupted: set[tuple[int, str]] = set()

    def stage(self, generation, stage, detail):
        self.stages.append((generation, stage))

    def progress(self, share, detail):
        assert 0 <= share <= 1
        if self.stages[-1] not in self._interrupted:
            self._interrupted.add(self.stages[-1])
            raise KeyboardInterrupt

    def done(self, generation):
        self.done_with.append(generation.number)


@pytest.fixture
def quick(monkeypatch):
    """Steps of few positions, and matches of two short games."""
    for module in (course_module, fit):
        monkeypatch.setattr(module, "BATCH", 256)
    monkeypatch.setattr(course_module, "FEWEST_GAMES", 2)
    monkeypatch.setattr(course_module, "MOST_GAMES", 2)
    monkeypatch.setattr(course_module, "NODES", 10)
    monkeypatch.setattr(course_module, "LABEL_NODES", 50)
    monkeypatch.setattr(gate, "NODES", 50)
    monkeypatch.setattr(gate, "MOST_MOVES", 20)


def run_through(directory, watcher: Interruptions, settings: Settings) -> int:
    """Run a course as often as it is interrupted; how often."""
    runs = 0
    while not watcher.done_with or watcher.done_with[-1] < settings.generations:
        runs += 1
        try:
            Course(directory, settings, 1, watcher).run()
        except KeyboardInterrupt:
            continue
    return runs


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("deep", "alone"), [(False, False), (False, True), (True, False)], ids=["half", "alone", "deep"]
)
@pytest.mark.parametrize("game", GAMES)
def test_a_course_survives_an_interruption_of_each_stage(tmp_path, quick, game, deep, alone):
    watcher = Interruptions()
    settings = Settings(SETTINGS.hours, SETTINGS.seed, game=game, deep=deep, alone=alone)
    # Three stages of generation 0 and four of the next, each interrupted once, and the run that ends.
    assert run_through(tmp_path, watcher, settings) == 8
    course = Course(tmp_path, settings, 1, watcher)
    first, second = course.generations
    judge = first.checksum if first.classical.better else None
    assert (first.player, second.player) == (None, judge)
    assert first.stays
    assert first.verdict is None
    assert first.classical.games == second.verdict.games == 2
    assert second.core_seconds == pytest.approx(sum(second.seconds.values()), rel=0.01)
    (labels,) = (tmp_path / STORE).glob("*.labels")
    assert second.checksum[:8] not in labels.name
    assert (judge[:8] if judge else "classical") in labels.name
    assert second.games % 64 == 0
    assert 0 < second.labels <= sum(map(len, labelled_positions(tmp_path / STORE, print, GAMES[game])))
    best = Network(course.best_network.read_bytes())
    assert best.checksum == (second if second.stays else first).checksum
    assert f"seed {SETTINGS.seed}" in best.made
    assert (best.game, best.deep) == (GAMES[game].network, deep)
    assert best.judges_by == settings.evaluation == ("network" if deep or alone else "hybrid")
    assert not list(tmp_path.glob("*.set*"))
    before = (tmp_path / STATE).read_bytes()
    course.run()
    assert (tmp_path / STATE).read_bytes() == before


@pytest.mark.nightly
def test_a_store_outlives_its_course(tmp_path, quick):
    """The second course learns from the games of the first, too."""
    labels = []
    for name in ("first", "second"):
        course = Course(tmp_path / name, Settings(0.004, seed=len(name)), 1, Patient(), tmp_path / "store")
        course.run()
        labels.append(course.generations[-1].labels)
    assert labels[1] > labels[0]
    assert len(list((tmp_path / "store").glob("*.games"))) == 2
    assert not (tmp_path / "first" / STORE).exists()


def test_other_directories_are_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(CourseError, match="holds something else"):
        Course(tmp_path, SETTINGS, 1, Interruptions())


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"version": 2, "settings": {"hours": 1}, "generations": 3}'])
def test_a_damaged_state_is_said(tmp_path, content):
    (tmp_path / STATE).write_text(content)
    with pytest.raises(CourseError, match="damaged"):
        Course(tmp_path, SETTINGS, 1, Interruptions())


def test_a_state_of_another_course_or_version_is_said(tmp_path):
    Course(tmp_path, SETTINGS, 1, Interruptions())
    with pytest.raises(CourseError, match=r"0\.004 hours with seed 5"):
        Course(tmp_path, Settings(hours=1, seed=5), 1, Interruptions())
    state = json.loads((tmp_path / STATE).read_text())
    (tmp_path / STATE).write_text(json.dumps(state | {"version": 1}))
    with pytest.raises(CourseError, match="format 1"):
        Course(tmp_path, SETTINGS, 1, Interruptions())


def test_longer_courses_have_more_generations_and_use_their_hours():
    assert [Settings(hours, 1).generations for hours in (0.1, 1, 3, 12)] == [1, 2, 6, 6]
    for hours in (0.1, 1, 12):
        for start in (None, "0123"):
            settings = Settings(hours, 1, start)
            numbers = range(settings.generations + 1)
            stages = [settings.seconds(number, stage) for number in numbers for stage in course_module.STAGES]
            assert sum(stages) == pytest.approx(3600 * hours)
            assert (settings.seconds(0, "fit") == 0) == (start is not None)


def test_a_training_shows_what_its_labels_are_worth_and_its_hours_allow():
    settings = Settings(12, 1)
    assert settings.presentations(1, 1_000_000) == course_module.FEWEST_PRESENTATIONS
    assert settings.presentations(1, 10_000_000) == 150_000_000
    assert Settings(0.1, 1).presentations(1, 10_000_000) < 20_000_000


def test_labels_fill_most_of_a_batch_unless_they_are_very_few():
    assert label_share(2_600_000, 100_000_000) == label_share(10_000_000, 240_000_000) == MOST_LABELS
    assert label_share(100_000, 100_000_000) == 0.04


def test_the_classical_evaluation_judges_until_it_is_beaten(tmp_path):
    def verdict(score):
        return Verdict(2, None, None, score, decided=False, better=score > 0.5)

    course = Course(tmp_path, SETTINGS, 1, Patient())
    assert course._best_judge() is None
    for classical, stays, judge in (
        (verdict(0.4), True, None),
        (verdict(0.6), True, "1"),
        (None, False, "1"),
        (None, True, "3"),  # a network that a course begins with has no match against it
    ):
        number = len(course.generations)
        course.generations.append(Generation(number, checksum=str(number), classical=classical, stays=stays))
        assert course._best_judge() == judge


def test_a_course_from_a_network_leaves_the_first_generation_out(tmp_path, quick):

    network = Weights.drawn(1).network()
    settings = Settings(SETTINGS.hours, 5, network.checksum)
    course = Course(tmp_path, settings, 1, Interruptions())
    course.begin_with(network)
    assert (tmp_path / BEST).read_bytes() == network.data
    with pytest.raises(KeyboardInterrupt):
        course.run()
    assert course.generations[1].player == network.checksum
