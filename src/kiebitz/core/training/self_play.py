"""Self-play: games of the engine with itself at few nodes a move, and what a better judge says of their positions.

A game begins with random moves, from the initial position or one of a book, so that no two are alike, and is given up
as won or drawn as soon as that is clear. Moves cost little, labels much: of the quiet positions a few are searched
again with many more nodes, since a search of 200 nodes knows of a balanced position nothing that its static evaluation
didn't (measured; see docs/network.md). ``game_record`` says how a game is written down and which positions are learned
from.

Games of shogi end by its rules: who has no move has lost, and so has who gave perpetual check; a side that may declare
27 points has won. One that ends by sennichite is played anew, as between people.

Thread safety: an object belongs to one thread; it plays without the GIL.
"""

import cython
from cython.cimports.kiebitz.core.chess.position import FIFTY_MOVES
from cython.cimports.kiebitz.core.chess.zobrist import splitmix
from cython.cimports.kiebitz.core.evaluation.network.file import Network
from cython.cimports.kiebitz.core.game import (
    SHOGI_MAX_MOVES,
    AnyPosition,
    Move,
    Position,
    ShogiPosition,
    is_in_check,
    legal_moves,
)
from cython.cimports.kiebitz.core.search.any_worker import AnyWorker
from cython.cimports.kiebitz.core.search.iterative_deepening import deepen
from cython.cimports.kiebitz.core.search.shogi_worker import ShogiWorker
from cython.cimports.kiebitz.core.search.worker import Worker
from cython.cimports.kiebitz.core.shogi.declaration import may_declare
from cython.cimports.kiebitz.core.shogi.position import DRAWN, LOST, NEW, SENNICHITE, WON
from cython.cimports.kiebitz.core.table.table import Table
from cython.cimports.kiebitz.core.training.game_record import (
    FIRST_WINS,
    MAX_GAME_BYTES,
    MAX_GAME_PLIES,
    MAX_LABEL_BYTES,
    MAX_OPENING_PLIES,
    MAX_START_BYTES,
    NOBODY_WINS,
    SECOND_WINS,
    PlayedGame,
    RecordReader,
    is_quiet,
    put_game,
    put_labels,
    replay,
    rewind,
)
from cython.cimports.kiebitz.core.training.packed_position import LARGEST_SCORE, PackedPosition
from cython.cimports.kiebitz.core.training.shogi_packed_position import ShogiPackedPosition
from cython.cimports.kiebitz.core.value import INFINITE, is_mate
from cython.cimports.libc.stdlib import free, malloc

from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.training.game_record import GAMES

TABLE_MB = 1
JUDGE_TABLE_MB = 2


def open_game(position, chance, fewest, most, game):
    """Make random moves; whether the game goes on after them."""
    moves: Move[SHOGI_MAX_MOVES]
    game.opening = fewest + splitmix(chance) % (most - fewest + 1)
    for ply in range(game.opening):
        count: cython.int = legal_moves(position, moves)
        if count == 0:
            return False
        game.moves[ply] = moves[splitmix(chance) % count]
        position.make(game.moves[ply])
    return True


def value_found(worker):
    """Value by a search, the mover's view: its last complete value, the static one if there is none."""
    best = cython.address(worker.root_moves[0])
    value = best.previous if worker.is_cut_short(best) else best.value
    return worker.evaluator.evaluate(worker.position) if value == -INFINITE else value


def winner_by_rule(position):
    """The winner by the rules where a search begins, or UNDECIDED, or SPOILT: the game is to be played anew.

    The search's root is the game's last position, so that no repetition counts that a search alone would count.
    """
    if AnyPosition is Position:
        if position.halfmove >= FIFTY_MOVES or position.is_material_draw():
            return NOBODY_WINS
        return NOBODY_WINS if position.is_repetition() else UNDECIDED
    else:
        recurrence = position.recurrence(SENNICHITE - 1)
        if recurrence == DRAWN:
            return SPOILT
        if recurrence == WON or (recurrence == NEW and may_declare(position)):
            return SECOND_WINS if position.side else FIRST_WINS
        if recurrence == LOST:
            return FIRST_WINS if position.side else SECOND_WINS
        return UNDECIDED


def winner_without_move(position):
    """The winner where the side to move has no move."""
    if AnyPosition is Position:
        if not is_in_check(position):
            return NOBODY_WINS
    return FIRST_WINS if position.side else SECOND_WINS


def play_game(worker, chance, game):
    """Play on after the opening; whether it is a game: nobody was ahead from the beginning."""
    won: cython.int = 0
    drawn: cython.int = 0
    clear: cython.int = WON_VALUE if Searcher is Worker else SHOGI_WON_VALUE
    game.plies = 0
    game.labelled = 0
    game.result = NOBODY_WINS
    for ply in range(MAX_GAME_PLIES):
        worker.begin_at_root()
        winner = winner_by_rule(worker.position)
        if winner == SPOILT:
            return False
        if winner != UNDECIDED:
            game.result = winner
            break
        if worker.root_count == 0:
            game.result = winner_without_move(worker.position)
            break
        deepen(worker)
        best = cython.address(worker.root_moves[0])
        value = value_found(worker)
        if ply == 0 and not -MAX_OPENING_VALUE <= value <= MAX_OPENING_VALUE:
            return False
        first_value = -value if worker.position.side else value
        if is_mate(value):
            game.result = FIRST_WINS if first_value > 0 else SECOND_WINS
            break
        game.moves[game.opening + ply] = best.move
        game.values[ply] = max(-LARGEST_SCORE, min(LARGEST_SCORE, first_value))
        game.plies += 1
        won = won + 1 if not -clear <= value <= clear else 0
        if Searcher is Worker:
            drawn = drawn + 1 if -DRAWN_VALUE <= value <= DRAWN_VALUE and ply >= MIN_DRAWN_PLY else 0
        if won == WON_PLIES:
            game.result = FIRST_WINS if first_value > 0 else SECOND_WINS
            break
        if drawn == DRAWN_PLIES:
            break
        worker.position.make(best.move)
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


def judge_labelled(judge, game):
    """Search the positions that have a label, in the order of the game; the judge's position stands at its start."""
    ply: cython.int = 0
    replay(judge.position, game, 0)
    for index in range(game.labelled):
        label = cython.address(game.labels[index])
        while ply < label.ply:
            judge.position.make(game.moves[game.opening + ply])
            ply += 1
        judge.begin_at_root()
        deepen(judge)
        value = value_found(judge)
        value = max(-LARGEST_SCORE, min(LARGEST_SCORE, value))
        label.best = judge.root_moves[0].move
        label.value = -value if judge.position.side else value
    rewind(judge.position, game, ply)


def play_from(worker, start, limits, chance, fewest, most, game):
    """Play a game from a start, nothing remembered of earlier ones; whether it is one."""
    worker.new_game()
    worker.table.clear()
    worker.prepare(start, limits)
    worker.position.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
    with cython.nogil:
        good = open_game(worker.position, chance, fewest, most, game)
        good = good and play_game(worker, chance, game)
    return good


def choose_from(start, chance, every, game):
    """Choose which positions of a game are to have labels."""
    start.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
    with cython.nogil:
        choose_labelled(start, chance, every, game)


def judge_from(judge, start, limits, game):
    """Let the judge search the game's labelled positions, nothing remembered of earlier games."""
    judge.new_game()
    judge.table.clear()
    judge.prepare(start, limits)
    judge.position.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
    with cython.nogil:
        judge_labelled(judge, game)


def record_of(start, game, space):
    """The bytes of a game behind its start's text, and those of its labels."""
    start.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
    end = put_game(start, game, space)
    record = space[: end - space]
    return record, labels_of(start, game, space)


def labels_of(start, game, space):
    """The bytes of a game's labels."""
    start.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
    end = put_labels(start, game, space)
    return space[: end - space]


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
        game: str = "chess",
    ):
        """Prepare to play from the initial position, every other game from one of a ``book`` of FENs if there is one.

        ``network``: the one to evaluate by, if the parameters choose that. ``label_nodes``: one of ``label_every``
        quiet positions is searched again with so many; 0: none. Raises NetworkError if there is no network, FenError,
        SfenError and ValueError.
        """
        if label_every < 1:
            raise ValueError(f"one of {label_every} positions can't be labelled; give 1 or more")
        if any([len(fen) > MAX_START_BYTES for fen in book]):
            raise ValueError(f"a FEN of the book is longer than {MAX_START_BYTES} characters")
        if game not in GAMES:
            raise ValueError(f"{' and '.join(GAMES)} are played, not {game!r}")
        self.is_shogi = game == "shogi"
        self.worker = self.worker_with(TABLE_MB, parameters, network)
        self.limits = SearchLimits(nodes=nodes)
        self.label_every = label_every
        if label_nodes:
            self.judge = self.worker_with(JUDGE_TABLE_MB, parameters, network)
            self.label_limits = SearchLimits(nodes=label_nodes)
        position_at = ShogiPosition if self.is_shogi else Position
        self.starts = (("", position_at()), *[(fen, position_at(fen)) for fen in book])

    def worker_with(self, table_mb, parameters, network):
        """The worker to search with."""
        make = ShogiWorker if self.is_shogi else Worker
        worker = make(Table(table_mb))
        worker.configure(parameters, network)
        return worker

    def play_one(self):
        """Play a game and label it, nothing remembered of earlier ones; its start, or None if it was no good."""
        number: cython.ulonglong = splitmix(cython.address(self.chance))
        books: cython.ulonglong = len(self.starts) - 1
        from_book: cython.bint = books > 0 and number & 1
        fen, start = self.starts[1 + (number >> 1) % books if from_book else 0]
        game = cython.address(self.game)
        chance = cython.address(self.chance)
        fewest: cython.int = FEWEST_BOOK_PLIES if from_book else FEWEST_RANDOM_PLIES
        most: cython.int = MOST_BOOK_PLIES if from_book else MOST_RANDOM_PLIES
        if self.is_shogi:
            shogi: ShogiWorker = self.worker
            good = play_from(shogi, start, self.limits, chance, fewest, most, game)
        else:
            chess: Worker = self.worker
            good = play_from(chess, start, self.limits, chance, fewest, most, game)
        if not good:
            return None
        if self.judge is not None:
            if self.is_shogi:
                shogi_start: ShogiPosition = start.copy()
                choose_from(shogi_start, chance, self.label_every, game)
            else:
                chess_start: Position = start.copy()
                choose_from(chess_start, chance, self.label_every, game)
            self.judge_game(start, game)
        return fen, start

    def judge_game(self, start, game):
        """Let the judge search the game's labelled positions."""
        if self.is_shogi:
            shogi: ShogiWorker = self.judge
            judge_from(shogi, start, self.label_limits, game)
        else:
            chess: Worker = self.judge
            judge_from(chess, start, self.label_limits, game)

    def recorded(self, start, game, space):
        """The bytes of a game behind its start's text, and those of its labels."""
        if self.is_shogi:
            shogi: ShogiPosition = start.copy()
            return record_of(shogi, game, space)
        chess: Position = start.copy()
        return record_of(chess, game, space)

    def play(self, seed: int, count: int) -> tuple[bytes, bytes]:
        """Play ``count`` games: their records, and their labels, as ``game_record`` has them.

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
                record, found = self.recorded(start, cython.address(self.game), space)
                games += bytes((self.game.result, len(fen))) + fen.encode("ascii")
                games += record
                labels += found
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
        space = cython.cast(cython.p_uchar, malloc(MAX_GAME_BYTES + MAX_LABEL_BYTES))
        if space == cython.NULL:
            raise MemoryError("no memory for labels")
        written = bytearray()
        record = RecordReader(games, labels, GAMES[self.is_shogi])
        try:
            for _ in range(count):
                start = record.next_game(cython.address(game))
                self.judge_game(start, cython.address(game))
                written += self.recorded(start, cython.address(game), space)[1]
            record.finish()
        finally:
            free(space)
        return bytes(written)

    def sample(self, seed: int, buffer: cython.uchar[::1], stride: int, first_game: int) -> int:
        """Fill a buffer with positions that the searches of games visit, each ``stride``th, with its static evaluation.

        What is played follows from the seed. Returns how many games there are.
        """
        self.chance = seed
        size: cython.int = cython.sizeof(ShogiPackedPosition) if self.is_shogi else cython.sizeof(PackedPosition)
        room: cython.longlong = buffer.shape[0] // size
        number: cython.ulonglong = first_game
        self.worker.sample_into(buffer, stride)
        try:
            while self.worker.sampled < room:
                self.worker.recording.game = number
                number += self.play_one() is not None
        finally:
            self.worker.sample_into(None, stride)
        return number - first_game
