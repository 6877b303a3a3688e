"""Self-play: games of the engine with itself at few nodes a move, their quiet positions kept with value and result.

A game begins with random moves, so that no two are alike, and is given up as won or drawn as soon as that is clear.
Kept are positions in which the side to move is not in check and doesn't want to capture or promote: there the static
evaluation is asked for, and the value of the search is what it should have said. (Practice of today's engines; see
docs/network.md.)

Thread safety: an object belongs to one thread; it plays without the GIL.
"""

import cython
from cython.cimports.kiebitz.core.chess.move import MAX_MOVES, Move
from cython.cimports.kiebitz.core.chess.movegen import legal_moves
from cython.cimports.kiebitz.core.chess.position import FIFTY_MOVES, Position
from cython.cimports.kiebitz.core.chess.zobrist import splitmix
from cython.cimports.kiebitz.core.evaluation.network.weights import Network
from cython.cimports.kiebitz.core.search.iterative_deepening import deepen
from cython.cimports.kiebitz.core.game import is_noisy
from cython.cimports.kiebitz.core.search.worker import Worker
from cython.cimports.kiebitz.core.table.table import Table
from cython.cimports.kiebitz.core.training.packed_position import LARGEST_SCORE, PACKED_BYTES, pack
from cython.cimports.kiebitz.core.value import INFINITE, is_mate

from kiebitz.core.search.limits import SearchLimits

TABLE_MB = 1


def open_game(position, chance):
    """Make the random moves; whether the game goes on after them."""
    moves: Move[MAX_MOVES]
    plies: cython.int = RANDOM_PLIES + splitmix(chance) % 2
    for _ in range(plies):
        count: cython.int = legal_moves(position, moves)
        if count == 0:
            return False
        position.make(moves[splitmix(chance) % count])
    return True


def play_game(worker, position, chance, packed, room, number):
    """Play from the position that is set up; how many positions were written, 0 if the opening was no good."""
    kept: cython.longlong = 0
    won: cython.int = 0
    drawn: cython.int = 0
    result: cython.int = NOBODY_WINS
    if not open_game(position, chance):
        return 0
    for ply in range(MAX_GAME_PLIES):
        if position.halfmove >= FIFTY_MOVES or position.is_material_draw():
            break
        worker.begin_at_root()
        if worker.root_count == 0:
            if position.checkers:
                result = WHITE_WINS if position.side else BLACK_WINS
            break
        # The search's root is the game's last position: only a threefold repetition counts here.
        if position.is_repetition():
            break
        deepen(worker)
        best = cython.address(worker.root_moves[0])
        value = best.previous if worker.is_cut_short(best) else best.value
        if value == -INFINITE:
            value = worker.evaluator.evaluate(position)
        if ply == 0 and not -MAX_OPENING_VALUE <= value <= MAX_OPENING_VALUE:
            return 0
        white_value = -value if position.side else value
        if is_mate(value):
            result = WHITE_WINS if white_value > 0 else BLACK_WINS
            break
        if kept < room and not position.checkers and not is_noisy(position, best.move):
            pack(position, packed + kept)
            packed[kept].score = max(-LARGEST_SCORE, min(LARGEST_SCORE, white_value))
            packed[kept].game = number
            kept += 1
        won = won + 1 if not -WON_VALUE <= value <= WON_VALUE else 0
        drawn = drawn + 1 if -DRAWN_VALUE <= value <= DRAWN_VALUE and ply >= MIN_DRAWN_PLY else 0
        if won == WON_PLIES:
            result = WHITE_WINS if white_value > 0 else BLACK_WINS
            break
        if drawn == DRAWN_PLIES:
            break
        position.make(best.move)
    for index in range(kept):
        packed[index].result = result
    return kept


class SelfPlay:
    """A player of both sides, who searches ``nodes`` positions a move with these parameters."""

    def __init__(self, parameters: dict[str, int], nodes: int, seed: int, network: Network | None = None):
        """Everything that is played follows from the seed, 0 to 2^64 - 1.

        ``network``: the one to evaluate by, if the parameters choose that. Raises NetworkError if there is none.
        """
        self.worker = Worker(Table(TABLE_MB))
        self.worker.configure(parameters, network)
        self.limits = SearchLimits(nodes=nodes)
        self.start = Position()
        self.chance = seed

    def new_game(self):
        """Forget the last game, and set the men up."""
        self.worker.new_game()
        self.worker.table.clear()
        self.worker.prepare(self.start, self.limits)
        self.worker.position.reserve(MAX_GAME_PLIES + RANDOM_PLIES + 1)

    def play(self, buffer: cython.uchar[::1], first_game: int) -> tuple[int, int]:
        """Fill a buffer of packed positions with whole games, numbered from ``first_game`` on.

        Returns how many positions and games there are; the game that found no more room is left out.
        """
        room: cython.longlong = buffer.shape[0] // PACKED_BYTES
        packed = cython.cast(cython.pointer(PackedPosition), cython.address(buffer[0]))
        written: cython.longlong = 0
        number: cython.ulonglong = first_game
        kept: cython.longlong = 0
        while room - written >= MAX_GAME_PLIES:
            self.new_game()
            with cython.nogil:
                kept = play_game(
                    self.worker,
                    self.worker.position,
                    cython.address(self.chance),
                    packed + written,
                    room - written,
                    number,
                )
            if kept:
                written += kept
                number += 1
        return written, number - first_game

    def sample(self, buffer: cython.uchar[::1], stride: int, first_game: int) -> tuple[int, int]:
        """Fill a buffer with positions that the searches of games visit, each ``stride``th, with its static evaluation.

        The result of each is a draw, as nothing is known of it. Returns how many positions and games there are.
        """
        scratch: PackedPosition[MAX_GAME_PLIES]
        packed = cython.cast(cython.pointer(PackedPosition), cython.address(buffer[0]))
        room: cython.longlong = buffer.shape[0] // PACKED_BYTES
        number: cython.ulonglong = first_game
        seen: cython.longlong = 0
        self.worker.sample_into(buffer, stride)
        try:
            while self.worker.sampled < room:
                self.new_game()
                with cython.nogil:
                    kept = play_game(
                        self.worker, self.worker.position, cython.address(self.chance), scratch, MAX_GAME_PLIES, number
                    )
                    while seen < self.worker.recording.sampled:
                        packed[seen].result = NOBODY_WINS
                        packed[seen].game = number
                        seen += 1
                number += kept > 0
        finally:
            self.worker.sample_into(None, stride)
        return seen, number - first_game
