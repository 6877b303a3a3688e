"""What tab and server say to each other: JSON objects whose ``type`` names one of these dataclasses.

Both sides speak one ``VERSION``; the tab says it first. Nodes of a game are numbered by the server; 0 is the root.
Scores take White's view.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import GenericAlias
from typing import Any, TypeAlias, get_type_hints

VERSION = 1
MAX_ITEMS = 10_000
"""The longest list in a message, such as the way to a node in moves."""


class MessageError(ValueError):
    """A message that nobody here understands."""


# ------------------------------------------------------------------ from the tab


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message. A tab that was here before brings its game along."""

    version: int
    token: str
    language: str
    """'en' or 'de': in which words explanations are told."""
    game: str
    """Its game as PGN; empty for a new tab."""
    path: list[int]
    """The way to its position: which variation to take, move by move."""


@dataclass(frozen=True, slots=True)
class Load:
    """Put a game or a position on the board: PGN, FEN or ``startpos``."""

    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """Make a move in the position shown; UCI text or SAN."""

    text: str


@dataclass(frozen=True, slots=True)
class Go:
    """Show the position after a node's move."""

    node: int


@dataclass(frozen=True, slots=True)
class Promote:
    """Let a node's move, if it is a variation, come before the variation above it."""

    node: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a node's move out, with all that follows it."""

    node: int


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


@dataclass(frozen=True, slots=True)
class Threat:
    """Ask what the opponent would do if one passed."""


@dataclass(frozen=True, slots=True)
class Explain:
    """Ask why the move that led here is good or bad; at the root, what the position holds."""


FromTab: TypeAlias = Hello | Load | Move | Go | Promote | Remove | Search | Settings | Threat | Explain


def by_name(*kinds: type) -> dict[str, type]:
    """Kinds of messages by the names that ``type`` gives them."""
    return {kind.__name__.lower(): kind for kind in kinds}


KINDS = by_name(Hello, Load, Move, Go, Promote, Remove, Search, Settings, Threat, Explain)


def read(text: str, kinds: Mapping[str, type] = KINDS) -> Any:
    """The message that a text is, of one of these kinds. Raises MessageError naming the fault."""
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
    for field, expected in hints.items():
        if not _is(data[field], expected):
            raise MessageError(f"'{field}' of '{name}' has the wrong type")
    return kind(**data)


def _is(value: object, expected: Any) -> bool:
    """Whether a value from JSON has a field's type; True is no number."""
    if isinstance(expected, GenericAlias):
        (inner,) = expected.__args__
        return isinstance(value, list) and len(value) <= MAX_ITEMS and all(type(item) is inner for item in value)
    return type(value) is expected


# ------------------------------------------------------------------ from the server


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to ``Hello``: what may be set, and how large a game may be."""

    version: int
    max_lines: int
    max_threads: int
    max_hash_mb: int
    max_characters: int
    lines: int
    threads: int
    hash_mb: int


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A move of the game."""

    id: int
    parent: int
    ply: int
    """Counted from the start of the game; odd after a move of White."""
    san: str
    comment: str
    nags: list[int]


@dataclass(frozen=True, slots=True)
class Tree:
    """The game, whenever it changes."""

    headers: dict[str, str]
    comment: str
    """What is said before the first move."""
    nodes: list[TreeNode]
    """Parents before children; of siblings the main one first."""
    pgn: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The position on the board, whenever it changes."""

    node: int
    path: list[int]
    fen: str
    turn: str
    """'w' or 'b'."""
    check: str
    """The square of a king in check; empty if none is."""
    last: list[str]
    """The squares of the move that led here; empty at the root."""
    legal: list[list[str]]
    """What can be moved: UCI text, from, to. Castling has two squares to go to, so it may stand there twice."""
    outcome: str
    """'checkmate', 'stalemate', 'insufficient_material', or empty."""
    opening: str


@dataclass(frozen=True, slots=True)
class LineShown:
    """A best line."""

    score: str
    """'+0.35', '#3'."""
    first: str
    """The first move, as UCI text."""
    text: str
    """The moves with their numbers."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What the search has found, about ten times a second if anything changed."""

    node: int
    running: bool
    depth: int
    selective_depth: int
    nodes: int
    nodes_per_second: int
    hashfull: int
    """In permille."""
    expected: int
    """What White can expect of the game, in permille: the chance of a win and half of that of a draw."""
    lines: list[LineShown]


@dataclass(frozen=True, slots=True)
class ThreatFound:
    """What the opponent would do; no move in check, or if there is none."""

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
class Notice:
    """Something to tell: the page has words for the ``code``, ``detail`` is told as it is."""

    code: str
    detail: str


ToTab: TypeAlias = Welcome | Tree | Shown | Lines | ThreatFound | Explained | Notice


def written(message: Any) -> str:
    """A message as text."""
    return json.dumps({"type": type(message).__name__.lower(), **asdict(message)}, ensure_ascii=False)
