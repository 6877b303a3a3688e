"""Commands whose work may be cut off at any moment, small enough to be run hundreds of times."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from commands import COMMAND, ENVIRONMENT
from processes import wait_until

PATIENCE_S = 120
# How a command is ended, and after which share of the time it takes: by SIGKILL, which leaves nothing time, at many
# moments, by what it can hear at some. A little later than it takes, too: ends are moments as well.
MOMENTS = {signal.SIGKILL: 50, signal.SIGTERM: 10, signal.SIGINT: 10, signal.SIGHUP: 10}
REACH = 1.1
KILLS = [(how, REACH * (moment + 0.5) / count) for how, count in MOMENTS.items() for moment in range(count)]
KILL_NAMES = [f"{how.name}-{share:.2f}" for how, share in KILLS]
GAMES = "\n\n".join(
    f'[White "A{number}"]\n[Black "B"]\n[Result "*"]\n\n1. {first} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *'
    for number, first in enumerate(("e4", "e3", "d3", "c3"))
)
HOME = "home"
# Times and dates, of which no two runs have the same.
SECONDS = re.compile(r" \d+\.\d+s")
VARYING = ("[Date ", "[UTCDate ", "[UTCTime ", "[Time ", "[GameStartTime ", "[GameEndTime ", "[GameDuration ")


@dataclass(frozen=True, slots=True)
class LongWork:
    """A command that keeps a journal, or writes whole files."""

    name: str
    arguments: tuple[str, ...]
    output: str
    """The file that it is about."""
    resume: str | None = "--resume"
    """How it is gone on with; None: by the same command."""
    program: tuple[str, ...] = tuple(COMMAND)

    def prepare(self, folder: Path) -> None:
        """Lay down what it reads."""
        (folder / "games.pgn").write_text(GAMES)
        (folder / HOME).mkdir(exist_ok=True)

    def command(self, *more: str) -> list[str]:
        return [*self.program, *self.arguments, *more]

    def result(self, folder: Path) -> object:
        """What came out, but for what no two runs have in common."""
        text = (folder / self.output).read_text()
        if self.output.endswith(".json"):
            return json.loads(text)
        return [SECONDS.sub("", line) for line in text.splitlines() if not line.startswith(VARYING)]


ANALYSE = LongWork("analyse", ("analyse", "games.pgn", "-n", "3000", "-j", "1", "-o", "out.pgn"), "out.pgn")
ANALYSE_BY_TWO = LongWork(
    "analyse by two", ("analyse", "games.pgn", "-n", "3000", "-j", "2", "-o", "out.pgn"), "out.pgn"
)
ANALYSE_WITH_ALL = LongWork(
    "analyse with pages and columns",
    ("analyse", "games.pgn", "-n", "3000", "-j", "1", "-o", "out.pgn", "--html", "pages", "--parquet", "columns"),
    "out.pgn",
)
MATCH = LongWork(
    "match", ("match", "kiebitz", "null_move=off", "-n", "60", "-g", "6", "-j", "1", "--pgn", "out.pgn"), "out.pgn"
)
TUNE = LongWork(
    "tune", ("tune", "reduction_divisor", "-n", "40", "--pairs", "4", "-j", "1", "-o", "out.json"), "out.json"
)
GAUNTLET = LongWork(
    "a gauntlet of matches",
    ("match", "kiebitz", "null_move=off", "hash=1", "--gauntlet", "-n", "40", "-g", "2", "-j", "2", "--pgn", "out.pgn"),
    "out.pgn",
)
JOURNALED = (ANALYSE, ANALYSE_BY_TWO, MATCH, TUNE, GAUNTLET, ANALYSE_WITH_ALL)

KEEP = """
import sys
from pathlib import Path
from kiebitz.web.game_error import GameError
from kiebitz.web.kept_games import GameKeeper, stamp_of

keeper = GameKeeper(Path("board"), 50, 1 << 20)
try:
    for edits in range(3):
        keeper.keep("0123456789abcdef", f"1. e4 {{{'word ' * 1_000}{edits}}} *", None)
except GameError as error:
    sys.exit(str(error))
"""
KEEPER = LongWork("the keeper of games", ("-c", KEEP), "board/0123456789abcdef.pgn", None, (sys.executable,))
MATE = LongWork("mate", ("mate", "8/8/8/8/8/5K2/4Q3/7k w - - 0 1", "--proof", "proof.json"), "proof.json", None)
WHOLE = (KEEPER, MATE)


def environment_in(folder: Path) -> dict[str, str]:
    """No file of the user's is met."""
    home = str(folder / HOME)
    return ENVIRONMENT | {"HOME": home, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home, "PYTHONDONTWRITEBYTECODE": "1"}


def _as_by_default() -> None:
    """Whoever runs the tests may ignore signals, which children inherit."""
    for how in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(how, signal.SIG_DFL)


def started(command: list[str], folder: Path) -> subprocess.Popen[str]:
    """A command under way, in a session of its own."""
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment_in(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_as_by_default,  # noqa: PLW1509 - tests that run beside each other are processes
    )


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A command that comes to its end."""
    process = started(command, folder)
    out, err = process.communicate(timeout=PATIENCE_S)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def undisturbed(work: LongWork, folder: Path) -> tuple[object, float]:
    """What comes out of it, and how many seconds it takes."""
    work.prepare(folder)
    began = time.monotonic()
    done = run(work.command(), folder)
    assert done.returncode == 0, done.stderr
    return work.result(folder), time.monotonic() - began


def is_session_over(leader: int) -> bool:
    """Whether no process of a session runs any more."""
    for path in Path("/proc").glob("[0-9]*"):
        try:
            state, *fields = (path / "stat").read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[2]) == leader and state != "Z":
            return False
    return True


def cut_off(work: LongWork, folder: Path, how: signal.Signals, after_s: float) -> subprocess.CompletedProcess[str]:
    """Begin it and end it by a signal; whatever it began ends, too."""
    process = started(work.command(), folder)
    try:
        process.wait(after_s)
    except subprocess.TimeoutExpired:
        os.kill(process.pid, how)
    out, err = process.communicate(timeout=PATIENCE_S)
    wait_until(lambda: is_session_over(process.pid))
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def gone_on_with(work: LongWork, folder: Path) -> object:
    """What comes out if it is gone on with; it is begun anew if it hadn't begun, and left alone if it is over."""
    output = folder / work.output
    if work.resume is None and output.exists():
        text = output.read_text()
        assert text.endswith("} *\n") if work is KEEPER else json.loads(text)
    if work.resume is None or not output.exists() or output.with_name(f"{output.name}.journal").exists():
        done = run(work.command(*filter(None, [work.resume])), folder)
        assert done.returncode == 0, done.stderr
    return work.result(folder)
