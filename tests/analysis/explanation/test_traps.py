"""Traps of openings that every book has: each is explained by ``kiebitz explain`` as it stands, with its default."""

import chess
import pytest

from kiebitz import Engine, explain

TRAPS = {
    "Elephant": ("d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 cxd5 exd5 Nxd5", "6...Nxd5 wins a bishop for a pawn"),
    "Légal": ("e4 e5 Nf3 Nc6 Bc4 d6 Nc3 Bg4 h3 Bh5 Nxe5 Bxd1", "7.Bxf7+ mates in 2"),
    "Englund": ("d4 e5 dxe5 Nc6 Nf3 Qe7 Bf4 Qb4+ Bd2 Qxb2 Bc3", "6...Bb4 wins a bishop"),
    "Kieninger": ("d4 Nf6 c4 e5 dxe5 Ng4 Bf4 Nc6 Nf3 Bb4+ Nbd2 Qe7 a3 Ngxe5 axb4", "8...Nd3# is mate"),
    "Lasker": ("d4 d5 c4 e5 dxe5 d4 e3 Bb4+ Bd2 dxe3 Bxb4", "which becomes a knight"),
    "Siberian": (
        "e4 c5 d4 cxd4 c3 dxc3 Nxc3 Nc6 Nf3 e6 Bc4 Qc7 O-O Nf6 Qe2 Ng4 h3",
        "9...Nd4 wins a queen for two knights",
    ),
    "Caro-Kann": ("e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2 Ngf6", "6.Nd6# is mate"),
    "Petrov": ("e4 e5 Nf3 Nf6 Nxe5 Nxe4 Qe2 Nf6", "5.Nc6+ wins a queen for a knight"),
    "Cambridge Springs": (
        "d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 Nf3 c6 e3 Qa5 Bd3 Bb4 O-O dxc4 Bxc4 Bxc3 bxc3 Qxg5",
        "11.Nxg5 wins a queen for a bishop",
    ),
    "Magnus Smith": (
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bc4 g6 Nxc6 bxc6 e5 dxe5",
        "the king on e8 is overloaded: it defended both the pawn on f7 and the queen on d8",
    ),
    "Scholar": ("e4 e5 Bc4 Nc6 Qh5 Nf6", "4.Qxf7# is mate"),
    "Fool": ("f3 e5 g4", "2...Qh4# is mate"),
    "Noah's Ark": ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 d6 d4 b5 Bb3 Nxd4 Nxd4 exd4 Qxd4", "8...c5 is the best answer"),
    "Fishing Pole": ("e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Ng4 h3 h5 hxg4", "6...hxg4 wins a pawn"),
    "Stafford": (
        "e4 e5 Nf3 Nf6 Nxe5 Nc6 Nxc6 dxc6 d3 Bc5 Bg5",
        "6...Nxe4 is the best answer, and White is clearly worse",
    ),
    "Fried Liver": ("e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5", "6.Nxf7 is the best answer"),
    "Halosar": ("d4 d5 e4 dxe4 Nc3 Nf6 f3 exf3 Qxf3 Qxd4 Be3 Qb4 O-O-O Bg4", "8.Nb5"),
    "Mortimer": ("e4 e5 Nf3 Nc6 Bb5 Nf6 d3 Ne7 Nxe5", "5...c6 wins a knight for two pawns"),
}


@pytest.mark.nightly
@pytest.mark.parametrize(("moves", "said"), TRAPS.values(), ids=TRAPS)
def test_a_trap_is_explained(moves, said):
    board = chess.Board()
    *before, fault = moves.split()
    for san in before:
        board.push_san(san)
    with Engine() as engine:
        sentences = explain(board, fault, engine=engine).sentences()
    assert any(said in sentence for sentence in sentences), sentences
