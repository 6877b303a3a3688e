"""Messages between tab and server: JSON objects whose ``type`` names one of these dataclasses.

Both sides speak one ``VERSION``; the tab says it first. The tab has the game, and numbers its nodes; 0 is the root.
Scores take White's view.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from types import GenericAlias
from typing import Any, TypeAlias, get_args, get_type_hints

from kiebitz.analysis.explanation.language import Language

VERSION = 6
MOST_NUMBER = 2**53 - 1
"""Whole numbers are no larger, as in browsers."""
MAX_ITEMS = 10_000
"""The longest list in a message, such as the way to a node in moves."""
HALF_A_CHARACTER = re.compile(r"[\ud800-\udfff]")
"""JSON can say it, as of an emoji that was cut in two; no encoding can. As in browsers, it becomes a sign for that."""
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
MAX_DEPTH = 8
SHORT_CHARACTERS = 1 << 12
"""A message of no more is read as it is."""
MOST_BETWEEN = 16 * MAX_ITEMS
"""Characters of a message that stand in no text: numbers, commas, brackets."""
STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
PIECE_ITEMS = 1_000
"""So many items of a list are written at once."""


class MessageError(ValueError):
    """Malformed or unknown message."""


# ------------------------------------------------------------------ from the tab


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message. A tab that was reloaded brings its game along, one that comes back has it."""

    version: int
    language: str
    """'en' or 'de': in which words explanations are told."""
    game: str
    """Its game as PGN, all chapters; empty for a new tab."""
    path: list[int]
    """The way to its position: which variation to take, move by move."""
    chapter: int
    """Which game of its PGN is shown, from 1."""
    has_game: bool
    """True if it has its game and wants none."""


@dataclass(frozen=True, slots=True)
class Load:
    """Open a game or a position: PGN, FEN or ``startpos``; of many games the first."""

    text: str


@dataclass(frozen=True, slots=True)
class Read:
    """Read a chapter of the tab's."""

    text: str
    """PGN."""
    chapter: int
    """For ``Tree``."""


@dataclass(frozen=True, slots=True)
class List:
    """List the games of a text, to choose from, and open none: a tab that comes back had them listed."""

    text: str
    """Empty: the text that new tabs begin with."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Open a game of the list."""

    number: int
    """From 1."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the game: it was changed."""

    name: str
    """The name under which it is kept: 16 hexadecimal digits, chosen by the tab."""
    stamps: list[str]
    """The stamps of the tab's versions before this one; none of a new game."""
    edits: int
    """For ``Kept``."""
    text: str
    """All chapters as PGN."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Open a game that was kept."""

    name: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Delete a game that was kept."""

    name: str


@dataclass(frozen=True, slots=True)
class Go:
    """Be at a position: searches and questions are about it from now on."""

    node: int
    """The tab's number of it, for the answers."""
    fen: str
    """The first position of its game."""
    chess960: bool
    """True if a king castles onto its rook in UCI text."""
    moves: list[str]
    """The moves that led here, UCI text; '0000' passes."""


@dataclass(frozen=True, slots=True)
class Move:
    """Read a move, as people type it, that the tab can't read itself."""

    text: str


@dataclass(frozen=True, slots=True)
class Unfollow:
    """Follow the file no more: the game was changed here."""


@dataclass(frozen=True, slots=True)
class Examine:
    """Ask what is wrong with a position that is being set up."""

    fen: str


@dataclass(frozen=True, slots=True)
class Search:
    """Search whatever position is shown, or stop doing so."""

    on: bool


@dataclass(frozen=True, slots=True)
class Settings:
    """How the engine searches."""

    lines: int
    threads: int
    hash_mb: int
    seconds: int
    """The longest time for a position."""
    depth: int
    """The greatest depth, in plies; 0: none."""


@dataclass(frozen=True, slots=True)
class Threat:
    """Ask what the opponent would do if one passed."""


@dataclass(frozen=True, slots=True)
class Explain:
    """Ask why the move that led here is good or bad; at the root, what the position holds."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Ask what a move is worth in the position shown, without making it."""

    text: str
    """As people type it."""
    best: str
    """The best move, as UCI text."""


@dataclass(frozen=True, slots=True)
class Present:
    """Tell those who look on what the page shows of its position beside the men."""

    node: int
    shapes: list[str]
    """As in ``TreeNode``."""
    words: str
    """The words on the move that led here; empty if there are none."""


@dataclass(frozen=True, slots=True)
class AskClass:
    """Ask the class for the best move here, or take no more answers."""

    on: bool


@dataclass(frozen=True, slots=True)
class AnalyseGame:
    """Analyse the whole game in the background; one that was left before is taken up."""

    nodes: int
    """For each position."""
    judge: int
    """The number of the judge: 0 is Kiebitz, others are counted from 1 in ``Welcome``'s list."""
    game: str
    """PGN."""


@dataclass(frozen=True, slots=True)
class Annotate:
    """Write into the game, as it stands now, what its analysis has found."""

    game: str
    """PGN."""


@dataclass(frozen=True, slots=True)
class LeaveAnalysis:
    """End that."""


FromTab: TypeAlias = (
    Hello | Load | Read | List | Choose | Keep | Resume | Forget | Go | Move | Unfollow
    | Examine | Search | Settings | Threat | Explain | Attempt | Present | AskClass
    | AnalyseGame | Annotate | LeaveAnalysis
)  # fmt: skip


def by_name(*kinds: type) -> dict[str, type]:
    """Kinds of messages by the names that ``type`` gives them."""
    return {kind.__name__.lower(): kind for kind in kinds}


KINDS = by_name(*get_args(FromTab))


def read(text: str, kinds: Mapping[str, type] = KINDS) -> Any:
    """The message that a text is, of one of these kinds. Raises MessageError naming the fault."""
    _require_flat(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MessageError("a message is a JSON object, and this is none") from error
    if not isinstance(data, dict):
        raise MessageError("a message is a JSON object, and this is none")
    name = data.pop("type", None)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise MessageError(f"a message's type is one of {', '.join(kinds)}")
    hints = get_type_hints(kind)
    if set(data) != set(hints):
        raise MessageError(f"the fields of '{name}' are: {', '.join(hints) or 'none'}")
    for item, expected in hints.items():
        if not _is(data[item], expected):
            raise MessageError(f"'{item}' of '{name}' has the wrong type")
        data[item] = _whole_characters(data[item])
    return kind(**data)


def _require_flat(text: str) -> None:
    """Refuse what would take many times its size in memory, before it is read. Raises MessageError.

    A message is an object of texts, numbers and lists of these: what stands between its texts is short.
    """
    if len(text) <= SHORT_CHARACTERS:
        return
    between = STRING.sub("", text)
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", between) if len(between) <= MOST_BETWEEN else "{" * (MAX_DEPTH + 1):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_DEPTH:
            raise MessageError("a message is a JSON object of texts, numbers and lists of these")


def _whole_characters(value: Any) -> Any:
    """A value from JSON without halves of characters, wherever in it they stand."""
    if isinstance(value, str):
        return HALF_A_CHARACTER.sub(REPLACEMENT, value)
    if isinstance(value, list):
        return [_whole_characters(item) for item in value]
    if isinstance(value, dict):
        return {_whole_characters(name): _whole_characters(item) for name, item in value.items()}
    return value


def language_of(name: str) -> Language:
    """The language that a tab asks for; English for one that nobody here speaks."""
    return Language.GERMAN if name == Language.GERMAN else Language.ENGLISH


def language_of_shogi(name: str) -> Language:
    """The language that a tab with a board of shogi asks for: Japanese, too."""
    return Language.JAPANESE if name == Language.JAPANESE else language_of(name)


def _is(value: object, expected: Any) -> bool:
    """True if a value from JSON has a field's type; True is no number, and numbers are what browsers count with."""
    if isinstance(expected, GenericAlias):
        *_, inner = expected.__args__
        if type(value) is not expected.__origin__ or len(value) > MAX_ITEMS:  # type: ignore[arg-type]
            return False
        items = value.values() if isinstance(value, dict) else value
        return all(_is(item, inner) for item in items)  # type: ignore[attr-defined]
    if type(value) is int:
        return expected is int and abs(value) <= MOST_NUMBER
    return type(value) is expected


# ------------------------------------------------------------------ from the server


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to ``Hello``: what is set, what may be set, and how large a game may be."""

    version: int
    settings: Settings
    most: Settings
    max_characters: int
    judges: list[str]
    """Programs that may judge whole games, by name."""
    keeps: bool
    """True if changes are kept."""
    follows: bool
    """True if new tabs follow a file."""
    most_chapters: int
    most_positions: int
    """Of one game."""
    game_characters: int
    """Of one game, and of all chapters together."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game to choose; its tags, cut to a list's width."""

    number: int
    """From 1."""
    name: str
    """Its name as a chapter; empty if it has none."""
    white: str
    black: str
    result: str
    date: str
    event: str


@dataclass(frozen=True, slots=True)
class Games:
    """The chapters that are open, or the games of a text that has more, to choose from."""

    games: list[GameEntry]
    are_chapters: bool
    shown: int
    """Which of them is shown, from 1."""
    texts: list[str]
    """The chapters as PGN; none of games to choose from."""
    is_grown: bool = False
    """True if a file that is followed has grown; else they are opened anew."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that somebody changed, kept beyond its tab."""

    name: str
    title: str
    """The players or, if nobody knows them, the first moves."""
    at: str
    """When it was changed last: date and time as ISO 8601 has them."""


@dataclass(frozen=True, slots=True)
class KeptGames:
    """The games to go on with, the newest first; told to new tabs."""

    games: list[KeptGame]


@dataclass(frozen=True, slots=True)
class Kept:
    """The game is safe as it was after this number of edits, or of moves of a game that is played."""

    name: str
    edits: int
    stamp: str = ""
    """The stamp of this version; empty for a game that is played, as the server knows who plays it."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A move of the game."""

    id: int
    parent: int
    ply: int
    """Counted from the start of the game; odd after a move of White."""
    san: str
    move: str
    """UCI text."""
    comment: str = ""
    """The comment, without what programs write there; of that, what is known is below."""
    raw: str = ""
    """The comment with it, as PGN has it; empty if nothing was left out."""
    before: str = ""
    """The comment before the move, at the beginning of a variation."""
    nags: list[int] = field(default_factory=list)
    score: str = ""
    """White's view: '+0.35', '#3'; empty if none is stored."""
    expected: int = -1
    """White's expectation by that score, in permille; -1 without one."""
    clock: float | None = None
    """The mover's time left, in seconds."""
    spent: float | None = None
    """The time of the move, in seconds."""
    shapes: list[str] = field(default_factory=list)
    """Squares and arrows as '[%csl]' and '[%cal]' have them: 'Gd4', 'Re2e4'; the colours are G, R, Y and B."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A game that was read; it is the tab's from now on."""

    headers: dict[str, str]
    start: TreeNode
    """The first position, with number 0: what is said before the first move."""
    fen: str
    """The first position."""
    chess960: bool
    """True if a king castles onto its rook in UCI text."""
    nodes: list[TreeNode]
    """Parents before children; of siblings the main one first. Numbered from 1."""
    chapter: int
    """Which chapter it is, from 1."""
    here: int
    """The node to be shown."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """The game with what its analysis has found."""

    tree: Tree


@dataclass(frozen=True, slots=True)
class MoveRead:
    """A move that was typed."""

    node: int
    """Where."""
    move: str
    """UCI text."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The position that the tab is at."""

    node: int
    fen: str
    turn: str
    """'w' or 'b'."""
    check: str
    """The square of a king in check; empty if none is."""
    last: list[str]
    """The squares of the move that led here; empty at the root."""
    legal: list[list[str]]
    """The moves possible: UCI text, from, to. Castling has two squares to go to, so it may stand there twice."""
    outcome: str
    """'checkmate', 'stalemate', 'insufficient_material', or empty."""
    opening: str


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of the opening book."""

    move: str
    """UCI text."""
    san: str
    share: int
    """Its weight among the moves of the position, in permille."""


@dataclass(frozen=True, slots=True)
class KeepingMove:
    """A move that keeps what the tablebases promise."""

    move: str
    """UCI text."""
    san: str


@dataclass(frozen=True, slots=True)
class Known:
    """Knowledge of book and tablebases of the position shown; told after ``Shown`` where there is any."""

    node: int
    book: list[BookMove]
    """The heaviest first."""
    verdict: str
    """'white_wins', 'black_wins', 'table_draw', 'white_too_slow' or 'black_too_slow' (the rule of fifty moves makes a
    draw of the win); empty where no table knows."""
    keeping: list[KeepingMove]


@dataclass(frozen=True, slots=True)
class Examined:
    """The faults of a position."""

    fen: str
    fault: str
    """Empty if nothing is."""
    note: str = ""
    """The parts left out of it, a line each; empty if there are none."""


@dataclass(frozen=True, slots=True)
class LineShown:
    """A best line."""

    score: str
    """'+0.35', '#3'."""
    expected: int
    """White's expectation by it, in permille."""
    first: str
    """The first move, as UCI text."""
    text: str
    """The moves with their numbers."""
    moves: list[str]
    """The same as UCI text."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of the search, about ten times a second if anything changed."""

    node: int
    running: bool
    depth: int
    selective_depth: int
    nodes: int
    nodes_per_second: int
    hashfull: int
    """In permille."""
    expected: int
    """White's expectation of the game, in permille: the chance of a win and half of that of a draw."""
    lines: list[LineShown]


@dataclass(frozen=True, slots=True)
class Thinking:
    """A question is being thought about."""

    node: int
    about: str
    """'threat' or 'why'."""


@dataclass(frozen=True, slots=True)
class ThreatFound:
    """The opponent's threat; no move in check, or if there is none."""

    node: int
    move: str
    """UCI text, or empty."""
    text: str
    """The line, with numbers."""
    score: str


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a move is good or bad; no sentence if nothing could be proven."""

    node: int
    san: str
    """The move; empty at the root."""
    sentences: list[str]


@dataclass(frozen=True, slots=True)
class Attempted:
    """The worth of a move that was tried."""

    node: int
    san: str
    verdict: str
    """'best', 'good' where it loses too little for a mark, else 'inaccuracy', 'mistake' or 'blunder'."""
    score: str
    """Empty for the best move."""
    refutation: str
    """The line against it, with numbers; empty where it has no mark."""
    reply: str
    """The first move of that, as UCI text."""


@dataclass(frozen=True, slots=True)
class Presented:
    """The marks and words that the board that was used last shows of its position; for those who look on."""

    node: int
    shapes: list[str]
    words: str


@dataclass(frozen=True, slots=True)
class ClassAnswer:
    """An answer of the class."""

    san: str
    move: str
    """UCI text."""
    count: int
    """The number of those who gave it."""
    verdict: str
    """As in ``Attempted``; empty as long as it isn't known, like the next ones."""
    score: str
    refutation: str


@dataclass(frozen=True, slots=True)
class ClassTold:
    """The state of the class, for the coach."""

    link: str
    """The address for pupils."""
    picture: str
    """The same as a QR code: an SVG file as a data URL; empty if none can be drawn."""
    pupils: int
    """The number of those who are there."""
    number: int
    """That of the question; 0 before the first."""
    is_open: bool
    """True if answers to it are taken."""
    node: int
    """Where it was put."""
    best: str
    """The best move there, in SAN, as soon as it is known."""
    answers: list[ClassAnswer]
    """The most frequent first."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the analysis of the whole game."""

    running: bool
    done: int
    """Positions searched."""
    of: int


@dataclass(frozen=True, slots=True)
class PlayerJudged:
    """How one side played."""

    name: str
    accuracy: float | None
    """From 0 to 100; null without any move."""
    centipawn_loss: float | None
    """On the average; null without any move."""
    inaccuracies: int
    mistakes: int
    blunders: int


@dataclass(frozen=True, slots=True)
class MoveJudged:
    """The judgement of one move of the main line."""

    san: str
    expected: int
    """White's winning chances after it, in permille."""
    score: str
    judgement: str
    """'inaccuracy', 'mistake', 'blunder', or empty."""
    best: str
    """The best move, as UCI text; empty if nothing was searched."""
    said: list[str]
    """The sentences on it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of the whole game, as ``kiebitz analyse`` has it."""

    expected: int
    """White's winning chances before the first move, in permille."""
    moves: list[MoveJudged]
    white: PlayerJudged
    black: PlayerJudged
    opening: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell: the page has words for the ``code``, ``detail`` is told as it is."""

    code: str
    detail: str


ToTab: TypeAlias = (
    Welcome
    | Games
    | KeptGames
    | Kept
    | Tree
    | Annotated
    | MoveRead
    | Shown
    | Known
    | Examined
    | Lines
    | Thinking
    | ThreatFound
    | Explained
    | Attempted
    | Presented
    | ClassTold
    | Progress
    | Judged
    | Notice
)


def refused(error: Exception) -> Notice:
    """The refused request, and why."""
    return Notice(getattr(error, "code", "refused"), str(error))


def written(message: Any) -> str:
    """A message as text."""
    return HALF_A_CHARACTER.sub(REPLACEMENT, _written({"type": type(message).__name__.lower(), **_fields(message)}))


def _fields(message: Any) -> dict[str, Any]:
    return {item.name: _plain(getattr(message, item.name)) for item in fields(message)}


def _plain(value: Any) -> Any:
    """A field's value as JSON knows it; a list holds things of one kind."""
    if isinstance(value, list) and value and is_dataclass(value[0]):
        return [_fields(item) for item in value]
    return _fields(value) if is_dataclass(value) else value


def _written(value: Any) -> str:
    """A value as JSON. Long lists are written piece by piece, so that other threads have their turn between them."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_dumped(str(name))}: {_written(item)}' for name, item in value.items())}}}"
    if isinstance(value, list) and len(value) > PIECE_ITEMS:
        pieces = (_dumped(value[start : start + PIECE_ITEMS])[1:-1] for start in range(0, len(value), PIECE_ITEMS))
        return f"[{', '.join(pieces)}]"
    return _dumped(value)


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
