"""The mate solver for Python callers: solutions, limits, stops, and proofs given out."""

import signal
import subprocess
import sys
import textwrap
import threading

import chess
import pytest
import shogi

import kiebitz
from full_width import mates_within, microcosmos, microcosmos_end
from injected_faults import interrupts, run_interrupted
from kiebitz.core.chess.fen import FenError
from kiebitz.core.chess.notation import legal_moves, push
from kiebitz.core.shogi import notation as shogi_notation
from kiebitz.core.shogi.sfen import SfenError
from kiebitz.engine.mate_solver import MateSolver, ProofLostError, ProofUnreadError, longest_line, name_of
from kiebitz.engine.positions import game_of, position_named

IN_THREE = "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b4s4n4l17p 1"
LONGER_FIRST = "l6nl/3+R1pk2/3p3gp/p1p3p2/1p1nsN3/2P3P1P/PP1P1S3/1SG2GK2/LN6L b BGPrbs4p 1"
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def test_a_tsume_problem():
    solver = kiebitz.MateSolver(1)
    solution = solver.solve(IN_THREE, exact=True)
    assert (solution.mate, solution.plies, solution.is_exact) == (True, 3, True)
    assert solution.nodes > 0
    assert solution.hash_permille >= 0
    book = solver.book(IN_THREE)
    line = longest_line(position_named(IN_THREE), book)
    assert len(line) == 3
    assert line[0] == book[" ".join(IN_THREE.split()[:3])]


@pytest.mark.parametrize(
    ("clock", "checks_only", "mate", "plies"),
    [(97, False, True, 3), (98, False, None, None), (98, True, False, None), (150, False, None, None)],
)
def test_a_mate_that_the_rule_of_fifty_moves_may_forestall_is_not_claimed(clock, checks_only, mate, plies):
    """Nor is it denied: a pawn's move may come in between. By checks alone there is none here, rule or not."""
    solver = MateSolver(1)
    fen = f"8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - {clock} 100"
    solution = solver.solve(fen, moves=2, checks_only=checks_only, exact=True)
    assert (solution.mate, solution.plies) == (mate, plies)
    if not mate:
        with pytest.raises(ProofLostError):
            solver.book(fen)


def test_a_quicker_mate_comes_before_the_rule_of_fifty_moves():
    """As the last move at any clock; and a second solution counts only if it does, too."""
    solver = MateSolver(1)
    for clock in (0, 99, 100, 150):
        fen = f"7k/8/6K1/8/8/8/8/RR6 w - - {clock} 200"
        solution = solver.solve(fen, moves=5)
        assert (solution.mate, solution.plies <= max(1, 100 - clock)) == (True, True)
        cooks = solver.cooks(fen, "a1a8", moves=3)
        assert "b1b8" in cooks.mating
        assert ("a1a2" in cooks.mating) == (clock == 0)
        assert ("a1a2" in cooks.unknown) == (clock > 0)


@pytest.mark.check
def test_the_shortest_mate_is_looked_for_on_request():
    solver = MateSolver(16)
    any_mate = solver.solve(LONGER_FIRST)
    assert any_mate.mate
    assert not any_mate.is_exact
    shortest = solver.solve(LONGER_FIRST, exact=True)
    assert shortest.is_exact
    assert shortest.plies < any_mate.plies
    assert len(longest_line(position_named(LONGER_FIRST), solver.book(LONGER_FIRST))) == shortest.plies
    assert solver.solve(LONGER_FIRST, moves=shortest.plies // 2).mate is False


@pytest.mark.check
def test_what_the_table_has_lost_of_a_proof_is_proved_again():
    problem = microcosmos_end(49)
    solver = MateSolver(1)
    solution = solver.solve(problem)
    assert solution.collections
    book = solver.book(problem)
    line = longest_line(position_named(problem), book)
    assert 49 <= len(line) <= solution.plies


HORSE = "7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1"
"""Its proof has 800,000 positions."""


@pytest.mark.check
@pytest.mark.parametrize("problem", [IN_THREE, LONGER_FIRST, microcosmos_end(21), microcosmos_end(49)])
def test_the_longest_line_is_known_without_the_book(problem):
    solver = MateSolver(16)
    solution = solver.solve(problem)
    line, is_longest = solver.line(problem)
    proof = solver.proof(problem)
    assert is_longest
    assert proof.line == longest_line(position_named(problem), proof.book)
    assert len(line) == len(proof.line) <= solution.plies
    here = position_named(problem)
    for move in line:
        shogi_notation.push(here, move)
    assert shogi_notation.is_checkmate(here)


@pytest.mark.check
def test_the_line_of_a_proof_that_the_table_has_lost():
    problem = microcosmos_end(49)
    solver = MateSolver(1)
    plies = solver.solve(problem).plies
    line, is_longest = solver.line(problem)
    assert is_longest
    assert 49 <= len(line) <= plies
    assert len(line) >= len(solver.line(problem, seconds=1e-9).moves) > 0


@pytest.mark.check
def test_a_large_proof_is_read_within_limits():
    solver = MateSolver(64)
    plies = solver.solve(HORSE).plies
    assert 100 < len(solver.line(HORSE).moves) <= plies
    with pytest.raises(ProofUnreadError, match=f"a mate in {plies} plies.*time"):
        solver.book(HORSE, seconds=1e-9)
    read = threading.Event()

    def stop_until_it_is_heard():
        while not read.is_set():
            solver.stop()

    stopping = threading.Thread(target=stop_until_it_is_heard)
    stopping.start()
    with pytest.raises(ProofUnreadError, match="stopped"):
        solver.book(HORSE)
    read.set()
    stopping.join()
    # After a stop the line is what is known at once; the solver is as good as ever.
    assert solver.line(HORSE).moves
    assert solver.solve(IN_THREE).mate
    assert solver.book(IN_THREE)


@pytest.mark.check
def test_ctrl_c_ends_reading():
    program = textwrap.dedent(
        f"""
        import kiebitz
        solver = kiebitz.MateSolver(64)
        solver.solve({HORSE!r})
        try:
            print("ready", flush=True)
            solver.book({HORSE!r})
        except KeyboardInterrupt:
            print(solver.solve({IN_THREE!r}, exact=True).plies, flush=True)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert (out, process.returncode) == ("3\n", 0)


def test_without_a_mate_there_is_no_book():
    solver = MateSolver(1)
    solution = solver.solve("1k7/9/9/9/9/9/9/9/R8 b - 1")
    assert (solution.mate, solution.plies, solution.is_exact) == (False, None, False)
    with pytest.raises(ProofLostError, match="no mate"):
        solver.book("1k7/9/9/9/9/9/9/9/R8 b - 1")


def test_cooks_are_the_other_first_moves_that_mate():
    solver = MateSolver(1)
    two_rooks = "6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1"
    assert solver.cooks(two_rooks, "a1a8", moves=1) == kiebitz.MateCooks(("b1b8",), (), False)
    assert solver.cooks(BACK_RANK, "a1a8", moves=1).mating == ()
    shortest = solver.solve(IN_THREE, exact=True)
    key = solver.book(IN_THREE)[name_of(position_named(IN_THREE))]
    cooks = solver.cooks(IN_THREE, key)
    assert cooks.unknown == ()
    for move in cooks.mating:
        after = position_named(IN_THREE)
        shogi_notation.push(after, move)
        for reply in shogi_notation.legal_moves(after):
            shogi_notation.push(after, reply)
            assert mates_within(after, 5)
            after.pop()
    assert shortest.plies == 3
    with pytest.raises(shogi_notation.ShogiMoveError):
        solver.cooks(IN_THREE, "G*1a+")


def test_cooks_that_a_limit_leaves_open_are_unknown():
    sfen, moves = microcosmos()
    cooks = MateSolver(1).cooks(sfen, moves[0], nodes=200)
    assert cooks.unknown
    assert moves[0] not in cooks.unknown + cooks.mating
    assert not cooks.is_stopped


def test_ctrl_c_leaves_it_unknown():
    sfen, _ = microcosmos()
    solver = MateSolver(1)

    def interrupt(progress):
        raise KeyboardInterrupt

    solution = solver.solve(sfen, progress=interrupt)
    assert (solution.mate, solution.is_stopped) == (None, True)
    assert solver.solve(IN_THREE).is_stopped is False


def test_chess():
    solver = MateSolver(1)
    assert solver.solve(BACK_RANK, moves=2).plies == 1
    assert solver.solve(BACK_RANK).plies == 1  # by checks alone
    assert solver.book(BACK_RANK) == {"6k1/5ppp/8/8/8/8/8/R3K3 w - -": "a1a8"}
    assert solver.solve("startpos", moves=3).mate is False
    assert game_of(position_named(IN_THREE)) == "shogi"
    assert game_of(position_named(BACK_RANK)) == game_of(position_named("startpos")) == "chess"


def test_limits_leave_it_unknown():
    sfen, _ = microcosmos()
    solver = MateSolver(1)
    solution = solver.solve(sfen, nodes=5000)
    assert (solution.mate, solution.nodes) == (None, 5000)
    assert solver.solve(sfen, seconds=1e-9).mate is None
    # What is stopped may be asked anew.
    assert solver.solve(IN_THREE).mate is True


def test_progress_and_a_stop_once_garbage_was_collected():
    sfen, _ = microcosmos()
    solver, seen = MateSolver(1), []

    def see(progress):
        seen.append(progress)
        if progress.collections:
            solver.stop()

    solution = solver.solve(sfen, progress=see)
    assert solution.mate is None
    assert solution.collections >= seen[-1].collections > 0
    assert solution.survivors > 0
    assert solution.longest_pause_ms > 0
    assert seen[-1].nodes > 0
    assert seen[-1].proof > 0
    assert seen[-1].disproof > 0
    assert 0 < seen[-1].hash_permille <= 900


def test_what_cannot_be_is_refused():
    boards = {"9/9/9/9/9/9/9/9/9 b - 1": SfenError, "8/8/8/8/8/8/8/8 w - - 0 1": FenError, "": FenError}
    for text, error in boards.items():
        with pytest.raises(error):
            MateSolver(1).solve(text)
    for options in ({"moves": 1537}, {"checks_only": False}):
        with pytest.raises(ValueError, match="mate"):
            MateSolver(1).solve(IN_THREE, **options)


def test_a_book_that_goes_in_circles_gives_no_line():
    start = position_named("k7/8/8/8/8/8/8/6KR w - - 0 1")
    book, waiting = {}, [start]
    while waiting:
        here = waiting.pop()
        if name_of(here) not in book:
            book[name_of(here)] = "h1h2" if "R" in here.fen().split("/")[7] else "h2h1"
            after = here.copy()
            push(after, book[name_of(here)])
            for reply in legal_moves(after):
                waiting.append(after.copy())
                push(waiting[-1], reply)
    with pytest.raises(ProofLostError, match="comes back"):
        longest_line(start, book)


@pytest.mark.check
@interrupts
def test_no_proof_runs_on_after_an_interrupt_at_any_moment():
    # The next proof shares the table with it.
    run_interrupted(
        """
        from kiebitz import MateSolver

        solver = MateSolver(1)
        for _ in range(500):
            try:
                interrupt_within(1e-5, 6e-4)
                solver.solve("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", moves=30)
            except KeyboardInterrupt:
                pass
            while is_running("kiebitz-mate"):
                pass
        """
    )


def test_boards_are_taken():
    solver = MateSolver(hash_mb=1)
    assert solver.solve(chess.Board(BACK_RANK)).mate
    assert solver.solve(kiebitz.Board(BACK_RANK)).mate
    assert solver.solve(shogi.Board(IN_THREE)).mate
    with pytest.raises(TypeError, match="no position"):
        solver.solve(3)
