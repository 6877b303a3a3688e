"""Syzygy tables say what python-chess reads in them, and what a search makes of them is exact."""

import random
from pathlib import Path

import chess
import chess.syzygy
import pytest

from kiebitz import Engine, Limit
from kiebitz.core.syzygy.shipped import SHIPPED
from kiebitz.core.syzygy.tables import Tables
from kiebitz.core.value import KNOWN_WIN
from kiebitz.engine import position_from
from kiebitz.engine.tablebase import Tablebase
from sources import DATA

FOLDERS = [str(DATA / "syzygy"), str(SHIPPED)]
ENDINGS = sorted(path.stem for path in SHIPPED.glob("*.rtbw"))
# Where the mate is looked up, no distance to it comes along; nor has any position one that leads on to such.
RESULTS_ALONE = [name for name in ENDINGS if not any((Path(folder) / f"{name}.rtbz").exists() for folder in FOLDERS)]
SAMPLES = 30
MANY_SAMPLES = 10_000


@pytest.fixture(scope="module")
def tables():
    return Tables(FOLDERS)


@pytest.fixture(scope="module")
def reference():
    with chess.syzygy.open_tablebase(FOLDERS[0]) as known:
        known.add_directory(FOLDERS[1])
        yield known


def scattered(ending, chance):
    """A position of an ending in either colour; where pawns stand for it, one may just have gone two squares."""
    white, black = ending.split("v")
    while True:
        board = chess.Board(None)
        squares = chance.sample(chess.SQUARES, len(white) + len(black))
        men = map(chess.Piece.from_symbol, white + black.lower())
        board.set_piece_map(dict(zip(squares, men, strict=True)))
        board.turn = chance.random() < 0.5
        if chance.random() < 0.5:
            board = board.mirror()
        for pawn in board.pieces(chess.PAWN, not board.turn):
            if chess.square_rank(pawn) == (4 if board.turn else 3) and chance.random() < 0.5:
                board.ep_square = pawn + (8 if board.turn else -8)
        if board.is_valid():
            return board


def agrees(ending, samples, tables, reference):
    """Compare random positions; how many of them had an en passant capture."""
    chance = random.Random(ending)
    captures = 0
    for _ in range(samples):
        board = scattered(ending, chance)
        position = position_from(board.fen())
        assert tables.result_of(position) == reference.probe_wdl(board), board.fen()
        if ending not in RESULTS_ALONE:
            assert tables.distance_of(position) == reference.probe_dtz(board), board.fen()
        captures += board.has_legal_en_passant()
    return captures


@pytest.mark.parametrize("ending", ENDINGS)
def test_results_and_distances_are_python_chess_s(ending, tables, reference):
    agrees(ending, SAMPLES, tables, reference)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("ending", ENDINGS)
def test_many_results_and_distances_are_python_chess_s(ending, tables, reference):
    captures = agrees(ending, MANY_SAMPLES, tables, reference)
    assert (captures > 20) == (ending == "KPvKP")


@pytest.mark.parametrize("fen", ["8/8/8/1pP1k3/8/8/8/6K1 w - b6 0 1", "1k1K4/8/8/8/1pP5/8/8/8 b - c3 0 1"])
def test_en_passant_counts(fen, tables, reference):
    """Where a pawn may be taken, the result isn't that of the same men without the right to."""
    board = chess.Board(fen)
    assert board.has_legal_en_passant()
    assert tables.result_of(position_from(fen)) == reference.probe_wdl(board)
    without = position_from(fen.replace("b6", "-").replace("c3", "-"))
    assert tables.result_of(position_from(fen)) != tables.result_of(without)


def test_what_is_missing_and_castling_are_unknown(tables):
    for fen in ("8/8/8/4k3/8/8/8/KQRR4 w - - 0 1", chess.STARTING_FEN, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"):
        assert tables.result_of(position_from(fen)) is None
        assert tables.distance_of(position_from(fen)) is None


def test_a_search_knows_what_the_tables_know():
    """A pawn is taken into a lost ending or a drawn one: its worth is known a ply later, and every question counted."""
    tablebase = Tablebase(str(DATA / "syzygy"))
    fen = "8/8/8/8/3pk3/8/3KP3/8 b - - 0 1"
    with Engine(hash_mb=1) as engine:
        engine.use_tables(tablebase)
        engine.analyse(fen, Limit(depth=8))
        asked = tablebase.hits
        assert asked > 0
        engine.use_tables(None)
        engine.analyse(fen, Limit(depth=9))
        assert tablebase.hits == asked
    tablebase.close()


def test_a_win_in_the_tables_is_above_every_evaluation():
    tablebase = Tablebase(str(DATA / "syzygy"))
    with Engine(hash_mb=1, known_mates=0) as engine:
        engine.use_tables(tablebase)
        won = engine.analyse("8/8/8/2k5/8/5n2/4P3/4K2q w - - 0 1", Limit(depth=1)).score
        taken = engine.analyse("8/8/8/8/8/k6r/6Q1/4K3 w - - 0 1", Limit(depth=6)).score
    tablebase.close()
    assert won.centipawns is not None
    assert taken.mate is not None or taken.centipawns >= KNOWN_WIN


def test_smaller_tables_are_asked_everywhere_and_the_largest_far_from_the_horizon():
    """Of three men at any depth, of four far from the horizon; with a limit of two of nothing."""
    tablebase = Tablebase(str(DATA / "syzygy"))
    fen = "8/8/8/8/3pk3/8/3KP3/8 b - - 0 1"
    asked = []
    with Engine(hash_mb=1) as engine:
        for depth, most_men in ((1, 7), (2, 7), (100, 7), (1, 2)):
            before = tablebase.hits
            engine.use_tables(tablebase, depth=depth, most_men=most_men)
            engine.new_game()
            engine.analyse(fen, Limit(depth=8))
            asked.append(tablebase.hits - before)
    tablebase.close()
    assert asked[0] > asked[1] > asked[2] > 0 == asked[3]
