"""Time of a probe of a transposition table."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time

from kiebitz.core.table.table import Table
from kiebitz.engine import TableDesign

NANOSECONDS = 1e9


def probe_ns(table: Table, keys: Sequence[int]) -> float:
    """Nanoseconds of processor time a probe of a table, Python's call included."""
    look_up = table.look_up
    began = process_time()
    for key in keys:
        look_up(key)
    return (process_time() - began) / len(keys) * NANOSECONDS


def fresh_probe_ns(size_mb: int, design: TableDesign, keys: Sequence[int]) -> float:
    """The same of a table made for these keys alone.

    Where a large table's memory lies, and on pages of what size, can change its speed by more than its layout does. So
    each round of a comparison has to have tables of its own: then an interval over rounds knows of it.
    """
    return probe_ns(Table(size_mb, design), keys)
