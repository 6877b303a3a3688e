"""Proofs in PGN: python-chess and our own readers read them back, and every variation ends in mate."""

import io

import chess
import chess.pgn
import pytest

import kiebitz
from kiebitz.analysis.reading.archive import read_archive
from kiebitz.analysis.reading.reader import read_game
from kiebitz.engine.positions import position_named
from kiebitz.mate import proof_graph as module
from kiebitz.mate.pgn_file import write_pgn
from kiebitz.mate.proof_graph import proof_graph
from proofs import proved
from sources import DATA


def known_mates(moves, count):
    """Some mates in so many moves."""
    found = []
    for line in (DATA / "epd" / "mates_dm1_15.epd").read_text().splitlines():
        board = chess.Board()
        if board.set_epd(line)["dm"] == moves:
            found.append((board.fen(), moves))
    return found[:count]


POSITIONS = [
    *(*known_mates(2, 1), *known_mates(3, 1), (chess.Board(known_mates(2, 3)[2][0]).mirror().fen(), 2)),
    # In the middle of a game; with a right to castle.
    *(("1k6/8/1K6/8/8/8/8/7R w - - 12 60", 1), ("8/8/8/8/8/8/7R/k3K2R w K - 0 1", 1)),
]


def written(text, moves, path):
    """A proof as a file: it, its nodes, and how many of these were left out."""
    proof = proved(text, moves=moves)
    position = position_named(text)
    nodes = proof_graph(position, proof.book)
    return proof, nodes, write_pgn(position, nodes, path)


def every_node(game):
    """The nodes of a game, whatever its variations."""
    waiting = [game]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.variations


@pytest.mark.parametrize(("text", "moves"), POSITIONS)
def test_what_is_written_is_read_back(text, moves, tmp_path):
    path = tmp_path / "proof.pgn"
    proof, nodes, left_out = written(text, moves, path)
    assert left_out == 0
    game = chess.pgn.read_game(io.StringIO(path.read_text()))
    assert game.errors == []
    assert game.headers["Result"] == ("1-0" if " w " in text else "0-1")
    assert sum(1 for _ in game.mainline_moves()) == proof.plies
    defended, opened = set(), set()
    for node in every_node(game):
        board = node.board()
        if not node.variations:
            assert board.is_checkmate()
        elif board.turn == game.board().turn:
            assert len(node.variations) == 1
        else:
            defended.add(board.epd())
            if len(node.variations) == board.legal_moves.count():
                opened.add(board.epd())
    assert defended == opened
    assert len(opened) == sum(1 for node in nodes if node.replies)
    assert max(map(len, path.read_text().split("\n\n")[1].splitlines())) < 100
    # And our own readers read it.
    (main_line,) = kiebitz.read_games(str(path))
    assert main_line.moves == [move.uci() for move in game.mainline_moves()]
    assert main_line.faults == ()
    (raw,) = read_archive(str(path), pytest.fail)
    tree = read_game(raw)
    assert tree.faults == ()
    assert [node.board().fen() for node in every_node(tree.game)] == [node.board().fen() for node in every_node(game)]


def test_chess960_is_said(tmp_path):
    path = tmp_path / "proof.pgn"
    written("6k1/5ppp/8/8/8/8/8/3KR3 w E - 0 1", 1, path)
    assert '[Variant "Chess960"]' in path.read_text()
    game = chess.pgn.read_game(io.StringIO(path.read_text()))
    assert game.end().board().is_checkmate()


def test_what_is_left_out_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_MOVES", 4)
    path = tmp_path / "proof.pgn"
    proof, nodes, left_out = written(*known_mates(4, 1)[0], path)
    assert 0 < left_out < len(nodes)
    assert f"{{{left_out} positions" in path.read_text()
    game = chess.pgn.read_game(io.StringIO(path.read_text()))
    assert sum(1 for _ in game.mainline_moves()) == proof.plies
    assert all(node.variations or node.board().is_checkmate() for node in every_node(game))
