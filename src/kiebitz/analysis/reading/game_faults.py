"""Faults of a game's text, told with their lines, however many they are."""

from __future__ import annotations

import re

from kiebitz.analysis.reading.archive import PgnFault, RawGame
from kiebitz.analysis.reading.tags import MAX_FAULTS, UNKNOWN_RESULTS, quoted, sound_result
from kiebitz.kifu.encoding import SHIFT_JIS

SIGNS_OF_SHOGI = re.compile(
    r"^(?:先手|後手|上手|下手|手合割|棋戦|開始日時|手数--|[▲△☗☖]|V[1-3](?:\.\d)?$|N[+-]|PI$|P1[ *+-])", re.MULTILINE
)


class GameFaults:
    """The faults of one game, gathered while it is read."""

    def __init__(self, raw: RawGame) -> None:
        self._raw = raw
        self._told: list[PgnFault] = []
        self._untold = 0
        if raw.unclosed_comment:
            self._told.append(raw.fault("the comment that begins here is never closed", raw.unclosed_comment))

    def tell(self, position: int, text: str) -> None:
        """Note a fault at a position of the game's text, in characters."""
        if len(self._told) >= MAX_FAULTS:
            self._untold += 1
            return
        self._told.append(self.at(position, text))

    def at(self, position: int, text: str) -> PgnFault:
        """A fault at a position of the game's text, in characters."""
        return self._raw.fault(text, self._raw.line + self._raw.text.count("\n", 0, position))

    def settled_result(self, tag: str, ending: str, place: int = 0) -> str:
        """The result by the tag Result and by what the moves end with, at ``place``; where they differ, it is told."""
        result = sound_result(tag)
        if result == "*":
            result = ending or "*"
        elif ending not in ("", "*", result):
            self.tell(place, f"the moves end with {ending}, but the tag Result says {quoted(tag)}, which counts")
        if tag not in UNKNOWN_RESULTS and tag != result:
            self.tell(0, f"the tag Result says {quoted(tag)!r}; read as {result}")
        return result

    @property
    def all(self) -> tuple[PgnFault, ...]:
        """The faults, and how many more there are."""
        more = (self._raw.fault(f"and {self._untold:,} more faults in this game"),) if self._untold else ()
        return (*self._told, *more)


def move_fault(kind: str, word: str, number: int, *, is_white: bool) -> str:
    """The fault of a word that should be a move; ``kind`` is one of those of ``MovetextReader.fault``.

    ``number`` and ``is_white`` tell which move was expected.
    """
    said = f"{number}{'.' if is_white else '...'} {quoted(word)}"
    return {
        "illegal": f"{said} is illegal",
        "ambiguous": f"{said} is ambiguous: more than one piece could make it",
        "unreadable": f"{said!r} is no move (moves are read with the English letters K Q R B N)",
        "after result": f"{quoted(word)} comes after the game's result",
        "null in check": "a null move in check",
    }[kind]


def no_game(raw: RawGame) -> PgnFault:
    """The fault of a text that is no game."""
    if _is_of_shogi(raw):
        return raw.fault("a record of shogi is read from a file named .kif, .ki2, .csa or .jkf; skipped")
    return raw.fault(f"expected a tag or a move, found {raw.text.strip()[:20]!r}; skipped")


def _is_of_shogi(raw: RawGame) -> bool:
    """True if a text that is no game of chess begins lines as records of shogi do, most of which are in Shift_JIS."""
    recoded = raw.text.encode(raw.encoding, "replace").decode(SHIFT_JIS, "replace")
    return any(map(SIGNS_OF_SHOGI.search, (raw.text, recoded)))
