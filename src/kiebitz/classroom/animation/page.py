"""The animation for the browser: its data, and one HTML file that needs nothing else: no network, no library.

``component`` draws it: ES modules, which a server may hand out as they are; the file has them joined.
"""

from __future__ import annotations

from importlib import resources
from typing import Any

from kiebitz.classroom.animation.replay import Animation, number_text
from kiebitz.classroom.theory.node import Node
from kiebitz.classroom.theory.node_types import NodeType, critical_nodes
from kiebitz.commandline.web_page import colours, joined, script_data

TEMPLATE, STYLE = "page.html", "component/animation.css"
# Those that need no other first.
SCRIPTS = ("component/animation_words.js", "component/player.js", "component/animation.js")
STYLE_MARK, SCRIPT_MARK, DATA_MARK = "/*STYLE*/", "/*SCRIPT*/", "/*DATA*/"


def page(animation: Animation) -> str:
    """The HTML text."""
    text = _read(TEMPLATE).replace(STYLE_MARK, colours() + _read(STYLE))
    text = text.replace(SCRIPT_MARK, joined(map(_read, SCRIPTS)))
    return text.replace(DATA_MARK, script_data(page_data(animation)))


def page_data(animation: Animation) -> dict[str, Any]:
    """Data of the component: the nodes with their places, the code, the steps."""
    nodes: list[dict[str, Any]] = []
    types = critical_nodes(animation.root)
    next_leaf = 0

    def place(node: Node, depth: int, parent: int | None) -> float:
        """Adds a node and what is below it; returns its place from left to right, leaves being one apart."""
        nonlocal next_leaf
        entry: dict[str, Any] = {
            "n": node.number,
            "parent": parent,
            "depth": depth,
            "max": node.is_max,
            "type": int(types.get(node.number, NodeType.NOT_CRITICAL)),
            "move": node.move,
            "leaf": number_text(node.value) if node.is_leaf else None,
        }
        nodes.append(entry)
        if node.is_leaf:
            entry["x"] = float(next_leaf)
            next_leaf += 1
        else:
            below = [place(child, depth + 1, node.number) for child in node.children]
            entry["x"] = (below[0] + below[-1]) / 2
        return float(entry["x"])

    place(animation.root, 0, None)
    return {
        "title": animation.algorithm.title,
        "source": animation.algorithm.source,
        "tree": animation.tree_name,
        "leaves": animation.leaf_count,
        "code": [{"text": line.text, "report": line.is_report} for line in animation.code],
        "nodes": nodes,
        "steps": [
            {
                "line": step.line,
                "node": step.node,
                "say": step.sentence,
                "vars": step.variables,
                "leaves": step.leaves,
                "set": {
                    str(number): [state.status.value, state.window, state.value]
                    for number, state in step.changes.items()
                },
            }
            for step in animation.steps
        ],
    }


def _read(name: str) -> str:
    return (resources.files("kiebitz.classroom.animation") / name).read_text(encoding="utf-8")
