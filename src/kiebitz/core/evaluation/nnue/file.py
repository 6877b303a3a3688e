"""A network of Stockfish as a file: its parts, the proof that none of its sums overflows, and where programs keep it.

Little endian: version, hash, the length of a text, and the text; a hash, biases and rows in 16 bits, the worths of the
men (PSQT) in 32; for each of eight stacks a hash and three layers, biases in 32 bits and weights in 8. The numbers are
what the authors of Stockfish trained; none of them comes with Kiebitz. ``half_ka`` says what they mean.

Sources: Nasu 2018 (efficiently updatable networks), Stockfish 15 (``HalfKAv2_hm``, the layout).
"""

from __future__ import annotations

import os
import struct
import sys
from hashlib import sha256
from pathlib import Path

from kiebitz.core.evaluation.deep import LAYER_1, LAYER_2
from kiebitz.core.evaluation.nnue.half_ka import HALF, INPUTS, STACKS, HalfKA

VERSION = 0x7AF32F20
MAGIC = struct.pack("<I", VERSION)
HEADER = struct.Struct("<III")
"""Version, hash of the architecture, bytes of the text."""
ARCHITECTURE = 0x1C102EF2
"""The hash of the one that is read: 22,528 rows of 1,024, eight stacks of 16, 32 and 1."""
NAME = "HalfKAv2_hm, 1,024 x 2, of Stockfish 15 and 15.1"
MOST_TEXT = 1000
HASH = 4
"""Bytes before each part that say which it is."""
FIRST = (2 * HALF, 2 * HALF * INPUTS, 4 * STACKS * INPUTS)
"""Bytes of the biases, the rows and the worths."""
STACK = 4 * LAYER_1 + LAYER_1 * HALF + 4 * LAYER_2 + LAYER_2 * LAYER_2 + 4 + LAYER_2
"""Bytes of a stack: biases and weights of its three layers."""
BODY = HASH + sum(FIRST) + STACKS * (HASH + STACK)
"""Bytes behind the text."""


class NnueError(ValueError):
    """Bytes that are no network of Stockfish that can be read here; the message says why, and what helps."""


def is_nnue(path: str | os.PathLike[str]) -> bool:
    """True if a file is there that begins as one of Stockfish does."""
    path = Path(path)
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False


def name_of(data: bytes) -> str:
    """Stockfish's name for a network: made of its SHA-256."""
    return f"nn-{sha256(data).hexdigest()[:12]}.nnue"


def nnue_of(data: bytes) -> HalfKA:
    """The network in the bytes of a file. Raises NnueError."""
    if not data.startswith(MAGIC) or len(data) < HEADER.size:
        raise NnueError("this is no network of Stockfish; 'kiebitz teacher cut' takes one out of the installed program")
    if sys.byteorder != "little":
        raise NnueError("networks of Stockfish are read on little-endian processors alone")
    _, architecture, text = HEADER.unpack_from(data)
    if architecture != ARCHITECTURE:
        raise NnueError(
            f"this network of Stockfish has another architecture ({architecture:#010x}) than the one that can be read:"
            f" {NAME}"
        )
    size = HEADER.size + text + BODY
    if len(data) != size:
        raise NnueError(f"the network of Stockfish has {len(data):,} bytes, not {size:,}: copy the file anew")
    at = HEADER.size + text + HASH
    parts = []
    for part in FIRST:
        parts.append(data[at : at + part])
        at += part
    stacks = b"".join(data[at + number * (HASH + STACK) + HASH :][:STACK] for number in range(STACKS))
    try:
        return HalfKA((*parts, stacks), name_of(data), data)
    except OverflowError as error:
        raise NnueError(f"the network of Stockfish {error}: it is damaged; copy the file anew") from None


def read_nnue(path: str | os.PathLike[str]) -> HalfKA:
    """Read a network of Stockfish. Raises NnueError, which names the file."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            # A pipe would keep its reader waiting.
            raise NnueError("this is no file")
        with path.open("rb") as file:
            return nnue_of(file.read(HEADER.size + MOST_TEXT + BODY + 1))
    except OSError as error:
        raise NnueError(f"can't read the network {path}: {error.strerror}") from error
    except NnueError as error:
        raise NnueError(f"{path}: {error}") from error


def cut_nnue(program: bytes) -> bytes:
    """The network inside a program, as its file would have it. Raises NnueError if there is none that can be read."""
    begin = HEADER.pack(VERSION, ARCHITECTURE, 0)[:8]
    at = program.find(begin)
    while at >= 0:
        if at + HEADER.size <= len(program):
            _, _, text = HEADER.unpack_from(program, at)
            end = at + HEADER.size + text + BODY
            if text <= MOST_TEXT and end <= len(program):
                return program[at:end]
        at = program.find(begin, at + 1)
    raise NnueError(f"no network in it that can be read; give a program with {NAME} (Debian's package holds one)")
