import random
from dataclasses import replace

import pytest

from kiebitz.arena.match.elo import score_of_elo
from kiebitz.arena.tune.spsa import Knob, Run

KNOBS = (Knob("near", 40, 0, 100, 5), Knob("far", 700, 0, 1000, 60))


def answered(run, best, seed, portion=8):
    """What is believed after a run in which a setting is worse by the squares of its distances from the best."""
    chance, values = random.Random(seed), run.start()

    def elo(setting):
        return -sum(100 * ((setting[knob.name] - best[knob.name]) / (10 * knob.step)) ** 2 for knob in run.knobs)

    for first in range(1, run.pairs + 1, portion):
        points = []
        for number in range(first, min(first + portion, run.pairs + 1)):
            question = run.question(number, values)
            share = score_of_elo(elo(question.plus) - elo(question.minus))
            points.append((number, sum((chance.random() < share) for _ in range(2))))
        values = run.learned(values, points)
    return values


@pytest.mark.check
def test_numbers_go_where_games_are_won():
    best = {"near": 60, "far": 400}
    found = answered(Run(KNOBS, 20_000, rate=0.02), best, 1)
    for knob in KNOBS:
        left = abs(found[knob.name] - best[knob.name]) / abs(knob.start - best[knob.name])
        assert left < 0.5, (knob.name, found)


def test_nothing_is_learned_from_draws_and_bounds_hold():
    run = Run(KNOBS, 100)
    assert run.learned(run.start(), [(number, 1.0) for number in range(1, 9)]) == run.start()
    fast = replace(run, rate=10.0)
    assert all(0 <= value <= 1000 for value in fast.learned(run.start(), [(1, 2.0), (2, 2.0)]).values())
    edge = Run((Knob("edge", 0, 0, 10, 5),), 10)
    assert all(edge.question(number, edge.start()).minus["edge"] >= 0 for number in range(1, 11))


def test_who_wins_is_gone_towards():
    run = Run(KNOBS, 100)
    question = run.question(3, run.start())
    won, lost = (run.learned(run.start(), [(3, points)]) for points in (2.0, 0.0))
    for knob in KNOBS:
        direction = question.plus[knob.name] - question.minus[knob.name]
        assert (won[knob.name] - knob.start) * direction > 0
        assert won[knob.name] - knob.start == pytest.approx(knob.start - lost[knob.name])


def test_the_schedule_ends_at_step_and_rate():
    run = Run((Knob("number", 500, 0, 1000, 10),), 1000, rate=0.01)
    first, last = (abs(run.learned(run.start(), [(number, 1.5)])["number"] - 500) for number in (1, 1000))
    assert last == pytest.approx(0.01 * 10)  # a / c for one game won more than lost
    assert first > 2 * last
    distances = {number: run.question(number, run.start()) for number in (1, 1000)}
    assert abs(distances[1000].plus["number"] - 500) in (10, 11, 9)
    assert abs(distances[1].plus["number"] - 500) in (19, 20, 21)  # 10 * 1000 ** 0.101


def test_whole_numbers_are_exact_on_the_average():
    run = Run((Knob("number", 7.3, 0, 100, 0.5),), 4000)
    shown = [run.question(number, run.start()) for number in range(1, 4001)]
    mean = sum(each.plus["number"] + each.minus["number"] for each in shown) / len(shown) / 2
    assert mean == pytest.approx(7.3, abs=0.05)


def test_a_seed_says_all():
    run = Run(KNOBS, 50)
    assert run.question(9, run.start()) == run.question(9, run.start()) != run.question(10, run.start())
    assert replace(run, seed=2).question(9, run.start()) != run.question(9, run.start())
