"""``kiebitz serve``: the board in the browser."""

from __future__ import annotations

import socket
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.collection.options import CollectionFile
from kiebitz.commandline.options import START, Encoding
from kiebitz.commandline.refusal import refuse, terminated_as_interrupted, warn

if TYPE_CHECKING:
    from kiebitz.web.growing import Growing
    from kiebitz.web.sources import Sources

DEFAULT_PORT = 8064
MAX_PORT = 65_535
NEEDED = ("starlette", "uvicorn", "websockets")
REMEDY = "pip install 'kiebitz[web]'"
GRACE_S = 2


def missing() -> list[str]:
    """The parts that the board in the browser needs, and that aren't installed."""
    return [name for name in NEEDED if find_spec(name) is None]


def serve(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[PGN|FEN]", help="A PGN file, or a position.", show_default=False)
    ] = None,
    *,
    port: Annotated[
        int, typer.Option("--port", "-p", min=0, max=MAX_PORT, help="Port to listen on; 0 takes any free one.")
    ] = DEFAULT_PORT,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address, but don't open a browser.")
    ] = False,
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="NAME", help="Let other machines connect, by this name or address of this machine."
        ),
    ] = "127.0.0.1",
    bind: Annotated[
        str | None,
        typer.Option(
            "--bind",
            metavar="ADDRESS",
            help="Listen at this address, where browsers call the server by another: 0.0.0.0 in a container.",
            show_default=False,
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            "--public-url",
            metavar="URL",
            help="Address of a proxy in front of the server, as browsers call it: https://example.org/board/.",
            show_default=False,
        ),
    ] = None,
    book: Annotated[
        str | None,
        typer.Option("--book", metavar="FILE", help="Show moves of this opening book (Polyglot).", show_default=False),
    ] = None,
    follow: Annotated[
        str | None,
        typer.Option(
            "--follow",
            metavar="FILE|URL",
            help="Show the last game of this PGN, a file or an address on the Web, and its new moves as they are"
            " written; of a broadcast or a study of Lichess its page will do.",
            show_default=False,
        ),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            metavar="COMMAND",
            help="Offer another UCI program as judge of whole games, with its options: 'stockfish;Threads=2'. May be"
            " given several times.",
            show_default=False,
        ),
    ] = None,
    class_: Annotated[
        bool,
        typer.Option(
            "--class",
            help="Let a class look on: pupils see this board on their phones, and answer which move is best. With"
            " --host, by which they call this machine.",
        ),
    ] = False,
    syzygy: Annotated[
        str | None,
        typer.Option(
            "--syzygy",
            metavar="DIRECTORY",
            help="Show results from the Syzygy tablebases in these directories, separated as in PATH.",
            show_default=False,
        ),
    ] = None,
    encoding: Encoding = None,
    collection: CollectionFile = None,
) -> None:
    """Open a board in the browser: analyse, play, watch the engine think.

    Only this machine can connect, unless --host or --bind is given, and nobody without the token in the printed
    address. Behind a proxy, name its address by --public-url. Changed games are kept in your data directory and offered
    at the next start, and your collection (kiebitz games) is shown, but not where others can connect. Ctrl-C ends the
    server.
    """
    if lacking := missing():
        refuse(f"the board in the browser needs {', '.join(lacking)}: {REMEDY}; in a clone: make serve")
    import time
    import webbrowser

    import uvicorn

    from kiebitz.commandline.pasted_position import is_sfen
    from kiebitz.kifu.writing import is_record
    from kiebitz.processes.large_memory import give_large_memory_back
    from kiebitz.web.bounded_http import bounded_http
    from kiebitz.web.game_error import GameError
    from kiebitz.web.game_list import GameList
    from kiebitz.web.guard import Address, PublicAddress, is_everywhere
    from kiebitz.web.limits import Limits
    from kiebitz.web.server import Board

    sources = _sources(book, syzygy)
    judges = _judges(engine or [])
    host = host.strip("[]").lower()
    if is_everywhere(host):
        refuse(
            "--host: say by which name or address browsers call this machine, such as 192.168.1.20;"
            " where to listen is said by --bind"
        )
    bound = host if bind is None else bind.strip("[]").lower()
    try:
        public = PublicAddress.of(public_url) if public_url else None
    except ValueError as error:
        refuse(f"--public-url: {error}")
    limits = Limits()
    if game and (is_record(game[0]) or is_sfen(game[0])):
        refuse("the first board is of chess; open the page Shogi and drop or paste the game there")
    first = _text(game or [START], limits.text_characters, encoding)
    try:
        GameList.of(first, limits).game(1, limits)
    except GameError as error:
        refuse(f"not a game and not a position: {error}")
    try:
        family, _, _, _, place = socket.getaddrinfo(bound, port, type=socket.SOCK_STREAM)[0]
        listening = socket.create_server(place[:2], family=family)
    except OSError as error:
        refuse(f"can't listen at {bound}, port {port}: {error.strerror}; try another --port")
    with listening:
        address = Address(host, listening.getsockname()[1], public, bound)
        board = Board(
            address,
            limits,
            first,
            _folder() if address.is_loopback else None,
            sources,
            judges=judges,
            teaches=class_,
            followed=_followed(follow, 4 * limits.text_characters) if follow else None,
            collection=_own_games(collection) if address.is_loopback else None,
            repertoire=_own_lines() if address.is_loopback else None,
        )
        server = uvicorn.Server(
            uvicorn.Config(
                board.app(),
                http=bounded_http(limits, time.monotonic),
                ws="websockets-sansio",
                ws_max_size=limits.message_bytes,
                ws_per_message_deflate=False,  # it would be done in the event loop, while everybody waits
                log_level="warning",
                server_header=False,
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        give_large_memory_back()
        typer.echo(f"Kiebitz is at {board.url} (Ctrl-C ends it)")
        if class_:
            typer.echo(f"The class is at {board.class_url}")
            if address.is_loopback and not public:
                warn("pupils' phones don't reach this address; name this machine by --host")
        if not no_browser:
            webbrowser.open(board.url)
        try:
            with terminated_as_interrupted():
                server.run(sockets=[listening])
        except KeyboardInterrupt:
            pass  # the way to end it
        finally:
            sources.close()


def _followed(follow: str, most_bytes: int) -> Growing:
    """The text that is followed; refuses what can't be one, and warns of an address that doesn't answer now."""
    from kiebitz.web.growing import GrowingAddress, GrowingError, GrowingFile, is_address

    if not is_address(follow):
        if Path(follow).is_dir():
            refuse(f"--follow: {follow} is a folder; name a PGN file in it")
        return GrowingFile(Path(follow), most_bytes)
    try:
        address = GrowingAddress(follow, most_bytes)
    except GrowingError as error:
        refuse(f"--follow: {error}")
    try:
        address.ask()
    except GrowingError as error:
        warn(f"--follow: {error}; it is asked again every {address.pause_s:.0f} seconds")
    return address


def _sources(book: str | None, syzygy: str | None) -> Sources:
    """The sources that positions are looked up in; refuses what can't be read."""
    from kiebitz.engine.opening_book import BookError, OpeningBook
    from kiebitz.engine.tablebase import Tablebase, TablebaseError
    from kiebitz.web.sources import Sources

    try:
        opened = OpeningBook(book) if book else None
        tables = Tablebase(syzygy)
    except (BookError, TablebaseError) as error:
        refuse(str(error))
    for fault in tables.faults:
        warn(f"{fault}; the other directories are used")
    return Sources(opened, tables)


def _judges(programs: list[str]) -> tuple[str, ...]:
    """Programs that may judge, each tried once; refuses what doesn't speak UCI."""
    from kiebitz.programs.uci_engine import ProgramError, UciEngine

    for program in programs:
        try:
            UciEngine(program).close()
        except ProgramError as error:
            refuse(f"--engine: {error}")
    return tuple(programs)


def _own_games(file: Path | None) -> Path | None:
    """Where the user's collection is; None if there is no home."""
    from kiebitz.collection.collection import default_path

    try:
        return file or default_path()
    except RuntimeError:
        return None  # which is said where games are kept


def _own_lines() -> Path | None:
    """Where the user's repertoires are; None if there is no home."""
    from kiebitz.collection.repertoire.kept_repertoires import default_folder

    try:
        return default_folder()
    except RuntimeError:
        return None  # which is said where lines are kept


def _folder() -> Path | None:
    """Where games are kept; None if there is no home, which is said, as it is if nothing can be written there."""
    from kiebitz.commandline.user_data import make_own, user_data
    from kiebitz.processes.whole_file import sweep

    try:
        folder = user_data("board")
    except RuntimeError:
        typer.echo("There is no home directory: games are not kept. XDG_DATA_HOME could name a place.", err=True)
        return None
    try:
        for each in (folder, folder / "play"):
            make_own(each)
            sweep(each)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        why = error.strerror or error
        typer.echo(f"{folder} can't keep games: {why}. XDG_DATA_HOME could name another place.", err=True)
    return folder


def _text(words: list[str], most: int, encoding: str | None) -> str:
    """The text of a file, or the words themselves. Refuses a file that can't be read."""
    from kiebitz.analysis.reading.archive import text_of
    from kiebitz.commandline.encoding import EncodingError, encoding_named

    path = Path(words[0])
    try:
        if len(words) > 1 or not path.is_file():
            return " ".join(words)
        with path.open("rb") as file:
            return text_of(file.read(4 * most + 1), None if encoding is None else encoding_named(encoding))[: most + 1]
    except EncodingError as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{path} can't be read: {error.strerror}")
