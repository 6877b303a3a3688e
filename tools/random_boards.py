"""Ask every door for random boards, possible and impossible: each must answer for the very board, or refuse it.

    python tools/random_boards.py [--boards 100000] [--seed 1] [--doors uci python-chess simple async]

The doors are a UCI process, the same in the hands of python-chess's ``chess.engine``, ``kiebitz.SimpleEngine``
(python-chess's in this process) and ``kiebitz.AsyncEngine``. A board is asked for
with a tiny limit, after another one whose answer is at hand and wrong. Faults are

- *silent*: an answer that isn't one for this board (moves that are illegal here, the score and the line of the board
  before), or none at all for a board that python-chess calls valid;
- *hang*: no answer within ten seconds.

Any fault ends with status 1 and is printed with its FEN.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import chess
import chess.engine

import kiebitz

# With a dozen queens a side there are millions of captures behind the first ply.
DEPTH, MOVETIME_MS = 1, 2_000
PATIENCE_S = 10.0
SHOW_EVERY = 5_000
PIECES = "PPPPNBRQpppppnbrq"
CASTLING = ("KQkq", "KQ", "kq", "K", "q", "HAha", "Kq", "Gb")
FAULTS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Answer:
    """A door's answer about a board."""

    line: tuple[str, ...] = ()
    """Its best line in UCI text."""
    score: str = ""
    """For the side to move; empty if there is none."""
    refusal: str = ""
    """Why it can't be played; empty if it was."""


@dataclass(slots=True)
class Tally:
    """Counts of the boards at one door."""

    boards: int = 0
    refused: int = 0
    silent: int = 0
    hangs: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.boards:,} boards, {self.refused:,} refused, {self.silent} silent, {self.hangs} hangs"


# ---------------------------------------------------------------------------------------------- boards


def random_fens(chance: random.Random) -> Iterator[str]:
    """FENs without end: scattered men, positions of games, and games damaged in one place; python-chess reads all."""
    board = chess.Board()
    while True:
        kind = chance.random()
        if kind < 0.4:
            yield readable(scattered(chance))
            continue
        if board.ply() > 80 or not any(board.legal_moves):
            board = chess.Board()
        for _ in range(chance.randrange(1, 6)):
            if moves := list(board.legal_moves):
                board.push(chance.choice(moves))
        yield readable(board.fen(en_passant="fen") if kind < 0.7 else damaged(chance, board))


def scattered(chance: random.Random) -> str:
    """Men anywhere, with mostly one king a side, rights and an en passant square that need not fit."""
    board = chess.Board(None)
    kings = "Kk" if chance.random() < 0.85 else chance.choice(("", "K", "k", "KK", "KKk", "kkk"))
    many = chance.choice((3, 8, 16, 24, 34, 50))
    men = [*kings, *chance.choices(PIECES if chance.random() < 0.7 else "QqRrN", k=chance.randrange(many))]
    for square, letter in zip(chance.sample(range(64), len(men)), men, strict=True):
        if letter in "Pp" and not 8 <= square < 56 and chance.random() < 0.97:
            continue
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = chance.random() < 0.5
    if chance.random() < 0.7 and board.was_into_check():
        board.turn = not board.turn
    return with_rights(chance, board)


def damaged(chance: random.Random, board: chess.Board) -> str:
    """A position of a game with a man more, a man less or the other side to move."""
    board = board.copy(stack=False)
    square = chance.randrange(64)
    what = chance.randrange(3)
    if what == 0:
        board.set_piece_at(square, chess.Piece.from_symbol(chance.choice(PIECES + "Kk")))
    elif what == 1:
        board.remove_piece_at(chance.choice(list(board.piece_map())))
    else:
        board.turn = not board.turn
    return with_rights(chance, board) if chance.random() < 0.5 else board.fen(en_passant="fen")


def with_rights(chance: random.Random, board: chess.Board) -> str:
    """The board's FEN with castling rights and an en passant square by chance."""
    castling = chance.choice(CASTLING) if chance.random() < 0.3 else "-"
    behind = chance.choice("abcdefgh") + chance.choice("36") if chance.random() < 0.2 else "-"
    return f"{board.board_fen()} {'w' if board.turn else 'b'} {castling} {behind} {chance.randrange(120)} 1"


def readable(fen: str) -> str:
    """The FEN, without what python-chess can't even read."""
    try:
        chess.Board(fen)
    except ValueError:
        board, side, _, _, *counters = fen.split()
        return " ".join((board, side, "-", "-", *counters))
    return fen


# ---------------------------------------------------------------------------------------------- doors


class UciDoor:
    """A ``kiebitz-uci`` process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kiebitz.protocols.uci.loop"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    async def ask(self, fen: str) -> Answer:
        """Set up a FEN as it is and search it."""
        return await asyncio.wait_for(asyncio.to_thread(self._ask, fen), PATIENCE_S)

    def _ask(self, fen: str) -> Answer:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"position fen {fen}\ngo depth {DEPTH} movetime {MOVETIME_MS}\n")
        line: tuple[str, ...] = ()
        score = refusal = ""
        for text in self._process.stdout:
            words = text.split()
            if text.startswith("info string no position: "):
                refusal = text.removeprefix("info string no position: ").strip()
            elif " score " in text:
                at = words.index("score")
                score = " ".join(words[at + 1 : at + 3])
                line = tuple(words[words.index("pv") + 1 :]) if "pv" in words else ()
            elif words[0] == "bestmove":
                if words[1] == "(none)":
                    return Answer((), score, refusal)
                # A move in spite of a refusal, or another than the line's: nobody takes that for legal.
                return Answer(line if line[:1] == (words[1],) and not refusal else ("unfounded", *words[1:]), score)
        return Answer()

    async def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


class SimpleDoor:
    """``kiebitz.SimpleEngine``: python-chess's, played by Kiebitz in this process."""

    LIMIT = chess.engine.Limit(depth=DEPTH, time=MOVETIME_MS / 1000)

    def __init__(self) -> None:
        logging.getLogger("chess.engine").setLevel(logging.CRITICAL)
        self._engine = self.opened()

    def opened(self) -> chess.engine.SimpleEngine:
        """The engine."""
        return kiebitz.SimpleEngine.popen_uci(timeout=PATIENCE_S)

    async def ask(self, fen: str) -> Answer:
        """Analyse a board, and play a move on it: a second search, which may come to another line."""
        board = chess.Board(fen)
        try:
            analysed = self.answer_in(self._engine.analyse(board, self.LIMIT))
        except chess.engine.EngineError as error:
            analysed = Answer(refusal=str(error))
        try:
            result = self._engine.play(board, self.LIMIT, info=chess.engine.INFO_ALL)
        except chess.engine.EngineError as error:
            return analysed if analysed.refusal == str(error) else Answer(("refused",), str(error))
        played = self.answer_in(result.info)
        is_of_its_line = (result.move.uci() if result.move else "") == "".join(played.line[:1])
        if not is_of_its_line or played.refusal != analysed.refusal or fault_of(fen, played):
            return Answer(("played", str(result.move)), played.score)
        return analysed

    def answer_in(self, info: chess.engine.InfoDict) -> Answer:
        """The answer in an analysis."""
        score = str(info["score"].relative) if "score" in info else ""
        return Answer(tuple(move.uci() for move in info.get("pv", ())), score)

    async def close(self) -> None:
        """End the engine."""
        self._engine.close()


class PythonChessDoor(SimpleDoor):
    """python-chess's own ``chess.engine.SimpleEngine`` with a ``kiebitz-uci`` process.

    It knows nothing of positions that can't be played: its analysis has no score then, only what was said, and its play
    a null move.
    """

    def opened(self) -> chess.engine.SimpleEngine:
        """The engine."""
        return chess.engine.SimpleEngine.popen_uci(
            [sys.executable, "-m", "kiebitz.protocols.uci.loop"], timeout=PATIENCE_S
        )

    def answer_in(self, info: chess.engine.InfoDict) -> Answer:
        """The answer in an analysis; a refusal is what was said instead of a score."""
        answer = super().answer_in(info)
        return answer if answer.score or answer.line else Answer(refusal=info.get("string", ""))


class AsyncDoor:
    """``kiebitz.AsyncEngine``."""

    def __init__(self) -> None:
        self._engine = kiebitz.AsyncEngine(hash_mb=1)

    async def ask(self, fen: str) -> Answer:
        """Analyse a board."""
        try:
            info = await asyncio.wait_for(
                self._engine.analyse(chess.Board(fen), kiebitz.Limit(depth=DEPTH, movetime_ms=MOVETIME_MS)), PATIENCE_S
            )
        except ValueError as error:
            return Answer(refusal=str(error))
        best = info.lines[0] if info.lines else None
        return Answer(best.moves if best else (), str(best.score) if best else str(info.score))

    async def close(self) -> None:
        """End the engine."""
        await self._engine.close()


DOORS: dict[str, Callable[[], UciDoor | SimpleDoor | AsyncDoor]] = {
    "uci": UciDoor,
    "python-chess": PythonChessDoor,
    "simple": SimpleDoor,
    "async": AsyncDoor,
}


# ---------------------------------------------------------------------------------------------- judging


def fault_of(fen: str, answer: Answer) -> str:
    """The fault of an answer, as far as it shows by itself; empty if there is none."""
    board = chess.Board(fen)
    has_moves = any(board.legal_moves)
    if answer.refusal:
        return f"refused, though valid: {answer.refusal}" if board.is_valid() else ""
    if not answer.line:
        return "" if answer.score and not has_moves else "no line"
    replay = board.copy(stack=False)
    for text in answer.line:
        try:
            replay.push_uci(text)
        except ValueError:
            return f"{text} is illegal here"
    return ""


async def ask_all(name: str, count: int, seed: int, *, show: bool = False) -> Tally:
    """Ask a door for so many boards."""
    chance = random.Random(seed)
    tally, fens = Tally(), random_fens(chance)
    door = DOORS[name]()
    before, began = Answer(), time.monotonic()
    try:
        for fen in fens:
            if tally.boards == count:
                break
            tally.boards += 1
            try:
                answer = await door.ask(fen)
            except TimeoutError:
                tally.hangs += 1
                tally.faults.append(f"{name}: hangs: {fen}")
                await door.close()
                door, before = DOORS[name](), Answer()
                continue
            tally.refused += bool(answer.refusal)
            fault = fault_of(fen, answer)
            if not fault and answer == before and not answer.refusal:
                fresh = await asked_afresh(name, fen)
                # Lines end later where the table knows more: like positions may have the same move and score.
                if (fresh.line[:1], fresh.score) != (answer.line[:1], answer.score):
                    fault = "the answer for the board before"
            if fault:
                tally.silent += 1
                tally.faults.append(f"{name}: {fault}: {fen}")
            before = answer
            if show and tally.boards % SHOW_EVERY == 0:
                print(f"{name}: {tally}, {tally.boards / (time.monotonic() - began):,.0f} a second", flush=True)
    finally:
        await door.close()
    return tally


async def asked_afresh(name: str, fen: str) -> Answer:
    """The answer of a door that was asked nothing before."""
    door = DOORS[name]()
    try:
        return await door.ask(fen)
    finally:
        await door.close()


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and ask; 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--doors", nargs="+", choices=DOORS, default=list(DOORS))
    options = parser.parse_args(arguments)
    is_sound = True
    for name in options.doors:
        tally = asyncio.run(ask_all(name, options.boards, options.seed, show=True))
        print(f"{name}: {tally}")
        for fault in tally.faults[:FAULTS_SHOWN]:
            print(f"  {fault}")
        is_sound = is_sound and not tally.faults
    return 0 if is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
