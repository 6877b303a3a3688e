"""The rule of YA2: on the principal variation wrong entries do no harm, and elsewhere a ply more repairs it."""

import pytest

from kiebitz.core.chess.notation import parse_move
from kiebitz.engine import position_from
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ya2_one_ply_deeper import (
    BELIEVING,
    BESIDE,
    DISTRUSTING,
    MOST_TOO_DEEP,
    PLACES,
    PRINCIPAL,
    SEARCHES,
    Entry,
    Tree,
    judge,
    marks,
    wrong,
)
from kiebitz_claims.measuring.positions import phase_positions

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
FEN = phase_positions("middlegame")[2].fen
CLEAN, AT_ONCE, LATER = (0, 0, 0), (1, 0, 0), (0, 1, 0)
LASTING, LASTING_LATER, BACK_AGAIN = (1, 1, 0), (0, 1, 1), (1, 0, 1)


def planted(harms, openings=70, too_deep=0):
    """Entries of so many openings, one for each of ``harms``."""
    return [Entry(f"{number}", too_deep, harm, CLEAN, (1, 0)) for number in range(openings) for harm in harms]


@pytest.mark.parametrize(
    ("principal", "beside", "believing", "verdicts"),
    [
        # In the author's search nothing does harm: there is nothing to repair, whatever the other does.
        (planted([CLEAN]), planted([CLEAN]), planted([CLEAN]), [HOLDS, HOLDS, UNDECIDED]),
        (planted([CLEAN]), planted([CLEAN]), planted([AT_ONCE]), [CONDITIONALLY, HOLDS, UNDECIDED]),
        (planted([CLEAN]), planted([CLEAN]), planted([LASTING]), [CONDITIONALLY, HOLDS, UNDECIDED]),
        (planted([CLEAN]), planted([AT_ONCE]), planted([AT_ONCE]), [FAILS, HOLDS, HOLDS]),
        (planted([CLEAN]), planted([AT_ONCE]), planted([LASTING]), [FAILS, HOLDS, CONDITIONALLY]),
        (planted([LATER, CLEAN]), planted([BACK_AGAIN]), planted([CLEAN]), [FAILS, FAILS, CONDITIONALLY]),
        (planted([AT_ONCE]), planted([LASTING_LATER]), planted([AT_ONCE]), [FAILS, FAILS, FAILS]),
        # Few openings decide nothing, however many entries stood in them.
        (planted([CLEAN] * 20, 20), planted([AT_ONCE] * 9, 2), planted([CLEAN]), [UNDECIDED, UNDECIDED, UNDECIDED]),
        (planted([CLEAN]), planted([AT_ONCE] * 20, 20), planted([AT_ONCE]), [FAILS, HOLDS, UNDECIDED]),
        ([], planted([CLEAN]), planted([CLEAN]), [HOLDS, UNDECIDED, UNDECIDED]),
        ([], [], [], [UNDECIDED, UNDECIDED, UNDECIDED]),
    ],
)
def test_harmless_distrusted_and_repaired(principal, beside, believing, verdicts):
    entries = {
        (DISTRUSTING, PRINCIPAL): principal,
        (DISTRUSTING, BESIDE): beside,
        (BELIEVING, BESIDE): believing,
    }
    judgement = judge({place: found for place, found in entries.items() if found})
    assert [part.verdict for part in judgement.parts] == verdicts


def test_what_the_other_search_says_of_repair_stands_beside():
    entries = {(DISTRUSTING, PRINCIPAL): planted([CLEAN]), (BELIEVING, BESIDE): planted([LASTING])}
    repaired = judge(entries).parts[2]
    assert {name: part.verdict for name, part in repaired.settings.items()} == {
        DISTRUSTING: UNDECIDED,
        BELIEVING: FAILS,
    }


def test_harm_is_a_pawn_and_a_move_that_the_clean_search_does_not_play_is_marked_beside():
    clean = [(20, 1), (30, 2), (30, 2)]
    assert marks(clean, clean) == [0, 0, 0, 0]
    assert marks(clean, [(119, 2), (-70, 2), (130, 1)]) == [0, 1, 1, 0]
    assert marks(clean, [(20, 3), (30, 1), (30, 2)]) == [0, 0, 0, 1]


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
    assert {row[1] for row in first} <= set(range(MOST_TOO_DEEP + 1))
    assert {len(row) for row in first} == {10}
