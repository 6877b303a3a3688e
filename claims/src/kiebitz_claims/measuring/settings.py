"""Settings that experiments share: the search of the article's time and today's, each with and without table.

``minimax`` is the era MiniMAX, whole: plain alpha-beta with iterative deepening, a quiescence search of captures and
Tartan's evaluation, and the article's table, whose moves are all the ordering that quiet moves have. ``ordered`` adds
what programs of that time used besides: killers, history, and captures that lose material left out of quiescence. An
experiment that wants another table says so by ``with_table``.
"""

from __future__ import annotations

from typing import TypeAlias

from kiebitz.engine import TableDesign
from kiebitz.engine.eras import ERAS, TABLE_DESIGN, EraOptions, options_text

SearchSettings: TypeAlias = EraOptions
"""Parameters of the search that differ from the defaults, by name, and the table's design if it does."""

MINIMAX: SearchSettings = ERAS["minimax"].options
ORDERED: SearchSettings = {**MINIMAX, "killers": 1, "history": 1, "exchange_pruning": 1}
TODAY: SearchSettings = {"evaluation": "classical"}
"""Today's search; its evaluation is named, so that what was measured stays what is measured."""

STYLES: dict[str, SearchSettings] = {"minimax": MINIMAX, "ordered": ORDERED, "today": TODAY}
"""By the names that tables and figures use."""
MEANING = {
    "minimax": "the era MiniMAX: alpha-beta, iterative deepening, captures ordered and played out, the article's "
    "table; nothing later",
    "ordered": "minimax, with killers, history and no losing captures in quiescence",
    "today": "every technique as Kiebitz has it by default, and the classical evaluation",
}
# Techniques that make no sense without the table's moves and values.
NEEDS_TABLE = ("internal_iterative_reduction", "singular_extension")


def without_table(settings: SearchSettings) -> SearchSettings:
    """The same search without the table, and without what leans on its moves."""
    return {**settings, "transposition_table": 0, **dict.fromkeys(NEEDS_TABLE, 0)}


def with_table(settings: SearchSettings, design: TableDesign) -> SearchSettings:
    """The same search with a table of this design."""
    return {**settings, TABLE_DESIGN: design}


def describe(names: list[str]) -> str:
    """Describe settings, and every option of them, for a page's conditions."""
    return "; ".join(f"{name}: {MEANING[name]} ({options_text(STYLES[name])})" for name in names)
