"""The whole machine against the plain-Python search, the known leaf counts, and the compiled core's evaluation."""

import random
from dataclasses import replace
from itertools import islice

import chess
import pytest

from kiebitz.core.chess.position import Position
from kiebitz_hydra.circuit.alpha_beta_fsm import STATES
from kiebitz_hydra.question import BARE, FULL, INFINITY, MATE, question_of
from kiebitz_hydra.reference import Reference, evaluator, ordered
from kiebitz_hydra.simulator.coprocessor import word_of
from kiebitz_hydra.simulator.stepping import SteppedCoprocessor
from machines import HARD, positions, without_past
from sources import DATA


def said(answer):
    """What an answer says, as the reference says it."""
    return answer.value, answer.best, answer.nodes, list(answer.moves)


def expected(board, depth, alpha=-INFINITY, beta=INFINITY, knowledge=FULL):
    reference = Reference(evaluator=evaluator(knowledge))
    value = reference.search(board, depth, alpha, beta)
    best = reference.best.uci() if reference.best else None
    return value, best, reference.nodes, [move.uci() for move in reference.moves]


def assert_equal(machine, boards, depth):
    for board in boards:
        assert said(machine.ask(question_of(board, depth))) == expected(board, depth), board.fen()


@pytest.mark.check
def test_in_amaranths_own_simulator():
    """A capture in passing that isn't legal, and a double check: few moves, many paths."""
    machine = SteppedCoprocessor()
    for fen in (HARD[6], HARD[8]):
        board = chess.Board(fen)
        assert said(machine.ask(question_of(board, 1))) == expected(board, 1, knowledge=BARE), fen


@pytest.mark.check
@pytest.mark.parametrize("module", sorted(FULL - {"dynamic"}))
def test_with_one_module_more(module):
    """Whatever a machine is made with, the reference judges alike."""
    board, knowledge = chess.Board(HARD[8]), frozenset({module})
    machine = SteppedCoprocessor(knowledge=knowledge)
    assert said(machine.ask(question_of(board, 1))) == expected(board, 1, knowledge=knowledge)


@pytest.mark.check
def test_both_simulators_agree_on_every_count(bare_machine):
    """Cycles by state, too; leaves are counted, for that takes fewer cycles, and each is slow to step through."""
    stepped = SteppedCoprocessor()
    for fen, depth in ((HARD[7], 1), *((fen, 2) for fen in HARD[8:])):
        question = question_of(chess.Board(fen), depth, perft=True)
        ours, theirs = stepped.ask(question), bare_machine.ask(question)
        assert ours == replace(theirs, cycles=theirs.cycles[: len(STATES)]), fen


@pytest.mark.check
def test_by_cxxrtl(machine_by_cxxrtl):
    """As many positions as so slow a simulator has time for; also after a search that wasn't let finish."""
    for number, board in enumerate(positions(60, seed=8)):
        depth, window = 1 + number % 12 // 11, (-40, 60) if number % 3 else (-INFINITY, INFINITY)
        answer = machine_by_cxxrtl.ask(question_of(board, depth, *window))
        assert said(answer) == expected(board, depth, *window, knowledge=BARE), board.fen()
    machine_by_cxxrtl.model.begin(question_of(chess.Board(), 3))
    assert not machine_by_cxxrtl.model.run(100)
    question = question_of(chess.Board(HARD[0]), 2, perft=True)
    assert machine_by_cxxrtl.ask(question).nodes == 2039


@pytest.mark.check
def test_limit_of_the_stack():
    """Captures go on where a small stack ends: there the window is taken for the value."""
    plies = 4
    board = chess.Board("4k3/8/3qr3/3pp3/3PP3/3QR3/8/4K3 w - - 0 1")
    reference = Reference(evaluator=evaluator(BARE), plies=plies)
    value = reference.search(board, 1)
    best = reference.best.uci() if reference.best else None
    answer = SteppedCoprocessor(plies).ask(question_of(board, 1))
    assert (answer.value, answer.best, answer.nodes) == (value, best, reference.nodes)
    assert reference.nodes < expected(board, 1, knowledge=BARE)[2]


@pytest.mark.check
def test_leaves(bare_machine):
    """The suites of perft, to what a simulation can count."""
    counted = 0
    for line in (DATA / "perft" / "standard.epd").read_text().splitlines():
        fen, *counts = line.split(";")
        for depth, leaves in ((int(entry[1:2]), int(entry[2:])) for entry in counts):
            if leaves <= 3_000:
                question = question_of(chess.Board(fen.strip()), depth, perft=True)
                assert bare_machine.ask(question).nodes == leaves, f"perft {depth} of {fen}"
                counted += 1
    assert counted > 200


@pytest.mark.check
def test_moves_are_complete_and_in_order(bare_machine):
    """Depth 1 counts all legal moves, depth 0 those that capture."""
    for board in positions(2_000):
        for depth in (0, 1):
            moves = [move for move in ordered(board, captures_only=depth == 0) if board.is_legal(move)]
            answer = bare_machine.ask(question_of(board, depth, perft=True))
            assert answer.moves == tuple(move.uci() for move in moves), board.fen()


@pytest.mark.check
@pytest.mark.parametrize(
    ("first", "count", "depth"), [(0, 500, 1), (500, 500, 1), (1_000, 500, 1), (0, 200, 2), (0, 30, 3)]
)
def test_search(machine, first, count, depth):
    """1,500 positions at depth 1, 200 at depth 2, 30 at depth 3; in portions, which several processes can share."""
    assert_equal(machine, islice(positions(first + count, seed=depth), first, None), depth)


@pytest.mark.check
def test_windows(machine):
    """Zero windows and narrow ones, around what the position is worth and far from it."""
    numbers = random.Random(7)
    for board in positions(150, seed=4):
        for width in (1, 60):
            alpha = numbers.choice((0, 0, 0, 500, -500, MATE - 3)) + numbers.randrange(-150, 150)
            window = alpha, min(alpha + width, INFINITY)
            assert said(machine.ask(question_of(board, 2, *window))) == expected(board, 2, *window), board.fen()


@pytest.mark.check
def test_evaluation(machine):
    """What Evaluate says of 10,000 positions, each reached by a move, is what the core says with the same modules."""
    core = evaluator()
    compared = 0
    for board in positions(600, seed=5):
        answer = machine.ask(question_of(board, 1, perft=True))
        for move, evaluation in zip(answer.moves, answer.evaluations, strict=True):
            board.push_uci(move)
            assert evaluation == core.value(Position(without_past(board))), board.fen()
            board.pop()
            compared += 1
    assert compared >= 10_000


@pytest.mark.check
def test_a_machine_can_be_asked_again(machine):
    """Whatever it was asked before, and though it wasn't let finish."""
    question = question_of(chess.Board(HARD[0]), 2)
    before = machine.ask(question)
    other = question_of(chess.Board(), 3)
    machine.model.place([word_of(*man) for man in other.men])
    machine.model.begin(other)
    assert not machine.model.run(100)
    assert machine.ask(question) == before
