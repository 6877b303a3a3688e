"""What readers of others' texts cost grows with the text, not with its square: calls and memory, which are no clock's.

Each is given one, four and sixteen times as much. A loop that looks at everything again for each new piece, or keeps a
copy of all with each, has a slope of 2.
"""

import gc
import json
import math
import sys
import tracemalloc
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from kiebitz.analysis.reading.archive import RawGame
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.reader import read_game
from kiebitz.arena.match.openings import _book_of
from kiebitz.arena.records.files import read_entries
from kiebitz.arena.suite.epd import read_suite
from kiebitz.classroom.theory.trees import read_tree
from kiebitz.collection.told_marks import told_marks
from kiebitz.core.records.any_entries import BIN, PSV
from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.engine import START_FEN, position_from
from kiebitz.engine.columns.moves import move_batch
from kiebitz.kifu.csa_reader import read_csa
from kiebitz.kifu.jkf_reader import read_jkf
from kiebitz.kifu.kif_reader import read_kif
from kiebitz.protocols.uci.protocol import parse_command
from kiebitz.web.messages import read
from uci_talk import talk

pytestmark = pytest.mark.check

TIMES = (1, 4, 16)
MOST = 1.15
"""Powers of 1.1 and a little for what is there before the first piece."""
TURNS = ("Nf3 Nf6 Ng1 Ng8", "Nc3 Na6 Nb1 Nb8", "Nh3 Nc6 Ng1 Nb8")
UCI = "g1f3 g8f6 f3g1 f6g8 "


def moves(number):
    return " ".join(TURNS[turn % 3] for turn in range(number))


def tree(text):
    return read_game(RawGame("test", 1, 1, text, "utf-8"))


def games(text):
    found = list(read_games(text, comments=True, texts=True, variations=True, on_fault=lambda fault: None))
    assert found
    return found


def kif(number):
    to_and_fro = ("７八金(69)", "３二金(41)", "６九金(78)", "４一金(32)")
    return "\n".join(f"{ply + 1} {to_and_fro[ply % 4]} ( 0:01/00:00:01)" for ply in range(4 * number)) + "\n"


EVALUATED = "".join(f"{move} {{[%eval {number}.5]}} " for number, move in enumerate(TURNS[0].split()))


def suite_of(text):
    with NamedTemporaryFile(suffix=".epd") as file:
        file.write(text.encode())
        file.flush()
        return list(read_suite(Path(file.name)))


def entries_of(text, kind=BIN):
    with NamedTemporaryFile(suffix=".plain") as file:
        file.write(text.encode())
        file.flush()
        return [entries.write(kind) for entries in read_entries(file.name, "plain")]


def kif_of(text):
    return list(read_kif(text, "test"))


def jkf(number):
    steps = ((6, 9, 7, 8), (4, 1, 3, 2), (7, 8, 6, 9), (3, 2, 4, 1))
    moves = [
        f'{{"move":{{"from":{{"x":{x},"y":{y}}},"to":{{"x":{to_x},"y":{to_y}}},"piece":"KI"}},"comments":["word"]}}'
        for x, y, to_x, to_y in steps
    ]
    return '{"moves":[{},' + ",".join(moves * number) + "]}"


TO_AND_FRO = "+6978KI\n-4132KI\n+7869KI\n-3241KI\n"
READERS = {
    "a long game": (30, lambda n: moves(n) + " *", games),
    "many signs": (200, lambda n: "1. e4 " + "☃ ~ = " * n + "*", games),
    "a long game's tree": (30, lambda n: moves(n) + " *", tree),
    "many games": (30, lambda n: '[White "A"]\n\n1. e4 e5 *\n\n' * n, games),
    "many tags": (100, lambda n: "".join(f'[T{i} "x"]\n' for i in range(n)) + "\n1. e4 *", tree),
    "a tag again and again": (100, lambda n: '[White "x"]\n' * n + "\n1. e4 *", games),
    "a long comment": (300, lambda n: "1. e4 {" + "[%clk 0:01:00] word " * n + "} e5 *", games),
    "many comments": (100, lambda n: "1. e4 " + "{[%clk 0:01:00]} " * n + "e5 *", tree),
    "many variations": (30, lambda n: "1. e4 e5 " + "(1... c5 2. Nf3) " * n + "*", games),
    "variations of variations": (30, lambda n: "1. e4 " + "(1. d4 " * n + ")" * n + " *", tree),
    "many faults": (30, lambda n: "1. e4 " + "Ke9 " * n + "*", tree),
    "brackets": (300, lambda n: "1. e4\n" + "[" * n, games),
    "signs": (300, lambda n: "1. e4 " + "$1 !? " * n + "e5 *", tree),
    "a record of shogi": (30, kif, kif_of),
    "a record with headers": (100, lambda n: "".join(f"棋戦{i}：x\n" for i in range(n)), kif_of),
    "comments of shogi": (100, lambda n: "1 ７六歩(77)\n" + "*word\n" * n, kif_of),
    "a record in CSA": (30, lambda n: "PI\n+\n" + TO_AND_FRO * n, lambda text: list(read_csa(text, "test"))),
    "a record in JKF": (30, jkf, lambda text: list(read_jkf(text, "test"))),
    "a record in KI2": (30, lambda n: "▲７八金\n△３二金\n▲６九金\n△４一金\n" * n, kif_of),
    "a suite": (30, lambda n: "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n" * n, suite_of),
    "operations of an EPD": (100, lambda n: f'4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 "{"word " * n}";\n', suite_of),
    "training data": (100, lambda n: f"fen {START_FEN}\nmove e2e4\nscore 9\nply 0\nresult 1\ne\n" * n, entries_of),
    "training data of shogi": (
        100,
        lambda n: f"sfen {START_SFEN}\nmove 7g7f\nscore 9\nply 1\nresult 1\ne\n" * n,
        lambda text: entries_of(text, PSV),
    ),
    "a tree of numbers": (100, lambda n: json.dumps([[1, 2]] * n), read_tree),
    "a book of openings": (
        30,
        lambda n: "1. e4 e5 *\n\n" * n,
        lambda text: _book_of("book.pgn", text.encode(), None, "chess"),
    ),
    "a column of positions": (
        100,
        lambda n: [START_FEN] * n,
        lambda fens: move_batch(fens, ["e2e4"] * len(fens), jobs=1),
    ),
    "mistakes told": (30, lambda n: EVALUATED * n + "*", lambda text: list(told_marks(games(text)[0]))),
    "a message": (1_000, lambda n: json.dumps({"type": "load", "text": "e4 " * n}), read),
    "a message's list": (
        100,
        lambda n: json.dumps({"type": "go", "node": 1, "fen": START_FEN, "chess960": False, "moves": ["e4"] * n}),
        read,
    ),
    "a line of UCI": (30, lambda n: "position startpos moves " + UCI * n, parse_command),
    "a position by UCI": (30, lambda n: "position startpos moves " + UCI * n, lambda line: talk(line, "d")),
    "moves of a game": (30, lambda n: (UCI * n).split(), lambda played: position_from(START_FEN, played, False, [])),
}


def cost(act, given):
    """The calls of functions that it takes, Python's and compiled ones, and the memory, in bytes."""
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += 1

    gc.collect()
    tracemalloc.start()
    sys.setprofile(count)
    try:
        act(given)
    finally:
        sys.setprofile(None)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return calls, peak


@pytest.mark.parametrize("name", READERS)
def test_what_a_reader_costs_grows_with_its_text(name):
    size, written, act = READERS[name]
    act(written(size))  # what is made but once is there
    costs = [cost(act, written(size * times)) for times in TIMES]
    for what, (one, _, sixteen) in zip(("calls", "bytes"), zip(*costs, strict=True), strict=True):
        slope = math.log(max(sixteen, 1) / max(one, 1)) / math.log(TIMES[-1])
        assert slope <= MOST, (what, costs)
