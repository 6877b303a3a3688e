"""The reason why a search did not see a move: a position, a technique, its margin, and the proof.

A recorded search is read along the line where it went wrong. Two things may be wrong: the move is refuted in the tree
by something that refutes nothing, or the move preferred has an answer that the tree doesn't know. Where a side is to
move that stands better than the tree believes, a judge (a longer search, or another engine) says by which move; either
the tree left that move out, or looked less deep at it, or judged a position behind it without looking. Each of these is
a *suspect*: one position and one technique. It is proven by the same search once more with that one position exempt
(``Exemption``): the move is found, or not.

Suspects are heard from the root down. Where none suffices alone, all together are tried, as the line that the search
believes in next shows others, and those that aren't needed are let go.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from kiebitz.core.value import NO_VALUE
from kiebitz.engine.score import Score
from kiebitz.engine.trace import KINDS, REASONS, TECHNIQUES, Exemption, Trace

Tracer: TypeAlias = Callable[[Sequence[Exemption]], Trace]
"""A recorded search of the position, with exemptions."""
Judge: TypeAlias = Callable[[str], tuple[tuple[str, ...], int] | None]
"""Of a position (FEN or SFEN): the best line as UCI or USI text, and its value, centipawns for the side to move."""

DEEPER = (2, 4, 7)
"""Plies that a position at the horizon is looked into; elsewhere so many more than the search did."""
NEAR = 3
"""Plies before the horizon within which it is asked whether the horizon hid something."""
MOST_PLIES = 24
ROUNDS = 4
MOST_SUSPECTS = 24
PRUNINGS = ("late_move_pruning", "futility", "see_pruning", "history_pruning")
ANY = frozenset(TECHNIQUES)
LINE_PLIES = 12
QUIESCENCE = frozenset(("exchange_pruning", "delta_pruning"))
ENDED_BY = {
    "null move": "null_move",
    "reverse futility": "reverse_futility",
    "ProbCut": "prob_cut",
    "multi-cut": "singular_extension",
    "razoring": "razoring",
}
HORIZON = ("stand pat", "longest path", "reverse futility", "razoring")
QUIET_KIND = KINDS.index("quiescence")
TABLE_HIT = REASONS.index("table hit")


@dataclass(frozen=True, slots=True)
class Suspect:
    """A position, and what may have hidden a move there."""

    exemption: Exemption
    """The position, and how a search spares it."""
    line: tuple[str, ...]
    """The moves that lead to it, UCI or USI text."""
    hidden: str | None
    """The move that wasn't looked at, or not deep enough; None where the position was judged without any."""
    plies: int
    """Left there before the horizon; 0 in quiescence."""
    evaluation: int | None
    """The static evaluation there, centipawns for the side to move; None in check."""
    alpha: int
    beta: int
    """The window there, likewise."""

    @property
    def technique(self) -> str:
        """In a word: the technique, or 'depth'."""
        techniques = sorted(self.exemption.techniques)
        return "several" if len(techniques) > len(QUIESCENCE) else " or ".join(techniques) or "depth"


@dataclass(frozen=True, slots=True)
class Answer:
    """The reason why a move wasn't seen, or none."""

    move: str
    """The move asked about, UCI or USI text."""
    best: str
    """The move that the search preferred."""
    best_score: Score
    """Its value, the side to move's view."""
    causes: tuple[Suspect, ...]
    """They hid it: a search that spares these positions finds it. One, or as few as suffice; none without a proof."""
    score: Score | None
    """The move's value by that search, the same view; None without a proof."""
    alone: tuple[Suspect, ...]
    """Others that suffice alone."""
    searches: int
    """Searches that were made."""

    @property
    def is_seen(self) -> bool:
        """True if the search prefers the move as it is."""
        return self.move == self.best


def why(trace_with: Tracer, judge: Judge, move: str) -> Answer:
    """Find out why the search doesn't prefer ``move``, a legal one."""
    inquiry = _Inquiry(trace_with, judge, move)
    first = inquiry.trace([])
    best, score = _preferred(first)
    if best == move:
        return Answer(move, best, score, (), score, (), inquiry.searches)
    suspects = list(inquiry.suspects(first))[:MOST_SUSPECTS]
    alone = inquiry.sufficing(suspects)
    causes = alone[:1] or inquiry.together(first, suspects) or inquiry.along_the_line(first) or []
    found = inquiry.value(causes) if causes else None
    return Answer(move, best, score, tuple(causes), found, tuple(alone[1:]), inquiry.searches)


class _Inquiry:
    """The searches about one move."""

    def __init__(self, trace_with: Tracer, judge: Judge, move: str) -> None:
        self._trace_with = trace_with
        self._judge = judge
        self._move = move
        self._judged: dict[str, tuple[tuple[str, ...], int] | None] = {}
        self._values: dict[frozenset[Exemption], Score | None] = {}
        self.searches = 0

    def trace(self, suspects: Sequence[Suspect]) -> Trace:
        """A search that spares these."""
        self.searches += 1
        exemptions = _merged(suspects)
        trace = self._trace_with(exemptions)
        preferred, score = _preferred(trace)
        self._values[frozenset(exemptions)] = score if preferred == self._move else None
        return trace

    def value(self, suspects: Sequence[Suspect]) -> Score | None:
        """The move's value by such a search, if that prefers it; searched once."""
        exemptions = frozenset(_merged(suspects))
        if exemptions not in self._values:
            self.trace(suspects)
        return self._values[exemptions]

    def finds(self, suspects: Sequence[Suspect]) -> bool:
        """True if such a search prefers the move."""
        return self.value(suspects) is not None

    def sufficing(self, suspects: Sequence[Suspect]) -> list[Suspect]:
        """Those that suffice alone, techniques before depth."""
        proven: list[Suspect] = []
        for suspect in sorted(suspects, key=lambda each: each.technique == "depth"):
            # Depth is a poor word for what a technique took away.
            if proven and suspect.technique == "depth":
                break
            if self.finds([suspect]):
                proven.append(suspect)
        return proven

    def together(self, trace: Trace, suspects: list[Suspect]) -> list[Suspect] | None:
        """As few as possible that suffice together, with what the next lines show; None if all don't."""
        held = list(suspects)
        for _ in range(ROUNDS):
            trace = self.trace(held)
            if _preferred(trace)[0] == self._move:
                break
            more = [each for each in self.suspects(trace) if each not in held]
            if not more:
                return None
            held = [*held, *more][:MOST_SUSPECTS]
        else:
            if not self.finds(held):
                return None
        return self.fewest(held)

    def fewest(self, held: list[Suspect]) -> list[Suspect]:
        """Of suspects that suffice together, none that isn't needed."""
        for suspect in list(held):
            fewer = [each for each in held if each is not suspect]
            if fewer and self.finds(fewer):
                held = fewer
        return held

    def along_the_line(self, trace: Trace) -> list[Suspect] | None:
        """The same of all positions of the judge's line behind the move, and behind the move preferred."""
        root = trace.complete_iterations[-1:]
        if not root:
            return None
        for wanted in (self._move, _preferred(trace)[0]):
            line: tuple[str, ...] = (wanted,)
            row, held = root[0], [_suspect(trace, root[0], wanted, {"late_move_reductions"})]
            for ply in range(LINE_PLIES):
                if ply >= len(line):
                    break
                children = _after(trace, row, line[ply])
                if not children:
                    break
                row = _origin(trace, children[-1])
                if ply == 0:
                    judged = self._judgement(trace.position_text(row))
                    line = (wanted, *(judged[0] if judged else ()))
                hidden = line[ply + 1] if ply + 1 < len(line) else None
                held.append(_suspect(trace, row, hidden, ANY))
            if self.finds(held):
                held = self.fewest(held)
                for suspect in list(held):
                    held[held.index(suspect)] = self.narrowed(suspect, held)
                return held
        return None

    def narrowed(self, suspect: Suspect, held: list[Suspect]) -> Suspect:
        """A suspect with one technique, if one suffices."""
        others = [each for each in held if each is not suspect]
        for technique in sorted(suspect.exemption.techniques):
            narrow = replace(suspect, exemption=replace(suspect.exemption, techniques=frozenset((technique,))))
            if len(suspect.exemption.techniques) > 1 and self.finds([*others, narrow]):
                return narrow
        return suspect

    def _judgement(self, text: str) -> tuple[tuple[str, ...], int] | None:
        if text not in self._judged:
            self._judged[text] = self._judge(text)
        return self._judged[text]

    # ------------------------------------------------------------------ what the tree believes

    def suspects(self, trace: Trace) -> Iterator[Suspect]:
        """Suspects that may hide the move in a search, from the root down; then those that overrate the other."""
        seen: set[Exemption] = set()
        for suspect in (
            *self._below(trace, self._move, self._refuted),
            *self._below(trace, _preferred(trace)[0], self._better),
        ):
            if suspect.exemption not in seen:
                seen.add(suspect.exemption)
                yield suspect

    def _below(
        self, trace: Trace, move: str, walk: Callable[[Trace, int, int], Iterator[Suspect]]
    ) -> Iterator[Suspect]:
        """The suspects at a move of the root, and behind it: as the last iteration has it that came to search it."""
        rows = trace.rows
        for root in trace.complete_iterations[::-1]:
            children = _after(trace, root, move)
            if children:
                break
        else:
            return
        if rows["reduction"][children[-1]] > 0 and walk == self._refuted:
            yield _suspect(trace, root, move, {"late_move_reductions"})
        yield from walk(trace, children[-1], 1)

    def _refuted(self, trace: Trace, row: int, ply: int) -> Iterator[Suspect]:
        """The side to move is said to refute what led here, and doesn't."""
        rows = trace.rows
        row = _origin(trace, row)
        if ply > MOST_PLIES or rows["value"][row] <= rows["alpha"][row]:
            return
        reason = REASONS[rows["reason"][row]]
        if reason in ENDED_BY:
            yield _suspect(trace, row, None, {ENDED_BY[reason]})
        if reason in HORIZON:
            yield from _deeper(trace, row, None)
            return
        children = [int(child) for child in trace.children(row)]
        if reason == "multi-cut":
            inner = [child for child in children if rows["ply"][child] == rows["ply"][row]]
            if inner:
                yield from self._refuted(trace, inner[-1], ply)
            return
        if reason in ("null move", "ProbCut"):
            answers = [child for child in children if rows["ply"][child] > rows["ply"][row]]
        else:
            answers = [child for child in children if rows["move"][child] == rows["best_move"][row]]
        if answers:
            yield from self._better(trace, answers[-1], ply + 1)

    def _better(self, trace: Trace, row: int, ply: int) -> Iterator[Suspect]:
        """The side to move stands better than the search believes, if the judge says so."""
        rows = trace.rows
        row = _origin(trace, row)
        if ply > MOST_PLIES:
            return
        found = self._judgement(trace.position_text(row))
        believed = int(rows["value"][row])
        if found is None or found[1] <= believed:
            return
        move, reason = found[0][0], REASONS[rows["reason"][row]]
        if reason in ENDED_BY:
            yield _suspect(trace, row, move, {ENDED_BY[reason]})
        children = _after(trace, row, move)
        quiet = rows["kind"][row] == QUIET_KIND
        if not children and quiet:
            yield _suspect(trace, row, move, QUIESCENCE)
        elif not children:
            for technique in PRUNINGS:
                yield _suspect(trace, row, move, {technique})
        else:
            if rows["reduction"][children[0]] > 0 and len(children) == 1:
                yield _suspect(trace, row, move, {"late_move_reductions"})
            yield from self._refuted(trace, children[-1], ply + 1)
        yield from _deeper(trace, row, move)


def _deeper(trace: Trace, row: int, hidden: str | None) -> Iterator[Suspect]:
    """Near the horizon, that it hid something."""
    depth = int(trace.rows["depth"][row])
    if depth <= NEAR:
        for more in DEEPER:
            yield _suspect(trace, row, hidden, depth=depth + more)


def _suspect(
    trace: Trace, row: int, hidden: str | None, techniques: Collection[str] = (), *, depth: int = 0
) -> Suspect:
    rows = trace.rows
    evaluation = int(rows["evaluation"][row])
    return Suspect(
        Exemption(int(rows["key"][row]), frozenset(techniques), depth),
        tuple(trace.moves(row)),
        hidden,
        int(rows["depth"][row]),
        None if evaluation == NO_VALUE else evaluation,
        int(rows["alpha"][row]),
        int(rows["beta"][row]),
    )


def _merged(suspects: Sequence[Suspect]) -> list[Exemption]:
    """An exemption a position."""
    merged: dict[int, Exemption] = {}
    for suspect in suspects:
        new = suspect.exemption
        old = merged.get(new.key, new)
        merged[new.key] = replace(new, techniques=old.techniques | new.techniques, depth=max(old.depth, new.depth))
    return list(merged.values())


def _preferred(trace: Trace) -> tuple[str, Score]:
    """The move that a search preferred, and its value for the side to move."""
    line = trace.info.lines[0]
    return line.moves[0], line.score


def _after(trace: Trace, row: int, move: str) -> list[int]:
    """The searches of a move of a node, in order."""
    rows = trace.rows
    return [
        int(child)
        for child in trace.children(row)
        if rows["ply"][child] > rows["ply"][row]
        and rows["order"][child]
        and trace.move_text(int(rows["move"][child])) == move
    ]


def _origin(trace: Trace, row: int) -> int:
    """Where a value comes from: of a table's, the last search of the position before that gave such a bound."""
    rows = trace.rows
    if rows["reason"][row] != TABLE_HIT:
        return row
    refutes = rows["value"][row] >= rows["beta"][row]
    same = (rows["key"][:row] == rows["key"][row]) & (rows["end"][:row] > 0)
    earlier = np.flatnonzero(same & (rows["reason"][:row] != TABLE_HIT))
    for candidate in earlier[::-1]:
        value = rows["value"][candidate]
        if (value >= rows["beta"][candidate]) if refutes else (value <= rows["alpha"][candidate]):
            return int(candidate)
    return row
