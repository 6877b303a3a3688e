"""The modules of Evaluate, each against the core's."""

import random
from itertools import chain

import chess
import pytest
from amaranth.hdl import Module, Signal
from amaranth.sim import Simulator

from evaluated import taken_apart
from kiebitz.core.chess.position import Position
from kiebitz_hydra.budget import in_evaluate
from kiebitz_hydra.circuit.evaluate.adders import PHASES, counted
from kiebitz_hydra.circuit.evaluate.evaluate import MODULES, Evaluate
from kiebitz_hydra.circuit.evaluate.first_order_values import placement_table
from kiebitz_hydra.circuit.evaluate.game_phase import FULL_PHASE, MAX_SUM, GamePhase
from kiebitz_hydra.circuit.evaluate.piece_values import PieceValues
from kiebitz_hydra.circuit.evaluate.weighted_sum import (
    EIGHTH_BITS,
    FULL_SCALE,
    INVERSE,
    INVERSE_BITS,
    SIZE_BITS,
    WeightedSum,
)
from kiebitz_hydra.circuit.men import Man
from kiebitz_hydra.question import FULL, EvaluationName, question_of
from machines import HARD, endings, positions, without_past


def simulate(circuit, bench):
    simulator = Simulator(circuit)
    if not isinstance(circuit, GamePhase):
        simulator.add_clock(1e-6)
    simulator.add_testbench(bench)
    simulator.run()


def men_of(board, side):
    """One side's men, as a module is told of them."""
    pawns, knights, bishops, rooks, queens, kings = (board.pieces_mask(kind, side) for kind in range(1, 7))
    return {
        "all": board.occupied_co[side],
        "pawns": pawns,
        "knights": knights,
        "diagonal": bishops | queens,
        "straight": rooks | queens,
        "king": kings,
    }


def test_placement_and_phase():
    """The block RAM's words of a position's men sum up to the core's placement and phase; PieceValues says the rest."""
    table = placement_table()
    boards = list(positions(60))
    for board, together in zip(boards, cooperation(boards), strict=True):
        words = [
            table[Man.const({"square": square, "kind": man.piece_type, "black": int(not man.color)}).as_value().value]
            for square, man in board.piece_map().items()
        ]
        core = taken_apart(Position(without_past(board)))
        for phase, name in enumerate(("middlegame", "endgame")):
            white, black = (
                sum(core.modules[module][side][phase] for module in ("piece_values", "first_order_values"))
                for side in (0, 1)
            )
            assert sum(word[name] for word in words) + together[phase] == white - black, board.fen()
        assert min(sum(word["phase"] for word in words), FULL_PHASE) == core.phase


def cooperation(boards):
    """What PieceValues says of positions, White's view: middlegame and endgame."""
    circuit = PieceValues()
    said = []

    async def bench(context):
        for board in boards:
            look_at(context, circuit, board)
            await context.tick().repeat(circuit.CYCLES)
            said.append((context.get(circuit.middlegame), context.get(circuit.endgame)))

    simulate(circuit, bench)
    return said


def look_at(context, circuit, board):
    """Show a module the men of a position."""
    for side, colour in (("white", chess.WHITE), ("black", chess.BLACK)):
        for name, squares in men_of(board, colour).items():
            context.set(getattr(getattr(circuit, side), name), squares)


def expected(core, name):
    """What a module of the core's evaluation says, White's view: middlegame and endgame."""
    white, black = core.modules[name]
    return white[0] - black[0], white[1] - black[1]


def test_cycles_of_modules():
    """The budget tells them as the modules say them."""
    told = in_evaluate(FULL)
    assert set(told) == {
        "FirstOrderValues",
        "GamePhase",
        "WeightedSum",
        *(module.__name__ for module in MODULES.values()),
    }
    for module in MODULES.values():
        assert told[module.__name__] == f"cycles 1 to {module.CYCLES}"


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("full", set()),
        ("lasting", {"Dynamic"}),
        ("bare", {"PawnStructure", "KingCover", "HandleSpecialCases", "Dynamic"}),
    ],
)
def test_no_module_is_told_of_that_is_not_there(name, missing):
    told = in_evaluate(EvaluationName(name).knowledge)
    assert set(told) == set(in_evaluate(FULL)) - missing
    assert told["WeightedSum"] == ("last 2 cycles" if name == "bare" else "last 3 cycles")


# How many hard positions and how many endings: as many as Amaranth's simulator has time for.
@pytest.mark.parametrize(
    ("name", "hard", "few"),
    [
        ("king_cover", 8, 8),
        ("special_cases", 4, 30),
        pytest.param("pawn_structure", 6, 4, marks=pytest.mark.check),
        pytest.param("dynamic", 6, 0, marks=pytest.mark.check),
    ],
)
def test_a_module_alone(name, hard, few):
    circuit = Evaluate(frozenset({name}))
    module = circuit.modules[name]

    async def bench(context):
        for board in chain(map(chess.Board, HARD[:hard]), endings(few, seed=6)):
            look_at(context, circuit, board)
            context.set(circuit.rights, question_of(board, 1).rights)
            context.set(circuit.black_to_move, not board.turn)
            await context.tick().repeat(module.CYCLES)
            said = tuple(context.get(getattr(module, phase)) for phase in PHASES)
            core = taken_apart(Position(without_past(board)), wired_dynamic=1)
            assert said == expected(core, name), board.fen()

    simulate(circuit, bench)


def test_counting():
    """Signals of any number of boards, added up square by square first."""
    numbers = random.Random(4)
    for boards in (1, 2, 3, 8, 24):
        m = Module()
        inputs = [Signal(64, name=f"board_{number}") for number in range(boards)]
        total = counted(m, "signals", *inputs)

        async def bench(context, inputs=inputs, total=total):
            for density in (0, 1, 2, 64):
                squares = [sum(1 << square for square in numbers.sample(range(64), density)) for _ in inputs]
                for signal, board in zip(inputs, squares, strict=True):
                    context.set(signal, board)
                await context.tick()
                assert context.get(total) == density * len(inputs)

        simulate(m, bench)


def test_every_division_is_exact():
    last = (1 << SIZE_BITS) - 1
    for size in (*range(0, last, 23), *range(last - 100, last + 1)):
        assert (size >> EIGHTH_BITS) * INVERSE >> INVERSE_BITS == size // FULL_PHASE


@pytest.mark.parametrize("has_scales", [True, False])
def test_weighted_sum(has_scales):
    circuit = WeightedSum(3, has_scales=has_scales)
    numbers = random.Random(2)

    async def bench(context):
        for _ in range(200):
            worths = [[numbers.randrange(-10_000, 10_001) for _ in range(3)] for _ in PHASES]
            phase = numbers.randrange(FULL_PHASE + 1)
            scales = [numbers.randrange(FULL_SCALE + 1) if has_scales else FULL_SCALE for _ in range(2)]
            for name, each in zip(PHASES, worths, strict=True):
                for signal, worth in zip(getattr(circuit, name), each, strict=True):
                    context.set(signal, worth)
            context.set(circuit.phase, phase)
            context.set(circuit.white_scale, scales[0])
            context.set(circuit.black_scale, scales[1])
            for_black = numbers.randrange(2)
            context.set(circuit.for_black, for_black)
            await context.tick().repeat(circuit.cycles - 1)
            mixed = sum(worths[0]) * phase + sum(worths[1]) * (FULL_PHASE - phase)
            size = abs(mixed) // FULL_PHASE * scales[mixed < 0] // FULL_SCALE
            assert context.get(circuit.value) == (-size if (mixed < 0) != for_black else size)

    simulate(circuit, bench)


@pytest.mark.parametrize("count", [0, FULL_PHASE, FULL_PHASE + 1, MAX_SUM - 1])
def test_game_phase(count):
    circuit = GamePhase()

    async def bench(context):
        context.set(circuit.sum, count)
        await context.delay(1e-6)
        assert context.get(circuit.phase) == min(count, FULL_PHASE)

    simulate(circuit, bench)
