"""Asked again with the figures that a stored result keeps, each rule gives the stored verdict, in the same words."""

import math
from itertools import pairwise

import pytest

from kiebitz.lab.claims.experiment import claim_ids, every_experiment, find
from kiebitz.lab.claims.record import load
from kiebitz.lab.measuring.statistics import geometric_mean
from kiebitz.match.elo import Estimate, elo_of_score
from sources import ROOT

RESULTS = ROOT / "experiments" / "results"
NOT_KEPT = {
    "L4": "the share of first moves that refute in the critical trees",
    "M7": "the ends of the match's interval",
    "T1": "the nodes where cuts fell",
    "Y7": "the ends of the match's interval",
}
"""What some rules ask for and their results don't keep as figures."""


def test_every_experiment_has_a_rule():
    assert all(callable(experiment.module.judge) for experiment in every_experiment())


@pytest.mark.parametrize("claim_id", [claim_id for claim_id in claim_ids() if claim_id not in NOT_KEPT])
def test_the_rule_gives_the_stored_verdict(claim_id):
    experiment = find(claim_id)
    result = load(RESULTS, claim_id).result
    asked = globals()[claim_id.lower()](experiment.module, result)
    assert experiment.module.judge(*asked) == (result.verdict, result.why)


# ------------------------------------------------------------------ what each rule is asked with


def elo(score, value, low, high):
    """A match's Elo as its table keeps it: what is infinite is left out."""
    return Estimate(
        elo_of_score(score) if value is None else value,
        -math.inf if low is None else low,
        math.inf if high is None else high,
    )


def measured(result):
    return {measurement.name: measurement.value for measurement in result.measurements}


def e1(module, result):
    names = result.table(module.LADDER).column("era")
    matches = {row[:2]: (row[5], elo(*row[5:])) for row in result.table(module.MATCHES).rows}
    steps = [(newer, older, *matches[newer, older]) for older, newer in pairwise(names)]
    return steps, dict(zip(names, result.table(module.LADDER).column("rating"), strict=True))


def h1(module, result):
    return (list(result.table(module.SPEED_UPS).rows),)


def h2(module, result):
    return (module.fit(result.table(module.CHAINS).rows),)


def h3(module, result):
    gains = {row[1]: elo(*row[3:]) for row in result.table(module.DOUBLINGS).rows}
    return [row[:3] for row in result.table(module.DEPTHS).rows], gains


def l1(module, result):
    trees, runs, fewer, impossible, wrong, *ordered = measured(result).values()
    drawn = {"trees": trees, "runs": runs, "fewer": fewer, "impossible": impossible, "wrong": wrong}
    return module.SHAPES, dict(enumerate(ordered)), drawn


def l2(module, result):
    return module.TREES, measured(result)["windows tried"], measured(result)["exceptions"]


def l3(module, result):
    worlds = {}
    for branching, _, errors in result.table(module.TREES).rows:
        worlds.setdefault(f"independent leaves, {branching} moves", []).append(errors)
    for wrong, noise, depth, errors in result.table(module.ENDING).rows:
        if depth:
            worlds.setdefault(f"KPvK, {noise:.0%} wrong {wrong}", []).append(errors)
    for style, _, _, errors, _ in result.table(module.ENGINE).rows:
        worlds.setdefault(f"{style}{module.ENDINGS}", []).append(errors)
    _, _, spoiled, errors, _ = result.table(module.ENGINE).rows[0]
    return worlds, round(spoiled / errors)


def l5(module, result):
    figures = measured(result)
    return figures["random trees"], figures["nodes compared"], figures["exceptions"]


def m1(module, result):
    ends = {order: after for order, _, _, after in result.tables[0].rows}
    return set(ends.values()), measured(result)


def m2(module, result):
    means = {(row[0], row[2]): Estimate(*row[4:7]) for row in result.table(module.MEANS).rows}
    return means, max(result.table(module.EACH).column("permille"))


def m3(module, result):
    return (list(result.table(module.RUNS).rows),)


def m4(module, result):
    return (list(result.table(module.RATES).rows),)


def m5(module, result):
    ratios = {row[:3]: Estimate(*row[3:]) for row in result.table(module.RATIOS).rows}
    first_moves = {row[:3]: row[4] for row in result.table(module.NODES).rows}
    return ratios, first_moves, min(result.table(module.RATIOS).column("MB"))


def m6(module, result):
    rows = result.table(module.BY_DEPTH).rows
    return ({row[:2]: (Estimate(*row[3:6]), Estimate(*row[6:])) for row in rows},)


def n1(module, result):
    plies = {row[:2]: Estimate(*row[3:]) for row in result.table(module.DEPTHS).rows}
    gains = {row[:2]: elo(*row[5:]) for row in result.table(module.GAMES).rows}
    return (
        plies["nimzo", "R = 2"],
        gains["nimzo, R = 2", "nimzo, off"],
        plies["today", "adaptive"],
        gains["today, adaptive", "today, off"],
    )


def n2(module, result):
    ratios = [(row[0], row[5]) for row in result.table(module.BY_DEPTH).rows]
    return ratios, measured(result)["nodes below null moves that failed"] / 100


def n3(module, result):
    return ({row[0]: row[3] for row in result.table(module.FACTORS).rows},)


def n4(module, result):
    return ([(row[0], elo(*row[4:])) for row in result.table(module.GAINS).rows],)


def n5(module, result):
    return (
        {
            row[0]: None if row[4] is None else {"depth": row[4], "nodes": row[5], "milliseconds": 1000 * row[6]}
            for row in result.table(module.RUNS).rows
        },
    )


def n6(module, result):
    rows = result.table(module.SOLVED).rows
    solved = {row[:2]: {"solved": row[2], "called": row[5]} for row in rows}
    return solved, {row[0]: row[3] for row in rows if row[0] != module.ZUGZWANGS}


def n7(module, result):
    return ({row[0]: row[4] / 100 for row in result.table(module.RATES).rows if row[1] == "whole"},)


def n8(module, result):
    return ({tuple(name.split(", ")[1:]): factor for name, factor in measured(result).items()},)


def n9(module, result):
    solved = {rule: number for rule, number, _ in result.table(module.SOLVED).rows}
    gains = {row[:2]: elo(*row[5:]) for row in result.table(module.GAMES_PLAYED).rows}
    return solved, result.table(module.SOLVED).rows[0][2], gains["strict", "relaxed"]


def t2(module, result):
    minimax, alphabeta, _ = measured(result).values()
    return minimax, alphabeta


def y1(module, result):
    return ([(row[0], row[3], Estimate(*row[4:])) for row in result.table(module.BY_SIZE).rows],)


def y2(module, result):
    return {row[0]: (row[2], elo(*row[3:])) for row in result.table(module.MATCHES).rows}, module.NODES


def y3(module, result):
    difference = result.measurements[0]
    low, high = difference.value - difference.error, difference.value + difference.error
    ratio = geometric_mean(ours / theirs for _, ours, theirs in result.table(module.SPEEDS).rows)
    return Estimate(difference.value, low, high), ratio


def y4(module, result):
    runs, pairs = result.table(module.RUNS).rows, result.table(module.PAIRS).rows
    return {row[0]: row[3] for row in runs}, runs[0][4], pairs[0][2:4], pairs[1][2:4], runs[0][6]


def y5(module, result):
    small = sorted(set(result.table(module.SOLVED).column("entries")))[:-1]
    solved = {}
    for memory, way, entries, _, number, *_ in result.table(module.SOLVED).rows:
        if entries in small:
            solved[memory, way] = solved.get((memory, way), 0) + number
    # What could be solved in all follows from the shares lost.
    lost, solvable = {}, {}
    for (memory, way), number in solved.items():
        share = measured(result)[f"lost with small tables, {way} ({memory})"] / 100
        chances = round(number / (1 - share))
        lost[memory, way], solvable[memory] = chances - number, chances // len(small)
    return lost, solvable, len(small)


def y6(module, result):
    half, tenth, *_ = (value / 100 for value in measured(result).values())
    return half, tenth, [row[2:5] for row in result.table(module.FILL).rows]


def y8(module, result):
    return ({row[0]: Estimate(*row[2:5]) for row in result.table(module.RATIOS).rows},)
