"""Rules of replacement side by side, on the example of 'MiniMAX und Hashtabellen': who sees 1.Kb1, and when.

MiniMAX, what its article proposes for later, and the article's rule of depth to the letter search the same position
with the same table, depth by depth. Then the two readings of that rule are compared position by position: the strict
one forgets what was just found of a position that it holds with more depth, and searches it again and again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film.film import Film, Pane, Step, Words, number_text
from kiebitz.classroom.film.hashing import HASH_MB, LASKER_REICHHELM
from kiebitz.engine import Engine, Position, board_of
from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import KINDS, Trace

DEPTH = 25
"""So deep the article has to look for its move."""
MOST_NODES = 1_500_000
"""The most nodes a rule may need."""
TRACED_DEPTH, TRACED_ROWS = 20, 800_000
SHOWN_POSITIONS = 6
SOLUTION = "Kb1"

WORDS: dict[Language, Words] = {
    Language.ENGLISH: {
        "title": "Rules of replacement, side by side",
        "about": (
            "Lasker and Reichhelm's pawns, the article's own example: 1.Kb1 wins, and 25 plies show it. Each rule has"
            " 65,536 entries. The article proposes that an entry may displace another one only with an equal or"
            " greater depth. Does that hold for the same position, too? Half a sentence, and the search never arrives."
        ),
        "recorded": "{fen}, era by era to {depth} plies, {most} nodes at most; traces to {traced} plies.",
        "race": "Nodes to the depth shown",
        "board": "Position",
        "again": "How often it is searched",
        "moves": "What they would play",
        "headings": "rule|to|move|score",
        "step": "Depth {depth}: {told}.",
        "solves": "{names} now {see} 1.Kb1",
        "sees": "sees",
        "see": "see",
        "leads": "{fewest} takes {least} nodes, {name} {most}",
        "out": "{name} has used up {most} nodes at depth {depth} and leaves the race",
        "none": "no table",
        "minimax": "MiniMAX: the newest stays",
        "minimax+depth": "by depth, its own place free",
        "strict": "by depth, to the letter",
        "minimax+clearing": "by depth, and cleared",
        "minimax+etc": "MiniMAX with ETC",
        "why": (
            "Why? To {traced} plies the strict rule searches {strict} times at inner nodes, the other reading {free}."
            " But these are no more positions: {strict_positions} against {free_positions}."
        ),
        "once": (
            "To depth {depth}, the strict rule searches this position {strict} times, the other reading {free}: what is"
            " found is refused, for an older result of it is deeper; and that one doesn't answer the question."
        ),
        "end": "So a rule about two positions must not be one about the same: its own place a result always takes.",
        "times": "{count} times",
        "left": "> {nodes}",
    },
    Language.GERMAN: {
        "title": "Ersetzungsregeln nebeneinander",
        "about": (
            "Die Bauern von Lasker und Reichhelm, das Beispiel des Artikels: 1.Kb1 gewinnt, und 25 Halbzüge zeigen es."
            " Jede Regel hat 65.536 Einträge. Der Artikel schlägt vor, dass ein Eintrag einen anderen nur mit gleicher"
            " oder größerer Tiefe überschreiben darf. Auch einen derselben Stellung? Ein halber Satz, und die Suche"
            " kommt nie an."
        ),
        "recorded": "{fen}, Ära für Ära bis {depth} Halbzüge, höchstens {most} Knoten; Bäume bis {traced} Halbzüge.",
        "race": "Knoten bis zur gezeigten Tiefe",
        "board": "Stellung",
        "again": "Wie oft sie gesucht wird",
        "moves": "Was sie spielen würden",
        "headings": "Regel|bis|Zug|Wert",
        "step": "Tiefe {depth}: {told}.",
        "solves": "{names} {see} jetzt 1.Kb1",
        "sees": "sieht",
        "see": "sehen",
        "leads": "{fewest} braucht {least} Knoten, {name} {most}",
        "out": "{name} hat bei Tiefe {depth} seine {most} Knoten verbraucht und scheidet aus",
        "none": "ohne Tabelle",
        "minimax": "MiniMAX: das Neueste bleibt",
        "minimax+depth": "nach Tiefe, eigener Platz frei",
        "strict": "nach Tiefe, wörtlich",
        "minimax+clearing": "nach Tiefe, und gelöscht",
        "minimax+etc": "MiniMAX mit ETC",
        "why": (
            "Warum? Bis {traced} Halbzüge sucht die wörtliche Regel {strict} Mal an inneren Knoten, die andere Lesart"
            " {free} Mal. Aber es sind nicht mehr Stellungen: {strict_positions} gegen {free_positions}."
        ),
        "once": (
            "Mit Tiefe {depth} sucht die wörtliche Regel diese Stellung {strict} Mal, die andere Lesart {free} Mal: was"
            " sie findet, wird abgelehnt, denn ein älteres Ergebnis ist tiefer; und das beantwortet die Frage nicht."
        ),
        "end": (
            "Eine Regel über zwei Stellungen darf keine über ein und dieselbe sein: ihren eigenen Platz nimmt"
            " sie immer."
        ),
        "times": "{count} Mal",
        "left": "> {nodes}",
    },
}

STRICT = replace(ERAS["minimax+depth"].design, policy="depth_strict")
RULES: dict[str, dict[str, Any]] = {
    "none": {"era": "minimax", "transposition_table": False},
    "minimax": {"era": "minimax"},
    "strict": {"era": "minimax+depth", "table_design": STRICT},
    "minimax+depth": {"era": "minimax+depth"},
    "minimax+clearing": {"era": "minimax+clearing"},
    "minimax+etc": {"era": "minimax+etc"},
}
"""The rules in the race, and the engine's options."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A depth, completed."""

    nodes: int
    move: str
    """In SAN."""
    score: str


def replacing(language: Language) -> Film:
    """The film of the race, and of what the strict rule searches again."""
    words = WORDS[language]
    races = {name: _race(options) for name, options in RULES.items()}
    return Film(
        title=words["title"],
        about=words["about"],
        recorded=words["recorded"].format(
            fen=LASKER_REICHHELM, depth=DEPTH, most=number_text(MOST_NODES, language), traced=TRACED_DEPTH
        ),
        panes=(
            Pane("race", "bars", words["race"], {"scale": "log"}),
            Pane("moves", "rows", words["moves"], {"headings": words["headings"].split("|")}),
            Pane("board", "board", words["board"]),
            Pane("again", "bars", words["again"], {"scale": "linear"}),
        ),
        steps=(*_race_steps(races, words, language), *_why(words, language)),
    )


def _race(options: dict[str, Any]) -> dict[int, Reached]:
    """The nodes a rule had taken by depth."""
    with Engine(hash_mb=HASH_MB, **options) as engine:
        stream = engine.stream(LASKER_REICHHELM, Limit(depth=DEPTH, nodes=MOST_NODES))
        reached: dict[int, Reached] = {}
        board = board_of(Position(LASKER_REICHHELM))
        for line in stream:
            # A search that ends in the midst of a depth tells the one before once more.
            if line.bound == "exact":
                reached.setdefault(
                    line.depth, Reached(line.nodes, board.san(board.parse_uci(line.moves[0])), str(line.score))
                )
        return reached


def _race_steps(races: dict[str, dict[int, Reached]], words: Words, language: Language) -> Iterator[Step]:
    solved: set[str] = set()
    out: set[str] = set()
    board = {"text": LASKER_REICHHELM, "arrived": 0}
    for depth in range(1, DEPTH + 1):
        running = {name: race[depth] for name, race in races.items() if depth in race}
        bars, rows, told = [], [], []
        for name, race in races.items():
            reached = race.get(depth) or race[max(race)]
            is_out = depth not in race
            sees = reached.move == SOLUTION and not is_out
            nodes = number_text(MOST_NODES if is_out else reached.nodes, language)
            text = words["left"].format(nodes=nodes) if is_out else nodes
            bars.append(
                [
                    words[name],
                    MOST_NODES if is_out else reached.nodes,
                    text,
                    "bad" if is_out else "good" if sees else "",
                ]
            )
            score = reached.score.replace(".", ",") if language is Language.GERMAN else reached.score
            rows.append([words[name], min(depth, max(race)), reached.move, score])
            if is_out and name not in out:
                out.add(name)
                most = number_text(MOST_NODES, language)
                told.append(words["out"].format(name=words[name], most=most, depth=max(race)))
        now = {name for name, reached in running.items() if reached.move == SOLUTION}
        if new := [words[name] for name in races if name in now - solved]:
            told.append(words["solves"].format(names=", ".join(new), see=words["sees" if len(new) == 1 else "see"]))
        solved = now
        if not told:
            least, most_of = (choose(running, key=lambda name: running[name].nodes) for choose in (min, max))
            told.append(
                words["leads"].format(
                    fewest=words[least],
                    least=number_text(running[least].nodes, language),
                    name=words[most_of],
                    most=number_text(running[most_of].nodes, language),
                )
            )
        change = {"race": {"bars": bars}, "moves": {"rows": rows}}
        yield Step(
            words["step"].format(depth=depth, told="; ".join(told)), change | ({"board": board} if depth == 1 else {})
        )


def _why(words: Words, language: Language) -> Iterator[Step]:
    """The positions that the strict rule searches most often again, beside the other reading."""
    traces = {name: _trace(RULES[name]) for name in ("strict", "minimax+depth")}
    searched = {name: _searches(trace) for name, trace in traces.items()}
    strict, free = searched["strict"], searched["minimax+depth"]

    def bars(one: int, other: int) -> dict[str, Any]:
        rows = (("strict", one, "bad"), ("minimax+depth", other, "good"))
        texts = [words["times"].format(count=number_text(count, language)) for _, count, _ in rows]
        return {
            "bars": [[words[name], count, text, kind] for (name, count, kind), text in zip(rows, texts, strict=True)]
        }

    yield Step(
        words["why"].format(
            traced=TRACED_DEPTH,
            strict=number_text(strict.total(), language),
            free=number_text(free.total(), language),
            strict_positions=number_text(len({key for key, _ in strict}), language),
            free_positions=number_text(len({key for key, _ in free}), language),
        ),
        {"again": {"bars": []}},
    )
    trace = traces["strict"]
    for (key, depth), count in strict.most_common(SHOWN_POSITIONS):
        rows = np.flatnonzero((trace.rows["key"] == key) & (trace.rows["depth"] == depth))
        row = int(rows[0])
        board = {"text": trace.position_text(row), "arrived": int(trace.rows["move"][row])}
        other = free[key, depth]
        sentence = words["once"].format(
            strict=number_text(count, language), free=number_text(other, language), depth=depth
        )
        yield Step(sentence, {"board": board, "again": bars(count, other)})
    yield Step(words["end"], {})


def _trace(options: dict[str, Any]) -> Trace:
    with Engine(hash_mb=HASH_MB, **options) as engine:
        trace = engine.trace(LASKER_REICHHELM, Limit(depth=TRACED_DEPTH), max_nodes=TRACED_ROWS)
    assert not trace.unrecorded, "a count of some searches is none"
    return trace


def _searches(trace: Trace) -> Counter[tuple[int, int]]:
    """Number of searches of an inner node without an answer of the table, by key and depth."""
    rows = trace.rows
    inner = (rows["kind"] == KINDS.index("tree")) & (rows["searched"] > 0)
    return Counter(zip(rows["key"][inner].tolist(), rows["depth"][inner].tolist(), strict=True))
