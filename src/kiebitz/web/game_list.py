"""The contents of a loaded text: a position, a game, or many of which one is chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from kiebitz.analysis.reading.archive import RawGame, cut_text
from kiebitz.analysis.reading.games import tags_of
from kiebitz.commandline import pasted_position
from kiebitz.web.game_error import GameError, TooLargeError
from kiebitz.web.limits import Limits
from kiebitz.web.messages import GameEntry
from kiebitz.web.told_game import ReadGame

START = pasted_position.START
RANKS_OF_A_FEN = 8
MARKED_UP = re.compile(r"[\[{;\"$]")
# What people set between moves, and behind their numbers.
LIST_SIGNS = re.compile(r"[,|]|(?<=\s)[-–—>](?=\s)")
LIST_NUMBER = re.compile(r"(?<!\S)(\d{1,3})\)")
ENTRY_CHARACTERS = 60
"""The length of a tag in the list, at most."""


@dataclass(frozen=True, slots=True)
class GameList:
    """The games of a text, not read yet; none for a position."""

    position: str
    """A FEN or ``startpos``; empty if there are games."""
    raws: tuple[RawGame, ...]

    @classmethod
    def of(cls, text: str, limits: Limits) -> GameList:
        """Read a text. Raises GameError."""
        if len(text) > limits.text_characters:
            raise TooLargeError(f"the text has {len(text):,} characters; at most {limits.text_characters:,} are read")
        if pasted := pasted_position.pasted_position(text):
            if not pasted.moves:
                return cls(pasted.fen, ())
            start = "" if pasted.fen == START else f'[SetUp "1"]\n[FEN "{pasted.fen}"]\n\n'
            text = f"{start}{pasted.moves}"
        elif pasted_position.is_address(text):
            raise GameError("that is an address, and nothing is fetched from it; paste the PGN or the FEN itself")
        if not MARKED_UP.search(text):  # a list of moves
            text = LIST_NUMBER.sub(r"\1. ", LIST_SIGNS.sub(" ", text))
        words = text.split()
        if words and words[0].count("/") == RANKS_OF_A_FEN - 1:
            return cls(" ".join(words), ())
        raws = tuple(islice(cut_text(text, "the text"), limits.games + 1))
        if not raws:
            raise GameError("there is neither a game nor a position in it")
        if len(raws) > limits.games:
            raise TooLargeError(f"there are more than {limits.games:,} games in it")
        return cls("", raws)

    def game(self, number: int, limits: Limits) -> ReadGame:
        """The game of this number, from 1, or the position. Raises GameError."""
        if self.position:
            return ReadGame.at(self.position)
        if not 1 <= number <= len(self.raws):
            raise GameError(f"there is no game {number:,} in it; there are {len(self.raws):,}")
        raw = self.raws[number - 1]
        if len(raw.text) > limits.game_characters:
            raise GameError(f"the game has {len(raw.text):,} characters; at most {limits.game_characters:,} are read")
        return ReadGame.of(raw, limits)

    def entries(self) -> list[GameEntry]:
        """The tab's entries of the games, for choosing."""
        return [entry_of(number, tags_of(raw)) for number, raw in enumerate(self.raws, 1)]

    def tags(self, number: int) -> dict[str, str]:
        """The tags of the game of this number, from 1."""
        return tags_of(self.raws[number - 1])

    def are_chapters(self, limits: Limits) -> bool:
        """True if there are so few games that they are open together."""
        characters = sum(len(raw.text) for raw in self.raws)
        return len(self.raws) <= limits.chapters and characters <= limits.game_characters


def entry_of(number: int, tags: Mapping[str, str]) -> GameEntry:
    """A list's entry of a game."""
    said = {name: value[:ENTRY_CHARACTERS] for name, value in tags.items()}
    return GameEntry(
        number=number,
        name=said.get("ChapterName", ""),
        white=said.get("White", "?"),
        black=said.get("Black", "?"),
        result=said.get("Result", "*"),
        date=said.get("Date", ""),
        event=said.get("Event", ""),
    )
