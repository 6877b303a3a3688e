"""A position as people paste it: a FEN out of an address or a mail, a command of a chess program, an EPD line.

What is found is a FEN or ``startpos``, and perhaps moves from there on; whether the FEN is sound is for its reader. Of
shogi an SFEN is read as USI writes it.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from kiebitz.commandline.epd_counters import fen_of_epd
from kiebitz.commandline.typography import PLAIN_SIGNS, QUOTES

START = "startpos"
MAX_CHARACTERS = 20_000
"""The longest text that may be a position."""
_GAP = r"[\s_+]+"
_MEN = r"(?:[1-8PNBRQKpnbrqk]{1,8}/){7}[1-8PNBRQKpnbrqk]{1,8}"
SQUARES_A_RANK = 8
SHOGI_RANKS = 9
USI_MOVE = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]")
"""A move of shogi as USI writes it, which none of chess looks like."""
_FIELDS = (r"[wb]", r"(?:-|[A-Ha-hKQkq]{1,4})", r"(?:-|[a-h][1-8])", r"\d{1,4}", r"\d{1,4}")
_FEN = re.compile(_MEN + "".join(f"(?:{_GAP}{field}(?![A-Za-z0-9/])" for field in _FIELDS) + ")?" * len(_FIELDS))
_ADDRESS = re.compile(r"(?:https?://|www\.|[a-z0-9.-]+\.(?:org|com|net|de|eu)/)\S*", re.IGNORECASE)
_INTRODUCTION = re.compile(rf"(?:position\b\s*)?(?:(?:fen|epd)\b\s*[:=]?\s*)?[\"'`{QUOTES}(]*\s*", re.IGNORECASE)
_EPD = re.compile(rf"[\s;\"'`{QUOTES})\].,]*(?:(?:[a-z][a-z0-9]{{0,14}})(?:\s[^;]*)?;\s*)*")
_MOVES_IN_ADDRESS = re.compile(r"/pgn/([^?#]+)")
_SPACE = re.compile(r"\s+")
_MOVES = re.compile(r"\s*moves\b\s*(?P<moves>.*)", re.DOTALL)


class PastedPosition(NamedTuple):
    """The meaning of a text."""

    fen: str
    """A FEN or ``startpos``."""
    moves: str = ""
    """Moves from there on, as they were written."""


class PastedShogi(NamedTuple):
    """The meaning of a text about shogi."""

    start: str
    """An SFEN or ``startpos``."""
    moves: list[str]
    """Moves from there on."""


def is_address(text: str) -> bool:
    """True if a text is the address of a web page and nothing else."""
    return _ADDRESS.fullmatch(text.strip()) is not None


def pasted_position(text: str) -> PastedPosition | None:
    """The position that a text means, if it means one: the text is that and nothing else; None for any other."""
    if len(text) > MAX_CHARACTERS:
        return None
    plain = _SPACE.sub(_one_space, unquote(text).translate(PLAIN_SIGNS)).strip().replace("\\/", "/")
    if is_address(text):
        if moves := _MOVES_IN_ADDRESS.search(plain):
            return PastedPosition(START, " ".join(re.split(_GAP, moves[1])))
        found = _fen_in(plain)
        return PastedPosition(found[0]) if found else None
    start = _INTRODUCTION.match(plain)
    rest = plain[start.end() :] if start else plain
    if rest.startswith(START):
        behind = rest.removeprefix(START)
        return _with_moves(START, behind) or (None if behind.strip() else PastedPosition(START))
    # A FEN may be broken anywhere: between its fields, behind a slash, and within a rank.
    joined = re.sub(r"\s?/\s?", "/", rest)
    for whole in (joined, joined.replace("\n", "")):
        found = _fen_in(whole, at_start=True)
        if found is None:
            continue
        fen, behind = found
        if given := _with_moves(fen, behind):
            return given
        if _EPD.fullmatch(behind):
            return PastedPosition(fen_of_epd(f"{fen} {behind}") if "hmvc" in behind or "fmvn" in behind else fen)
    return None


def pasted_shogi(text: str) -> PastedShogi | None:
    """The position of shogi that a text means, as USI writes it; None for any other.

    ``startpos`` may be of either game.
    """
    words = text.split()
    if words[:1] == ["position"]:
        del words[0]
    if words[:1] == ["sfen"]:
        del words[0]
    if not words or (words[0] != START and not is_sfen(words[0])):
        return None
    split = words.index("moves") if "moves" in words else len(words)
    return PastedShogi(" ".join(words[:split]), words[split + 1 :])


def is_sfen(text: str) -> bool:
    """True if a text begins with a board of nine ranks."""
    return text.partition(" ")[0].count("/") == SHOGI_RANKS - 1


def _one_space(found: re.Match[str]) -> str:
    return "\n" if "\n" in found[0] or "\r" in found[0] else " "


def _with_moves(fen: str, behind: str) -> PastedPosition | None:
    """A position with the moves that stand behind it after the word ``moves``; None if none do."""
    found = _MOVES.fullmatch(behind)
    return PastedPosition(fen, found["moves"].strip()) if found else None


def _fen_in(text: str, *, at_start: bool = False) -> tuple[str, str] | None:
    """The first FEN in a text whose ranks have eight squares each, and what stands behind it; None if there is none."""
    at = 0
    while found := (_FEN.match(text) if at_start else _FEN.search(text, at)):
        fields = re.split(_GAP, found[0])
        if all(_squares(rank) == SQUARES_A_RANK for rank in fields[0].split("/")):
            return " ".join(fields), text[found.end() :]
        if at_start:
            return None
        at = found.start() + 1
    return None


def _squares(rank: str) -> int:
    return sum(int(man) if man.isdigit() else 1 for man in rank)
