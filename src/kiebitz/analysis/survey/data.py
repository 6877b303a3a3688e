"""The columns of analysed games, opened for questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.archive_run.parquet import COLUMNS, FORMAT, FORMAT_KEY
from kiebitz.analysis.reading.game_columns import NUMBER_TAGS, TEXT_TAGS
from kiebitz.analysis.reading.selection import GameSelection

if TYPE_CHECKING:
    import polars

NEEDS = "questions to many games need Polars and PyArrow: pip install 'kiebitz[data]'"


class SurveyError(Exception):
    """Data that can't be asked; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The tables of one run, of which only the games that are wanted are looked at."""

    tables: Mapping[str, polars.LazyFrame]
    games: int
    """Number of games wanted."""

    @classmethod
    def of(cls, folder: Path, select: GameSelection) -> Columns:
        """Open a folder that ``kiebitz analyse --parquet`` has written. Raises SurveyError."""
        _check(folder)
        import polars

        try:
            tables = {name: polars.scan_parquet(folder / f"{name}.parquet") for name in COLUMNS}
            games = tables["games"].filter(polars.col("status") != "skipped")
            if select.said:
                wanted = _wanted(games, select)
                tables = {
                    name: table.join(wanted, on="game", how="semi", maintain_order="left")
                    for name, table in tables.items()
                }
            tables["games"] = games = tables["games"].filter(polars.col("status") != "skipped")
            return cls(tables, int(games.select(polars.len()).collect().item()))
        except (OSError, polars.exceptions.PolarsError) as error:
            raise SurveyError(f"{folder} can't be read: {error}") from error

    def ask(self, sql: str) -> list[dict[str, Any]]:
        """The rows of an answer. Raises SurveyError."""
        import polars

        try:
            return polars.SQLContext(dict(self.tables)).execute(sql).collect().to_dicts()
        except (OSError, polars.exceptions.PolarsError) as error:
            raise SurveyError(f"the data can't be asked: {error}") from error


def _check(folder: Path) -> None:
    """Raise SurveyError if a folder doesn't hold the columns, or nothing could read them."""
    make = "kiebitz analyse GAMES.pgn --parquet FOLDER makes what can be asked"
    if not folder.exists():
        raise SurveyError(f"{folder} doesn't exist; {make}")
    if not folder.is_dir():
        raise SurveyError(
            f"{folder} is no folder of columns; kiebitz analyse {folder} --parquet FOLDER makes one of PGN"
        )
    try:
        _, arrow, parquet = map(import_module, ("polars", "pyarrow", "pyarrow.parquet"))
    except ImportError as error:
        raise SurveyError(NEEDS) from error
    for name in COLUMNS:
        file = folder / f"{name}.parquet"
        try:
            about = parquet.read_metadata(file).metadata or {}
        except FileNotFoundError as error:
            raise SurveyError(f"{folder} has no {file.name}; {make}") from error
        except (OSError, arrow.ArrowInvalid) as error:
            raise SurveyError(f"{file} can't be read: {error}") from error
        if about.get(FORMAT_KEY.encode()) != FORMAT.encode():
            raise SurveyError(f"{file} was not written by this Kiebitz; {make}")


def _wanted(games: polars.LazyFrame, select: GameSelection) -> polars.LazyFrame:
    """The numbers of the games that are wanted, by the tags they have."""
    import polars

    picker = select.picker()
    names = [*TEXT_TAGS, *NUMBER_TAGS]
    numbers = []
    for row in games.select("game", "plies", *names).collect().iter_rows(named=True):
        tags = {name: str(row[name]) for name in names if row[name] is not None}
        if picker.takes(tags, lambda plies=row["plies"]: plies):  # type: ignore[misc]
            numbers.append(row["game"])
    return polars.LazyFrame({"game": polars.Series(numbers, dtype=polars.Int64)})
