"""Positions and evaluations drawn for people, as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiebitz.engine import Evaluation, Position

BAR = " +---+---+---+---+---+---+---+---+"
FILES = "   a   b   c   d   e   f   g   h"


def board_lines(fen: str) -> list[str]:
    """The board of a FEN, White below."""
    lines = [BAR]
    for number, row in zip(range(8, 0, -1), fen.split(maxsplit=1)[0].split("/"), strict=True):
        squares = "".join(" " * int(letter) if letter.isdigit() else letter for letter in row)
        lines += [" | " + " | ".join(squares) + f" | {number}", BAR]
    return [*lines, FILES]


def position_lines(position: Position) -> list[str]:
    """The board, the FEN, the hash key in hexadecimal and the squares of the men that give check."""
    import chess

    from kiebitz.engine import board_of

    checkers = [chess.square_name(square) for square in board_of(position).checkers()]
    return drawn(position.fen(position.chess960), position.hash_key, checkers)


def no_position_lines() -> list[str]:
    """The drawing where there is no position: an empty board, whose full move number can be no game's."""
    return drawn("8/8/8/8/8/8/8/8 w - - 0 0", 0, ())


def drawn(fen: str, key: int, checkers: Iterable[str]) -> list[str]:
    """A board and what else is said of it; programs wait for the last line."""
    return [
        "",
        *board_lines(fen),
        "",
        f"Fen: {fen}",
        f"Key: {key:016X}",
        f"Checkers: {' '.join(checkers)}".rstrip(),
    ]


def mirrored_fen(position: Position) -> str:
    """The FEN of the same position with colours exchanged; its value for the side to move is the same."""
    import chess

    mirror = chess.Board(position.fen(), chess960=True).mirror()
    return mirror.shredder_fen() if position.chess960 else mirror.fen()


def evaluation_lines(evaluation: Evaluation, white_moves: bool) -> list[str]:
    """The modules of a static evaluation, in pawns: (middlegame, endgame) of White, of Black and their difference."""
    from kiebitz.engine import FULL_PHASE, FULL_SCALE

    rule = "-" * 72
    lines = [
        "",
        f"{'Module':<22} | {'White':^14} | {'Black':^14} | {'White - Black':^14}",
        f"{'(in pawns)':<22} |" + " |".join(f"{'middle':>7} {'end':>7}" for _ in range(3)),
        rule,
    ]
    lines += [module_line(name, *sides) for name, sides in evaluation.modules.items()]
    lines += [rule, module_line("sum", *sums(evaluation.modules)), ""]
    white = evaluation.total if white_moves else -evaluation.total
    lines += [
        f"Phase: {evaluation.phase} of {FULL_PHASE} ({FULL_PHASE} = all pieces on the board)",
        f"Scale: {evaluation.scale} of {FULL_SCALE} ({FULL_SCALE} = the advantage counts in full)",
        "Fading: {} of {} (the fifty-move count)".format(*evaluation.fading),
        f"Evaluation: {white / 100:+.2f} for White, {evaluation.total / 100:+.2f} for the side to move",
        *final_lines(f"{white / 100:+.2f} (white side)"),
    ]
    return lines


def final_lines(evaluation: str) -> tuple[str, str]:
    """The lines that end an answer as Stockfish's do: one whose third word is the number, and an empty one."""
    return f"Final evaluation: {evaluation}", ""


def module_line(name: str, white: tuple[int, int], black: tuple[int, int]) -> str:
    """One module's values in pawns: White's, Black's and their difference."""
    difference = (white[0] - black[0], white[1] - black[1])
    cells = " |".join(f"{middle / 100:>7.2f} {end / 100:>7.2f}" for middle, end in (white, black, difference))
    return f"{name:<22} |{cells}"


def sums(
    modules: Mapping[str, tuple[tuple[int, int], tuple[int, int]]],
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The sum of all modules for either side."""
    white, black = (
        (sum(sides[side][0] for sides in modules.values()), sum(sides[side][1] for sides in modules.values()))
        for side in (0, 1)
    )
    return white, black
