"""The table of UCI options: what a GUI may set, its range, and how a value is read.

An option takes effect where its ``engine_keyword`` says, an argument of ``Engine.configure``; options without one are
read by the loop itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kiebitz.engine.era_names import TODAY
from kiebitz.engine.eras import ERAS
from kiebitz.engine.strength import MAX_ELO, MIN_ELO, settings_of
from kiebitz.protocols.uci.protocol import parse_whole_number, quoted

# A move generator's bound: no position has more legal moves, so no search more lines.
MAX_LINES = 218
# Of Stockfish's option Skill Level: no limit.
FULL_SKILL = 20
# How the protocol writes an empty text.
EMPTY = "<empty>"
# Of a choice that refines an era: leave it as the era has it.
AS_ERA = "era"


class SettingError(ValueError):
    """An option that doesn't exist, or a value that it can't take."""


@dataclass(frozen=True, slots=True)
class Spin:
    """A whole number in a range."""

    name: str
    """As the GUI shows it."""
    default: int
    """Its value at the start."""
    minimum: int
    """The smallest value allowed."""
    maximum: int
    """The largest value allowed."""
    meaning: str
    """Its effect, with the unit."""
    engine_keyword: str | None = None
    """The argument of ``Engine.configure`` that it sets."""
    is_clamped: bool = False
    """True if a number beyond the range means its end: programs made for other engines send theirs."""

    def declaration(self) -> str:
        """The line that announces the option."""
        return f"option name {self.name} type spin default {self.default} min {self.minimum} max {self.maximum}"

    def parse(self, text: str | None) -> int:
        """The value that a text means. Raises SettingError."""
        value = parse_whole_number(text.strip()) if text is not None else None
        if value is not None and self.is_clamped:
            return min(max(value, self.minimum), self.maximum)
        if value is None or not self.minimum <= value <= self.maximum:
            raise SettingError(
                f"{self.name} is a whole number from {self.minimum} to {self.maximum}, not {quoted(text or '')}"
            )
        return value

    def changed(self, text: str | None, value: int) -> str:
        """The note where a text means another number than it says; nothing where it doesn't."""
        if parse_whole_number((text or "").strip()) == value:
            return ""
        return f"{self.name} goes from {self.minimum} to {self.maximum}; {value} taken instead of {quoted(text or '')}"


@dataclass(frozen=True, slots=True)
class Check:
    """A switch, on or off."""

    name: str
    """As the GUI shows it."""
    default: bool
    """Its value at the start."""
    meaning: str
    """Its effect."""
    engine_keyword: str | None = None
    """The argument of ``Engine.configure`` that it sets."""

    def declaration(self) -> str:
        """The line that announces the option."""
        return f"option name {self.name} type check default {str(self.default).lower()}"

    def parse(self, text: str | None) -> bool:
        """The value that a text means. Raises SettingError."""
        word = (text or "").strip().lower()
        if word not in ("true", "false"):
            raise SettingError(f"{self.name} is 'true' or 'false', not {quoted(text or '')}")
        return word == "true"


@dataclass(frozen=True, slots=True)
class Combo:
    """A choice among names."""

    name: str
    """As the GUI shows it."""
    default: str
    """Its value at the start."""
    choices: tuple[str, ...]
    """The values allowed, the default among them."""
    meaning: str
    """Its effect."""
    engine_keyword: str
    """The argument of ``Engine.configure`` that it sets."""

    def declaration(self) -> str:
        """The line that announces the option."""
        choices = " ".join(f"var {choice}" for choice in self.choices)
        return f"option name {self.name} type combo default {self.default} {choices}"

    def parse(self, text: str | None) -> str:
        """The value that a text means, in any case. Raises SettingError."""
        word = (text or "").strip().lower()
        if word not in self.choices:
            raise SettingError(f"{self.name} is one of {', '.join(self.choices)}, not {quoted(text or '')}")
        return word


@dataclass(frozen=True, slots=True)
class Text:
    """A text, such as a path."""

    name: str
    """As the GUI shows it."""
    default: str
    """Its value at the start."""
    meaning: str
    """Its effect."""
    engine_keyword: None = None
    """Texts are read by the loop itself."""

    def declaration(self) -> str:
        """The line that announces the option."""
        return f"option name {self.name} type string default {self.default or EMPTY}"

    def parse(self, text: str | None) -> str:
        """The value that a text means; '<empty>' is the protocol's word for none."""
        value = (text or "").strip()
        return "" if value == EMPTY else value


@dataclass(frozen=True, slots=True)
class Button:
    """Something to do at once; it has no value."""

    name: str
    """As the GUI shows it."""
    meaning: str
    """Its effect."""

    def declaration(self) -> str:
        """The line that announces the option."""
        return f"option name {self.name} type button"


Valued = Spin | Check | Combo | Text
Option = Valued | Button

HASH = Spin("Hash", 16, 1, 2**20, "Size of the transposition table in MiB.", "hash_mb")
CLEAR_HASH = Button("Clear Hash", "Empty the transposition table.")
THREADS = Spin("Threads", 1, 1, 256, "Threads that search.", "threads")
MULTI_PV = Spin("MultiPV", 1, 1, MAX_LINES, "How many of the best moves are searched and reported.", is_clamped=True)
PONDER = Check("Ponder", False, "Whether the GUI may let the engine think on the opponent's time.")
MOVE_OVERHEAD = Spin(
    "Move Overhead",
    10,
    0,
    5_000,
    "Milliseconds of every move that are lost between engine and clock.",
    "move_overhead_ms",
)
CHESS960 = Check("UCI_Chess960", False, "Whether castling is written as king takes rook.")
SHOW_WDL = Check("UCI_ShowWDL", False, "Whether scores come with the chances of win, draw and loss in permille.")
LIMIT_STRENGTH = Check("UCI_LimitStrength", False, "Whether to play no better than UCI_Elo.")
ELO = Spin("UCI_Elo", 1500, MIN_ELO, MAX_ELO, "The strength to play at, if it is limited.", is_clamped=True)
SKILL = Spin(
    "Skill Level",
    FULL_SKILL,
    0,
    FULL_SKILL,
    "The strength to play at, from the lowest UCI_Elo to no limit; UCI_LimitStrength goes before it.",
    is_clamped=True,
)
OWN_BOOK = Check("OwnBook", False, "Whether moves are played from BookFile where it knows the position.")
BOOK_FILE = Text("BookFile", "", "An opening book in Polyglot's format.")
ERA = Combo("Era", TODAY, tuple(ERAS), "Which program of the past the search is set up as.", "era")
NULL_MOVE_POLICY = Combo(
    "Null Move Policy",
    AS_ERA,
    (AS_ERA, "off", "donninger", "verified", "adaptive"),
    "How the null move is made; 'era' leaves it to Era.",
    "null_move_policy",
)
STATIC_SELECTIVITY = Combo(
    "Static Selectivity",
    AS_ERA,
    (AS_ERA, "off", "strict", "relaxed"),
    "Whether a search ends early by Nimzo 1's rule; 'era' leaves it to Era.",
    "static_selectivity",
)
EVAL_FILE = Text(
    "EvalFile", "", "The network that evaluates in the era 'today'; none: the one that comes with Kiebitz."
)
SYZYGY_PATH = Text("SyzygyPath", "", "Directories of Syzygy tablebases, separated as in PATH.")
SYZYGY_PROBE_DEPTH = Spin(
    "SyzygyProbeDepth", 1, 1, 100, "Ask the largest tables so many plies before the horizon, smaller ones everywhere."
)
SYZYGY_PROBE_LIMIT = Spin("SyzygyProbeLimit", 7, 0, 7, "Ask tables about positions of so many men at most.")
SYZYGY_FIFTY_MOVES = Check("Syzygy50MoveRule", True, "Whether wins that take more than fifty moves are draws.")

OPTIONS: tuple[Option, ...] = (
    HASH,
    CLEAR_HASH,
    THREADS,
    MULTI_PV,
    PONDER,
    MOVE_OVERHEAD,
    CHESS960,
    SHOW_WDL,
    LIMIT_STRENGTH,
    ELO,
    SKILL,
    OWN_BOOK,
    BOOK_FILE,
    SYZYGY_PATH,
    SYZYGY_PROBE_DEPTH,
    SYZYGY_PROBE_LIMIT,
    SYZYGY_FIFTY_MOVES,
    EVAL_FILE,
    ERA,
    NULL_MOVE_POLICY,
    STATIC_SELECTIVITY,
)

CHOICES_OF_STYLE = (ERA, NULL_MOVE_POLICY, STATIC_SELECTIVITY)
OPTIONS_OF_STYLE = frozenset(option.name for option in (*CHOICES_OF_STYLE, EVAL_FILE, LIMIT_STRENGTH, SKILL))
"""An era sets every parameter of the search anew, so the engine gets the options of these names together."""


def find_option(name: str, offered: Sequence[Option] = OPTIONS) -> Option:
    """The option of a name in any case. Raises SettingError."""
    wanted = " ".join(name.split()).lower()
    for option in offered:
        if option.name.lower() == wanted:
            return option
    raise SettingError(f"no option {quoted(name)}; there are {', '.join(option.name for option in offered)}")


class OptionValues:
    """The values that the options have now."""

    def __init__(self, offered: Sequence[Option] = OPTIONS, known: Sequence[Option] = OPTIONS) -> None:
        """Begin with the defaults of the options offered; those that are ``known`` only stay at their own."""
        self._options = [option for option in (*known, *offered) if not isinstance(option, Button)]
        self._values: dict[str, int | bool | str] = {option.name: option.default for option in self._options}

    def spin(self, option: Spin) -> int:
        """The value of a number."""
        return int(self._values[option.name])

    def check(self, option: Check) -> bool:
        """The value of a switch."""
        return bool(self._values[option.name])

    def text(self, option: Text) -> str:
        """The value of a text."""
        return str(self._values[option.name])

    def rating(self) -> int | None:
        """The strength to play at, as UCI_Elo has it; None if it isn't limited."""
        return _rating(self._values)

    def store(self, option: Valued, value: int | bool | str) -> None:
        """Set a value that ``option.parse`` has returned."""
        self._values[option.name] = value

    def numbers(self) -> dict[str, int]:
        """The numbers that an engine takes, by keyword."""
        return {
            option.engine_keyword: int(self._values[option.name])
            for option in self._options
            if isinstance(option, Spin | Check) and option.engine_keyword
        }

    def engine_arguments(self) -> dict[str, int | str | None]:
        """The values that ``Engine`` takes at first, by keyword."""
        arguments = self.numbers() | self._style(self._values)
        if self._values[EVAL_FILE.name]:
            arguments["network"] = str(self._values[EVAL_FILE.name])
        return arguments

    def style_arguments(self, option: Valued, value: int | bool | str) -> dict[str, int | str | None]:
        """The arguments of ``Engine.configure`` for an option of style: an era sets the others anew."""
        arguments = self._style(self._values | {option.name: value})
        if option.name == EVAL_FILE.name:
            arguments["network"] = str(value) or None
        return arguments

    def _style(self, values: dict[str, int | bool | str]) -> dict[str, int | str | None]:
        """The era, what is chosen beside it, and the evaluation that levels were measured with."""
        chosen: dict[str, int | str | None] = {}
        for combo in CHOICES_OF_STYLE:
            if values[combo.name] != AS_ERA:
                chosen[combo.engine_keyword] = str(values[combo.name])
        return chosen | (settings_of(str(values[ERA.name])) if _rating(values) is not None else {})


def _rating(values: Mapping[str, int | bool | str]) -> int | None:
    if values[LIMIT_STRENGTH.name]:
        return int(values[ELO.name])
    skill = int(values[SKILL.name])
    return None if skill == FULL_SKILL else MIN_ELO + (MAX_ELO - MIN_ELO) * skill // (FULL_SKILL - 1)
