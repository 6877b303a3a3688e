"""Messages between the page that watches the engine think and the server. Scores take White's view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kiebitz.web.messages import by_name

# ------------------------------------------------------------------ from the tab


@dataclass(frozen=True, slots=True)
class Enter:
    """The first message."""

    version: int
    language: str
    """'en' or 'de', on the page of shogi 'ja', too: in which words reasons are told."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Show the tree of a search with an empty table; of one more with techniques switched over, if any are named."""

    fen: str
    """A FEN, an SFEN, or ``startpos`` (of chess)."""
    depth: int
    """In plies."""
    nodes: int
    """Positions, after which the search ends untimely."""
    switched: list[str]
    """Techniques that the second search has on where they are off by default, and off where they are on."""


@dataclass(frozen=True, slots=True)
class Why:
    """Say why a search doesn't see a move."""

    fen: str
    """A FEN, an SFEN, or ``startpos``."""
    move: str
    """As people write it."""
    nodes: int
    """Positions that each of the searches visits."""


@dataclass(frozen=True, slots=True)
class Fill:
    """Search a position and show how the table fills."""

    fen: str
    """A FEN, or ``startpos``."""
    hash_mb: int
    policy: str
    """By which rule entries are replaced: a name of ``kiebitz.engine.POLICIES``."""
    move_ms: int
    """Time after which the best move is made and the search begins anew, with the table as it is; 0 for never."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Stop what runs."""


@dataclass(frozen=True, slots=True)
class Evaluate:
    """Take the static evaluation of a position apart."""

    fen: str
    """A FEN, or ``startpos``."""


THINK_KINDS = by_name(Enter, Trace, Why, Fill, Rest, Evaluate)

# ------------------------------------------------------------------ from the server


@dataclass(frozen=True, slots=True)
class NamedChoice:
    """Something to choose, by name."""

    name: str
    meaning: str
    """In a sentence, in English."""
    is_default: bool
    """Of a technique, whether it is on; of a policy, whether it is the one that plays."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The answer to ``Enter``: what there is to choose, and how much."""

    techniques: list[NamedChoice]
    shogi_techniques: list[NamedChoice]
    """The same for shogi, which has fewer, and others by default."""
    policies: list[NamedChoice]
    max_depth: int
    max_nodes: int
    max_hash_mb: int
    max_move_ms: int


@dataclass(frozen=True, slots=True)
class Traced:
    """A search, or two of the same position."""

    tree: dict[str, Any]
    """As ``kiebitz.classroom.tree.page.page_data`` has it."""


@dataclass(frozen=True, slots=True)
class Reasoned:
    """The reasons why a move isn't seen, and their proof."""

    lines: list[str]


@dataclass(frozen=True, slots=True)
class Counts:
    """A histogram of the table."""

    name: str
    """'depth', 'bound', 'age' or 'taken'."""
    counted: str
    """'entries' or 'buckets'."""
    rows: list[list[str | int]]
    """Label and count."""


@dataclass(frozen=True, slots=True)
class Filling:
    """The table at this moment."""

    running: bool
    fen: str
    """The position that is searched."""
    search: int
    """The number of the search, from 1."""
    seconds: float
    """Since the first of them began."""
    depth: int
    nodes: int
    """Of this search."""
    policy: str
    hash_mb: int
    entries: int
    """In the whole table."""
    sampled: int
    """Entries that were looked at, and that the counts are of."""
    used: int
    """Of these in use."""
    hashfull: int
    """The engine's own report, in permille."""
    counts: list[Counts]


@dataclass(frozen=True, slots=True)
class Module:
    """A term of the classical evaluation, at the phase of the game, in centipawns; each side's own view."""

    name: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A static evaluation taken apart; men but the kings by square, in centipawns, each his own side's view."""

    fen: str
    total: int
    """The engine's value, by its network, in centipawns."""
    classical: int
    """The classical evaluation's value, in centipawns."""
    phase: int
    """24 with all pieces on the board, 0 with none."""
    worths: dict[str, int]
    """The loss of the network's value without the piece."""
    values: dict[str, int]
    """The classical evaluation's value of the piece, wherever it stands."""
    modules: list[Module]
