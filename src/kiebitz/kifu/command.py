"""``kiebitz kifu``: game records of shogi looked at and turned into KIF, KI2, CSA or JKF."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.commandline.options import Overwrite
from kiebitz.commandline.output_file import require_folder, require_output, require_spared
from kiebitz.commandline.refusal import refuse, warn

if TYPE_CHECKING:
    from kiebitz.kifu.record import Kifu

STANDARD = "-"


class Format(StrEnum):
    """A format to write records in; the suffix of such files."""

    kif = "kif"
    kifu = "kifu"
    ki2 = "ki2"
    ki2u = "ki2u"
    csa = "csa"
    jkf = "jkf"


def kifu(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Records in KIF, KI2, CSA or JKF, folders of them, or '-' for standard input."
        ),
    ],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Write to this file, in the format of its name (.kif, .kifu, .ki2, .ki2u, .csa, .jkf), or into this"
            " folder, which is made if need be.",
            show_default=False,
        ),
    ] = None,
    to: Annotated[
        Format | None,
        typer.Option(
            "--to",
            help="Format to write: kif and ki2 in Shift_JIS, kifu, ki2u, csa and jkf in UTF-8.  [default: as the name"
            " says; else kifu]",
            show_default=False,
        ),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding", help="Write in utf-8 or cp932 (Shift_JIS), whatever the format.", show_default=False
        ),
    ] = None,
    from_encoding: Annotated[
        str | None,
        typer.Option(
            "--from-encoding",
            metavar="NAME",
            help="Encoding of the files, such as euc_jp (default: the one in which they are sound).",
            show_default=False,
        ),
    ] = None,
    overwrite: Overwrite = False,
) -> None:
    """Convert shogi game records between KIF, KI2, CSA and JKF, with branches, comments and times.

    Without --output the records are printed: 'kiebitz kifu game.csa' shows a game as KIF. Control characters are shown
    as '?'; files that are written keep them.
    """
    from kiebitz.commandline.encoding import EncodingError
    from kiebitz.kifu.record import KifuError
    from kiebitz.kifu.writing import FORMATS

    if output is None and encoding is not None:
        refuse("--encoding says how a file is written; name one by --output")
    is_folder = output is not None and (output.is_dir() or not output.suffix)
    if output is not None and is_folder:
        require_folder(output)
    elif output is not None:
        if output.suffix.lower() not in FORMATS:
            refuse(f"{output.name}: name a file that ends with {', '.join(FORMATS)}, or a folder (no ending)")
        if to is not None and output.suffix.lower() != f".{to}":
            refuse(f"{output.name} is not a name for --to {to}; leave one of the two out")
        require_output(output, *(file for file in files if file != STANDARD))
        require_spared(output, overwrite=overwrite)
    try:
        games = _read(files, from_encoding)
        if not games:
            refuse("there is nothing to write: no game was found")
        if output is None:
            _print(games, to or Format.kifu)
        elif is_folder:
            _write_each(games, output, to or Format.kifu, encoding, overwrite=overwrite)
        else:
            _write(games, output, encoding)
    except (EncodingError, KifuError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or output} can't be written: {error.strerror}")


def _read(files: list[str], encoding: str | None) -> list[Kifu]:
    """All games; what is wrong with them is said. Raises KifuError and EncodingError."""
    from kiebitz.kifu.reading import read_kifu

    games = []
    for kifu in read_kifu(*files, encoding=encoding, on_fault=lambda fault: warn(str(fault))):
        for fault in kifu.faults:
            warn(str(fault))
        if kifu.sfen is not None:
            games.append(kifu)
    return games


def _print(games: list[Kifu], to: Format) -> None:
    """Show the games, whatever characters the terminal has: what isn't printable in a record is ``?``."""
    from kiebitz.commandline.clean_text import clean_lines
    from kiebitz.kifu.writing import FORMATS, kifu_text

    format = FORMATS[f".{to}"]
    parts: Iterable[list[Kifu]] = [games] if format == "csa" else ([game] for game in games)
    for part in parts:
        text, left_out = kifu_text(part, format)
        typer.echo(clean_lines(text), nl=False)
        _say_left_out(to, left_out)


def _write(games: list[Kifu], path: Path, encoding: str | None) -> None:
    """Write the games to one file. Raises KifuError and OSError."""
    from kiebitz.kifu.writing import FORMATS, write_kifu

    if len(games) > 1 and FORMATS[path.suffix.lower()] != "csa":
        refuse(f"a {path.suffix} file holds one game, and there are {len(games)}; name a folder, or a .csa file")
    _say_left_out(path, write_kifu(games, path, encoding))
    typer.echo(f"{path}: {'1 game' if len(games) == 1 else f'{len(games)} games'}")


def _write_each(games: list[Kifu], folder: Path, to: Format, encoding: str | None, *, overwrite: bool) -> None:
    """Write each game to a file of a folder, named after the one that it comes from. Raises KifuError and OSError."""
    from kiebitz.kifu.encoding import encoding_of
    from kiebitz.kifu.writing import write_kifu

    encoding_of(folder, encoding)  # refused before the folder is made
    games_of: dict[Path, Kifu] = {}
    for game in games:
        stem = Path(game.file).stem if Path(game.file).suffix else "game"
        path = folder / f"{stem}.{to}"
        number = 1
        while path in games_of:
            number += 1
            path = folder / f"{stem}-{number}.{to}"
        games_of[path] = game
        if path.exists() and Path(game.file).exists() and path.samefile(game.file):
            refuse(f"{path} would be written over while it is read; name another folder")
    require_spared(*games_of, overwrite=overwrite)
    folder.mkdir(exist_ok=True)
    for path, game in games_of.items():
        _say_left_out(path, write_kifu(game, path, encoding))
    typer.echo(f"{folder}: {'1 game' if len(games) == 1 else f'{len(games)} games'}")


def _say_left_out(what: Path | Format, left_out: tuple[str, ...]) -> None:
    if left_out:
        warn(f"{what} has no room for: {', '.join(left_out)}")
