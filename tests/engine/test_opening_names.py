"""Openings by their positions."""

from importlib import resources

import chess

from kiebitz.engine import position_from, push
from kiebitz.engine.opening_names import OpeningName, last_opening_name, opening_name


def after(*sans):
    board = chess.Board()
    for san in sans:
        board.push_san(san)
    return position_from(moves=[move.uci() for move in board.move_stack])


def test_a_position_has_a_name_whatever_the_order_of_the_moves():
    italian = OpeningName("C50", "Italian Game")
    assert opening_name(after("e4", "e5", "Nf3", "Nc6", "Bc4")) == italian
    assert opening_name(after("e4", "Nc6", "Bc4", "e5", "Nf3")) == italian
    assert str(italian) == "C50 Italian Game"


def test_the_start_and_a_middlegame_have_none():
    assert opening_name(position_from()) is None
    assert opening_name(position_from("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")) is None


def test_a_game_bears_its_last_name():
    moves = ["e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6", "b1c3", "a7a6", "h2h4", "h7h5", "h1h3"]

    def positions():
        position = position_from()
        yield position
        for move in moves:
            push(position, move)
            yield position

    assert last_opening_name(positions()).name.startswith("Sicilian Defense: Najdorf Variation")
    assert last_opening_name([position_from()]) is None


def test_every_line_of_the_table_is_found():
    table = (resources.files("kiebitz.engine") / "data" / "openings.tsv").read_text(encoding="utf-8").splitlines()
    assert len(table) == 3807
    names = {tuple(line.split("\t")[:2]) for line in table}
    for line in table[::100]:
        found = opening_name(position_from(moves=line.split("\t")[2].split()))
        assert (found.eco, found.name) in names
