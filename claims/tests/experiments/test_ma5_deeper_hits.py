"""The rule of MA5: deeper hits are seen, and cost no more than two solutions of a hundred."""

import pytest

from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ma5_deeper_hits import (
    DEPTHS,
    ENDINGS,
    HASH_MB,
    MAX_ROWS,
    MOVES_ONLY,
    TACTICS,
    compare,
    exercises,
    judge,
)

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
MANY, NONE = [(1000, 100), (1000, 110)] * 100, [(1000, 0)] * 200
FEW = [(1000, 0), (1000, 2)] * 20


@pytest.mark.parametrize(
    ("solved", "hits", "verdicts"),
    [
        ((3, 3, 400), MANY, [HOLDS, HOLDS]),
        ((30, 3, 400), MANY, [HOLDS, HOLDS]),
        ((0, 40, 400), MANY, [HOLDS, FAILS]),
        ((3, 10, 400), MANY, [HOLDS, UNDECIDED]),
        ((0, 0, 400), NONE, [FAILS, HOLDS]),
        ((0, 0, 10), FEW, [UNDECIDED, UNDECIDED]),
    ],
)
def test_seen_and_harmless(solved, hits, verdicts):
    judgement = judge({ENDINGS: solved, TACTICS: (0, 0, 1000)}, {ENDINGS: hits, TACTICS: MANY}, 5, [])
    assert [part.verdict for part in judgement.parts] == verdicts


def test_harm_in_either_kind_of_position_counts():
    hits = {ENDINGS: MANY, TACTICS: MANY}
    assert judge({ENDINGS: (0, 0, 400), TACTICS: (0, 40, 400)}, hits, 5, []).parts[1].verdict is FAILS


def test_the_search_with_moves_only_stands_pat_by_bounds_of_the_table():
    """So it finds the move of WAC.124: after 1... g3 2. Rg6+ Kh7 3. Rh6+ Kg7 4. Bxg3 by a mate in the table."""
    (exercise,) = (each for each in exercises(TACTICS) if each.name == "WAC.124")
    with Engine(**options_by_name(MOVES_ONLY, hash_mb=HASH_MB)) as engine:
        trace = engine.trace(exercise.fen, Limit(depth=DEPTHS[TACTICS]), max_nodes=MAX_ROWS).last_iteration()
    assert trace.info.lines[0].moves[0] in exercise.best
    row = 0
    for move in ("g4g3", "c6g6", "g8h7", "g6h6", "h7g7", "f2g3"):
        row = next(child for child in trace.children(row) if trace.moves(child)[-1] == move)
    found = trace.rows[row]
    assert (found["depth"], found["table_depth"]) == (0, 2)
    assert found["evaluation"] < 0 < 31_000 < found["value"]


def test_hits_of_a_greater_depth_are_counted():
    (found,) = compare(exercises(ENDINGS)[-1:], 8)
    assert 0 < found["deeper"] < found["hits"]
    assert len(found["solved"]) == len(found["centipawns"]) == 2
