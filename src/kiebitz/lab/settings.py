"""Settings that experiments share: the plain search of the documents' time and today's, each with and without table.

``PLAIN`` is alpha-beta with iterative deepening, capture ordering and a quiescence search of captures, nothing else: no
technique later than the table, and no other ordering of quiet moves than the table's. ``ORDERED`` adds what programs of
the documents' time used besides: killers, history, and captures that lose material left out of quiescence.
"""

from __future__ import annotations

from kiebitz.core import parameters

Settings = dict[str, int]

TABLE_SWITCHES = ("table_cutoffs", "hash_move")
# Techniques that make no sense without the table's moves and values.
NEEDS_TABLE = ("internal_reductions", "singular_extension")
_TECHNIQUES = [tunable.name for tunable in parameters.TABLE if (tunable.minimum, tunable.maximum) == (0, 1)]

PLAIN: Settings = dict.fromkeys(_TECHNIQUES, 0) | dict.fromkeys(TABLE_SWITCHES, 1)
ORDERED: Settings = PLAIN | {"killers": 1, "history": 1, "exchange_pruning": 1}
TODAY: Settings = {}

STYLES: dict[str, Settings] = {"plain": PLAIN, "ordered": ORDERED, "today": TODAY}
"""By the names that tables and figures use."""
MEANING = {
    "plain": "alpha-beta, iterative deepening, captures ordered and played out; nothing else",
    "ordered": "plain, with killers, history and no losing captures in quiescence",
    "today": "every technique as Kiebitz has it by default",
}


def without_table(settings: Settings) -> Settings:
    """The same search when the table says nothing; what leans on its moves is off, too."""
    return settings | dict.fromkeys(TABLE_SWITCHES + NEEDS_TABLE, 0)


def describe(names: list[str]) -> str:
    """What settings mean, for a page's conditions."""
    return "; ".join(f"{name}: {MEANING[name]}" for name in names)
