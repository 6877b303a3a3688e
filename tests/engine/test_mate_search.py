"""A search for a mate: proved first, and searched for where it can't be proved; orders are obeyed in both."""

import gc
import time

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core.mate.table import ProofTable
from kiebitz.engine.bench import POSITIONS
from kiebitz.engine.score import Score
from sources import DATA

SUITE = DATA / "epd" / "mates_dm1_15.epd"
KIWIPETE = POSITIONS[1]
TWO_MATES = "6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1"


@pytest.fixture
def engine():
    with Engine(hash_mb=2) as engine:
        yield engine


def mates(moves, each):
    """So many of the suite's mates in so many moves, as FENs."""
    found = []
    for line in SUITE.read_text().splitlines():
        board = chess.Board()
        if board.set_epd(line)["dm"] == moves:
            found.append(board.fen())
    return found[:each]


def assert_mates(fen, line):
    """The line ends in mate, and its score says so."""
    board = chess.Board(fen)
    for move in line.moves:
        board.push_uci(move)
    assert board.is_checkmate()
    assert line.score == Score(mate=(len(line.moves) + 1) // 2)


@pytest.mark.check
def test_most_mates_are_found_to_the_last_move_within_the_nodes(engine):
    found = 0
    tasks = [(moves, fen) for moves in (3, 6, 8, 11, 14) for fen in mates(moves, 40)[::20]]
    for moves, fen in tasks:
        stream = engine.stream(fen, Limit(mate=moves, nodes=100_000))
        lines = list(stream)
        info = stream.info
        assert info.nodes <= 105_000
        if info.score.mate is not None:
            assert 0 < info.score.mate <= moves
            assert_mates(fen, info.lines[0])
            assert (lines[-1].moves, lines[-1].score) == (info.lines[0].moves, info.score)
            found += 1
    assert found > len(tasks) // 2


@pytest.mark.parametrize("moves", [1, 2, 3, pytest.param(4, marks=pytest.mark.full)])
def test_short_mates_are_exact(engine, moves):
    for fen in mates(moves, 40):
        line = engine.analyse(fen, Limit(mate=moves)).lines[0]
        assert line.score.mate == moves, fen
        assert_mates(fen, line)
        if moves > 1:
            # A longer one may show, but none so short.
            shorter = engine.analyse(fen, Limit(mate=moves - 1)).score.mate
            assert shorter is None or shorter >= moves, fen


def test_a_mate_that_takes_longer_is_refuted_and_a_move_found(engine):
    fen = mates(4, 1)[0]
    info = engine.analyse(fen, Limit(mate=3))
    assert info.score.mate is None
    assert chess.Move.from_uci(info.best_move) in chess.Board(fen).legal_moves
    assert engine.analyse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limit(mate=2)).is_stalemate


def test_every_line_asked_for_begins_otherwise(engine):
    info = engine.analyse(TWO_MATES, Limit(mate=1), multipv=3)
    assert [(line.rank, line.moves) for line in info.lines] in (
        [(1, ("a1a8",)), (2, ("b1b8",))],
        [(1, ("b1b8",)), (2, ("a1a8",))],
    )
    for line in info.lines:
        assert_mates(TWO_MATES, line)


def test_of_the_moves_asked_for_only(engine):
    assert engine.analyse(TWO_MATES, Limit(mate=1), searchmoves=["b1b8", "h1g1"]).pv == [chess.Move.from_uci("b1b8")]
    info = engine.analyse(TWO_MATES, Limit(mate=1), searchmoves=["h1g1", "h1h2"])
    assert info.score.mate != 1
    assert info.best_move in {"h1g1", "h1h2"}


def test_the_rule_of_fifty_moves_holds(engine):
    """Mate in two takes three plies; the game is drawn after two."""
    quiet = "7k/8/8/8/8/8/R7/1R5K w - - {} 90"
    assert engine.analyse(quiet.format(0), Limit(mate=2)).score.mate == 2
    assert engine.analyse(quiet.format(97), Limit(mate=2)).score.mate == 2
    assert engine.analyse(quiet.format(98), Limit(mate=2, depth=8)).score.mate is None


@pytest.mark.parametrize("limit", [Limit(mate=30), Limit(mate=2**40), Limit(mate=30, infinite=True)])
def test_a_stop_ends_the_proof_with_a_move(engine, limit):
    stream = engine.stream(KIWIPETE, limit)
    time.sleep(0.2)
    assert stream.is_running
    began = time.monotonic()
    stream.stop()
    assert chess.Move.from_uci(stream.info.best_move) in chess.Board(KIWIPETE).legal_moves
    assert time.monotonic() - began < 2
    assert stream.info.nodes > 0
    assert engine.analyse(KIWIPETE, Limit(depth=3)).depth == 3


def test_time_ends_the_proof_and_the_search_after_it(engine):
    info = engine.analyse(KIWIPETE, Limit(mate=30, movetime_ms=400))
    assert 300 <= info.time_ms < 3_000
    pondering = engine.stream(KIWIPETE, Limit(mate=30, movetime_ms=200, ponder=True))
    time.sleep(0.4)
    assert pondering.is_running
    pondering.ponderhit()
    assert pondering.info.best_move


def test_a_proof_is_not_traced(engine):
    with pytest.raises(ValueError, match="trace with another limit"):
        engine.trace(TWO_MATES, Limit(mate=2))


@pytest.mark.check
def test_a_search_that_is_stopped_claims_no_shorter_mate_than_there_is():
    """Its first move is mated in 13; the others, which last longer, had their turn too late."""
    lost = "8/4p3/8/8/8/1N3p1p/5K2/7k b - - 0 1"
    with Engine(hash_mb=2, era="classical") as engine:
        line = engine.analyse(lost, Limit(nodes=600_000)).lines[0]
        assert line.score.mate is None or line.score.mate <= -15


@pytest.mark.check
def test_the_solver_s_table_goes_with_its_search(engine):
    """Not only when Python looks for circles of references: it may be 256 MB."""

    def tables():
        return sum(isinstance(one, ProofTable) for one in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = tables()
        for limit in (Limit(mate=1), Limit(mate=2, nodes=1)):
            assert engine.analyse(TWO_MATES, limit).lines
            # The thread that searched may still be on its way out.
            deadline = time.monotonic() + 20
            while tables() > before and time.monotonic() < deadline:
                time.sleep(0.01)
            assert tables() == before
    finally:
        gc.enable()


def test_how_far_the_proof_is_can_be_asked_while_it_goes_on(engine):
    """Its nodes grow; before the search that follows a failed proof, and at the end, there is nothing to tell."""
    with engine.stream(KIWIPETE, Limit(mate=9)) as stream:
        nodes = [0]
        deadline = time.monotonic() + 60
        while len(nodes) < 4 and time.monotonic() < deadline:
            progress = stream.mate_progress
            if progress is not None and progress.nodes > nodes[-1]:
                nodes.append(progress.nodes)
                assert 0 <= progress.hash_permille <= 1000
                assert progress.proof > 0
                assert progress.disproof > 0
            time.sleep(0.01)
        assert len(nodes) == 4
    assert stream.mate_progress is None
    with engine.stream(KIWIPETE, Limit(depth=1)) as stream:
        assert stream.mate_progress is None
