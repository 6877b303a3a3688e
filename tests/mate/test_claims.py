"""What the solver claims is so: of problems whose truth a full-width search knows, and of positions made by chance."""

import random

import chess
import pytest

from full_width import mates_within, random_problems
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.engine.mate_solver import MateSolver, game_of, longest_line, position_named, text_of
from kiebitz.mate.proof_file import Proof
from kiebitz.mate.verify import verify
from random_shogi import random_games

PROBLEMS, POSITIONS = 300, 5_000
LENGTHS = (1, 3, 5, 7)
# Of the problems without a mate, which are most, and of the positions that a slow truth is asked for.
EACH = 5
NODES = 1_000
LONGEST_GAME = 120


def verified_plies(solver, text, checks_only):
    """The length that the verifier finds in the proof of the mate that the solver has just found."""
    position = position_named(text)
    book = solver.book(text)
    line = longest_line(position, book)
    return verify(Proof(game_of(position), text_of(position), len(line), checks_only, book)).plies


def problems():
    """Problems of shogi with the plies of the shortest mate, None if it takes more than seven."""
    left, without = PROBLEMS, 0
    for sfen in random_problems(random.Random(2026), 1 << 20):
        position = ShogiPosition(sfen)
        plies = next((plies for plies in LENGTHS if mates_within(position, plies)), None)
        without += plies is None
        if plies or without % EACH == 0:
            yield sfen, plies
            left -= 1
        if not left:
            return


@pytest.mark.nightly
@pytest.mark.timeout(86_400)
def test_short_problems():
    """With a limit the solver agrees with full width; without one it may find a longer mate, or not know."""
    solver = MateSolver(1)
    seen, unknown = dict.fromkeys((*LENGTHS, None), 0), 0
    for sfen, plies in problems():
        seen[plies] += 1
        within = solver.solve(sfen, moves=4, checks_only=True, exact=True)
        assert (within.mate, within.plies) == (plies is not None, plies), sfen
        if plies:
            assert verified_plies(solver, sfen, True) == plies
        free = solver.solve(sfen, nodes=20 * NODES)
        unknown += free.mate is None
        if free.mate:
            assert verified_plies(solver, sfen, True) == free.plies or free.plies > 7
        assert plies is None or free.mate is not False, sfen
    assert min(seen.values()) > 5
    assert unknown < PROBLEMS / EACH


@pytest.mark.full
@pytest.mark.timeout(86_400)
def test_positions_of_shogi():
    solver = MateSolver(1)
    told = {True: 0, False: 0, None: 0}
    for number, (_, _, position) in enumerate(random_games(random.Random(7), POSITIONS)):
        sfen = position.sfen()
        mate = solver.solve(sfen, nodes=NODES).mate
        told[mate] += 1
        if mate:
            assert verified_plies(solver, sfen, True)
        elif mate is False:
            assert not mates_within(position, 3 if number % EACH else 5), sfen
    assert min(told[True], told[False]) > 100


@pytest.mark.full
@pytest.mark.timeout(86_400)
def test_positions_of_chess():
    solver, chance, board = MateSolver(1), random.Random(8), chess.Board()
    told = {True: 0, False: 0, None: 0}
    for number in range(POSITIONS):
        if board.is_game_over() or board.ply() > LONGEST_GAME:
            board.reset()
        board.push(chance.choice(list(board.legal_moves)))
        fen = " ".join(board.fen().split()[:4]) + " 0 1"
        mate = solver.solve(fen, moves=2, nodes=NODES).mate
        told[mate] += 1
        if mate:
            assert verified_plies(solver, fen, False) <= 3
        elif mate is False:
            assert not mates_in_chess(chess.Board(fen), 1 if number % (10 * EACH) else 2), fen
    assert min(told[True], told[False]) > 20


def mates_in_chess(board, moves):
    """Full-width truth by python-chess."""
    for move in list(board.legal_moves):
        board.push(move)
        mates = board.is_checkmate()
        if not mates and moves > 1 and any(board.legal_moves):
            mates = all(mates_after(board, reply, moves - 1) for reply in list(board.legal_moves))
        board.pop()
        if mates:
            return True
    return False


def mates_after(board, reply, moves):
    """Whether the side that moves after a reply mates within so many moves."""
    board.push(reply)
    mates = mates_in_chess(board, moves)
    board.pop()
    return mates
