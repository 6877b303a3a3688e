"""One tab: what it asks for, and what it is told.

A session has a game and a ``Thinker`` for the position shown; beside it, the whole game may be analysed in the
background. Its messages are handled one after the other. A game may be long, so what goes through it is done in a
thread: other tabs don't wait for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import chess.pgn

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.main_line import playable_moves
from kiebitz.engine.tablebase import TablebaseError
from kiebitz.programs.description import read_program
from kiebitz.programs.uci_engine import ProgramFailure
from kiebitz.web.apart import Apart
from kiebitz.web.broadcast import Broadcast
from kiebitz.web.followed_file import FollowedFile
from kiebitz.web.game_list import START, GameList
from kiebitz.web.game_tree import GameError, examined
from kiebitz.web.kept_games import ConflictError, GameKeeper, stamp_of
from kiebitz.web.limits import Limits
from kiebitz.web.messages import (
    VERSION,
    AddChapters,
    AnalyseGame,
    Attempt,
    Choose,
    Comment,
    Draw,
    Examine,
    Explain,
    Forget,
    FromTab,
    Games,
    Go,
    Hello,
    Kept,
    KeptGames,
    LeaveAnalysis,
    List,
    Load,
    MakeMain,
    Mark,
    Move,
    MoveChapter,
    Notice,
    Play,
    Progress,
    Promote,
    Redo,
    Remove,
    RemoveChapter,
    RenameChapter,
    Resume,
    Search,
    Settings,
    Tags,
    Threat,
    Tree,
    Undo,
    Welcome,
    language_of,
    refused,
)
from kiebitz.web.searches import BusyError, Searches
from kiebitz.web.sources import Sources
from kiebitz.web.study import Study
from kiebitz.web.thinking import Send, Thinker
from kiebitz.web.whole_game import WholeGames

JUDGE_CHARACTERS = 60
"""The name of a program in the list of judges, at most."""
KEPT_AS = ":"
"""The sign a tab writes between the name and the stamp of its game."""
UNKEPT = -1
"""For a game that comes with edits which were not kept."""


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
    followed: FollowedFile | None = None
    """A file that tabs follow as it grows."""
    broadcast: Broadcast = field(default_factory=Broadcast)
    """The broadcast that lets others look on."""
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
        self._limits = shared.limits
        self._apart = shared.apart
        self._language = Language.ENGLISH
        # What is chosen from where a text has too many games to be chapters.
        self._games = GameList(START, ())
        # The name under which the game is kept, empty until it is, the stamp of what was kept, and how many edits it
        # had then.
        self._kept, self._stamp, self._kept_edits = "", "", 0
        self._study = Study(GameList(START, ()), shared.limits)
        self._tree = self._study.tree
        self._thinker = Thinker(
            send, shared.limits, shared.searches, self._tree, apart=self._apart, tables=shared.sources.tables
        )
        self._heard = 0
        """Number of the tab's messages that were handled, or are being."""
        self._analysis: asyncio.Task[None] | None = None
        # That one, and those that were left and have not come to rest.
        self._analyses: set[asyncio.Task[None]] = set()
        # Held by whoever changes or tells the game: a message, or the analysis that has come to its end.
        self._turn = asyncio.Lock()

    async def close(self) -> None:
        """End what runs and give the engine back."""
        self._follow(None)
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
            self._heard += 1
            try:
                await self._handle(message)
            except GameError as error:
                await self._send(refused(error))
                if isinstance(message, Play):  # the tab has made these moves already
                    await self._tell()

    async def _handle(self, message: FromTab) -> None:
        tree, thinker = self._tree, self._thinker
        match message:
            case Hello():
                await self._begin(message)
            case Load(text):
                self._follow(None)
                await self._load(text)
                await self._present()
            case List(text):
                games = await asyncio.to_thread(GameList.of, text or self._shared.first, self._limits)
                if not games.are_chapters(self._limits):
                    self._games = games
                    await self._list()
            case Choose(number):
                await self._choose(number)
                await self._present()
            case AddChapters(text):
                games = await asyncio.to_thread(GameList.of, text or START, self._limits)
                await self._change_study(lambda: self._study.add(games))
            case RenameChapter(number, name):
                await self._change_study(lambda: self._study.rename(number, name))
            case MoveChapter(number, to):
                await self._change_study(lambda: self._study.move(number, to))
            case RemoveChapter(number):
                await self._change_study(lambda: self._study.remove(number))
            case Tags(tags):
                await self._change_study(lambda: self._study.set_tags(tags))
            case Resume(name):
                self._follow(None)
                await self._resume(name)
                await self._present()
                await self._send(Kept(name, 0, self._stamp))
            case Forget(name):
                if self._shared.keeper:
                    self._shared.keeper.forget(name)
                    await self._offer()
            case Move(text):
                is_new = await self._apart(tree.move, text)
                await self._show(is_new)
            case Play(moves, nodes):
                await self._apart(tree.play, moves, nodes)
                await self._show(is_new=True)
            case Go(node):
                tree.go(node)
                await self._show(is_new=False)
            case Promote(node):
                await self._apart(tree.promote, node)
                await self._show(is_new=True)
            case MakeMain(node):
                await self._apart(tree.make_main, node)
                await self._show(is_new=True)
            case Remove(node):
                await self._apart(tree.remove, node)
                await self._show(is_new=True)
            case Comment(node, text):
                await self._apart(tree.comment, node, text)
                await self._keep(await self._tell())
            case Mark(node, nag):
                await self._apart(tree.mark, node, nag)
                await self._keep(await self._tell())
            case Draw(node, shapes):
                await self._apart(tree.draw, node, shapes)
                await self._keep(await self._tell())
            case Undo():
                await self._change_study(self._study.undo)
            case Redo():
                await self._change_study(self._study.redo)
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
            case LeaveAnalysis():
                await self._leave_analysis()
            case AnalyseGame(nodes, judge):
                programs = ("", *self._shared.judges)
                if not 0 <= judge < len(programs):
                    raise GameError(f"judge is {judge}; it can be 0 to {len(programs) - 1}")
                if not 1 <= nodes <= self._limits.game_nodes:
                    raise GameError(f"nodes is {nodes}; it can be 1 to {self._limits.game_nodes}")
                await self._leave_analysis()
                self._analysis = asyncio.create_task(self._analyse_game(nodes, programs[judge]))
                self._analyses.add(self._analysis)
                self._analysis.add_done_callback(self._analyses.discard)

    # ------------------------------------------------------------------ the game

    async def _begin(self, hello: Hello) -> None:
        self._language = language_of(hello.language)
        limits = self._limits
        most = Settings(limits.lines, limits.threads, limits.hash_mb, limits.search_s, limits.depth)
        await self._send(
            Welcome(
                VERSION,
                self._thinker.settings,
                most,
                limits.text_characters,
                [title_of(judge) for judge in self._shared.judges],
            )
        )
        try:
            if self._shared.followed is not None and not hello.kept:
                self._follow(self._shared.followed)
                await self._load_followed()
            elif hello.game:
                await self._open(await asyncio.to_thread(GameList.of, hello.game, limits), max(1, hello.chapter))
                await asyncio.to_thread(self._recognise, hello.kept)
            else:
                await self._offer()
                await self._load(self._shared.first)
        except GameError as error:
            await self._send(refused(error))
        if not self._is_following:
            self._tree.follow(hello.path)
        await (self._show(is_new=True) if hello.game or self._is_following else self._present())

    def _follow(self, file: FollowedFile | None) -> None:
        """Follow the file, or do so no more."""
        if self._is_following and self._shared.followed is not None:
            self._shared.followed.leave(self._grown)
        self._is_following = file is not None
        if file is not None:
            file.follow(self._grown)

    async def _load_followed(self) -> None:
        """Take what the file holds now: its last game, and that one's last position."""
        assert self._shared.followed is not None
        text = await asyncio.to_thread(self._shared.followed.text)
        games = await asyncio.to_thread(GameList.of, text, self._limits)
        await self._open(games, max(1, len(games.raws)))
        self._tree.go_to_end()

    async def _grown(self) -> None:
        """The file has grown: who looks at its end goes on; who has changed the game keeps it as it is."""
        async with self._turn:
            if not self._is_following:
                return
            if self._study.edits:
                self._follow(None)
                await self._send(Notice("left_file", ""))
                return
            was_last, was_at_end, path = self._was_last(), self._tree.is_at_end, self._tree.path()
            number, games = self._study.number, self._games
            try:
                await self._load_followed()
                if not (was_last or games.raws):
                    await asyncio.to_thread(self._study.open, min(number, len(self._study.chapters)))
                    await self._turn_to()
                    await self._list()
                if not (was_last and was_at_end):
                    self._tree.follow(path)
            except GameError:
                return  # it is being written; the next look will find it whole
            await self._show(is_new=True)

    def _was_last(self) -> bool:
        return self._study.number == len(self._study.chapters)

    async def _load(self, text: str) -> None:
        """Take the games of a text as chapters or, if they are too many, the first of them, and list them."""
        await self._open(await asyncio.to_thread(GameList.of, text, self._limits), 1)

    async def _open(self, games: GameList, number: int) -> None:
        if games.are_chapters(self._limits):
            study = await asyncio.to_thread(Study, games, self._limits)
            await asyncio.to_thread(study.open, min(number, len(study.chapters)))
            self._games = GameList(START, ())
        else:
            study = await asyncio.to_thread(Study, games, self._limits, number)
            self._games = games
        await self._take(study)
        await self._list()

    async def _choose(self, number: int) -> None:
        """Show a chapter, or take a game of the list."""
        if self._games.raws:
            if not 1 <= number <= len(self._games.raws):
                raise GameError(f"there is no game {number:,} in it; there are {len(self._games.raws):,}")
            await self._take(await asyncio.to_thread(Study, self._games, self._limits, number))
            return
        await asyncio.to_thread(self._study.open, number)
        await self._leave_analysis()
        await self._turn_to()
        await self._list()

    async def _take(self, study: Study) -> None:
        await self._leave_analysis()
        self._study = study
        self._kept, self._stamp, self._kept_edits = "", "", 0
        await self._turn_to()

    async def _turn_to(self) -> None:
        """Be at the chapter that the study shows, and tell what is wrong with it."""
        self._tree = self._study.tree
        if self._tree.faults and not self._tree.edits:
            await self._send(Notice("fault", "\n".join(self._tree.faults)))

    async def _change_study(self, change: Callable[[], None]) -> None:
        """Change the study, and tell of it; raises GameError."""
        await self._apart(change)
        if self._study.tree is not self._tree:
            await self._leave_analysis()
            await self._turn_to()
        if not self._games.raws:
            await self._list()
        await self._show(is_new=True)

    async def _resume(self, name: str) -> None:
        """Take a game, or a study, that was kept."""
        if self._shared.keeper is None:
            raise GameError("no games are kept here")
        text, stamp = await asyncio.to_thread(self._shared.keeper.opened, name)
        await self._open(await asyncio.to_thread(GameList.of, text, self._limits), 1)
        self._kept, self._stamp = name, stamp

    def _recognise(self, kept: str) -> None:
        """Go on keeping the game that a tab brings along where it was kept."""
        name, _, stamp = kept.partition(KEPT_AS)
        if GameKeeper.is_name(name):
            own = stamp_of(self._study.pgn())
            self._kept, self._stamp = name, stamp or own
            if self._stamp != own:
                self._kept_edits = UNKEPT

    async def _offer(self) -> None:
        """Tell which games may be gone on with."""
        if self._shared.keeper is not None:
            await self._send(KeptGames(await asyncio.to_thread(self._shared.keeper.games)))

    async def _list(self) -> None:
        """Tell the chapters, or the games to choose from."""
        if self._games.raws:
            await self._send(Games(await self._apart(self._games.entries), are_chapters=False, shown=1))
        else:
            await self._send(Games(await self._apart(self._study.entries), are_chapters=True, shown=self._study.number))

    async def _present(self) -> None:
        """Show a game that was loaded: if its text judges it, with that judgement, and where it turned first."""
        judged = await self._apart(self._tree.present)
        if judged:
            await self._send(judged)  # before the game: all of it appears at once
        await self._show(is_new=True)

    async def _show(self, is_new: bool) -> None:
        """Tell the tab what is shown, with the whole game if that ``is_new``, and search it."""
        await self._thinker.rest()
        self._thinker.tree = self._tree
        told = await self._tell() if is_new else None
        if not told:
            await self._tell_shown()
        await self._thinker.work_on()
        if told:
            await self._keep(told)
        await self._look_up()

    async def _look_up(self) -> None:
        """Tell what book and tablebases know of the position shown."""
        sources, tree = self._shared.sources, self._tree
        if not sources:
            return
        try:
            board = await self._apart(tree.board)
            await self._send(await self._shared.looking_up(sources.known, tree.number, board))
        except TablebaseError as error:
            raise GameError(str(error)) from error

    async def _tell(self) -> Tree:
        """Tell the tab the whole game and its position; what was told of the game."""
        told = await self._apart(self._all_told)
        await self._send(told)
        await self._tell_shown()
        return told

    def _all_told(self) -> Tree:
        study = self._study
        return replace(
            self._tree.told(),
            study=study.pgn() if len(study.chapters) > 1 else "",
            chapter=study.number,
            edits=study.edits,
            can_undo=study.can_undo,
            can_redo=study.can_redo,
            heard=self._heard,
        )

    async def _tell_shown(self) -> None:
        await self._send(replace(await self._apart(self._tree.shown), heard=self._heard))

    async def _keep(self, told: Tree) -> None:
        """Keep a game that was told, if it was changed."""
        keeper = self._shared.keeper
        if keeper is None or told.edits == self._kept_edits:
            return
        name = self._kept or keeper.new_name()
        try:
            try:
                await asyncio.to_thread(keeper.keep, name, told.study or told.pgn, self._stamp)
            except ConflictError:  # what the other tab made stays; this is another game from now on
                name = keeper.new_name()
                await asyncio.to_thread(keeper.keep, name, told.study or told.pgn, "")
                await self._send(Notice("conflict", ""))
        except GameError as error:
            await self._send(Notice("unkept", str(error)))
            return
        self._kept, self._stamp, self._kept_edits = name, stamp_of(told.study or told.pgn), told.edits
        await self._send(Kept(name, told.edits, self._stamp))

    # ------------------------------------------------------------------ the whole game

    async def _analyse_game(self, nodes: int, program: str) -> None:
        """Analyse the game as it stands; what is found is written into it if its moves are still the same."""
        tree = self._tree
        async with self._turn:
            copy = await asyncio.to_thread(tree.game.accept, chess.pgn.GameBuilder())
        moves = await asyncio.to_thread(playable_moves, copy)

        async def tell(done: int, of: int) -> None:
            await self._send(Progress(True, done, of))

        await tell(0, len(moves) + 1)
        try:
            analysed, judged = await self._shared.whole_games.analyse(copy, nodes, self._language, tell, program)
            async with self._turn:
                if await asyncio.to_thread(playable_moves, tree.game) != moves:
                    raise GameError("the moves of the game were changed while it was analysed")
                shown = tree.number
                await asyncio.to_thread(tree.annotate, analysed.analysis)
                if tree.number == shown:  # a search of this position goes on
                    await self._keep(await self._tell())
                else:
                    await self._show(is_new=True)
                await self._send(judged)
        except BusyError:
            await self._send(Notice("busy_game", ""))
        except (ValueError, MemoryError, ProgramFailure) as error:
            await self._send(refused(error))
        await self._send(Progress(False, 0, 0))

    async def _leave_analysis(self) -> None:
        """End the analysis of the whole game, if there is one; it may take a moment more to come to rest."""
        if self._analysis is not None and not self._analysis.done():
            self._analysis.cancel()
            await self._send(Progress(False, 0, 0))
        self._analysis = None
