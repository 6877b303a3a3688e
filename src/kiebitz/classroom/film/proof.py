"""The table of a mate solver, filling and collecting garbage: a proof that grows, and one that is never finished.

Two tables of 1,024 entries prove the same tsume. One collects garbage when 30% is in use, as the article on the HASH
advises; the other overwrites. Each picture is a run of its own with so many nodes, from the first one on: the solver
does the same each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film.film import Film, Pane, Step, Words, number_text
from kiebitz.core.mate.design import ENTRY_BYTES, ProofTableDesign
from kiebitz.core.mate.search import MateSearch
from kiebitz.core.mate.table import ProofTable
from kiebitz.engine import ShogiPosition
from kiebitz.engine.mate_prover import MateProver
from kiebitz.engine.positions import notation_of

TSUME = "l8/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1"
MOVES, ENTRIES, COLLECT_AT = 15, 1024, 0.3
STEP_NODES = 40
VAIN_NODES = (6_000, 12_000, 25_000, 50_000, 100_000)
"""The nodes to which the table that overwrites is followed when the other one has its proof."""
# An entry as it lies in memory (core/mate/table.pxd); one with the key 0 is free.
_ENTRY = np.dtype(
    {
        "names": ["key", "proof", "disproof"],
        "formats": ["<u8", "<u4", "<u4"],
        "offsets": [0, 8, 12],
        "itemsize": ENTRY_BYTES,
    }
)

WORDS: dict[Language, Words] = {
    Language.ENGLISH: {
        "title": "A proof grows, and its garbage is collected",
        "about": (
            "A mate by checks, found by proof numbers. What is known of a position is an entry: how many leaves are"
            " still to be won for a mate, and how many for there to be none. Orange is open, green mate, blue none."
            " Both tables have 1,024 entries. One drops what cost least when 30 % are in use; the other overwrites."
        ),
        "recorded": (
            "{sfen}, checks alone, children looked up in the table only; collecting: {nodes} nodes to the proof."
        ),
        "board": "The tsume",
        "collecting": "Collects garbage at 30 %",
        "overwriting": "Overwrites",
        "counts": "So far",
        "headings": "|collects|overwrites",
        "nodes": "nodes",
        "used": "in use",
        "proved_here": "known mates",
        "disproved_here": "known to be none",
        "collections": "collections",
        "begin": "Nothing is known yet.",
        "grows": "{nodes} nodes. Of {proved} positions it is known that they mate, of {disproved} that they don't.",
        "collected": ("Garbage is collected: {before} entries were in use, {after} are left."),
        "proved": "Proved after {nodes} nodes: there is a mate, and its moves stand in the table.",
        "plays": "{move}",
        "vain": (
            "The table that overwrites has searched {nodes} nodes. What it had proved is overwritten before it is used."
        ),
        "end": "After {nodes} nodes it still doesn't know. A mate that is there is lost.",
    },
    Language.GERMAN: {
        "title": "Ein Beweis wächst, und sein Müll wird eingesammelt",
        "about": (
            "Ein Matt durch Schachgebote, mit Beweiszahlen gesucht. Was man von einer Stellung weiß, ist ein Eintrag:"
            " wie viele Blätter für ein Matt noch zu gewinnen sind, und wie viele dafür, dass keins da ist. Orange ist"
            " offen, grün Matt, blau keins. Beide Tabellen haben 1.024 Einträge. Die eine wirft bei 30 % fort, was am"
            " wenigsten gekostet hat; die andere überschreibt."
        ),
        "recorded": (
            "{sfen}, nur Schachgebote, Kinder nur in der Tabelle gesucht; mit Sammeln: {nodes} Knoten bis zum Beweis."
        ),
        "board": "Das Tsume",
        "collecting": "Sammelt bei 30 % Müll",
        "overwriting": "Überschreibt",
        "counts": "Bisher",
        "headings": "|sammelt|überschreibt",
        "nodes": "Knoten",
        "used": ("belegt"),
        "proved_here": "bekannte Matts",
        "disproved_here": "bekannt, dass keins",
        "collections": "eingesammelt",
        "begin": "Noch ist nichts bekannt.",
        "grows": "{nodes} Knoten. Von {proved} Stellungen weiß man, dass sie matt setzen, von {disproved}, dass nicht.",
        "collected": ("Müll wird eingesammelt: {before} Einträge waren belegt, {after} bleiben."),
        "proved": "Bewiesen nach {nodes} Knoten: das Matt ist da, und seine Züge stehen in der Tabelle.",
        "plays": "{move}",
        "vain": (
            "Die überschreibende Tabelle hat {nodes} Knoten gesucht. Was sie bewiesen hatte, ist fort, ehe sie"
            " es braucht."
        ),
        "end": "Nach {nodes} Knoten weiß sie es noch immer nicht. Ein Matt, das da ist, geht verloren.",
    },
}


@dataclass(frozen=True, slots=True)
class Look:
    """A table after a number of nodes."""

    nodes: int
    mate: bool | None
    used: int
    collections: int
    cells: tuple[str, ...]
    """By entry what it knows: ``open``, ``proved``, ``disproved``; empty for a free one."""


def proof(language: Language) -> Film:
    """The film."""
    words = WORDS[language]
    collecting = ProofTableDesign(ENTRIES, "collect small", COLLECT_AT)
    overwriting = ProofTableDesign(ENTRIES, "overwrite")
    looks = [_look(collecting, 1)]
    while looks[-1].mate is None:
        looks.append(_look(collecting, looks[-1].nodes + STEP_NODES))
    beside = [_look(overwriting, look.nodes) for look in looks]
    vain = [_look(overwriting, nodes) for nodes in VAIN_NODES]
    cells = {"count": ENTRIES, "group": 1, "size": "small"}
    return Film(
        title=words["title"],
        about=words["about"],
        recorded=words["recorded"].format(sfen=TSUME, nodes=number_text(looks[-1].nodes, language)),
        panes=(
            Pane("board", "board", words["board"]),
            Pane("collecting", "cells", words["collecting"], cells),
            Pane("overwriting", "cells", words["overwriting"], cells),
            Pane("counts", "rows", words["counts"], {"headings": words["headings"].split("|")}),
        ),
        steps=tuple(_steps(looks, beside, vain, design=collecting, words=words, language=language)),
        game="shogi",
    )


def _look(design: ProofTableDesign, nodes: int) -> Look:
    """A table after a run of a number of nodes."""
    table = ProofTable(design)
    search = MateSearch(table, True, True)
    found = search.prove(ShogiPosition(TSUME), MOVES, nodes)
    entries = np.frombuffer(table.memory.read(0, ENTRIES * ENTRY_BYTES), _ENTRY)
    kinds = np.where(entries["proof"] == 0, "proved", np.where(entries["disproof"] == 0, "disproved", "open"))
    kinds = np.where(entries["key"] == 0, "", kinds)
    return Look(found.nodes, found.mate, int(table.used), table.collections, tuple(kinds.tolist()))


def _steps(
    looks: list[Look],
    beside: list[Look],
    vain: list[Look],
    *,
    design: ProofTableDesign,
    words: Words,
    language: Language,
) -> Iterator[Step]:
    board = {"text": TSUME, "arrived": 0}
    shown: dict[str, tuple[str, ...]] = {"collecting": ("",) * ENTRIES, "overwriting": ("",) * ENTRIES}
    before = looks[0]
    for place, (look, other) in enumerate(zip(looks, beside, strict=True)):
        change = _change(look, other, shown, words, language)
        if place == 0:
            yield Step(words["begin"], {**change, "board": board})
        elif look.mate:
            yield Step(words["proved"].format(nodes=number_text(look.nodes, language)), change)
        elif look.collections > before.collections:
            yield Step(words["collected"].format(before=before.used, after=look.used), change)
        else:
            yield Step(
                words["grows"].format(
                    nodes=number_text(look.nodes, language),
                    proved=look.cells.count("proved"),
                    disproved=look.cells.count("disproved"),
                ),
                change,
            )
        before = look
    yield from _played(design, words)
    for look in vain:
        change = _change(looks[-1], look, shown, words, language)
        name = "end" if look is vain[-1] else "vain"
        yield Step(words[name].format(nodes=number_text(look.nodes, language)), {**change, "board": board})


def _played(design: ProofTableDesign, words: Words) -> Iterator[Step]:
    """The mate, move after move."""
    position = ShogiPosition(TSUME)
    prover = MateProver(MateSearch(ProofTable(design), True, True))
    if not prover.has_mate(position, MOVES, VAIN_NODES[-1]):
        return
    mate = prover.line(position, MOVES)
    for move in mate.line if mate else ():
        code = notation_of(position).parse_move(position, move)
        notation_of(position).push(position, move)
        yield Step(words["plays"].format(move=move), {"board": {"text": position.sfen(), "arrived": code}})


def _change(
    look: Look, other: Look, shown: dict[str, tuple[str, ...]], words: Words, language: Language
) -> dict[str, Any]:
    """The differences from what is shown, and the counts."""
    changes: dict[str, Any] = {}
    for name, now in (("collecting", look.cells), ("overwriting", other.cells)):
        changed = {
            str(place): ["", kind, ""]
            for place, (was, kind) in enumerate(zip(shown[name], now, strict=True))
            if was != kind
        }
        shown[name] = now
        changes[name] = {"cells": changed}
    rows = []
    for name, values in (
        ("nodes", [look.nodes, other.nodes]),
        ("used", [look.used, other.used]),
        ("proved_here", [each.cells.count("proved") for each in (look, other)]),
        ("disproved_here", [each.cells.count("disproved") for each in (look, other)]),
        ("collections", [look.collections, other.collections]),
    ):
        rows.append([words[name], *(number_text(value, language) for value in values)])
    return {**changes, "counts": {"rows": rows}}
