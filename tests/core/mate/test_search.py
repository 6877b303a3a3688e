"""The mate solver: what it proves is so, whatever becomes of its table."""

import random
from collections import defaultdict

import chess
import pytest

from kiebitz.core.chess.position import Position
from kiebitz.core.mate.design import KEEPINGS, ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from sources import DATA

SUITE = DATA / "epd" / "mates_dm1_15.epd"
AMPLE = 1 << 18
LIMIT = 400_000


def suite(longest, each):
    """Mates in 1 to ``longest`` moves, so many of each length, as (FEN, moves)."""
    by_length = defaultdict(list)
    for line in SUITE.read_text().splitlines():
        board = chess.Board()
        by_length[board.set_epd(line)["dm"]].append(board.fen())
    return [(fen, moves) for moves in range(1, longest + 1) for fen in by_length[moves][:each]]


def solver(entries=AMPLE, keeping="collect unreached", share=0.9, **options):
    return MateSearch(ProofTable(ProofTableDesign(entries, keeping, share)), **options)


def mates(board, moves, checks_only):
    """Full-width truth by python-chess."""
    for move in list(board.legal_moves):
        if (checks_only or moves == 1) and not board.gives_check(move):
            continue
        board.push(move)
        refuted = not board.is_check() if not any(board.legal_moves) else moves == 1
        if not refuted:
            for reply in list(board.legal_moves):
                board.push(reply)
                refuted = not mates(board, moves - 1, checks_only)
                board.pop()
                if refuted:
                    break
        board.pop()
        if not refuted:
            return True
    return False


@pytest.mark.parametrize(("fen", "moves"), suite(4, 6))
def test_mates_are_proved_and_none_is_found_where_none_is(fen, moves):
    search = solver()
    position = Position(fen)
    proof = search.prove(position, moves, LIMIT)
    assert proof.mate is True
    assert position.fen() == Position(fen).fen()
    if moves > 1:
        shorter = search.prove(position, moves - 1, LIMIT)
        assert shorter.mate is False
        assert shorter.move is None


@pytest.mark.parametrize(("fen", "moves"), suite(4, 2))
def test_the_move_mates_against_every_reply(fen, moves):
    board = chess.Board(fen)
    search = solver()
    board.push_uci(search.prove(Position(fen), moves, LIMIT).move)
    if moves == 1:
        assert board.is_checkmate()
    for reply in board.legal_moves:
        board.push(reply)
        assert search.prove(Position(board.fen()), moves - 1, LIMIT).mate
        board.pop()


@pytest.mark.check
@pytest.mark.parametrize("table_only", [True, False])
@pytest.mark.parametrize("keeping", KEEPINGS)
@pytest.mark.parametrize("share", [0.3, pytest.param(0.9, marks=pytest.mark.nightly)])
def test_whatever_is_forgotten_nothing_false_is_proved(keeping, share, table_only):
    collections = 0
    for fen, moves in suite(5, 5):
        search = solver(64, keeping, share, table_only=table_only)
        proof = search.prove(Position(fen), moves, 30_000)
        assert proof.mate in (True, None)
        search.table.check_invariants()
        collections += proof.collections
        assert search.table.collections == proof.collections
        shorter = search.prove(Position(fen), max(moves - 1, 1), 30_000)
        assert shorter.mate in ((True, None) if moves == 1 else (False, None))
        search.table.check_invariants()
    assert (collections > 0) == keeping.startswith("collect")


@pytest.mark.parametrize("checks_only", [True, False])
def test_it_agrees_with_full_width_search_on_random_positions(checks_only):
    chance = random.Random(1994)
    search = solver(checks_only=checks_only)
    found = {True: 0, False: 0}
    for _ in range(25):
        board = chess.Board(None)
        squares = chance.sample(chess.SQUARES, 6)
        men = [chess.KING, chess.QUEEN, chess.ROOK, chess.KNIGHT]
        for square, kind in zip(squares, men, strict=False):
            board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
        board.set_piece_at(squares[4], chess.Piece(chess.KING, chess.BLACK))
        board.set_piece_at(squares[5], chess.Piece(chess.ROOK, chess.BLACK))
        if not board.is_valid():
            continue
        truth = mates(board, 2, checks_only)
        assert search.prove(Position(board.fen()), 2, LIMIT).mate is truth, board.fen()
        found[truth] += 1
    assert min(found.values()) > 1


def test_stalemate_is_no_mate_and_a_mated_side_mates_nobody():
    assert solver().prove(Position("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), 1, LIMIT).mate is True
    assert solver().prove(Position("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"), 1, LIMIT).move in ("g5g7", "g5h5", "g5h4", "g5h6")
    assert solver().prove(Position("k7/8/1K6/8/8/8/8/7R b - - 0 1"), 3, LIMIT).mate is False
    assert solver().prove(Position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), 2, LIMIT).mate is False


@pytest.mark.parametrize(("moves", "nodes"), [(0, 1), (1537, 1), (1, 0)])
def test_limits_that_cannot_be_are_refused(moves, nodes):
    with pytest.raises(ValueError, match=str(moves) if nodes else "nodes"):
        solver(64).prove(Position(), moves, nodes)


def test_the_node_limit_is_kept():
    proof = solver(64, "overwrite").prove(Position(), 8, 1000)
    assert proof.mate is None
    assert proof.nodes == 1000
