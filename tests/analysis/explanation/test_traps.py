"""Traps of openings that every book has: each is explained by ``kiebitz explain`` as it stands, with its default.

What is told is the point: a mate, men, or what happens to who takes; several ways to tell it where one search takes
another for the best line.
"""

import chess
import pytest

from kiebitz import Engine, explain

TRAPS = {
    "Elephant": (
        "d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 cxd5 exd5 Nxd5",
        ("If 7.Bxd8, 7...Bb4+", "7. Bxd8 Bb4+ 8. Qd2 Bxd2+ 9. Kxd2 Kxd8"),
    ),
    "Légal, sprung": ("e4 e5 Nf3 Nc6 Bc4 d6 Nc3 Bg4 h3 Bh5 Nxe5", "If 6...Bxd1, 7.Bxf7+ mates in 2"),
    "Légal, offered": ("e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6", "If 5...Bxd1, 6.Bxf7+ mates in 2"),
    "Légal": ("e4 e5 Nf3 Nc6 Bc4 d6 Nc3 Bg4 h3 Bh5 Nxe5 Bxd1", "7.Bxf7+ mates in 2"),
    "Englund": ("d4 e5 dxe5 Nc6 Nf3 Qe7 Bf4 Qb4+ Bd2 Qxb2 Bc3", "6...Bb4 wins a rook"),
    "Kieninger": ("d4 Nf6 c4 e5 dxe5 Ng4 Bf4 Nc6 Nf3 Bb4+ Nbd2 Qe7 a3 Ngxe5 axb4", "8...Nd3# is mate"),
    "Lasker": (
        "d4 d5 c4 e5 dxe5 d4 e3 Bb4+ Bd2 dxe3 Bxb4",
        ("which becomes a knight", "6...exf2+ wins a queen for a bishop"),
    ),
    "Siberian": (
        "e4 c5 d4 cxd4 c3 dxc3 Nxc3 Nc6 Nf3 e6 Bc4 Qc7 O-O Nf6 Qe2 Ng4 h3",
        "9...Nd4 wins a queen for two knights",
    ),
    "Caro-Kann": ("e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2 Ngf6", "6.Nd6# is mate"),
    "Petrov": ("e4 e5 Nf3 Nf6 Nxe5 Nxe4 Qe2 Nf6", "5.Nc6+ wins a queen for a knight"),
    "Cambridge Springs": (
        "d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 Nf3 c6 e3 Qa5 Bd3 Bb4 O-O dxc4 Bxc4 Bxc3 bxc3 Qxg5",
        "11.Nxg5 wins a queen",
    ),
    "Magnus Smith": (
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bc4 g6 Nxc6 bxc6 e5 dxe5",
        "the king on e8 is overloaded: it defended both the pawn on f7 and the queen on d8",
    ),
    "Scholar": ("e4 e5 Bc4 Nc6 Qh5 Nf6", "4.Qxf7# is mate"),
    "Fool": ("f3 e5 g4", "2...Qh4# is mate"),
    "Noah's Ark": ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 d6 d4 b5 Bb3 Nxd4 Nxd4 exd4 Qxd4", "8...c5 is the best answer"),
    "Fishing Pole": ("e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Ng4 h3 h5 hxg4", "If 7.Nh2, 7...Qh4 wins"),
    "Stafford": (
        "e4 e5 Nf3 Nf6 Nxe5 Nc6 Nxc6 dxc6 d3 Bc5 Bg5",
        "If 7.Bxd8, 7...Bxf2+ mates in 2",
    ),
    "Fried Liver": ("e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5", "6.Nxf7 is the best answer"),
    "Halosar": ("d4 d5 e4 dxe4 Nc3 Nf6 f3 exf3 Qxf3 Qxd4 Be3 Qb4 O-O-O Bg4", "If 8...Bxf3, 9.Nxc7# is mate"),
    "Blackburne": ("e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5", "If 5.Nxf7, 5...Qxg2 wins a rook"),
    "Rubinstein": (
        "d4 d5 Nf3 Nf6 c4 e6 Nc3 Nbd7 Bg5 Be7 e3 O-O Rc1 Re8 Qc2 a6 cxd5 exd5 Bd3 c6 O-O Ne4 Bf4 f5",
        "If 13...cxd5, 14.Bc7 wins a queen for a bishop and a knight",
    ),
    "Marshall": (
        "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3 Bd6 O-O Bg4 c4 O-O cxd5 f5 Re1",
        "11. Kxh2 Nxf2",
    ),
    "Tarrasch": (
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6 c3 Be7 Re1 O-O Nd4 Qd7",
        "12.Nxe6 wins a bishop",
    ),
    "Damiano": ("e4 e5 Nf3 f6 Nxe5 fxe5", "4...Ke7 5. Qxe5+"),
    "Queen's Gambit": ("d4 d5 c4 dxc4 e3 b5 a4 c6 axb5 cxb5", "6...Nc6 7. Qxc6+"),
    "Dutch": ("d4 f5 Bg5 h6 Bh4 g5 Bg3 f4 e3 h5 Bd3 Rh6", "7.Qxh5+ mates in 2"),
    "Greco": ("e4 b6 d4 Bb7 Bd3 f5 exf5 Bxg2 Qh5+ g6 fxg6 Nf6", "7.gxh7+ mates in 2"),
    "Scotch": ("e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nxd4 Qxd4 b6 Bc4 c5", "If 7...Rb8, 8.Qxf7# is mate"),
    "Centre Game": (
        "e4 e5 d4 exd4 Qxd4 Nc6 Qe3 Nf6 Bc4 Ne5 Bb3 Bb4+ c3 Bc5 Qg3",
        "8...Bxf2+ wins a queen and two pawns",
    ),
    "Two Knights": ("e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 h6", "5.Nxf7 forks the queen on d8 and the rook on h8"),
    "Benko": ("d4 Nf6 c4 c5 d5 b5 cxb5 a6 Nc3 axb5 e4 b4 Nb5 Nxe4", "If 8...Nf6, 9.Nd6# is mate"),
    "Mortimer": (
        "e4 e5 Nf3 Nc6 Bb5 Nf6 d3 Ne7 Nxe5",
        ("5...c6 wins a knight for two pawns", "5...c6 is the best answer"),
    ),
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
    ways = (said,) if isinstance(said, str) else said
    assert any(way in sentence for way in ways for sentence in sentences), sentences
