"""Analysed games as columns, for DuckDB, Polars, pandas and whatever else reads Arrow: what ``--parquet`` writes.

Four tables: games, their moves, the positions as they were first searched, and the names of the openings. They are
joined by ``game``, the number of the game in its run, from 1, and ``ply``. Names are those of Lichess's public
datasets, where these have the column. Scores are White's view, and of ``cp`` and ``mate`` exactly one is given. Of
shogi the columns are the same: positions are SFENs, moves USI and Japanese, scores Black's view, who moves first.
docs/data.md tells of every column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import kiebitz
from kiebitz.analysis.judging.annotate import AnalysisSettings, limit_text
from kiebitz.analysis.judging.record_names import RecordNames, names_of
from kiebitz.analysis.reading.game_columns import NUMBER_TAGS, TEXT_TAGS, number_of_tag, text_of_tag
from kiebitz.analysis.reading.time_control import time_class
from kiebitz.processes.whole_file import whole_file

Row: TypeAlias = "dict[str, str | int | float | None]"

FAULTS = ("inaccuracies", "mistakes", "blunders")

_VALUE = {"cp": "int32", "mate": "int32"}
_PLAYER = {"moves": "int32", "accuracy": "float64", "acpl": "float64", **dict.fromkeys(FAULTS, "int32")}
COLUMNS: dict[str, dict[str, str]] = {
    "games": {
        "game": "int64",
        "file": "string",
        "number": "int64",
        "line": "int64",
        "status": "string",
        **dict.fromkeys(TEXT_TAGS, "string"),
        **dict.fromkeys(NUMBER_TAGS, "int16"),
        "time_class": "string",
        "plies": "int32",
        **{f"{colour}_{name}": kind for name, kind in _PLAYER.items() for colour in ("white", "black")},
        "nodes": "int64",
    },
    "moves": {
        "game": "int64",
        "ply": "int32",
        "number": "int32",
        "color": "string",
        "phase": "string",
        "san": "string",
        "move": "string",
        "best": "string",
        **_VALUE,
        "judgement": "string",
        "sureness": "float64",
        "praised": "bool_",
        "motif": "string",
        "win_percent_lost": "float64",
        "cp_lost": "int32",
        "accuracy": "float64",
        "clock": "float64",
        "seconds": "float64",
    },
    "positions": {
        "fen": "string",
        "line": "string",
        "depth": "int16",
        "knodes": "int64",
        **_VALUE,
        "game": "int64",
        "ply": "int32",
        "rank": "int16",
    },
    "openings": {"game": "int64", "eco": "string", "name": "string"},
}
"""The columns of each table, and Arrow's names of their types."""

FORMAT = "4"
FORMAT_KEY = "kiebitz.format"
ROWS_AT_ONCE = 50_000
"""So many rows are held before they are written."""


class ParquetError(Exception):
    """Columns can't be made, or can't go where they are asked for; the message says why, and what to do."""


def about(settings: AnalysisSettings, network: str | None) -> dict[str, str]:
    """The metadata of each file; ``network`` is the checksum of the one that evaluates, if one does."""
    return {
        FORMAT_KEY: FORMAT,
        "kiebitz.version": kiebitz.__version__,
        "kiebitz.network": network or "",
        "kiebitz.engine": settings.engine or "",
        "kiebitz.limit": limit_text(settings.limit),
        "kiebitz.multipv": str(settings.multipv),
        "kiebitz.era": str(settings.era),
        "kiebitz.threads": str(settings.threads),
        "kiebitz.apart": "yes" if settings.is_apart else "no",
        **({} if settings.game == "chess" else {"kiebitz.game": settings.game}),
    }


def arrow_tables(records: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Games, moves, positions and openings of analysed games, each a ``pyarrow.Table``, by name.

    A record is what ``kiebitz analyse --json`` prints, or ``AnalysedGame.record``. Raises ParquetError if PyArrow is
    missing.
    """
    arrow = _arrow()
    rows: dict[str, list[Row]] = {name: [] for name in COLUMNS}
    for number, record in enumerate(records, 1):
        for name, more in rows_of(number, record).items():
            rows[name] += more
    return {name: arrow.Table.from_pylist(rows[name], _schema(arrow, name)) for name in COLUMNS}


@dataclass(frozen=True, slots=True)
class ParquetFolder:
    """A folder with a Parquet file for each table."""

    path: Path

    def check(self) -> None:
        """Raise ParquetError if PyArrow is missing, or if files there aren't ours to replace."""
        _arrow()
        if not self.path.parent.is_dir():
            raise ParquetError(f"there is no directory {self.path.parent} for {self.path.name}; make it first")
        if self.path.exists() and not self.path.is_dir():
            raise ParquetError(f"{self.path} is no folder; name one with --parquet")
        for file in self._files().values():
            if file.exists() and not _is_own(file):
                raise ParquetError(f"{file} was not written by Kiebitz; name another folder with --parquet")

    def write(self, records: Iterable[Mapping[str, Any]], about: Mapping[str, str]) -> None:
        """Write all files, each whole; ``about`` goes into their metadata. Raises OSError that names the folder."""
        arrow, parquet = _arrow(), _arrow("pyarrow.parquet")
        try:
            self.path.mkdir(exist_ok=True)
            with ExitStack() as stack:
                files = {name: stack.enter_context(whole_file(file)) for name, file in self._files().items()}
                writers = {}
                # Entered after all files, so that every one is written out before the first takes its place.
                for name, file in files.items():
                    schema = _schema(arrow, name).with_metadata({**about, "kiebitz.table": name})
                    writers[name] = stack.enter_context(parquet.ParquetWriter(file, schema, compression="zstd"))
                for name, rows in _in_batches(records):
                    writers[name].write_table(arrow.Table.from_pylist(rows, writers[name].schema))
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def _files(self) -> dict[str, Path]:
        return {name: self.path / f"{name}.parquet" for name in COLUMNS}


def _arrow(module: str = "pyarrow") -> Any:
    """PyArrow, or a module of it. Raises ParquetError if it is missing."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ParquetError("columns need PyArrow: pip install 'kiebitz[data]'") from error


def _schema(arrow: Any, table: str) -> Any:
    return arrow.schema([(name, getattr(arrow, kind)()) for name, kind in COLUMNS[table].items()])


def _is_own(file: Path) -> bool:
    """True if a file says that we wrote it."""
    try:
        return FORMAT_KEY.encode() in (_arrow("pyarrow.parquet").read_metadata(file).metadata or {})
    except (OSError, _arrow().ArrowInvalid):
        return False


def _in_batches(records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, list[Row]]]:
    """The rows of all games, in portions that memory holds."""
    held: dict[str, list[Row]] = {name: [] for name in COLUMNS}
    for number, record in enumerate(records, 1):
        for name, rows in rows_of(number, record).items():
            held[name] += rows
            if len(held[name]) >= ROWS_AT_ONCE:
                yield name, held[name]
                held[name] = []
    yield from held.items()


def rows_of(game: int, record: Mapping[str, Any]) -> dict[str, list[Row]]:
    """The rows of one game, by table; a record is what ``arrow_tables`` takes."""
    opening, names = record.get("opening"), names_of(record)
    return {
        "games": [_game_row(game, record)],
        "moves": [_move_row(game, ply, move, names) for ply, move in enumerate(record["moves"], 1)],
        "positions": list(_position_rows(game, record.get("positions", []), names)),
        "openings": [{"game": game, **opening}] if opening else [],
    }


def _game_row(game: int, record: Mapping[str, Any]) -> Row:
    row: Row = {"game": game, "number": record.get("game"), "plies": len(record["moves"])}
    row |= {name: record.get(name) for name in ("file", "line", "status", "nodes")}
    headers = record.get("tags", record["headers"])
    row |= {name: text_of_tag(headers, name) for name in TEXT_TAGS}
    row |= {name: number_of_tag(headers, name) for name in NUMBER_TAGS}
    row["time_class"] = time_class(headers.get("TimeControl", ""))
    return row | {f"{colour}_{name}": record[colour].get(name) for colour in ("white", "black") for name in _PLAYER}


def _move_row(game: int, ply: int, move: Mapping[str, Any], names: RecordNames) -> Row:
    same = (
        *("number", "color", "phase", "best", "cp", "mate"),
        *("judgement", "sureness", "praised", "motif", "accuracy", "seconds"),
    )
    return {
        "game": game,
        "ply": ply,
        **{name: move[name] for name in same},
        "san": move[names.told],
        "move": move[names.move],
        "win_percent_lost": move["loss_win_percent"],
        "cp_lost": move["loss_cp"],
        "clock": move["seconds_left"],
    }


def _position_rows(game: int, positions: Iterable[Mapping[str, Any]], names: RecordNames) -> Iterator[Row]:
    for ply, position in enumerate(positions):
        for rank, line in enumerate(position["lines"], 1):
            yield {
                "fen": position[names.position],
                "line": " ".join(line["pv"]),
                "depth": line["depth"],
                "knodes": -(-position["nodes"] // 1000),
                "cp": line["cp"],
                "mate": line["mate"],
                "game": game,
                "ply": ply,
                "rank": rank,
            }
