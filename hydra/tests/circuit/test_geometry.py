import chess
import pytest
from amaranth.hdl import Module, Signal
from amaranth.sim import Simulator

from kiebitz_hydra.circuit.geometry import DIAGONAL, STRAIGHT, landing, leaps, neighbours, squares_of
from kiebitz_hydra.circuit.signals import run_all


def test_constant_sets():
    assert squares_of([0], [0, 7]) == chess.BB_A1 | chess.BB_H1
    assert squares_of(files=[4]) == chess.BB_FILE_E
    assert landing(1) == chess.BB_ALL & ~chess.BB_FILE_A
    assert landing(-2) == chess.BB_ALL & ~(chess.BB_FILE_G | chess.BB_FILE_H)


@pytest.mark.parametrize("occupied", [0, chess.BB_RANK_4 | chess.BB_FILE_C, chess.BB_CORNERS | chess.BB_E5])
def test_signals_reach_what_men_attack(occupied):
    """From every square, over the edges of the board nothing comes in again."""
    m = Module()
    sender, empty = Signal(64), Signal(64)
    arriving = {name: Signal(64, name=name) for name in ("king", "knight", "rook", "bishop")}
    m.d.comb += [
        arriving["king"].eq(neighbours(sender)),
        arriving["knight"].eq(leaps(sender)),
        arriving["rook"].eq(run_all(m, "rook_signals", sender, empty, STRAIGHT)),
        arriving["bishop"].eq(run_all(m, "bishop_signals", sender, empty, DIAGONAL)),
    ]
    board = chess.Board(None)
    for square in chess.SquareSet(occupied):
        board.set_piece_at(square, chess.Piece(chess.PAWN, chess.WHITE))

    async def bench(context):
        context.set(empty, chess.BB_ALL & ~occupied)
        for square in chess.SQUARES:
            context.set(sender, 1 << square)
            await context.delay(1e-6)
            for kind, name in (
                (chess.KING, "king"),
                (chess.KNIGHT, "knight"),
                (chess.ROOK, "rook"),
                (chess.BISHOP, "bishop"),
            ):
                alone = board.copy()
                alone.set_piece_at(square, chess.Piece(kind, chess.WHITE))
                assert context.get(arriving[name]) == alone.attacks_mask(square), (name, chess.square_name(square))

    simulator = Simulator(m)
    simulator.add_testbench(bench)
    simulator.run()
