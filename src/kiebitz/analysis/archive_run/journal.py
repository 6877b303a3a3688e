"""The journal that makes a long analysis safe against interruption: nothing finished is lost, nothing is done twice.

The journal lies beside the output, of several outputs beside the first. Its first line says what is done how; each
further line stands for one game that is in an output as a whole, with the length of that output then. A game is first
written to the output and forced to disk, then noted in the journal and forced to disk. Whatever ends the run, a power
cut included, the journal names the last length at which each output was sound: a resumed run cuts all files back to
that, and goes on. When the run is complete, the journal is deleted.
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

from kiebitz.analysis.archive_run.record import is_summary
from kiebitz.analysis.reading.archive import RawGame
from kiebitz.processes.journal_file import JournalError, JournalFile, journal_path

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

    def write(self, data: bytes, between: bytes, output: Path | None = None) -> None:
        """Print a game as a file has it, what stands ``between`` games before all but the first."""
        del output
        sys.stdout.buffer.write(between + data if self.digests else data)
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
        self._ends: dict[Path, int] = {}  # length of each sound output, in bytes
        self._written = output  # the one that was written to last
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
            for path in self._ends:
                self._go_on_with(path)
            if not self.digests and not os.access(output if output.exists() else output.parent, os.W_OK):
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
        digest, end, output = data["digest"], data["end"], Path(data.get("output", self.output))
        if not (isinstance(digest, str) and isinstance(end, int) and end >= self._ends.get(output, 0)):
            raise ValueError("a digest, and an end that is not before the last one, are expected")
        summary, record = data["summary"], data.get("record")
        if not (is_summary(summary) and isinstance(record, dict | None)):
            raise ValueError("a summary, and a record or none, are expected")
        self.digests.append(digest)
        self._ends[output] = end

    @property
    def is_needed(self) -> bool:
        """True if games are done, or this run or an earlier one may have begun the output, which may be torn."""
        return bool(self.digests) or self._output is not None or not self._file.is_new

    def done_games(self) -> Iterator[DoneGame]:
        """The games that are done, read from the file one by one: before this run has noted any, or when it has all."""
        return (DoneGame(data["summary"], data.get("record")) for data in self._file.lines())

    def _require_output(self) -> None:
        """Raise JournalError if the output is not what the journal says."""
        for output, end in self._ends.items():
            length = output.stat().st_size if output.exists() else 0
            if length < end:
                raise JournalError(
                    f"{output} is shorter than when the analysis stopped: it was changed. "
                    f"Delete {self.path} to begin anew"
                )

    def _opened(self, path: Path, mode: str) -> IO[bytes]:
        """Open an output in place of the one that is open."""
        if self._output:
            self._output.close()
        self._output, self._written = open(path, mode), path  # noqa: SIM115 - closed by close()
        return self._output

    def _go_on_with(self, path: Path) -> IO[bytes]:
        """Open an output that games are in, and cut it back to them."""
        file = self._opened(path, "r+b")
        file.truncate(self._ends[path])
        file.seek(self._ends[path])
        return file

    def write(self, data: bytes, between: bytes, output: Path | None = None) -> None:
        """Add a game to its output (compressed if that is named so), and force it to disk.

        ``between`` stands between two games; without ``output`` it is the journal's own. ``note`` makes it count.
        """
        path, file = output or self.output, self._output
        if file is None or path != self._written:
            # Not before there is something to say: what an earlier run left there stands as long as it can.
            file = self._go_on_with(path) if path in self._ends else self._opened(path, "wb")
        if file.tell():
            data = between + data
        # Each game compressed by itself, so that the output can be cut off after any of them.
        file.write(gzip.compress(data, mtime=0) if path.suffix == PACKED_SUFFIX else data)
        file.flush()
        os.fsync(file.fileno())

    def note(self, raw: RawGame, summary: dict[str, Any], record: dict[str, Any] | None) -> None:
        """Note that a game is done: what was written for it is in the output."""
        end = self._ends[self._written] = self._output.tell() if self._output else 0
        self.digests.append(digest(raw))
        where = {"output": str(self._written)} if self._written != self.output else {}
        self._file.append(
            {"digest": self.digests[-1], "end": end, "summary": summary, **where}
            | ({"record": record} if record else {}),
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
