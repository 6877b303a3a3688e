"""``kiebitz mcp``: a game and its judgement for language models."""

from __future__ import annotations

import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from kiebitz.commandline.options import HashMb, Threads
from kiebitz.commandline.refusal import refuse, warn

DEFAULT_HASH_MB = 64


def mcp(
    *,
    games: Annotated[
        Path | None,
        typer.Option(
            "--games", metavar="DIR", help="Let the model save games, as new files in this folder.", show_default=False
        ),
    ] = None,
    collection: Annotated[
        Path | None,
        typer.Option(
            "--collection",
            metavar="FILE",
            help="Let the model find and open games of this collection; it changes none.",
            show_default=False,
        ),
    ] = None,
    threads: Threads = 1,
    hash_mb: HashMb = DEFAULT_HASH_MB,
) -> None:
    """Serve a game of chess to a language model, by the Model Context Protocol on standard input and output.

    Programs such as Claude Desktop start it themselves; docs/mcp.md has the configuration they need.
    """
    if find_spec("mcp") is None:
        refuse("the server for language models needs mcp: pip install 'kiebitz[mcp]'")
    if games is not None and not games.is_dir():
        refuse(f"--games: {games} is no folder; make it first")
    if collection is not None and not collection.is_file():
        refuse(f"--collection: {collection} isn't there; kiebitz games add makes one")
    from kiebitz.protocols.mcp.held_game import HeldGame
    from kiebitz.protocols.mcp.my_games import MyGames
    from kiebitz.protocols.mcp.searching import CancellableEngine, Searching
    from kiebitz.protocols.mcp.server import make_server

    # The thread that reads hears no interrupt, so the process ends at once; nothing is ever half written.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.stdin.isatty():
        warn("waiting for a program that speaks MCP, which usually starts this itself (docs/mcp.md); Ctrl-C ends it")
    with CancellableEngine(threads=threads, hash_mb=hash_mb) as engine:
        make_server(HeldGame(games and games.resolve()), Searching(engine), MyGames(collection)).run("stdio")
