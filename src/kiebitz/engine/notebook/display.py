"""What notebooks show of the engine's findings: HTML with boards by python-chess, in whatever colours the page has.

Objects ask for it by ``_repr_html_``, which Jupyter, VS Code and marimo look for; beside it stands their ordinary text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

import chess
import chess.svg

if TYPE_CHECKING:
    from kiebitz.engine.line import Line
    from kiebitz.engine.mate_solver import MateSolution
    from kiebitz.engine.table_view import TableSurvey
    from kiebitz.engine.trace import Trace

BOARD_PIXELS = 280
ROWS_SHOWN = 20
# Between the ranks of a FEN.
CHESS_BREAKS = 7
# Of the lines, best first: how strongly their first move is drawn.
ARROWS = ("#15781bcc", "#15781b77", "#15781b44")
# In front of a score that is a bound.
BOUND_SIGNS = {"exact": "", "lower": "≥ ", "upper": "≤ "}
CELL = "text-align:left;vertical-align:top;padding:.1em .8em .1em 0"
WIDEST_EM = 18
BAR = "display:inline-block;height:.7em;background:currentColor;opacity:.5"


def lines_html(lines: Sequence[Line], fen: str | None) -> str:
    """Lines from one root, best first, beside its board; without a root as UCI text. Scores as White sees them."""
    board = None if fen is None else board_from(fen)
    rows = [
        (f"<b>{BOUND_SIGNS[line.bound]}{line.white_score}</b>", str(line.depth), escape(_variation(line, board)))
        for line in lines
    ]
    if rows:
        best = lines[0]
        caption = f"{best.nodes:,} nodes, {best.time_ms / 1000:.1f} s; scores as White sees them"
        text = table_html(("score", "depth", "line"), rows, caption)
    else:
        text = "<p>no legal move</p>"
    return beside(board_svg(board, _firsts(lines)), text) if board is not None else text


def trace_html(trace: Trace) -> str:
    """A search as data: its root, and how its nodes ended."""
    reasons = sorted(trace.reasons().items(), key=lambda item: -item[1])
    most = reasons[0][1] if reasons else 1
    rows = [(escape(reason), f"{count:,}", _bar(count, most)) for reason, count in reasons]
    cuts = trace.cut_rate()
    caption = (
        f"{len(trace):,} searches of {trace.nodes:,} nodes; {cuts.rate:.1%} of {cuts.cuts:,} cuts by the first move"
    )
    board = chess.Board(trace.fen, chess960=trace.chess960)
    return beside(board_svg(board, _firsts(trace.info.lines)), table_html(("ended by", "searches", ""), rows, caption))


def survey_html(survey: TableSurvey) -> str:
    """A transposition table, counted: its use, and its entries by depth."""
    depths = [(depth, count) for depth, count in enumerate(survey.by_depth) if count]
    most = max((count for _, count in depths), default=1)
    rows = [(str(depth), f"{count:,}", _bar(count, most)) for depth, count in depths]
    bounds = ", ".join(f"{count:,} {bound}" for bound, count in survey.by_bound.items())
    caption = f"{survey.used:,} of {survey.entries:,} entries in use ({survey.permille / 10:.1f} %): {bounds}"
    return table_html(("depth", "entries", ""), rows, caption)


def mate_html(solution: MateSolution) -> str:
    """What is known of a mate, beside the board; a position of shogi as its text."""
    if solution.mate:
        length = f"mate in {(solution.plies + 1) // 2}" if solution.plies else "mate"
        found = f"<b>{length}</b>, proved" + (", and no shorter one" if solution.is_exact else "")
    elif solution.mate is None:
        found = "<b>not known</b>: " + ("stopped" if solution.is_stopped else "a limit came first")
    else:
        found = "<b>no mate</b>, proved"
    text = f"<p>{found}</p><div style='opacity:.7'>{solution.nodes:,} nodes, {solution.seconds:.1f} s</div>"
    if solution.position is None:
        return text
    if solution.position.split()[0].count("/") != CHESS_BREAKS:
        return f"<div><code>{escape(solution.position)}</code></div>{text}"
    return beside(board_svg(board_from(solution.position), ()), text)


def rows_html(columns: Mapping[str, Sequence[object]]) -> str:
    """The first rows of a table of values."""
    values = list(zip(*columns.values(), strict=True))
    rows = [["" if value is None else escape(str(value)) for value in row] for row in values[:ROWS_SHOWN]]
    left = len(values) - len(rows)
    return table_html(tuple(columns), rows, f"{len(values):,} rows" + (f", {left:,} of them not shown" if left else ""))


def table_html(names: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table of cells that are HTML already."""
    head = "".join(f"<th style='{CELL}'>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td style='{CELL};min-width:{_width(cell)}em'>{cell}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return (
        f"<div style='opacity:.7'>{escape(caption)}</div><table style='font-variant-numeric:tabular-nums'>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _width(cell: str) -> int:
    """The least width of a cell, in letters' heights: a text breaks into few lines, not into words."""
    return min(len(cell) // 2, WIDEST_EM) if not cell.startswith("<") else 0


def board_from(fen: str) -> chess.Board:
    """The board of a FEN; rights written by rook files are Chess960's."""
    return chess.Board(fen, chess960=not set(fen.split()[2]) <= set("KQkq-"))


def _variation(line: Line, board: chess.Board | None) -> str:
    return " ".join(line.moves) if board is None else board.variation_san(line.pv)


def _firsts(lines: Sequence[Line]) -> list[tuple[chess.Move, str]]:
    """The first move of each of the best lines, and its colour."""
    return [(line.move, colour) for line, colour in zip(lines, ARROWS, strict=False)]


def board_svg(board: chess.Board, moves: Sequence[tuple[chess.Move, str]]) -> str:
    """The board as the side to move sees it, with arrows in these colours, the first above the others."""
    arrows = [chess.svg.Arrow(move.from_square, move.to_square, color=colour) for move, colour in moves]
    check = board.king(board.turn) if board.is_check() else None
    return chess.svg.board(board, orientation=board.turn, arrows=arrows[::-1], check=check, size=BOARD_PIXELS)


def beside(picture: str, text: str) -> str:
    """A picture with a text at its right, or below where the page is narrow."""
    return (
        f"<div style='display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start'><div>{picture}</div>"
        f"<div style='flex:1;min-width:20em'>{text}</div></div>"
    )


def _bar(count: int, most: int) -> str:
    return f"<span style='{BAR};width:{10 * count / most:.2f}em'></span>"
