"""The rule of D3: in nine of ten tactical positions something hangs, and the static rule ends a quarter fewer nodes."""

from dataclasses import replace

import chess
import numpy as np
import pytest

from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import REASONS
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
from kiebitz_claims.experiments.d3_static_rule_in_tactics import (
    DEPTH,
    EACH,
    MAX_ROWS,
    SETTINGS,
    asked_of,
    count,
    judge,
    kept,
    king_is_attacked,
    man_hangs,
    promotion_looms,
    what_hangs,
)
from kiebitz_claims.measuring.positions import phase_positions, suite

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def counts(share, scatter=1):
    """Of twelve positions: a thousand nodes clearly ahead, and those of them that the rule ended."""
    return [(1000, round(1000 * share) + scatter * (number % 3 - 1)) for number in range(12)]


def hanging(share, positions=320):
    """In so many positions something hangs, in the others nothing."""
    return [number < share * positions for number in range(positions)]


@pytest.mark.parametrize(
    ("sharp", "quiet", "hangs", "verdicts"),
    [
        (counts(0.05), counts(0.2), hanging(0.94), [HOLDS, HOLDS]),
        (counts(0.05), counts(0.05), hanging(0.86), [FAILS, FAILS]),
        (counts(0.1, scatter=50), counts(0.13, scatter=50), hanging(0.9), [UNDECIDED, UNDECIDED]),
        (counts(0.05), counts(0, scatter=0), hanging(1, 35), [UNDECIDED, UNDECIDED]),
        (counts(0.05), counts(0.2), hanging(1, 36), [HOLDS, HOLDS]),
        ([(0, 0)] * 3, counts(0.2), hanging(0.94), [HOLDS, UNDECIDED]),
        (counts(0.05), counts(0.2), [], [UNDECIDED, HOLDS]),
    ],
)
def test_tactics_against_quiet_positions(sharp, quiet, hangs, verdicts):
    assert [part.verdict for part in judge(sharp, quiet, hangs, hanging(0.5)).parts] == verdicts


def test_a_result_of_plan_1_can_be_read():
    result = load(PUBLISHED, "D3").result
    only_nodes = replace(result, tables=tuple(table for table in result.tables if table.title == EACH))
    sharp, quiet, hangs, hangs_in_quiet = kept(only_nodes)
    assert sharp
    assert quiet
    assert hangs == hangs_in_quiet == []


def test_the_rule_ends_some_nodes_but_not_all():
    asked, ended = count(phase_positions("middlegame")[0].fen, 4)
    assert 0 < ended < asked


@pytest.mark.parametrize(
    ("fen", "hangs"),
    [
        ("4k3/8/8/3r4/8/8/3N4/4K3 w - - 0 1", False),
        ("4k3/8/8/3r4/8/8/3N4/6K1 w - - 0 1", True),
        ("4k3/8/8/3r4/8/8/3P4/6K1 w - - 0 1", True),
        ("4k3/8/8/8/8/8/3p4/5K2 w - - 0 1", True),
    ],
)
def test_a_man_hangs_if_the_enemy_wins_by_exchange_after_a_pass(fen, hangs):
    assert man_hangs(fen) is hangs


def test_a_king_and_a_pawn_count_as_what_hangs():
    assert king_is_attacked(chess.Board("4k3/8/8/8/8/5n2/2q5/5RK1 w - - 0 1"))
    assert not king_is_attacked(chess.Board("4k3/8/8/8/8/8/2q5/5RK1 w - - 0 1"))
    assert what_hangs(chess.Board("4k3/8/8/8/8/8/8/q5K1 w - - 0 1")) == (False, True, False)
    assert promotion_looms(chess.Board("4k3/8/8/8/8/8/3p4/6K1 w - - 0 1"))
    assert promotion_looms(chess.Board("4k3/8/8/8/8/3p4/6P1/6K1 w - - 0 1"))
    assert not promotion_looms(chess.Board("4k3/8/8/8/8/3p4/4P3/6K1 w - - 0 1"))
    assert promotion_looms(chess.Board("6k1/6p1/3P4/8/8/8/8/4K3 b - - 0 1"))


@pytest.mark.parametrize("fen", [suite("win_at_chess", 8)[7].fen, phase_positions("middlegame")[5].fen])
def test_what_hangs_is_what_the_core_s_rule_sees(fen):
    """Of nodes where it could be asked it ended just those in which nothing hangs."""
    with Engine(**options_by_name(SETTINGS, hash_mb=1)) as engine:
        trace = engine.trace(fen, Limit(depth=DEPTH - 1), max_nodes=MAX_ROWS)
    ended = trace.rows["reason"] == REASONS.index("static selectivity")
    asked = np.flatnonzero(asked_of(trace.rows))[:400].tolist()
    assert len({bool(ended[row]) for row in asked}) == 2
    for row in asked:
        board = trace.board(row)
        assert any(what_hangs(board)) is not bool(ended[row]), board.fen()
