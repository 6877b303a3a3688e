"""The rule of D5: moves, leaves, leaves played out, and the speed that the fifth ply needs."""

import chess
import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
from kiebitz_claims.experiments.d5_brute_force import (
    CAPTURES,
    EXCHANGES,
    GOOD_CAPTURES,
    LONGEST_LINES,
    MOVE_S,
    NEVER,
    PLAYED_OUT,
    RECAPTURES,
    added,
    count_tree,
    in_one_way,
    judge,
    kept,
    positions_with,
    settled,
)

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
GAMES = [f"game {number // 2}" for number in range(20)]


def counts(moves, leaves, deep, scatter=1.02):
    """Of twenty positions, two of a game, around such counts."""
    turns = (number % 5 - 2 for number in range(20))
    return [(moves * scatter**turn, leaves * scatter**turn, deep * scatter**turn) for turn in turns]


def added_by(*extras):
    """Positions added to every leaf by each way, the least first."""
    return {way: [extra] * 20 for way, extra in zip(LONGEST_LINES, extras, strict=True)}


TYPICAL = counts(38, 60_000, 1e8)


@pytest.mark.parametrize(
    ("found", "added_to_leaf", "verdicts"),
    [
        (TYPICAL, added_by(4, 50, 100, 1000), [HOLDS, HOLDS, HOLDS, HOLDS]),
        (TYPICAL, added_by(0.3, 6, 100, 1000), [HOLDS, HOLDS, HOLDS, HOLDS]),
        (TYPICAL, added_by(0.3, 0.5, 0.6, 6), [HOLDS, HOLDS, HOLDS, HOLDS]),
        (counts(20, 10_000, 1e6), added_by(1, 2, 3, 4), [FAILS, FAILS, FAILS, FAILS]),
        (counts(60, 60_000, 1e8), added_by(4, 50, 100, 1000), [FAILS, HOLDS, HOLDS, HOLDS]),
        (TYPICAL, added_by(0.3, 50, 100, 1000), [HOLDS, HOLDS, UNDECIDED, HOLDS]),
        (TYPICAL, added_by(0.3, 0.5, 0.6, 1000), [HOLDS, HOLDS, UNDECIDED, HOLDS]),
        (TYPICAL, added_by(0.3, 15.7, 100, 1000), [HOLDS, HOLDS, UNDECIDED, HOLDS]),
        (counts(38, 600_000, 1e8), added_by(2, 3, 4, 5), [HOLDS, FAILS, FAILS, HOLDS]),
        (
            counts(30, 32_000, NEVER.low * MOVE_S / 6.25, scatter=1.4),
            added_by(5.25, 5.25, 5.25, 5.25),
            [UNDECIDED, UNDECIDED, UNDECIDED, UNDECIDED],
        ),
    ],
)
def test_counts_against_the_article_s(found, added_to_leaf, verdicts):
    assert [part.verdict for part in judge(found, added_to_leaf, GAMES).parts] == verdicts


@pytest.mark.parametrize(
    ("leaves", "verdict"),
    [(199_999, FAILS), (200_000, HOLDS), (999_999, HOLDS), (1_000_000, FAILS)],
)
def test_a_few_hundred_thousand_are_two_to_nine(leaves, verdict):
    found = counts(38, leaves, 1e8, scatter=1)
    # The geometric mean of equal numbers is a rounding away from them.
    within = [Estimate(round(each.value), round(each.low), round(each.high)) for each in _of_ways(found)]
    assert in_one_way({str(number): PLAYED_OUT.judged(each) for number, each in enumerate(within)}).verdict is verdict


def _of_ways(found):
    return [positions_with([leaves for _, leaves, _ in found], [0.0] * 20, GAMES)]


def test_ways_on_both_sides_say_that_others_lie_between():
    judgement = judge(TYPICAL, added_by(0.3, 50, 100, 1000), GAMES)
    assert judgement.verdict is UNDECIDED
    part = judgement.parts[2]
    assert list(part.settings) == list(LONGEST_LINES)


def test_a_result_of_two_ways_can_be_read():
    result = load(PUBLISHED, "D5").result
    found, ways, games = kept(result)
    assert len(found) == len(games) == len(ways[RECAPTURES]) == len(ways[CAPTURES])
    assert {len(each) for each in found} == {3}


def played(fen, *moves):
    board = chess.Board(fen)
    for move in moves:
        board.push_uci(move)
    return board


def test_exchanges_and_checks_are_played_out():
    """A pawn taken and the taker retaken; a queen that would be lost by taking; a check with its evasions."""
    exchange = "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1"
    assert settled(played(exchange, "e4d5"), RECAPTURES, 16) == 1
    assert settled(played(exchange, "e1f2"), RECAPTURES, 16) == 0
    assert settled(played(exchange, "e1f2"), CAPTURES, 4) == 1
    defended = "7k/8/4p3/3p4/4P3/8/8/3QK3 b - - 0 1"
    assert settled(played(defended, "h8h7"), RECAPTURES, 16) == 0
    assert settled(played(defended, "h8h7"), EXCHANGES, 16) == 3
    assert settled(played(defended, "h8h7"), GOOD_CAPTURES, 4) == 3
    assert settled(played(defended, "h8h7"), CAPTURES, 4) == 6
    check = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
    assert settled(played(check, "a1a8"), RECAPTURES, 16) == 3
    assert settled(played(check, "a1a8"), RECAPTURES, 0) == 0


def test_leaves_are_drawn_alike_and_counts_repeat():
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    moves, three, deep, *more = count_tree(fen, 4, 40)
    assert [moves, three, deep, *more] == count_tree(fen, 4, 40)
    board = chess.Board(fen)
    assert moves == board.legal_moves.count()
    assert moves < three < deep
    assert len(more) == len(LONGEST_LINES)
    extras = added(chess.STARTING_FEN, 100)
    assert 0 < extras[0] < extras[-1] < 1
    assert extras == sorted(extras)
