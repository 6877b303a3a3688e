"""The engine as a process that speaks UCI: ``main`` is the program ``kiebitz-uci``.

The main thread reads commands and answers them; a search runs beside it (``Job``), so that ``isready`` and ``stop`` are
heard at any time. What the protocol leaves open is settled so that every ``go`` gets exactly one ``bestmove``:

- ``go`` during a search ends that search first, with its ``bestmove``.
- ``position`` during a search is for the next search; the running one has its own copy.
- ``setoption`` and ``ucinewgame`` during a search are checked at once and take effect when it has ended.
- A ``position`` that can't be played leaves none: whatever asks for one is told so until another comes, for an answer
  about the position before would pass for one about this. So does a line that is too long to be read, which may have
  been one. Castling rights and en passant squares that can't be are dropped.
- Every question ends with the line that programs wait for, whatever was refused: ``bestmove (none)``, ``Fen:`` of an
  empty board and ``Checkers:``, ``Final evaluation: none``, ``Nodes searched: 0``, ``readyok``.
- A faulty ``setoption`` leaves the option as it was.
- ``go`` on a mate or stalemate answers ``bestmove (none)``. So does one whose search ends by a fault of ours, after
  an ``info string`` that names it; one that can't begin is answered with a legal move.
- ``quit`` and the end of input end a search, with its ``bestmove``, and whatever else runs.
- Perft and bench are finished before the next command is carried out, unless ``stop`` ends them; those that disturb
  nothing (``isready``) are answered meanwhile. A script that closes its end of the pipe at once asks ``kiebitz perft``
  and ``kiebitz bench`` instead.

Nothing is imported or allocated before it is needed: a GUI that only asks ``uci`` is answered by a small process.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from kiebitz.protocols.uci import options
from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.dialogue import EngineDialogue, converse
from kiebitz.protocols.uci.latency import Latency
from kiebitz.protocols.uci.options import Option, OptionValues, Valued
from kiebitz.protocols.uci.protocol import (
    MS,
    Bench,
    Command,
    Debug,
    Go,
    NoPositionError,
    Perft,
    PositionError,
    Register,
    SetOption,
    SetPosition,
    Word,
    bench_lines,
    best_move_line,
    limit_for_mover,
    node_count_lines,
    parse_command,
    quoted,
    word_of,
)

if TYPE_CHECKING:
    from kiebitz.engine import Engine, Position
    from kiebitz.engine.leaf_count import Halt
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.opening_book import OpeningBook
    from kiebitz.engine.stream import Stream
    from kiebitz.engine.strength import Handicap
    from kiebitz.engine.tablebase import RootKnowledge, Tablebase
    from kiebitz.protocols.uci.job import Job
    from kiebitz.protocols.uci.narration import Narration

# Commands accepted during perft and bench.
UNDISTURBING = (Word.STOP, Word.PONDER_HIT, Word.IS_READY, Word.UCI)


class Session(EngineDialogue["Engine", "Position"]):
    """One dialogue with a GUI."""

    _names_options = True

    def __init__(
        self,
        writer: LineWriter,
        make_engine: Callable[..., Engine] | None = None,
        offered: Sequence[Option] = options.OPTIONS,
        *,
        is_guest: bool = False,
    ) -> None:
        """Speak by a writer.

        ``make_engine`` makes the engine that searches, from the arguments of ``Engine``; it is ``Engine`` itself.
        ``offered`` are the options that it obeys. A guest shares the process with a program whose garbage is not its
        to freeze.
        """
        super().__init__(writer, offered, OptionValues(offered))
        self._make_engine = make_engine
        self._is_guest = is_guest
        self._placed = SetPosition(None, ())
        self._position: Position | None = None
        self._is_counting = False
        self._is_pondering = False
        self._is_debugging = False
        self._latency = Latency()
        self._book: OpeningBook | None = None
        self._tablebase: Tablebase | None = None

    # ------------------------------------------------------------------ the dialogue

    def _obey_line(self, line: str) -> bool:
        """Carry out one line; whether to go on."""
        self._settle()
        try:
            parsed = parse_command(line)
        except PositionError as error:
            self._refuse(str(error))
            return True
        if parsed.command is None:
            return True
        if self._is_debugging:
            self._inform(f"received {quoted(line)}")
        for note in parsed.notes:
            self._inform(note)
        if parsed.command == Word.QUIT:
            return False
        if parsed.command not in UNDISTURBING:
            self._finish_counting()
        self._obey(parsed.command)
        return True

    def _conclude(self, line: str) -> None:
        """End the answer to a line that couldn't be carried out; a search that couldn't begin, with a legal move."""
        from kiebitz.protocols.uci.display import final_lines, no_position_lines

        match word_of(line):
            case "go":
                self._say(best_move_line(self._any_move()))
            case "perft":
                self._say(*node_count_lines(0))
            case "bench":
                self._say(*bench_lines(0, 0))
            case Word.DISPLAY:
                self._say(*no_position_lines())
            case Word.EVALUATE:
                self._say(*final_lines("none"))
            case Word.IS_READY:
                self._say("readyok")

    def close(self) -> bool:
        """End what runs and free the engine; whether nothing is left running."""
        if not super().close():
            return False
        for resource in (self._engine, self._book, self._tablebase):
            if resource is not None:
                resource.close()
        return True

    def _obey(self, command: Command) -> None:
        """Carry out a command."""
        match command:
            case Word():
                self._obey_word(command)
            case Go():
                self._go(command)
            case SetPosition():
                self._set_position(command)
            case SetOption():
                self._set_option(command)
            case Perft(depth):
                self._stop()
                position = self._current_position()
                self._is_counting = True
                self._count(position, depth)
            case Bench():
                self._stop()
                self._is_counting = True
                self._begin("bench", lambda job: self._bench(job, command), answer=lambda: self._conclude("bench"))
            case Debug(is_on):
                self._is_debugging = is_on
            case Register(is_attempt):
                if is_attempt:
                    self._say("registration checking", "registration ok")

    def _obey_word(self, word: Word) -> None:
        """Carry out a command of one word."""
        match word:
            case Word.UCI:
                self._introduce("uciok")
            case Word.IS_READY:
                if not self._is_busy:
                    self._tables()
                    self._narrator()
                self._say("readyok")
            case Word.NEW_GAME:
                self._once_idle(word, lambda: self._ready_engine().new_game())
            case Word.STOP if self._is_counting and self._job is not None:
                self._job.stop(patience_s=0)  # It ends when it looks; the dialogue needn't wait for that.
            case Word.STOP:
                self._stop()
            case Word.PONDER_HIT:
                self._ponder_hit()
            case Word.DISPLAY:
                from kiebitz.protocols.uci.display import position_lines

                self._say(*position_lines(self._current_position()))
            case Word.EVALUATE:
                from kiebitz.protocols.uci.display import evaluation_lines

                position = self._current_position()
                self._say(*evaluation_lines(self._ready_engine().evaluate(position), position.turn))
            case Word.FLIP:
                from kiebitz.protocols.uci.display import mirrored_fen

                self._set_position(SetPosition(mirrored_fen(self._current_position()), ()))

    # ------------------------------------------------------------------ state

    def _ready_engine(self) -> Engine:
        """The engine, made when first asked for."""
        if self._engine is None:
            from kiebitz.engine import Engine, options_by_name

            arguments = options_by_name(self._values.engine_arguments())
            self._engine = (self._make_engine or Engine)(**arguments)
            if not self._is_guest:
                # What is there now stays; looking it through for garbage while a clock runs takes milliseconds.
                gc.freeze()
        return self._engine

    def _current_position(self) -> Position:
        """A copy of the position that was set last; the starting position at first. Raises NoPositionError."""
        if self._refusal:
            raise NoPositionError(self._refusal)
        if self._position is None:
            self._position = self._built(self._placed)
        return self._position.copy()

    def _built(self, command: SetPosition) -> Position:
        """The position that a command describes; tells the GUI what it drops. Raises FenError or MoveError.

        A FEN that shows Chess960 is so without the option, too: programs forget it, and other engines don't ask for it.
        """
        from kiebitz.engine import START_FEN, position_from

        fen = START_FEN if command.fen is None else command.fen
        chess960 = self._values.check(options.CHESS960) or None
        dropped: list[str] = []
        position = position_from(fen, command.moves, chess960, dropped)
        for note in dropped:
            self._inform(note)
        return position

    def _set_position(self, command: SetPosition) -> None:
        """Set up a position; one that can't be leaves none."""
        self._placed = command
        try:
            self._position = self._built(command)
        except ValueError as error:
            self._refuse(str(error))
        else:
            self._refusal = ""

    def _take(self, option: Valued, value: int | bool | str) -> None:
        from kiebitz.engine import options_by_name

        if option.name in options.OPTIONS_OF_STYLE:
            self._ready_engine().configure(**options_by_name(self._values.style_arguments(option, value)))
        elif option.engine_keyword:
            self._ready_engine().configure(**options_by_name({option.engine_keyword: int(value)}))
        elif option is options.BOOK_FILE:
            self._open_book(str(value))
        elif option is options.SYZYGY_PATH:
            self._open_tablebase(str(value))

    def _apply(self, option: Valued, value: int | bool | str) -> None:
        super()._apply(option, value)
        if option is options.CHESS960:
            self._set_position(self._placed)  # Its castling is read and written the other way from now on.

    def _open_book(self, path: str) -> None:
        """Take another book, or none. Raises BookError and leaves the present one."""
        book = None
        if path:
            from kiebitz.engine.opening_book import OpeningBook

            book = OpeningBook(path)
            self._inform(f"book of {len(book)} entries; it is used if OwnBook is true")
        if self._book is not None:
            self._book.close()
        self._book = book

    def _tables(self) -> Tablebase | None:
        """The tables that were named, or those that come along, unless the era had none."""
        from kiebitz.engine.tablebase import Tablebase

        at_hand = Tablebase() if self._ready_engine().parameters["endgame_tables"] else None
        return self._tablebase or at_hand

    def _open_tablebase(self, path: str) -> None:
        """Take other tables, or those that come along. Raises TablebaseError and leaves the present ones."""
        tablebase = None
        if path:
            from kiebitz.engine.tablebase import Tablebase

            tablebase = Tablebase(path)
            for told in (str(tablebase), *tablebase.faults):
                self._inform(told)
        if self._tablebase is not None:
            self._tablebase.close()
        self._tablebase = tablebase

    # ------------------------------------------------------------------ searching

    def _finish_counting(self) -> None:
        """Wait for the end of a perft or bench, unless it was stopped."""
        if self._job is not None and self._is_counting and not self._job.stopping.is_set():
            self._job.wait()

    def _go(self, command: Go) -> None:
        """Start a search. Raises what makes it impossible; there was no ``bestmove`` then."""
        began = monotonic()
        self._stop()
        self._search(self._current_position(), command, began)

    def _search(self, position: Position, command: Go, began: float) -> None:
        """Start a search, or play a book move. Raises what makes it impossible; there was no ``bestmove`` then."""
        limit, note = limit_for_mover(command.limit, position.turn)
        if note is not None:
            self._inform(note)
        engine = self._ready_engine()
        engine.move_overhead_ms = self._values.spin(options.MOVE_OVERHEAD) + round(self._latency.estimate_ms)
        searchmoves = self._legal_among(position, command.searchmoves, f"in {position.fen()}")
        if (book_move := self._book_move(position, command)) is not None:
            self._say(best_move_line(book_move))
            return
        narration = self._narration(position, limit, searchmoves)
        # A player of limited strength doesn't know tablebases.
        engine.use_tables(
            None if narration.is_limited else self._tables(),
            depth=self._values.spin(options.SYZYGY_PROBE_DEPTH),
            most_men=self._values.spin(options.SYZYGY_PROBE_LIMIT),
            fifty_moves=self._values.check(options.SYZYGY_FIFTY_MOVES),
        )

        def note_latency(stream: Stream) -> None:
            if limit.is_on_clock and not limit.ponder:
                self._latency.note((monotonic() - began) * MS - stream.elapsed_ms + stream.overtime_ms)

        moves = narration.knowledge.moves if narration.knowledge else searchmoves
        self._begin_search(position, limit, narration, moves, note_latency)
        self._is_pondering = limit.ponder
        self._is_counting = False

    def _book_move(self, position: Position, command: Go) -> str | None:
        """The move to play at once, if the own book is on and knows the position; analysis is never cut short."""
        limit = command.limit
        is_analysis = limit.infinite or limit.ponder or limit.mate is not None or bool(command.searchmoves)
        if is_analysis or not self._values.check(options.OWN_BOOK):
            return None
        if self._book is None:
            self._inform("OwnBook is true, but there is no book; set BookFile")
            return None
        move = self._book.move(position)
        if move is not None:
            self._inform(f"book move {move}")
        return move

    def _narrator(self) -> type[Narration]:
        """The class that tells a search: loaded when it is first asked for, at the latest before a clock may run."""
        from kiebitz.protocols.uci.narration import Narration

        return Narration

    def _narration(self, position: Position, limit: Limit, searchmoves: Sequence[str] | None) -> Narration:
        """How the search of a position is to be held back, helped, and told."""
        handicap: Handicap | None = None
        rating = self._values.rating()
        if rating is not None and not limit.infinite and limit.mate is None:
            from kiebitz.engine.strength import Handicap, level_of

            handicap = Handicap(level_of(rating)).at(position)
        return self._narrator()(
            self._writer,
            position,
            lines_shown=self._values.spin(options.MULTI_PV),
            handicap=handicap,
            knowledge=None if handicap else self._knowledge(position, searchmoves),
            tablebase=self._tables(),
            shows_chances=self._values.check(options.SHOW_WDL),
        )

    def _knowledge(self, position: Position, searchmoves: Sequence[str] | None) -> RootKnowledge | None:
        """The tablebases' knowledge of a position; reports damaged ones, which know nothing."""
        men = sum(map(str.isalpha, position.fen().partition(" ")[0]))
        tables = self._tables()
        if tables is None or men > self._values.spin(options.SYZYGY_PROBE_LIMIT):
            return None
        from kiebitz.engine import legal_moves
        from kiebitz.engine.tablebase import TablebaseError

        try:
            return tables.probe(
                position,
                searchmoves or legal_moves(position),
                fifty_moves=self._values.check(options.SYZYGY_FIFTY_MOVES),
            )
        except TablebaseError as error:
            self._inform(f"no help from the tablebases: {error}")
            return None

    def _ponder_hit(self) -> None:
        """The opponent has played the move pondered on: the search goes on, on the clock."""
        if self._is_pondering:
            self._is_pondering = False
            self._ready_engine().ponderhit()

    def _count(self, position: Position, depth: int) -> None:
        """Begin a perft."""
        from kiebitz.engine.leaf_count import Halt

        halt = Halt()
        self._begin(
            "perft", lambda job: self._perft(job, position, depth, halt), halt.set, lambda: self._conclude("go perft")
        )

    def _perft(self, job: Job, position: Position, depth: int, halt: Halt) -> None:
        """Count and print move by move; the body of a job."""
        from kiebitz.engine.leaf_count import leaves_below

        total = 0
        for move, leaves in leaves_below(position, depth, halt):
            if job.stopping.is_set() or self._writer.is_closed:
                self._inform("perft stopped")
                break
            total += leaves
            self._say(f"{move}: {leaves}")
        self._say(*node_count_lines(total))

    def _bench(self, job: Job, asked: Bench) -> None:
        """Run the bench and print it position by position; the body of a job."""
        from kiebitz.engine import bench

        def look_up() -> None:
            if job.stopping.is_set() or self._writer.is_closed:
                raise InterruptedError

        searched = 0

        def report(number: int, fen: str, nodes: int) -> None:
            nonlocal searched
            searched += nodes
            look_up()
            self._say(f"{number:>3}/{len(bench.POSITIONS)} {nodes:>10} {fen}")

        try:
            result = bench.run(
                asked.depth or bench.BENCH_DEPTH,
                asked.hash_mb or bench.BENCH_HASH_MB,
                report=report,
                while_waiting=look_up,
                limit=asked.limit,
                threads=asked.threads or 1,
            )
            self._say(*bench_lines(result.nodes, result.nodes_per_second, result.text))
        except InterruptedError:
            self._inform("bench stopped")
            self._say(*bench_lines(searched, 0))


def program() -> None:
    """Run the program ``kiebitz-uci``: words on its command line are the dialogue's one line, such as ``bench 10``."""
    main(" ".join(sys.argv[1:]))


def main(only: str = "") -> None:
    """Speak UCI on standard input and output until ``quit`` or the end of input, or answer one line only."""
    converse(Session, only)


if __name__ == "__main__":
    program()
