"""How an entry is found again: one after the other, in a sorted list, or by an index. What MiniMAX's article rejects.

The keys are those that a real search asked for and stored, in its order; each way is done with them, and its steps are
counted: keys compared, and entries moved to keep the list sorted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film.film import Film, Pane, Step, Words, number_text
from kiebitz.classroom.film.hashing import HASH_MB, LASKER_REICHHELM, UNFILMED
from kiebitz.classroom.film.table_replay import Met, TableReplay
from kiebitz.engine import Engine
from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit

DEPTH, SHOWN_STEPS = 12, 60
WAYS = ("sequential", "binary", "index")

WORDS: dict[Language, Words] = {
    Language.ENGLISH: {
        "title": "Three ways to find an entry",
        "about": (
            "A search asks for keys and stores them. Written one after the other, they must be looked through."
            " Sorted, they are found by halving, but a new one moves all behind it. By an index each has its place at"
            " once: there it is, or it isn't known."
        ),
        "recorded": "{fen} to depth {depth}, era minimax: {asked} questions, {stored} entries written.",
        "now": "Steps for one question or entry, now",
        "all": "All steps so far",
        "counts": "So far",
        "sequential": "one after the other",
        "binary": "sorted, by halving",
        "index": "by index",
        "asked": "questions",
        "entries": "different keys kept",
        "step": (
            "{entries} keys are kept. A question takes {sequential} comparisons one after the other, {binary} by"
            " halving, and one look by index."
        ),
        "end": (
            "After {asked} questions: {sequential} steps one after the other, {binary} in a sorted list, {index} by"
            " index. So it has to be an index."
        ),
    },
    Language.GERMAN: {
        "title": "Drei Wege zu einem Eintrag",
        "about": (
            "Eine Suche fragt nach Kennungen und speichert welche. Schreibt man sie hintereinander, muss man sie"
            " durchsehen. Sortiert findet man sie durch Halbieren, aber jede neue verschiebt alle hinter ihr. Mit einem"
            " Index hat jede gleich ihren Platz: da steht sie, oder man kennt sie nicht."
        ),
        "recorded": "{fen} bis Tiefe {depth}, Ära minimax: {asked} Fragen, {stored} Einträge geschrieben.",
        "now": "Schritte für eine Frage oder einen Eintrag, jetzt",
        "all": "Alle Schritte bisher",
        "counts": "Bisher",
        "sequential": "hintereinander",
        "binary": "sortiert, durch Halbieren",
        "index": "mit Index",
        "asked": "Fragen",
        "entries": "verschiedene Kennungen",
        "step": (
            "{entries} Kennungen sind da. Eine Frage kostet {sequential} Vergleiche hintereinander, {binary} durch"
            " Halbieren, und einen Blick mit Index."
        ),
        "end": (
            "Nach {asked} Fragen: {sequential} Schritte hintereinander, {binary} in der sortierten Liste, {index} mit"
            " Index. Also muss es ein Index sein."
        ),
    },
}


@dataclass
class Ways:
    """The same keys kept in three ways, with what each has taken."""

    written: dict[int, int] = field(default_factory=dict)
    """By key its place in the list of those written one after the other: what looking through it would count."""
    ordered: list[int] = field(default_factory=list)
    steps: dict[str, int] = field(default_factory=lambda: dict.fromkeys(WAYS, 0))

    def ask(self, key: int) -> dict[str, int]:
        """The steps to find a key, or that it isn't there."""
        place = self.written.get(key)
        taken = {
            "sequential": len(self.written) if place is None else place + 1,
            "binary": len(self.ordered).bit_length(),
            "index": 1,
        }
        return self._counted(taken)

    def store(self, key: int) -> dict[str, int]:
        """The steps to write a key down, or to find it where it is already."""
        moved, halvings = 0, len(self.ordered).bit_length()
        if key not in self.written:
            self.written[key] = len(self.written)
            place = bisect_left(self.ordered, key)
            moved = len(self.ordered) - place
            self.ordered.insert(place, key)
        return self._counted({"sequential": 1, "binary": halvings + moved, "index": 1})

    def _counted(self, taken: dict[str, int]) -> dict[str, int]:
        for name, count in taken.items():
            self.steps[name] += count
        return taken


def finding(language: Language) -> Film:
    """The film."""
    words, design = WORDS[language], ERAS["minimax"].design
    with Engine(era="minimax", hash_mb=HASH_MB, **UNFILMED) as engine:
        trace = engine.trace(LASKER_REICHHELM, Limit(depth=DEPTH))
    replay = TableReplay(design, HASH_MB)
    replay.is_watched = False
    happened = [(isinstance(each, Met), each.key) for each in replay.follow(trace) if not _is_unasked(each)]
    assert replay.is_faithful
    asked = sum(1 for is_question, _ in happened if is_question)
    return Film(
        title=words["title"],
        about=words["about"],
        recorded=words["recorded"].format(
            fen=LASKER_REICHHELM,
            depth=DEPTH,
            asked=number_text(asked, language),
            stored=number_text(len(happened) - asked, language),
        ),
        panes=(
            Pane("now", "bars", words["now"], {"scale": "log"}),
            Pane("all", "bars", words["all"], {"scale": "log"}),
            Pane("counts", "rows", words["counts"], {"headings": []}),
        ),
        steps=tuple(_steps(happened, words, language)),
    )


def _is_unasked(happening: object) -> bool:
    return isinstance(happening, Met) and not happening.is_asked


def _steps(happened: list[tuple[bool, int]], words: Words, language: Language) -> Iterator[Step]:
    ways, asked, shown = Ways(), 0, 0
    for number, (is_question, key) in enumerate(happened, 1):
        taken = ways.ask(key) if is_question else ways.store(key)
        asked += is_question
        is_last = number == len(happened)
        if not is_last and (not is_question or number < (shown + 1) * len(happened) / SHOWN_STEPS):
            continue
        shown += 1
        kept = number_text(len(ways.written), language)
        counts = {name: number_text(count, language) for name, count in (ways.steps if is_last else taken).items()}
        if is_last:
            sentence = words["end"].format(asked=number_text(asked, language), **counts)
        else:
            sentence = words["step"].format(entries=kept, **counts)
        yield Step(
            sentence,
            {
                "now": _bars(taken, words, language),
                "all": _bars(ways.steps, words, language),
                "counts": {"rows": [[words["asked"], number_text(asked, language)], [words["entries"], kept]]},
            },
        )


def _bars(steps: dict[str, int], words: Words, language: Language) -> dict[str, Any]:
    kinds = {"sequential": "bad", "binary": "", "index": "good"}
    return {"bars": [[words[name], count, number_text(count, language), kinds[name]] for name, count in steps.items()]}
