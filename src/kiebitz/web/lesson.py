"""A class: pupils who look on at the coach's board, a question that they answer on their phones, and what comes of it.

The address for pupils holds a token of its own, which opens nothing but their page. They see what ``broadcast`` tells
of the board that was used last, without the engine's lines. While a question is open they see its position, and each
answer that comes is searched once, beside the best move; the coach sees how many gave it and what refutes it, and the
pupil his own when the question is closed. Nobody has an account: a pupil is a number that his tab has drawn.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import chess

from kiebitz.engine.async_engine import AsyncEngine
from kiebitz.engine.limit import Limit
from kiebitz.web.attempts import attempted
from kiebitz.web.broadcast import Broadcast
from kiebitz.web.game_error import GameError
from kiebitz.web.lesson_messages import Answer, Attend, Marked, Task
from kiebitz.web.lesson_token import qr_code
from kiebitz.web.limits import Limits
from kiebitz.web.messages import Attempted, ClassAnswer, ClassTold, Lines, Notice, refused
from kiebitz.web.searches import BusyError, Searches
from kiebitz.web.shown_position import shown_position

Send: TypeAlias = Callable[[Any], Awaitable[None]]

PUPIL = re.compile(r"[0-9a-f]{16}")
HASH_MB = 16
REFUTING_PLIES = 8
"""So much is told of the line against an answer."""
REPORT_S = 0.1
"""The time between two tellings of answers to the coach."""


@dataclass(slots=True)
class Question:
    """A question: which move?"""

    number: int
    node: int
    """The coach's number of the position."""
    board: chess.Board
    is_open: bool = True
    answers: dict[str, chess.Move] = field(default_factory=dict)
    """By pupil."""
    best: chess.Move | None = None
    """As soon as it is known."""
    worths: dict[chess.Move, Attempted] = field(default_factory=dict)
    """Of each move that was answered, as far as they are known."""

    @property
    def unknown(self) -> list[chess.Move]:
        """The answers whose worth isn't known, the most frequent first."""
        return [move for move, _ in Counter(self.answers.values()).most_common() if move not in self.worths]

    def told(self) -> list[ClassAnswer]:
        """The answers for the coach, the most frequent first."""
        rows = []
        for move, count in Counter(self.answers.values()).most_common():
            worth = self.worths.get(move)
            known = ("", "", "") if worth is None else (worth.verdict, worth.score, worth.refutation)
            rows.append(ClassAnswer(self.board.san(move), self.board.uci(move), count, *known))
        return rows


class Lesson:
    """The class, and the question that it has."""

    def __init__(self, limits: Limits, searches: Searches, broadcast: Broadcast, link: str) -> None:
        """Pupils come by ``link``."""
        self._limits, self._searches, self._broadcast = limits, searches, broadcast
        self._link, self._picture = link, qr_code(link)
        self._coaches: set[Send] = set()
        self._pupils: set[Pupil] = set()
        self._number = 0
        self.question: Question | None = None
        self._asker: Send | None = None
        self._judging: asyncio.Task[None] | None = None
        self._has_answers = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ the coach

    async def teach(self, send: Send) -> None:
        """A tab of the coach's is there."""
        self._coaches.add(send)
        await send(self._told())

    async def leave(self, send: Send) -> None:
        """A tab of the coach's has gone; a question that it put is closed."""
        self._coaches.discard(send)
        if send is self._asker:
            await self.close()

    async def ask(self, send: Send, node: int, board: chess.Board) -> None:
        """Put the question which move is best. Raises GameError where no move is left."""
        if not any(board.legal_moves):
            raise GameError("the game is over here; ask in another position")
        await self.close()
        self._number += 1
        self._asker = send
        self.question = question = Question(self._number, node, board.copy())
        self._has_answers.clear()
        for pupil in list(self._pupils):
            await pupil.see(question)
        self._judging = asyncio.create_task(self._judge(question))
        self.tell()

    async def close(self) -> None:
        """Take no more answers to the question; each pupil hears what his own is worth as soon as that is known."""
        question = self.question
        if question is None or not question.is_open:
            return
        question.is_open = False
        self._asker = None
        self._has_answers.set()
        for pupil in list(self._pupils):
            await pupil.hear_end(question)
        self.tell()

    def tell(self) -> None:
        """Tell the coach how things stand, soon."""
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(REPORT_S)
        told = self._told()
        for coach in list(self._coaches):
            await coach(told)

    def _told(self) -> ClassTold:
        question = self.question
        return ClassTold(
            self._link,
            self._picture,
            len(self._pupils),
            number=question.number if question else 0,
            is_open=question is not None and question.is_open,
            node=question.node if question else 0,
            best=question.board.san(question.best) if question and question.best else "",
            answers=question.told() if question else [],
        )

    # ------------------------------------------------------------------ the pupils

    async def join(self, pupil: Pupil) -> None:
        """A pupil is there."""
        self._pupils.add(pupil)
        self.tell()
        if self.question is not None and self.question.is_open:
            await pupil.see(self.question)
        else:
            await self._broadcast.catch_up(pupil.hear)
        self._broadcast.onlookers.add(pupil.hear)

    def depart(self, pupil: Pupil) -> None:
        """A pupil has gone; his answer stays."""
        self._broadcast.onlookers.discard(pupil.hear)
        self._pupils.discard(pupil)
        self.tell()

    def answer(self, pupil: str, answer: Answer) -> Question:
        """Take an answer to the question, which is returned. Raises GameError if it comes too late, or is none."""
        question = self.question
        if question is None or not question.is_open or question.number != answer.number:
            raise GameError("this question is closed; wait for the next one")
        if pupil not in question.answers and len(question.answers) >= self._limits.answers:
            raise GameError(f"{self._limits.answers} have answered already, and no more are counted")
        try:
            move = question.board.parse_uci(answer.move)
        except ValueError:
            move = chess.Move.null()
        if not move:
            raise GameError("this is no move here; make another")
        question.answers[pupil] = move
        self._has_answers.set()
        self.tell()
        return question

    # ------------------------------------------------------------------ what answers are worth

    async def _judge(self, question: Question) -> None:
        """Search the position, then each answer beside the best move, as they come; to the end of the question."""
        engine = AsyncEngine(hash_mb=HASH_MB)
        nodes = self._limits.attempt_nodes
        try:
            with self._searches.one():
                async with engine.stream(question.board, Limit(nodes=nodes)) as stream:
                    info = await stream.info()
                question.best = question.board.parse_uci(info.lines[0].moves[0])
                while question is self.question and (question.is_open or question.unknown):
                    for move in question.unknown:
                        question.worths[move] = await attempted(
                            engine,
                            question.node,
                            question.board,
                            move,
                            best=question.best,
                            nodes=nodes,
                            plies=REFUTING_PLIES,
                        )
                        self.tell()
                        await self._mark(question)
                    if question.is_open:
                        self._has_answers.clear()
                        if not question.unknown:
                            await self._has_answers.wait()
            await self._mark(question)
            self.tell()
        except BusyError:
            await self._say(Notice("busy", ""))
        except (ValueError, MemoryError) as error:
            await self._say(refused(error))
        finally:
            await engine.close()

    async def _say(self, notice: Notice) -> None:
        for coach in list(self._coaches):
            await coach(notice)

    async def _mark(self, question: Question) -> None:
        """Tell pupils what their answers are worth, if the question is closed."""
        if not question.is_open:
            for pupil in list(self._pupils):
                await pupil.hear_end(question)


class Pupil:
    """A pupil's tab."""

    def __init__(self, send: Send, lesson: Lesson) -> None:
        self._send, self._lesson = send, lesson
        self._name = ""
        self._marked = 0
        """The number of the question whose worth was told last."""

    async def handle(self, message: Attend | Answer) -> None:
        """Do what the tab asks, or tell it why not."""
        try:
            match message:
                case Attend():
                    if not PUPIL.fullmatch(message.pupil):
                        raise GameError("a pupil is 16 hexadecimal digits; reload the page")
                    self._name = message.pupil
                    await self._lesson.join(self)
                case Answer():
                    await self._send(self._task(self._lesson.answer(self._name, message)))
        except GameError as error:
            await self._send(refused(error))

    async def close(self) -> None:
        """The tab has gone."""
        self._lesson.depart(self)

    async def hear(self, message: Any) -> None:
        """What the coach's board shows: all but the engine's lines, and nothing while a question is open."""
        question = self._lesson.question
        if not isinstance(message, Lines) and not (question is not None and question.is_open):
            await self._send(message)

    async def see(self, question: Question) -> None:
        """A question is put."""
        await self._send(shown_position(question.board, question.node))
        await self._send(self._task(question))

    async def hear_end(self, question: Question) -> None:
        """The question is closed; if the worth of this pupil's answer is known, it is told, once."""
        if self._marked == question.number:
            return
        await self._send(self._task(question))
        own, best = question.answers.get(self._name), question.best
        worth = question.worths.get(own) if own else None
        if best is None or (own is not None and worth is None):
            return
        self._marked = question.number
        known = ("", "", "", "") if worth is None else (worth.san, worth.verdict, worth.refutation, worth.reply)
        await self._send(Marked(question.number, *known, best=question.board.san(best)))

    def _task(self, question: Question) -> Task:
        own, board = question.answers.get(self._name), question.board
        return Task(question.number, question.is_open, board.uci(own) if own else "", board.san(own) if own else "")
