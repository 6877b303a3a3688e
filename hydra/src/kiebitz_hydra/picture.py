"""The picture of the signals, as the documents draw it: both generators' boards side by side, as SVG."""

from __future__ import annotations

import chess
import chess.svg

from kiebitz_hydra.generation import Generation

BOARD, MARGIN, TITLE = 420, 10, 30
WIDTH, HEIGHT = 2 * BOARD + 3 * MARGIN, BOARD + 2 * MARGIN + TITLE
# Candidates by the man on them, from an empty square to a queen; the winner; signals on empty squares; own men.
BY_WORTH = ("#9dc3e6", "#ffe699", "#f8cb9c", "#f8cb9c", "#f4a582", "#e07070", "#e07070")
WINNER, SIGNAL, CANDIDATE, CHOSEN, ARROW = "#d62728", "#fff2cc", "#a9d18e", "#2ca02c", "#d6272855"


def picture(board: chess.Board, generation: Generation) -> str:
    """A picture of the wires for the first victim: the candidates with the winner, and the super piece there."""
    victim = generation.victims[0]
    aggressor = victim.aggressors[0]
    targets = {square: BY_WORTH[board.piece_type_at(square) or 0] for square in chess.SquareSet(victim.candidates)}
    targets[victim.square] = WINNER
    rays = dict.fromkeys(chess.SquareSet(victim.super_piece & ~board.occupied), SIGNAL)
    men = chess.SquareSet(aggressor.candidates)
    rays |= dict.fromkeys(men, CANDIDATE) | {aggressor.square: CHOSEN, victim.square: WINNER}
    arrows = [chess.svg.Arrow(victim.square, square, color=ARROW) for square in men]
    name, by = chess.square_name(victim.square), chess.square_name(aggressor.square)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            _half(MARGIN, f"GenVictim: squares that receive a signal; {name} wins", board, targets, []),
            _half(2 * MARGIN + BOARD, f"GenAggressor: the super piece on {name}; {by} wins", board, rays, arrows),
            "</svg>\n",
        )
    )


def _half(x: int, title: str, board: chess.Board, fill: dict[int, str], arrows: list[chess.svg.Arrow]) -> str:
    """One board with its title."""
    drawn = chess.svg.board(board, fill=fill, arrows=arrows, size=BOARD)
    placed = drawn.replace("<svg ", f'<svg x="{x}" y="{MARGIN + TITLE}" ', 1)
    return f'<text x="{x}" y="{MARGIN + 18}" font-family="sans-serif" font-size="16">{title}</text>\n{placed}'
