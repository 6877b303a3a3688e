"""A repertoire learned by heart: which position is asked when, and where the answers are kept.

They are kept by position and move, not by file: a line that moves to another file, or is come to by another order of
moves, is known still. A move of the repertoire that has changed is asked anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kiebitz.collection.repertoire.repertoire import Place, Repertoire
from kiebitz.collection.schema import CollectionError
from kiebitz.collection.spacing import reviewed
from kiebitz.commandline.user_data import make_own, user_data
from kiebitz.processes.bounded import MOST_TEXT_BYTES, content_of
from kiebitz.processes.file_lock import alone_in
from kiebitz.processes.whole_file import FOR_ME, whole_file

NAME = "progress.json"


@dataclass(frozen=True, slots=True)
class Card:
    """A position to ask."""

    place: Place
    name: str
    """By which its answers are kept."""
    move: str
    """The repertoire's move, UCI text."""


def default_path() -> Path:
    """Where answers are kept. Raises RuntimeError if there is no place for them."""
    return user_data("repertoire") / NAME


class Progress:
    """The answers given so far."""

    def __init__(self, path: Path) -> None:
        """Read them. Raises CollectionError for a file that is damaged, or can't be read."""
        self._path = path
        self._cards = self._read()

    def _read(self) -> dict[str, list[str]]:
        """All answers, by their cards. Raises CollectionError."""
        path = self._path
        try:
            kept = json.loads(content_of(path, MOST_TEXT_BYTES)) if path.exists() else {}
        except (OSError, ValueError) as error:
            raise CollectionError(f"{path} is damaged ({error}); move it away to begin anew") from error
        if not isinstance(kept, dict) or not all(
            isinstance(name, str) and isinstance(row, list) and [*map(type, row)] == [str, str]
            for name, row in kept.items()
        ):
            raise CollectionError(f"{path} is damaged; move it away to begin anew")
        return kept

    def order(self, *repertoires: Repertoire, now: datetime | None = None) -> tuple[list[Card], int]:
        """The cards to ask now, and how many are to be asked some other day.

        First what has been due longest, then what was never asked, the shortest lines first.
        """
        at = (now or datetime.now(UTC)).isoformat()
        due: list[tuple[str, Card]] = []
        new: list[tuple[int, Card]] = []
        later = 0
        for key, place in (own for repertoire in repertoires for own in repertoire.own):
            card = Card(place, f"{key:016x}:{next(iter(place.ways))}", next(iter(place.ways)))
            kept = self._cards.get(card.name)
            if kept is None:
                new.append((len(place.path), card))
            elif kept[0] <= at:
                due.append((kept[0], card))
            else:
                later += 1
        ordered = sorted(due, key=lambda each: each[0]), sorted(new, key=lambda each: each[0])
        return [card for part in ordered for _, card in part], later

    def answer(self, card: Card, *, is_right: bool, now: datetime | None = None) -> datetime:
        """Keep an answer; returns when the card is asked again, in UTC. Raises CollectionError and OSError.

        What was answered elsewhere meanwhile, in the terminal or in another tab, stays.
        """
        make_own(self._path.parent)
        with alone_in(self._path.parent):
            self._cards = self._read()
            kept = self._cards.get(card.name)
            text, due = reviewed(kept[1] if kept else None, now or datetime.now(UTC), is_right=is_right)
            self._cards[card.name] = [due.isoformat(), text]
            with whole_file(self._path, FOR_ME) as file:
                file.write(json.dumps(self._cards, separators=(",", ":")).encode())
        return due
