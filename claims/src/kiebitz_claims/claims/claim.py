"""A claim, and what an experiment measures of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.documents import Document

Cell: TypeAlias = "str | int | float | None"
# Smaller numbers are written with an exponent.
SMALLEST_PLAIN = 1e-6
# Of a longer word only the beginning is shown.
LONGEST_WORD, SHOWN_OF_IT = 100, 40


@dataclass(frozen=True, slots=True)
class Claim:
    """A document's claim, in our words, so that it can turn out true or false."""

    id: str
    """Letters for the subject and a number: M2, HA1 (H for Hydra, A for what was added later)."""
    title: str
    """A few words, for lists."""
    statement: str
    """The claim as a sentence or two."""
    source: Document
    """Where it is made."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One number measured."""

    name: str
    """Its name."""
    value: float
    """The number, in ``unit``."""
    unit: str = ""
    """Its unit; empty for a ratio or a count."""
    error: float | None = None
    """Half the 95% confidence interval, in ``unit``; None for what can be repeated exactly."""

    @property
    def interval(self) -> Estimate:
        """The value with its 95% interval, which has no width for what can be repeated exactly."""
        error = self.error or 0.0
        return Estimate(self.value, self.value - error, self.value + error)

    def __str__(self) -> str:
        text = number_text(self.value)
        if self.error is not None:
            text += f" ± {number_text(self.error)}"
        return f"{text} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of figures under headings."""

    title: str
    """The table's subject; units stand here or in the headings."""
    headings: tuple[str, ...]
    """One for each column."""
    rows: tuple[tuple[Cell, ...], ...]
    """As many cells in each as there are headings; None where nothing was measured."""

    def __post_init__(self) -> None:
        if any(len(row) != len(self.headings) for row in self.rows):
            raise ValueError(f"the table '{self.title}' has a row that doesn't fit its headings")

    def column(self, heading: str) -> list[Cell]:
        """The cells under a heading. Raises ValueError if there is no such heading."""
        index = self.headings.index(heading)
        return [row[index] for row in self.rows]

    def numbers(self, heading: str, **where: Cell) -> list[float]:
        """The numbers under a heading, in the rows whose cells under other headings are those of ``where``.

        NaN where nothing was measured. Raises ValueError for a heading that doesn't exist or a cell that is a text.
        """
        wanted = {self.headings.index(name): cell for name, cell in where.items()}
        index = self.headings.index(heading)
        cells = [row[index] for row in self.rows if all(row[place] == cell for place, cell in wanted.items())]
        return [math.nan if cell is None else float(cell) for cell in cells]

    def values(self, heading: str) -> list[Cell]:
        """The different cells under a heading, in the order of the rows."""
        return list(dict.fromkeys(self.column(heading)))


@dataclass(frozen=True, slots=True)
class Result:
    """Figures of one run of an experiment. Their meaning for the claim is asked again each time it is shown."""

    measurements: tuple[Measurement, ...] = ()
    """The figures that matter, the most important first."""
    tables: tuple[Table, ...] = ()
    """The rows behind them; ``table`` finds one by its title."""
    conditions: Mapping[str, str] = field(default_factory=dict)
    """The conditions of the figures: settings, positions, limits."""

    def table(self, title: str) -> Table:
        """The table with this title. Raises KeyError if there is none."""
        for table in self.tables:
            if table.title == title:
                return table
        raise KeyError(title)

    def rows(self, title: str) -> list[tuple[Any, ...]]:
        """The rows of the table with this title, for who knows its columns. Raises KeyError if there is none."""
        return list(self.table(title).rows)

    @property
    def measured(self) -> dict[str, float]:
        """The values of the measurements by name, in their order."""
        return {measurement.name: measurement.value for measurement in self.measurements}


def number_text(value: Cell) -> str:
    """A number as people read it: 12,345; 0.0123; 3.14; of all games of a match the beginning."""
    if value is None:
        return "–"
    if isinstance(value, str):
        is_long = len(value) > LONGEST_WORD and " " not in value
        return f"{value[:SHOWN_OF_IT]}… ({len(value):,} characters)" if is_long else value
    if isinstance(value, int) or abs(value) >= 10_000:
        return f"{value:,.0f}"
    text = f"{value:.3g}" if abs(value) < 100 else f"{value:,.1f}"
    return f"{value:.8f}".rstrip("0") if "e" in text and abs(value) >= SMALLEST_PLAIN else text
