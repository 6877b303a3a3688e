"""Files that are there whole or not at all, whatever happens while they are written.

What is written lies beside the file until it is whole, under a name that no other writer has at that time: two writers
of one file never meet, and the one that ends last has the file. A writer holds a lock on what it writes, so that what
a killed one left is known by being unlocked, and written over by the next, or swept away. A name that somebody else has
taken, with a link perhaps, is left alone: nobody chooses what is written over.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import BinaryIO

from kiebitz.processes.file_lock import CAN_LOCK, try_lock

SUFFIX = ".unfinished"
ROOMY_BYTES = 224
"""Of a name that leaves room for what is added, where 255 are the most."""
RANDOM_BYTES = 4
FOR_ALL = 0o666
"""Less what the user's umask takes away."""
FOR_ME = 0o600
"""The mode of files that are nobody's business but the user's."""
CAN_SET_MODE = hasattr(os, "fchmod")
NOT_BY_A_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


@contextmanager
def whole_file(path: Path, mode: int = FOR_ALL) -> Iterator[BinaryIO]:
    """A file to write that takes its place when the block is left, and is on the disk then; ``mode`` says for whom.

    One that takes the place of an old file is for those whom that was for. If the block is left by an exception, the
    old file stays as it is. Raises OSError.
    """
    unfinished, file = _begun(path, mode)
    try:
        with file:
            if mode == FOR_ALL and CAN_SET_MODE and path.is_file():
                os.fchmod(file.fileno(), stat.S_IMODE(path.stat().st_mode))
            yield file
            file.flush()
            os.fsync(file.fileno())
            if CAN_LOCK:
                unfinished.replace(path)  # while it is locked: nobody takes it for what was left
        if not CAN_LOCK:
            unfinished.replace(path)  # Windows moves no open file
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    _settle(path.parent)


def sweep(folder: Path) -> None:
    """Delete what killed writers left in a folder; what is being written stays."""
    for unfinished in folder.glob(f"*{SUFFIX}*"):
        try:
            if file := _locked(unfinished, FOR_ME):
                with file:
                    unfinished.unlink(missing_ok=True)
        except (OSError, NotImplementedError):
            continue


def _begun(path: Path, mode: int) -> tuple[Path, BinaryIO]:
    """An empty file beside ``path`` that nobody else writes. Raises OSError."""
    name = _with_room(path.name)
    for number in count(1) if CAN_LOCK else ():
        unfinished = path.with_name(f"{name}{SUFFIX}{'' if number == 1 else number}")
        try:
            if file := _locked(unfinished, mode):
                return unfinished, file
        except NotImplementedError:
            break
    unfinished = path.with_name(f"{name}.{secrets.token_hex(RANDOM_BYTES)}{SUFFIX}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOT_BY_A_LINK
    return unfinished, open(os.open(unfinished, flags, mode), "wb")


def _with_room(name: str) -> str:
    """A name to which a suffix can be added: one near a file system's longest is cut, and told by a digest."""
    encoded = os.fsencode(name)
    if len(encoded) <= ROOMY_BYTES:
        return name
    digest = blake2b(encoded, digest_size=RANDOM_BYTES).hexdigest()
    return f"{encoded[: ROOMY_BYTES - len(digest)].decode(errors='ignore')}{digest}"


def _locked(unfinished: Path, mode: int) -> BinaryIO | None:
    """The file of this name, locked and empty; None if another writer has it.

    Raises OSError, and NotImplementedError where files can't be locked, as on some file systems of networks, and where
    somebody else has put something there.
    """
    while True:
        try:
            file = open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | NOT_BY_A_LINK, mode), "wb")  # noqa: SIM115
        except OSError as error:
            if unfinished.is_symlink() or (error.errno in (errno.EISDIR, errno.EACCES) and unfinished.exists()):
                raise NotImplementedError from error
            raise
        if not _is_own(os.fstat(file.fileno())):
            file.close()
            raise NotImplementedError
        try:
            if not try_lock(file):
                file.close()
                return None
            if _is_named(file, unfinished):
                file.truncate(0)
                return file
            file.close()  # its writer gave it its place before it was locked here
        except OSError as error:
            file.close()
            unfinished.unlink(missing_ok=True)
            raise NotImplementedError from error


def _is_own(status: os.stat_result) -> bool:
    """True if a file is this user's, and has no other name."""
    is_mine = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return stat.S_ISREG(status.st_mode) and is_mine and status.st_nlink <= 1


def _is_named(file: BinaryIO, path: Path) -> bool:
    """True if an open file has this name still."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _settle(folder: Path) -> None:
    """Have the disk know which file has the name now, where a folder can be asked for that. Raises OSError."""
    if not CAN_LOCK:  # nor can Windows open a folder
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return  # a folder that may be written but not read
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some file systems of networks have no such thing
            raise
    finally:
        os.close(descriptor)
