"""Archives as a collection to look positions up in: the user's own, another one's file, or one made for the purpose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.collection.options import opened_collection
from kiebitz.commandline.refusal import FAILED, refuse

if TYPE_CHECKING:
    from kiebitz.collection.collection import Collection

COLLECTION_ENDINGS = (".sqlite",)
Archive = Annotated[
    list[Path] | None,
    typer.Option(
        "--archive",
        metavar="FILE",
        help="Games to compare with: PGN, also packed, or a collection (.sqlite); may be given several times."
        "  [default: your collection]",
        show_default=False,
    ),
]


@contextmanager
def opened_archive(files: Sequence[Path], collection: Path | None) -> Iterator[Collection]:
    """The games of ``files``, indexed; without any the user's collection. Refuses what can't be read."""
    from kiebitz.analysis.reading.archive import ArchiveError
    from kiebitz.analysis.reading.games import read_games
    from kiebitz.collection.adding import add_games

    if not files or (len(files) == 1 and files[0].suffix in COLLECTION_ENDINGS):
        with opened_collection(files[0] if files else collection) as opened:
            yield opened
        return
    with TemporaryDirectory() as folder, opened_collection(Path(folder) / "archive.sqlite", must_exist=False) as made:
        try:
            # What is wrong with a game of an archive is no matter here: its moves count as far as they go.
            add_games(made, read_games(*files, on_fault=lambda _: None), on_fault=lambda _: None)
        except ArchiveError as error:
            refuse(str(error), FAILED)
        if not len(made):
            refuse(f"{', '.join(map(str, files))}: no games; give PGN with --archive", FAILED)
        yield made
