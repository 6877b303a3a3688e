"""A course from nothing to a network that is gated, interrupted wherever it may be."""

import json

import pytest

from kiebitz.arena.train import course as course_module
from kiebitz.arena.train import fit, gate
from kiebitz.arena.train.course import BEST, STATE, Course, CourseError, Settings
from kiebitz.arena.train.sample_file import read_positions
from kiebitz.core.evaluation.network.weights import Network

SETTINGS = Settings(hours=0.004, seed=5)


class Interruptions:
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
    """Steps of few positions, and matches of two games at a clock that tests can wait for."""
    for module in (course_module, fit):
        monkeypatch.setattr(module, "BATCH", 1024)
    monkeypatch.setattr(course_module, "MIN_GATE_GAMES", 2)
    monkeypatch.setattr(course_module, "SECONDS_A_GAME", 1e9)
    monkeypatch.setattr(gate, "TIME_CONTROL", "0.1+0.01")
    monkeypatch.setattr(gate, "MOST_MOVES", 20)


@pytest.mark.slow
def test_a_course_survives_an_interruption_of_each_stage(tmp_path, quick):
    watcher = Interruptions()
    runs = 0
    while not watcher.done_with or watcher.done_with[-1] < SETTINGS.generations:
        runs += 1
        try:
            Course(tmp_path, SETTINGS, 1, watcher).run()
        except KeyboardInterrupt:
            continue
    assert runs == 7  # Two generations of three stages each, interrupted once, and the run that ends.
    course = Course(tmp_path, SETTINGS, 1, watcher)
    first, second = course.generations
    assert (first.player, second.player) == (None, first.checksum)
    assert first.stays
    assert first.verdict.games == second.verdict.games == 2
    assert len(read_positions(tmp_path / "g1.positions")) == second.positions > 0
    best = Network(course.best_network.read_bytes())
    assert best.checksum == (second if second.stays else first).checksum
    assert f"seed {SETTINGS.seed}" in best.made
    before = (tmp_path / STATE).read_bytes()
    course.run()
    assert (tmp_path / STATE).read_bytes() == before


def test_other_directories_are_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(CourseError, match="holds something else"):
        Course(tmp_path, SETTINGS, 1, Interruptions())


def test_another_course_is_not_gone_on_with(tmp_path):
    Course(tmp_path, SETTINGS, 1, Interruptions())
    with pytest.raises(CourseError, match=r"a course of 0\.004 hours with seed 5"):
        Course(tmp_path, Settings(hours=1, seed=5), 1, Interruptions())


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"version": 1, "settings": {"hours": 1}, "generations": 3}'])
def test_a_damaged_state_is_said(tmp_path, content):
    (tmp_path / STATE).write_text(content)
    with pytest.raises(CourseError, match=r"course\.json is damaged"):
        Course(tmp_path, SETTINGS, 1, Interruptions())


def test_a_state_of_another_version_is_said(tmp_path):
    Course(tmp_path, SETTINGS, 1, Interruptions())
    state = json.loads((tmp_path / STATE).read_text())
    (tmp_path / STATE).write_text(json.dumps(state | {"version": 2}))
    with pytest.raises(CourseError, match="of format 2, not 1"):
        Course(tmp_path, SETTINGS, 1, Interruptions())


def test_longer_courses_have_more_generations_and_no_stage_beyond_a_sitting():
    assert [Settings(hours, 1).generations for hours in (0.1, 1, 2, 12)] == [1, 2, 4, 6]
    for hours in (0.1, 1, 12):
        settings = Settings(hours, 1)
        stages = [
            settings.seconds(number, stage)
            for number in range(settings.generations + 1)
            for stage in ("generate", "gate")
        ]
        assert 1800 * hours < sum(stages) < 3600 * hours
        assert max(stages) <= 7200


def test_a_course_from_a_network_leaves_the_first_generation_out(tmp_path, quick):
    from networks import Weights

    network = Weights.drawn(1).network()
    settings = Settings(SETTINGS.hours, 5, network.checksum)
    course = Course(tmp_path, settings, 1, Interruptions())
    course.begin_with(network)
    assert (tmp_path / BEST).read_bytes() == network.data
    with pytest.raises(KeyboardInterrupt):
        course.run()
    assert course.generations[1].player == network.checksum
