"""``kiebitz lichess-provider``: analyses on Lichess's board, searched by this machine."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Annotated

import typer

from kiebitz.commandline.options import MAX_DEPTH, MAX_HASH_MB, MAX_THREADS
from kiebitz.commandline.refusal import refuse, terminated_as_interrupted, warn
from kiebitz.processes.bounded import content_of

TOKEN = "LICHESS_API_TOKEN"
DEFAULT_HASH_MB = 512
MOST_TOKEN_BYTES = 1 << 12
DEFAULT_DEPTH = 25
MIN_NAME, MAX_NAME = 3, 200


def lichess_provider(
    *,
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file", metavar="FILE", help=f"File with the API token (default: ${TOKEN}).", show_default=False
        ),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="Name of the engine on Lichess.")] = "Kiebitz",
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            min=1,
            max=MAX_THREADS,
            help="Most threads a search may use (default: all cores).",
            show_default=False,
        ),
    ] = None,
    hash_mb: Annotated[
        int, typer.Option("--hash", min=1, max=MAX_HASH_MB, metavar="MB", help="Largest transposition table.")
    ] = DEFAULT_HASH_MB,
    depth: Annotated[
        int,
        typer.Option(
            "--depth", "-d", min=1, max=MAX_DEPTH, help="Search this many plies deep if Lichess sets no limit."
        ),
    ] = DEFAULT_DEPTH,
    lichess: Annotated[
        str, typer.Option("--lichess", metavar="URL", help="Address of the Lichess server.")
    ] = "https://lichess.org",
    broker: Annotated[
        str, typer.Option("--broker", metavar="URL", help="Address of the server that hands out analyses.")
    ] = "https://engine.lichess.ovh",
) -> None:
    """Use this engine on Lichess: the analysis board of your account then searches on this machine.

    The API token needs the scopes engine:read and engine:write; it is read from the environment or a file. Ctrl-C ends
    the command. See docs/integrations.md.
    """
    from kiebitz.engine.async_engine import AsyncEngine
    from kiebitz.processes.cores import usable_cores
    from kiebitz.protocols.lichess.exchange import checked_base
    from kiebitz.protocols.lichess.provider import Place, Provider, ProviderError
    from kiebitz.protocols.lichess.work import Capacity

    if not MIN_NAME <= len(name) <= MAX_NAME:
        refuse(f"--name: Lichess wants {MIN_NAME} to {MAX_NAME} characters")
    try:
        place = Place(checked_base(lichess), checked_base(broker), _token(token_file), name)
    except ValueError as error:
        refuse(str(error))
    capacity = Capacity(threads or usable_cores(), hash_mb, depth)

    async def serve() -> None:
        async with AsyncEngine() as engine:
            await Provider(engine, place, capacity, warn).serve()

    try:
        with terminated_as_interrupted():
            asyncio.run(serve())
    except ProviderError as error:
        refuse(str(error))
    except KeyboardInterrupt:
        pass  # the way to end it


def _token(file: Path | None) -> str:
    """The user's token; refuses where there is none."""
    try:
        token = os.environ.get(TOKEN, "") if file is None else content_of(file, MOST_TOKEN_BYTES).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        refuse(f"--token-file: {file} can't be read: {error}")
    token = token.strip()
    if not token:
        refuse(f"no token: set {TOKEN}, or give --token-file; docs/integrations.md says where to make one")
    if not (token.isascii() and token.isprintable()) or " " in token:
        refuse("invalid characters in the token; paste it alone on one line")
    return token
