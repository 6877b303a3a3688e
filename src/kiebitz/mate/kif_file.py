"""A proof of shogi as a game record in KIF: the longest line, and as branches (変化) every other defence.

Branches stand as programs read them: each line is told to its mate, then what branches off it, the last first. A branch
leaves the line before it at the ply that it names.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import kiebitz
from kiebitz.engine import ShogiPosition
from kiebitz.engine.mate_solver import notation_of
from kiebitz.mate.proof_graph import Node, Opening
from kiebitz.mate.shogi_board import RANKS, ShogiBoard
from kiebitz.processes.whole_file import whole_file

# By what a file is called: its encoding, and the encoding's name in the first line.
ENCODINGS = {".kif": ("cp932", "Shift_JIS"), ".kifu": ("utf-8", "UTF-8")}
MEN = dict(zip("PLNSBRGK", "歩香桂銀角飛金玉", strict=True))
MEN |= {f"+{letter}": man for letter, man in zip("PLNSBR", "と杏圭全馬龍", strict=True)}
FREE = " ・"
FILES = "１２３４５６７８９"
NUMERALS = "一二三四五六七八九"
TEN = "十"
SIDES = ("先手", "後手")
RULE = f"+{27 * '-'}+"


def write_kif(position: ShogiPosition, nodes: list[Node], path: Path) -> int:
    """Write a proof, whole or not at all; how many positions there was no room for. Raises OSError."""
    encoding, name = ENCODINGS[path.suffix.lower()]
    opening = Opening(nodes)
    with whole_file(path) as file:
        head = f"#KIF version=2.0 encoding={name}", f"# Kiebitz {kiebitz.__version__}"
        for line in (*head, *board_lines(ShogiBoard.of(position.sfen())), *_record(position, nodes, opening)):
            file.write(f"{line}\n".encode(encoding))
        if opening.left_out:
            file.write(f"# {opening.left_out} positions of the proof are left out for want of room\n".encode(encoding))
    return opening.left_out


def board_lines(board: ShogiBoard) -> list[str]:
    """The position that a record begins with."""
    black, white = (_hand_text(hand) for hand in board.hands)
    ranks = [f"|{''.join(map(_man_text, row))}|{numeral}" for row, numeral in zip(board.rows, NUMERALS, strict=True)]
    lines = [
        f"{SIDES[1]}の持駒：{white}",
        f"  {' '.join(reversed(FILES))}",
        RULE,
        *ranks,
        RULE,
        f"{SIDES[0]}の持駒：{black}",
    ]
    return lines if board.is_black_to_move else [*lines, f"{SIDES[1]}番"]


def move_text(board: ShogiBoard, move: str) -> str:
    """A move (USI) as KIF writes it."""
    target = f"{FILES[int(move[2]) - 1]}{NUMERALS[RANKS.index(move[3])]}"
    if move[1] == "*":
        return f"{target}{MEN[move[0]]}打"
    promotion = "成" if move.endswith("+") else ""
    return f"{target}{MEN[board.man(move[:2]).upper()]}{promotion}({move[0]}{RANKS.index(move[1]) + 1})"


def _record(position: ShogiPosition, nodes: list[Node], opening: Opening) -> Iterator[str]:
    """The moves of a proof, line by line."""
    push = notation_of(position).push
    winner = SIDES[0 if position.turn else 1]
    yield from (f"{side}：" for side in SIDES)
    yield "手数----指手---------消費時間--"
    # Lines still to be told: the position that one begins from, the ply, its first reply and the node behind it.
    waiting: list[tuple[ShogiPosition, int, str | None, int]] = [(position.copy(), 1, None, 0)]
    while waiting:
        here, ply, reply, number = waiting.pop()
        if reply is not None:
            yield ""
            yield f"変化：{ply}手"
        while True:
            for move in (reply, nodes[number].move):
                if move is not None:
                    yield f"{ply:>4} {move_text(ShogiBoard.of(here.sfen()), move)}"
                    push(here, move)
                    ply += 1
            replies = opening.replies(nodes, number)
            if not replies:
                break
            waiting.extend((here.copy(), ply, other, behind) for other, behind in reversed(replies[1:]))
            reply, number = replies[0]
        yield f"{ply:>4} 詰み"
        yield f"まで{ply - 1}手で{winner}の勝ち"


def _man_text(man: str) -> str:
    """A square of the board as KIF draws it."""
    return f"{' ' if man.isupper() else 'v'}{MEN[man.upper()]}" if man else FREE


def _hand_text(hand: dict[str, int]) -> str:
    """What a side holds."""
    return "　".join(f"{MEN[letter]}{_number_text(count)}" for letter, count in hand.items()) or "なし"


def _number_text(number: int) -> str:
    """How many of a kind, up to eighteen; one is not said."""
    tens, ones = divmod(number, len(NUMERALS) + 1)
    return "" if number == 1 else f"{TEN * tens}{NUMERALS[ones - 1] if ones else ''}"
