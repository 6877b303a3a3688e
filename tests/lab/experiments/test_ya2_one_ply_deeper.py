"""The rule of YA2: on the principal variation wrong entries do no harm, and elsewhere a ply more repairs it."""

import pytest

from kiebitz.core.chess.notation import parse_move
from kiebitz.engine import position_from
from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.ya2_one_ply_deeper import (
    BELIEVING,
    BESIDE,
    DISTRUSTING,
    PLACES,
    PRINCIPAL,
    SEARCHES,
    Tree,
    judge,
    marks,
    wrong,
)
from kiebitz.lab.measuring.positions import phase_positions

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
FEN = phase_positions("middlegame")[2].fen


def entries(harmed, lasting, games=40, each=8):
    """Entries of so many games: the first ones of each did harm, the first of these still a ply deeper.

    Games with an even number have one more of both, if there is one.
    """
    return [
        (f"game {game}", (int(number < harmed[game % 2]), int(number < lasting[game % 2])))
        for game in range(games)
        for number in range(each)
    ]


@pytest.mark.parametrize(
    ("principal", "believing", "verdicts"),
    [
        (entries((0, 0), (0, 0)), entries((3, 4), (0, 0)), [HOLDS, HOLDS]),
        (entries((3, 4), (2, 3)), entries((3, 4), (2, 3)), [FAILS, FAILS]),
        (entries((0, 1), (0, 0), 12), entries((4, 4), (0, 1), 12), [UNDECIDED, UNDECIDED]),
        (entries((0, 0), (0, 0)), entries((0, 0), (0, 0)), [HOLDS, UNDECIDED]),
        ([], [], [UNDECIDED, UNDECIDED]),
    ],
)
def test_distrusted_and_repaired(principal, believing, verdicts):
    judgement = judge(
        {(DISTRUSTING, PRINCIPAL): principal, (DISTRUSTING, BESIDE): principal, (BELIEVING, PRINCIPAL): believing},
        [(1, 0), (1, 1), (0, 0), (0, 0)],
    )
    assert [part.verdict for part in judgement.parts] == verdicts
    moves = "Another move is played with 50.0% of the wrong entries, and with 25.0% of right ones there."
    assert judgement.remark.endswith(moves) == bool(believing)


def test_harm_is_a_pawn_and_a_move_that_the_clean_search_does_not_play_is_marked_beside():
    clean = [(20, 1), (30, 2)]
    assert marks(clean, clean) == [0, 0, 0, 0]
    assert marks(clean, [(119, 2), (-70, 2)]) == [0, 1, 0, 0]
    assert marks(clean, [(20, 3), (30, 1)]) == [0, 0, 1, 0]


def tree(search, wronged=None):
    """Iterations 4 and 5 of a tree after 1.e4, an entry of its principal variation wronged before."""
    root = position_from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    grown = Tree(root, parse_move(root, "e2e4"), SEARCHES[search])
    for depth in range(1, 4):
        grown.iterate(depth)
    if wronged is not None:
        grown.enter(grown.line[:1], wronged, 3)
    assert grown.line[0] not in grown.brothers(grown.line[:1])
    assert len(grown.brothers(grown.line[:1])) == 19
    return [grown.iterate(depth) for depth in (4, 5)]


def test_the_principal_variation_distrusts_the_table_and_without_its_search_believes_it():
    """A reply is said to win nine pawns. Among moves that are nearly as good any may come a ply later."""
    assert marks(tree(DISTRUSTING), tree(DISTRUSTING, -900))[0] == 0
    assert marks(tree(BELIEVING), tree(BELIEVING, -900))[0] == 1


def test_a_run_repeats_exactly():
    first = wrong(FEN, DISTRUSTING, 4)
    assert first == wrong(FEN, DISTRUSTING, 4)
    assert {row[0] for row in first} == set(PLACES)
