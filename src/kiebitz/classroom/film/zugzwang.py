"""Donninger's third rule against zugzwang, live: at the root passing is tried as the last move, and here it is best."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film.film import Film, Pane, Step, Words, number_text
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import NULL_MOVE, START, Trace

ZUGZWANG = "1q1k4/2Rr4/7K/2Q5/8/8/8/8 b - - 0 1"
"""The second of the zugzwang test positions that go round among programmers, a move on: Black has to move."""
DEPTH, ROWS, HASH_MB = 8, 600_000, 4

WORDS: dict[Language, Words] = {
    Language.ENGLISH: {
        "title": "Zugzwang: rule III",
        "about": (
            "The null move believes that some move is at least as good as none. In zugzwang it isn't. In endings with"
            " pieces Nimzo tries the null move at the root, too, after all moves. If it is the best, the hash table is"
            " cleared and the search begins again, without null moves."
        ),
        "recorded": "{fen}, era nimzo to {depth} plies: {nodes} nodes, of which {first} before the table was cleared.",
        "board": "Position, and the move it would make",
        "log": "What happened",
        "values": "What it is worth",
        "counts": "So far",
        "searched": "Depth {depth}: {move} is best, {value}.",
        "tried": "Now the null move, as the last one: {side} passes, and the rest is searched to depth {depth}.",
        "worse": "Passing is worth {value}, not more than {best}: no zugzwang.",
        "better": (
            "Passing is worth {value}, more than {best} of the best move. That is zugzwang: the table is cleared, and"
            " the search begins again without null moves."
        ),
        "again": "Without null moves, depth {depth}: {move} is best, {value}.",
        "end": "So passing would have been worth {pass_}, and having to move is worth {value}.",
        "line": "{depth}: {move} {value}",
        "line_pass": "pass: {value}",
        "line_cleared": "table cleared, null moves off",
        "best": "best move",
        "pass": "passing",
        "nodes": "nodes",
        "null": "null moves",
        "white": "White",
        "black": "Black",
    },
    Language.GERMAN: {
        "title": "Zugzwang: Regel III",
        "about": (
            "Der Null-Zug glaubt, dass irgendein Zug mindestens so gut ist wie keiner. Im Zugzwang stimmt das nicht. In"
            " Endspielen mit Figuren probiert Nimzo den Null-Zug auch in der Ausgangsstellung, nach allen Zügen. Ist er"
            " der beste, wird die Hashtabelle gelöscht, und die Suche beginnt von vorn, ohne Null-Züge."
        ),
        "recorded": "{fen}, Ära nimzo bis {depth} Halbzüge: {nodes} Knoten, davon {first} vor dem Löschen der Tabelle.",
        "board": "Stellung, und welchen Zug er machte",
        "log": "Was geschah",
        "values": "Was sie wert ist",
        "counts": "Bisher",
        "searched": "Tiefe {depth}: {move} ist am besten, {value}.",
        "tried": "Jetzt als letzter der Null-Zug: {side} setzt aus, der Rest wird mit Tiefe {depth} gesucht.",
        "worse": "Aussetzen ist {value} wert, nicht mehr als {best}: kein Zugzwang.",
        "better": (
            "Aussetzen ist {value} wert, mehr als {best} des besten Zugs. Das ist Zugzwang: die Tabelle wird gelöscht,"
            " und die Suche beginnt von vorn, ohne Null-Züge."
        ),
        "again": "Ohne Null-Züge, Tiefe {depth}: {move} ist am besten, {value}.",
        "end": "Aussetzen wäre also {pass_} wert gewesen, ziehen zu müssen ist {value} wert.",
        "line": "{depth}: {move} {value}",
        "line_pass": "Null-Zug: {value}",
        "line_cleared": "Tabelle gelöscht, Null-Züge aus",
        "best": "bester Zug",
        "pass": "Aussetzen",
        "nodes": "Knoten",
        "null": "Null-Züge",
        "white": "Weiß",
        "black": "Schwarz",
    },
}


def zugzwang(language: Language) -> Film:
    """The film."""
    words = WORDS[language]
    with Engine(era="nimzo", hash_mb=HASH_MB) as engine:
        trace = engine.trace(ZUGZWANG, Limit(depth=DEPTH), max_nodes=ROWS)
    assert not trace.unrecorded, "the film would lack its end"
    steps = tuple(_Telling(trace, words, language).steps())
    again = _cleared_at(trace)
    return Film(
        title=words["title"],
        about=words["about"],
        recorded=words["recorded"].format(
            fen=ZUGZWANG,
            depth=DEPTH,
            nodes=number_text(trace.info.nodes, language),
            first=number_text(int(trace.rows["fresh"][:again].sum()), language),
        ),
        panes=(
            Pane("board", "board", words["board"]),
            Pane("values", "bars", words["values"], {"scale": "linear"}),
            Pane("log", "log", words["log"]),
            Pane("counts", "rows", words["counts"], {"headings": []}),
        ),
        steps=steps,
    )


def _passes(trace: Trace) -> list[int]:
    """The rows in which the root passes."""
    rows = trace.rows
    return [row for row in _tops(trace) if rows["ply"][row] > rows["ply"][0]]


def _tops(trace: Trace) -> list[int]:
    """The rows that no other search asked for, in order: iterations, and passes of the root."""
    return [int(row) for row in (trace.rows["parent"] < 0).nonzero()[0]]


def _cleared_at(trace: Trace) -> int:
    """The row with which the search begins again; the end if it doesn't."""
    tops, rows = _tops(trace), trace.rows
    for before, row in itertools.pairwise(tops):
        if rows["ply"][before] > rows["ply"][0] and rows["depth"][row] == 1:
            return row
    return len(rows)


class _Telling:
    """Makes steps of the rows that no other asked for."""

    def __init__(self, trace: Trace, words: Words, language: Language) -> None:
        self._trace = trace
        self._words = words
        self._language = language
        self._null = 0
        self._best = 0
        self._pass: int | None = None

    def steps(self) -> Iterator[Step]:
        """A picture for each, and one for what follows from a pass."""
        trace, words, rows = self._trace, self._words, self._trace.rows
        cleared_at, is_again = _cleared_at(trace), False
        turn = words["white" if trace.turn else "black"]
        passes = _passes(trace)
        for row in _tops(trace):
            is_again = is_again or row == cleared_at
            if row not in passes:
                self._best = int(rows["value"][row])
                move, value = self._move(int(rows["best_move"][row])), self._score(self._best)
                depth = int(rows["depth"][row])
                name = "again" if is_again else "searched"
                line = words["line"].format(depth=depth, move=move, value=value)
                yield self._step(row, words[name].format(depth=depth, move=move, value=value), [line])
                continue
            worth, best = -int(rows["value"][row]), self._best
            self._null += 1
            yield self._step(row, words["tried"].format(side=turn, depth=max(int(rows["depth"][row]), 0)), [])
            is_better = int(rows["end"][row]) == cleared_at
            self._pass = worth
            lines = [words["line_pass"].format(value=self._score(worth))]
            lines += [words["line_cleared"]] if is_better else []
            text = words["better" if is_better else "worse"].format(value=self._score(worth), best=self._score(best))
            yield self._step(row, text, lines)
        if self._pass is not None:
            yield self._step(
                len(rows) - 1, words["end"].format(pass_=self._score(self._pass), value=self._score(self._best)), []
            )

    def _step(self, row: int, sentence: str, lines: list[str]) -> Step:
        rows, words = self._trace.rows, self._words
        end = int(rows["end"][row]) or len(rows)
        best = int(rows["best_move"][row]) if rows["ply"][row] == rows["ply"][0] else 0
        bars: list[list[Any]] = [[words["best"], self._size(self._best), self._score(self._best), ""]]
        if self._pass is not None:
            bars.append([words["pass"], self._size(self._pass), self._score(self._pass), "good"])
        return Step(
            sentence,
            {
                "board": {"text": self._trace.fen, "arrived": 0, **({"best": best} if best else {})},
                "log": {"lines": lines},
                "values": {"bars": bars},
                "counts": {
                    "rows": [
                        [words["nodes"], number_text(int(rows["fresh"][:end].sum()), self._language)],
                        [words["null"], number_text(int((rows["move"][:end] == NULL_MOVE).sum()), self._language)],
                    ]
                },
            },
        )

    def _size(self, value: int) -> int:
        """The length of a bar: from 20 pawns down on."""
        return max(0, min(value + 2000, 4000))

    def _move(self, code: int) -> str:
        board = self._trace.board(START)
        return board.san(board.parse_uci(self._trace.move_text(code))) if code else "?"

    def _score(self, value: int) -> str:
        text = f"{value / 100:+.2f}".replace("-", "−")
        return text.replace(".", ",") if self._language is Language.GERMAN else text
