"""The games that a command is asked about: those of archives, or of the collection."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection.options import Color, opened_collection
from kiebitz.commandline.folded_name import has_words
from kiebitz.commandline.refusal import warn

if TYPE_CHECKING:
    from kiebitz.analysis.reading.games import PgnGame


def asked_games(
    archives: list[Path], select: GameSelection, collection: Path | None, color: Color | None
) -> Iterator[PgnGame]:
    """The games of archives, or those of the collection, the latest first; refuses a collection that isn't there."""
    from kiebitz.analysis.reading.games import read_games

    if archives:
        for game in read_games(*archives, select=select, on_fault=lambda fault: warn(str(fault))):
            if not color or has_words(select.player, game.tags.get(color.capitalize(), "")):
                yield game
        return
    with opened_collection(collection) as opened:
        wanted = opened.find(select, color=color or "", game="chess", sort="date", descending=True)
        yield from opened.chess_games([row.game for row in wanted])
