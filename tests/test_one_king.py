"""A position of shogi with one king, as every problem of mate is, is searched at every door like any other.

Whoever asks for the place of a king that isn't there ends the process, so all is asked in this one.
"""

import json
import random

import pytest

from commands import run_here
from kiebitz import Limit, ShogiEngine
from kiebitz.core.shogi.notation import is_checkmate, legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import SfenError
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.writing import write_kifu
from kiebitz.protocols.usi.loop import Session
from random_shogi import one_king
from sources import ROOT
from uci_talk import Talk

NODES = 400
QUICK, MANY, ALL = 3, 200, 10_000
# Reported: Black attacks, White attacks, and a drop that mates.
REPORTED = (
    "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b4s4n4l17p 1",
    "9/9/9/9/4p4/9/4K4/9/9 w 2g2r2b2G4s4n4l17p 1",
    "4k4/9/9/9/9/9/9/9/9 b G 1",
)


def positions(count, seed):
    """The positions that were reported, and so many others."""
    yield from map(ShogiPosition, REPORTED)
    yield from one_king(random.Random(seed), count)


def is_right(position, best):
    """Whether a move (None: none) is one for the position."""
    legal = legal_moves(position)
    return best in legal if legal else best is None


def ask_usi(asked, limits):
    """Search positions by ``kiebitz-usi``, one limit after the other."""
    talk = Talk(Session)
    for number, position in enumerate(asked):
        *said, last = talk.search(f"position sfen {position.sfen()}", *limits[number % len(limits)])
        assert not [line for line in said if "error" in line]
        best = last.split()[1]
        # It resigns where it is mated, soon or now, or far behind.
        assert best == "resign" or is_right(position, best), position.sfen()
    talk.close()


def ask_usi_by_limit(asked):
    """By nodes, by depth, with byoyomi, and until it is told to stop."""
    ask_usi(asked, ((f"go nodes {NODES}",), ("go depth 3",), ("go byoyomi 1",), ("go infinite", "stop")))


def ask_engine(asked):
    """Search positions as programs do, by either evaluation, with one thread and with two."""
    engines = [ShogiEngine(hash_mb=1), ShogiEngine(hash_mb=1, threads=2), ShogiEngine(hash_mb=1)]
    engines[2].configure(evaluation="classical")
    for number, position in enumerate(asked):
        info = engines[number % 3].analyse(position, Limit(nodes=NODES))
        assert is_right(position, info.best_move), position.sfen()
    for engine in engines:
        engine.close()


def ask_best(asked):
    """Ask ``kiebitz best``."""
    for position in asked:
        done = run_here("best", position.sfen(), "--nodes", NODES, "--json")
        assert done.status == 0, done.err
        assert json.loads(done.out)["nodes"] >= 0


def ask_analyse(asked, folder):
    """Have random games from such positions analysed, and a page written."""
    chance = random.Random(1)
    for position in asked:
        moves, board = [], position.copy()
        while len(moves) < 4 and (legal := legal_moves(board)):
            moves.append(chance.choice(legal))
            push(board, moves[-1])
        write_kifu(Kifu.of_moves(moves, position.sfen()), folder / "game.kif")
        analyse(folder / "game.kif", folder)


def analyse(record, folder):
    options = ("--nodes", NODES, "--output", folder / "out.kif", "--html", folder / "page.html")
    done = run_here("analyse", record, *options, "--overwrite")
    assert done.status == 0, done.err
    return (folder / "page.html").read_text()


def ask_tree(asked, folder):
    """Have the tree of a search drawn."""
    for position in asked:
        if legal_moves(position):
            done = run_here("lab", "tree", position.sfen(), "--depth", 2, "--html", folder / "tree.html")
            assert done.status == 0, done.err


DOORS = {"usi": ask_usi_by_limit, "engine": ask_engine, "best": ask_best}
PAGES = {"analyse": ask_analyse, "tree": ask_tree}


@pytest.mark.parametrize("ask", [ask_usi_by_limit, ask_engine])
def test_one_king_is_enough(ask):
    ask(positions(QUICK, seed=1))


@pytest.mark.check
@pytest.mark.parametrize("ask", DOORS.values(), ids=DOORS)
def test_one_king_is_enough_in_many_positions(ask):
    ask(positions(QUICK if ask is ask_best else MANY, seed=2))


@pytest.mark.check
@pytest.mark.parametrize("ask", PAGES.values(), ids=PAGES)
def test_pages_are_made_of_positions_with_one_king(ask, tmp_path):
    ask(positions(QUICK, seed=3), tmp_path)


@pytest.mark.nightly
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("ask", DOORS.values(), ids=DOORS)
def test_one_king_is_enough_in_ten_thousand_positions(ask):
    ask(positions(ALL, seed=4))


@pytest.mark.nightly
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("ask", PAGES.values(), ids=PAGES)
def test_pages_are_made_of_ten_thousand_positions_with_one_king(ask, tmp_path):
    ask(positions(ALL, seed=5), tmp_path)


@pytest.mark.check
def test_a_problem_of_mate_is_analysed_like_a_game(tmp_path):
    record = ROOT / "tests" / "data" / "kifu" / "one_king.kif"
    (kifu,) = read_kifu(record)
    board = ShogiPosition(kifu.sfen)
    for move in kifu.moves:
        push(board, move)
    assert is_checkmate(board)
    assert "☗５三金" in analyse(record, tmp_path)


@pytest.mark.parametrize("side", "bw")
def test_no_king_at_all_is_refused(side):
    with pytest.raises(SfenError, match="no king"):
        ShogiPosition(f"9/9/9/9/4p4/9/9/9/9 {side} G 1")
    assert "no king" in run_here("best", f"9/9/9/9/9/9/9/9/9 {side} G 1", "--depth", 1).err
