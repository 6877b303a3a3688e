"""A game between a person and the engine: what was agreed, the moves, the clocks, and its PGN, from which it goes on.

The clocks stand while nobody is at the board: ``stop`` takes the time of the move so far, ``run`` lets them go on. The
PGN tells, beside what PGN wants, what is on the clocks and whom one plays, in tags of its own (``Level``, ``Era``).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import chess
import chess.pgn

from kiebitz.arena.match.time_control import Clocks, MatchLimit, TimeControl
from kiebitz.classroom.board.opponent import PROGRAMS
from kiebitz.commandline.whole_number import whole_number
from kiebitz.engine import fen_of
from kiebitz.engine.era_names import TODAY
from kiebitz.engine.eras import ERAS
from kiebitz.engine.limit import Limit
from kiebitz.engine.strength import MAX_ELO, MIN_ELO, Handicap, level_of
from kiebitz.games.chess.game import CHESS, board_of_game
from kiebitz.games.chess.record import pgn_of
from kiebitz.games.ending import DRAW
from kiebitz.play.opponent import name_of
from kiebitz.play.played_game import PlayedGame
from kiebitz.web.game_error import GameError
from kiebitz.web.game_list import GameList
from kiebitz.web.limits import Limits

EVENT = "Game in the browser"
NO_CLOCK = "-"
CLOCK_TAGS = {chess.WHITE: "WhiteClock", chess.BLACK: "BlackClock"}
TYPE_TAGS = {chess.WHITE: "WhiteType", chess.BLACK: "BlackType"}
HUMAN, PROGRAM = "human", "program"
LEAST_BASE_MS, MOST_BASE_MS, MOST_INCREMENT_MS = 1_000, 3 * 3_600_000, 180_000


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms agreed before a game. Raises GameError for what can't be played."""

    player: chess.Color
    """The person's colour."""
    elo: int | None = None
    """The rating that the engine plays at; None: its best."""
    era: str = TODAY
    """As which era it plays."""
    control: TimeControl | None = None
    """The clocks; None: there are none."""

    def __post_init__(self) -> None:
        if self.era not in ERAS and self.era not in PROGRAMS:
            raise GameError(f"there is no era '{self.era}'")
        if self.elo is not None:
            if self.era != TODAY:
                raise GameError("a rating is today's engine's; an era plays its best")
            try:
                level_of(self.elo)
            except ValueError as error:
                raise GameError(str(error)) from error
        if control := self.control:
            if not LEAST_BASE_MS <= control.base_ms <= MOST_BASE_MS or control.moves:
                raise GameError(f"a clock has {LEAST_BASE_MS // 1000} to {MOST_BASE_MS // 1000:,} seconds for a game")
            if not 0 <= control.increment_ms <= MOST_INCREMENT_MS:
                raise GameError(f"a move adds 0 to {MOST_INCREMENT_MS // 1000} seconds")

    @property
    def handicap(self) -> Handicap | None:
        """The handicap of the engine."""
        return None if self.elo is None else Handicap(level_of(self.elo))


def title_of(era: str) -> str:
    """An opponent's name, by the name of an era or of a program in plain Python."""
    return PROGRAMS[era].title if era in PROGRAMS else ERAS[era].title


def opponent_name(terms: Terms) -> str:
    """Whom a person plays, as the game's record says."""
    if terms.era in PROGRAMS:
        return title_of(terms.era)
    return name_of("" if terms.elo is None else CHESS.tell_level(terms.elo), terms.era)


class TimedGame:
    """A game under way, or at its end."""

    def __init__(self, terms: Terms, board: chess.Board, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with the clocks standing; ``now`` gives the time in seconds."""
        self.terms = terms
        self.game = PlayedGame(CHESS, terms.player, opponent_name(terms), fen_of(board), chess960=board.chess960)
        self._now = now
        self._clocks = Clocks(MatchLimit(terms.control)) if terms.control else None
        self._since: float | None = None
        """Since when a clock has been running."""
        self._used_ms = 0.0
        """The time taken for this move before the clocks stood."""
        self._left_after: list[float | None] = []
        """After each move, what its clock showed."""
        self._date = ""
        """The day it began; empty until its PGN is first written."""

    # ------------------------------------------------------------------ the clocks

    def run(self) -> None:
        """Let the clock of the side to move run, if the game goes on."""
        if self._clocks is not None and self._since is None and self.game.ending is None:
            self._since = self._now()

    def stop(self) -> None:
        """Let the clocks stand."""
        self._used_ms, self._since = self._elapsed_ms, None

    @property
    def running_ms(self) -> float | None:
        """Time until the flag falls of the side whose clock runs; None if none does."""
        return None if self._since is None else self.left_ms(self.game.turn)

    def left_ms(self, side: chess.Color) -> float | None:
        """Time left to a side; None without clocks."""
        left_ms = None if self._clocks is None else self._clocks.left_ms(side)
        if left_ms is None:
            return None
        return max(0.0, left_ms - (self._elapsed_ms if side == self.game.turn else 0.0))

    def clocks(self) -> Limit | None:
        """The clock of the side to move, and the other's as it is told; None without clocks."""
        return None if self._clocks is None else self._clocks.limit(self.game.turn)

    def flag_falls(self) -> bool:
        """True if the time of the side to move is up, which ends the game."""
        if self.running_ms != 0.0:
            return False
        self.game.lose_on_time(self.game.turn)
        self.stop()
        return True

    @property
    def _elapsed_ms(self) -> float:
        """Time taken for this move."""
        return self._used_ms + (0.0 if self._since is None else 1000 * (self._now() - self._since))

    # ------------------------------------------------------------------ the moves

    def push(self, move: str) -> None:
        """Make a legal move (UCI); one that comes after the flag has fallen isn't made any more."""
        if self.flag_falls():
            return
        turn = self.game.turn
        if self._clocks is not None:
            self._clocks.spend(turn, self._elapsed_ms, 0.0)
            self._left_after.append(self._clocks.left_ms(turn))
        self._used_ms, self._since = 0.0, None
        self.game.push(move)
        self.run()

    def take_back(self) -> None:
        """Go back to before the person's last move. Raises GameError if there is none, and with clocks."""
        if self._clocks is not None:
            raise GameError("with clocks no move is taken back")
        if not self.game.take_back():
            raise GameError("there is no move of yours to take back")

    def moves(self) -> list[str]:
        """All moves in SAN."""
        board = board_of_game(self.game)
        walk = board.root()
        return [walk.san_and_push(move) for move in board.move_stack]

    # ------------------------------------------------------------------ its PGN

    def pgn(self) -> str:
        """The game as it stands."""
        record, terms = pgn_of(self.game, self.game.sheet(EVENT)), self.terms
        tags = record.headers
        self._date = self._date or tags["Date"]
        tags["Date"] = self._date
        tags["TimeControl"] = str(terms.control) if terms.control else NO_CLOCK
        for side, tag in TYPE_TAGS.items():
            tags[tag] = HUMAN if side == terms.player else PROGRAM
        tags["Era"] = terms.era
        if terms.elo is not None:
            tags["Level"] = str(terms.elo)
        for side, tag in CLOCK_TAGS.items():
            if (left_ms := self.left_ms(side)) is not None:
                tags[tag] = _written(left_ms)
        for node, left_ms in zip(record.mainline(), self._left_after, strict=False):  # without clocks there are none
            node.set_clock(None if left_ms is None else left_ms / 1000)
        return str(record)

    @classmethod
    def of(cls, pgn: str, limits: Limits, now: Callable[[], float] = time.monotonic) -> TimedGame:
        """A game that was left, its clocks standing. Raises GameError for what ``pgn`` didn't write."""
        tree = GameList.of(pgn, limits).game(1, limits)
        if tree.faults:
            raise GameError(f"this game can't be gone on with: {tree.faults[0]}")
        record = tree.game
        try:
            self = cls(_terms(record.headers), record.board(), now)
            self._read_clocks(record)
        except (KeyError, ValueError) as error:
            raise GameError(f"this game can't be gone on with: {error}") from error
        board = record.board()
        for move in record.mainline_moves():
            self.game.push(board.uci(move))
            board.push(move)
        self._date = record.headers["Date"]
        self._read_ending(record.headers)
        return self

    def _read_clocks(self, record: chess.pgn.Game) -> None:
        """The times on the clocks, and those before. Raises KeyError or ValueError for what can't be read."""
        if self.terms.control is None:
            return
        left_ms = {side: _read(record.headers[tag]) for side, tag in CLOCK_TAGS.items()}
        self._clocks = Clocks(MatchLimit(self.terms.control), left_ms=left_ms)
        clocks = [node.clock() for node in record.mainline()]
        self._left_after = [None if seconds is None else 1000 * seconds for seconds in clocks]

    def _read_ending(self, tags: chess.pgn.Headers) -> None:
        """How it ended, where the moves alone don't say so."""
        game = self.game
        if tags["Result"] == "*" or game.ending:
            return
        if tags.get("Termination") == "time forfeit":
            game.lose_on_time(game.turn)
        elif tags["Result"] == DRAW:
            game.agree_draw()
        else:
            game.resign(game.player)


def _terms(tags: chess.pgn.Headers) -> Terms:
    """The terms agreed, by a game's tags. Raises KeyError or ValueError for what can't be read."""
    control = tags["TimeControl"]
    return Terms(
        player=tags[TYPE_TAGS[chess.WHITE]] == HUMAN,
        elo=_level(tags["Level"]) if "Level" in tags else None,
        era=tags["Era"],
        control=None if control == NO_CLOCK else TimeControl.parse(control),
    )


def _level(text: str) -> int:
    """The level that a tag says. Raises ValueError for none."""
    elo = whole_number(text, MAX_ELO, MIN_ELO)
    if elo is None:
        raise ValueError(f"'{text[:20]}' is no level")
    return elo


def _written(left_ms: float) -> str:
    """Time as a clock shows it: '0:04:59.500'."""
    minutes, seconds = divmod(left_ms / 1000, 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02}:{seconds:06.3f}"


def _read(clock: str) -> float:
    """Milliseconds of a time that was written. Raises ValueError."""
    hours, minutes, seconds = clock.split(":")
    left_ms = 1000 * (3600 * int(hours) + 60 * int(minutes) + float(seconds))
    if not 0 <= left_ms < math.inf:
        raise ValueError(f"'{clock}' is on no clock")
    return left_ms
