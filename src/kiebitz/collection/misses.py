"""A player's misses: mistakes of analysed games by motif, phase, opening and clock, each with its worst example.

The questions are asked of the same columns as those of ``kiebitz survey``, by SQLite, which every Python has;
``games.number`` is there a game's number in the collection.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from kiebitz.analysis.archive_run.parquet import COLUMNS, rows_of
from kiebitz.analysis.judging.phase import Phase
from kiebitz.analysis.survey.questions import CLOCKS, LONGER, NOT_TOLD, Question
from kiebitz.collection.analysing import records
from kiebitz.collection.collection import Collection
from kiebitz.collection.schema import as_we_wrote_it
from kiebitz.commandline.folded_name import has_words

MOST_ROWS = 30
PLACES_A_GAME = 10_000
_PHASES = " ".join(f"WHEN '{phase.value}' THEN {number}" for number, phase in enumerate(Phase))
_CLOCK_CLASS = (
    f"CASE WHEN clock IS NULL THEN '{NOT_TOLD}' "
    + " ".join(f"WHEN clock < {end} THEN '{name}'" for end, name in CLOCKS.items())
    + f" ELSE '{LONGER}' END"
)
_MOTIF = f"COALESCE(motif, '{NOT_TOLD}')"
_OPENING = f"COALESCE(openings.eco || ' ' || openings.name, '{NOT_TOLD}')"
LABELS = {"motif": _MOTIF, "phase": "phase", "clock": _CLOCK_CLASS, "opening": _OPENING}
"""By what mistakes are counted, and how SQL tells it."""
TITLES = {
    "motif": "What is missed: by motif",
    "phase": "In which phase of the game",
    "clock": "With how much time left",
    "opening": "In which openings",
}


@dataclass(frozen=True, slots=True)
class Misses:
    """The answer to one question."""

    question: Question
    rows: list[dict[str, Any]]
    """Each with marks, points_lost, marks_in_100_moves (not by motif), and game, ply and example of the worst."""


def question(label: str, player: str, color: str = "") -> Question:
    """The question by what mistakes are counted; of all players, or of those whose names have all words."""
    # A motif is known of marked moves alone.
    rate = "" if label == "motif" else " CAST(marks AS DOUBLE) / moves * 100.0 AS marks_in_100_moves,"
    asked = (" AND IS_PLAYER(player)" if player else "") + (f" AND color = '{color}'" if color else "")
    sql = f"""\
WITH played AS (
  SELECT games.number AS in_collection, ply, moves.number AS number, color, san, {LABELS[label]} AS label, judgement,
    win_percent_lost, games.number * {PLACES_A_GAME} + ply AS place, White, Black,
    CASE color WHEN 'white' THEN White ELSE Black END AS player
  FROM moves JOIN games ON moves.game = games.game LEFT JOIN openings ON moves.game = openings.game
  WHERE move <> '0000'
), wanted AS (
  SELECT * FROM played WHERE place > 0{asked}
), marked AS (
  SELECT * FROM wanted WHERE judgement IS NOT NULL
), worst AS (
  SELECT label, MAX(win_percent_lost) AS most FROM marked GROUP BY label
), shown AS (
  SELECT marked.label AS label, MIN(place) AS place FROM marked JOIN worst ON marked.label = worst.label
  WHERE win_percent_lost = most GROUP BY marked.label
), examples AS (
  SELECT shown.label AS label, in_collection, ply, COALESCE(White, '?') || ' - ' || COALESCE(Black, '?') || ', '
    || CAST(number AS VARCHAR) || CASE color WHEN 'white' THEN '.' ELSE '...' END || san AS example
  FROM shown JOIN marked ON shown.place = marked.place
), counted AS (
  SELECT label, COUNT(*) AS moves FROM wanted GROUP BY label
), lost AS (
  SELECT label, COUNT(*) AS marks, SUM(win_percent_lost) / 100.0 AS points_lost FROM marked GROUP BY label
)
SELECT lost.label AS {label}, marks, points_lost,{rate} in_collection AS game, ply, example
FROM lost JOIN examples ON lost.label = examples.label JOIN counted ON lost.label = counted.label
ORDER BY points_lost DESC, {label} LIMIT {MOST_ROWS}"""
    return Question(label, TITLES[label], sql, (label,), ("points_lost",))


def misses(collection: Collection, games: Sequence[int], player: str = "", color: str = "") -> list[Misses]:
    """Misses in the analysed ones of these games, of one side ('white', 'black') if wanted. Raises CollectionError."""
    with closing(sqlite3.connect(":memory:")) as columns:
        columns.row_factory = sqlite3.Row
        columns.create_function("IS_PLAYER", 1, lambda name: name is not None and has_words(player, name))
        with as_we_wrote_it(collection.path):
            _fill(columns, records(collection, games))
        asked = [question(label, player, color) for label in LABELS]
        return [Misses(each, [dict(row) for row in columns.execute(each.sql)]) for each in asked]


def _fill(columns: sqlite3.Connection, games: Iterable[Mapping[str, Any]]) -> None:
    """Make the tables that are asked, and put analysed games into them."""
    for table, names in COLUMNS.items():
        columns.execute(f"CREATE TABLE {table} ({', '.join(names)})")
    for number, record in enumerate(games, 1):
        for table, rows in rows_of(number, record).items():
            values = ([row.get(name) for name in COLUMNS[table]] for row in rows)
            columns.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(COLUMNS[table]))})", values)
