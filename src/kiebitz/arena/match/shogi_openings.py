"""The positions that games of shogi start from: lists of SFENs, or the first moves of games in KIF, KI2 or CSA.

A line of a list is a position as USI's ``position`` has it, with or without that word: ``startpos moves 7g7f 3c3d``,
``sfen … moves …``, or an SFEN alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.arena.match.openings import Opening
from kiebitz.core.shogi.notation import ShogiMoveError
from kiebitz.core.shogi.sfen import KING, START_SFEN, SfenError, parse_sfen, write_sfen
from kiebitz.engine.positions import START_TEXT
from kiebitz.kifu.reading import read_kifu

DEFAULT_BOOK = "balanced_openings.sfen"
_BEGINNINGS = ("position", START_TEXT, "sfen")
_MOVES = "moves"
_SLASHES = 8


def shogi_entries(raw: bytes, plies: int | None) -> Iterator[tuple[str, Opening | str]]:
    """Entries of a file: where, and the opening or why it can't be played. ``plies`` cuts off the moves of records."""
    text = raw.decode("utf-8-sig", "replace")
    yield from _from_list(text) if _is_list(text) else _from_records(raw, plies)


def _is_list(text: str) -> bool:
    """True if the first line that says anything is a position."""
    for line in text.splitlines():
        words = line.split()
        if words and not line.startswith("#"):
            return words[0] in _BEGINNINGS or words[0].count("/") == _SLASHES
    return False


def _from_list(text: str) -> Iterator[tuple[str, Opening | str]]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == _BEGINNINGS[0]:
            del words[0]
        split = words.index(_MOVES) if _MOVES in words else len(words)
        setup, moves = words[:split], tuple(words[split + 1 :])
        if setup[:1] == ["sfen"]:
            del setup[0]
        if setup == [START_TEXT]:
            setup = START_SFEN.split()
        yield f"line {number}", _opening(" ".join(setup), moves)


def _from_records(raw: bytes, plies: int | None) -> Iterator[tuple[str, Opening | str]]:
    faults: list[str] = []
    number = 0
    for number, kifu in enumerate(read_kifu(raw, on_fault=lambda fault: faults.append(fault.text)), 1):
        moves = tuple(kifu.moves)[:plies]
        if kifu.sfen is None or (kifu.faults and (plies is None or len(moves) < plies)):
            yield f"game {number}", kifu.faults[0].text
        else:
            yield f"game {number}", _opening(kifu.sfen, moves)
    for fault in faults if not number else ():
        yield "as a whole", fault


def _opening(sfen: str, moves: tuple[str, ...]) -> Opening | str:
    """The opening, or why it can't be played."""
    try:
        setup = parse_sfen(sfen)
        opening = Opening(write_sfen(setup), moves, game="shogi")  # every player is to read the same
        ended = opening.begin().ending
    except (SfenError, ShogiMoveError) as error:
        return str(error)
    if not {2 * KING, 2 * KING + 1} <= {*setup.men}:
        return "a game needs both kings"
    if ended:
        return "the game is over there already; --opening-plies takes only the first moves of each game"
    return opening
