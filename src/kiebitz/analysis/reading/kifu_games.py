"""Records of shogi as games of archives: read by ``kifu``, and from there on what games of PGN are.

A file is a record of shogi by the end of its name (``SUFFIXES`` of ``kifu.writing``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import chess.pgn

from kiebitz.analysis.reading.archive import ArchiveError, PgnFault, RawGame
from kiebitz.analysis.reading.reader import ReadGame, read_game
from kiebitz.commandline.encoding import EncodingError
from kiebitz.engine.positions import shogi_position_from
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Kifu, KifuError, KifuFault
from kiebitz.kifu.strategy import told_strategies
from kiebitz.kifu.writing import SUFFIXES, kifu_text

PGN_NAMES = {"棋戦": "Event", "場所": "Site", "開始日時": "Date", "戦型": "Opening"}
"""PGN's names for what records of shogi say of a game, where both mean the same."""
RESULTS = {"black": "1-0", "white": "0-1", "draw": "1/2-1/2"}
DATE_LENGTH = len("2026/11/29")


@dataclass(frozen=True, slots=True)
class RawKifu(RawGame):
    """A game of shogi; its text is KIF, whatever its file has."""

    kifu: Kifu = field(default_factory=Kifu)
    """The game, which its file's reader understood."""


def is_shogi(name: str) -> bool:
    """True if a file is a record of shogi, by its name."""
    return Path(name).suffix.lower() in SUFFIXES


def raw_kifus(path: str, report: Callable[[PgnFault], None], encoding: str | None) -> Iterator[RawKifu]:
    """The games of a file; what is wrong with the file is told. Raises ArchiveError."""

    def tell(fault: KifuFault) -> None:
        report(PgnFault(path, 0, fault.line, fault.text))

    try:
        for kifu in read_kifu(path, encoding=encoding, on_fault=tell):
            yield RawKifu(path, kifu.number, 0, _text_of(kifu), "utf-8", kifu=kifu)
    except (EncodingError, KifuError) as error:
        raise ArchiveError(str(error)) from error


def _text_of(kifu: Kifu) -> str:
    try:
        return kifu_text(kifu).text
    except ValueError:  # of a start that no game leads to
        return ""


def read_raw(raw: RawGame) -> ReadGame[chess.pgn.Game] | ReadGame[Kifu]:
    """Read a game, whichever it is, as far as that is possible."""
    if not isinstance(raw, RawKifu):
        return read_game(raw)
    kifu = raw.kifu
    faults = tuple(PgnFault(raw.file, raw.number, fault.line, fault.text) for fault in kifu.faults)
    try:
        shogi_position_from(kifu.sfen or "")
    except ValueError as error:
        why = f"no game leads to its start, so it isn't judged: {error}"
        faults += (raw.fault(why),) if kifu.sfen is not None else ()
        return ReadGame(raw, None, kifu.headers, faults, is_whole=False, is_game=False)
    return ReadGame(raw, kifu, kifu.headers, faults, kifu.is_whole)


def pgn_tags(kifu: Kifu) -> dict[str, str]:
    """The tags that PGN would have of a game. The result has the points of Black, who moves first, in front."""
    tags = {PGN_NAMES[name]: value for name, value in kifu.headers.items() if name in PGN_NAMES}
    if "Date" in tags:
        tags["Date"] = tags["Date"][:DATE_LENGTH].replace("/", ".")
    if "Opening" not in tags and (opening := told_strategies(kifu.moves, kifu.sfen)):
        tags["Opening"] = opening
    result = RESULTS.get(kifu.winner or "", "*")
    return {**tags, "Black": kifu.black or "?", "White": kifu.white or "?", "Result": result}
