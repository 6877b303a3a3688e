"""The doors of the house: where something from outside comes in, and what each takes of it at most.

This table alone says so: ``test_doors`` holds the code to it, SECURITY.md prints it (``python tests/doors.py``).
"""

import ast
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from numbers import Number

from sources import SOURCE

PIECES = "in pieces"
"""In the place of a number of bytes: whoever reads holds a piece at most, or what SQLite or the system pages in."""


@dataclass(frozen=True)
class Budget:
    """What a door takes at most: constants (``module:NAME``) of the code, which says there what becomes of more."""

    bytes: str = ""
    items: str = ""
    depth: str = ""
    integers: str = ""
    seconds: str = ""
    threads: str = ""
    descriptors: str = ""


@dataclass(frozen=True)
class Door:
    """A way in."""

    what: str
    modules: tuple[str, ...]
    """Where it is read."""
    budget: Budget


def door(what: str, modules: str, **budget: str) -> Door:
    """A row of the table."""
    return Door(what, tuple(modules.split()), Budget(**budget))


LINE = "protocols.uci.channel:MAX_LINE_BYTES"
FILE, TEXT = "processes.bounded:MOST_FILE_BYTES", "processes.bounded:MOST_TEXT_BYTES"
DOORS = (
    door(
        "lines of UCI and USI, by pipe and as a cluster",
        "protocols.uci.dialogue protocols.uci.channel cluster.dialogue cluster.command",
        bytes=LINE,
        integers="engine.limit:MOST",
        depth="protocols.uci.protocol:MAX_DEPTH",
        threads="engine.common_engine:MAX_THREADS",
    ),
    door(
        "what other programs say",
        "programs.uci_engine programs.bounded_protocol arena.match.usi_program protocols.chess_engine.simple_engine"
        " arena.match.outside_player",
        bytes="programs.bounds:MAX_ANSWER_BYTES",
        items="programs.bounds:LINES_KEPT",
        seconds="programs.bounds:SILENCE_S",
    ),
    door(
        "sockets of browsers",
        "web.server web.messages web.bounded_http",
        bytes="web.limits:Limits.message_bytes",
        items="web.messages:MAX_ITEMS",
        depth="web.messages:MAX_DEPTH",
        integers="web.messages:MOST_NUMBER",
        seconds="web.limits:Limits.request_s",
        threads="web.apart:AT_A_TIME",
        descriptors="web.limits:Limits.requests",
    ),
    door("games sent to the collection", "web.added_games", bytes="web.limits:Limits.added_bytes"),
    door(
        "the text that a board follows, and its first game",
        "web.growing web.followed web.command",
        bytes="web.limits:Limits.text_characters",
        items="web.limits:Limits.games",
        seconds="web.growing:PATIENCE_S",
    ),
    door(
        "games that a board has kept", "web.kept_games web.token_file", bytes=TEXT, items="web.limits:Limits.kept_games"
    ),
    door(
        "a language model's program",
        "protocols.mcp.command",
        bytes="protocols.mcp.server:MAX_PGN_CHARACTERS",
        integers="protocols.mcp.searching:MAX_NODES",
    ),
    door(
        "Lichess's work, and the token for it",
        "protocols.lichess.exchange protocols.lichess.command",
        bytes="protocols.lichess.exchange:MAX_BODY_BYTES",
        seconds="protocols.lichess.exchange:REPLY_S",
    ),
    door(
        "games of Lichess and chess.com",
        "collection.fetching",
        bytes=PIECES,
        seconds="collection.fetching:PATIENCE_S",
    ),
    door(
        "PGN, packed and not",
        "analysis.reading.archive analysis.reading.games",
        bytes="analysis.reading.archive:MOST_XZ_BYTES",
        depth="core.pgn.line_tree:MOST_DEPTH",
        integers="analysis.reading.selection:MOST_PLIES",
    ),
    door(
        "KIF, KI2, CSA and JKF",
        "kifu.reading kifu.jkf_reader",
        bytes=FILE,
        items="kifu.builder:MOST_LINES",
        integers="core.shogi.sfen:MAX_NUMBER",
    ),
    door(
        "a collection",
        "collection.schema collection.analysing collection.marks collection.practice collection.collection",
        bytes=TEXT,
        items="collection.schema:MOST_GAMES_A_PORTION",
        integers="collection.collection:MOST_NUMBER",
        seconds="collection.schema:PATIENCE_S",
    ),
    door("names of players and problems in a file", "commandline.text_file", bytes=FILE),
    door(
        "a store of positions",
        "analysis.judging.position_store",
        bytes=TEXT,
        seconds="analysis.judging.position_store:PATIENCE_S",
    ),
    door("Parquet of many games", "analysis.survey.data", bytes=PIECES),
    door(
        "shards and journals of a run",
        "analysis.farm.shards processes.journal_file analysis.archive_run.journal",
        bytes=FILE,
    ),
    door("what a page would be written over", "commandline.output_file", bytes="commandline.output_file:PEEKED_BYTES"),
    door("games of a match that goes on", "arena.match.journal", bytes=FILE),
    door("policies of people", "engine.people", bytes=FILE),
    door(
        "repertoires that are kept",
        "collection.repertoire.kept_repertoires",
        bytes="collection.repertoire.kept_repertoires:MOST_BYTES",
    ),
    door("answers about a repertoire", "collection.repertoire.training", bytes="processes.bounded:MOST_TEXT_BYTES"),
    door("pages of an earlier run", "analysis.report.pages", bytes="analysis.report.pages:BEGINNING_BYTES"),
    door("training data", "arena.records.files", bytes="arena.records.files:MOST_BYTES"),
    door("suites of positions", "arena.suite.epd", bytes="arena.suite.epd:MOST_BYTES"),
    door("books of openings for matches", "arena.match.openings", bytes="arena.match.openings:MAX_BYTES"),
    door("Syzygy tables", "engine.tablebase core.syzygy.tables", bytes=PIECES),
    door("saved transposition tables", "engine.table_file", bytes="engine.table_file:MAX_HEADER_BYTES"),
    door("networks", "core.evaluation.network.file", bytes="core.evaluation.network.file:MOST_BYTES"),
    door("networks of Stockfish", "core.evaluation.nnue.file arena.teacher.command", bytes=FILE),
    door("proofs of mates", "mate.proof_file", bytes=FILE),
    door(
        "trees as lists of numbers",
        "classroom.theory.trees",
        bytes="classroom.theory.trees:MOST_CHARACTERS",
        items="classroom.theory.trees:MAX_NODES",
        depth="classroom.theory.trees:MAX_DEPTH",
    ),
    door("outcomes of a tuning and a course", "arena.tune.tuning arena.train.course", bytes=TEXT),
    door(
        "blocks and samples of training",
        "arena.train.block_file arena.train.game_store arena.train.training_set arena.train.fit"
        " arena.train.sample_file",
        bytes="arena.train.block_file:MOST_BYTES",
    ),
    door(
        "words and moves typed in a terminal",
        "play.command classroom.animation.keys classroom.animation.command analysis.command collection.command",
        bytes=PIECES,
    ),
)

OURS = {
    "what comes with the package": "analysis.report.drawing classroom.animation.page"
    " classroom.film.page classroom.tree.page commandline.web_page mate.page engine.opening_names"
    " collection.difficulty collection.homework.page web.joined_pages",
    "what the system says of itself": "commandline.doctor.checkup",
    "our own processes": "arena.match.workers cluster.launch cluster.measure cluster.mpi",
    "our own records, just written": "collection.misses collection.puzzle_files",
}
"""Modules that read, but nothing of others."""

READS = frozenset(
    [
        "loads",
        "decompress",
        "decompressobj",
        "recv",
        "receive_text",
        "receive_bytes",
        "read_bytes",
        "read_text",
        "readline",
        "readlines",
        "urlopen",
        "Popen",
        "popen_uci",
        "memmap",
        "scan_parquet",
        "read_parquet",
        "connect",
        "content_of",
        "inflated",
        "gunzipped",
    ]
)


def reads(tree: ast.AST) -> bool:
    """Whether a module takes in what may be from outside: reads a file, a socket, a program, unpacks or decodes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "stdin":
            return True
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            modes = [word.value for word in node.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
            if name in READS or (name == "open" and any("r" in mode and len(mode) < 4 for mode in modes)):
                return True
    return False


def readers() -> set[str]:
    """The modules that do; those of the core are compiled, and take texts that others have bounded."""
    found = set()
    for path in (SOURCE / "kiebitz").rglob("*.py"):
        parts = path.relative_to(SOURCE / "kiebitz").with_suffix("").parts
        if parts[0] != "core" and reads(ast.parse(path.read_text(encoding="utf-8"))):
            found.add(".".join(parts))
    return found


def bound(reference: str) -> Number:
    """The number that a constant is."""
    module, _, name = reference.partition(":")
    found = import_module(f"kiebitz.{module}")
    for part in name.split("."):
        found = getattr(found() if is_dataclass(found) else found, part)
    return found


def table() -> str:
    """The doors as SECURITY.md prints them."""
    kinds = [field.name for field in fields(Budget)]
    rows = ["| what comes in | " + " | ".join(kinds) + " |", "|---" * (len(kinds) + 1) + "|"]
    for each in DOORS:
        cells = [getattr(each.budget, kind) for kind in kinds]
        told = [cell if cell in ("", PIECES) else f"{bound(cell):,.0f}" for cell in cells]
        rows.append(f"| {each.what} | " + " | ".join(told) + " |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
