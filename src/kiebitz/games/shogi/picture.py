"""The board of shogi as text: kanji or letters, the last move marked and the sides told apart where there are colours.

Each square takes three columns. Without colours White's men have a ``v`` before them, as records draw them, or are
small letters.
"""

from __future__ import annotations

from rich.text import Text

from kiebitz.commandline.shogi_board import RANKS, SIZE, ShogiBoard
from kiebitz.kifu.names import FULL_DIGITS, KANJI, SHORT_NAMES, kanji_number
from kiebitz.kifu.told_move import MARKS

WOOD, MARKED = "#e7c98f", "#f2a93b"
INK = {True: "bold #000000", False: "bold #b3201a"}
FREE = "#8a744a"
NAMES = {True: "Black", False: "White"}


def draw(sfen: str, last: str | None, *, black_below: bool, japanese: bool, colour: bool) -> Text:
    """The board with both hands; the square that the last move (USI) went to is marked where there are colours."""
    board = ShogiBoard.of(sfen)
    ranks = RANKS if black_below else RANKS[::-1]
    files = range(SIZE, 0, -1) if black_below else range(1, SIZE + 1)
    picture = Text(f"{_hand(board, not black_below, japanese=japanese)}\n")
    picture.append("".join(f" {FULL_DIGITS[file - 1] if japanese else f'{file} '}" for file in files) + "\n")
    for rank in ranks:
        for file in files:
            square = f"{file}{rank}"
            is_marked = last is not None and square == last[2:4]
            picture.append(*_square(board.man(square), is_marked=is_marked, japanese=japanese, colour=colour))
        picture.append(f" {KANJI[RANKS.index(rank)] if japanese else rank}\n")
    picture.append(_hand(board, black_below, japanese=japanese))
    return picture


def _square(man: str, *, is_marked: bool, japanese: bool, colour: bool) -> tuple[str, str]:
    """Text and style of a square."""
    ground = f"on {MARKED if is_marked else WOOD}"
    if not man:
        return " ・" if japanese else " . ", f"{FREE} {ground}" if colour else ""
    is_black = man.isupper()
    style = f"{INK[is_black]} {ground}" if colour else ""
    return (f"{' ' if is_black else 'v'}{SHORT_NAMES[man.upper()]}" if japanese else f"{man:>2} "), style


def _hand(board: ShogiBoard, is_black: bool, *, japanese: bool) -> str:
    """The pieces in a side's hand."""
    held = board.hands[0 if is_black else 1]
    if japanese:
        shown = "　".join(f"{SHORT_NAMES[letter]}{kanji_number(count)}" for letter, count in held.items())
        return f"{MARKS[is_black]} {shown or 'なし'}"
    shown = " ".join(f"{letter}{count if count > 1 else ''}" for letter, count in held.items())
    return f"{NAMES[is_black]} holds: {shown or 'nothing'}"
