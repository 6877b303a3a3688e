"""The tables that come with Kiebitz: all endings of three and four men (``data/README.md``)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kiebitz.core.syzygy.tables import Tables

SHIPPED = Path(__file__).with_name("data")
"""Their directory."""


@cache
def shipped_tables() -> Tables:
    """The tables, once for all threads; files are opened when they are first asked."""
    return Tables([str(SHIPPED)])
