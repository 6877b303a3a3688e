"""A move of shogi as people type it.

USI (``7g7f``, ``P*5e``), Japanese (``７六歩``, ``76歩``, ``同銀成``) or Western (``P-7f``, ``S3dx4c+``, ``P-76``).
"""

from __future__ import annotations

import re

from kiebitz.commandline.clean_text import clean
from kiebitz.core.shogi.notation import ShogiMoveError, legal_moves, parse_move
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import RANKS, SQUARE_AT
from kiebitz.kifu.names import half_width, letter_of
from kiebitz.kifu.written_move import WRITTEN_MOVE, WrittenMove, WrittenMoveError, usi_of

MAX_QUOTED = 40
# What stands before a move and doesn't change it: its number and the mark of its side.
ORNAMENTS = re.compile(r"^\s*(?:\d+\s*\.+\s*)?[▲△▼▽☗☖]?\s*")
USI = re.compile(r"(?:[1-9][a-i]|[plnsgbr]\*)[1-9][a-i]\+?", re.IGNORECASE)
WESTERN = re.compile(
    r"(?P<man>\+?[plnsgbrk])(?P<origin>[1-9][1-9a-i])?\s?(?P<how>[-x*'])?\s?(?P<target>[1-9][1-9a-i])(?P<raised>[+=])?",
    re.IGNORECASE,
)


class TypedMoveError(ValueError):
    """A text that was typed is no legal move; the error says why."""


def read_typed_move(position: ShogiPosition, text: str, last_target: str | None = None) -> str:
    """The legal move (USI) that a text means; ``last_target``: where the last move went. Raises TypedMoveError."""
    bare = ORNAMENTS.sub("", half_width(text[: 2 * MAX_QUOTED])).strip()
    shown = f"'{clean(text.strip()[:MAX_QUOTED])}'"
    if USI.fullmatch(bare):
        usi = bare.lower() if bare[1] != "*" else bare[0].upper() + bare[1:].lower()
        try:
            parse_move(position, usi)
        except ShogiMoveError as error:
            # Without the position, which whoever typed it sees.
            raise TypedMoveError(f"{shown} {_fault(str(error))}") from error
        return usi
    if (found := WRITTEN_MOVE.fullmatch(bare)) and (written := WrittenMove.of(found)):
        try:
            usi = usi_of(position, written, last_target)
            parse_move(position, usi)
        except WrittenMoveError as error:
            raise TypedMoveError(f"{shown}: {error}") from error
        except ShogiMoveError as error:
            raise TypedMoveError(f"{shown} {_fault(str(error))}") from error
        return usi
    if western := WESTERN.fullmatch(bare):
        return _western(position, western, shown)
    raise TypedMoveError(f"{shown} is no move")


def _fault(message: str) -> str:
    """The fault of a move, of a message that names the move before and the position behind it."""
    return message.partition("' ")[2].rpartition(": ")[0] or message


def _western(position: ShogiPosition, written: re.Match[str], shown: str) -> str:
    """The one legal move that Western words mean. Raises TypedMoveError."""
    men = position.setup().men
    man, target = written["man"].upper(), _square(written["target"])
    is_drop = written["how"] in ("*", "'")
    origin = _square(written["origin"]) if written["origin"] else None
    found = []
    for move in legal_moves(position):
        if move[2:4] != target:
            continue
        if move[1] == "*":
            fits = move[0] == man and origin is None and written["how"] not in ("-", "x")
        else:
            fits = letter_of(men[SQUARE_AT[move[:2]]]) == man and not is_drop and origin in (None, move[:2])
        if fits and (written["raised"] is None or move.endswith("+") == (written["raised"] == "+")):
            found.append(move)
    if written["raised"] is None and len(found) > 1:
        # Who doesn't say that a man promotes means that it doesn't.
        found = [move for move in found if not move.endswith("+")]
    if len(found) == 1:
        return found[0]
    if found:
        raise TypedMoveError(f"{shown} is ambiguous: it means {', '.join(found[:4])}")
    raise TypedMoveError(f"{shown} is not legal here")


def _square(text: str) -> str:
    """A square by its name in USI, of digits or digit and letter."""
    return f"{text[0]}{RANKS[int(text[1]) - 1] if text[1].isdigit() else text[1].lower()}"
