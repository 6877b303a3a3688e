"""``kiebitz games fetch``: games of an account on Lichess or chess.com."""

from __future__ import annotations

from typing import Annotated

import typer

from kiebitz.collection.options import CollectionFile, opened_collection
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, terminated_as_interrupted, warn


def fetch(
    accounts: Annotated[
        list[str], typer.Argument(metavar="ACCOUNT...", help="Accounts: lichess:NAME or chesscom:NAME.")
    ],
    *,
    server: Annotated[
        str | None,
        typer.Option("--server", metavar="URL", help="Ask another server of the same kind.", show_default=False),
    ] = None,
    collection: CollectionFile = None,
) -> None:
    """Fetch an account's games from Lichess or chess.com: all of them first, then what is new.

    One request at a time; if the server asks for a pause, it gets one. If the fetch is interrupted, the same command
    goes on.
    """
    from kiebitz.collection.adding import Added
    from kiebitz.collection.fetching import SERVERS, Fetcher, FetchError, account_of
    from kiebitz.collection.fetching import fetch as fetch_games

    try:
        wanted = [account_of(text) for text in accounts]
        fetchers = [Fetcher((server or SERVERS[account.site]).rstrip("/"), tell=warn) for account in wanted]
    except ValueError as error:
        refuse(str(error))
    with opened_collection(collection, must_exist=False) as opened:
        for account, fetcher in zip(wanted, fetchers, strict=True):
            added = Added()

            def tell(so_far: Added) -> None:
                nonlocal added
                added = so_far

            try:
                with terminated_as_interrupted():
                    fetch_games(opened, account, fetcher, on_games=tell, on_fault=lambda fault: warn(str(fault)))
            except FetchError as error:
                refuse(f"{account.source}: {error} ({added.games:,} games are added)", FAILED)
            except KeyboardInterrupt:
                refuse(f"interrupted; {added.games:,} games of {account.source} are added", INTERRUPTED)
            known = f", {added.known:,} there already" if added.known else ""
            typer.echo(f"{account.source}: {added.games:,} games added{known}")
