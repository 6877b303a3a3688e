"""A study: a claim as typed rows, a judge, and a text file.

A study is an experiment (``experiment`` says what its file holds) that leaves what can be derived to this file:

- beside ``t2_forty_moves_four_plies.py`` lies ``t2_forty_moves_four_plies.toml``. It says what is the same whatever is
  measured: claim, plan, predictions, titles, headings, conditions;
- the rows of each table are a ``NamedTuple``. Its fields are the columns: they give the table that is shown and stored,
  and the rows that ``judge`` is asked when a result is read again;
- each statement has a name, under which the text file predicts it and ``judge`` answers it.

Rows that need no names have no kind: the text file gives their table by its title with ``[headings]``, and the module's
own ``kept`` says what ``judge`` needs of them.

``README.md`` of this package shows how one is written.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims import documents
from kiebitz_claims.claims.claim import Cell, Claim, Measurement, Result, Table
from kiebitz_claims.claims.judging import Judgement, Part, Prediction
from kiebitz_claims.claims.plan import Earlier, Plan

Row = TypeVar("Row", bound=tuple[Any, ...])
Made = TypeVar("Made")


class StudyError(Exception):
    """A text file, rows or answers that don't fit together: a mistake of whoever wrote the study.

    No ValueError, which would say that a result is too old.
    """


class Study:
    """One claim: its text file, and its kinds of rows."""

    def __init__(
        self,
        file: str,
        *kinds: type[tuple[Any, ...]],
        figures: type[tuple[Any, ...]] | None = None,
        predictions: Iterable[Prediction] = (),
        constants: Mapping[str, object] | None = None,
        **numbers: object,
    ) -> None:
        """The study in ``file`` (the module's ``__file__``), with a kind of rows for each table, in their order.

        ``figures`` is a kind, too: its one row holds the figures that matter, where their names don't depend on what is
        measured. ``predictions`` are statements beside those of the text file, where many follow from one rule.
        ``constants`` (the module's own, by ``globals()``: of imported ones nobody would see that they are used) and
        ``numbers`` stand in the texts as ``{NAME}``, ``{name:,}`` or ``{NAME[0]}``. Raises StudyError.
        """
        self._file, self._numbers = Path(file).with_suffix(".toml"), {**(constants or {}), **numbers}
        try:
            texts = tomllib.loads(self._file.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise self._error(str(error)) from None
        self._conditions: dict[str, str] = texts.pop("conditions", {})
        texts = self._filled(texts, self._numbers)
        self.predictions = {name: self._prediction(each) for name, each in texts.pop("predictions", {}).items()}
        self.predictions.update((each.statement, each) for each in predictions)
        """The statements by name, in the plan's order; one that the module makes by its words."""
        self.plan = self._made(
            Plan,
            texts.pop("plan", {}),
            predictions=tuple(self.predictions.values()),
            earlier=tuple(self._made(Earlier, each) for each in texts.pop("earlier", ())),
        )
        """The plan that was settled before it was measured."""
        named, self._units, tables, headings = (
            texts.pop(name, {}) for name in ("figures", "units", "tables", "headings")
        )
        if unknown := tables.keys() - {kind.__name__ for kind in kinds}:
            raise self._error(f"no kind of rows is named {', '.join(sorted(unknown))}")
        self._figures = None if figures is None else self._columns(figures, "figures", named)
        if unknown := self._units.keys() - getattr(figures, "_fields", ()):
            raise self._error(f"units of no figure: {', '.join(sorted(unknown))}")
        self._tables: list[_Columns | _Headings] = [
            *(self._columns(kind, **tables.get(kind.__name__, {})) for kind in kinds),
            *(_Headings(title, self._spread(words)) for title, words in headings.items()),
        ]
        source = getattr(documents, str(texts.pop("source", "")), None)
        if source not in documents.DOCUMENTS:
            raise self._error("its source is none of the documents in claims/documents.py")
        self.claim = self._made(Claim, texts, source=source)
        """The claim that is measured."""

    def result(
        self,
        *tables: Iterable[tuple[Any, ...]],
        figures: tuple[Any, ...] = (),
        conditions: Mapping[str, str] | None = None,
        **numbers: object,
    ) -> Result:
        """The figures: the rows of each table, in the order of their kinds and then of their headings.

        ``figures`` is one row of their kind, or Measurements where no kind was given. ``conditions`` stand behind those
        of the text file, in which ``numbers`` stand, beside those of the study. Raises StudyError, and ValueError for a
        row that is not of its kind.
        """
        if len(tables) != len(self._tables):
            raise self._error(f"{len(tables)} tables were measured, {len(self._tables)} are declared")
        if self._figures is not None:
            (row,) = self._figures.rows([figures])
            figures = tuple(
                Measurement(name, value, self._units.get(field, ""))
                for name, (field, value) in zip(self._figures.headings, row._asdict().items(), strict=True)
            )
        return Result(
            figures,
            tuple(columns.table(rows) for columns, rows in zip(self._tables, tables, strict=True)),
            {**self._filled(self._conditions, {**self._numbers, **numbers}), **(conditions or {})},
        )

    def judgement(self, remark: str = "", /, **found: Estimate | Part) -> Judgement:
        """The finding on each statement, by name: a number, or the part that its prediction made of one.

        Raises StudyError if a statement has no answer, or another's.
        """
        if found.keys() != self.predictions.keys():
            different = ", ".join(sorted(found.keys() ^ self.predictions.keys()))
            raise self._error(f"predicted but not judged, or judged but not predicted: {different}")
        parts = []
        for name, prediction in self.predictions.items():
            answer = found[name]
            part = answer if isinstance(answer, Part) else prediction.judged(answer)
            if part.prediction != prediction:
                raise self._error(f"'{name}' is answered by '{part.prediction.statement}'")
            parts.append(part)
        return Judgement(tuple(parts), remark)

    def kept(self, result: Result) -> tuple[Any, ...]:
        """The arguments of ``judge``, out of a result: the figures if they have a kind, then the rows of each table.

        Raises KeyError for a table or figure that isn't there, ValueError for another's rows.
        """
        tables = (columns.read(result) for columns in self._tables)
        if self._figures is None:
            return tuple(tables)
        cells = tuple(result.measured[name] for name in self._figures.headings)
        return (*self._figures.rows([cells]), *tables)

    def rows(self, result: Result, kind: type[Row]) -> list[Row]:
        """The rows of one kind, out of a result. Raises as ``kept``."""
        (columns,) = (each for each in self._tables if isinstance(each, _Columns) and each.kind is kind)
        return columns.read(result)

    def _columns(
        self, kind: type[tuple[Any, ...]], title: str = "", headings: Mapping[str, str] | None = None, **unknown: object
    ) -> _Columns:
        types = {name: get_args(hint) or (hint,) for name, hint in get_type_hints(kind).items()}
        said = headings or {}
        if unknown or not title or said.keys() - types.keys():
            wrong = ", ".join(sorted([*unknown, *(said.keys() - types.keys())])) or "no title"
            raise self._error(f"what it says of {kind.__name__} doesn't fit its fields: {wrong}")
        names = tuple(said.get(name, name.replace("_", " ")) for name in types)
        return _Columns(kind, title, names, tuple(types.values()))

    def _spread(self, words: list[str]) -> tuple[str, ...]:
        """Headings, those of a row that the module has (``*NAME``) each by itself."""
        found: list[str] = []
        for word in words:
            row = self._numbers.get(word[1:]) if word.startswith("*") else (word,)
            if not isinstance(row, tuple):
                raise self._error(f"no row of headings named '{word[1:]}' was given")
            found += row
        return tuple(found)

    def _prediction(self, said: dict[str, Any]) -> Prediction:
        """A prediction; ``exactly`` stands for both ends."""
        if "exactly" in said:
            said["low"] = said["high"] = said.pop("exactly")
        return self._made(Prediction, said)

    def _made(self, kind: type[Made], said: dict[str, Any], **known: object) -> Made:
        """One of the kind, of what the file says and of what is ``known``."""
        types = get_type_hints(kind)
        wrong = [name for name, value in said.items() if name in known or not _fits(value, (types.get(name),))]
        if wrong:
            raise self._error(f"{kind.__name__} has no such field, or one of another type: {', '.join(wrong)}")
        try:
            return kind(**said, **known)
        except TypeError as error:
            raise self._error(str(error)) from None

    def _filled(self, texts: Any, numbers: Mapping[str, object]) -> Any:
        """The same texts with the numbers in their places."""
        if isinstance(texts, dict):
            return {self._filled(name, numbers): self._filled(each, numbers) for name, each in texts.items()}
        if isinstance(texts, list):
            return [self._filled(each, numbers) for each in texts]
        if not isinstance(texts, str):
            return texts
        try:
            return texts.format_map(numbers)
        except KeyError as missing:
            raise self._error(f"no number named {missing} was given for '{texts}'") from None
        except (ValueError, IndexError, AttributeError, TypeError) as error:
            raise self._error(f"'{texts}': {error}; a brace that is none of a number's is written twice") from None

    def _error(self, fault: str) -> StudyError:
        return StudyError(f"{self._file.name}: {fault}")


@dataclass(frozen=True, slots=True)
class _Columns:
    """A kind of rows as a table."""

    kind: type[Any]
    title: str
    headings: tuple[str, ...]
    types: tuple[tuple[Any, ...], ...]
    """Of each column."""

    def table(self, rows: Iterable[tuple[Any, ...]]) -> Table:
        return Table(self.title, self.headings, tuple(self.rows(rows)))

    def read(self, result: Result) -> list[Any]:
        table = result.table(self.title)
        if table.headings != self.headings:
            raise ValueError(f"the table '{self.title}' has other columns than {', '.join(self.headings)}")
        return self.rows(table.rows)

    def rows(self, rows: Iterable[tuple[Cell, ...]]) -> list[Any]:
        """The rows, typed. Raises ValueError for a cell of another type."""
        return [self._row(row) for row in rows]

    def _row(self, row: tuple[Cell, ...]) -> Any:
        for heading, types, cell in zip(self.headings, self.types, row, strict=True):
            if not _fits(cell, types):
                raise ValueError(f"'{self.title}': {cell!r} can't stand under '{heading}'")
        return self.kind(*row)


@dataclass(frozen=True, slots=True)
class _Headings:
    """A table whose rows have no kind."""

    title: str
    headings: tuple[str, ...]

    def table(self, rows: Iterable[tuple[Any, ...]]) -> Table:
        return Table(self.title, self.headings, tuple(rows))

    def read(self, result: Result) -> list[Any]:
        return result.rows(self.title)


def only(rows: Iterable[Row], **where: Cell) -> Row:
    """The one row whose fields have these values. Raises ValueError if there is not just one."""
    found = [row for row in rows if all(getattr(row, name) == value for name, value in where.items())]
    if len(found) != 1:
        raise ValueError(f"{len(found)} rows instead of one where {where}")
    return found[0]


def _fits(value: object, types: tuple[Any, ...]) -> bool:
    """True if a value is of one of the types; a whole number may stand for any, and nothing for another."""
    return type(value) in types or (type(value) is int and float in types)
