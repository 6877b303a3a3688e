"""Shogi by the search that plays chess: its lines by cshogi, its ends by rule, and what the table keeps of them."""

import random
import subprocess
import sys

import cshogi
import pytest

from kiebitz.core import parameters
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shogi_worker import ShogiWorker
from kiebitz.core.shogi.notation import ShogiMoveError, legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.table.table import Table
from kiebitz.core.value import DRAW, KNOWN_WIN, LONGEST_MATE, MATE
from random_shogi import random_games, scattered
from sources import ROOT

DATA = ROOT / "tests" / "data"

# Black's rook checks on two squares, White's king has two to go to: R3i-5i and so on, three times round.
CHASE = ("4k4/9/9/9/9/9/9/9/K5R2 b - 1", ("3i5i", *("5a4a", "5i4i", "4a5a", "4i5i") * 2, "5a4a", "5i4i", "4a5a"))
# Both sides move a rook to and fro, three times.
SHUFFLE = ("4k4/1r7/9/9/9/9/9/7R1/4K4 b - 1", ("2h3h", "8b7b", "3h2h", "7b8b") * 3)
STRICT = [line.split("\t") for line in (DATA / "tsume" / "mates_1_to_9.tsv").read_text().splitlines()[1:]]
# By both kings on the board and the plies of the shortest mate; confirmed by brute force.
MATES = [
    (sfen, int(claim.split()[1]))
    for sfen, claim, proof in STRICT
    if proof == "strict" and claim in ("mate 1", "mate 3") and "K" in sfen.split()[0]
][:4]


def searched(position, worker=None, **limits):
    """What a search by one worker found."""
    worker = worker or ShogiWorker(Table(1))
    worker.prepare(position, SearchLimits(**limits))
    think(worker)
    worker.check_invariants()
    return worker.results()


def after(sfen, moves):
    position = ShogiPosition(sfen)
    for move in moves:
        push(position, move)
    return position


def agree_with_cshogi(positions, **limits):
    """Search, on one table, and play each line on cshogi's board."""
    worker = ShogiWorker(Table(1))
    for position in positions:
        lines = searched(position, worker, **limits)
        board = cshogi.Board(position.sfen())
        assert bool(lines) == bool(list(board.legal_moves)), position.sfen()
        for line in lines:
            board = cshogi.Board(position.sfen())
            for text in line.moves:
                assert text in {cshogi.move_to_usi(move) for move in board.legal_moves}, (position.sfen(), line)
                board.push_usi(text)
        first = [line.moves[0] for line in lines]
        assert len(set(first)) == len(first)


def test_every_line_along_random_games_is_legal():
    positions = [position.copy() for _, _, position in random_games(random.Random(236), 400)][::10]
    agree_with_cshogi(positions, nodes=500, multipv=2)


def test_every_line_among_scattered_men_is_legal():
    agree_with_cshogi(scattered(random.Random(237), 20), nodes=500, multipv=3)


@pytest.mark.full
@pytest.mark.timeout(86_400)
def test_every_line_of_ten_thousand_searches_is_legal():
    chance = random.Random(10_000)
    agree_with_cshogi((position.copy() for _, _, position in random_games(chance, 8_000)), nodes=3_000)
    agree_with_cshogi(scattered(chance, 2_000), nodes=3_000)


@pytest.mark.parametrize(("sfen", "plies"), MATES)
def test_mates_are_exact_plies(sfen, plies):
    (line,) = searched(ShogiPosition(sfen), depth=plies + 6)
    assert line.value == MATE - plies
    assert len(line.moves) == plies


def test_who_has_no_move_has_lost_though_not_in_check():
    """White's king has no square to go to and White no man to move: no draw, as it would be in chess."""
    position = ShogiPosition("8k/6G2/7+R1/9/9/9/9/9/4K4 b - 1")
    lines = {line.moves[0]: line.value for line in searched(position, depth=2, multipv=200)}
    ends = {move: after(position.sfen(), [move]) for move in lines}
    stuck = [move for move, end in ends.items() if not legal_moves(end) and not end.is_check]
    assert stuck
    assert {lines[move] for move in stuck} == {MATE - 1}


def test_the_fourth_time_is_a_draw():
    sfen, moves = SHUFFLE
    position = after(sfen, moves[:-1])
    (line,) = searched(position, depth=1, searchmoves=("7b8b",))
    assert line.value == DRAW


def test_who_gives_check_for_ever_loses_and_the_table_does_not_believe_it():
    sfen, moves = CHASE
    position = after(sfen, moves)
    worker = ShogiWorker(Table(1))
    (line,) = searched(position, worker, depth=1, searchmoves=("4i5i",))
    assert line.value == -KNOWN_WIN
    (best,) = searched(position, worker, depth=4)
    assert best.moves[0] != "4i5i"


def test_nothing_that_holds_on_one_path_alone_is_stored():
    table = Table(1)
    worker = ShogiWorker(table)
    sfen, moves = CHASE
    for length in range(len(moves) + 1):
        position = after(sfen, moves[:length])
        searched(position, worker, depth=6)
        for move in legal_moves(position):
            known = table.look_up(after(sfen, (*moves[:length], move)).hash_key)
            assert known is None or abs(known["value"]) < KNOWN_WIN or abs(known["value"]) >= LONGEST_MATE


def test_one_thread_searches_the_same_tree_twice():
    one, other = (searched(ShogiPosition(), depth=5)[0] for _ in range(2))
    assert (one.nodes, one.value, one.moves) == (other.nodes, other.value, other.moves)


def test_only_the_moves_asked_for_are_searched():
    lines = searched(ShogiPosition(), depth=3, searchmoves=("7g7f", "2g2f"), multipv=5)
    assert {line.moves[0] for line in lines} == {"7g7f", "2g2f"}
    with pytest.raises(ShogiMoveError):
        searched(ShogiPosition(), depth=3, searchmoves=("7g7e",))


@pytest.mark.parametrize(
    "name", [tunable.name for tunable in parameters.TABLE if (tunable.minimum, tunable.maximum) == (0, 1)]
)
def test_every_technique_switched_the_other_way_finds_the_mate(name):
    values = parameters.complete({}, parameters.SHOGI)
    worker = ShogiWorker(Table(1))
    worker.configure(values | {name: 1 - values[name]})
    sfen, plies = MATES[-1]
    (line,) = searched(ShogiPosition(sfen), worker, depth=9)
    assert line.value == MATE - plies


@pytest.mark.check
def test_who_plays_chess_does_not_pay_for_shogi():
    """Its tables are computed when the first position of shogi is made; they take longer than chess's start may."""
    code = (
        "import kiebitz; from kiebitz.core.shogi.bitboard import is_loaded; engine = kiebitz.Engine();"
        " engine.analyse('startpos', kiebitz.Limit(depth=2)); assert not is_loaded();"
        " from kiebitz.engine.engine import ShogiEngine; ShogiEngine(); assert is_loaded()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
