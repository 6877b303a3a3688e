"""A proof of chess as a game in PGN: the longest line, and as variations every other defence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import chess

import kiebitz
from kiebitz.engine import Position, board_of
from kiebitz.engine.positions import text_of
from kiebitz.mate.proof_graph import Node, Opening
from kiebitz.mate.words import plies_text
from kiebitz.processes.whole_file import whole_file

COLUMNS = 80
END = ")"


def write_pgn(position: Position, nodes: list[Node], path: Path) -> int:
    """Write a proof, whole or not at all; how many positions there was no room for. Raises OSError."""
    opening = Opening(nodes)
    white_mates = position.turn
    result = "1-0" if white_mates else "0-1"
    tags = {
        "Event": f"Mate in {plies_text(nodes[0].plies)}, proved",
        "Site": "?",
        "Date": "????.??.??",
        "Round": "?",
        "White": "?",
        "Black": "?",
        "Result": result,
        "Annotator": f"Kiebitz {kiebitz.__version__}",
        "SetUp": "1",
        "FEN": text_of(position),
    }
    if position.chess960:
        tags["Variant"] = "Chess960"
    with whole_file(path) as file:
        file.write("".join(f'[{name} "{value}"]\n' for name, value in tags.items()).encode())
        column = COLUMNS
        for token in _tokens(board_of(position), nodes, opening):
            if token == END:
                gap = ""
            elif column + 1 + len(token) > COLUMNS:
                gap, column = "\n", -1
            else:
                gap = " "
            file.write(f"{gap}{token}".encode())
            column += 1 + len(token)
        left_out = opening.left_out
        if left_out:
            file.write(f"\n{{{left_out} positions of the proof are left out for want of room}}".encode())
        file.write(f"\n{result}\n".encode())
    return left_out


def _tokens(board: chess.Board, nodes: list[Node], opening: Opening) -> Iterator[str]:
    """The movetext of a proof, word by word. The board is played on."""
    # What is still to be told: how many moves lead there, the reply that does and its node, and how it is told.
    # "main": the reply has been told; "variation": it begins a bracket; "end": it ends one.
    waiting: list[tuple[int, str, int, str]] = []
    number = 0
    is_numbered = True
    while True:
        yield from _told(board, nodes[number].move, is_numbered)
        board.push_uci(nodes[number].move)
        replies = opening.replies(nodes, number)
        if replies:
            (reply, child), *others = replies
            height = len(board.move_stack)
            yield from _told(board, reply, is_numbered=False)
            waiting.append((height, reply, child, "main"))
            for other, behind in reversed(others):
                waiting.append((height, other, behind, "end"))
                waiting.append((height, other, behind, "variation"))
            is_numbered = bool(others)
        while waiting and waiting[-1][3] == "end":
            yield END
            waiting.pop()
            is_numbered = True
        if not waiting:
            return
        height, reply, number, kind = waiting.pop()
        while len(board.move_stack) > height:
            board.pop()
        if kind == "variation":
            first, *rest = _told(board, reply, is_numbered=True)
            yield f"({first}"
            yield from rest
            is_numbered = False
        board.push_uci(reply)


def _told(board: chess.Board, move: str, is_numbered: bool) -> Iterator[str]:
    """A move as SAN, with its number before White's, and before Black's if it is asked for."""
    if board.turn or is_numbered:
        yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
    yield board.san(board.parse_uci(move))
