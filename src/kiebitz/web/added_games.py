"""Files of games that the page sends to be added to the collection, of any size: by way of the disk."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import IO

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from kiebitz.analysis.reading.archive import ArchiveError, PgnFault
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.kifu_games import kifu_games, raw_kifus
from kiebitz.collection.adding import Added, add_games
from kiebitz.collection.collection import Collection
from kiebitz.collection.schema import CollectionError
from kiebitz.commandline.user_data import make_own
from kiebitz.kifu.writing import is_record
from kiebitz.web.messages import language_of
from kiebitz.web.own_collection import own_file
from kiebitz.web.phrasebook import told

MOST_FAULTS = 10
RECORD_BYTES = 1 << 26
"""The most of a record of shogi, which is read as a whole."""
MEGABYTE_BITS = 20
REFUSED, FORBIDDEN = 400, 403


class UploadError(Exception):
    """The games can't be added."""


class GameUpload:
    """The receiver of uploaded games."""

    def __init__(self, file: Path | None, most_bytes: int) -> None:
        """Add to the collection in ``file``, None where there is none, at most ``most_bytes`` at a time."""
        self._file = file
        self._most = most_bytes
        self._one_at_a_time = asyncio.Lock()

    async def take(self, request: Request) -> Response:
        """Take a file; the answer says what became of its games, or why they can't be added."""
        language = language_of(request.headers.get("accept-language", "")[:2].lower())
        if not request.headers.get("origin"):
            return JSONResponse({"fault": told("Other pages have no business here.", language)}, FORBIDDEN)
        try:
            added, faults = await self._added(request)
        except (ArchiveError, CollectionError, UploadError) as error:
            return JSONResponse({"fault": told(str(error), language)}, REFUSED)
        return JSONResponse({**asdict(added), "faults": [told(fault, language) for fault in faults]})

    async def _added(self, request: Request) -> tuple[Added, list[str]]:
        """Add the games; returns their number and first faults. Raises ArchiveError, CollectionError, UploadError."""
        file, taken = own_file(self._file), 0
        folder = file.parent
        is_shogi = is_record(request.query_params.get("name", ""))
        most = min(self._most, RECORD_BYTES) if is_shogi else self._most
        try:
            make_own(folder)
            with tempfile.TemporaryFile(dir=folder) as held:  # without a name: nothing is left of it, whatever happens
                async for piece in request.stream():
                    taken += len(piece)
                    if taken > most:
                        raise UploadError(f"the file has more than {most >> MEGABYTE_BITS} MB; use kiebitz games add")
                    await asyncio.to_thread(held.write, piece)
                held.seek(0)
                async with self._one_at_a_time:
                    return await asyncio.to_thread(_added_from, held, file, is_shogi)
        except ClientDisconnect as error:
            raise UploadError("the file was not sent to its end") from error
        except OSError as error:
            raise UploadError(f"{folder} can't take the file: {error.strerror}") from error


def _added_from(held: IO[bytes], collection: Path, is_shogi: bool) -> tuple[Added, list[str]]:
    """Add the games of a file: PGN, or a record of shogi."""
    faults: list[str] = []

    def tell(fault: PgnFault) -> None:
        if len(faults) < MOST_FAULTS:
            faults.append(fault.text)

    with Collection(collection) as opened:
        games = kifu_games(raw_kifus(held, tell, None), tell) if is_shogi else read_games(held, on_fault=tell)
        return add_games(opened, games, source="board", on_fault=tell), faults
