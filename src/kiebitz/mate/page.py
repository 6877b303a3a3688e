"""A proof as one HTML file that needs nothing else: a board beside the moves, to be stepped through.

Positions come as text (the board of FEN, board and hands of SFEN), so the script knows how to draw but no rules.
Whatever stands in a proof is text, and a strict policy lets nothing run or load but the page's own style and script.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import resources
from itertools import islice
from string import Template
from typing import Any, cast

import kiebitz
from kiebitz.commandline import chess_diagram, shogi_picture
from kiebitz.commandline.shogi_board import ShogiBoard
from kiebitz.commandline.web_page import colours, content_policy, drawn_board, joined, script_data
from kiebitz.engine import Position, ShogiPosition, board_of
from kiebitz.engine.mate_solver import name_of
from kiebitz.engine.positions import AnyPosition, notation_of, position_named, text_of
from kiebitz.mate.proof_graph import Node
from kiebitz.mate.words import plies_text

TEMPLATE, STYLE, SCRIPT = "page.html", "page.css", "page.js"
# Positions of the attacker that a page has room for, some five megabytes.
MOST_POSITIONS = 20_000


def page(position: AnyPosition, nodes: list[Node]) -> tuple[str, int]:
    """The HTML text of a proof, and how many positions there was no room for."""
    chosen = _chosen(nodes)
    left_out = len(nodes) - len(chosen)
    is_shogi = isinstance(position, ShogiPosition)
    board, places = _shogi_board() if is_shogi else _chess_board(is_turned=not position.turn)
    told = _told(nodes, chosen)
    data = {
        "nodes": told,
        "board": places,
        "isNumberedByPlies": is_shogi,
        "first": 1 if is_shogi else board_of(cast("Position", position)).ply() + 2,
    }
    style = colours() + (shogi_picture.PAGE_STYLE if is_shogi else "") + _read(STYLE)
    script = joined([drawn_board(), _read(SCRIPT)])
    return Template(_read(TEMPLATE)).substitute(
        version=escape(kiebitz.__version__),
        policy=content_policy(style, script),
        title=f"Mate in {plies_text(nodes[0].plies)}, proved",
        style=style,
        position=escape(text_of(position)),
        board=board,
        left_out=f" For want of room {left_out:,} positions are left out." if left_out else "",
        line=escape(" ".join(_longest_line(told))),
        data=script_data(data),
        script=script,
    ), left_out


def _chosen(nodes: list[Node]) -> list[int]:
    """The nodes that there is room for: the longest line, and what is nearest to the start."""
    chosen = [0]
    while nodes[chosen[-1]].replies:
        chosen.append(nodes[chosen[-1]].replies[0][1])
    on_line = set(chosen)
    others = (number for number in range(len(nodes)) if number not in on_line)
    return chosen + list(islice(others, max(0, MOST_POSITIONS - len(chosen))))


def _told(nodes: list[Node], chosen: list[int]) -> list[dict[str, Any]]:
    """Nodes as the script reads them; a reply that leads to none that is there leads to -1."""
    places = {number: place for place, number in enumerate(chosen)}
    told = []
    for node in map(nodes.__getitem__, chosen):
        after = position_named(node.name)
        text = _move_text(after, node.move)
        notation_of(after).push(after, node.move)
        replies = [
            (reply, _move_text(after, reply), places.get(child, -1), nodes[child].plies)
            for reply, child in node.replies
        ]
        told.append(
            {
                "before": _placement(node.name),
                "after": _placement(name_of(after)),
                "move": node.move,
                "told": text,
                "replies": replies,
                "plies": node.plies,
            }
        )
    return told


def _placement(name: str) -> str:
    """The pieces of a position, by square and hand."""
    board, _, held = name.split()[:3]
    return f"{board} {held}"


def _move_text(position: AnyPosition, move: str) -> str:
    """A move as people write it: SAN, or USI with the man."""
    if isinstance(position, ShogiPosition):
        return ShogiBoard.of(position.sfen()).told(move)
    board = board_of(position)
    return board.san(board.parse_uci(move))


def _longest_line(told: list[dict[str, Any]]) -> Iterator[str]:
    """The moves of the longest line."""
    node = told[0]
    yield node["told"]
    while node["replies"]:
        _, text, child, _ = node["replies"][0]
        node = told[child]
        yield from (text, node["told"])


def _shogi_board() -> tuple[str, dict[str, Any]]:
    """An empty board of shogi, and where the script is to draw on it."""
    board = f"{shogi_picture.page_definitions()}{shogi_picture.empty_board()}"
    return board, shogi_picture.places(is_turned=False)


def _chess_board(is_turned: bool) -> tuple[str, dict[str, Any]]:
    """An empty chessboard, if it is turned from Black's side, and where the script is to draw on it."""
    board = f"{chess_diagram.definitions()}{chess_diagram.empty_board(is_turned=is_turned)}"
    return board, chess_diagram.places(is_turned=is_turned)


def _read(name: str) -> str:
    return (resources.files("kiebitz.mate") / name).read_text(encoding="utf-8")
