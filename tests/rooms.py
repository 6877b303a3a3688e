"""The rooms of the house, from the ground up: what each is for, and from which others it imports.

This table alone says so: ``test_imports`` holds the code to it, ARCHITECTURE.md prints it (``python tests/rooms.py``).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Room:
    """A folder of ``src/kiebitz``, or a folder of one that is as large as several."""

    name: str
    purpose: str
    imports: tuple[str, ...]
    """All rooms from which it imports, and no others; they stand before it."""


def room(name: str, purpose: str, imports: str = "") -> Room:
    """A row of the table."""
    return Room(name, purpose, tuple(imports.split()))


ROOMS = (
    room("processes", "long work: processes that end with this one, files that are whole, journals"),
    room("core", "the compiled engine: no Python object inside a search", "processes"),
    room("engine", "the façade: what every room above asks of the core; columns and notebooks", "processes core"),
    room("chess", "python-chess's names, its boards Kiebitz's", "engine"),
    room("polars", "Kiebitz in expressions of Polars", "engine"),
    room("commandline", "what commands share, and those about one position; doctor", "processes engine"),
    room(
        "kifu",
        "game records of shogi (KIF, KI2, CSA, JKF) read, written, converted; moves as people type them; tsume",
        "processes core commandline",
    ),
    room("games", "a game as a value: chess and shogi behind one face", "core engine commandline kifu"),
    room("programs", "other programs that speak UCI, asked as our engine is", "processes engine commandline"),
    room(
        "analysis/reading",
        "PGN and records of shogi in: archives, games, positions as columns",
        "processes engine commandline kifu",
    ),
    room("people", "which moves people choose, learned from their games", "engine analysis/reading"),
    room(
        "analysis/explanation",
        "why a move is good or bad: facts, proofs, words",
        "engine commandline kifu games programs analysis/reading",
    ),
    room(
        "analysis/judging",
        "a game through the engine, move by move",
        "processes engine kifu games programs analysis/reading analysis/explanation",
    ),
    room(
        "analysis/report",
        "a game as a web page",
        "processes engine commandline kifu games analysis/explanation analysis/judging",
    ),
    room(
        "analysis/archive_run",
        "archives by many processes: order, journal, records, columns",
        "processes engine commandline kifu games programs analysis/reading analysis/explanation analysis/judging"
        " analysis/report",
    ),
    room(
        "analysis/farm",
        "archives by many machines, and what that costs",
        "processes engine kifu analysis/reading analysis/explanation analysis/judging analysis/archive_run",
    ),
    room(
        "analysis/survey",
        "questions to many analysed games",
        "commandline analysis/reading analysis/judging analysis/archive_run",
    ),
    room(
        "analysis",
        "the command `kiebitz analyse`, and `kiebitz.analyse_game`",
        "processes engine commandline kifu programs analysis/reading analysis/explanation"
        " analysis/judging analysis/report analysis/archive_run analysis/farm",
    ),
    room("mate", "mates of any length in chess and shogi", "processes core engine commandline kifu"),
    room("play", "a game in the terminal", "engine commandline kifu games people"),
    room(
        "collection",
        "the user's own games: kept, found by position, what they miss",
        "processes engine commandline kifu games programs analysis/reading analysis/explanation analysis/judging"
        " analysis/archive_run analysis/survey",
    ),
    room(
        "protocols",
        "how other programs speak to Kiebitz: UCI, USI, Lichess, MCP, `chess.engine`",
        "processes engine commandline games analysis/reading analysis/explanation analysis/judging analysis collection",
    ),
    room(
        "arena",
        "engines measured: matches, suites; what is tuned and learned from games",
        "processes core engine commandline kifu games programs people",
    ),
    room("cluster", "one position, many processes", "processes core engine commandline protocols"),
    room(
        "classroom",
        "search to look at: algorithms, trees, tables, films of machines; a whole program in plain Python",
        "core engine commandline kifu games programs analysis/explanation mate play cluster",
    ),
    room(
        "web",
        "the board in the browser",
        "processes engine commandline kifu games programs analysis/reading analysis/explanation"
        " analysis/judging analysis/report analysis play collection arena classroom",
    ),
    room(
        "cli",
        "gives the commands their names",
        "commandline kifu analysis/reading analysis/explanation analysis/survey analysis collection mate play protocols"
        " arena cluster classroom web",
    ),
)
NAMES = tuple(each.name for each in ROOMS)

HALVES = {
    "arena/match/shogi_openings",
    "classroom/tree/shogi_data",
    "commandline/shogi_board",
    "commandline/shogi_glyphs",
    "commandline/shogi_picture",
    "web/shogi_messages",
}
"""Modules outside ``core`` and ``games`` that are one game's half of something, or what both halves share.

A game is a value (``games``), so none is added; one that goes leaves the list.
"""

RULES = ("kiebitz.core.chess.", "kiebitz.core.shogi.")
"""The rules of one game. Above ``engine``, which hands them out, ``games`` alone asks them; ``kifu`` is of shogi."""

OF_ONE_GAME = {
    "arena/match/shogi_openings",
    "classroom/board/mailbox",
    "cluster/chess_tree",
    "cluster/engine",
}
"""Modules of other rooms that import rules of one game by its name; one that goes leaves the list."""

BESIDE = {"kiebitz_hydra": {"kiebitz"}, "kiebitz_claims": {"kiebitz", "kiebitz_hydra"}}
"""The packages on the same lot, and which of ours they import; Kiebitz finds them by entry points."""


def table() -> str:
    """The rooms as ARCHITECTURE.md prints them."""
    rows = [
        f"| `{each.name}` | {each.purpose} | {', '.join(f'`{name}`' for name in each.imports) or 'nothing'} |"
        for each in ROOMS
    ]
    return "\n".join(["| room | what for | imports from |", "|---|---|---|", *rows])


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a module, by its parts below ``kiebitz``; a public name of ``kiebitz`` stands for the façade."""
    for length in (2, 1):
        if "/".join(parts[:length]) in NAMES and len(parts) >= length:
            return "/".join(parts[:length])
    return "engine"


if __name__ == "__main__":
    print(table())
