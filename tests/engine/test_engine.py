"""The façade: what a Python programmer does with Kiebitz."""

import copy
import pickle
import threading
import warnings

import chess
import chess.variant
import pytest

import kiebitz
from kiebitz import Engine, FenError, FenWarning, Limit, MateSolver, MoveError, OptionError
from kiebitz.engine import Position, TableDesign
from kiebitz.engine.eras import ERAS

SLOW = Limit(infinite=True)


@pytest.fixture
def engine():
    with Engine(hash_mb=2) as engine:
        yield engine


@pytest.mark.parametrize(
    ("name", "value"), [("turn", chess.BLACK), ("castling_rights", 0), ("ep_square", None), ("halfmove_clock", 99)]
)
def test_a_board_edited_after_its_moves_is_searched_as_it_stands(engine, name, value):
    board = chess.Board()
    for move in ("e4", "a6", "e5", "d5"):
        board.push_san(move)
    setattr(board, name, value)
    assert engine.analyse(board, Limit(nodes=100)).fen == board.fen()
    assert engine.play(board, Limit(nodes=100)) in board.legal_moves
    (row,) = kiebitz.search_batch([board], Limit(nodes=100))
    assert chess.Move.from_uci(row["move"]) in board.legal_moves
    assert kiebitz.features_batch([board]).turn == kiebitz.features_batch([board.fen()]).turn


def test_the_moves_to_search_are_a_list_that_has_one(engine):
    with pytest.raises(ValueError, match="searchmoves has no move"):
        engine.analyse("startpos", Limit(nodes=100), searchmoves=[])
    with pytest.raises(TypeError, match="searchmoves is one text"):
        engine.analyse("startpos", Limit(nodes=100), searchmoves="e2e4")


def test_analyse_takes_fen_and_boards(engine):
    fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
    for board in (fen, chess.Board(fen), kiebitz.engine.Position(fen)):
        info = engine.analyse(board, Limit(depth=4))
        assert str(info.score) == "#1"
        assert info.lines[0].pv == [chess.Move.from_uci("a1a8")]
    for start in ("startpos", " startpos\n"):
        assert engine.analyse(start, Limit(depth=2)).nodes > 0
        position = kiebitz.engine.position_of(start)
        assert position.fen() == kiebitz.engine.position_from(start).fen() == chess.STARTING_FEN
        assert engine.perft(start, 3) == 8902
    for wrong in (None, 3, ["e2e4"]):
        with pytest.raises(TypeError, match="no position"):
            engine.analyse(wrong, Limit(depth=1))


def test_a_board_brings_its_game_with_it(engine):
    board = chess.Board("6k1/8/8/8/8/8/1q6/7K b - - 0 1")
    for move in ("b2c2", "h1g1", "c2b2", "g1h1", "b2c2", "h1g1", "c2b2", "g1h1"):
        board.push_uci(move)
    info = engine.analyse(board, Limit(depth=4), searchmoves=["b2c2"])
    assert info.score.centipawns == 0, "the third repetition after Qc2 is a draw"


@pytest.mark.parametrize(
    ("fen", "castling"),
    [
        (chess.STARTING_FEN, None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 12 40", "e1g1"),
        ("4k3/8/8/8/8/8/8/3K2R1 w G - 0 1", "d1g1"),
        ("k7/8/8/1pP5/2K5/8/8/8 w - b6 0 2", None),
    ],
)
def test_a_position_and_its_board(fen, castling):
    position = kiebitz.engine.position_from(fen, chess960=None)
    board = kiebitz.engine.board_of(position)
    assert board.chess960 == position.chess960 == (castling == "d1g1")
    assert {board.uci(move) for move in board.legal_moves} == set(kiebitz.engine.legal_moves(position))
    assert castling is None or board.is_castling(board.parse_uci(castling))
    again = kiebitz.engine.position_of(board)
    assert (again.fen(), again.hash_key, again.chess960) == (position.fen(), position.hash_key, position.chess960)


def test_scores_take_the_view_they_say(engine):
    info = engine.analyse("6k1/8/8/8/8/8/1q6/7K b - - 0 1", Limit(depth=6))
    line = info.lines[0]
    assert line.turn is chess.BLACK
    assert line.score.clipped() > 300
    assert line.white_score == -line.score


def test_a_second_search_needs_a_second_engine(engine):
    stream = engine.stream(chess.Board(), SLOW)
    with pytest.raises(RuntimeError, match="is searching"):
        engine.analyse(chess.Board(), Limit(depth=1))
    with pytest.raises(RuntimeError, match="is searching"):
        engine.configure(hash_mb=4)
    engine.stop()
    assert stream.info.best_move


def test_play_returns_a_move_or_none(engine):
    assert engine.play(chess.Board(), Limit(nodes=2000)) in chess.Board().legal_moves
    assert engine.play("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limit(nodes=100)) is None


def test_chess960_castling_is_written_as_the_board_writes_it(engine):
    standard = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    other = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True)
    assert engine.analyse(standard, Limit(depth=1), searchmoves=["e1g1"]).best_move == "e1g1"
    assert engine.analyse(other, Limit(depth=1), searchmoves=["e1h1"]).best_move == "e1h1"


def test_perft_and_divide(engine):
    assert engine.perft(chess.Board(), 4) == engine.perft(chess.Board(), 4, threads=2) == 197281
    assert sum(engine.divide(chess.Board(), 3, threads=2).values()) == 8902


def test_evaluate_sees_both_sides(engine):
    start = engine.evaluate(chess.Board())
    assert start.phase == 24
    assert start.modules
    assert (start.scale, start.fading[0] == start.fading[1]) == (64, True)
    fading = engine.evaluate("4k3/8/8/8/8/8/PPPP4/4K3 w - - 80 100").fading
    assert 0 < fading[0] < fading[1]
    assert engine.evaluate("8/8/4k3/8/2b5/8/3BP3/4K3 w - - 0 1").scale < 64
    assert engine.evaluate("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1").total > 200
    assert engine.evaluate("4k3/8/8/8/8/8/PPPP4/4K3 b - - 0 1").total < -200


def test_bad_input_names_its_fault(engine):
    with pytest.raises(FenError, match="kings"):
        engine.analyse("8/8/8/8/8/8/8/8 w - - 0 1", Limit(depth=1))
    with pytest.raises(MoveError, match="e2e5"):
        engine.analyse(chess.Board(), Limit(depth=1), searchmoves=["e2e5"])
    with pytest.raises(ValueError, match="at least one line"):
        engine.analyse(chess.Board(), Limit(depth=1), multipv=0)
    with pytest.raises(ValueError, match="atomic"):
        engine.analyse(chess.variant.AtomicBoard(), Limit(depth=1))
    with pytest.raises(ValueError, match="depth -1"):
        engine.perft(chess.Board(), -1)


def test_options_are_all_taken_or_none(engine):
    for wrong in ({"nul_move": False}, {"null_move": 5}):
        with pytest.raises(OptionError):
            engine.configure(hash_mb=8, **wrong)
    assert engine.hash_mb == 2
    engine.configure(hash_mb=8, null_move=False)
    assert (engine.hash_mb, engine.parameters["null_move"]) == (8, 0)
    for name, answer in (("hash", "did you mean hash_mb"), ("thread", "did you mean threads"), ("xyzzy", "hash_mb, ")):
        with pytest.raises(OptionError, match=f"'{name}'; .*{answer}"):
            engine.configure(**{name: 1})


def test_a_table_of_any_design_or_short_of_a_policy():
    counting = TableDesign(policy="always", key_bits=32, verify="count")
    with Engine(hash_mb=1, table_design=counting, threads=2) as engine:
        assert (engine.table.design, engine.hash_mb, engine.threads) == (counting, 1, 2)
        engine.analyse(chess.Board(), Limit(depth=4))
        assert engine.table.counts.probes > 0
        engine.configure(hash_mb=2)
        assert (engine.table.design, engine.table.size_mb) == (counting, 2)
        engine.configure(table_policy="depth")
        assert (engine.table.design, engine.threads) == (TableDesign(policy="depth"), 2)
        engine.configure(table_design=counting, hash_mb=1)
        assert (engine.table.design, engine.table.size_mb) == (counting, 1)


def test_a_design_goes_before_that_of_the_era_given_with_it():
    with Engine(hash_mb=1, era="minimax", table_design=TableDesign(key_bits=20)) as engine:
        assert engine.table.design == TableDesign(key_bits=20)
        engine.configure(era="minimax")
        assert engine.table.design == ERAS["minimax"].design


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"table_design": "always"}, "TableDesign"),
        ({"table_design": 3}, "TableDesign"),
        ({"table_design": TableDesign(), "table_policy": "depth"}, "one of the two"),
        ({"table_policy": "first come"}, "'first come'"),
        ({"hash_mb": TableDesign()}, "whole number"),
        ({"killers": TableDesign()}, "search parameter"),
        ({"hash_mb": 0}, "0 MB"),
    ],
)
def test_what_makes_no_table_is_refused(options, word):
    with pytest.raises(OptionError, match=word):
        Engine(**options)
    with Engine(hash_mb=1) as engine:
        with pytest.raises(OptionError, match=word):
            engine.configure(**options)
        assert (engine.table.design, engine.table.size_mb) == (TableDesign(), 1)


def test_engines_search_side_by_side_without_the_gil():
    alone = Engine(hash_mb=2).analyse(chess.Board(), Limit(depth=6)).nodes
    nodes = []

    def search():
        with Engine(hash_mb=2) as engine:
            nodes.append(engine.analyse(chess.Board(), Limit(depth=6)).nodes)

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert nodes == [alone] * 4


@pytest.mark.check
def test_of_many_who_start_a_search_at_once_one_does(engine):
    """The others are told so, every time, and nothing breaks."""
    racers = 4
    rounds = 40
    start = threading.Barrier(racers)
    outcomes = []

    def race():
        for _ in range(rounds):
            start.wait()
            try:
                stream = engine.stream(chess.Board(), SLOW)
            except RuntimeError as error:
                stream = None
                outcomes.append(str(error)[:24])
            start.wait()
            if stream is not None:
                stream.close()
                outcomes.append(stream.info.best_move is not None)

    threads = [threading.Thread(target=race) for _ in range(racers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count(True) == rounds
    assert outcomes.count("this engine is searching") == rounds * (racers - 1)


def test_what_disturbs_a_search_may_be_asked_by_any_thread(engine):
    deeds = (
        lambda: engine.analyse(chess.Board(), Limit(nodes=300)),
        lambda: engine.configure(hash_mb=1, threads=2),
        lambda: engine.configure(hash_mb=2, threads=1),
        lambda: engine.trace(chess.Board(), Limit(nodes=300), max_nodes=100),
        engine.new_game,
    )
    other = []

    def insist(deed):
        for _ in range(15):
            try:
                deed()
            except RuntimeError as error:
                if "is searching" not in str(error):
                    other.append(error)
            except ValueError as error:
                if "records one thread" not in str(error):
                    other.append(error)

    threads = [threading.Thread(target=insist, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not other
    assert engine.analyse(chess.Board(), Limit(depth=3)).best_move


def test_an_engine_says_what_it_is(engine):
    engine.configure(threads=2, era="nimzo")
    assert repr(engine) == "Engine(hash_mb=2, threads=2, era='nimzo')"
    for double in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            double(engine)


@pytest.mark.parametrize("module", [kiebitz, kiebitz.engine], ids=lambda module: module.__name__)
def test_public_names_exist(module):
    assert set(module.__all__) == set(module.HOMES)
    for name in module.__all__:
        assert getattr(module, name)
    assert set(module.__all__) <= set(dir(module))
    with pytest.raises(AttributeError, match="'Enigne'"):
        _ = module.Enigne


def test_what_ended_a_search_is_told():
    mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
    with Engine(hash_mb=1) as engine:
        for limit in (Limit(depth=3), Limit(nodes=500), Limit(movetime_ms=5), Limit(white_clock_ms=100)):
            assert engine.analyse("startpos", limit).ended_by == "limit"
        assert engine.analyse(mate, Limit(mate=2)).ended_by == "mate"
        assert engine.analyse("startpos", Limit(mate=1, nodes=2000)).ended_by == "limit"
        assert engine.analyse(mate, Limit(depth=5)).ended_by == "limit"
        assert engine.analyse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limit(depth=3)).ended_by == "over"
        with engine.stream("startpos", Limit(infinite=True)) as stream:
            next(stream)
            engine.stop()
            assert stream.info.ended_by == "stopped"
        for _ in engine.stream("startpos", Limit(depth=40)):
            break
        assert list(engine.stream("startpos", Limit(depth=2)))[-1].depth == 2


def test_a_closed_engine_is_of_no_use(tmp_path):
    engine = Engine(hash_mb=1)
    assert engine.analyse("startpos", Limit(depth=1)).move
    engine.close()
    engine.close()
    engine.stop()
    for use in (
        lambda: engine.analyse("startpos", Limit(depth=1)),
        lambda: engine.play("startpos", Limit(depth=1)),
        lambda: engine.evaluate("startpos"),
        lambda: engine.configure(hash_mb=2),
        lambda: engine.save_table(tmp_path / "table"),
        lambda: engine.table,
        engine.new_game,
    ):
        with pytest.raises(RuntimeError, match="closed"):
            use()


def test_a_rating_weakens_play_and_no_analysis():
    with Engine(hash_mb=1, elo=600) as engine, Engine(hash_mb=1, evaluation="classical") as strong:
        assert engine.parameters == strong.parameters
        limit = Limit(nodes=3000)
        assert engine.analyse("startpos", limit).lines[0].moves == strong.analyse("startpos", limit).lines[0].moves
        moves = {engine.play("startpos", Limit(depth=30)) for _ in range(20)}
        assert len(moves) > 2
        engine.configure(elo=None)
        assert engine.parameters == Engine(hash_mb=1).parameters
        assert engine.play("startpos", Limit(depth=1))
        for elo in (599, 2401, "strong", 1500.5):
            with pytest.raises(OptionError, match="elo"):
                engine.configure(elo=elo)
    with Engine(hash_mb=1, elo=1500, evaluation="network") as engine:
        assert engine.network


@pytest.mark.parametrize(
    ("fen", "notes"),
    [
        ("7k/5K2/4R3/8/8/8/8/8 w KQ e3 0 1", 2),
        ("7k/5K2/4R3/8/8/8/8/8 w - e3 0 1", 1),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", 2),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0),
    ],
)
def test_what_is_dropped_of_a_fen_is_a_warning(fen, notes):
    limit = Limit(nodes=10)
    with Engine(hash_mb=1) as engine:
        for ask in (
            lambda: engine.analyse(fen, limit),
            lambda: engine.evaluate(fen),
            lambda: Position(fen),
            lambda: MateSolver(hash_mb=1).solve(fen, nodes=10),
        ):
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                ask()
            assert [warning.category for warning in warned] == [FenWarning] * notes
            assert all(warning.filename == __file__ for warning in warned)
            assert all(" dropped: " in str(warning.message) for warning in warned)
