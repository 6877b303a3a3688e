"""The rule of Y8: with the table alone surely fewer nodes than afresh, and more with the overfilled table."""

import pytest

from kiebitz.engine import Engine
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.y8_multipv_reuses_table import (
    BOTH,
    FORGETTING,
    HISTORIES_ALONE,
    TABLE_ALONE,
    judge,
)
from kiebitz_claims.measuring.searching import search

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
GAMES = [f"game {number // 2}" for number in range(16)]
FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


def ratios(middle, scatter=1.05):
    """Of 16 positions, two of a game, around such a ratio."""
    return [middle * scatter ** (number % 5 - 2) for number in range(16)]


@pytest.mark.parametrize(
    ("small", "large", "verdicts"),
    [
        (ratios(0.6), ratios(0.4), [HOLDS, HOLDS]),
        (ratios(1.5), ratios(0.4), [FAILS, HOLDS]),
        (ratios(0.3), ratios(0.4), [HOLDS, FAILS]),
        (ratios(0.99, 2.0), ratios(0.99, 1.9), [UNDECIDED, UNDECIDED]),
    ],
)
def test_less_than_afresh_and_more_with_the_small_table(small, large, verdicts):
    found = {TABLE_ALONE: {1: small, 64: large}}
    found |= {state: {1: ratios(0.5, 1.0), 64: ratios(0.5, 1.0)} for state in (BOTH, HISTORIES_ALONE)}
    assert [part.verdict for part in judge(found, GAMES).parts] == verdicts


def test_one_size_says_nothing_about_the_table_s_use():
    found = {state: {1: ratios(0.5)} for state in (BOTH, TABLE_ALONE, HISTORIES_ALONE)}
    assert [part.verdict for part in judge(found, GAMES).parts] == [HOLDS, UNDECIDED]


def test_what_is_kept_and_what_is_forgotten():
    """A table alone knows the position, histories alone order its moves otherwise than afresh."""
    known, nodes = {}, {}
    for state, forget in FORGETTING.items():
        with Engine(hash_mb=2, evaluation="classical") as engine:
            search(engine, FEN, depth=8)
            forget(engine)
            assert engine.hash_mb == 2
            known[state] = engine.table.look_up(FEN) is not None
            nodes[state] = search(engine, FEN, depth=8)["nodes"]
    with Engine(hash_mb=2, evaluation="classical") as engine:
        afresh = search(engine, FEN, depth=8)["nodes"]
    assert known == {BOTH: True, TABLE_ALONE: True, HISTORIES_ALONE: False}
    assert len({*nodes.values(), afresh}) == 4
