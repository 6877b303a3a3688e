"""Programs of shogi as players: they speak USI.

A program that crashes, hangs or breaks the protocol is ended and started again for the next game.
"""

from __future__ import annotations

import re

from kiebitz.arena.match.player import Choice, FaultKind, OutsideSpec, PlayerError, PlayerFault
from kiebitz.arena.match.usi_program import ProgramEndedError, UsiProgram
from kiebitz.commandline.switches import WORDS
from kiebitz.engine import START_SFEN
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from kiebitz.games.live_game import LiveGame

# Some read large tables when they are made ready, but they say at once what they are.
GREETING_TIMEOUT_S = 30.0
START_TIMEOUT_S = 120.0
QUIT_TIMEOUT_S = 1.0
RESULTS = {0.0: "lose", 0.5: "draw", 1.0: "win"}
RESERVED = ("USI_Hash", "USI_Ponder")
"""Options that USI programs need not declare."""
OPTION = re.compile(r"option\s+name\s+(?P<name>.+?)\s+type\s+(?P<type>\S+)(?P<rest>.*)")
SCORE = re.compile(r"\bscore\s+(?P<kind>cp|mate)\s+(?P<value>[+-]?\d{1,9}|[+-])(?=\s|$)")
NUMBER = r"\b{}\s+(\d{{1,18}})\b"
DEPTH, NODES, RANK = (re.compile(NUMBER.format(word)) for word in ("depth", "nodes", "multipv"))
HIDDEN = " pv "
"""Behind it stand moves, which look like no numbers but may."""


class UsiPlayer:
    """A program of shogi that runs beside us."""

    def __init__(self, spec: OutsideSpec) -> None:
        self._spec = spec
        self._program: UsiProgram | None = None

    def new_game(self) -> None:
        """Start the program if it doesn't run, and let it prepare before its clock runs. Raises PlayerError."""
        if self._program is None or not self._program.is_running:
            self._start()
            return
        try:
            self._prepare(self._program)
        except (ProgramEndedError, TimeoutError) as error:
            last_words = self._last_words()
            self._end()
            raise PlayerError(f"{self._spec.name} doesn't begin a new game{last_words}") from error

    def choose(self, game: LiveGame, limit: Limit, timeout_s: float) -> Choice:
        """The program's move. Raises PlayerFault."""
        if self._program is None:
            raise PlayerFault("crash", "is not running")
        try:
            self._program.say(position_line(game))
            self._program.say(go_line(limit))
            *lines, answer = self._program.hear_until("bestmove", timeout_s)
        except TimeoutError:
            self._end()
            kind: FaultKind = "time loss" if limit.is_on_clock else "stall"
            hint = " (does it obey a limit of nodes?)" if limit.nodes else ""
            raise PlayerFault(kind, f"doesn't move within {timeout_s:.1f} s{hint}; ended") from None
        except ProgramEndedError as error:
            last_words = self._last_words()
            self._end()
            raise PlayerFault("crash", f"crashes{last_words}") from error
        return read_answer(answer, lines)

    def game_over(self, points: float) -> None:
        """Tell the program what it made of the game."""
        if self._program is not None:
            try:
                self._program.say(f"gameover {RESULTS[points]}")
            except ProgramEndedError:
                self._end()

    def close(self) -> None:
        """Ask the program to quit; end it if it doesn't."""
        if self._program is not None:
            self._program.quit(QUIT_TIMEOUT_S)
            self._program = None

    def kill(self) -> None:
        """End the program at once; from whatever thread, also while it thinks."""
        program = self._program
        if program is not None:
            program.kill()

    def _start(self) -> None:
        """Start the program and agree with it on options. Raises PlayerError."""
        self._end()
        allowed_s = GREETING_TIMEOUT_S
        try:
            program = self._program = UsiProgram(self._spec.command)
            program.say("usi")
            self._set_options(program, program.hear_until("usiok", allowed_s))
            allowed_s = START_TIMEOUT_S
            self._prepare(program)
            return
        except TimeoutError:
            reason = f"doesn't answer within {allowed_s:.0f} s as USI wants"
        except ProgramEndedError:
            reason = "doesn't start: it ends before it has answered as USI wants"
        except OSError as error:
            reason = f"doesn't start: {error.strerror or error}"
        last_words = self._last_words()
        self._end()
        raise PlayerError(f"{self._spec.name} {reason}{last_words}")

    def _prepare(self, program: UsiProgram) -> None:
        """Let it get ready for a game. Raises ProgramEndedError and TimeoutError."""
        program.say("isready")
        program.hear_until("readyok", START_TIMEOUT_S)
        program.say("usinewgame")

    def _set_options(self, program: UsiProgram, lines: list[str]) -> None:
        """Set its options, which it has declared. Raises PlayerError and ProgramEndedError."""
        declared = {found["name"].lower(): found for line in lines if (found := OPTION.match(line.strip()))}
        for name, text in self._spec.options:
            found = declared.get(name.lower())
            if found is None and name not in RESERVED:
                shown = ", ".join(sorted(option["name"] for option in declared.values())) or "none"
                raise PlayerError(f"{self._spec.name} has no option {name}; it has {shown}")
            value = text
            if found is not None and found["type"] == "check":
                value = "true" if WORDS.get(text.lower(), text == "1") else "false"
            if found is not None and (refusal := _refusal(found, value)):
                raise PlayerError(f"{self._spec.name}: {found['name']} is {refusal}, not {text}")
            program.say(f"setoption name {found['name'] if found else name} value {value}")

    def _last_words(self) -> str:
        words = self._program.last_words() if self._program else ""
        return f"; its last words: {words}" if words else ""

    def _end(self) -> None:
        if self._program is not None:
            self._program.quit(0)
            self._program = None


def position_line(game: LiveGame) -> str:
    """The game as USI's ``position`` tells it."""
    start = "startpos" if game.start == START_SFEN else f"sfen {game.start}"
    return f"position {start}{' moves ' if game.moves else ''}{' '.join(game.moves)}"


def go_line(limit: Limit) -> str:
    """USI's ``go`` for a limit; of clocks what they show before the increment, which the program adds."""
    if limit.black_clock_ms is not None and limit.white_clock_ms is not None:
        black, white = limit.black_increment_ms, limit.white_increment_ms
        words = f"go btime {limit.black_clock_ms - black} wtime {limit.white_clock_ms - white}"
        return f"{words} binc {black} winc {white}" if black or white else f"{words} byoyomi {limit.byoyomi_ms}"
    return f"go nodes {limit.nodes}" if limit.nodes else f"go depth {limit.depth}"


def read_answer(answer: str, lines: list[str]) -> Choice:
    """Read ``bestmove`` and the lines before it. Raises PlayerFault."""
    words = answer.split()
    score, depth, nodes = None, 0, 0
    for line in lines:
        facts = line.partition(HIDDEN)[0]
        rank = RANK.search(facts)
        if not line.startswith("info") or line.startswith("info string") or (rank and rank[1] != "1"):
            continue
        score = _score(facts) or score
        depth = _number(DEPTH, facts) or depth
        nodes = _number(NODES, facts) or nodes
    if len(words) < 2:
        raise PlayerFault("illegal move", "makes no move though it has one")
    if words[1] == "resign":
        return Choice(None, score, depth, nodes)
    if words[1] == "win":
        return Choice(None, score, depth, nodes, declares=True)
    return Choice(words[1], score, depth, nodes)


def _score(facts: str) -> Score | None:
    """A score of USI, in which mates count plies; None if there is none, or a mate of which no length is told."""
    found = SCORE.search(facts)
    if found is None or found["value"] in ("+", "-"):
        return None
    value = int(found["value"])
    if found["kind"] == "cp":
        return Score(value)
    return Score(mate=(abs(value) + 1) // 2 * (1 if value > 0 else -1))


def _number(pattern: re.Pattern[str], facts: str) -> int:
    found = pattern.search(facts)
    return int(found[1]) if found else 0


def _refusal(option: re.Match[str], value: str) -> str:
    """The value that an option asks for, if this one isn't of its kind."""
    words = option["rest"].split()
    if option["type"] == "spin":
        least, most = (words[words.index(word) + 1] if word in words[:-1] else "" for word in ("min", "max"))
        try:
            if (not least or int(least) <= int(value)) and (not most or int(value) <= int(most)):
                return ""
        except ValueError:
            pass
        return f"a whole number from {least} to {most}"
    if option["type"] == "combo":
        choices = [words[place + 1] for place, word in enumerate(words[:-1]) if word == "var"]
        return "" if value in choices else f"one of {', '.join(choices)}"
    return ""
