"""Limits of a visitor: one table, so that no tab can exhaust the machine."""

from __future__ import annotations

from dataclasses import dataclass, field

from kiebitz.processes.cores import usable_cores


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of the server."""

    message_bytes: int = 1 << 26
    """A longer message ends the connection."""
    text_characters: int = 16_000_000
    """Of a text that is loaded."""
    game_characters: int = 1_000_000
    """Of one game, or of a FEN."""
    games: int = 20_000
    """Of a text that is loaded."""
    chapters: int = 64
    """Games of a text that are open together, and may be changed together."""
    kept_bytes: int = 1 << 22
    """Of a game that was changed and is kept."""
    added_bytes: int = 1 << 31
    """Of a file whose games are added to the collection."""
    kept_games: int = 500
    """Of games that were changed and are offered at the next start; more are refused, none is deleted."""
    positions: int = 5_000
    """Positions of one game, variations included."""
    tabs: int = 32
    """Connections at a time that have introduced themselves."""
    pupils: int = 64
    """The same of a class's pupils, who are counted by themselves."""
    answers: int = 200
    """To one question of a class."""
    strangers: int = 32
    """Connections at a time that have not; one more, and one of them has to go."""
    requests: int = 256
    """Connections at a time that are no WebSockets; the system has room for more files than these and all tabs."""
    request_s: float = 10.0
    """Time for the head of a request, and for each next part of its body."""
    searches: int = 8
    """Tabs that search at a time."""
    lines: int = 5
    """Best lines of a search."""
    threads: int = field(default_factory=usable_cores)
    """Threads of one tab's engine."""
    hash_mb: int = 1024
    """Size of one tab's transposition table."""
    total_hash_mb: int = 4096
    """Size of the tables of all tabs together, without those that explanations and whole games have for a while."""
    search_s: int = 600
    """Time for one position, so that a tab that nobody looks at comes to rest."""
    depth: int = 99
    """Depth for one position, in plies."""
    game_nodes: int = 3_000_000
    """For each position of a game that is analysed as a whole."""
    background_nodes: int = 100_000
    """For each position of games of the collection that are analysed in the background."""
    left_analyses: int = 4
    """Analyses of whole games that are kept when they are left."""
    threat_ms: int = 500
    """Time to find what the opponent would do."""
    attempt_nodes: int = 400_000
    """To find what a move that is tried is worth."""
    explanation_nodes: int = 300_000
    """For each search of an explanation; a whole game's, if it has as many, says the same."""
    messages_per_second: float = 100.0
    """Messages of a tab in the long run; a key held down sends about thirty, or twice as many."""
    burst: int = 300
    """Messages it may send at once."""
    hello_s: float = 10.0
    """Time for a connection to introduce itself."""
    idle_s: float = 3_600.0
    """A tab that says nothing for so long is let go."""
    traced_nodes: int = 250_000
    """Positions of a search whose tree is shown."""
    traced_rows: int = 500_000
    """Searches of a node that are recorded of it."""
    table_mb: int = 256
    """Size of a table that is watched."""
    fill_ms: int = 120_000
    """Time for filling it."""
