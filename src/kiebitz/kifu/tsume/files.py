"""Tsume problems as files: a line of SFEN each, a folder of KIF, a page to solve them from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from kiebitz.commandline import shogi_picture
from kiebitz.commandline.printed_page import document
from kiebitz.commandline.shogi_board import ShogiBoard
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.kifu.record import Ending, Kifu
from kiebitz.kifu.told_move import told_line
from kiebitz.kifu.tsume.making import Tsume
from kiebitz.kifu.writing import write_kifu
from kiebitz.processes.whole_file import whole_file

STYLE = """
body { max-width: 78rem } h1 { grid-column: 1 / -1; margin: 0 } summary { cursor: pointer }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: 1.5rem }
figure { margin: 0; break-inside: avoid } .board { width: 100% } .definitions { position: absolute }
"""
TITLE = "詰将棋"
"""Tsume problems; ``5手詰`` is a mate in five plies."""


class TsumeFileError(ValueError):
    """A file that problems can't be written to."""


def writer_for(path: Path) -> Callable[[Sequence[Tsume]], None]:
    """The writer of problems, by a file's name: .sfen, .html, or a folder of KIF. Raises TsumeFileError.

    The writer raises OSError.
    """
    writers = {".sfen": as_sfen, ".html": as_page}
    if is_folder(path):
        return lambda problems: _write_folder(path, problems)
    if path.suffix not in writers:
        raise TsumeFileError(f"{path}: tsume problems are written as {', '.join(writers)}, or to a folder (no ending)")
    return lambda problems: _write(path, writers[path.suffix](problems))


def is_folder(path: Path) -> bool:
    """True if problems are written into a folder of this name: one that is there, or a name without an ending."""
    return not path.suffix or path.is_dir()


def numbered_in(folder: Path) -> list[Path]:
    """The files of a folder that have names as problems get there, by name."""
    return sorted(path for path in folder.glob("*.kif") if path.stem.isdecimal())


def as_sfen(problems: Sequence[Tsume]) -> bytes:
    """A line each: the SFEN, a tab, and its main line. With USI's ``moves`` between them it would be the mate's end."""
    return "".join(f"{each.sfen}\t{' '.join(each.moves)}\n" for each in problems).encode()


def as_record(problem: Tsume) -> Kifu:
    """A problem as a game record, its main line to the mate."""
    return Kifu.of_moves(problem.moves, problem.sfen, Ending.MATE, 表題=f"{problem.plies}手詰")


def as_page(problems: Sequence[Tsume]) -> bytes:
    """A page of diagrams, which shows a solution when it is asked to; Black moves."""
    figures = []
    for number, each in enumerate(problems, 1):
        label = f"{number}. {each.plies}手詰"
        told = told_line(ShogiPosition(each.sfen), each.moves, None)
        drawn = shogi_picture.diagram(ShogiBoard.of(each.sfen), (), escape(f"{label}: {each.sfen}"))
        solution = f"{' '.join(move.japanese for move in told)}<br>{' '.join(move.western for move in told)}"
        figures.append(
            f"<figure>{drawn}<figcaption><details><summary>{label}</summary>{solution}</details></figcaption></figure>"
        )
    body = f"{shogi_picture.page_definitions(is_japanese=True)}<h1>{TITLE}</h1>{''.join(figures)}"
    return document(TITLE, body, "ja", STYLE + shogi_picture.PAGE_STYLE).encode()


def _write(path: Path, data: bytes) -> None:
    with whole_file(path) as file:
        file.write(data)


def _write_folder(folder: Path, problems: Sequence[Tsume]) -> None:
    folder.mkdir(exist_ok=True)
    digits = max(3, len(str(len(problems))))
    for number, each in enumerate(problems, 1):
        write_kifu(as_record(each), folder / f"{number:0{digits}}.kif")
