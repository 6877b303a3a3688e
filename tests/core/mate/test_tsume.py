"""The mate solver on shogi: what it says is so, by full-width search, whatever becomes of its table."""

import random

import pytest

from full_width import known_problems, mates_within, microcosmos, microcosmos_end, random_problems
from kiebitz.core.mate.design import KEEPINGS, ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.core.shogi.position import ShogiPosition

AMPLE = 1 << 16
LIMIT = 300_000
ALL = (True, False, None)


def solver(entries=AMPLE, keeping="collect unreached", share=0.9, **options):
    return MateSearch(ProofTable(ProofTableDesign(entries, keeping, share)), checks_only=True, **options)


@pytest.mark.parametrize(("sfen", "has_mate", "plies", "known_by"), known_problems())
def test_known_problems(sfen, has_mate, plies, known_by):
    """With a length, and of any length; by the convention that leaves futile drops out, a length is less than here."""
    position = ShogiPosition(sfen)
    if known_by == "strict":
        assert solver().prove(position, (plies + 1) // 2, LIMIT).mate is has_mate
        if has_mate and plies > 1:
            assert solver().prove(position, (plies - 1) // 2, LIMIT).mate is False
    if has_mate:
        proof = solver().prove(position, None, LIMIT)
        assert proof.mate is True
        assert proof.plies >= plies
        assert solver().prove(position, (proof.plies + 1) // 2, LIMIT).mate is True
    assert position.sfen() == ShogiPosition(sfen).sfen()


@pytest.mark.parametrize("limited", [True, False])
def test_it_agrees_with_full_width_search_on_random_problems(limited):
    found = {True: 0, False: 0}
    search = solver(1 << 12)
    for sfen in random_problems(random.Random(1997), 80):
        truth = mates_within(ShogiPosition(sfen), 3)
        if limited:
            assert search.prove(ShogiPosition(sfen), 2, LIMIT).mate is truth, sfen
        else:
            assert search.prove(ShogiPosition(sfen), None, 2_000).mate in ((True,) if truth else ALL), sfen
        found[truth] += 1
    search.table.check_invariants()
    assert min(found.values()) > 10


@pytest.mark.check
@pytest.mark.parametrize("keeping", KEEPINGS)
def test_whatever_is_forgotten_nothing_false_is_proved(keeping):
    """A table of 64 entries for many problems in turn, whose hands and boards meet in it."""
    search = solver(64, keeping, 0.3)
    for sfen in random_problems(random.Random(2002), 40):
        truth = mates_within(ShogiPosition(sfen), 5)
        assert search.prove(ShogiPosition(sfen), 3, 5_000).mate in (truth, None), sfen
        assert search.prove(ShogiPosition(sfen), None, 2_000).mate in ((True, None) if truth else ALL), sfen
        search.table.check_invariants()


@pytest.mark.parametrize(
    "sfen",
    [
        "1k7/9/9/9/9/9/9/9/R8 b - 1",
        "4k4/9/9/9/9/9/9/9/9 b R 1",
        "4k4/9/9/9/9/9/9/9/9 b BP 1",
        "9/9/9/4k4/9/9/9/9/9 b N3n4l 1",
    ],
)
def test_checks_for_ever_are_no_mate(sfen):
    """The king is chased round and round: that is known to lead nowhere, though no line of it ends."""
    proof = solver().prove(ShogiPosition(sfen), None, LIMIT)
    assert proof.mate is False
    assert proof.plies is None
    assert proof.move is None


@pytest.mark.parametrize("plies", [1, 9, 19, 29, 39, pytest.param(49, marks=pytest.mark.check)])
def test_the_end_of_microcosmos(plies):
    proof = solver(1 << 17).prove(ShogiPosition(microcosmos_end(plies)), None, LIMIT)
    assert proof.mate is True
    assert proof.plies >= plies


def test_a_mate_proved_without_a_limit_is_known_wherever_there_are_plies_enough():
    search, position = solver(), ShogiPosition(microcosmos_end(29))
    proof = search.prove(position, None, LIMIT)
    assert search.known_mate(position, proof.plies) == (proof.move, proof.plies)
    assert search.known_mate(position, proof.plies - 2) is None
    within = search.prove(position, (proof.plies + 1) // 2, LIMIT)
    assert within.mate is True
    assert within.nodes < proof.nodes / 100


def test_limits_that_cannot_be_are_refused():
    position = ShogiPosition("4k4/9/4P4/9/9/9/9/9/9 b G 1")
    with pytest.raises(ValueError, match="mate in 0 moves"):
        solver(64).prove(position, 0, 1)
    with pytest.raises(ValueError, match="0 nodes are too few"):
        solver(64).prove(position, None, 0)
    with pytest.raises(ValueError, match="by checks only"):
        MateSearch(ProofTable(ProofTableDesign(64))).prove(position, None, 1)
    with pytest.raises(TypeError, match="can't be searched for in str"):
        solver(64).prove("4k4/9/9/9/9/9/9/9/9 b G 1", None, 1)


def test_the_node_limit_and_a_stop_are_kept():
    sfen, _ = microcosmos()
    search = solver(1 << 12)
    proof = search.prove(ShogiPosition(sfen), None, 1000)
    assert (proof.mate, proof.nodes) == (None, 1000)
    search.stop()
    assert search.prove(ShogiPosition(sfen), None, 1000).nodes == 1


def test_one_solver_serves_both_games_in_turn():
    from kiebitz.core.chess.position import Position

    search = solver()
    for _ in range(2):
        assert search.prove(Position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), 1, LIMIT).move == "a1a8"
        assert search.prove(ShogiPosition("4k4/9/4P4/9/9/9/9/9/9 b G 1"), None, LIMIT).move == "G*5b"


def test_a_table_that_collects_says_what_it_kept():
    search = solver(1 << 10)
    proof = search.prove(ShogiPosition(microcosmos_end(29)), None, 20_000)
    assert proof.collections == search.table.collections > 0
    assert 0 < search.table.survivors <= 0.45 * (1 << 10)
    assert search.table.longest_pause_us > 0


@pytest.mark.parametrize(("keeping", "nodes", "times"), [("collect small", 80, 700), ("collect unreached", 9_000, 9)])
def test_a_large_table_collects_in_slices(keeping, nodes, times):
    """Looked at again and again, in mid-collection too, it is in order and hardly beyond its share.

    Marking must not be interrupted: a search that begins needs other nodes.
    """
    search = solver(1 << 14, keeping, 0.5)
    position, most = ShogiPosition(microcosmos_end(69)), 1 << 13
    for _ in range(times):
        search.prove(position, None, nodes)
        search.table.check_invariants()
        assert search.table.used < 1.25 * most
    assert search.table.collections > 0


def test_its_use_is_told_by_the_first_thousand_entries():
    search = solver(1 << 14)
    assert search.table.permille() == 0
    search.prove(ShogiPosition(microcosmos_end(29)), None, 4_000)
    share = 1000 * search.table.used / (1 << 14)
    assert share / 2 < search.table.permille() < 2 * share
