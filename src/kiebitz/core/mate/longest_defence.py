"""The longest defence against a mate that a solver has proved, without reading its whole proof.

A proof may have a million positions (``book``), of which the longest line needs few. The table knows for every position
how many plies the mate takes at most; often it takes fewer, for quicker mates were found behind it since. So of all
replies the one that may take longest is measured first, and what no longer matters never: a position is measured once
the reply that may take longest is.

Measuring goes on in steps, between which whoever measures looks at his clock. Where the table has lost a proof
(``lost``, ``plies_left``) it must be found again before the next step.

Thread safety: none; nobody may search on the table meanwhile.
"""

import cython
from cython.cimports.kiebitz.core.mate.game import MOST_MOVES, NO_MOVE, Move, new_game
from cython.cimports.libc.stdlib import calloc, free


class LongestDefence:
    """The longest defence against the mate that a search has found for a position, of at most so many plies."""

    def __cinit__(self):
        room = cython.cast(cython.size_t, MOST_ATTACKS + 1) * MOST_MOVES
        self.stages = cython.cast(cython.pointer(Stage), calloc(MOST_ATTACKS + 1, cython.sizeof(Stage)))
        self.replies = cython.cast(cython.pointer(Reply), calloc(room, cython.sizeof(Reply)))
        self.moves = cython.cast(cython.pointer(Move), calloc(MOST_MOVES, cython.sizeof(Move)))
        if self.stages == cython.NULL or self.replies == cython.NULL or self.moves == cython.NULL:
            raise MemoryError("no memory for measuring a mate")

    def __init__(self, search: MateSearch, position, plies: int):
        """Raises TypeError for what is no position, MemoryError."""
        self.search = search
        self.plies = plies
        self.game, self.walker = new_game(position), new_game(position)
        for game in (self.game, self.walker):
            game.begin(position)
            game.reserve(plies + 2)
        search.take_up(position)
        self.measured = {}
        self.depth = 0
        self.most = plies
        self.opens = True
        self.lost = None
        self.plies_left = 0

    def __dealloc__(self):
        free(self.stages)
        free(self.replies)
        free(self.moves)

    def measure(self, positions: cython.int) -> bool:
        """Go on for so many positions; whether the longest defence is known."""
        while positions > 0 and (self.depth or self.opens):
            if self.opens:
                if not self.open():
                    return False
                positions -= 1
            stage = cython.address(self.stages[self.depth - 1])
            best = self.longest(stage)
            if stage.count == 0 or self.replies[(self.depth - 1) * MOST_MOVES + best].is_measured:
                self.close(1 if stage.count == 0 else stage.plies, best)
                continue
            stage.tried = best
            self.game.make(self.replies[(self.depth - 1) * MOST_MOVES + best].move)
            self.most = stage.plies - 2
            self.opens = True
        return not (self.depth or self.opens)

    def line(self) -> tuple[str, ...] | None:
        """The mate against the longest defence, to its end; None if the table has lost some of it.

        Where that isn't measured yet the defender replies what may take longest.
        """
        line = []
        game = self.walker
        made: cython.int = 0
        most: cython.int = self.plies
        self.lost = None
        while True:
            measured = self.measured.get(self.place(game))
            if measured is None:
                move, most, reply = self.likeliest(game, most)
                if move == NO_MOVE:
                    self.lose(game, most)
                    break
            else:
                most, move, reply = measured
            line.append(game.text(move))
            game.make(move)
            made += 1
            if reply == NO_MOVE:
                break
            line.append(game.text(reply))
            game.make(reply)
            made += 1
            most -= 2
        for _ in range(made):
            game.unmake()
        return None if self.lost is not None else tuple(line)

    # ------------------------------------------------------------------ a step

    def place(self, game):
        """Key that tells the position where a game stands from others: its hash, and the pieces the attacker holds."""
        return game.key(), game.hand()

    def lose(self, game, most):
        """Note that the table doesn't know a mate within so many plies of where the game stands."""
        self.lost = game.copied()
        self.plies_left = most

    def bound(self, game, most):
        """Upper bound of a mate known to take at most ``most`` plies, in plies; 0 if none is known."""
        entry = self.search.mate_entry(game, most)
        if entry == cython.NULL:
            return 0
        return entry.distance if self.search.checks_only else most

    def likeliest(self, game, most):
        """A mate's move, the plies it takes at most, and the reply after which it may take longest; no move if lost."""
        entry = self.search.mate_entry(game, most)
        if entry == cython.NULL:
            return NO_MOVE, most, NO_MOVE
        move: Move = entry.move
        plies: cython.int = self.bound(game, most)
        reply: Move = NO_MOVE
        longest: cython.int = -1
        game.make(move)
        count = game.moves(self.moves)
        for index in range(count):
            game.make(self.moves[index])
            measured = self.measured.get(self.place(game))
            after: cython.int = self.bound(game, plies - 2) if measured is None else measured[0]
            game.unmake()
            if after > longest:
                longest = after
                reply = self.moves[index]
        game.unmake()
        return move, plies, reply

    def open(self):
        """Begin a stage for the position; False if the table has lost its mate."""
        self.lost = None
        entry = self.search.mate_entry(self.game, self.most)
        if entry == cython.NULL:
            self.lose(self.game, self.most)
            return False
        stage = cython.address(self.stages[self.depth])
        stage.move = entry.move
        stage.plies = entry.distance if self.search.checks_only else self.most
        self.game.make(stage.move)
        stage.count = self.game.moves(self.moves)
        for index in range(stage.count):
            reply = cython.address(self.replies[self.depth * MOST_MOVES + index])
            reply.move = self.moves[index]
            reply.is_measured = False
            reply.plies = stage.plies - 2
            self.game.make(reply.move)
            measured = self.measured.get(self.place(self.game))
            if measured is not None and measured[0] <= stage.plies - 2:
                reply.plies = measured[0]
                reply.is_measured = True
            else:
                # What is lost may take all that is left.
                reply.plies = self.bound(self.game, stage.plies - 2) or stage.plies - 2
            self.game.unmake()
        self.depth += 1
        self.opens = False
        return True

    def longest(self, stage):
        """The reply after which the mate may take longest, one that is measured if there are several."""
        replies = self.replies + (self.depth - 1) * MOST_MOVES
        best: cython.int = 0
        for index in range(1, stage.count):
            if replies[index].plies > replies[best].plies:
                best = index
            elif replies[index].plies == replies[best].plies and replies[index].is_measured:
                best = index
        return best

    def close(self, plies, best):
        """End the last stage, which is measured: back to the position before."""
        stage = cython.address(self.stages[self.depth - 1])
        reply: Move = NO_MOVE
        if stage.count:
            plies = self.replies[(self.depth - 1) * MOST_MOVES + best].plies + 2
            reply = self.replies[(self.depth - 1) * MOST_MOVES + best].move
        self.game.unmake()
        self.measured[self.place(self.game)] = (plies, stage.move, reply)
        self.depth -= 1
        if self.depth:
            self.game.unmake()
            above = cython.address(self.stages[self.depth - 1])
            followed = cython.address(self.replies[(self.depth - 1) * MOST_MOVES + above.tried])
            followed.plies = plies
            followed.is_measured = True
