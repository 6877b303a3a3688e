"""The journal by which a match goes on, after an interruption or with more games: none is lost, none played twice.

The journal lies beside the PGN (of shogi the CSA). Its first line says what is played how; each further line is one
game, noted the moment it is over. It is the one truth: the PGN, in the order of the games, is written from it as their
turn comes, and written anew when a match is resumed; one that holds something else is kept under another name. A line
that was cut off by a kill or a power cut is dropped, and its game played again. The journal stays when the match is
over, so that more games can be added to it.
"""

from __future__ import annotations

import io
import os
from itertools import count
from pathlib import Path
from typing import Any

from kiebitz.arena.match.record import GameSummary
from kiebitz.processes.bounded import content_of
from kiebitz.processes.journal_file import JournalError, JournalFile, journal_path, write_whole

KIND = "kiebitz_match"
FORMAT = 1


class Journal:
    """The PGN of a match and the journal beside it. A context manager; leaving it closes the files."""

    def __init__(self, pgn: Path, settings: dict[str, str], date: str, *, games: int, resume: bool) -> None:
        """Open both files; ``settings`` must be the same for a match and the run that resumes it.

        ``date`` is when the match begins, ``games`` how many it shall have. Raises JournalError if there is another
        match in the way, if there is nothing to resume, if it was played otherwise, or if it has more games already;
        OSError if the files can't be written.
        """
        self.path = journal_path(pgn)
        self.date = date
        """When the match began."""
        self.games: list[GameSummary] = []
        """The games that an earlier run played."""
        has_journal = self.path.exists()
        if pgn.exists() and not has_journal:
            raise JournalError(
                f"{pgn} has no journal beside it: there is nothing to resume"
                if resume
                else f"{pgn} exists; name another file"
            )
        self.kept: Path | None = None
        """Where a PGN lies now that held something else than this match's games."""
        self._numbers: set[int] = set()
        self._file = JournalFile(pgn, KIND, FORMAT)
        self._output: io.FileIO | None = None
        try:
            if has_journal and not resume:
                raise JournalError(f"there is a match in {pgn}: go on with --resume, or delete {self.path} and {pgn}")
            if not self._file.read(lambda header: self._check(header, settings), self._take):
                self._file.begin(settings, date=date)
            if self.games and (played := max(game.number for game in self.games) + 1) > games:
                raise JournalError(f"{pgn} has {played} games already; give --games {played} or more")
            self.kept = self._keep(pgn)
            self._output = open(pgn, "wb", buffering=0)  # noqa: SIM115 - closed by close()
        except BaseException:
            self._file.abandon()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def note(self, game: GameSummary) -> None:
        """Write a game down that is over. Raises OSError that names the file."""
        # Not forced to disk: a kill loses nothing, a power cut perhaps the last games, and they are played again.
        self._file.append(game.as_json(), is_forced=False)

    def publish(self, game: GameSummary) -> None:
        """Add a game to the PGN. Raises OSError that names the file."""
        if self._output and game.pgn:
            write_whole(self._output, f"{game.pgn}\n".encode())

    def complete(self) -> None:
        """The match is over: force the whole PGN to disk and close the files."""
        if self._output:
            os.fsync(self._output.fileno())
        self.close()

    def close(self) -> None:
        """Close PGN and journal, which stays for another run to go on with."""
        if self._output:
            self._output.close()
        self._file.close()

    def _keep(self, pgn: Path) -> Path | None:
        """Move a PGN aside that holds something else than games of the journal; its new place. Raises OSError."""
        if not pgn.exists():
            return None
        there, place = content_of(pgn), 0
        texts = [f"{game.pgn}\n".encode() for game in sorted(self.games, key=lambda game: game.number) if game.pgn]
        for text in texts:
            if there.startswith(text, place):
                place += len(text)
        left = there[place:]
        if not left or any(text.startswith(left) for text in texts):
            return None
        aside = next(path for number in count(1) if not (path := pgn.with_name(f"{pgn.name}.kept{number}")).exists())
        return pgn.rename(aside)

    def _check(self, header: dict[str, Any], settings: dict[str, str]) -> None:
        self.date = str(header["date"])
        self._file.require_same(header, settings)

    def _take(self, data: dict[str, Any]) -> None:
        game = GameSummary.from_json(data)
        if game.number not in self._numbers:
            self._numbers.add(game.number)
            self.games.append(game)
