"""The journal that makes a long analysis safe against interruption: nothing finished is lost, nothing is done twice.

The journal lies beside the output. Its first line says what is done how; each further line stands for one game that is
in the output as a whole, with the length of the output then. A game is first written to the output and forced to disk,
then noted in the journal and forced to disk. Whatever ends the run, a power cut included, the journal names the last
length at which the output was sound: a resumed run cuts both files back to that, and goes on. When the run is complete,
the journal is deleted.
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from kiebitz.analysis.archive import RawGame
from kiebitz.analysis.record import is_summary
from kiebitz.runs.journal_file import JournalError, JournalFile, journal_path

KIND = "kiebitz_journal"
FORMAT = 1
PACKED_SUFFIX = ".gz"


@dataclass(frozen=True, slots=True)
class DoneGame:
    """One game that an earlier run has done."""

    summary: dict[str, Any]
    """Its row in the overview."""
    record: dict[str, Any] | None
    """Its whole record, if records are asked for."""


def digest(raw: RawGame) -> str:
    """A hash of a game's text, by which a resumed run knows it again."""
    return hashlib.sha256(raw.text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


class StandardOutput:
    """Standard output in the place of a file and its journal: nothing is kept, so nothing can be resumed."""

    path = None
    """There is no journal."""
    is_needed = False

    def __init__(self) -> None:
        self.digests: list[str] = []
        """Of the texts of all games done."""

    def __enter__(self) -> StandardOutput:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def done_games(self) -> Iterator[DoneGame]:
        """None: there was no earlier run."""
        return iter(())

    def write(self, text: str) -> None:
        """Print a game's PGN, in UTF-8 as a file has it."""
        sys.stdout.buffer.write(_separated(text, is_first=not self.digests))
        sys.stdout.buffer.flush()

    def note(self, raw: RawGame, summary: dict[str, Any], record: dict[str, Any] | None) -> None:
        """Note that a game is done."""
        del summary, record
        self.digests.append(digest(raw))

    def complete(self) -> None:
        """Nothing to do: what was printed is gone."""


class Journal:
    """The output of a run and the journal beside it. A context manager; leaving it closes the files."""

    def __init__(self, output: Path, settings: dict[str, Any], *, resume: bool) -> None:
        """Open both files; ``settings`` must be the same for a run and the one that resumes it.

        Raises JournalError if there is an unfinished run and ``resume`` isn't asked for, if it was made otherwise, or
        if the output was changed since; OSError if the files can't be written.
        """
        self.output = output
        self.path = journal_path(output)
        self.digests: list[str] = []
        """Of the texts of all games done: all that is held of them, however long their records are."""
        self._end = 0  # length of the sound output, in bytes
        if output.exists() and not output.is_file():
            raise JournalError(f"{output} is not a file that can be written to; name another one with -o")
        if resume and not self.path.exists() and output.exists():
            raise JournalError(f"{output} is complete: there is nothing to resume (without --resume it is made anew)")
        self._file = JournalFile(output, KIND, FORMAT)
        self._output: IO[bytes] | None = None
        try:
            if not self._file.read(lambda header: self._check(header, settings, resume), self._take):
                self._file.begin(settings)
            self._require_output()
            if self.digests:
                self._output = open(output, "r+b")  # noqa: SIM115 - closed by close()
                self._output.truncate(self._end)
                self._output.seek(self._end)
            elif not os.access(output if output.exists() else output.parent, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(output))
        except BaseException:
            self._file.abandon()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _check(self, header: dict[str, Any], settings: dict[str, Any], resume: bool) -> None:
        if not resume:
            raise JournalError(
                f"the analysis into {self.output} was interrupted: go on with --resume, "
                f"or delete {self.path} to begin anew"
            )
        self._file.require_same(header, settings)

    def _take(self, data: dict[str, Any]) -> None:
        digest, end = data["digest"], data["end"]
        if not (isinstance(digest, str) and isinstance(end, int) and end >= self._end):
            raise ValueError("a digest, and an end that is not before the last one, are expected")
        summary, record = data["summary"], data.get("record")
        if not (is_summary(summary) and isinstance(record, dict | None)):
            raise ValueError("a summary, and a record or none, are expected")
        self.digests.append(digest)
        self._end = end

    @property
    def is_needed(self) -> bool:
        """Whether games are done, or this run or an earlier one may have begun the output, which may be torn."""
        return bool(self.digests) or self._output is not None or not self._file.is_new

    def done_games(self) -> Iterator[DoneGame]:
        """The games that are done, read from the file one by one: before this run has noted any, or when it has all."""
        return (DoneGame(data["summary"], data.get("record")) for data in self._file.lines())

    def _require_output(self) -> None:
        """Raise JournalError if the output is not what the journal says."""
        length = self.output.stat().st_size if self.output.exists() else 0
        if length < self._end:
            raise JournalError(
                f"{self.output} is shorter than when the analysis stopped: it was changed. "
                f"Delete {self.path} to begin anew"
            )

    def write(self, text: str) -> None:
        """Add a game's PGN to the output (compressed if that is named so), and force it to disk.

        ``note`` makes it count.
        """
        if self._output is None:
            # Not before there is something to say: what an earlier run left there stands as long as it can.
            self._output = open(self.output, "wb")  # noqa: SIM115 - closed by close()
        data = _separated(text, is_first=not self._output.tell())
        # Each game compressed by itself, so that the output can be cut off after any of them.
        self._output.write(gzip.compress(data, mtime=0) if self.output.suffix == PACKED_SUFFIX else data)
        self._output.flush()
        os.fsync(self._output.fileno())

    def note(self, raw: RawGame, summary: dict[str, Any], record: dict[str, Any] | None) -> None:
        """Note that a game is done: what was written for it is in the output."""
        self._end = self._output.tell() if self._output else 0
        self.digests.append(digest(raw))
        self._file.append(
            {"digest": self.digests[-1], "end": self._end, "summary": summary} | ({"record": record} if record else {}),
            is_forced=True,
        )

    def complete(self) -> None:
        """Delete the journal: the output is whole, or nothing was written to it."""
        self.close()
        self._file.delete()

    def close(self) -> None:
        """Close output and journal, which stays for another run to go on with."""
        if self._output:
            self._output.close()
        self._file.close()


def _separated(text: str, *, is_first: bool) -> bytes:
    """A game's PGN as the output has it, an empty line before it unless it is the first."""
    return (b"" if is_first else b"\n") + text.encode("utf-8", "replace") + b"\n"
