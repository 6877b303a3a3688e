"""Self-play: games of the engine with itself at few nodes a move, and what a better judge says of their positions.

A game begins with random moves, from the initial position or one of a book, so that no two are alike, and is given up
as won or drawn as soon as that is clear. Moves cost little, labels much: of the quiet positions a few are searched
again with many more nodes, since a search of 200 nodes knows of a balanced position nothing that its static evaluation
didn't (measured; see docs/network.md). ``game_record`` says how a game is written down and which positions are learned
from.

Thread safety: an object belongs to one thread; it plays without the GIL.
"""

import cython
from cython.cimports.kiebitz.core.chess.move import MAX_MOVES, Move
from cython.cimports.kiebitz.core.chess.movegen import legal_moves
from cython.cimports.kiebitz.core.chess.position import FIFTY_MOVES, Position
from cython.cimports.kiebitz.core.chess.zobrist import splitmix
from cython.cimports.kiebitz.core.evaluation.network.file import Network
from cython.cimports.kiebitz.core.search.iterative_deepening import deepen
from cython.cimports.kiebitz.core.search.worker import Worker
from cython.cimports.kiebitz.core.table.table import Table
from cython.cimports.kiebitz.core.training.game_record import (
    BLACK_WINS,
    MAX_GAME_BYTES,
    MAX_GAME_PLIES,
    MAX_LABEL_BYTES,
    MAX_OPENING_PLIES,
    MAX_START_BYTES,
    NOBODY_WINS,
    WHITE_WINS,
    PlayedGame,
    RecordReader,
    is_quiet,
    put_game,
    put_labels,
    replay,
    rewind,
)
from cython.cimports.kiebitz.core.training.packed_position import (
    LARGEST_SCORE,
    PACKED_BYTES,
    UNKNOWN_RESULT,
    PackedPosition,
)
from cython.cimports.kiebitz.core.value import INFINITE, is_mate
from cython.cimports.libc.stdlib import free, malloc

from kiebitz.core.search.limits import SearchLimits

TABLE_MB = 1
JUDGE_TABLE_MB = 2


def open_game(position, chance, fewest, most, game):
    """Make random moves; whether the game goes on after them."""
    moves: Move[MAX_MOVES]
    game.opening = fewest + splitmix(chance) % (most - fewest + 1)
    for ply in range(game.opening):
        count: cython.int = legal_moves(position, moves)
        if count == 0:
            return False
        game.moves[ply] = moves[splitmix(chance) % count]
        position.make(game.moves[ply])
    return True


def value_found(worker, position):
    """What a search says, the mover's view: its last complete value, the static one if there is none."""
    best = cython.address(worker.root_moves[0])
    value = best.previous if worker.is_cut_short(best) else best.value
    return worker.evaluator.evaluate(position) if value == -INFINITE else value


def play_game(worker, position, chance, game):
    """Play on after the opening; whether it is a game: nobody was ahead from the beginning."""
    won: cython.int = 0
    drawn: cython.int = 0
    game.plies = 0
    game.labelled = 0
    game.result = NOBODY_WINS
    for ply in range(MAX_GAME_PLIES):
        if position.halfmove >= FIFTY_MOVES or position.is_material_draw():
            break
        worker.begin_at_root()
        if worker.root_count == 0:
            if position.checkers:
                game.result = WHITE_WINS if position.side else BLACK_WINS
            break
        # The search's root is the game's last position: only a threefold repetition counts here.
        if position.is_repetition():
            break
        deepen(worker)
        best = cython.address(worker.root_moves[0])
        value = value_found(worker, position)
        if ply == 0 and not -MAX_OPENING_VALUE <= value <= MAX_OPENING_VALUE:
            return False
        white_value = -value if position.side else value
        if is_mate(value):
            game.result = WHITE_WINS if white_value > 0 else BLACK_WINS
            break
        game.moves[game.opening + ply] = best.move
        game.values[ply] = max(-LARGEST_SCORE, min(LARGEST_SCORE, white_value))
        game.plies += 1
        won = won + 1 if not -WON_VALUE <= value <= WON_VALUE else 0
        drawn = drawn + 1 if -DRAWN_VALUE <= value <= DRAWN_VALUE and ply >= MIN_DRAWN_PLY else 0
        if won == WON_PLIES:
            game.result = WHITE_WINS if white_value > 0 else BLACK_WINS
            break
        if drawn == DRAWN_PLIES:
            break
        position.make(best.move)
    return game.plies > 0


def choose_labelled(position, chance, every, game):
    """Draw one of ``every`` quiet positions of a game, at whose start the position stands before and after."""
    replay(position, game, 0)
    for ply in range(game.plies):
        if is_quiet(position, game.moves[game.opening + ply]) and splitmix(chance) % every == 0:
            game.labels[game.labelled].ply = ply
            game.labelled += 1
        position.make(game.moves[game.opening + ply])
    rewind(position, game, game.plies)


def judge_labelled(judge, position, game):
    """Search the positions that have a label, in the order of the game; the judge's position stands at its start."""
    ply: cython.int = 0
    replay(position, game, 0)
    for index in range(game.labelled):
        label = cython.address(game.labels[index])
        while ply < label.ply:
            position.make(game.moves[game.opening + ply])
            ply += 1
        judge.begin_at_root()
        deepen(judge)
        value = value_found(judge, position)
        value = max(-LARGEST_SCORE, min(LARGEST_SCORE, value))
        label.best = judge.root_moves[0].move
        label.value = -value if position.side else value
    rewind(position, game, ply)


class SelfPlay:
    """A player of both sides, who searches ``nodes`` positions a move with these parameters."""

    def __init__(
        self,
        parameters: dict[str, int],
        nodes: int,
        network: Network | None = None,
        *,
        label_nodes: int = 0,
        label_every: cython.int = 8,
        book: tuple[str, ...] = (),
    ):
        """Prepare to play from the initial position, every other game from one of a ``book`` of FENs if there is one.

        ``network``: the one to evaluate by, if the parameters choose that. ``label_nodes``: one of ``label_every``
        quiet positions is searched again with so many; 0: none. Raises NetworkError if there is no network, FenError
        and ValueError.
        """
        if label_every < 1:
            raise ValueError(f"one of {label_every} positions can't be labelled; give 1 or more")
        if any([len(fen) > MAX_START_BYTES for fen in book]):
            raise ValueError(f"a FEN of the book is longer than {MAX_START_BYTES} characters")
        self.worker = Worker(Table(TABLE_MB))
        self.worker.configure(parameters, network)
        self.limits = SearchLimits(nodes=nodes)
        self.label_every = label_every
        if label_nodes:
            self.judge = Worker(Table(JUDGE_TABLE_MB))
            self.judge.configure(parameters, network)
            self.label_limits = SearchLimits(nodes=label_nodes)
        self.starts = (("", Position()), *[(fen, Position(fen)) for fen in book])

    def play_one(self):
        """Play a game and label it, nothing remembered of earlier ones; its start, or None if it was no good."""
        number: cython.ulonglong = splitmix(cython.address(self.chance))
        books: cython.ulonglong = len(self.starts) - 1
        from_book: cython.bint = books > 0 and number & 1
        fen, start = self.starts[1 + (number >> 1) % books if from_book else 0]
        worker = self.worker
        worker.new_game()
        worker.table.clear()
        worker.prepare(start, self.limits)
        worker.position.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
        game = cython.address(self.game)
        chance = cython.address(self.chance)
        with cython.nogil:
            good = open_game(
                worker.position,
                chance,
                FEWEST_BOOK_PLIES if from_book else FEWEST_RANDOM_PLIES,
                MOST_BOOK_PLIES if from_book else MOST_RANDOM_PLIES,
                game,
            )
            good = good and play_game(worker, worker.position, chance, game)
        if not good:
            return None
        if self.judge is not None:
            worker.position.copy_from(start)
            worker.position.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
            choose_labelled(worker.position, chance, self.label_every, game)
            self.judge_game(start, game)
        return fen, start

    def judge_game(self, start, game):
        """Let the judge search the game's labelled positions, nothing remembered of earlier games."""
        judge = self.judge
        judge.new_game()
        judge.table.clear()
        judge.prepare(start, self.label_limits)
        judge.position.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
        with cython.nogil:
            judge_labelled(judge, judge.position, game)

    def play(self, seed: int, count: int) -> tuple[bytes, bytes]:
        """Play so many games: their records, and their labels, as ``game_record`` has them.

        Everything that is played follows from the seed, 0 to 2^64 - 1.
        """
        self.chance = seed
        games = bytearray()
        labels = bytearray()
        space = cython.cast(cython.p_uchar, malloc(MAX_GAME_BYTES + MAX_LABEL_BYTES))
        if space == cython.NULL:
            raise MemoryError("no memory for a game")
        try:
            for _ in range(count):
                begun = None
                while begun is None:
                    begun = self.play_one()
                fen, start = begun
                position: Position = Position()
                position.copy_from(start)
                position.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
                end = put_game(position, cython.address(self.game), space)
                games += bytes((self.game.result, len(fen))) + fen.encode("ascii")
                games += space[: end - space]
                end = put_labels(position, cython.address(self.game), space)
                labels += space[: end - space]
        finally:
            free(space)
        return bytes(games), bytes(labels)

    def label_again(self, games: bytes, count: int, labels: bytes) -> bytes:
        """Label anew the positions of games that have labels.

        Raises GameRecordError, and ValueError without a judge.
        """
        if self.judge is None:
            raise ValueError("nobody judges: give label_nodes")
        game: PlayedGame
        space = cython.cast(cython.p_uchar, malloc(MAX_LABEL_BYTES))
        if space == cython.NULL:
            raise MemoryError("no memory for labels")
        written = bytearray()
        record = RecordReader(games, labels)
        try:
            for _ in range(count):
                start: Position = record.next_game(cython.address(game))
                self.judge_game(start, cython.address(game))
                end = put_labels(start, cython.address(game), space)
                written += space[: end - space]
            record.finish()
        finally:
            free(space)
        return bytes(written)

    def sample(self, seed: int, buffer: cython.uchar[::1], stride: int, first_game: int) -> int:
        """Fill a buffer with positions that the searches of games visit, each ``stride``th, with its static evaluation.

        What is played follows from the seed. Returns how many games there are.
        """
        self.chance = seed
        packed = cython.cast(cython.pointer(PackedPosition), cython.address(buffer[0]))
        room: cython.longlong = buffer.shape[0] // PACKED_BYTES
        number: cython.ulonglong = first_game
        seen: cython.longlong = 0
        self.worker.sample_into(buffer, stride)
        try:
            while self.worker.sampled < room:
                begun = self.play_one()
                while seen < self.worker.recording.sampled:
                    packed[seen].result = UNKNOWN_RESULT
                    packed[seen].game = number
                    seen += 1
                number += begun is not None
        finally:
            self.worker.sample_into(None, stride)
        return number - first_game
