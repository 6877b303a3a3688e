"""A mate that was proved, as a line to play through: the solver asked again, move after move."""

from __future__ import annotations

from kiebitz.core.chess.notation import legal_moves, push
from kiebitz.core.chess.position import Position
from kiebitz.core.mate.proof import MateProof
from kiebitz.core.mate.search import MateSearch

# Ctrl-C is heard between two slices of a search; what one has found out the next one finds in the table.
SLICE_NODES = 200_000
# For a look whether there is a shorter mate.
LITTLE_EFFORT_NODES = 20_000


def persevere(search: MateSearch, position: Position, moves: int, node_limit: int) -> MateProof:
    """As ``MateSearch.prove``, in slices, so that Ctrl-C is heard. Raises ValueError as that does."""
    nodes = collections = 0
    while True:
        proof = search.prove(position, moves, min(SLICE_NODES, node_limit - nodes))
        nodes += proof.nodes
        collections += proof.collections
        if proof.mate is not None or nodes >= node_limit:
            return MateProof(proof.mate, proof.move, nodes, collections)


def mate_line(search: MateSearch, position: Position, moves: int, node_limit: int) -> tuple[str, ...]:
    """The moves of a mate within so many moves, as UCI text: as short, and its defences as long, as can be found.

    Each question on the way may take so many nodes; a line ends early where they don't suffice.
    """
    line: list[str] = []
    position = position.copy()
    while moves:
        moves = shortest(search, position, moves)
        move = persevere(search, position, moves, node_limit).move
        if move is None:
            break
        push(position, move)
        line.append(move)
        moves -= 1
        reply = longest_defence(search, position, moves)
        if reply is None:
            break
        push(position, reply)
        line.append(reply)
    return tuple(line)


def shortest(search: MateSearch, position: Position, moves: int) -> int:
    """In how many moves there is a mate, as far as little effort can tell; ``moves`` if no shorter one is found."""
    tried = range(1, moves)
    return next((fewer for fewer in tried if search.prove(position, fewer, LITTLE_EFFORT_NODES).mate), moves)


def longest_defence(search: MateSearch, position: Position, moves: int) -> str | None:
    """The reply that puts the mate off longest; None without a reply."""
    best, longest = None, 0
    for reply in legal_moves(position):
        after = position.copy()
        push(after, reply)
        length = shortest(search, after, moves)
        if length > longest:
            best, longest = reply, length
        if longest == moves:
            break
    return best
