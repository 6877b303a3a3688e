"""The engine of shogi, as programs use it."""

import asyncio

import pytest
import shogi

import kiebitz
from kiebitz.core.evaluation.network.file import Network, packaged_network
from kiebitz.core.evaluation.network.games import SHOGI
from kiebitz.core.evaluation.shogi.evaluator import evaluation_of
from kiebitz.core.shogi.notation import ShogiMoveError, legal_moves
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import SfenError
from kiebitz.core.table.design import POLICIES, TableDesign
from kiebitz.engine.positions import shogi_position_of
from networks import Weights

MATE_IN_ONE = "4k4/9/4P4/9/9/9/9/9/4K4 b GS 1"
WHITE_TO_MOVE = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"


@pytest.fixture
def engine():
    with kiebitz.ShogiEngine(hash_mb=4) as engine:
        yield engine


def test_lines_are_of_shogi(engine):
    board = shogi.Board()
    info = engine.analyse(board, kiebitz.Limit(depth=6), multipv=3)
    assert [line.rank for line in info.lines] == [1, 2, 3]
    for line in info.lines:
        assert line.move in board.legal_moves
        assert [move.usi() for move in line.pv] == list(line.moves)
        assert line.hashfull >= 0
        assert "<table" in line._repr_html_() or "line" in line._repr_html_()
    assert info.game == "shogi"


def test_boards_of_rsshogi_are_answered_with_its_moves(engine):
    core = pytest.importorskip("rsshogi.core")
    board = core.Board()
    for move in ("7g7f", "3c3d", "8h2b+"):
        board.push_usi(move)
    info = engine.analyse(board, kiebitz.Limit(nodes=500), searchmoves=[core.Move.from_usi("3a2b")])
    assert isinstance(info.move, core.Move)
    assert info.move.to_usi() == info.best_move == "3a2b"
    assert [move.to_usi() for move in info.pv] == list(info.lines[0].moves)
    position = shogi_position_of(board)
    assert (position.sfen(), board.last_move().to_usi()) == (board.to_sfen(), "8h2b+")
    for _ in range(3):
        position.pop()
    assert position.sfen() == core.Board().to_sfen()


def test_boards_of_cshogi_are_answered_with_its_moves(engine):
    cshogi = pytest.importorskip("cshogi")
    board = cshogi.Board(WHITE_TO_MOVE)
    board.push_usi("5a5b")
    info = engine.analyse(board, kiebitz.Limit(nodes=2000), searchmoves=[board.move_from_usi("7g7f")])
    assert cshogi.move_to_usi(info.move) == info.best_move == "7g7f"
    for move in info.pv:
        assert board.is_legal(move)
        board.push(move)
    for _ in info.pv:
        board.pop()
    assert board.is_legal(engine.play(board, kiebitz.Limit(nodes=500)))
    position = shogi_position_of(board)
    assert position.sfen() == board.sfen()
    position.pop()
    assert position.sfen().split()[:3] == WHITE_TO_MOVE.split()[:3]


def test_whose_moves_a_text_is_answered_with_is_to_change(engine):
    with pytest.warns(DeprecationWarning, match="from the next version on rsshogi's"):
        assert isinstance(engine.play("startpos", kiebitz.Limit(nodes=100)), shogi.Move)


def test_scores_are_the_side_to_moves_and_white_score_is_blacks(engine):
    info = engine.analyse(WHITE_TO_MOVE, kiebitz.Limit(depth=5))
    assert info.score.centipawns < -500
    assert info.lines[0].white_score.centipawns > 500
    assert engine.evaluate(WHITE_TO_MOVE).total < -500


def test_a_mate_ends_a_search_for_it(engine):
    info = engine.analyse(MATE_IN_ONE, kiebitz.Limit(mate=1, nodes=10_000))
    assert (info.score.mate, info.ended_by) == (1, "mate")


def test_positions_come_as_text_boards_and_positions(engine):
    board = shogi.Board()
    for move in ("7g7f", "3c3d", "2g2f"):
        board.push_usi(move)
    position = shogi_position_of(board)
    assert position.sfen() == board.sfen()
    assert board.move_stack[-1].usi() == "2g2f"
    # The moves before it are known, for repetitions.
    position.pop()
    assert engine.play(board, kiebitz.Limit(nodes=500)) in board.legal_moves
    assert engine.analyse(ShogiPosition(), kiebitz.Limit(depth=2)).best_move in legal_moves(ShogiPosition())


def test_what_is_no_position_is_refused(engine):
    with pytest.raises(SfenError):
        engine.analyse("9/9 b - 1", kiebitz.Limit(depth=1))
    with pytest.raises(TypeError, match="give an SFEN"):
        engine.analyse(7, kiebitz.Limit(depth=1))
    with pytest.raises(ShogiMoveError):
        engine.analyse("startpos", kiebitz.Limit(depth=1), searchmoves=["7g7e"])


def test_a_search_is_stopped_and_pondered(engine):
    stream = engine.stream("startpos", kiebitz.Limit(infinite=True))
    engine.stop()
    assert stream.info.ended_by == "stopped"
    stream = engine.stream("startpos", kiebitz.Limit(black_clock_ms=0, byoyomi_ms=50, ponder=True))
    assert next(stream).depth == 1
    assert stream.is_running
    engine.ponderhit()
    assert stream.info.best_move


@pytest.mark.parametrize("policy", POLICIES)
def test_every_table_policy_serves(policy):
    with kiebitz.ShogiEngine(table_policy=policy, hash_mb=1) as engine:
        assert engine.analyse(MATE_IN_ONE, kiebitz.Limit(depth=4)).score.mate == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"table_design": TableDesign(verify="count")}, "chess boards"),
        ({"table_design": TableDesign(key="reduced")}, "chess boards"),
        ({"special_cases": 1}, "parameter of chess"),
        ({"threat_history": 1}, "parameter of chess"),
        ({"hash_nb": 3}, "did you mean hash_mb"),
        ({"threads": 0}, "outside 1 to"),
        ({"reduction_divisor": 10**9}, "outside"),
    ],
)
def test_what_is_no_option_is_refused(options, words):
    with pytest.raises(kiebitz.OptionError, match=words):
        kiebitz.ShogiEngine(**options)


def test_an_option_that_is_refused_changes_nothing(engine):
    before = engine.parameters
    with pytest.raises(kiebitz.OptionError):
        engine.configure(null_move=0, threads=0)
    assert engine.parameters == before
    engine.configure(null_move=0)
    assert engine.parameters["null_move"] == 0


def test_perft(engine):
    assert engine.perft("startpos", 3) == 25_470
    assert sum(engine.divide("startpos", 2).values()) == 900


def test_a_new_game_forgets(engine):
    assert nodes(engine) == nodes(engine)


ONE, OTHER = Weights.drawn(1, SHOGI).network(), Weights.drawn(2, SHOGI).network()
HANDS = "ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 42"


def nodes(engine, position=HANDS):
    engine.new_game()
    return engine.analyse(position, kiebitz.Limit(depth=5)).nodes


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "one.network"
    path.write_bytes(ONE.data)
    return path


def test_a_network_that_is_given_evaluates(file):
    """As its file says, unless something else is said; without it the one that comes along is back."""
    position = ShogiPosition(HANDS)
    by_hand = evaluation_of(position)
    half = Network(Weights.drawn(1, SHOGI).packed(made="a half of the hybrid"))
    with kiebitz.ShogiEngine(hash_mb=1, network=ONE) as engine, kiebitz.ShogiEngine(hash_mb=1, network=file) as other:
        assert (engine.network, other.network.checksum) == (ONE, ONE.checksum)
        assert nodes(engine) == nodes(other)
        evaluation = engine.evaluate(HANDS)
        assert evaluation.total == evaluation.output == ONE.value(position)
        other.configure(network=OTHER)
        assert nodes(engine) != nodes(other)
        other.configure(network=half)
        mixed = other.evaluate(HANDS).total
        assert mixed == ONE.value(position) + int((by_hand - ONE.value(position)) / 2)
        other.configure(network=half, evaluation="network")
        assert other.evaluate(HANDS).total == ONE.value(position)
        other.configure(evaluation="hybrid", network=ONE)
        assert other.evaluate(HANDS).total == mixed
        other.configure(network=None, evaluation="network")
        assert other.network is packaged_network(SHOGI)
        assert other.evaluate(HANDS) == kiebitz.ShogiEngine(hash_mb=1).evaluate(HANDS)
        other.configure(evaluation="classical")
        assert other.network is None
        assert other.evaluate(HANDS).total == by_hand
        other.configure(network=ONE)
        assert other.evaluate(HANDS) == evaluation


@pytest.mark.parametrize("share", [0, 30, 100])
def test_shares_of_the_hybrid_are_by_the_men_in_the_hands(share):
    """A full board, and one from which fourteen men and more are gone."""
    bare = "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1"
    for sfen, name in (("startpos", "hybrid_middlegame"), (bare, "hybrid_endgame")):
        with kiebitz.ShogiEngine(hash_mb=1, network=ONE, evaluation="hybrid", **{name: share}) as engine:
            position = shogi_position_of(sfen)
            output, by_hand = ONE.value(position), evaluation_of(position)
            assert engine.evaluate(sfen).total == output + int((by_hand - output) * share / 100)


def test_threads_share_a_network():
    with kiebitz.ShogiEngine(hash_mb=1, threads=3, network=ONE) as engine:
        assert engine.analyse("startpos", kiebitz.Limit(nodes=5_000)).best_move in legal_moves(ShogiPosition())


def test_another_evaluation_empties_the_table():
    """What the table holds was judged otherwise: a search begins as if nothing were known."""
    with kiebitz.ShogiEngine(hash_mb=1, network=ONE) as engine, kiebitz.ShogiEngine(hash_mb=1) as other:
        engine.analyse(HANDS, kiebitz.Limit(depth=5))
        engine.configure(network=None)
        assert nodes(engine) == nodes(other)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"evaluation": "tartan", "network": ONE}, "'tartan', .*of chess"),
        ({"evaluation": "nonsense"}, "choose classical"),
        ({"network": "/nowhere/a.network"}, "nowhere"),
        ({"network": 3}, "3"),
        ({"network": Weights.drawn(1).network()}, "network of chess"),
    ],
)
def test_what_is_no_network_of_shogi_is_refused(options, words):
    with pytest.raises(kiebitz.OptionError, match=words):
        kiebitz.ShogiEngine(hash_mb=1, **options)


def test_a_network_of_shogi_is_refused_by_the_engine_of_chess(file):
    """As an object, as a file, and though the evaluation asks for none."""
    for network in (ONE, file):
        for evaluation in ({}, {"evaluation": "classical"}):
            with pytest.raises(kiebitz.OptionError, match="a network of shogi"):
                kiebitz.Engine(hash_mb=1, network=network, **evaluation)


def test_a_board_edited_after_its_moves_is_searched_as_it_stands(engine):
    board = shogi.Board()
    board.push_usi("7g7f")
    board.turn = shogi.BLACK
    before = board.sfen()
    assert engine.analyse(board, kiebitz.Limit(nodes=100)).fen == before
    assert board.sfen() == before
    board.push(shogi.Move.null())
    assert engine.analyse(board, kiebitz.Limit(nodes=100)).fen == board.sfen()


def test_an_engine_of_shogi_plays_in_asyncio():
    async def played():
        async with kiebitz.AsyncEngine(kiebitz.ShogiEngine(hash_mb=1)) as engine:
            return await engine.play(shogi.Board(), kiebitz.Limit(nodes=100))

    assert asyncio.run(played()) in shogi.Board().legal_moves
