"""A mate that is proved is played through to its end, and an effort is kept to."""

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core.chess.notation import push
from kiebitz.core.chess.position import Position
from kiebitz.core.mate.design import ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.engine.mate_prover import SLICE_NODES, MateProver, to_the_mate
from sources import DATA

SUITE = DATA / "epd" / "mates_dm1_15.epd"
AMPLE = 1 << 18


def mates(longest):
    """Every eighth mate of the suite, no longer than ``longest``, as (FEN, moves)."""
    found = []
    for line in SUITE.read_text().splitlines()[::8]:
        board = chess.Board()
        moves = board.set_epd(line)["dm"]
        if moves <= longest:
            found.append((board.fen(), moves))
    return found


def prover(**options):
    return MateProver(MateSearch(ProofTable(ProofTableDesign(AMPLE, "collect small"))), **options)


@pytest.mark.parametrize("more", [0, 3])
@pytest.mark.parametrize(("fen", "moves"), mates(5))
def test_the_line_is_a_mate_of_the_length_known(fen, moves, more):
    position = Position(fen)
    at_work = prover()
    assert at_work.has_mate(position, moves + more, 2_000_000)
    mate = at_work.line(position, moves + more)
    board = chess.Board(fen)
    for move in mate.line:
        board.push_uci(move)
    assert board.is_checkmate()
    assert moves <= mate.moves <= moves + more
    assert len(mate.line) == 2 * mate.moves - 1 or more
    assert position.fen() == Position(fen).fen()


def test_only_the_first_moves_asked_for_are_tried():
    position = Position("6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1")
    at_work = prover()
    assert at_work.has_mate(position, 1, 1_000)
    assert at_work.has_mate(position, 1, 1_000, ["b1b2", "h1g1"]) is False
    assert at_work.has_mate(position, 1, 1_000, ["b1b2", "b1b8"])
    assert at_work.line(position, 1, ["b1b2", "b1b8"]) == (1, ("b1b8",))
    ladder = Position("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
    assert at_work.has_mate(ladder, 2, 1_000, ["b1b7"])
    assert at_work.line(ladder, 2, ["b1b7"]) == (2, ("b1b7", "h8g8", "a2a8"))
    assert at_work.has_mate(ladder, 2, 1_000, ["b1b2"]) is False


def test_effort_and_orders_are_kept_to():
    hard = Position("r1b1k2r/ppp2ppp/2n5/3qp3/1b1P4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 1")
    at_work = prover()
    assert at_work.has_mate(hard, 9, 5_001) is None
    assert at_work.nodes == 5_001
    looks = iter([False, False, False, False, True, True])
    ordered = prover(must_end=lambda nodes: next(looks))
    assert ordered.has_mate(hard, 9, 1_000_000) is None
    assert 2 * SLICE_NODES < ordered.nodes <= 3 * SLICE_NODES


def test_a_line_is_played_on_to_its_mate_by_either_side():
    fen, moves = mates(4)[-1]
    assert moves == 4
    position = Position(fen)
    at_work = prover()
    assert at_work.has_mate(position, moves, 1_000_000)
    whole = at_work.line(position, moves).line
    for known in range(len(whole) + 1):
        line = to_the_mate(position, whole[:known], moves)
        assert len(line) == 2 * moves - 1
        board = chess.Board(fen)
        for move in line:
            board.push_uci(move)
        assert board.is_checkmate()
    mated = Position(fen)
    push(mated, whole[0])
    assert len(to_the_mate(mated, whole[1:2], 1 - moves)) == 2 * moves - 2


@pytest.mark.check
def test_a_line_without_a_provable_end_stays_as_it_is():
    assert to_the_mate(Position(), ("e2e4",), 5) == ("e2e4",)
    assert to_the_mate(Position(), ("e2e4",), -5) == ("e2e4",)


@pytest.mark.check
def test_the_mate_that_a_search_finds_is_played_to_its_end():
    """The lines of these searches, as they come, are some plies short of the mate."""
    with Engine(evaluation="classical") as engine:
        for fen in (
            "5K2/1bPp4/3p3p/3pk3/6n1/3Qp2N/8/1B6 w - - 0 1",
            "8/6p1/2K1k1B1/5N2/2p5/2B5/8/8 w - - 0 1",
        ):
            engine.new_game()
            line = engine.analyse(fen, Limit(nodes=400_000)).lines[0]
            board = chess.Board(fen)
            for move in line.moves:
                board.push_uci(move)
            assert board.is_checkmate()
            assert line.score.mate == (len(line.moves) + 1) // 2
