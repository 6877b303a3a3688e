"""Null move policies: what each counts, when each passes, and what refutes a pass."""

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core import parameters
from kiebitz.engine import OptionError

PLAIN = {t.name: 0 for t in parameters.TABLE if (t.minimum, t.maximum) == (0, 1) and not t.names}
MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
POLICIES = parameters.tunable_of("null_move_policy").names
# White mates with his third move, and Black has nothing better than to pass twice.
MATE_IN_THREE = "1k6/8/8/8/8/5R1p/4K2R/8 w - - 0 1"


def depth_of_mate(fen, most, **options):
    """The first iteration that announces a mate, and the moves it takes."""
    with Engine(hash_mb=1, evaluation="classical", **(PLAIN | options)) as engine:
        for line in engine.stream(fen, Limit(depth=most)):
            if line.score.is_mate:
                return line.depth, line.score.mate
    return None


@pytest.mark.parametrize(("reduction", "plies"), [(1, 7), pytest.param(2, 9, marks=pytest.mark.check)])
def test_three_moves_with_a_pass_after_each_count_as_nine_plies(reduction, plies):
    """Donninger: 1.h4 null 2.e4 null 3.d4 corresponds to a variation of nine plies, three real ones only.

    A mate by three such moves is hidden by the passes until the search is that deep; without them five plies show it.
    """
    assert depth_of_mate(MATE_IN_THREE, 5, null_move_policy="off") == (5, 3)
    donninger = {"null_move": 1, "null_move_policy": "donninger", "donninger_margin": 10_000}
    assert depth_of_mate(MATE_IN_THREE, plies, donninger_reduction=reduction, **donninger) == (plies, 3)


def test_the_switch_and_the_policy_off_are_the_same():
    nodes = []
    for options in ({"null_move": False}, {"null_move_policy": "off"}, {"null_move_policy": False}):
        with Engine(hash_mb=4, **options) as engine:
            nodes.append(engine.analyse(MIDDLEGAME, Limit(depth=8)).nodes)
    assert len(set(nodes)) == 1


def test_every_policy_searches_its_own_tree_and_finds_short_mates():
    nodes = set()
    for policy in POLICIES:
        with Engine(hash_mb=4, null_move_policy=policy) as engine:
            mate = engine.analyse("8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1", Limit(depth=8))
            assert (mate.score.mate, mate.best_move) == (2, "c6d7")
            engine.new_game()
            nodes.add(engine.analyse(MIDDLEGAME, Limit(depth=8)).nodes)
    assert len(nodes) == len(POLICIES)


@pytest.mark.parametrize("policy", ["verified", "adaptive"])
def test_a_pass_is_verified_where_zugzwang_threatens(policy):
    """Black to move must give way; with a bishop left he could pass instead. Verification doesn't believe it."""
    # Trébuchet with a knight and a bishop that guard each other's squares: who moves loses.
    fen = "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1"
    options = {"null_move_policy": policy, "null_verification_phase": 4}
    with Engine(hash_mb=16, evaluation="classical", **options) as engine:
        assert engine.analyse(fen, Limit(nodes=200_000)).best_move == "f4d5"


def test_verification_changes_the_tree_of_endings_only():
    ending = "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1"
    for fen, is_changed in ((ending, True), (chess.STARTING_FEN, False)):
        nodes = []
        for phase in (0, 2):
            with Engine(hash_mb=4, evaluation="classical", null_verification_phase=phase) as engine:
                nodes.append(engine.analyse(fen, Limit(depth=10)).nodes)
        assert (nodes[0] != nodes[1]) == is_changed


def test_the_threat_is_what_a_pass_allows():
    # Back-rank mate threatens.
    board = chess.Board("6k1/5ppp/8/8/8/8/3q1PPP/R4RK1 w - - 0 1")
    with Engine(hash_mb=4) as engine:
        quiet = engine.threat(board, Limit(depth=6))
        assert quiet is not None
        assert quiet.score.mate is None
        board.remove_piece_at(chess.A1)
        board.remove_piece_at(chess.F1)
        board.set_piece_at(chess.A2, chess.Piece.from_symbol("R"))
        threat = engine.threat(board, Limit(depth=6))
        assert threat is not None
        assert threat.score.mate == 1


def test_in_check_there_is_no_threat_for_nobody_can_pass():
    with Engine(hash_mb=1) as engine:
        assert engine.threat("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", Limit(depth=4)) is None


def test_the_threatened_man_can_be_ordered_first():
    nodes = []
    for bonus in (0, 8_000):
        with Engine(hash_mb=4, threat_bonus=bonus, evaluation="classical") as engine:
            nodes.append(engine.analyse(MIDDLEGAME, Limit(depth=9)).nodes)
    assert nodes[0] != nodes[1]


def test_an_unknown_policy_is_refused():
    for policy in ("heroic", 4):
        with pytest.raises(OptionError, match="choose off"):
            Engine(null_move_policy=policy)
