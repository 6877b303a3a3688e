"""Records of shogi as games of archives: read by ``kifu``, and from there on what games of PGN are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import IO, ClassVar

import chess.pgn

from kiebitz.analysis.reading.archive import ArchiveError, PgnFault, RawGame
from kiebitz.analysis.reading.reader import ReadGame, read_game
from kiebitz.commandline.encoding import EncodingError
from kiebitz.engine.line import GameName
from kiebitz.engine.positions import shogi_codes, shogi_position_from
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Kifu, KifuError, KifuFault
from kiebitz.kifu.strategy import in_english, told_strategies
from kiebitz.kifu.writing import kifu_text

PGN_NAMES = {"棋戦": "Event", "場所": "Site", "開始日時": "Date", "戦型": "Opening"}
"""PGN's names for what records of shogi say of a game, where both mean the same."""
RESULTS = {"black": "1-0", "white": "0-1", "draw": "1/2-1/2"}
DATE_LENGTH = len("2026/11/29")


@dataclass(frozen=True, slots=True)
class RawKifu(RawGame):
    """A game of shogi; its text is KIF, whatever its file has."""

    kifu: Kifu = field(default_factory=Kifu)
    """The game, which its file's reader understood."""


@dataclass(frozen=True, slots=True)
class KifuGame:
    """The main line of a game of shogi, under the names that ``PgnGame`` gives one of chess."""

    game: ClassVar[GameName] = "shogi"
    chess960: ClassVar[bool] = False

    raw: RawGame
    """Its text as KIF, and where it stands."""
    tags: dict[str, str]
    """By PGN's names (see ``pgn_tags``)."""
    result: str
    """The points of Black, who moves first, in front."""
    moves: tuple[str, ...]
    """As USI text."""
    packed_moves: bytes
    """The moves, 16 bits each in the machine's order, as the core has them."""
    faults: tuple[PgnFault, ...]
    is_whole: bool
    """True if all lines were understood to their ends."""
    fen: str
    """Where the game starts: an SFEN."""

    @property
    def plies(self) -> int:
        """Number of moves read."""
        return len(self.moves)

    @property
    def opening(self) -> str:
        """Its name by the record or, if that has none, both sides' openings and castles by where men stand."""
        return self.tags.get("Opening", "")


class KifuGames(Iterator[KifuGame]):
    """The games of files, as far as these can be opened; those that no game leads to the start of are told of."""

    def __init__(self, paths: Iterable[str], report: Callable[[PgnFault], None], encoding: str | None) -> None:
        self.failure: ArchiveError | None = None
        """Why a file can't be read: there the games end. Those before are whole."""
        self._games = self._read(paths, report, encoding)

    def __next__(self) -> KifuGame:
        return next(self._games)

    def _read(
        self, paths: Iterable[str], report: Callable[[PgnFault], None], encoding: str | None
    ) -> Iterator[KifuGame]:
        try:
            yield from kifu_games(chain.from_iterable(raw_kifus(path, report, encoding) for path in paths), report)
        except ArchiveError as error:
            self.failure = error


def kifu_games(raws: Iterable[RawKifu], report: Callable[[PgnFault], None]) -> Iterator[KifuGame]:
    """Games whose start some game leads to; those of others are told of."""
    for raw in raws:
        read = read_raw(raw)
        if not isinstance(read.game, Kifu) or read.game.sfen is None:
            for fault in (*read.faults, raw.fault("left out")):
                report(fault)
            continue
        kifu, tags = read.game, pgn_tags(read.game)
        yield KifuGame(
            RawGame(raw.file, raw.number, raw.line, raw.text, raw.encoding),
            tags,
            tags["Result"],
            tuple(kifu.moves),
            shogi_codes(kifu.moves, read.game.sfen),
            read.faults,
            read.is_whole,
            read.game.sfen,
        )


def raw_kifu(file: str, number: int, text: str) -> RawKifu:
    """A game whose text is known as KIF; what is wrong with it stands in it."""
    kifu = next(read_kifu(text.encode("utf-8", "replace"), encoding="utf-8", on_fault=lambda fault: None), Kifu())
    return RawKifu(file, number, 1, text, "utf-8", kifu=kifu)


def opening_words(opening: str) -> str:
    """The name of an opening as it may be asked for: also in English where it is one of shogi's."""
    english = in_english(opening)
    return opening if english == opening else f"{opening} {english}"


def raw_kifus(path: str | IO[bytes], report: Callable[[PgnFault], None], encoding: str | None) -> Iterator[RawKifu]:
    """The games of a file, by its path or open; what is wrong with it is told. Raises ArchiveError."""
    name = path if isinstance(path, str) else ""

    def tell(fault: KifuFault) -> None:
        report(PgnFault(name, 0, fault.line, fault.text))

    try:
        for kifu in read_kifu(path, encoding=encoding, on_fault=tell):
            yield RawKifu(name, kifu.number, 0, _text_of(kifu), "utf-8", kifu=kifu)
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
