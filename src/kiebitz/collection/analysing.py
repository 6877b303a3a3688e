"""A collection's games analysed, and what was found kept with them, a game at a time: any end is a resting place."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from kiebitz.analysis.archive_run.batch import Outcome, network_of, outcomes_of, recipe
from kiebitz.analysis.explanation.language import EVERYWHERE
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.archive import RawGame
from kiebitz.analysis.reading.selection import EVERY_GAME, GameSelection
from kiebitz.collection.collection import Collection
from kiebitz.collection.marks import PRACTISED, Mark, keep_marks
from kiebitz.collection.schema import CollectionError, value
from kiebitz.processes.bounded import inflated

RECORDS_AT_ONCE = 200


def store_beside(collection: Collection) -> Path:
    """Where searches of openings are kept for the next game."""
    return collection.path.with_suffix(".store")


def not_analysed(
    collection: Collection, select: GameSelection = EVERY_GAME, *, color: str = "", again: bool = False
) -> list[int]:
    """The games of chess wanted that have no analysis yet (or, ``again``, all), the latest first.

    Raises CollectionError.
    """
    numbers = [row.game for row in collection.find(select, color=color, game="chess", sort="date", descending=True)]
    with collection.reading() as connection:
        done = set() if again else {game for (game,) in connection.execute("SELECT game FROM analyses")}
    return [game for game in numbers if game not in done]


def analyse_games(
    collection: Collection,
    games: Sequence[int],
    settings: AnalysisSettings,
    *,
    jobs: int = 1,
    on_game: Callable[[RawGame, Outcome], None] = lambda raw, outcome: None,
) -> int:
    """Analyse games and keep what is found; how many there were that could be analysed.

    ``on_game`` is told of each game when it is safe. Raises CollectionError, and as ``outcomes_of``.
    """
    how = json.dumps(recipe(settings, network_of(settings)))
    count = 0
    with closing(outcomes_of(collection.raw_games(games), settings, jobs)) as outcomes:
        for raw, outcome in outcomes:
            is_there = keep_analysis(collection, raw.number, how, outcome.record)
            count += is_there and outcome.is_analysed
            on_game(raw, outcome)
    return count


def keep_analysis(collection: Collection, game: int, how: str, record: Mapping[str, Any]) -> bool:
    """Keep the record of a game; whether the game is there still. Raises CollectionError."""
    marks = list(_marks(game, record))
    with collection.writing() as connection:
        sides = connection.execute("SELECT white, black FROM games WHERE game = ?", (game,)).fetchone()
        if sides is None:
            return False
        blob = zlib.compress(json.dumps(record, separators=(",", ":")).encode())
        connection.execute("INSERT OR REPLACE INTO analyses VALUES (?, ?, ?)", (game, how, blob))
        keep_marks(connection, game, sides, marks)
    return True


def analysed(collection: Collection, games: Sequence[int]) -> list[int]:
    """Which of these games have an analysis. Raises CollectionError."""
    with collection.reading() as connection:
        done = {game for (game,) in connection.execute("SELECT game FROM analyses")}
    return [game for game in games if game in done]


def records(collection: Collection, games: Sequence[int]) -> Iterator[dict[str, Any]]:
    """The records of games that have one (see ``archive_run.record``), in this order. Raises CollectionError."""
    for start in range(0, len(games), RECORDS_AT_ONCE):
        for game in games[start : start + RECORDS_AT_ONCE]:
            with collection.reading() as connection:
                blob = value(connection, "SELECT record FROM analyses WHERE game = ?", game)
            if blob is not None:
                yield _record(blob, game)


def _record(blob: bytes, game: int) -> dict[str, Any]:
    try:
        record: dict[str, Any] = json.loads(inflated(blob))
        if not isinstance(record, dict):
            raise ValueError("no record")
    except (TypeError, ValueError, RecursionError, zlib.error) as error:
        raise CollectionError(
            f"the analysis of game {game} is damaged ({error}); make it anew: kiebitz games analyse --again"
        ) from error
    return record


def _marks(game: int, record: Mapping[str, Any]) -> Iterator[Mark]:
    """The mistakes of a record for which a better move is known."""
    for ply, (move, position) in enumerate(zip(record["moves"], record.get("positions", ()), strict=False), 1):
        if move["judgement"] in PRACTISED and move["best"] and move["best"] != move["uci"]:
            said = {
                str(language): " ".join(reason[str(language)] for reason in move["reasons"]) for language in EVERYWHERE
            }
            fen = f"{position['fen']} 0 {move['number']}"
            yield Mark(game, ply, fen, move["uci"], move["best"], move["judgement"], move["motif"] or "", said)
