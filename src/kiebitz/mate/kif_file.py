"""A proof of shogi as a game record in KIF: the longest line, and as branches (変化) every other defence."""

from __future__ import annotations

from pathlib import Path

from kiebitz.engine import ShogiPosition
from kiebitz.kifu.encoding import encode, encoding_of
from kiebitz.kifu.record import Ending, Kifu, KifuEnding, KifuLine, KifuMove
from kiebitz.kifu.writing import kifu_text
from kiebitz.mate.proof_graph import Node, Opening
from kiebitz.processes.whole_file import whole_file


def write_kif(position: ShogiPosition, nodes: list[Node], path: Path) -> int:
    """Write a proof, whole or not at all; how many positions there was no room for. Raises OSError."""
    opening = Opening(nodes)
    kifu = Kifu(tuple(_lines(nodes, opening)), position.sfen())
    encoding = encoding_of(path)
    text = kifu_text(kifu, encoding=encoding).text
    if opening.left_out:
        text += f"# {opening.left_out} positions of the proof are left out for want of room\n"
    data, _ = encode(text, encoding)
    with whole_file(path) as file:
        file.write(data)
    return opening.left_out


def _lines(nodes: list[Node], opening: Opening) -> list[KifuLine]:
    """The lines of a proof, each told to its mate before those that leave it, the last first."""
    lines: list[KifuLine] = []
    # Lines still to be told: the one that each leaves, the ply, its first reply and the node behind it.
    waiting: list[tuple[int, int, str | None, int]] = [(0, 1, None, 0)]
    while waiting:
        parent, first, reply, number = waiting.pop()
        moves: list[KifuMove] = []
        while True:
            moves += [KifuMove(move) for move in (reply, nodes[number].move) if move is not None]
            replies = opening.replies(nodes, number)
            if not replies:
                break
            ply = first + len(moves)
            waiting.extend((len(lines), ply, other, behind) for other, behind in reversed(replies[1:]))
            reply, number = replies[0]
        lines.append(KifuLine(tuple(moves), KifuEnding(Ending.MATE), first, parent))
    return lines
