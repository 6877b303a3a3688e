"""The null move, with and without: the same program searches the same position to the same depths, passing or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film.film import Film, Pane, Step, Words, number_text
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import NULL_MOVE, REASONS, Trace

AFTER_H4 = "rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b KQkq - 0 1"
"""1.h4, the article's example of a move that passing refutes; here Black is to move."""
DEPTH, ROWS, HASH_MB = 8, 400_000, 4
OPTIONS: dict[str, dict[str, Any]] = {"with": {"era": "nimzo"}, "without": {"era": "nimzo", "null_move_policy": "off"}}
SHOWN = 7
"""Passes that refute, and as many that don't, half of them."""
LEAST_DEPTH = 2
"""Plies left below the passes shown."""

WORDS: dict[Language, Words] = {
    Language.ENGLISH: {
        "title": "The art of doing nothing",
        "about": (
            "Whoever stands so well that he may even pass needs no search: his opponent has two moves in a row, is"
            " searched two plies less, and if that doesn't help, the position is done. Nimzo after 1.h4, with the null"
            " move and without it, to the same depth."
        ),
        "recorded": "{fen}, era nimzo to {depth} plies: {with_} nodes; null_move_policy=off: {without} nodes.",
        "nodes": "Nodes to this depth",
        "board": "Position",
        "passes": "Passes",
        "with": "with the null move",
        "without": "without",
        "depth": "Depth {depth}: {with_} nodes with the null move, {without} without it: {factor} times.",
        "refutes": (
            "{side} passes and is still worth {value}, where {beta} refutes. Searched to depth {reduced} instead of"
            " {depth}; nodes: {nodes}; and the position is done."
        ),
        "fails": (
            "{side} passes and then is worth {value} only, less than {beta}. Nodes for nothing: {nodes}; it is searched"
            " as ever."
        ),
        "quiet": "after a pass the quiescence search answers at once",
        "total": (
            "{refuting} passes ended their node, {failing} did not. {nodes} of {all} nodes were spent on these:"
            " {share} %."
        ),
        "white": "White",
        "black": "Black",
        "refuting": "passes that refute",
        "failing": "passes in vain",
        "nodes_refuting": "nodes below the former",
        "nodes_failing": "nodes below the latter",
    },
    Language.GERMAN: {
        "title": "Die Kunst des Nichtstuns",
        "about": (
            "Wer so gut steht, dass er sogar aussetzen darf, braucht keine Suche: der Gegner hat zwei Züge"
            " hintereinander, gesucht wird zwei Halbzüge weniger tief, und hilft ihm das nicht, ist die Stellung"
            " erledigt. Nimzo nach 1.h4, mit Null-Zug und ohne, gleich tief."
        ),
        "recorded": "{fen}, Ära nimzo bis {depth} Halbzüge: {with_} Knoten; null_move_policy=off: {without} Knoten.",
        "nodes": "Knoten bis zu dieser Tiefe",
        "board": "Stellung",
        "passes": "Null-Züge",
        "with": "mit Null-Zug",
        "without": "ohne",
        "depth": "Tiefe {depth}: {with_} Knoten mit Null-Zug, {without} ohne: das {factor}-fache.",
        "refutes": (
            "{side} setzt aus und steht noch immer {value}, wo {beta} widerlegt. Gesucht bis Tiefe {reduced} statt"
            " {depth}; Knoten: {nodes}; und die Stellung ist erledigt."
        ),
        "fails": (
            "{side} setzt aus und steht dann nur {value}, weniger als {beta}. Knoten umsonst: {nodes}; gesucht wird wie"
            " immer."
        ),
        "quiet": "nach dem Null-Zug antwortet gleich die Ruhesuche",
        "total": (
            "{refuting} Null-Züge beendeten ihren Knoten, {failing} nicht. Für diese gingen {nodes} von {all} Knoten"
            " drauf: {share} %."
        ),
        "white": "Weiß",
        "black": "Schwarz",
        "refuting": "widerlegende Null-Züge",
        "failing": "vergebliche Null-Züge",
        "nodes_refuting": "Knoten unter jenen",
        "nodes_failing": "Knoten unter diesen",
    },
}


def passing(language: Language) -> Film:
    """The film."""
    words = WORDS[language]
    nodes = {name: _nodes_by_depth(options) for name, options in OPTIONS.items()}
    with Engine(hash_mb=HASH_MB, **OPTIONS["with"]) as engine:
        own = engine.trace(AFTER_H4, Limit(depth=DEPTH), max_nodes=ROWS)
    assert not own.unrecorded, "a count of some passes is none"
    return Film(
        title=words["title"],
        about=words["about"],
        recorded=words["recorded"].format(
            fen=AFTER_H4,
            depth=DEPTH,
            with_=number_text(nodes["with"][DEPTH], language),
            without=number_text(nodes["without"][DEPTH], language),
        ),
        panes=(
            Pane("board", "board", words["board"]),
            Pane("nodes", "bars", words["nodes"], {"scale": "linear"}),
            Pane("passes", "rows", words["passes"], {"headings": []}),
        ),
        steps=(*_depths(nodes, words, language), *_passes(own, words, language)),
    )


def _nodes_by_depth(options: dict[str, Any]) -> dict[int, int]:
    """Positions visited up to the end of each depth."""
    nodes: dict[int, int] = {}
    with Engine(hash_mb=HASH_MB, **options) as engine:
        for line in engine.stream(AFTER_H4, Limit(depth=DEPTH)):
            if line.bound == "exact":
                nodes.setdefault(line.depth, line.nodes)
    return nodes


def _depths(nodes: dict[str, dict[int, int]], words: Words, language: Language) -> Iterator[Step]:
    for depth in sorted(nodes["with"].keys() & nodes["without"].keys()):
        counts = {name: by_depth[depth] for name, by_depth in nodes.items()}
        bars = [
            [words[name], counts[name], number_text(counts[name], language), kind]
            for name, kind in (("with", "good"), ("without", ""))
        ]
        factor = number_text(round(counts["without"] / counts["with"], 1), language)
        texts = {f"{name}_" if name == "with" else name: number_text(count, language) for name, count in counts.items()}
        change: dict[str, Any] = {"nodes": {"bars": bars}}
        if depth == 1:
            change |= {"board": {"text": AFTER_H4, "arrived": 0}, "passes": {"rows": []}}
        yield Step(words["depth"].format(depth=depth, factor=factor, **texts), change)


def _passes(trace: Trace, words: Words, language: Language) -> Iterator[Step]:
    rows, visited = trace.rows, trace.subtree_nodes
    passed = np.flatnonzero((rows["move"] == NULL_MOVE) & (rows["fresh"] == 1))
    # Those that are searched deepest tell most.
    passed = passed[rows["depth"][passed] >= min(LEAST_DEPTH, int(rows["depth"][passed].max()))]
    refutes = rows["reason"][rows["parent"][passed]] == REASONS.index("null move")
    chosen = [
        *((int(row), "refutes") for row in _spread(passed[refutes], SHOWN)),
        *((int(row), "fails") for row in _spread(passed[~refutes], SHOWN // 2)),
    ]
    counts = dict.fromkeys(("refuting", "failing", "nodes_refuting", "nodes_failing"), 0)
    for row, name in chosen:
        parent = int(rows["parent"][row])
        kind = "refuting" if name == "refutes" else "failing"
        counts[kind] += 1
        counts[f"nodes_{kind}"] += int(visited[row])
        board = trace.board(parent)
        sentence = words[name].format(
            side=words["white" if board.turn else "black"],
            value=_score(-int(rows["value"][row]), language),
            beta=_score(int(rows["beta"][parent]), language),
            reduced=max(int(rows["depth"][row]), 0),
            depth=int(rows["depth"][parent]),
            nodes=number_text(int(visited[row]), language),
        )
        yield Step(
            sentence,
            {
                "board": {"text": board.fen(), "arrived": int(rows["move"][parent])},
                "passes": {"rows": [[words[each], number_text(count, language)] for each, count in counts.items()]},
            },
        )
    all_ = trace.null_moves()
    totals = {
        "refuting": all_.refuting,
        "failing": all_.failing,
        "nodes_refuting": all_.refuting_nodes,
        "nodes_failing": all_.failing_nodes,
    }
    yield Step(
        words["total"].format(
            refuting=number_text(all_.refuting, language),
            failing=number_text(all_.failing, language),
            nodes=number_text(all_.failing_nodes, language),
            all=number_text(all_.nodes, language),
            share=number_text(round(100 * all_.failing_share, 1), language),
        ),
        {"passes": {"rows": [[words[each], number_text(count, language)] for each, count in totals.items()]}},
    )


def _spread(rows: Any, count: int) -> Any:
    """So many rows, spread evenly over all, the middle of each part."""
    if len(rows) <= count:
        return rows
    return rows[(np.arange(count) * 2 + 1) * len(rows) // (2 * count)]


def _score(value: int, language: Language) -> str:
    text = f"{value / 100:+.2f}".replace("-", "−")
    return text.replace(".", ",") if language is Language.GERMAN else text
