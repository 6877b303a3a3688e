"""Perft three times: on Tartan's board in plain Python, by python-chess (bitboards in plain Python), and in the core.

The two in plain Python make and unmake every leaf; the core counts the last ply in bulk, as its perft always does. What
is reported are medians of leaves a second of processor time, so that other work on the machine matters less. Rounds
alternate.

    python benches/mailbox_perft.py [ROUNDS]
"""

import statistics
import sys
from collections.abc import Callable
from time import process_time

import chess

from kiebitz.classroom.board.counting import perft as mailbox_perft
from kiebitz.classroom.board.mailbox import Mailbox
from kiebitz.core.chess.perft import perft as core_perft
from kiebitz.core.chess.position import Position

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
# The core counts deeper, so that all take long enough to be timed.
POSITIONS = {"startpos": (START, 4, 6), "kiwipete": (KIWIPETE, 3, 5)}


def library_perft(board: chess.Board, depth: int) -> int:
    """The same count by python-chess."""
    if depth == 0:
        return 1
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += library_perft(board, depth - 1)
        board.pop()
    return leaves


def timed(count: Callable[[], int]) -> tuple[int, float]:
    """Leaves, and leaves a second of processor time."""
    began = process_time()
    leaves = count()
    return leaves, leaves / (process_time() - began)


def main() -> None:
    """Time all three and print the speeds."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    for name, (fen, depth, core_depth) in POSITIONS.items():
        board, library, position = Mailbox(fen), chess.Board(fen), Position(fen)
        speeds: list[list[float]] = [[], [], []]
        for _ in range(rounds):
            outcomes = (
                timed(lambda board=board, depth=depth: mailbox_perft(board, depth)),
                timed(lambda library=library, depth=depth: library_perft(library, depth)),
                timed(lambda position=position, depth=core_depth: core_perft(position, depth)),
            )
            if outcomes[0][0] != outcomes[1][0]:
                raise SystemExit(f"{name}: {outcomes[0][0]} leaves on Tartan's board, {outcomes[1][0]} by python-chess")
            for kept, (_, speed) in zip(speeds, outcomes, strict=True):
                kept.append(speed)
        mailbox, by_library, core = map(statistics.median, speeds)
        print(
            f"{name}: Tartan's board {mailbox:,.0f} leaves a second, python-chess {by_library:,.0f} (depth {depth}),"
            f" the core {core:,.0f} (depth {core_depth}), {core / mailbox:,.0f} times Tartan's; {rounds} rounds",
            flush=True,
        )


if __name__ == "__main__":
    main()
