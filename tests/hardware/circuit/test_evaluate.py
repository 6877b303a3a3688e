"""The modules of Evaluate, each against the core's."""

import random

import pytest
from amaranth.sim import Simulator

from evaluated import taken_apart
from kiebitz.core.chess.position import Position
from kiebitz.hardware.circuit.evaluate.first_order_values import placement_table
from kiebitz.hardware.circuit.evaluate.game_phase import FULL_PHASE, MAX_SUM, GamePhase
from kiebitz.hardware.circuit.evaluate.piece_values import PieceValues
from kiebitz.hardware.circuit.evaluate.weighted_sum import EIGHTH_BITS, INVERSE, INVERSE_BITS, SIZE_BITS, WeightedSum
from kiebitz.hardware.circuit.men import Man
from kiebitz.hardware.reference import without_past
from machines import positions


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
            for side, men in (("own", men_of(board, True)), ("other", men_of(board, False))):
                for name, squares in men.items():
                    context.set(getattr(getattr(circuit, side), name), squares)
            await context.tick()
            said.append((context.get(circuit.middlegame), context.get(circuit.endgame)))

    simulate(circuit, bench)
    return said


def test_every_division_is_exact():
    last = (1 << SIZE_BITS) - 1
    for size in (*range(0, last, 23), *range(last - 100, last + 1)):
        assert (size >> EIGHTH_BITS) * INVERSE >> INVERSE_BITS == size // FULL_PHASE


def test_weighted_sum():
    circuit = WeightedSum()
    numbers = random.Random(2)

    async def bench(context):
        for _ in range(200):
            middlegame, endgame = numbers.randrange(-(1 << 15), 1 << 15), numbers.randrange(-(1 << 15), 1 << 15)
            phase = numbers.randrange(FULL_PHASE + 1)
            context.set(circuit.middlegame, middlegame)
            context.set(circuit.endgame, endgame)
            context.set(circuit.phase, phase)
            await context.tick()
            mixed = middlegame * phase + endgame * (FULL_PHASE - phase)
            towards_zero = abs(mixed) // FULL_PHASE * (1 if mixed >= 0 else -1)
            assert context.get(circuit.value) == towards_zero

    simulate(circuit, bench)


@pytest.mark.parametrize("count", [0, FULL_PHASE, FULL_PHASE + 1, MAX_SUM - 1])
def test_game_phase(count):
    circuit = GamePhase()

    async def bench(context):
        context.set(circuit.sum, count)
        await context.delay(1e-6)
        assert context.get(circuit.phase) == min(count, FULL_PHASE)

    simulate(circuit, bench)
