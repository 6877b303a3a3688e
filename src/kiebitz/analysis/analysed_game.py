"""``kiebitz.analyse_game``: what ``kiebitz analyse`` does with one game, for Python programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from itertools import islice
from typing import Any

import chess.pgn

from kiebitz.analysis.archive_run.record import game_record, outcome_record, status_of
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging import annotate
from kiebitz.analysis.judging.annotate import AnalysisSettings, GameAnalysis, export, write_into
from kiebitz.analysis.judging.position_limit import position_limit
from kiebitz.analysis.reading.archive import PgnFault
from kiebitz.analysis.reading.game_source import TEXT_NAME, GameSource, games_of
from kiebitz.analysis.reading.games import PgnGame
from kiebitz.analysis.reading.reader import read_game
from kiebitz.analysis.reading.tags import unescaped
from kiebitz.engine import Engine
from kiebitz.engine.judge import Judge
from kiebitz.engine.limit import LimitLike
from kiebitz.engine.tablebase import Tablebase

FRAME_PIXELS = 900
"""How high a notebook shows a report."""


@dataclass(frozen=True, slots=True)
class AnalysedGame:
    """An annotated game and its analysis."""

    game: chess.pgn.Game
    """The game with evaluations, marks and better lines: a tree of its own."""
    analysis: GameAnalysis
    """Each move's value, loss and judgement, and how both played: ``analysis.white.accuracy``."""
    headers: dict[str, str]
    """Its tags as they were before, with PGN's escapes undone."""
    faults: tuple[PgnFault, ...]
    """The faults of the text the game was read from."""
    is_whole: bool
    """True if the game was understood to its end; else it was analysed up to there."""

    def __repr__(self) -> str:
        """In one line: the game is ``pgn``, what is thought of it ``analysis``."""
        white, black = self.analysis.white, self.analysis.black
        marks = ", ".join(
            f"{getattr(white, kind)} and {getattr(black, kind)} {kind}"
            for kind in ("inaccuracies", "mistakes", "blunders")
        )
        return f"AnalysedGame({f'{white.name} - {black.name}'!r}, {len(self.analysis.moves)} moves; {marks})"

    @property
    def pgn(self) -> str:
        """The annotated game as PGN."""
        return export(self.game)

    @property
    def record(self) -> dict[str, Any]:
        """The whole as plain data for JSON: what ``kiebitz analyse --json`` prints, but for the place in a file."""
        outcome = outcome_record(status_of(self.is_whole), self.headers, self.analysis)
        return game_record(outcome, self.headers, self.game.board().fen(), self.analysis, self.faults)

    def to_html(self, language: Language | str = Language.ENGLISH) -> str:
        """A report as one web page that needs nothing else: what ``kiebitz analyse --html`` writes.

        Raises ValueError for an unknown language.
        """
        from kiebitz.analysis.report.page import game_page

        return game_page(self.record, Language(language))

    def _repr_html_(self) -> str:
        """The view in notebooks: the report, in a frame of its own, in the language of its reasons."""
        page = self.to_html(self.analysis.words or Language.ENGLISH)
        frame = f'width="100%" height="{FRAME_PIXELS}" sandbox="allow-scripts" style="border:0"'
        return f'<iframe srcdoc="{escape(page)}" {frame}></iframe>'


def analyse_game(
    game: chess.pgn.Game | PgnGame | GameSource,
    limit: LimitLike | None = None,
    *,
    multipv: int = 1,
    words: Language | str | None = Language.ENGLISH,
    engine: Judge | None = None,
    tablebase: Tablebase | None = None,
    on_position: Callable[[int, int], None] = lambda done, of: None,
) -> AnalysedGame:
    """Analyse a game and annotate a copy of it.

    ``game`` is python-chess's, one of ``read_games``, or a source of one: PGN as text or bytes, the path of a file, or
    an open one. ``limit`` is for each position: nodes, depth or movetime_ms; by default 300,000 nodes.
    ``words`` is the language ("en", "de") in which marks are explained (see ``MoveAnalysis.reasons``); None: they are
    not. ``engine``, which forgets what it has learned, searches: an ``Engine``, or another program as a ``UciEngine``;
    else one is made for the game. ``tablebase``, if
    given, judges what it knows. ``on_position`` is told after each search how many positions are done, of how many.

    Raises ArchiveError for a file that can't be read, ValueError for a source that isn't one game, a variant of chess,
    an unknown language, another limit or a damaged table, FenError for an impossible position, and RuntimeError while
    the engine searches for somebody else. Ctrl-C ends the analysis and leaves the engine usable.
    """
    settings = AnalysisSettings(position_limit(limit), multipv, words=None if words is None else Language(words))
    faults: tuple[PgnFault, ...] = ()
    if isinstance(game, chess.pgn.Game):
        copy, is_whole = game.accept(chess.pgn.GameBuilder()), not game.errors
    else:
        copy, faults, is_whole = _read(game)
    if engine is None:
        with Engine() as own:
            analysis = annotate.analyse_game(copy, own, settings, on_position, tablebase)
    else:
        analysis = annotate.analyse_game(copy, engine, settings, on_position, tablebase)
    headers = unescaped(copy.headers)
    write_into(copy, analysis)
    return AnalysedGame(copy, analysis, headers, faults, is_whole)


def _read(source: PgnGame | GameSource) -> tuple[chess.pgn.Game, tuple[PgnFault, ...], bool]:
    """The game of a source, what is wrong with it, and whether it is whole.

    Raises ArchiveError, ValueError if it isn't one game, and TypeError for what is no source.
    """
    told: list[PgnFault] = []
    raws = [source.raw] if isinstance(source, PgnGame) else list(islice(games_of(source, told.append), 2))
    if len(raws) != 1:
        many = "several games" if raws else "no game"
        where = "in the text" if not raws or raws[0].file == TEXT_NAME else f"in {raws[0].file}"
        raise ValueError(f"{many} {where}; give one at a time, as kiebitz.read_games hands them out")
    read = read_game(raws[0])
    if read.game is None:
        raise ValueError("; ".join(fault.text for fault in read.faults))
    return read.game, (*told, *read.faults), read.is_whole
