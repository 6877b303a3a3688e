"""``kiebitz.write_kifu``: records as KIF, KI2, CSA or JKF, and what these have no room for.

KIF holds all of a record but parts of a second. KI2 holds no times, CSA no branches, CSA and JKF no bookmarks,
Shift_JIS not all characters. What is left out is handed back in words: whoever writes can say so.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from kiebitz.kifu.csa_writer import csa_text
from kiebitz.kifu.encoding import DECLARED, encode, encoding_of
from kiebitz.kifu.jkf_writer import jkf_text
from kiebitz.kifu.kif_writer import ki2_lines, kif_lines
from kiebitz.kifu.losses import Losses
from kiebitz.kifu.record import Kifu, KifuError
from kiebitz.processes.whole_file import whole_file

FORMATS = {".kif": "kif", ".kifu": "kif", ".ki2": "ki2", ".ki2u": "ki2", ".csa": "csa", ".jkf": "jkf"}
"""How a file is written, by the end of its name."""
SUFFIXES = tuple(FORMATS)


class KifuText(NamedTuple):
    """A record as text."""

    text: str
    left_out: tuple[str, ...]
    """The parts the format has no room for, in words; empty if there are none."""


def is_record(file: str | Path) -> bool:
    """True if a file is a record of shogi, by its name."""
    return Path(file).suffix.lower() in SUFFIXES


def kifu_text(kifu: Kifu | Iterable[Kifu], format: str = "kif", encoding: str = "utf-8") -> KifuText:
    """A record as text in ``kif``, ``ki2``, ``csa`` or ``jkf``; several, if it is CSA.

    The encoding is what the first line calls it; JKF has no such line. Raises KifuError for what can't be written, and
    ShogiMoveError for a record with an illegal move.
    """
    games = [kifu] if isinstance(kifu, Kifu) else list(kifu)
    if format not in FORMATS.values():
        raise KifuError(f"there is no format {format[:20]!r}; write 'kif', 'ki2', 'csa' or 'jkf'")
    if format != "csa" and len(games) != 1:
        raise KifuError(f"{format.upper()} holds one game a file, and there are {len(games)}; CSA holds several")
    if not games:
        raise KifuError("there is no game to write")
    losses = Losses()
    name = DECLARED[encoding_of(Path(), encoding)]
    if format == "csa":
        text = csa_text(games, name, losses)
    elif format == "jkf":
        text = jkf_text(games[0], losses)
    else:
        lines = (kif_lines if format == "kif" else ki2_lines)(games[0], name, losses)
        text = "".join(f"{line}\n" for line in lines)
    return KifuText(text, losses.all)


def write_kifu(
    kifu: Kifu | Iterable[Kifu], path: str | os.PathLike[str], encoding: str | None = None
) -> tuple[str, ...]:
    """Write a record to a file, whole or not at all; what the file has no room for, in words.

    The name says how: .kif and .ki2 in Shift_JIS, .kifu, .ki2u, .csa and .jkf in UTF-8, unless ``encoding`` says
    otherwise. Several records go to one .csa file. Raises KifuError for what can't be written, ShogiMoveError for a
    record with an illegal move, and OSError.
    """
    file = Path(path)
    data, left_out = kifu_data(kifu, file, encoding)
    with whole_file(file) as output:
        output.write(data)
    return left_out


def kifu_data(kifu: Kifu | Iterable[Kifu], file: Path, encoding: str | None = None) -> tuple[bytes, tuple[str, ...]]:
    """The text ``write_kifu`` writes to a file, and what the file has no room for, in words. Raises as that."""
    format = FORMATS.get(file.suffix.lower())
    if format is None:
        raise KifuError(f"{file.name}: a record's name ends with one of {', '.join(SUFFIXES)}")
    encoding = encoding_of(file, encoding)
    text, left_out = kifu_text(kifu, format, encoding)
    data, missing = encode(text, encoding)
    return data, (*left_out, missing) if missing else left_out
