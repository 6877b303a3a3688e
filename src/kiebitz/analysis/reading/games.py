"""``kiebitz.read_games``: the games of archives as light objects, at the speed of the compiled core.

The main line alone is read, and of comments clocks and evaluations, unless more is asked for. What is a move, and what
is wrong with a game, is as in ``reader``, which makes python-chess's trees.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from kiebitz.analysis.reading.archive import PgnFault, RawGame, read_archive
from kiebitz.analysis.reading.game_faults import GameFaults, move_fault, no_game
from kiebitz.analysis.reading.game_source import GameSource, games_of
from kiebitz.analysis.reading.game_start import StartError, starts_as_games_do
from kiebitz.analysis.reading.kifu_games import pgn_tags, raw_kifus
from kiebitz.analysis.reading.letters import in_english
from kiebitz.analysis.reading.move_notes import MoveNotes, seconds_of
from kiebitz.analysis.reading.selection import GamePicker, GameSelection
from kiebitz.analysis.reading.tags import (
    DOUBLE_FORFEIT,
    TagFault,
    read_tags,
    sound_result,
    unescaped,
)
from kiebitz.analysis.reading.variations import Variation, lines_of
from kiebitz.engine import MovetextReader, fen_of, plain_tags, position_from, uci_text
from kiebitz.engine.line import GameName
from kiebitz.kifu.writing import is_record

if TYPE_CHECKING:
    import chess

    from kiebitz.analysis.reading.positions import ColumnName, Positions
    from kiebitz.engine import Position
    from kiebitz.engine.board import Board
    from kiebitz.engine.score import Score

PACKAGE = "kiebitz."
BYTES_A_MOVE = 2
# Where a game was played, as a notebook shows it.
TAGS_SHOWN = ("Event", "Site", "Date", "Round")


@dataclass(frozen=True, slots=True)
class PgnGame:
    """The main line of a game and its tags."""

    game: ClassVar[GameName] = "chess"

    raw: RawGame
    """Its text, and where it stands."""
    tags: dict[str, str]
    """As they are written, PGN's escapes undone; none is added."""
    result: str
    """'1-0', '0-1', '1/2-1/2' or '*', or an arbiter's: '0-0' (both lose), '1/2-0', '0-1/2'. It is the tag's or, if
    there is none, that behind the moves."""
    packed_moves: bytes
    """Its moves, 16 bits each in the machine's order: origin (6 bits, a1 is 0, b1 is 1), target (6), piece of a
    promotion (2: knight, bishop, rook, queen), sort (2: ordinary, promotion, en passant, castling: the king takes its
    rook). Moves that were not asked for are none."""
    faults: tuple[PgnFault, ...]
    """The faults of tags and main line."""
    cut: PgnFault | None
    """The fault that ended the reading of the main line before its end, or of its start; None of most games."""
    fen: str | None = None
    """Where the game starts, in Chess960 with castling rights as files of rooks; None: where games do."""
    chess960: bool = False
    """True if castling is written as Chess960 has it."""
    notes: MoveNotes | None = None
    """The notes of comments on its moves, packed, if comments were asked for."""
    comments: tuple[str | None, ...] = ()
    """The comments before the first move of the main line, then on each, if texts were asked for."""
    variations: tuple[Variation, ...] = ()
    """Its variations, in the order in which they begin, if they were asked for."""

    @property
    def moves(self) -> list[str]:
        """The moves as UCI text; ``0000`` is a null move."""
        return [uci_text(code, self.chess960) for code in memoryview(self.packed_moves).cast("H")]

    @property
    def is_whole(self) -> bool:
        """True if the main line was understood to its end."""
        return self.cut is None

    @property
    def clocks(self) -> tuple[float | None, ...]:
        """The mover's time left after each move, in seconds, if comments were asked for."""
        return seconds_of(self.notes.clocks) if self.notes else ()

    @property
    def scores(self) -> tuple[Score | None, ...]:
        """White's evaluation after each move, if comments were asked for."""
        return self.notes.scores if self.notes else ()

    @property
    def spent(self) -> tuple[float | None, ...]:
        """The time of each move, in seconds, where its comment says so, if comments were asked for."""
        return seconds_of(self.notes.spent) if self.notes else ()

    @property
    def plies(self) -> int:
        """Number of moves read."""
        return len(self.packed_moves) // BYTES_A_MOVE

    @property
    def boards(self) -> Iterator[Board]:
        """A board for each position: where the game starts, and after each move; each with the moves before it."""
        from kiebitz.engine.board import Board

        board = Board(self.fen or Board.starting_fen, chess960=self.chess960)
        yield board.copy()
        for move in self.moves:
            board.push_uci(move)
            yield board.copy()

    def positions(
        self, columns: Sequence[ColumnName] = ("game", "ply", "fen", "move", "san"), *, variations: bool = False
    ) -> Positions:
        """Its positions as columns (see ``Games.positions``), of ``variations``, too, if they were read.

        Raises ValueError for a column that there isn't.
        """
        from kiebitz.analysis.reading.positions import Positions

        return Positions([self], columns, jobs=1, variations=variations)

    def __repr__(self) -> str:
        """In one line: text and moves are ``raw.text`` and ``moves``."""
        players = " - ".join(self.tags.get(side, "?") for side in ("White", "Black"))
        faults = f", {len(self.faults)} faults" if self.faults else ""
        return (
            f"PgnGame({players!r}, {self.result}, {self.plies} plies{faults}; {self.raw.file}, game {self.raw.number})"
        )

    def _repr_html_(self) -> str:
        """The view in notebooks: the last position, the players, the moves, and the game's faults."""
        import chess

        from kiebitz.engine.notebook.display import BEST, beside, board_svg

        board = chess.Board(self.fen or chess.STARTING_FEN, chess960=self.chess960)
        words = _san(board, self.moves)
        last = [(board.peek(), BEST)] if board.move_stack and board.peek() else []
        players = " – ".join(self.tags.get(side, "?") for side in ("White", "Black"))
        where = ", ".join(self.tags[name] for name in TAGS_SHOWN if self.tags.get(name, "?").strip("?.-"))
        parts = [f"<b>{escape(players)}</b>, {escape(self.result)}"]
        parts += [f"<span style='opacity:.7'>{escape(where)}</span>"] if where else []
        parts += [escape(words)] if words else []
        parts += [f"<i>{escape(str(fault))}</i>" for fault in self.faults]
        return beside(board_svg(board, last), "".join(f"<p>{part}</p>" for part in parts))


class Games(Iterator[PgnGame]):
    """Games under way: an iterator, which passes by once, and whose positions can be had as columns."""

    def __init__(
        self, games: Generator[PgnGame, None, None], wanted: _Wanted, report: Callable[[PgnFault], None]
    ) -> None:
        """Pass games on; ``wanted``: the parts that are read, to which ``positions`` may add."""
        self._games = games
        self._wanted = wanted
        self._report = report
        self._is_over = False

    def __iter__(self) -> Iterator[PgnGame]:
        return self

    def __next__(self) -> PgnGame:
        try:
            return next(self._games)
        except StopIteration:
            self._is_over = True
            raise

    def close(self) -> None:
        """Read no further, and let go of the file."""
        self._is_over = True
        self._games.close()

    def positions(
        self,
        columns: Sequence[ColumnName] = ("game", "ply", "fen", "move", "san"),
        *,
        jobs: int | None = None,
        variations: bool = False,
        comments: bool = False,
    ) -> Positions:
        """Every position of the games that are left, as columns for Arrow, Polars, pandas, DuckDB and Parquet.

        Columns of a position: ``game`` (its number in its file, as ``raw.number``), ``ply``, ``fen``, ``board``
        (twelve bitboards: White's pawns, knights, bishops, rooks, queens, king, then Black's), ``key`` (64 bits),
        ``move`` (UCI) and ``san``: what is played there; ``clock`` (seconds left after it), ``cp`` and ``mate`` (the
        position's evaluation, White's view; 'eval' names both). Columns that say the same in all rows of a game:
        ``file``, ``result``, ``eco`` and ``opening`` (by our table), ``fault`` (why it was cut), and any tag by its
        name (``Termination``; ``WhiteElo`` and ``BlackElo`` as numbers, 'elo' names both). ``jobs`` threads work at
        once, by default one for each core.

        With ``variations`` these are read, too: behind a game's main line, each with the rows of its own moves, the
        first of them that of the position where it branches; the columns ``line`` (0 for the main line, variations
        count from 1) and ``parent`` (the line it branches from) say which is which. With ``comments`` there is a
        column ``comment``: what is said on the move that led to the position.

        If games were cut where they can't be read on, ``on_fault`` is told once, or a warning says so.

        Raises ValueError for a column that there isn't, if moves were not asked for, and if all games were read.
        """
        from kiebitz.analysis.reading.positions import COMMENT, LINE_COLUMNS, SPOKEN, Positions, columns_of

        if not self._wanted.moves:
            raise ValueError("positions come of moves; call read_games without moves=False")
        if self._is_over:
            raise ValueError("these games were read already, and pass by once: call read_games again")
        names: list[ColumnName] = [
            *columns_of(columns),
            *(LINE_COLUMNS if variations else ()),
            *((COMMENT,) if comments else ()),
        ]
        positions = Positions(
            self, names, jobs=jobs, variations=variations or self._wanted.variations, report=self._report
        )
        self._wanted.comments |= not set(SPOKEN).isdisjoint(positions.columns)
        self._wanted.texts |= COMMENT in positions.columns
        self._wanted.variations |= variations
        return positions


@dataclass(slots=True)
class _Wanted:
    """The parts of games that are read."""

    moves: bool
    comments: bool
    texts: bool
    variations: bool


def read_games(
    *sources: GameSource,
    select: GameSelection | None = None,
    moves: bool = True,
    comments: bool = False,
    texts: bool = False,
    variations: bool = False,
    on_fault: Callable[[PgnFault], None] | None = None,
) -> Games:
    """The games of archives, one after another: PGN files, plain or compressed by gzip or zstd, folders, '-' for stdin.

    A source may also be PGN as text or bytes, or a file that is open, which stays so. A text of one line that doesn't
    begin as PGN does is the path of a file.

    ``select`` says which are wanted, and in which encoding files are, if not in the likeliest.

    Without ``moves`` only tags are read, with ``comments`` clocks and evaluations,
    too, with ``texts`` what comments say in words, with ``variations`` these, and what is said there. What is wrong
    with a game stands in it, and ends its moves there; what is wrong with a file (damage, another encoding than UTF-8,
    a text that is no game) ``on_fault`` is told, or becomes a warning.

    Raises ArchiveError for what can't be opened, and TypeError for what names no games.
    """
    report = on_fault or _warn
    wanted = _Wanted(moves, comments, texts, variations)
    return Games(_read(sources, select, report, wanted), wanted, report)


def _warn(fault: PgnFault) -> None:
    """Warn of a fault where Kiebitz was called."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals["__name__"].startswith(PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(str(fault), stacklevel=level)


def _read(
    sources: Sequence[GameSource],
    select: GameSelection | None,
    report: Callable[[PgnFault], None],
    wanted: _Wanted,
) -> Generator[PgnGame, None, None]:
    """The games of sources."""
    picker = (select or GameSelection()).picker()
    reader = MovetextReader()
    for source in sources:
        for raw, head in _picked(games_of(source, report, picker.encoding), picker, reader):
            game = _game(raw, head, reader, wanted)
            if game is None:
                report(no_game(raw))
            else:
                yield game


def raw_games(paths: Iterable[str], select: GameSelection, report: Callable[[PgnFault], None]) -> Iterator[RawGame]:
    """The texts of the games that are wanted, as ``read_archive`` has them, of several inputs. Raises ArchiveError.

    Of shogi they hold the games as well (``kifu_games``).
    """
    picker, reader = select.picker(), MovetextReader()
    for path in paths:
        if is_record(path):
            for game in raw_kifus(path, report, select.encoding):
                if picker.takes(pgn_tags(game.kifu), partial(len, game.kifu.moves)):
                    yield game
            continue
        for raw, _ in _picked(read_archive(path, report, select.encoding), picker, reader):
            yield raw


def tags_of(raw: RawGame) -> dict[str, str]:
    """The tags of a game, mended, with PGN's escapes undone."""
    return _Head.of(raw.text).tags


FOREIGN = ("unreadable", "illegal", "ambiguous")
"""How a move in another language's letters is read."""


class _Head(NamedTuple):
    """The part of a game before its moves."""

    tags: dict[str, str]
    start: int
    """Where the moves begin, in bytes of UTF-8."""
    faults: tuple[TagFault, ...] = ()

    @classmethod
    def of(cls, text: str) -> _Head:
        """The part of a text before its moves."""
        if plain := plain_tags(text):
            return cls(*plain)
        section = read_tags(text)
        return cls(unescaped(section.written), len(text[: section.end].encode()), section.faults)


def _picked(raws: Iterator[RawGame], picker: GamePicker, reader: MovetextReader) -> Iterator[tuple[RawGame, _Head]]:
    """The games that are wanted, and what stands before their moves."""
    if picker.is_done:
        return
    for raw in raws:
        head = _Head.of(raw.text)
        is_forfeited = sound_result(head.tags.get("Result", "*")) == DOUBLE_FORFEIT
        if picker.takes(head.tags, partial(reader.count, raw.text, head.start, is_forfeited)):
            yield raw, head
        if picker.is_done:
            return


def _game(raw: RawGame, head: _Head, reader: MovetextReader, wanted: _Wanted) -> PgnGame | None:
    """The game that a text is; None if it is none."""
    tags, text = head.tags, raw.text
    faults = GameFaults(raw)
    for place, words in head.faults:
        faults.tell(place, words)
    try:
        position, dropped = _start(tags)
    except StartError as error:
        faults.tell(0, str(error))
        return PgnGame(raw, tags, sound_result(tags.get("Result", "*")), b"", faults.all, faults.at(0, str(error)))
    for note in dropped:
        faults.tell(0, f"in the tag FEN: {note}")
    tag = tags.get("Result", "*")
    is_forfeited = sound_result(tag) == DOUBLE_FORFEIT
    comments = wanted.moves and wanted.comments
    texts = wanted.moves and wanted.texts
    if wanted.moves:
        packed = reader.read(text, head.start, position, comments or texts, is_forfeited, wanted.variations)
    else:
        packed = b""
        reader.count(text, head.start, is_forfeited)
    ending, fault = reader.result, reader.fault
    if not (tags or reader.plies or ending):
        return None
    if fault in FOREIGN and (told := in_english(raw, len(text.encode()[: head.start].decode()))) is not None:
        return _game(told, head, reader, wanted)
    cut: PgnFault | None = None
    if fault:
        data = text.encode()
        first, is_white = (position.setup().fullmove, position.turn) if position else (1, True)
        ply = reader.plies + (not is_white)
        words = data[reader.fault_start : reader.fault_end].decode()
        place = len(data[: reader.fault_start].decode())
        told_as = f"{move_fault(fault, words, first + ply // 2, is_white=ply % 2 == 0)}; read up to there"
        faults.tell(place, told_as)
        cut = faults.at(place, told_as)
    result = faults.settled_result(tag, ending)
    fen = chess960 = None
    if position:
        fen, chess960 = position.fen(shredder=position.chess960), position.chess960
    notes = MoveNotes(*reader.notes(text)) if comments else None
    said: tuple[str | None, ...] = ()
    variations: tuple[Variation, ...] = ()
    if texts or (wanted.moves and wanted.variations):
        said, variations = lines_of(reader, text, reader.plies, chess960=bool(chess960), texts=texts)
    return PgnGame(
        raw,
        tags,
        result,
        packed,
        faults.all,
        cut,
        fen,
        bool(chess960),
        notes,
        said,
        variations,
    )


def _start(tags: dict[str, str]) -> tuple[Position | None, tuple[str, ...]]:
    """Where a game starts (None: where games do), and what was dropped of it. Raises StartError."""
    if starts_as_games_do(tags):
        return None, ()
    import chess.pgn

    from kiebitz.analysis.reading.game_start import starting_board

    headers = chess.pgn.Headers((name, tags[name]) for name in ("FEN", "SetUp", "Variant") if name in tags)
    board, dropped = starting_board(headers)
    return position_from(fen_of(board), chess960=board.chess960), dropped


def _san(board: chess.Board, moves: list[str]) -> str:
    """The moves with their numbers, played on the board."""
    import chess

    words: list[str] = []
    for move in moves:
        if board.turn or not words:
            words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        words.append(board.san_and_push(chess.Move.from_uci(move)))
    return " ".join(words)
