"""The questions, each as SQL that Polars and DuckDB both understand, whole as it stands.

The tables are those of ``analysis.parquet``: games, moves, positions, openings. Who is asked about is always the mover,
or the player; shares are percentages. A point is a game's: 100 percentage points of the winning chances.
"""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.analysis.judging.judgement import MAX_CENTIPAWNS, WIN_PERCENT_STEEPNESS
from kiebitz.analysis.judging.phase import Phase
from kiebitz.commandline.folded_name import word_pattern

RATING_BAND = 200
MOST_OPENINGS = 30
MOST_PLAYERS = 10
# Seconds left below which a move stands in a class of its own, and the class's name.
CLOCKS = {10: "under 10 s", 60: "under 1 min", 300: "under 5 min"}
LONGER, NOT_TOLD = "5 min or more", "not told"


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its query, and what of the answer is drawn."""

    name: str
    """On the command line."""
    title: str
    sql: str
    labels: tuple[str, ...]
    """Columns that name a row."""
    drawn: tuple[str, ...]
    """Columns whose numbers are drawn as bars, all on one scale."""


ACCURACY = f"""\
WITH players AS (
  SELECT WhiteElo AS rating, time_class, white_moves AS moves, white_accuracy AS accuracy, white_acpl AS acpl
  FROM games
  UNION ALL
  SELECT BlackElo AS rating, time_class, black_moves AS moves, black_accuracy AS accuracy, black_acpl AS acpl
  FROM games
), banded AS (
  SELECT *, COALESCE(time_class, '{NOT_TOLD}') AS time_control,
    CAST(FLOOR(CAST(rating AS DOUBLE) / {RATING_BAND}) * {RATING_BAND} AS BIGINT) AS band
  FROM players WHERE accuracy IS NOT NULL
)
SELECT time_control, COALESCE(CAST(band AS VARCHAR) || '+', '{NOT_TOLD}') AS rating, COUNT(*) AS players,
  CAST(SUM(moves) AS BIGINT) AS moves, AVG(accuracy) AS accuracy, AVG(acpl) AS centipawns_lost_a_move
FROM banded GROUP BY time_control, band ORDER BY time_control, COALESCE(band, -1)"""

BLUNDERS = f"""\
WITH timed AS (
  SELECT phase, judgement, win_percent_lost, CASE WHEN clock IS NULL THEN {10**6}
    {" ".join(f"WHEN clock < {end} THEN {end}" for end in CLOCKS)} ELSE {10**5} END AS ending,
    CASE phase {" ".join(f"WHEN '{phase.value}' THEN {number}" for number, phase in enumerate(Phase))} END AS part
  FROM moves WHERE move <> '0000'
)
SELECT phase, CASE {" ".join(f"WHEN ending = {end} THEN '{name}'" for end, name in CLOCKS.items())}
    WHEN ending = {10**5} THEN '{LONGER}' ELSE '{NOT_TOLD}' END AS clock,
  COUNT(*) AS moves,
  AVG(CASE WHEN judgement = 'blunder' THEN 100.0 ELSE 0.0 END) AS blunders,
  AVG(CASE WHEN judgement = 'mistake' THEN 100.0 ELSE 0.0 END) AS mistakes,
  AVG(win_percent_lost) AS win_percent_lost_a_move
FROM timed GROUP BY phase, part, ending ORDER BY part, ending"""

OPENINGS = f"""\
WITH ends AS (
  SELECT game, MAX(ply) AS ply FROM moves WHERE phase = '{Phase.OPENING.value}' GROUP BY game
), valued AS (
  SELECT moves.game, CASE
      WHEN mate > 0 OR (mate = 0 AND color = 'white') THEN {MAX_CENTIPAWNS}
      WHEN mate IS NOT NULL THEN -{MAX_CENTIPAWNS}
      WHEN cp > {MAX_CENTIPAWNS} THEN {MAX_CENTIPAWNS} WHEN cp < -{MAX_CENTIPAWNS} THEN -{MAX_CENTIPAWNS}
      ELSE cp END AS centipawns
  FROM moves JOIN ends ON moves.game = ends.game AND moves.ply = ends.ply
), ended AS (
  SELECT game, CASE Result WHEN '1-0' THEN 100.0 WHEN '1/2-1/2' THEN 50.0 ELSE 0.0 END AS score
  FROM games WHERE Result IN ('1-0', '0-1', '1/2-1/2')
)
SELECT eco, name, COUNT(*) AS games, AVG(score) AS white_score,
  AVG(100.0 / (1.0 + EXP(-{WIN_PERCENT_STEEPNESS} * centipawns))) AS white_chances_after_it,
  AVG(score) - AVG(100.0 / (1.0 + EXP(-{WIN_PERCENT_STEEPNESS} * centipawns))) AS difference
FROM openings JOIN ended ON openings.game = ended.game JOIN valued ON openings.game = valued.game
GROUP BY eco, name ORDER BY games DESC, eco, name LIMIT {MOST_OPENINGS}"""


def losses(player: str = "") -> str:
    """Where points are lost: by the players with most games, or by those whose names have all words of ``player``."""
    parts = " ".join(f"WHEN '{phase.value}' THEN {number}" for number, phase in enumerate(Phase))
    return f"""\
WITH played AS (
  SELECT moves.game AS game, CASE color WHEN 'white' THEN White ELSE Black END AS player, phase, judgement,
    win_percent_lost, CASE phase {parts} END AS part
  FROM moves JOIN games ON moves.game = games.game WHERE move <> '0000'
), regular AS (
  SELECT player, COUNT(DISTINCT game) AS games FROM played WHERE player IS NOT NULL{named(player)}
  GROUP BY player ORDER BY games DESC, player LIMIT {MOST_PLAYERS}
)
SELECT played.player AS player, phase, games, COUNT(*) AS moves,
  SUM(win_percent_lost) / 100.0 / games AS points_lost_a_game,
  CAST(SUM(CASE WHEN judgement = 'blunder' THEN 1 ELSE 0 END) AS DOUBLE) / games AS blunders_a_game
FROM played JOIN regular ON played.player = regular.player
GROUP BY played.player, phase, part, games ORDER BY games DESC, player, part"""


def motifs(player: str = "") -> str:
    """The common motifs of marked moves: by all players, or by those whose names have all words of ``player``."""
    return f"""\
WITH marked AS (
  SELECT moves.game * 10000 + ply AS place, motif, phase, win_percent_lost, moves.number AS number, color, san,
    White, Black, CASE color WHEN 'white' THEN White ELSE Black END AS player
  FROM moves JOIN games ON moves.game = games.game WHERE judgement IS NOT NULL AND motif IS NOT NULL
), wanted AS (
  SELECT * FROM marked WHERE place > 0{named(player)}
), worst AS (
  SELECT motif, MAX(win_percent_lost) AS most FROM wanted GROUP BY motif
), shown AS (
  SELECT wanted.motif AS motif, MIN(place) AS place FROM wanted JOIN worst ON wanted.motif = worst.motif
  WHERE win_percent_lost = most GROUP BY wanted.motif
), examples AS (
  SELECT shown.motif AS motif, COALESCE(White, '?') || ' - ' || COALESCE(Black, '?') || ', ' || CAST(number AS VARCHAR)
    || CASE color WHEN 'white' THEN '.' ELSE '...' END || san AS example
  FROM shown JOIN wanted ON shown.place = wanted.place
)
SELECT wanted.motif AS motif, example, COUNT(*) AS marks, SUM(win_percent_lost) / 100.0 AS points_lost,
  AVG(CASE WHEN phase = '{Phase.ENDGAME.value}' THEN 100.0 ELSE 0.0 END) AS in_endings
FROM wanted JOIN examples ON wanted.motif = examples.motif
GROUP BY wanted.motif, example ORDER BY points_lost DESC, motif"""


def named(player: str) -> str:
    """The condition that a player's name has all words."""
    patterns = [word_pattern(word).replace("'", "''") for word in player.split()]
    return "".join(f" AND REGEXP_LIKE(player, '{pattern}')" for pattern in patterns)


def questions(player: str = "") -> dict[str, Question]:
    """All questions by name; ``player`` narrows those of losses and motifs."""
    return {
        question.name: question
        for question in (
            Question(
                "accuracy",
                "Accuracy by rating and time control",
                ACCURACY,
                ("time_control", "rating"),
                ("accuracy",),
            ),
            Question(
                "blunders",
                "Blunders of 100 moves by phase and time left",
                BLUNDERS,
                ("phase", "clock"),
                ("blunders", "mistakes"),
            ),
            Question(
                "openings",
                "White's results of openings, and the chances after them",
                OPENINGS,
                ("eco", "name"),
                ("white_score", "white_chances_after_it"),
            ),
            Question(
                "losses",
                "Where points are lost",
                losses(player),
                ("player", "phase"),
                ("points_lost_a_game",),
            ),
            Question(
                "motifs",
                "What is missed: motifs of marked moves",
                motifs(player),
                ("motif", "example"),
                ("points_lost",),
            ),
        )
    }


NAMES = tuple(questions())
