"""One tab: what it asks for, and what it is told.

The tab has the game. A session reads texts for it, keeps what it has made, and has a ``Thinker`` for the position that
it is at; beside that, the whole game may be analysed in the background. Its messages are handled one after the other. A
game may be long, so what goes through it is done in a thread: other tabs don't wait for it.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

import chess
import chess.pgn

from kiebitz.analysis.analysed_game import AnalysedGame
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import write_into
from kiebitz.analysis.judging.main_line import playable_moves
from kiebitz.commandline.typed_move import MoveTextError, read_move
from kiebitz.engine.tablebase import TablebaseError
from kiebitz.programs.description import read_program
from kiebitz.programs.uci_engine import ProgramFailure
from kiebitz.web.apart import Apart
from kiebitz.web.broadcast import Broadcast
from kiebitz.web.followed import Followed
from kiebitz.web.game_error import GameError
from kiebitz.web.game_list import START, GameList
from kiebitz.web.kept_games import ConflictError, GameKeeper, stamp_of
from kiebitz.web.lesson import Lesson
from kiebitz.web.limits import Limits
from kiebitz.web.messages import (
    VERSION,
    AnalyseGame,
    Annotate,
    Annotated,
    AskClass,
    Attempt,
    Choose,
    Examine,
    Explain,
    Forget,
    FromTab,
    Games,
    Go,
    Hello,
    Judged,
    Keep,
    Kept,
    KeptGames,
    LeaveAnalysis,
    List,
    Load,
    Move,
    MoveRead,
    Notice,
    Present,
    Presented,
    Progress,
    Read,
    Resume,
    Search,
    Settings,
    Threat,
    Tree,
    Unfollow,
    Welcome,
    language_of,
    refused,
)
from kiebitz.web.searches import BusyError, Searches
from kiebitz.web.shown_position import shown_position
from kiebitz.web.sources import Sources
from kiebitz.web.stored_judgement import stored_judgement
from kiebitz.web.thinking import Send, Thinker
from kiebitz.web.told_game import ReadGame, examined, position_in
from kiebitz.web.whole_game import WholeGames

JUDGE_CHARACTERS = 60
"""The name of a program in the list of judges, at most."""


WORDS_CHARACTERS = 1_000
"""Of what a page says of a move, at most."""
SHAPE = re.compile(r"[GRYB](?:[a-h][1-8]){1,2}")
MOST_SHAPES = 64 * 64


def title_of(program: str) -> str:
    """A program's name in the list of judges."""
    return read_program(program).file_name[:JUDGE_CHARACTERS]


@dataclass(frozen=True, slots=True)
class Shared:
    """State that all tabs share."""

    limits: Limits
    searches: Searches
    whole_games: WholeGames
    keeper: GameKeeper | None
    """The keeper of changes; None: nobody keeps them."""
    first: str = START
    """The game or position that new tabs begin with."""
    sources: Sources = field(default_factory=Sources)
    """The sources that positions are looked up in."""
    followed: Followed | None = None
    """A text that tabs follow as it grows."""
    broadcast: Broadcast = field(default_factory=Broadcast)
    """The broadcast that lets others look on."""
    lesson: Lesson | None = None
    """The class that looks on; None: there is none."""
    judges: tuple[str, ...] = ()
    """Programs that may judge whole games beside ours, as ``COMMAND;OPTION=VALUE``."""
    apart: Apart = field(default_factory=Apart)
    """Threads for what takes time in a long game."""
    looking_up: Apart = field(default_factory=lambda: Apart(1, "kiebitz-sources"))
    """Threads that look positions up: damaged tables may keep one long, and nothing else is to wait for that."""


class Session:
    """The state of one tab."""

    def __init__(self, send: Send, shared: Shared) -> None:
        """Answer by ``send``."""
        self._send = send = shared.broadcast.relayed(send)
        self._shared = shared
        self._is_following = False
        self._is_at_end = False
        """True if the tab is where the file that it follows ends."""
        self._limits = shared.limits
        self._apart = shared.apart
        self._language = Language.ENGLISH
        # What is chosen from where a text has too many games to be chapters.
        self._games = GameList(START, ())
        self._thinker = Thinker(send, shared.limits, shared.searches, tables=shared.sources.tables)
        self._analysis: asyncio.Task[None] | None = None
        self._analysed: AnalysedGame | None = None
        """Findings of the last analysis, until the tab has them in its game."""
        # That one, and those that were left and have not come to rest.
        self._analyses: set[asyncio.Task[None]] = set()
        # Held by whoever opens something: a message, or a file that grows.
        self._turn = asyncio.Lock()

    async def close(self) -> None:
        """End what runs and give the engine back."""
        self._follow(None)
        if self._shared.lesson is not None:
            await self._shared.lesson.leave(self._send)
        try:
            await self._thinker.close()
        finally:
            for analysis in self._analyses:
                analysis.cancel()
            if self._analyses:
                await asyncio.wait(self._analyses)

    async def handle(self, message: FromTab) -> None:
        """Do what the tab asks, or tell it why not."""
        async with self._turn:
            try:
                await self._handle(message)
            except GameError as error:
                await self._send(refused(error))

    async def _handle(self, message: FromTab) -> None:
        thinker = self._thinker
        match message:
            case Hello():
                await self._begin(message)
            case Load(text):
                self._follow(None)
                await self._load(text)
            case Read(text, chapter):
                games = await asyncio.to_thread(GameList.of, text or START, self._limits)
                read = await self._apart(games.game, 1, self._limits)
                await self._show(read, read.game, chapter)
            case List(text):
                games = await asyncio.to_thread(GameList.of, text or self._shared.first, self._limits)
                if not games.are_chapters(self._limits):
                    self._games = games
                    await self._list(games, 1)
            case Choose(number):
                read = await self._apart(self._games.game, number, self._limits)
                await self._leave_analysis()
                await self._list(self._games, number)
                await self._present(read, 1)
            case Keep():
                await self._keep(message)
            case Resume(name):
                self._follow(None)
                await self._resume(name)
            case Forget(name):
                if self._shared.keeper:
                    self._shared.keeper.forget(name)
                    await self._offer()
            case Go(node, fen, moves=moves, chess960=chess960):
                self._is_at_end = False
                await self._be_at(node, await self._apart(position_in, fen, moves, chess960=chess960))
            case Move(text):
                node, board = thinker.place
                try:
                    await self._send(MoveRead(node, board.uci(read_move(board, text))))
                except MoveTextError as error:
                    raise GameError(str(error)) from error
            case Unfollow():
                self._follow(None)
            case Examine(fen):
                await self._send(examined(fen))
            case Search(on):
                thinker.is_searching = on
                await thinker.work_on()
            case Settings():
                await thinker.set(message)
                await thinker.work_on()
            case Threat():
                await thinker.work_on(thinker.find_threat)
            case Explain():
                await thinker.work_on(lambda: thinker.explain(self._language))
            case Attempt(text, best):
                await thinker.work_on(lambda: thinker.attempt(text, best))
            case Present(node, shapes, words):
                await self._send.present(Presented(node, _drawn(shapes), words[:WORDS_CHARACTERS]))
            case AskClass(on):
                await self._ask_class(on)
            case LeaveAnalysis():
                await self._leave_analysis()
            case AnalyseGame():
                await self._begin_analysis(message)
            case Annotate(text):
                await self._send(Annotated(await self._apart(self._annotated, text)))

    # ------------------------------------------------------------------ texts

    async def _begin(self, hello: Hello) -> None:
        self._language = language_of(hello.language)
        limits = self._limits
        await self._send(
            Welcome(
                VERSION,
                self._thinker.settings,
                Settings(limits.lines, limits.threads, limits.hash_mb, limits.search_s, limits.depth),
                limits.text_characters,
                [title_of(judge) for judge in self._shared.judges],
                keeps=self._shared.keeper is not None,
                follows=self._shared.followed is not None,
                most_chapters=limits.chapters,
                most_positions=limits.positions,
                game_characters=limits.game_characters,
            )
        )
        if self._shared.lesson is not None:
            await self._shared.lesson.teach(self._send)
        if hello.has_game:
            return
        try:
            if hello.game:
                games = await asyncio.to_thread(GameList.of, hello.game, limits)
                read = await self._chapter(games, max(1, hello.chapter))
                await self._show(read, read.at_path(hello.path), max(1, hello.chapter))
            elif self._shared.followed is not None:
                self._follow(self._shared.followed)
                await self._load_followed(is_grown=False)
            else:
                await self._offer()
                await self._load(self._shared.first)
        except GameError as error:
            await self._send(refused(error))
            if hello.game:
                await self._load(START)

    def _follow(self, followed: Followed | None) -> None:
        """Follow the text that grows, or do so no more."""
        if self._is_following and self._shared.followed is not None:
            self._shared.followed.leave(self._grown)
        self._is_following = followed is not None
        if followed is not None:
            followed.follow(self._grown)

    async def _load_followed(self, *, is_grown: bool) -> None:
        """Tell what the file holds now: its last game, and that one's last position."""
        assert self._shared.followed is not None
        text = await asyncio.to_thread(self._shared.followed.text)
        games = await asyncio.to_thread(GameList.of, text, self._limits)
        number = max(1, len(games.raws))
        read = await self._chapter(games, number, is_grown=is_grown)
        tree = await self._apart(read.tree, read.game.end(), number)
        await self._send(tree)
        if not is_grown or self._is_at_end:
            await self._be_at(tree.here, await self._apart(read.game.end().board))
            self._is_at_end = True

    async def _grown(self) -> None:
        """The file has grown: the tab hears it, and goes on if it is at the end."""
        async with self._turn:
            if self._is_following:
                try:
                    await self._load_followed(is_grown=True)
                except GameError:
                    return  # it is being written; the next look will find it whole

    async def _load(self, text: str) -> None:
        """Open the games of a text as chapters or, if they are too many, the first of them, and list them."""
        games = await asyncio.to_thread(GameList.of, text, self._limits)
        await self._present(await self._chapter(games, 1), 1)

    async def _chapter(self, games: GameList, number: int, *, is_grown: bool = False) -> ReadGame:
        """A game of a text that is opened; tells of all of them."""
        are_chapters = games.are_chapters(self._limits)
        if are_chapters:
            number = min(number, max(1, len(games.raws)))
        read = await self._apart(games.game, number, self._limits)
        self._games = GameList(START, ()) if are_chapters else games
        if not is_grown:
            await self._leave_analysis()
        await self._list(games, number, is_grown=is_grown)
        return read

    async def _list(self, games: GameList, number: int, *, is_grown: bool = False) -> None:
        """Tell the chapters, or the games to choose from."""
        are_chapters = games.are_chapters(self._limits)
        texts = [raw.text.strip() for raw in games.raws] if are_chapters else []
        entries = await self._apart(games.entries)
        await self._send(Games(entries, are_chapters, number, texts, is_grown))

    async def _present(self, read: ReadGame, chapter: int) -> None:
        """Show a game that was loaded: if its text judges it, with that judgement, and where it turned first."""
        stored = await self._apart(stored_judgement, read.game)
        if stored:
            await self._send(stored.judged)  # before the game: all of it appears at once
        await self._show(read, stored.turning_point if stored and stored.turning_point else read.game, chapter)

    async def _show(self, read: ReadGame, here: chess.pgn.GameNode, chapter: int) -> None:
        """Tell a game, and be at one of its positions."""
        if read.faults:
            await self._send(Notice("fault", "\n".join(read.faults)))
        tree = await self._apart(read.tree, here, chapter)
        await self._send(tree)
        await self._be_at(tree.here, await self._apart(here.board))

    async def _be_at(self, node: int, board: chess.Board) -> None:
        """Think of this position from now on, and tell what is known of it."""
        await self._thinker.rest()
        self._thinker.place = node, board
        await self._send(await self._apart(shown_position, board, node))
        await self._thinker.work_on()
        sources = self._shared.sources
        if sources:
            try:
                await self._send(await self._shared.looking_up(sources.known, node, board))
            except TablebaseError as error:
                raise GameError(str(error)) from error

    async def _ask_class(self, on: bool) -> None:
        """Ask the class for the best move here, or take no more answers."""
        lesson = self._shared.lesson
        if lesson is None:
            raise GameError("there is no class; start the server with --class")
        if on:
            await lesson.ask(self._send, *self._thinker.place)
        else:
            await lesson.close()

    # ------------------------------------------------------------------ what is kept

    async def _resume(self, name: str) -> None:
        """Open a game, or a study, that was kept."""
        if self._shared.keeper is None:
            raise GameError("no games are kept here")
        text, stamp = await asyncio.to_thread(self._shared.keeper.opened, name)
        await self._load(text)
        await self._send(Kept(name, 0, stamp))

    async def _offer(self) -> None:
        """Tell which games may be gone on with."""
        if self._shared.keeper is not None:
            await self._send(KeptGames(await asyncio.to_thread(self._shared.keeper.games)))

    async def _keep(self, message: Keep) -> None:
        """Keep a game as the tab has it."""
        keeper = self._shared.keeper
        if keeper is None:
            raise GameError("no games are kept here")
        name = message.name if GameKeeper.is_name(message.name) else keeper.new_name()
        try:
            try:
                await asyncio.to_thread(keeper.keep, name, message.text, message.stamps)
            except ConflictError:  # what the other tab made stays; this is another game from now on
                name = keeper.new_name()
                await asyncio.to_thread(keeper.keep, name, message.text, [])
                await self._send(Notice("conflict", ""))
        except GameError as error:
            await self._send(Notice("unkept", str(error)))
            return
        await self._send(Kept(name, message.edits, stamp_of(message.text)))

    # ------------------------------------------------------------------ the whole game

    async def _begin_analysis(self, asked: AnalyseGame) -> None:
        programs = ("", *self._shared.judges)
        if not 0 <= asked.judge < len(programs):
            raise GameError(f"judge is {asked.judge}; it can be 0 to {len(programs) - 1}")
        if not 1 <= asked.nodes <= self._limits.game_nodes:
            raise GameError(f"nodes is {asked.nodes}; it can be 1 to {self._limits.game_nodes}")
        game = await self._apart(self._read, asked.game)
        await self._leave_analysis()
        self._analysis = asyncio.create_task(self._analyse_game(game, asked.nodes, programs[asked.judge]))
        self._analyses.add(self._analysis)
        self._analysis.add_done_callback(self._analyses.discard)

    async def _analyse_game(self, game: chess.pgn.Game, nodes: int, program: str) -> None:
        """Analyse a game; the tab then asks to have what was found in it."""

        async def tell(done: int, of: int) -> None:
            await self._send(Progress(True, done, of))

        await tell(0, len(await asyncio.to_thread(playable_moves, game)) + 1)
        judged: Judged | None = None
        try:
            self._analysed, judged = await self._shared.whole_games.analyse(game, nodes, self._language, tell, program)
        except BusyError:
            await self._send(Notice("busy_game", ""))
        except (ValueError, MemoryError, ProgramFailure) as error:
            await self._send(refused(error))
        if judged is not None:
            await self._send(judged)
        await self._send(Progress(False, 0, 0))

    def _read(self, text: str) -> chess.pgn.Game:
        """A game that the tab has. Raises GameError."""
        return GameList.of(text or START, self._limits).game(1, self._limits).game

    def _annotated(self, text: str) -> Tree:
        """A game with what was found of it. Raises GameError if its moves aren't those that were analysed."""
        game, analysed = self._read(text), self._analysed
        if analysed is None or [move.san for move in analysed.analysis.moves] != _sans(game):
            raise GameError("the moves of the game were changed while it was analysed")
        write_into(game, analysed.analysis)
        return ReadGame(game).tree(game)

    async def _leave_analysis(self) -> None:
        """End the analysis of the whole game, if there is one; it may take a moment more to come to rest."""
        self._analysed = None
        if self._analysis is not None and not self._analysis.done():
            self._analysis.cancel()
            await self._send(Progress(False, 0, 0))
        self._analysis = None


def _drawn(shapes: list[str]) -> list[str]:
    """These shapes, which can be drawn. Raises GameError where there are too many."""
    if len(shapes) > MOST_SHAPES or not all(SHAPE.fullmatch(shape) for shape in shapes):
        raise GameError("these shapes can't be drawn; clear them, and draw them anew")
    return shapes


def _sans(game: chess.pgn.Game) -> list[str]:
    """The main line's moves, as far as they are analysed."""
    board, sans = game.board(), []
    for move in playable_moves(game):
        sans.append(board.san(move))
        board.push(move)
    return sans
