"""Hashing as a film: how a key becomes another by XOR, where it leads, what is found there, what gives way.

The search is the engine's own on a table so small that all of it is seen; its trace is played again on a table of the
same design (``table_replay``), whose answers must be those that the search had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film.film import Film, Pane, Step, Words, number_text
from kiebitz.classroom.film.table_replay import UNFIT, Happening, Met, TableReplay, Told
from kiebitz.core.table.design import TableDesign
from kiebitz.engine import Position
from kiebitz.engine.engine import ENGINES
from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit
from kiebitz.engine.positions import AnyPosition, game_of, notation_of, position_named, text_of
from kiebitz.engine.trace import Trace

LASKER_REICHHELM = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
SHOGI_START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
HASH_MB = 1
MOST_STEPS = 240
"""Of each search; what comes behind is done, but not shown."""
MOST_BITS = 32
"""A number of more bits is written in sixteens."""
UNFILMED: dict[str, Any] = dict.fromkeys(UNFIT, 0)

WORDS: dict[Language, Words] = {
    Language.ENGLISH: {
        "title": "Hashing: {what}",
        "about": (
            "Every position has a key: the XOR of one random number for each man on its square. A move changes a few of"
            " them. The key leads to a place in the table, where what was found of the position is kept, until"
            " something else takes the place."
        ),
        "recorded": "{nodes} nodes from {what}; table: {table}; {shown} steps of {all} are shown.",
        "board": "Position",
        "codes": "The key",
        "cells": "The table",
        "counts": "So far",
        "root": (
            "The search number {number} begins. The key is the XOR of {count} codes, one for each man on its square."
        ),
        "arrives": "{move}: {parts}. The index leads to {place}.",
        "turns": "the side to move changes",
        "arrives_again": "The same position, asked once more: the key is the same, and so is the place.",
        "takes": "{part} leaves the key",
        "puts": "{part} comes into it",
        "side": "turn",
        "castling": "castling",
        "en passant": "en passant",
        "entry": "entry {number}",
        "bucket": "cluster {number}",
        "unasked": "Nothing is asked here: {why}.",
        "rules": "the rules end the game, or the search its line",
        "free": "{place} is free: of this position nothing is known.",
        "other": "{place} holds other positions: of this one nothing is known.",
        "answers": "The key is there: {bound} {value}, depth {depth}. That answers, and nothing is searched.",
        "too_shallow": (
            "The key is there, but of depth {depth}, and {wanted} is asked for. Its move {move} is tried first."
        ),
        "no_answer": "The key is there, {bound} {value}; that does not answer. Its move {move} is tried first.",
        "moveless": "none",
        "done": "Done: {bound} {value}, depth {depth}.",
        "taken": "{done} A free place is taken.",
        "renewed": "{done} The position had its place already, with depth {before}.",
        "displaced": "{done} What was there, depth {before}, {age}, gives way.",
        "refused": "{done} The rule refuses it: what is there, depth {before}, stays.",
        "young": "of this search",
        "old": "of a search before (generation −{age})",
        "end": "The film ends here; the search goes on to {nodes} nodes.",
        "asked": "asked",
        "known": "known",
        "ended": "answered",
        "stored": "stored",
        "gave_way": "gave way",
        "was_refused": "refused",
        "used": "in use",
        "before": "key was",
        "after": "key is",
        "index_before": "index was",
        "index_after": "index is",
        "mask": "AND {mask}",
        "high": "key × {buckets}, high",
        "exact": "exactly",
        "lower": "at least",
        "upper": "at most",
    },
    Language.GERMAN: {
        "title": "Hashing: {what}",
        "about": (
            "Jede Stellung hat eine Kennung: das XOR je einer Zufallszahl für jede Figur auf ihrem Feld. Ein Zug ändert"
            " wenige davon. Die Kennung führt zu einem Platz der Tabelle; dort steht, was man von der Stellung weiß,"
            " bis etwas anderes den Platz einnimmt."
        ),
        "recorded": "{nodes} Knoten von {what} aus; Tabelle: {table}; gezeigt: {shown} Schritte von {all}.",
        "board": "Stellung",
        "codes": ("Die Kennung"),
        "cells": "Die Tabelle",
        "counts": "Bisher",
        "root": (
            "Suche Nummer {number} beginnt. Die Kennung ist das XOR von {count} Codes, einem für jede Figur"
            " auf ihrem Feld."
        ),
        "arrives": "{move}: {parts}. Der Index führt zu {place}.",
        "turns": "das Zugrecht wechselt",
        "arrives_again": "Dieselbe Stellung wird noch einmal gefragt: Kennung und Platz sind dieselben.",
        "takes": "{part} geht aus der Kennung",
        "puts": "{part} kommt hinein",
        "side": "Zugrecht",
        "castling": "Rochade",
        "en passant": "en passant",
        "entry": "Eintrag {number}",
        "bucket": "Gruppe {number}",
        "unasked": "Hier wird nicht gefragt: {why}.",
        "rules": "die Regeln beenden die Partie, oder die Suche die Variante",
        "free": "{place} ist frei: von dieser Stellung weiß man nichts.",
        "other": "{place} gehört anderen Stellungen: von dieser weiß man nichts.",
        "answers": "Die Kennung ist da: {bound} {value}, Tiefe {depth}. Das genügt, gesucht wird nicht.",
        "too_shallow": (
            "Die Kennung ist da, aber nur mit Tiefe {depth}, und {wanted} ist gefragt. Ihr Zug {move} kommt zuerst."
        ),
        "no_answer": "Die Kennung ist da, {bound} {value}; das genügt nicht. Ihr Zug {move} kommt zuerst.",
        "moveless": "(keiner)",
        "done": "Fertig: {bound} {value}, Tiefe {depth}.",
        "taken": "{done} Ein freier Platz wird genommen.",
        "renewed": "{done} Die Stellung hatte ihren Platz schon, mit Tiefe {before}.",
        "displaced": "{done} Was da stand, Tiefe {before}, {age}, weicht.",
        "refused": "{done} Die Regel lehnt es ab: was da steht, Tiefe {before}, bleibt.",
        "young": "aus dieser Suche",
        "old": "aus einer früheren Suche (Generation −{age})",
        "end": "Hier endet der Film; die Suche geht weiter bis {nodes} Knoten.",
        "asked": "gefragt",
        "known": "bekannt",
        "ended": "beantwortet",
        "stored": "gespeichert",
        "gave_way": "gewichen",
        "was_refused": "abgelehnt",
        "used": "belegt",
        "before": "Kennung war",
        "after": "Kennung ist",
        "index_before": "Index war",
        "index_after": "Index ist",
        "mask": "AND {mask}",
        "high": "× {buckets}, oben",
        "exact": "genau",
        "lower": "mindestens",
        "upper": "höchstens",
    },
}
SIDE = "side"
"""The name of the code that is no piece's: the side to move."""
BOUND_NAMES = {1: "upper", 2: "lower", 3: "exact"}
SIGNS = {1: "≤", 2: "≥", 3: "="}


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine whose table is filmed."""

    title: str
    position: str
    """A FEN or SFEN."""
    design: TableDesign
    options: dict[str, Any]
    """Of the engine, beside the design."""
    depths: tuple[int, ...]
    """Of one search after another; between two of them the best move is made."""


MINIMAX = Machine(
    title="MiniMAX, Lasker and Reichhelm's pawns",
    position=LASKER_REICHHELM,
    design=replace(ERAS["minimax"].design, entries=64),
    options={"era": "minimax"},
    depths=(5, 5),
)
SHOGI = Machine(
    title="the table of shogi programs",
    position=SHOGI_START,
    design=TableDesign(bucket=3, entries=48, key_bits=16),
    options={},
    depths=(2, 2),
)


def hashing(machine: Machine, language: Language) -> Film:
    """The film of a machine's table. Raises AssertionError if the table doesn't answer as the search's did."""
    traces = _searched(machine)
    words, replay = WORDS[language], TableReplay(machine.design, HASH_MB)
    told = _Telling(machine, replay, words, language)
    steps: list[Step] = []
    count = 0
    for number, trace in enumerate(traces, 1):
        told.begin(trace, number)
        happenings = replay.follow(trace)
        shown = list(islice((step for each in happenings for step in told.steps(each)), MOST_STEPS))
        steps += shown
        count += len(shown)
        replay.is_watched = False
        rest = sum(1 for _ in happenings)
        replay.is_watched = True
        count += rest
        if rest:
            nodes = number_text(trace.nodes, language)
            steps.append(Step(words["end"].format(nodes=nodes), {"cells": told.all_cells()}))
    assert replay.is_faithful, f"{replay.disagreed} answers are not those of the search"
    group = machine.design.bucket_entries
    return Film(
        title=words["title"].format(what=machine.title),
        about=words["about"],
        recorded=words["recorded"].format(
            nodes=number_text(sum(trace.nodes for trace in traces), language),
            what=machine.position,
            table=str(machine.design),
            shown=number_text(len(steps), language),
            all=number_text(count, language),
        ),
        panes=(
            Pane("board", "board", words["board"]),
            Pane("codes", "codes", words["codes"]),
            Pane("cells", "cells", words["cells"], {"count": replay.table.entries, "group": group, "size": "text"}),
            Pane("counts", "rows", words["counts"], {"headings": []}),
        ),
        steps=tuple(steps),
        game=traces[0].game,
    )


def _searched(machine: Machine) -> list[Trace]:
    """The searches, one after the other on one table; between two of them the best move is made."""
    position = position_named(machine.position)
    options = {**machine.options, **UNFILMED, "table_design": machine.design, "hash_mb": HASH_MB}
    traces: list[Trace] = []
    with ENGINES[game_of(position)](**options) as engine:
        for depth in machine.depths:
            trace = engine.trace(text_of(position), Limit(depth=depth))
            traces.append(trace)
            assert trace.info.best_move is not None
            notation_of(position).push(position, trace.info.best_move)
    return traces


class _Telling:
    """Makes steps of what happens."""

    def __init__(self, machine: Machine, replay: TableReplay, words: Words, language: Language) -> None:
        self._machine = machine
        self._replay = replay
        self._words = words
        self._language = language
        self._counts: Counter[str] = Counter()
        self._width = machine.design.key_bits if machine.design.key_bits > 16 else 64
        self._group = machine.design.bucket_entries
        self._trace: Trace | None = None
        self._number = 0
        self._positions: dict[int, AnyPosition] = {}

    def begin(self, trace: Trace, number: int) -> None:
        """Tell a search that comes now."""
        self._trace, self._number = trace, number
        self._positions = {}

    def steps(self, happening: Happening) -> Iterator[Step]:
        """One or two pictures of what happens."""
        if isinstance(happening, Met):
            yield self._arrival(happening)
            if int(self._known_trace.rows["parent"][happening.row]) >= 0:
                yield self._question(happening)
        else:
            yield self._storing(happening)

    # ------------------------------------------------------------------ a position is met

    def _arrival(self, met: Met) -> Step:
        trace, words, position = self._known_trace, self._words, self._position(met.row)
        parent = int(trace.rows["parent"][met.row])
        change: dict[str, Any] = {"board": self._board(met.row), "cells": self._at(met.bucket)}
        place = self._place(met.bucket)
        if parent < 0 or met.parent_key == met.key:
            parts = position.key_parts()
            change["codes"] = {"rows": [*self._code_rows(parts, 1), *self._index_rows([], position, None)]}
            if parent < 0:
                change |= self._now(bucket=met.bucket)
                change["cells"] |= self.all_cells()
                sentence = words["root"].format(number=self._number, count=len(parts))
            else:
                sentence = words["arrives_again"]
            return Step(sentence, change)
        before = self._position(parent)
        gone, come = _difference(before.key_parts(), position.key_parts())
        rows = [[words["before"], self._bits(before.hash_key), "sum"]]
        rows += [[f"⊕ {self._name(name)}", self._bits(code), kind] for name, code, kind in _marked(gone, come)]
        rows.append([words["after"], self._bits(position.hash_key), "sum"])
        rows += self._index_rows([], position, before)
        change["codes"] = {"rows": rows}
        told = [words["takes"].format(part=self._name(name)) for name, _ in gone if name != SIDE]
        told += [words["puts"].format(part=self._name(name)) for name, _ in come if name != SIDE]
        told += [words["turns"] for name, _ in (*gone, *come) if name == SIDE]
        move = trace.move_text(int(trace.rows["move"][met.row]))
        return Step(words["arrives"].format(move=move, parts=", ".join(told), place=place), change)

    def _question(self, met: Met) -> Step:
        trace, words = self._known_trace, self._words
        place = self._place(met.bucket)
        place = place[0].upper() + place[1:]
        if not met.is_asked:
            return Step(words["unasked"].format(why=words["rules"]), self._now())
        self._counts["asked"] += 1
        marks: dict[str, str] = {}
        answer = met.answer
        if answer is None:
            taken = [each for each in self._replay.entries() if each.bucket == met.bucket]
            return Step(words["other" if taken else "free"].format(place=place), self._now())
        self._counts["known"] += 1
        kept = met.key & (1 << self._machine.design.key_bits) - 1
        for each in self._replay.entries():
            if each.bucket == met.bucket and each.key == kept:
                marks[str(self._cell(met.bucket, each.slot))] = "hit"
        bound = words[BOUND_NAMES.get(answer["bound"], "exact")]
        value, depth = self._score(answer["value"]), answer["depth"]
        wanted = int(trace.rows["depth"][met.row])
        move = trace.move_text(answer["move"]) if answer["move"] else words["moveless"]
        name = "answers" if met.ends else "too_shallow" if depth < wanted else "no_answer"
        self._counts["ended"] += met.ends
        sentence = words[name].format(bound=bound, value=value, depth=depth, wanted=wanted, move=move)
        return Step(sentence, self._now(marks))

    # ------------------------------------------------------------------ what came out is told

    def _storing(self, told: Told) -> Step:
        words = self._words
        done = words["done"].format(
            bound=words[BOUND_NAMES[told.bound]], value=self._score(told.value), depth=told.depth
        )
        change: dict[str, Any] = {"board": self._board(told.row)}
        if told.slot is None:
            self._counts["was_refused"] += 1
            stays = told.own if told.own is not None else self._first(told.bucket)
            before = stays.depth if stays is not None else 0
            change.update(self._now(bucket=told.bucket, marks={str(self._cell(told.bucket, 0)): "refused"}))
            return Step(words["refused"].format(done=done, before=before), change)
        self._counts["stored"] += 1
        cell = self._cell(told.bucket, told.slot)
        fields: dict[str, str] = {}
        if told.before is None:
            name, mark = "taken", "new"
        elif told.own is not None:
            name, mark = "renewed", "new"
            fields = {"before": str(told.before.depth)}
        else:
            self._counts["gave_way"] += 1
            age = told.before.age
            told_age = words["old"].format(age=age) if age else words["young"]
            name, mark = "displaced", "victim"
            fields = {"before": str(told.before.depth), "age": told_age}
        change.update(self._now(bucket=told.bucket, marks={str(cell): mark}))
        change["cells"]["cells"] = {str(cell): [f"{SIGNS[told.bound]}{told.depth}", "age0", self._bits(told.key)]}
        return Step(words[name].format(done=done, **fields), change)

    def all_cells(self) -> dict[str, Any]:
        """Every entry in use, as it is now."""
        return {
            "cells": {
                str(self._cell(each.bucket, each.slot)): [
                    f"{SIGNS[each.bound]}{each.depth}",
                    f"age{min(each.age, 2)}",
                    self._bits(each.key),
                ]
                for each in self._replay.entries()
            }
        }

    # ------------------------------------------------------------------ parts of a picture

    @property
    def _known_trace(self) -> Trace:
        assert self._trace is not None
        return self._trace

    def _position(self, row: int) -> AnyPosition:
        if row not in self._positions:
            trace = self._known_trace
            parent = int(trace.rows["parent"][row])
            if parent < 0:
                position = position_named(trace.fen)
            else:
                position = self._position(parent).copy()
                if trace.rows["ply"][parent] < trace.rows["ply"][row]:
                    text = trace.move_text(int(trace.rows["move"][row]))
                    notation = notation_of(position)
                    notation.push_null(position) if text in ("0000", "pass") else notation.push(position, text)
            self._positions[row] = position
        return self._positions[row]

    def _board(self, row: int) -> dict[str, Any]:
        trace = self._known_trace
        is_root = int(trace.rows["parent"][row]) < 0
        return {"text": text_of(self._position(row)), "arrived": 0 if is_root else int(trace.rows["move"][row])}

    def _now(self, marks: dict[str, str] | None = None, bucket: int | None = None) -> dict[str, Any]:
        words, counts = self._words, self._counts
        rows = [
            [words[name], number_text(counts[name], self._language)]
            for name in ("asked", "known", "ended", "stored", "gave_way", "was_refused")
        ]
        used = len(self._replay.entries())
        rows.append([words["used"], f"{used} / {self._replay.table.entries}"])
        cells: dict[str, Any] = {"marks": marks or {}}
        if bucket is not None:
            cells["at"] = self._at(bucket)["at"]
        return {"counts": {"rows": rows}, "cells": cells}

    def _at(self, bucket: int) -> dict[str, Any]:
        return {"at": [self._cell(bucket, slot) for slot in range(self._group)], "marks": {}}

    def _cell(self, bucket: int, slot: int) -> int:
        return bucket + slot if self._machine.design.neighbours else bucket * self._group + slot

    def _first(self, bucket: int) -> Any:
        return next((each for each in self._replay.entries() if each.bucket == bucket), None)

    def _place(self, bucket: int) -> str:
        return self._words["entry" if self._group == 1 else "bucket"].format(number=bucket)

    def _name(self, name: str) -> str:
        return self._words.get(name, name) if name in ("side", "castling", "en passant") else name

    def _score(self, value: int) -> str:
        text = f"{value / 100:+.2f}".replace("-", "−")
        return text.replace(".", ",") if self._language is Language.GERMAN else text

    def _bits(self, number: int, width: int | None = None) -> str:
        """A number's lowest bits; many of them as hexadecimal digits."""
        width = width or self._width
        number &= (1 << width) - 1
        digits, size = (f"{number:0{width}b}", 8) if width <= MOST_BITS else (f"{number:0{width // 4}x}", 4)
        return " ".join(digits[start : start + size] for start in range(0, len(digits), size))

    def _code_rows(self, parts: list[tuple[str, int]], least: int) -> list[list[str]]:
        rows = [[f"⊕ {self._name(name)}", self._bits(code), "in"] for name, code in parts]
        total = 0
        for _, code in parts:
            total ^= code
        return [*rows, [self._words["after"], self._bits(total), "sum"]]

    def _index_rows(self, rows: list[list[str]], position: AnyPosition, before: AnyPosition | None) -> list[list[str]]:
        """How the index comes about."""
        design, words = self._machine.design, self._words
        buckets = self._replay.table.entries // self._group
        if design.own_index_codes and isinstance(position, Position):
            index = _total(position.index_parts())
            if isinstance(before, Position):
                gone, come = _difference(before.index_parts(), position.index_parts())
                rows.append([words["index_before"], self._bits(_total(before.index_parts()), 32), "sum index"])
                rows += [
                    [f"⊕ {self._name(name)}", self._bits(code, 32), f"{kind} index"]
                    for name, code, kind in _marked(gone, come)
                ]
            rows.append([words["index_after"], self._bits(index, 32), "sum index"])
            rows.append([words["mask"].format(mask=f"{buckets - 1:b}"), self._bits(index & buckets - 1, 32), "index"])
        else:
            bucket = self._replay.table.bucket_of(_asked(position))
            rows.append([words["high"].format(buckets=buckets), str(bucket), "index"])
        return rows


def _asked(position: AnyPosition) -> Position | int:
    return position if isinstance(position, Position) else position.hash_key


def _total(parts: list[tuple[str, int]]) -> int:
    total = 0
    for _, code in parts:
        total ^= code
    return total


def _difference(
    before: list[tuple[str, int]], after: list[tuple[str, int]]
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """The codes that go, and those that come."""
    return [each for each in before if each not in after], [each for each in after if each not in before]


def _marked(gone: list[tuple[str, int]], come: list[tuple[str, int]]) -> Iterator[tuple[str, int, str]]:
    for name, code in gone:
        yield name, code, "out"
    for name, code in come:
        yield name, code, "in"
