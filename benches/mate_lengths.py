"""Mates solved by length in equal processor time: Kiebitz's proof, its ordinary search, and Stockfish's ``go mate``.

    python benches/mate_lengths.py run OUTPUT.jsonl SECONDS EACH MATES.epd [CANDIDATE …]    (stopped, it goes on)
    python benches/mate_lengths.py show OUTPUT.jsonl

Each ``EACH``-th mate of an EPD file (``dm``) is given to the three in turn, so whatever else the machine does hinders
all alike; or to those alone that are named (``proof``, ``search``, ``stockfish``). A mate is solved once a line claims
it within the moves known. Processor time of the whole process is counted, not time that passes: one thread each, 64 MB,
an empty table for each mate.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import chess

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
KIEBITZ = [sys.executable, "-c", "from kiebitz.protocols.uci.loop import program; program()"]
PROOF, SEARCH, OTHER = "Kiebitz, go mate", "Kiebitz, ordinary search", "Stockfish, go mate"
NAMED = {"proof": PROOF, "search": SEARCH, "stockfish": OTHER}
POLL_S = 0.005
TICKS = os.sysconf("SC_CLK_TCK")
# Fields of /proc/PID/stat behind the name in brackets: processor time of the user and of the system.
USER_TICKS, SYSTEM_TICKS = 11, 12


class Candidate:
    """An engine, one problem at a time."""

    def __init__(self, command: list[str], has_mate_search: bool) -> None:
        self._has_mate_search = has_mate_search
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()
        self._send("uci")
        self._wait_for("uciok")
        self._send("setoption name Hash value 64")

    def _read(self) -> None:
        for line in self._process.stdout:
            self._lines.put(line)

    def _send(self, line: str) -> None:
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _wait_for(self, word: str) -> None:
        while not self._lines.get().startswith(word):
            pass

    def _processor_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[USER_TICKS]) + int(fields[SYSTEM_TICKS])) / TICKS

    def seconds_to_solve(self, fen: str, moves: int, limit: float) -> float | None:
        """Processor time to a line with a mate in so many moves; None if there is none within the limit."""
        self._send("ucinewgame")
        self._send("isready")
        self._wait_for("readyok")
        began = self._processor_seconds()
        self._send(f"position fen {fen}")
        self._send(f"go mate {moves}" if self._has_mate_search else "go infinite")
        solved = None
        is_over = False
        while solved is None and not is_over and self._processor_seconds() - began < limit:
            try:
                words = self._lines.get(timeout=POLL_S).split()
            except Empty:
                continue
            is_over = words[:1] == ["bestmove"]
            if "mate" in words and 0 < int(words[words.index("mate") + 1]) <= moves:
                solved = self._processor_seconds() - began
        if not is_over:
            self._send("stop")
            self._wait_for("bestmove")
        return solved


def candidate(name: str) -> Candidate:
    """One of those compared, begun. Raises SystemExit where it isn't there."""
    if name != OTHER:
        return Candidate(KIEBITZ, has_mate_search=name == PROOF)
    if STOCKFISH is None:
        raise SystemExit("stockfish is not installed (Debian: apt install stockfish)")
    return Candidate([STOCKFISH], has_mate_search=True)


def run(output: str, seconds: str, each: str, suite: str, *names: str) -> None:
    """Append a line of JSON for every mate that is missing in the output; of all candidates if none is named."""
    path = Path(output)
    done = {json.loads(line)["fen"] for line in path.read_text().splitlines()} if path.exists() else set()
    candidates = {NAMED[name]: candidate(NAMED[name]) for name in names or NAMED}
    for line in Path(suite).read_text().splitlines()[:: int(each)]:
        board = chess.Board()
        moves = board.set_epd(line)["dm"]
        if board.fen() not in done:
            taken = {
                name: engine.seconds_to_solve(board.fen(), moves, float(seconds)) for name, engine in candidates.items()
            }
            with path.open("a") as file:
                file.write(json.dumps({"fen": board.fen(), "moves": moves, "limit": float(seconds)} | taken) + "\n")


def show(output: str) -> None:
    """Print how many each has solved, by length."""
    rows = [json.loads(line) for line in Path(output).read_text().splitlines()]
    names = [name for name in NAMED.values() if all(name in row for row in rows)]
    print("moves  mates  " + "  ".join(names))
    for moves in (*sorted({row["moves"] for row in rows}), None):
        chosen = [row for row in rows if moves in {None, row["moves"]}]
        solved = [sum(row[name] is not None for row in chosen) for name in names]
        print(f"{moves or 'all':>5}  {len(chosen):5}  " + "  ".join(map(str, solved)))


if __name__ == "__main__":
    {"run": run, "show": show}[sys.argv[1]](*sys.argv[2:])
