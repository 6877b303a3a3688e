"""The rule of N5: no mate in an hour with the null move, in ten seconds without; another position refutes nothing."""

import pytest

from kiebitz.lab.claims.judging import Verdict, exactly, more_than
from kiebitz.lab.experiments.n5_mate_hidden_by_null_move import judge, mating, since

HOLDS, _, _, UNDECIDED, _ = Verdict


@pytest.mark.parametrize(
    ("with_null", "without", "verdicts"),
    [
        (more_than(3_600), exactly(10), [HOLDS, HOLDS]),
        (more_than(3_599), more_than(9), [UNDECIDED, UNDECIDED]),
        # What would refute the claim in the article's position.
        (exactly(5), more_than(11), [UNDECIDED, UNDECIDED]),
        (exactly(3_601), exactly(11), [HOLDS, UNDECIDED]),
    ],
)
def test_nimzos_seconds_until_the_mate(with_null, without, verdicts):
    mates = {"nimzo, R = 2": with_null, "nimzo, off": without, "today, off": exactly(0.1)}
    judgement = judge(mates, {"nimzo, R = 2": None, "nimzo, off": None, "today, off": 245_671})
    assert [part.verdict for part in judgement.parts] == verdicts
    assert judgement.remark == "The mate is found by today, off after 245,671 nodes, of 3 searches."


def iteration(depth, move, centipawns):
    return {"depth": depth, "nodes": 100 * depth, "milliseconds": depth, "move": move, "centipawns": centipawns}


def test_the_move_counts_from_where_it_stays():
    lines = [iteration(1, "e1f1", 0), iteration(2, "f2f3", 0), iteration(3, "e1f1", 0), iteration(4, "e1f1", 100_000)]
    assert since({"iterations": lines})["depth"] == 3
    assert since({"iterations": lines[:2]}) is None
    assert mating({"iterations": lines})["depth"] == 4
    assert mating({"iterations": lines[:3]}) is None
