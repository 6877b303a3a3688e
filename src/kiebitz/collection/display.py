"""Lists of games and of what was played, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kiebitz.commandline.clean_text import clean

if TYPE_CHECKING:
    from rich.table import Table

    from kiebitz.collection.collection import GameRow
    from kiebitz.collection.position_search import MoveTally

FIRST, SECOND = "Moves first", "Second"
NAME_CHARACTERS = 24
OPENING_CHARACTERS = 30
CUT = ("White", "Black", FIRST, SECOND, "Opening")
LEFT = (*CUT, "Move", "Date", "Result")


def game_table(rows: Sequence[GameRow], plies: Mapping[int, int] | None = None) -> Table:
    """The games, a line each; with ``plies`` the move before which each came to what was looked for.

    Moves are counted as each game's records number them: in shogi, one side's alone are two.
    """
    headings = ["Game", "Date", *_sides(rows), "Result", "Moves", "Opening"]
    cells = [
        [
            str(row.game),
            row.date or "-",
            *(cell for name, rating in row.sides for cell in (_cut(name, NAME_CHARACTERS), str(rating or ""))),
            row.result.replace("1/2-1/2", "1/2"),
            str(row.plies if row.kind == "shogi" else (row.plies + 1) // 2),
            _cut(f"{row.eco} {row.opening}".strip(), OPENING_CHARACTERS),
        ]
        for row in rows
    ]
    if plies is not None:
        headings.insert(0, "At move")
        cells = [
            [str((plies[row.game] if row.kind == "shogi" else plies[row.game] // 2) + 1), *line]
            for row, line in zip(rows, cells, strict=True)
        ]
    return _table(headings, cells)


def move_table(moves: Sequence[MoveTally]) -> Table:
    """Table of the moves played in a position."""
    cells = []
    for move in moves:
        years = f"{move.first_year}-{move.last_year}" if move.first_year != move.last_year else f"{move.first_year}"
        cells.append(
            [
                move.san,
                f"{move.games:,}",
                "-" if move.score is None else f"{move.score:.1f}%",
                f"{move.white:,}",
                f"{move.draws:,}",
                f"{move.black:,}",
                "-" if move.rating is None else str(move.rating),
                "-" if move.first_year is None else years,
            ]
        )
    return _table(["Move", "Games", "Score", "White", "Draws", "Black", "Rating", "Years"], cells)


def _sides(rows: Sequence[GameRow]) -> list[str]:
    """Headings of the players: who moves first, their rating, the other, theirs."""
    kinds = {row.kind for row in rows}
    first, second = (
        (FIRST, SECOND) if len(kinds) > 1 else ("Black", "White") if "shogi" in kinds else ("White", "Black")
    )
    return [first, "", second, ""]


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table whose columns are cut nowhere but where text from outside stands."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for place, heading in enumerate(headings):
        least = max(map(len, [heading, *(row[place] for row in rows)]))
        table.add_column(
            heading,
            justify="left" if heading in LEFT else "right",
            no_wrap=True,
            min_width=None if heading in CUT else least,
        )
    for row in rows:
        table.add_row(*row)
    return table


def _cut(text: str, most: int) -> str:
    """Text from outside as a cell, which Rich must not take for markup."""
    from rich.markup import escape

    shown = clean(text)
    return escape(shown if len(shown) <= most else f"{shown[: most - 1]}…")
