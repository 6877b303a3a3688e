"""What a player misses: the mistakes of analysed games by motif, phase, opening and clock, each with its worst example.

The questions are asked as those of ``kiebitz survey`` are, of the same columns; ``games.number`` is there a game's
number in the collection.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kiebitz.analysis.archive_run.parquet import ParquetError, arrow_tables
from kiebitz.analysis.judging.phase import Phase
from kiebitz.analysis.survey.data import NEEDS, Columns
from kiebitz.analysis.survey.questions import CLOCKS, LONGER, NOT_TOLD, Question, named
from kiebitz.collection.analysing import records
from kiebitz.collection.collection import Collection
from kiebitz.collection.schema import CollectionError, as_we_wrote_it

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


def question(label: str, player: str) -> Question:
    """The question by what mistakes are counted; of all players, or of those whose names have all words."""
    # A motif is known of marked moves alone.
    rate = "" if label == "motif" else " CAST(marks AS DOUBLE) / moves * 100.0 AS marks_in_100_moves,"
    sql = f"""\
WITH played AS (
  SELECT games.number AS in_collection, ply, moves.number AS number, color, san, {LABELS[label]} AS label, judgement,
    win_percent_lost, games.number * {PLACES_A_GAME} + ply AS place, White, Black,
    CASE color WHEN 'white' THEN White ELSE Black END AS player
  FROM moves JOIN games ON moves.game = games.game LEFT JOIN openings ON moves.game = openings.game
  WHERE move <> '0000'
), wanted AS (
  SELECT * FROM played WHERE place > 0{named(player)}
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


def misses(collection: Collection, games: Sequence[int], player: str = "") -> list[Misses]:
    """What is missed in the analysed ones of these games. Raises CollectionError and SurveyError."""
    try:
        import polars

        with as_we_wrote_it(collection.path):
            tables = arrow_tables(records(collection, games))
    except (ImportError, ParquetError) as error:
        raise CollectionError(NEEDS) from error
    columns = Columns(
        {name: polars.from_arrow(table).lazy() for name, table in tables.items()},  # type: ignore[union-attr]
        tables["games"].num_rows,
    )
    asked = [question(label, player) for label in LABELS]
    return [Misses(each, columns.ask(each.sql)) for each in asked]
