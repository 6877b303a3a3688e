"""ProbCut: a capture that a shallower search finds far above beta ends the node."""

from kiebitz.core.trace import KINDS
from traced_node import ALONE, HIGH, SEARCHED, TABLE, TracedNode

# Black has put his queen where the knight takes it.
FEN, PATH = "4k3/pp6/3q4/8/8/2N5/PP6/4K2R b - - 0 1", ("d6d5",)


def node(known=None, **values):
    return TracedNode(FEN, PATH, known=known, **(ALONE | {"prob_cut": 1} | values))


def test_a_capture_far_above_beta_ends_the_node():
    cut = node().search(6, 99, 100)
    assert cut.reason == "ProbCut"
    assert cut.value >= 100
    assert [KINDS[row["kind"]] for row in cut.first_searches][:1] == ["quiescence"]
    assert node(prob_cut=0).search(6, 99, 100).value >= 100, "the whole search agrees"


def test_elsewhere_the_moves_are_searched():
    assert node().search(4, 99, 100).reason in SEARCHED, "too near the horizon"
    assert node().search(6, -100, 100).reason in SEARCHED, "the principal variation"
    assert node().search(6, HIGH, HIGH + 1).reason in SEARCHED, "no capture gains so much"


def test_the_table_may_deny_it_and_learns_of_it():
    denied = {(): {"value": 50, "depth": 3, "bound": 1}}
    assert node(denied, **TABLE).search(6, 99, 100).reason != "ProbCut"
    cut = node(**TABLE)
    assert cut.search(6, 99, 100).reason == "ProbCut"
    assert cut.search(3, 99, 100).reason == "table hit"
