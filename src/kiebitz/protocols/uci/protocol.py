"""The UCI protocol (April 2006) as pure functions: lines to commands, search results to lines. No input, no output.

Reading follows the protocol's leniency: white space is free, unknown words before a command or inside ``go`` are
skipped, and a number beyond what an engine can use is brought to the nearest one that it can. Whatever is skipped or
changed is said in ``Parsed.notes``; what has no meaning at all raises ProtocolError.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from kiebitz.engine.limit import MOST, MOST_DEPTH, Limit
from kiebitz.engine.line import Line
from kiebitz.engine.score import Score

if TYPE_CHECKING:
    from kiebitz.engine.mate_progress import MateProgress

# Numbers on a line are brought into the range that a limit takes.
MAX_INT, MAX_COUNT = MOST_DEPTH, MOST
# Digits of the largest number that is read; Python refuses to convert thousands of digits, and nobody means them.
MAX_DIGITS = 400
# What is quoted of a faulty line in an answer, and how long an answer for people gets.
QUOTED_LETTERS = 40
MESSAGE_LETTERS = 400
MOST_IN_ETHEREALS_ORDER = 3
"""So many words ``bench`` has at most as Ethereal orders them; more are in Stockfish's order."""
BENCH_FILES = frozenset({"default", "current"})
"""Stockfish's names for positions that are in no file."""
# The depth that the engine's arrays are made for; a larger one can't be meant for perft or bench.
MAX_DEPTH = 127
MS = 1000


class ProtocolError(ValueError):
    """A line that is no command, or a command that lacks what it needs."""


class PositionError(ProtocolError):
    """A ``position`` that names no position."""


class NoPositionError(ProtocolError):
    """A question about a position, where the one that was set can't be played."""

    def __str__(self) -> str:
        """Its argument says why it can't."""
        return f"there is no position to answer for: {self.args[0]}"


class Word(StrEnum):
    """A command that is complete as one word."""

    UCI = "uci"
    IS_READY = "isready"
    NEW_GAME = "ucinewgame"
    STOP = "stop"
    PONDER_HIT = "ponderhit"
    QUIT = "quit"
    DISPLAY = "d"
    EVALUATE = "eval"
    FLIP = "flip"


@dataclass(frozen=True, slots=True)
class Debug:
    """``debug on`` or ``debug off``."""

    is_on: bool
    """True if the engine is to say what it receives."""


@dataclass(frozen=True, slots=True)
class SetOption:
    """``setoption name … [value …]``."""

    name: str
    """The option as the GUI writes it; case is the GUI's."""
    value: str | None
    """The value as text; None for a button."""


@dataclass(frozen=True, slots=True)
class Register:
    """``register later`` or ``register name … code …``: accepted, nothing is locked."""

    is_attempt: bool
    """True if a name or a code was given, which asks for an answer."""


@dataclass(frozen=True, slots=True)
class SetPosition:
    """``position startpos|fen … [moves …]``."""

    fen: str | None
    """The FEN as written; None for the starting position."""
    moves: tuple[str, ...]
    """The moves played from there, as written."""


@dataclass(frozen=True, slots=True)
class Go:
    """``go …``: search the position."""

    limit: Limit
    """The limit of the search."""
    searchmoves: tuple[str, ...]
    """The only moves to consider; none for all."""


@dataclass(frozen=True, slots=True)
class Perft:
    """``go perft N``: count move sequences."""

    depth: int
    """Their length in plies, 1 to MAX_DEPTH."""


@dataclass(frozen=True, slots=True)
class Bench:
    """``bench [depth [threads [hash]]]``: the fixed set of searches that measures speed and yields the signature.

    With more words, as Stockfish orders them: ``bench hash threads limit default [depth | nodes | movetime]``.

    None stands for the value of the signature.
    """

    depth: int | None = None
    """Plies to search, 1 to MAX_DEPTH."""
    threads: int | None = None
    hash_mb: int | None = None
    limit: Limit | None = None
    """The limit of each search in place of the depth."""


Command = Word | Debug | SetOption | Register | SetPosition | Go | Perft | Bench


@dataclass(frozen=True, slots=True)
class Parsed:
    """The meaning of a line."""

    command: Command | None
    """None for an empty line."""
    notes: tuple[str, ...] = ()
    """The parts skipped or changed in reading, for people."""


# ---------------------------------------------------------------------------------------------- reading


def quoted(text: str) -> str:
    """A received word for an answer: in quotes, printable ASCII, cut short."""
    cut = text[:QUOTED_LETTERS]
    clean = "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in cut)
    return f"'{clean}…'" if len(text) > QUOTED_LETTERS else f"'{clean}'"


def parse_whole_number(text: str) -> int | None:
    """The integer that a word is, or None. Numbers of absurd length count as infinite, with their sign."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    if len(digits) > MAX_DIGITS:
        digits = "9" * MAX_DIGITS
    return -int(digits) if text[0] == "-" else int(digits)


def parse_command(line: str) -> Parsed:
    """Read one line. Raises ProtocolError if it holds no command, or one that lacks what it needs."""
    tokens = words_of(line)
    if not tokens:
        return Parsed(None)
    start = command_start(tokens)
    if start is None:
        raise ProtocolError(f"unknown command {quoted(' '.join(tokens))}")
    notes = (f"skipped {quoted(' '.join(tokens[:start]))} before '{tokens[start]}'",) if start else ()
    word, arguments = tokens[start], tokens[start + 1 :]
    command, more_notes = parse_arguments(word, arguments)
    return Parsed(command, notes + more_notes)


def parse_arguments(word: str, arguments: list[str]) -> tuple[Command, tuple[str, ...]]:
    """The command that a known word begins, and notes. Raises ProtocolError."""
    if word == "go":
        return parse_go(arguments)
    if word == "position":
        return parse_position(arguments)
    return parse_other(word, arguments), ()


def parse_other(word: str, arguments: list[str]) -> Command:
    """A command other than ``go`` and ``position``. Raises ProtocolError."""
    if word == "debug":
        if not arguments or arguments[0] not in ("on", "off"):
            raise ProtocolError("'debug' needs 'on' or 'off'")
        return Debug(arguments[0] == "on")
    if word == "setoption":
        return parse_setoption(arguments)
    if word == "register":
        return Register(is_attempt="name" in arguments or "code" in arguments)
    if word == "bench":
        return parse_bench(arguments)
    return Word(word)


def parse_bench(arguments: list[str]) -> Bench:
    """``[depth [threads [hash]]]``, as Ethereal orders them, or Stockfish's longer words. Raises ProtocolError."""
    if not arguments:
        return Bench()
    if len(arguments) > MOST_IN_ETHEREALS_ORDER:
        return parse_long_bench(*arguments[:4], *arguments[4:5])
    numbers = []
    for name, text in zip(("threads", "megabytes of hash"), arguments[1:], strict=False):
        number = parse_whole_number(text)
        if number is None or number < 1:
            raise ProtocolError(f"'bench' takes a depth, threads and hash; {quoted(text)} is no number of {name}")
        numbers.append(number)
    threads, hash_mb = [*numbers, None, None][:2]
    return Bench(parse_depth("bench", arguments[0]), threads, hash_mb)


def parse_long_bench(hash_mb: str, threads: str, most: str, file: str, kind: str = "depth") -> Bench:
    """``hash threads limit default [kind of limit]``, as Stockfish orders them. Raises ProtocolError."""
    counts = [number for text in (hash_mb, threads, most) if (number := parse_whole_number(text)) and number > 0]
    if len(counts) < len((hash_mb, threads, most)):
        raise ProtocolError("'bench' with so many words takes hash, threads, a limit and 'default'")
    if file not in BENCH_FILES:
        raise ProtocolError(f"'bench' reads no files; {quoted(file)} can be 'default'")
    if kind == "depth":
        return Bench(parse_depth("bench", most), counts[1], counts[0])
    if kind == "nodes":
        return Bench(None, counts[1], counts[0], Limit(nodes=counts[2]))
    if kind == "movetime":
        return Bench(None, counts[1], counts[0], Limit(movetime_ms=counts[2]))
    raise ProtocolError(f"'bench' knows no limit {quoted(kind)}; it can be depth, nodes or movetime")


def parse_setoption(arguments: list[str], greeting: str = "uci") -> SetOption:
    """``name <id> [value <x>]``, both of any number of words; the ``greeting`` lists options. Raises ProtocolError."""
    if not arguments or arguments[0] != "name":
        raise ProtocolError("'setoption' needs a name: setoption name <option> value <value>")
    rest = arguments[1:]
    if "value" in rest:
        split = rest.index("value")
        name, value = rest[:split], " ".join(rest[split + 1 :])
    else:
        name, value = rest, None
    if not name:
        raise ProtocolError(f"'setoption name' is followed by no option; '{greeting}' lists the options")
    return SetOption(" ".join(name), value)


def parse_position(arguments: list[str]) -> tuple[SetPosition, tuple[str, ...]]:
    """``startpos|fen <fen> [moves …]``: the command and notes. Raises PositionError."""
    split = arguments.index("moves") if "moves" in arguments else len(arguments)
    setup, moves = arguments[:split], tuple(arguments[split + 1 :])
    if not setup or setup[0] not in ("startpos", "fen"):
        raise PositionError("'position' needs 'startpos' or 'fen <FEN>', then, if any, 'moves <move> …'")
    if setup[0] == "fen":
        return SetPosition(" ".join(setup[1:]), moves), ()
    notes = (f"skipped {quoted(' '.join(setup[1:]))} after 'startpos'; moves follow 'moves'",) if setup[1:] else ()
    return SetPosition(None, moves), notes


@dataclass(frozen=True, slots=True)
class LimitWord:
    """A word of ``go`` that a number follows: the field of Limit that it fills and the range of that field."""

    field: str
    least: int
    most: int = MAX_INT


# A clock at or below zero still asks for a move: one millisecond is the least that can be given.
LIMIT_WORDS = {
    "wtime": LimitWord("white_clock_ms", 1),
    "btime": LimitWord("black_clock_ms", 1),
    "winc": LimitWord("white_increment_ms", 0),
    "binc": LimitWord("black_increment_ms", 0),
    "movestogo": LimitWord("moves_to_go", 1),
    "depth": LimitWord("depth", 1),
    "nodes": LimitWord("nodes", 1, MAX_COUNT),
    "mate": LimitWord("mate", 1),
    "movetime": LimitWord("movetime_ms", 1),
}
FLAG_WORDS = ("infinite", "ponder")
# Who asks for a move by words that nobody knows, such as a clock of its own, shall get one.
UNREADABLE_MS = 1000
NO_LIMIT_LEFT = f"nothing of 'go' can be read as a limit; searching for {UNREADABLE_MS} ms"
GO_WORDS = frozenset((*LIMIT_WORDS, *FLAG_WORDS, "searchmoves", "perft"))


def parse_go(arguments: list[str]) -> tuple[Go | Perft, tuple[str, ...]]:
    """The limits and moves after ``go``: the command and notes. Raises ProtocolError for an impossible perft.

    ``go`` alone searches until it is stopped. A word whose number is missing or unreadable is left out.
    """
    values: dict[str, int] = {}
    flags: set[str] = set()
    searchmoves: list[str] = []
    skipped: list[str] = []
    notes: dict[str, str] = {}  # By word, so that a line of nothing but faults stays one note a word.
    index = 0
    while index < len(arguments):
        word = arguments[index]
        index += 1
        if word in FLAG_WORDS:
            flags.add(word)
        elif word == "searchmoves":
            while index < len(arguments) and arguments[index] not in GO_WORDS:
                searchmoves.append(arguments[index])
                index += 1
        elif word in GO_WORDS:
            text = arguments[index] if index < len(arguments) and arguments[index] not in GO_WORDS else ""
            index += bool(text)
            if word == "perft":
                return Perft(parse_depth("go perft", text)), ()
            number = parse_whole_number(text)
            if number is None:
                notes[word] = f"'{word}' needs a whole number, not {quoted(text)}; left out"
                continue
            limit_word = LIMIT_WORDS[word]
            value = min(max(number, limit_word.least), limit_word.most)
            if value != number and not (word == "movestogo" and number == 0):
                notes[word] = f"'{word}' is out of range; {value} taken instead"
            if word == "movestogo" and number <= 0:
                continue  # Sent by some GUIs for sudden death.
            values[limit_word.field] = value
        else:
            skipped.append(word)
    if skipped:
        notes["go"] = f"skipped {quoted(' '.join(skipped))} in 'go'"
    if notes and not (values or flags):
        values["movetime_ms"] = UNREADABLE_MS
        notes["limit"] = NO_LIMIT_LEFT
    is_infinite = "infinite" in flags
    # Together the stricter one holds: infinite ends with ``stop`` alone.
    limit = Limit(infinite=is_infinite, ponder="ponder" in flags and not is_infinite, **values)
    return Go(limit, tuple(searchmoves)), tuple(notes.values())


def parse_depth(command: str, text: str) -> int:
    """The depth that perft or bench needs. Raises ProtocolError."""
    depth = parse_whole_number(text)
    if depth is None or not 1 <= depth <= MAX_DEPTH:
        raise ProtocolError(f"'{command}' needs a depth from 1 to {MAX_DEPTH}, not {quoted(text)}")
    return depth


def limit_for_mover(limit: Limit, white_moves: bool) -> tuple[Limit, str | None]:
    """The meaning of a limit for the side to move, and a note if something was taken for its missing clock.

    If only other parts of a time control were sent, the side to move gets the other side's clock, else its own
    increment as its clock: ``go wtime 60000`` with Black to move would never end otherwise. Where nothing at all ends
    the search it is infinite.
    """
    own, other, increment = (
        (limit.white_clock_ms, limit.black_clock_ms, limit.white_increment_ms)
        if white_moves
        else (limit.black_clock_ms, limit.white_clock_ms, limit.black_increment_ms)
    )
    if limit.infinite or own is not None:
        return limit, None
    clock = other if other is not None else increment
    if clock:
        note = f"'{'wtime' if white_moves else 'btime'}' is missing for the side to move; {clock} ms taken instead"
        if white_moves:
            return replace(limit, white_clock_ms=clock), note
        return replace(limit, black_clock_ms=clock), note
    if limit.depth is limit.nodes is limit.movetime_ms is limit.mate is None:
        return Limit(infinite=True), None
    return limit, None


COMMAND_WORDS = frozenset((*Word, "debug", "setoption", "register", "position", "go", "bench"))


def word_of(line: str) -> str:
    """The command that a line begins, readable or not; ``perft`` for ``go perft``. Empty if there is none."""
    words = words_of(line)
    start = command_start(words)
    if start is None:
        return ""
    return "perft" if words[start] == "go" and "perft" in words[start:] else words[start]


def words_of(line: str) -> list[str]:
    """The words of a line."""
    return line.replace("\0", " ").split()


def command_start(words: list[str]) -> int | None:
    """Where the first known command stands; None if there is none."""
    return next((index for index, word in enumerate(words) if word in COMMAND_WORDS), None)


# ---------------------------------------------------------------------------------------------- writing


def info_string(text: str) -> str:
    """A message for people, on one line; an overlong one is cut."""
    clean = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return f"info string {clean[:MESSAGE_LETTERS]}{'…' if len(clean) > MESSAGE_LETTERS else ''}"


def score_text(score: Score) -> str:
    """``cp 35`` or ``mate -2``, for the side to move."""
    return f"cp {score.centipawns}" if score.mate is None else f"mate {score.mate}"


def info_line(line: Line, chances: tuple[int, int, int] | None = None, tablebase_hits: int = 0) -> str:
    """A variation as an ``info`` line, if wanted with the chances of win, draw and loss in permille."""
    wdl = "" if chances is None else " wdl {} {} {}".format(*chances)
    return told_line(line, score_text(line.score), wdl, f" tbhits {tablebase_hits}")


def told_line(line: Line, score: str, chances: str = "", hits: str = "") -> str:
    """A variation as UCI and USI tell it, with its score, chances and hits in the words of either."""
    bound = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}[line.told_bound]
    return (
        f"info depth {line.depth} seldepth {line.selective_depth} multipv {line.rank} score {score}{bound}{chances}"
        f" nodes {line.nodes} nps {line.nodes_per_second} hashfull {line.hashfull}{hits} time {line.time_ms}"
        f" pv {' '.join(line.moves)}"
    )


def left_to_tell(told: Sequence[Line], lines: Sequence[Line], nodes: int) -> Sequence[Line]:
    """The rest still to be told of an outcome of so many nodes: nothing, if its lines are the last that were told.

    Programs take the last line of a rank for the outcome, and directly before the best move the whole search's count.
    """
    last = [*map(_found, told[-len(lines) :])] if lines else []
    return () if last and last == [*map(_found, lines)] and lines[-1].nodes == nodes else lines


def _found(line: Line) -> tuple[object, ...]:
    """The findings, whenever they were told."""
    return line.rank, line.depth, line.score, line.bound, line.moves, line.nodes


def no_move_line(is_check: bool) -> str:
    """The ``info`` line of a position without a legal move: mated in check, else stalemate."""
    return f"info depth 0 score {score_text(Score(mate=0) if is_check else Score(centipawns=0))}"


def current_move_line(move: str, number: int) -> str:
    """``info`` about the root move being searched, its number from 1."""
    return f"info currmove {move} currmovenumber {number}"


def progress_lines(progress: MateProgress, elapsed_ms: int) -> tuple[str, str]:
    """Progress of a proof: what the protocol has words for, and the root's numbers for people."""
    return (
        f"info time {elapsed_ms} nodes {progress.nodes} nps {progress.nodes * MS // max(elapsed_ms, 1)}"
        f" hashfull {progress.hash_permille}",
        info_string(
            f"proof number {progress.proof}, disproof number {progress.disproof},"
            f" garbage collected {progress.collections} times"
        ),
    )


def best_move_line(best: str | None, ponder: str | None = None, none: str = "(none)") -> str:
    """The end of every search; ``none`` if there is no move. ``0000`` would be a null move, which programs push."""
    return f"bestmove {best or none}" + (f" ponder {ponder}" if best and ponder else "")


def node_count_lines(nodes: int) -> tuple[str, ...]:
    """The end of a perft."""
    return "", f"Nodes searched: {nodes}", ""


def bench_lines(nodes: int, nodes_per_second: int, *last: str) -> tuple[str, ...]:
    """The end of a bench, Stockfish's last line among them."""
    return "", f"Nodes searched: {nodes}", f"Nodes/second : {nodes_per_second}", *last
