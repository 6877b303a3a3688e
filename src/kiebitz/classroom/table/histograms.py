"""A survey of the transposition table, as histograms that fit one view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kiebitz.engine.table_view import CLEARED_DEPTH, TableSurvey

MOST_DEPTHS, MOST_AGES = 10, 4


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts by label."""

    name: str
    """The quantity on the labels: 'depth' (plies), 'bound', 'age' (searches), 'taken' (entries in use of a bucket)."""
    counted: str
    """The things counted: 'entries' or 'buckets'."""
    rows: tuple[tuple[str, int], ...]
    """Label and count."""


def histograms(survey: TableSurvey) -> tuple[Histogram, Histogram, Histogram, Histogram]:
    """The entries in use by depth, bound and age, and the buckets by how many of their entries are taken."""
    return (
        Histogram("depth", "entries", tuple(grouped(survey.by_depth[:CLEARED_DEPTH], MOST_DEPTHS))),
        Histogram("bound", "entries", tuple(survey.by_bound.items())),
        Histogram("age", "entries", tuple(grouped(survey.by_age, MOST_AGES))),
        Histogram("taken", "buckets", tuple((str(taken), count) for taken, count in enumerate(survey.by_fill))),
    )


def grouped(counts: Sequence[int], most: int) -> Iterator[tuple[str, int]]:
    """Counts by number up to the last that isn't nought, in at most ``most`` groups of equal length: '4' or '4-5'."""
    end = max((number for number, count in enumerate(counts) if count), default=0) + 1
    length = -(-end // most)
    for first in range(0, end, length):
        last = min(first + length, end) - 1
        yield (str(first) if first == last else f"{first}-{last}"), sum(counts[first : last + 1])
