"""A file of lines that makes long work safe against interruption: what is done, and how it is being done.

Each line is one JSON object. The first, the header, names the kind of work, the format's version and the settings; each
further line stands for something that is finished. A line that was cut off by a kill or a power cut, and whatever
follows it, is dropped when the work is resumed. A whole line that says what no run notes is refused. While a run has
the file open no other run can.

Somebody may have a file of their own where the journal would lie: only an empty file, or one that begins with the
header of this kind of work (perhaps cut off), is ever changed or deleted.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kiebitz.processes.file_lock import try_lock

SUFFIX = ".journal"
MAX_HEADER_BYTES = 1 << 20
DAMAGED = object()


class JournalError(Exception):
    """The work can't begin, or can't go on where another run stopped."""


def journal_path(output: Path) -> Path:
    """Where the journal of an output lies."""
    return output.with_name(output.name + SUFFIX)


def write_whole(file: io.FileIO, data: bytes) -> None:
    """Write all of it to an unbuffered file. Raises OSError that names the file, as for one on a full disk."""
    try:
        while data:
            data = data[file.write(data) :]
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file.name)) from error


class JournalFile:
    """The open journal of an output."""

    def __init__(self, output: Path, kind: str, version: int, anew: str | None = None) -> None:
        """Open it, or begin an empty one. ``kind`` and ``version`` (of the format) stand in its header.

        ``anew`` says how to begin anew, if that is not by deleting journal and output.

        Raises JournalError if another run has it open or if the file there is somebody else's; OSError if it can't be
        written.
        """
        self.path = journal_path(output)
        self._output = output
        self._kind = kind
        self._version = version
        self._anew = anew or f"delete {self.path} and {output}"
        self.is_new = not self.path.exists()
        """True if this run began it."""
        # Without a buffer: what a full disk doesn't take must not be tried again when the file is closed.
        self._file = open(self.path, "a+b", buffering=0)  # noqa: SIM115 - closed by close()
        try:
            self._lock()
            self._require_own()
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        if not try_lock(self._file):
            raise JournalError(f"another run is writing {self._output} at this moment")

    def _require_own(self) -> None:
        self._file.seek(0)
        line = self._file.readline(MAX_HEADER_BYTES)
        if line.endswith(b"\n"):
            header = _parsed(line)
            is_own = isinstance(header, dict) and self._kind in header
        else:
            beginning = f'{{"{self._kind}": '.encode()
            is_own = line.startswith(beginning) or beginning.startswith(line)
        if not is_own:
            raise JournalError(
                f"{self.path} was not written by Kiebitz for this kind of work, and is left alone:"
                " name another output, or move that file away"
            )

    def read(self, on_header: Callable[[dict[str, Any]], None], on_line: Callable[[dict[str, Any]], None]) -> bool:
        """Hand out header and lines and cut off what is not sound; whether there is a header.

        A reader refuses a line by ValueError, KeyError, TypeError or AttributeError; a JournalError it raises is passed
        on. Raises JournalError for a header of another format, and for a line that is refused.
        """
        self._file.seek(0)
        lines = io.BufferedReader(self._file)
        try:
            sound = self._read_sound(lines, on_header, on_line)
        finally:
            lines.detach()
        self._file.truncate(sound)
        return sound > 0

    def _read_sound(
        self,
        lines: io.BufferedReader[io.FileIO],
        on_header: Callable[[dict[str, Any]], None],
        on_line: Callable[[dict[str, Any]], None],
    ) -> int:
        """Hand out what is sound; its length in bytes."""
        sound = 0
        for number, line in enumerate(lines, 1):
            data = _parsed(line)
            if data is DAMAGED:
                break
            try:
                if sound:
                    on_line(data)
                elif data[self._kind] == self._version:
                    on_header(data)
                else:
                    raise JournalError(
                        f"{self.path} was not written by this version of Kiebitz; {self._anew} to begin anew"
                    )
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise JournalError(f"line {number} of {self.path} is damaged; {self._anew} to begin anew") from error
            sound += len(line)
        return sound

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines after the header once more, as ``read`` left them; nothing may be appended meanwhile."""
        self._file.seek(0)
        lines = io.BufferedReader(self._file)
        try:
            lines.readline()
            for line in lines:
                yield json.loads(line)
        finally:
            lines.detach()

    def begin(self, settings: Mapping[str, Any], **more: Any) -> None:
        """Write the header in the place of whatever is there."""
        self._file.truncate(0)
        self.append({self._kind: self._version, "settings": settings, **more}, is_forced=True)

    def require_same(self, header: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
        """Raise JournalError if work was begun with other settings."""
        before = header["settings"]
        changed = sorted(name for name in before.keys() | settings.keys() if before.get(name) != settings.get(name))
        if changed:
            what = ", ".join(f"{name} was {_shown(before.get(name))}" for name in changed)
            raise JournalError(
                f"can't resume with other settings ({what}): give the same ones, or {self._anew} to begin anew"
            )

    def append(self, data: dict[str, Any], *, is_forced: bool) -> None:
        """Add a line. No kill loses it; with ``is_forced`` no power cut either, which waits for the disk.

        Raises OSError that names the file.
        """
        write_whole(self._file, json.dumps(data).encode() + b"\n")
        if is_forced:
            os.fsync(self._file.fileno())

    def abandon(self) -> None:
        """Close the file; one that this run began is deleted."""
        self.close()
        if self.is_new:
            self.path.unlink(missing_ok=True)

    def delete(self) -> None:
        """Close the file and delete it: the work is done."""
        self.close()
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file and free it for other runs."""
        self._file.close()


def _parsed(line: bytes) -> Any:
    """Parse a line; DAMAGED if it was cut off or isn't JSON."""
    try:
        return json.loads(line) if line.endswith(b"\n") else DAMAGED
    except (ValueError, RecursionError):
        return DAMAGED


def _shown(value: Any) -> str:
    return "not given" if value is None else str(value)
