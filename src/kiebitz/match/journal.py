"""Makes a long match safe against interruption: no game is lost, none is played twice.

The journal lies beside the PGN. Its first line says what is played how; each further line is one game, noted the moment
it is over. It is the one truth: the PGN, in the order of the games, is written from it as their turn comes, and written
anew when a match is resumed. A line that was cut off by a kill or a power cut is dropped, and its game played again.
When the match is complete, the journal is deleted and the PGN remains.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, Any

from kiebitz.match.record import GameSummary

try:
    import fcntl
except ImportError:  # Windows has no such locks; there, two matches with one output are not told apart
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
SUFFIX = ".journal"
_HEADER = "kiebitz_match"


class JournalError(Exception):
    """The match can't begin, or can't go on where another one stopped."""


def journal_path(pgn: Path) -> Path:
    """Where the journal of a PGN lies."""
    return pgn.with_name(pgn.name + SUFFIX)


class Journal:
    """The PGN of a match and the journal beside it. A context manager; leaving it closes the files."""

    def __init__(self, pgn: Path, settings: dict[str, str], date: str, *, resume: bool) -> None:
        """Open both files; ``settings`` must be the same for a match and the run that resumes it.

        ``date`` is when the match begins. Raises JournalError if there is another match in the way, if there is
        nothing to resume, or if it was played otherwise; OSError if the files can't be written.
        """
        self.pgn = pgn
        self.path = journal_path(pgn)
        self.date = date
        """When the match began."""
        self.games: list[GameSummary] = []
        """The games that an earlier run played."""
        has_journal = self.path.exists()
        if pgn.exists() and not has_journal:
            raise JournalError(
                f"{pgn} is complete: there is nothing to resume"
                if resume
                else f"{pgn} exists; name another file with --pgn, or delete it"
            )
        if has_journal and not resume:
            raise JournalError(
                f"the match in {pgn} was interrupted: go on with --resume, or delete {self.path} and {pgn}"
            )
        self._journal = open(self.path, "a+b")  # noqa: SIM115 - closed by close()
        self._output: IO[str] | None = None
        try:
            self._lock()
            sound = self._read(settings) if has_journal else 0
            self._journal.truncate(sound)
            if not sound:
                self._append({_HEADER: FORMAT, "date": date, "settings": settings})
            self._output = open(pgn, "w", encoding="utf-8")  # noqa: SIM115 - closed by close()
        except BaseException:
            self._journal.close()
            if not has_journal:
                self.path.unlink(missing_ok=True)
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def note(self, game: GameSummary) -> None:
        """Write a game down that is over."""
        self._append(game.as_json())

    def publish(self, game: GameSummary) -> None:
        """Add a game to the PGN."""
        if self._output and game.pgn:
            self._output.write(game.pgn + "\n")
            self._output.flush()

    def complete(self) -> None:
        """The match is over: the PGN is whole, the journal is not needed any more."""
        if self._output:
            self._output.flush()
            os.fsync(self._output.fileno())
        self.close()
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close both files."""
        if self._output:
            self._output.close()
        self._journal.close()

    def _lock(self) -> None:
        if fcntl:
            try:
                fcntl.flock(self._journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise JournalError(f"another match is being played into {self.pgn} at this moment") from error

    def _append(self, data: dict[str, Any]) -> None:
        # Flushed, so that a kill loses nothing; a power cut may cost the last games, and they are played again.
        self._journal.write(json.dumps(data).encode() + b"\n")
        self._journal.flush()

    def _read(self, settings: dict[str, str]) -> int:
        """Read header and games; how much of the journal is sound, in bytes."""
        self._journal.seek(0)
        sound = 0
        numbers = set()
        for index, line in enumerate(self._journal):
            try:
                data = json.loads(line) if line.endswith(b"\n") else None
                if not isinstance(data, dict):
                    break
                if index == 0:
                    self._check_header(data, settings)
                else:
                    game = GameSummary.from_json(data)
                    if game.number not in numbers:
                        numbers.add(game.number)
                        self.games.append(game)
            except (ValueError, KeyError, TypeError):
                break
            sound += len(line)
        return sound

    def _check_header(self, header: dict[str, Any], settings: dict[str, str]) -> None:
        if header.get(_HEADER) != FORMAT:
            raise JournalError(
                f"{self.path} was not written by this version of kiebitz match; delete it and {self.pgn} to begin anew"
            )
        before = header["settings"]
        changed = sorted(name for name in before.keys() | settings.keys() if before.get(name) != settings.get(name))
        if changed:
            what = ", ".join(f"{name} was {before.get(name, 'not given')}" for name in changed)
            raise JournalError(
                f"can't resume another match ({what}): give the same settings, or delete {self.path} and {self.pgn}"
            )
        self.date = header["date"]
