"""A proof as a graph: the attacker's positions, his move in each, and where every reply leads.

Lines that meet are one position here. Written out as a tree, which is what games are, each of them would be repeated
with all behind it; so a tree opens a position once (``Opening``), and where it comes again plays its longest line only.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from kiebitz.engine.mate_solver import ProofLostError, name_of
from kiebitz.engine.positions import AnyPosition, notation_of

# Moves that a tree has at most when it opens one more position.
MOST_MOVES = 300_000


@dataclass(slots=True)
class Node:
    """A position in which the attacker is to move."""

    name: str
    """FEN or SFEN without counters."""
    move: str
    """Its move: UCI or USI."""
    replies: list[tuple[str, int]]
    """All replies and the nodes that they lead to, that which puts the mate off longest first; none after mate."""
    plies: int = 0
    """Plies to the mate by the longest defence."""


def proof_graph(start: AnyPosition, book: dict[str, str]) -> list[Node]:
    """The nodes that can be reached by a book, the start first. Raises ProofLostError if it goes in circles.

    The book has a move for each of them.
    """
    notation = notation_of(start)
    nodes: list[Node] = []
    numbers = {name_of(start): 0}
    waiting = deque([start])
    while waiting:
        after = waiting.popleft().copy()
        name = name_of(after)
        node = Node(name, book[name], [])
        notation.push(after, node.move)
        for reply in notation.legal_moves(after):
            behind = after.copy()
            notation.push(behind, reply)
            name = name_of(behind)
            if name not in numbers:
                numbers[name] = len(numbers)
                waiting.append(behind)
            node.replies.append((reply, numbers[name]))
        nodes.append(node)
    _measure(nodes)
    return nodes


def _measure(nodes: list[Node]) -> None:
    """Say of every node how far the mate is, and order its replies. Raises ProofLostError."""
    parents: list[list[int]] = [[] for _ in nodes]
    unmeasured = [len(node.replies) for node in nodes]
    for number, node in enumerate(nodes):
        for _, child in node.replies:
            parents[child].append(number)
    waiting = deque(number for number, node in enumerate(nodes) if not node.replies)
    measured = 0
    while waiting:
        number = waiting.popleft()
        node = nodes[number]
        node.replies.sort(key=lambda reply: -nodes[reply[1]].plies)
        node.plies = nodes[node.replies[0][1]].plies + 2 if node.replies else 1
        measured += 1
        for parent in parents[number]:
            unmeasured[parent] -= 1
            if not unmeasured[parent]:
                waiting.append(parent)
    if measured < len(nodes):
        raise ProofLostError("the proof comes back to a position; give the table more room")


class Opening:
    """Which nodes a tree opens, with all replies: each once, as long as there is room."""

    def __init__(self, nodes: list[Node]) -> None:
        self._is_met = bytearray(len(nodes))
        self._moves = 0

    @property
    def left_out(self) -> int:
        """Nodes that the tree has not got, for want of room."""
        return self._is_met.count(0)

    def replies(self, nodes: list[Node], number: int) -> list[tuple[str, int]]:
        """The replies that follow the move of a node: all or, if it is not opened, the first."""
        node = nodes[number]
        is_opened = not self._is_met[number] and self._moves < MOST_MOVES
        self._is_met[number] = True
        self._moves += 2
        return node.replies if is_opened else node.replies[:1]
