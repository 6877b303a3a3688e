"""Throws random and nearly right lines at ``kiebitz-uci`` in a process of its own, and checks that it bears them.

    python tools/fuzz_uci.py [--lines N] [--seed N] [--first-block N] [--command "PROGRAM ARGUMENTS"]

Lines come in blocks of BLOCK_LINES, each with a seed of its own, so that a run goes on at any block (``--first-block``)
and a fault can be sought from the block where it showed. After each block ``isready`` must be answered within
PATIENCE_S. In the end, when the input is closed: the process ends by itself with status 0 and an empty error output, no
answer spoke of an internal error or held an unprintable character, and every ``go`` had exactly one ``bestmove``.

What a line may not say is what works for minutes or for ever as asked (bench, deep perft, large tables) or ends the
dialogue (quit). A fault leaves the last lines sent in a file and names it; status 1.
"""

import argparse
import queue
import random
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kiebitz.protocols.uci.channel import MAX_LINE_BYTES, decoded
from kiebitz.protocols.uci.protocol import Command, Go, ProtocolError, Word, parse_command

BLOCK_LINES = 1000
PATIENCE_S = 120.0
LINES_KEPT = 3 * BLOCK_LINES
SHOW_EVERY_BLOCKS = 20
SEEDS_A_RUN = 1_000_003

VALID_LINES = [
    "uci",
    "isready",
    "debug on",
    "debug off",
    "ucinewgame",
    "setoption name Hash value 2",
    "setoption name MultiPV value 5",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Ponder value true",
    "setoption name Move Overhead value 0",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "setoption name UCI_Elo value 900",
    "setoption name OwnBook value true",
    "setoption name OwnBook value false",
    "setoption name BookFile value no/such/book.bin",
    "setoption name BookFile value <empty>",
    "setoption name SyzygyPath value .",
    "setoption name SyzygyPath value <empty>",
    "setoption name Clear Hash",
    "register name a code b",
    "register later",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1c1",
    "position fen 8/8/8/8/8/4k3/8/4K2B w - - 0 1",
    "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 moves g1h1",
    "position fen 5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1",
    "position fen 4k3/8/8/8/8/8/PPPP4/4K3 w - - 99 120",
    "go depth 3 searchmoves e2e4 d2d4",
    "go nodes 500",
    "go wtime 20 btime 20 winc 1 binc 1 movestogo 3",
    "go movetime 5",
    "go infinite",
    "go ponder wtime 20 btime 20",
    "go mate 2 depth 3",
    "go perft 2",
    "ponderhit",
    "stop",
    "d",
    "eval",
    "flip",
    "go",
]
SPOILT = ["", "-1", "0", "1", "99999999999999999999", "\0", "é", "moves", "value", "name", "go", "fen", "depth", "e1e1"]
SPOILT += ["0000", "e7e8q", "/", "-", "w", "KQkq", "<empty>", "\t", "♔", "1e9", "0x10", "+5", "٣", "\u202e"]
WORDS = sorted({word for line in VALID_LINES for word in line.split(" ")} | set(SPOILT))
FEN_LETTERS = "pnbrqkPNBRQK12345678/ wb-KQkqAHah0"
# What works for minutes as asked, or ends the dialogue, is not what is tried.
LONG = re.compile(r"\bquit\b|bench|perft\s+(?![123](\s|$))|hash\s+value\s+(?!\d(\s|$))", re.IGNORECASE)
LONG_LINE_WORDS = 2000


def mutated(rng: random.Random) -> str:
    """A valid line, its words dropped, doubled, exchanged, their letters spoilt."""
    words = rng.choice(VALID_LINES).split(" ")
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(words))
        match rng.randrange(5):
            case 0:
                words[at] = rng.choice(SPOILT)
            case 1:
                words.insert(at, rng.choice(WORDS))
            case 2:
                words.insert(at, words[at])
            case 3:
                words[at] = "".join(rng.sample(words[at], len(words[at])))
            case 4 if len(words) > 1:
                del words[at]
    return " ".join(words)


def word_salad(rng: random.Random) -> str:
    """Words of the protocol in any order; now and then very many."""
    length = rng.randrange(1, LONG_LINE_WORDS if rng.randrange(50) == 0 else 8)
    return " ".join(rng.choices(WORDS, k=length))


def random_setup(rng: random.Random) -> str:
    """A position that may be any nonsense, or nearly a FEN."""
    if rng.randrange(2):
        fen = list("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
        for _ in range(rng.randrange(1, 4)):
            fen[rng.randrange(len(fen))] = rng.choice(FEN_LETTERS)
        return "position fen " + "".join(fen)
    return "position fen " + "".join(rng.choices(FEN_LETTERS, k=rng.randrange(90)))


def random_moves(rng: random.Random) -> str:
    """A game of squares chosen by chance."""
    moves = (
        rng.choice("abcdefgh") + rng.choice("12345678") + rng.choice("abcdefgh") + rng.choice("12345678")
        for _ in range(rng.randrange(1, 6))
    )
    return f"position startpos moves {' '.join(moves)}"


def random_bytes(rng: random.Random) -> str:
    """Bytes of any kind, as the letters of the same numbers."""
    return rng.randbytes(rng.randrange(1, 200)).replace(b"\n", b" ").replace(b"\r", b" ").decode("latin-1")


KINDS = (mutated, word_salad, random_setup, random_moves, random_bytes)
KIND_WEIGHTS = (70, 10, 8, 6, 6)


def lines(rng: random.Random) -> Iterator[bytes]:
    """Lines without their ends, for ever."""
    while True:
        kind = rng.choices(KINDS, KIND_WEIGHTS)[0]
        line = kind(rng)
        # The engine takes a zero byte for a space.
        if not LONG.search(line.replace("\0", " ")):
            yield line.encode("latin-1" if kind is random_bytes else "utf-8")


def command_of(line: bytes) -> Command | None:
    """The command that the engine must take a line for; None for none."""
    try:
        return None if len(line) > MAX_LINE_BYTES else parse_command(decoded(bytearray(line))).command
    except ProtocolError:
        return None


class FuzzError(Exception):
    """A fault of the engine."""


@dataclass
class Tally:
    """Counts of what was seen."""

    lines: int = 0
    searches: int = 0
    best_moves: int = 0
    answers: int = 0


class Engine:
    """The process under test. Answers are read beside the writing, so that neither side waits for the other."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self.tally = Tally()
        self.faults: list[str] = []
        self.errors: deque[bytes] = deque(maxlen=100)
        self._ready: queue.Queue[str] = queue.Queue()
        self._readers = [threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        for raw in self.process.stdout:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            self.tally.answers += 1
            if line.startswith("bestmove"):
                self.tally.best_moves += 1
            elif line.startswith("readyok"):
                self._ready.put(line)
            if "internal error" in line or not line.isprintable():
                self.faults.append(f"answer {line[:400]!r}")
        self._ready.put("end")

    def _read_errors(self) -> None:
        self.errors.extend(self.process.stderr)

    def send(self, block: list[bytes]) -> None:
        """Send lines and wait until it is ready. Raises FuzzError."""
        commands = [command_of(line) for line in block]
        self.tally.lines += len(block)
        self.tally.searches += sum(isinstance(command, Go) for command in commands)
        try:
            self.process.stdin.write(b"".join(line + b"\n" for line in block) + b"isready\n")
        except OSError as error:
            raise FuzzError(f"died: {error}") from error
        deadline = time.monotonic() + PATIENCE_S
        for _ in range(commands.count(Word.IS_READY) + 1):
            self._await_ready(deadline)
        if self.faults:
            raise FuzzError(self.faults[0])

    def _await_ready(self, deadline: float) -> None:
        try:
            said = self._ready.get(timeout=max(deadline - time.monotonic(), 0.001))
        except queue.Empty:
            raise FuzzError(f"no readyok within {PATIENCE_S:.0f} s") from None
        if said == "end":
            raise FuzzError(f"died with status {self.process.wait()}; errors {b''.join(self.errors)[-2000:]!r}")

    def end(self) -> None:
        """Close its input and see how it ends. Raises FuzzError."""
        self.process.stdin.close()
        try:
            status = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            raise FuzzError("does not end at the end of input") from None
        for reader in self._readers:
            reader.join(PATIENCE_S)
        if status or self.errors or self.faults:
            raise FuzzError(f"status {status}; {self.faults[:1]}; errors {b''.join(self.errors)[-2000:]!r}")
        if self.tally.best_moves != self.tally.searches:
            raise FuzzError(f"{self.tally.searches} searches, {self.tally.best_moves} best moves")

    def memory_mb(self) -> int | None:
        """Its memory; None where that can't be read."""
        try:
            return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * 4096 >> 20
        except (OSError, ValueError):
            return None


def fuzz(command: list[str], count: int, seed: int, first_block: int = 0, show: bool = False) -> Tally:
    """Send so many lines; what was seen. Raises FuzzError, its message naming block and file."""
    engine = Engine(command)
    kept: deque[bytes] = deque(maxlen=LINES_KEPT)
    block = first_block
    started = time.monotonic()
    try:
        while engine.tally.lines < count:
            source = lines(random.Random(seed * SEEDS_A_RUN + block))
            batch = [next(source) for _ in range(min(BLOCK_LINES, count - engine.tally.lines))]
            kept.extend(batch)
            engine.send(batch)
            block += 1
            if show and (block - first_block) % SHOW_EVERY_BLOCKS == 0:
                rate = engine.tally.lines / (time.monotonic() - started)
                print(
                    f"block {block}: {engine.tally.lines:,} lines, {rate:,.0f} a second, {engine.tally.searches:,}"
                    f" searches, {engine.tally.answers:,} answers, {engine.memory_mb()} MB",
                    flush=True,
                )
        engine.end()
    except FuzzError as fault:
        with tempfile.NamedTemporaryFile("wb", prefix="kiebitz-fuzz-", suffix=".txt", delete=False) as file:
            file.write(b"".join(line + b"\n" for line in kept))
        raise FuzzError(f"seed {seed}, block {block}: {fault}; the last lines are in {file.name}") from None
    finally:
        engine.process.kill()
        engine.process.wait()
    return engine.tally


def main() -> None:
    """Read the command line and go."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first-block", type=int, default=0, help=f"where to begin, in blocks of {BLOCK_LINES} lines")
    parser.add_argument("--command", default=f"{shlex.quote(sys.executable)} -m kiebitz.protocols.uci.loop")
    arguments = parser.parse_args()
    started = time.monotonic()
    try:
        tally = fuzz(shlex.split(arguments.command), arguments.lines, arguments.seed, arguments.first_block, show=True)
    except FuzzError as fault:
        sys.exit(f"fault: {fault}")
    seconds = time.monotonic() - started
    print(
        f"{tally.lines:,} lines in {seconds:,.0f} s ({tally.lines / seconds:,.0f} a second), {tally.answers:,} answers,"
        f" {tally.searches:,} searches with as many best moves: no fault"
    )


if __name__ == "__main__":
    main()
