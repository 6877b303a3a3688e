"""A tab with the board of shogi: the rules, records read, and the engine's lines.

The tab keeps its game and says it with each question, so nothing is remembered here, and a tab that comes back after
its connection was lost asks as before. One search runs at a time.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import DEFAULT_NODES
from kiebitz.analysis.reading.kifu_games import pgn_tags
from kiebitz.analysis.report.page import ended
from kiebitz.analysis.report.words import words_for
from kiebitz.collection.schema import CollectionError
from kiebitz.commandline import shogi_picture
from kiebitz.commandline.pasted_position import pasted_shogi
from kiebitz.engine import ShogiPosition
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Line
from kiebitz.engine.positions import notation_of, shogi_position_from
from kiebitz.engine.strength import FULL_STRENGTH, Handicap, shogi_level
from kiebitz.games.live_game import LiveGame
from kiebitz.games.shogi.game import SHOGI
from kiebitz.games.shogi.record import ending_in_kif
from kiebitz.kifu.endings import ending_called
from kiebitz.kifu.names import EVEN_SIDES
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Kifu, KifuFault
from kiebitz.kifu.told_move import told_line
from kiebitz.kifu.typed_move import read_typed_move
from kiebitz.kifu.writing import KifuText, kifu_text
from kiebitz.play.opponent import Opponent
from kiebitz.play.played_game import DECLARES, RESIGNS
from kiebitz.web.judged_shogi import judged_game
from kiebitz.web.limits import Limits
from kiebitz.web.messages import Notice, Progress, language_of_shogi, refused
from kiebitz.web.mine_of_shogi import MineOfShogi
from kiebitz.web.one_work import OneWork, Work
from kiebitz.web.searches import BusyError, LeavableShogiEngine, Searches
from kiebitz.web.shogi_messages import (
    Analyse,
    Answer,
    Answered,
    Drawing,
    FindMine,
    FoundLine,
    FoundLines,
    JudgeGame,
    Load,
    Loaded,
    MineFound,
    OpenMine,
    Save,
    Saved,
    SavedMine,
    SaveMine,
    Show,
    ShownPosition,
    Type,
)
from kiebitz.web.think_messages import Enter, Rest

Send: TypeAlias = Callable[[Any], Awaitable[None]]

LINE_PLIES = 12
"""Number of plies of a line that are told."""
HASH_MB = 64
ANSWER_MS = 5_000
"""The longest time the engine takes for a move of its own."""
SAVED_AS = ("kif", "ki2", "csa", "jkf")
PLAYERS = re.compile(r"☗ (?P<black>[^;]{1,80}?) – ☖ (?P<white>[^;]{1,80}?)(?:;|$)")
"""The players in a title that ``loaded`` has made."""
STOP_S = 0.01
"""The time between two tellings of a search that is to end."""


class RefusedError(ValueError):
    """The request can't be done; the message says why."""


class ShogiTab:
    """The state of one tab."""

    def __init__(self, send: Send, limits: Limits, searches: Searches, collection: Path | None = None) -> None:
        """Answer by ``send``; ``collection`` is the file of the user's own games, None where there is none."""
        self._mine = MineOfShogi(collection)
        self._send = send
        self._limits = limits
        self._searches = searches
        self._work = OneWork()
        self._language = Language.ENGLISH

    async def close(self) -> None:
        """End what runs."""
        await self._work.rest()

    async def handle(self, message: Any) -> None:
        """Do what the tab asks, or tell it why not."""
        try:
            match message:
                case Enter(language=language):
                    self._language = language_of_shogi(language)
                    await self._send(drawing(self._limits.lines, self._language))
                case Show(start, moves, at):
                    await self._send(await self._apart(partial(shown, start, moves, at)))
                case Load(text):
                    self._check_length(len(text), self._limits.game_characters)
                    await self._send(await asyncio.to_thread(loaded, text, self._language))
                case Type(start, moves, at, text):
                    await self._send(await self._apart(partial(typed, start, moves, at, text)))
                case Analyse():
                    await self._work.begin(partial(self._in_turn, partial(self._search, message)))
                case JudgeGame(start, moves):
                    await self._work.begin(partial(self._in_turn, partial(self._judge, start, moves)))
                case Save():
                    await self._send(await asyncio.to_thread(saved, message))
                case FindMine():
                    await self._send(await asyncio.to_thread(self._found, message))
                case OpenMine(game, at):
                    text = await asyncio.to_thread(self._mine.text, game)
                    read = loaded(text, self._language)
                    await self._send(replace(read, at=min(max(at, 0), len(read.moves))))
                case SaveMine():
                    await self._send(SavedMine(await asyncio.to_thread(self._saved_mine, message)))
                case Answer():
                    await self._work.begin(partial(self._in_turn, partial(self._answer, message)))
                case Rest():
                    await self._work.rest()
        except (ValueError, CollectionError) as error:
            await self._send(refused(error))

    def _saved_mine(self, asked: SaveMine) -> int:
        """Save the game; its number. Raises ValueError and CollectionError."""
        headers = players_of(asked.title)
        if asked.game:
            before = next(read_kifu(self._mine.text(asked.game)))
            if before.moves == asked.moves:
                return asked.game
            headers = before.headers
        return self._mine.save(record_of(asked, headers, "kif").text)

    def _found(self, asked: FindMine) -> MineFound:
        position = position_at(asked.start, asked.moves, asked.at, as_written=True)
        return self._mine.found(position, asked.moves[asked.at - 1][2:4] if asked.at else None, asked.player)

    async def _answer(self, asked: Answer) -> None:
        """Choose the engine's move."""
        if not 1 <= asked.level <= FULL_STRENGTH:
            raise RefusedError(f"a level is a number from 1 to {FULL_STRENGTH}, not {asked.level}")
        position_at(asked.start, asked.moves, asked.at)
        live = LiveGame(SHOGI, asked.start, asked.moves[: asked.at])
        if live.ending is not None:
            raise RefusedError("the game is over; go back to make another move")
        level = shogi_level(asked.level)
        engine = LeavableShogiEngine(hash_mb=min(HASH_MB, self._limits.hash_mb))
        try:
            limit = Limit(movetime_ms=min(ANSWER_MS, 1000 * self._limits.search_s))
            opponent = Opponent(SHOGI, limit, Handicap(level) if level else None, engine)
            choice = await self._searches.beside(engine, partial(opponent.choose, live))
        finally:
            engine.close()
        word = {RESIGNS: "resigns", DECLARES: "declares"}.get(choice, "")
        await self._send(Answered(asked.start, asked.moves, asked.at, "" if word else choice, word))

    async def _apart(self, act: Callable[[], ShownPosition]) -> ShownPosition:
        """Run work in a thread. Raises ValueError."""
        return await asyncio.to_thread(act)

    def _check_length(self, length: int, most: int) -> None:
        if length > most:
            raise RefusedError(f"the text has {length:,} characters; {most:,} is the most")

    # ------------------------------------------------------------------ the search

    async def _in_turn(self, work: Work) -> None:
        try:
            with self._searches.one():
                await work()
        except BusyError:
            await self._send(Notice("busy", ""))
        except (ValueError, MemoryError) as error:
            await self._send(refused(error))

    async def _judge(self, start: str, moves: list[str]) -> None:
        """Judge a game move by move, and tell how far that has come."""
        if not moves:
            raise RefusedError("the game has no moves to judge; make some, or read a record")
        shogi_position_from(start, moves)
        engine = LeavableShogiEngine(hash_mb=min(HASH_MB, self._limits.hash_mb))
        loop = asyncio.get_running_loop()
        done, due = 0, asyncio.Event()

        def on_position(count: int, of: int) -> None:
            nonlocal done
            done = count
            loop.call_soon_threadsafe(due.set)

        async def report() -> None:
            while True:
                await self._send(Progress(running=True, done=done, of=len(moves) + 1))
                await due.wait()
                due.clear()

        reporter = asyncio.create_task(report())
        try:
            nodes = min(DEFAULT_NODES, self._limits.game_nodes)
            act = partial(judged_game, start, moves, engine, Limit(nodes=nodes), on_position, language=self._language)
            await self._send(await self._searches.beside(engine, act))
        finally:
            reporter.cancel()
            engine.close()

    async def _search(self, wanted: Analyse) -> None:
        """Search, and tell of each iteration."""
        position = position_at(wanted.start, wanted.moves, wanted.at)
        if SHOGI.ending(position) is not None:
            return
        limit = Limit(movetime_ms=1000 * self._limits.search_s, depth=self._limits.depth)
        count = max(1, min(wanted.lines, self._limits.lines))
        found: asyncio.Queue[list[Line] | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        engine = ShogiEngine(hash_mb=min(HASH_MB, self._limits.hash_mb))

        def search() -> None:
            """In a thread: the lines of each iteration, and None at the end."""
            lines: dict[int, Line] = {}
            try:
                for line in engine.stream(position, limit, multipv=count):
                    lines[line.rank] = line
                    if line.rank == min(count, len(notation_of(position).legal_moves(position))):
                        loop.call_soon_threadsafe(found.put_nowait, list(lines.values()))
            finally:
                loop.call_soon_threadsafe(found.put_nowait, None)

        last_target = wanted.moves[wanted.at - 1][2:4] if wanted.at else None
        tell = partial(found_lines, position, last_target)
        latest: list[Line] = []
        work = loop.run_in_executor(None, search)
        try:
            is_over = False
            while not is_over:
                # Of iterations that come faster than they are told the last one counts.
                told = [await found.get()]
                while not found.empty():
                    told.append(found.get_nowait())
                is_over = told[-1] is None
                latest = next((lines for lines in reversed(told) if lines), latest)
                if latest and not is_over:
                    await self._send(tell(latest, is_running=True))
            await asyncio.shield(work)
            if latest:
                await self._send(tell(latest, is_running=False))
        finally:
            while not work.done():
                engine.stop()  # once more: the search may just have begun
                await asyncio.wait([work], timeout=STOP_S)
            work.exception()
            engine.close()


# ---------------------------------------------------------------------------------------------- answers


def drawing(most_lines: int, language: Language) -> Drawing:
    """The data by which the page draws."""
    definitions = shogi_picture.page_definitions(is_japanese=language is Language.JAPANESE)
    svg = f"{definitions}{shogi_picture.empty_board()}"
    return Drawing(svg, shogi_picture.places_of_both_sides(), most_lines, FULL_STRENGTH)


def saved(asked: Save) -> Saved:
    """The game as a record, with the rules' ending if it has one. Raises ValueError."""
    if asked.format not in SAVED_AS:
        raise RefusedError(f"a record is saved as one of {', '.join(SAVED_AS)}, not as {asked.format}")
    written = record_of(asked, players_of(asked.title), asked.format)
    return Saved(f"kiebitz.{asked.format}", written.text, "; ".join(written.left_out))


def players_of(title: str) -> dict[str, str]:
    """The headers of the players that a title names."""
    told = PLAYERS.match(title)
    return dict(zip(EVEN_SIDES, (told["black"], told["white"]), strict=True)) if told else {}


def record_of(asked: Save | SaveMine, headers: dict[str, str], form: str) -> KifuText:
    """A tab's game as a record in a format. Raises ValueError."""
    live = LiveGame(SHOGI, asked.start, asked.moves)
    ending = ending_in_kif(live.ending, live.turn) if live.ending else ending_called(asked.ending)
    kifu = Kifu.of_moves(asked.moves, shogi_position_from(asked.start).sfen(), ending)
    return kifu_text(replace(kifu, headers=headers), form)


def position_at(start: str, moves: list[str], at: int, *, as_written: bool = False) -> ShogiPosition:
    """The position after ``at`` moves of a game; its start as for ``shogi_position_from``. Raises ValueError."""
    if not 0 <= at <= len(moves):
        raise RefusedError(f"there is no position after move {at}; the game has {len(moves)} moves")
    return shogi_position_from(start, moves[:at], as_written=as_written)


def shown(start: str, moves: list[str], at: int) -> ShownPosition:
    """A position of a game, from any start that a record may have. Raises ValueError for one that can't be played."""
    told = told_line(shogi_position_from(start, as_written=True), moves, None)
    position = position_at(start, moves, at, as_written=True)
    end = SHOGI.ending(position)
    return ShownPosition(
        start=start,
        moves=moves,
        at=at,
        sfen=position.sfen(),
        is_black_to_move=position.turn,
        legal=[] if end else notation_of(position).legal_moves(position),
        told=[list(move) for move in told],
        is_check=position.is_check,
        ending=end.cause if end else "",
        winner="" if end is None or end.winner is None else "black" if end.winner else "white",
        may_declare=end is None and SHOGI.may_declare(position),
    )


def typed(start: str, moves: list[str], at: int, text: str) -> ShownPosition:
    """The position after a move that was typed; the game goes on from there. Raises ValueError."""
    position = position_at(start, moves, at, as_written=True)
    if SHOGI.ending(position) is not None:
        raise RefusedError("the game is over; go back to make another move")
    move = read_typed_move(position, text, moves[at - 1][2:4] if at else None)
    # Who plays the move that the game has goes on in it.
    rest = moves if at < len(moves) and moves[at] == move else [*moves[:at], move]
    return shown(start, rest, at + 1)


def loaded(text: str, language: Language) -> Loaded:
    """The game or position of a text, its end told in a language. Raises ValueError for what is neither."""
    if pasted := pasted_shogi(text):
        start, moves = shogi_position_from(pasted.start).sfen(), pasted.moves
        shogi_position_from(start, moves)
        return Loaded(start, moves, len(moves), "", "")
    faults: list[KifuFault] = []
    # A text of one line would be the path of a file, which a tab has no business with.
    for kifu in read_kifu(f"{text}\n", on_fault=faults.append):
        if kifu.sfen is not None:
            players = f"☗ {kifu.black or '?'} – ☖ {kifu.white or '?'}"
            said = {"result": pgn_tags(kifu)["Result"], "moves": kifu.moves}
            ending = ended({**said, "ending": kifu.ending}, words_for(language, "shogi")) if kifu.ending else ""
            told = [players, ending, *(fault.text for fault in kifu.faults)]
            return Loaded(kifu.sfen, kifu.moves, 0, "; ".join(filter(None, told)), str(kifu.ending or ""))
        faults += kifu.faults
    raise RefusedError(
        "the text holds no position or game of shogi; paste an SFEN, or a record in KIF, KI2, CSA or JKF"
    )


def found_lines(position: ShogiPosition, last_target: str | None, lines: list[Line], *, is_running: bool) -> FoundLines:
    """The lines of a search, told."""
    best = lines[0]
    return FoundLines(
        sfen=position.sfen(),
        depth=best.depth,
        nodes=max(line.nodes for line in lines),
        nodes_per_second=best.nodes_per_second,
        hashfull=best.hashfull,
        is_running=is_running,
        lines=[_found_line(position, last_target, line) for line in sorted(lines, key=lambda line: line.rank)],
    )


def _found_line(position: ShogiPosition, last_target: str | None, line: Line) -> FoundLine:
    moves = list(line.moves[:LINE_PLIES])
    told = told_line(position, moves, last_target)
    score = line.white_score
    bound = line.bound if line.turn or line.bound == "exact" else {"lower": "upper", "upper": "lower"}[line.bound]
    return FoundLine(
        centipawns=score.centipawns,
        mate=score.mate,
        bound=bound,
        moves=moves,
        japanese="".join(move.japanese for move in told),
        western=" ".join(move.western for move in told),
    )
