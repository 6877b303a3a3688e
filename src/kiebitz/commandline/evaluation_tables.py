"""An evaluation as tables for people: its modules; of the network, what each man is worth and what each output says.

Numbers are pawns with two decimals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

if TYPE_CHECKING:
    import chess

    from kiebitz.engine import Evaluation, NetworkView

# The men that a set of output weights is for: so many more than in the set before, from two on.
MEN_OF_A_SET, FEWEST_MEN, MOST_MEN = 4, 2, 32


def in_pawns(centipawns: int) -> str:
    """Centipawns as people read them."""
    return f"{centipawns / 100:+.2f}"


def modules_table(evaluation: Evaluation) -> Table:
    """Every module's share: each side's own view, middlegame and endgame."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Module", no_wrap=True)
    for side in ("White", "Black"):
        for phase in ("mg", "eg"):
            table.add_column(f"{side} {phase}", justify="right", no_wrap=True)
    for module, (white, black) in evaluation.modules.items():
        table.add_row(module.replace("_", " "), *(in_pawns(value) for value in (*white, *black)))
    return table


def worths_table(board: chess.Board, view: NetworkView) -> Table:
    """The board, with what each man is worth to his side below his letter."""
    import chess

    table = Table(box=box.SQUARE, padding=0, show_header=False, show_lines=True)
    for _ in range(9):
        table.add_column(justify="center", no_wrap=True)
    for rank in reversed(range(8)):
        cells = [f" {rank + 1} "]
        for file in range(8):
            square = chess.square(file, rank)
            man = board.piece_at(square)
            worth = view.worths.get(chess.square_name(square))
            cells.append("" if man is None else man.symbol() if worth is None else f"{man.symbol()}\n{in_pawns(worth)}")
        table.add_row(*cells)
    table.add_row("", *chess.FILE_NAMES)
    return table


def outputs_table(view: NetworkView, *, white_to_move: bool) -> Table:
    """Table of the outputs of each set of weights, White's view; the one that counts is marked."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Men", no_wrap=True)
    table.add_column("Output", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for number, output in enumerate(view.outputs):
        fewest = FEWEST_MEN + MEN_OF_A_SET * number
        men = f"{fewest} to {min(fewest + MEN_OF_A_SET - 1, MOST_MEN)}"
        table.add_row(men, in_pawns(output if white_to_move else -output), "counts" if number == view.bucket else "")
    return table
