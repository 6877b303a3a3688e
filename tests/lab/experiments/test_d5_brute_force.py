"""The rule of D5: moves, leaves, leaves played out, and the speed that the fifth ply needs."""

import chess
import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.d5_brute_force import (
    CAPTURES,
    MOVE_S,
    PENTIUM,
    RECAPTURES,
    added,
    count_tree,
    judge,
    settled,
)

HOLDS, _, FAILS, UNDECIDED, UNTESTABLE = Verdict
GAMES = [f"game {number // 2}" for number in range(20)]


def counts(moves, leaves, deep, extra, scatter=1.02, captures=1000.0):
    """Of twenty positions, two of a game, around such counts."""
    return [
        (moves * scatter**turn, leaves * scatter**turn, deep * scatter**turn, extra, captures)
        for turn in (number % 5 - 2 for number in range(20))
    ]


@pytest.mark.parametrize(
    ("found", "verdicts"),
    [
        (counts(38, 60_000, 1e8, 4), [HOLDS, HOLDS, HOLDS, HOLDS]),
        (counts(38, 60_000, 1e8, 0.3, captures=6.0), [HOLDS, HOLDS, HOLDS, HOLDS]),
        (counts(20, 10_000, 1e6, 1, captures=2.0), [FAILS, FAILS, FAILS, FAILS]),
        (counts(60, 60_000, 1e8, 4), [FAILS, HOLDS, HOLDS, HOLDS]),
        (counts(38, 60_000, 1e8, 0.3), [HOLDS, HOLDS, UNTESTABLE, HOLDS]),
        (counts(38, 60_000, 1e8, 0.3, captures=15.7), [HOLDS, HOLDS, UNDECIDED, HOLDS]),
        (counts(38, 600_000, 1e8, 2.0), [HOLDS, FAILS, FAILS, HOLDS]),
        (counts(30, 32_000, PENTIUM * MOVE_S / 6.25, 5.25, 1.4, 5.25), [UNDECIDED, UNDECIDED, UNDECIDED, UNDECIDED]),
    ],
)
def test_counts_against_the_article_s(found, verdicts):
    judgement = judge(found, GAMES)
    assert [part.verdict for part in judgement.parts] == verdicts
    assert "positions a second" in judgement.remark


def test_what_can_not_be_tested_says_why_and_does_not_weigh():
    judgement = judge(counts(38, 60_000, 1e8, 0.3), GAMES)
    assert judgement.verdict is HOLDS
    note = judgement.parts[2].note
    assert note.startswith(
        "the article doesn't say how an exchange is played out: of the ways tried recaptures make 78,0"
    )
    assert "and all captures make 60," in note


def played(fen, *moves):
    board = chess.Board(fen)
    for move in moves:
        board.push_uci(move)
    return board


def test_exchanges_and_checks_are_played_out():
    """A pawn taken and the taker retaken; a check with its evasions; a quiet move adds nothing."""
    exchange = "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1"
    assert settled(played(exchange, "e4d5"), RECAPTURES, 16) == 1
    assert settled(played(exchange, "e1f2"), RECAPTURES, 16) == 0
    assert settled(played(exchange, "e1f2"), CAPTURES, 4) == 1
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
    assert len(more) == 2
    by_recaptures, by_captures = added(chess.STARTING_FEN, 100)
    assert 0 < by_recaptures < by_captures < 1
