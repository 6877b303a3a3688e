"""Mate search by proof numbers, depth first: df-pn (Nagai 2002), for mates in so many moves or of any length.

The attacker moves at even plies; with ``checks_only`` every move of his gives check, as in tsume problems. A node is a
position and, where the length is limited, the plies left: then no line comes back to a node. Without a limit a node is
a position alone, and a line may come back.

**Lengths.** Where the attacker only gives check, a mate that was proved with a limit is written down for the position
alone, with the plies that it takes: it counts wherever so many are left. So does every disproof found without a limit.

**Repetition.** To come back, with no more in his hand than before, is of no use to the attacker: such a child is
disproved. So what is proved holds on every line. What is disproved may hang on a node further up, by which it came
back; it holds on this line only, until that node itself is disproved (graph history interaction: Kishimoto and Müller
2004). A disproof that hangs on nothing above its own node is written down for the position; one that does, for the
position behind these very nodes.

**Known nodes.** Where lines meet again deeper than before, numbers may go in circles, each node waiting for the other.
So a node with a child that was met at no greater ply widens its limits until a node is searched for the first time
(threshold controlling algorithm: Kishimoto 2010).

**Hands.** In shogi a proof is written down with the least hand that it needs, a disproof with the greatest that it
bears (``game``); the table finds a board's entries for other hands.

**Double counting.** A sum counts a node as often as lines lead to it. In chess, whose mates are short, the numbers are
sums; otherwise a node's number is that of its most costly child, and one for each other (weak proof numbers: Ueda et
al. 2008). A drop between king and checker waits until the one before it, on the same square, has fallen: the mates are
mostly the same, and mostly known by then.

Nothing but the table knows what was searched: a subtree whose entry is lost is searched again. That is why a table that
overwrites can lose a mate, and why such a solver collects garbage instead (``table``). The rule of fifty moves is left
out.

Thread safety: one search at a time; ``stop`` may be called from any thread.
"""

import cython
from cython.cimports.kiebitz.core.chess.zobrist import MIX_1, MIX_2
from cython.cimports.kiebitz.core.machine import load_relaxed, store_relaxed
from cython.cimports.kiebitz.core.mate.game import NO_MOVE, new_game
from cython.cimports.kiebitz.core.mate.numbers import INFINITE, added, is_settled
from cython.cimports.kiebitz.core.mate.table import MARKING, STEPS_A_SLICE, Entry
from cython.cimports.kiebitz.core.shogi.hand import is_as_good, least_of, most_of
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.libc.stdlib import calloc, free, realloc

from collections.abc import Sequence

from kiebitz.core.mate.proof import MateProof

# Spreads the plies left over the bits of a key (the golden ratio, as in Fibonacci hashing).
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class MateSearch:
    """A solver with its table.

    ``checks_only``: the attacker only gives check. ``table_only``: a node's children are known from the table alone;
    otherwise a node that is being searched remembers what its children came to, even if the table has lost it.
    """

    def __cinit__(self):
        self.line = cython.cast(cython.pointer(Node), calloc(MOST_PLIES, cython.sizeof(Node)))
        self.places = cython.cast(cython.pointer(cython.short), calloc(LINE_PLACES, cython.sizeof(cython.short)))
        room_for_moves = cython.cast(cython.size_t, MOST_PLIES) * MOST_MOVES
        self.marked_moves = cython.cast(cython.pointer(Move), calloc(room_for_moves, cython.sizeof(Move)))
        self.marked = cython.cast(cython.pointer(Marked), calloc(MOST_PLIES, cython.sizeof(Marked)))
        self.capacity = FIRST_CHILDREN
        self.children = cython.cast(cython.pointer(Child), calloc(FIRST_CHILDREN, cython.sizeof(Child)))
        has_lines = self.line != cython.NULL and self.places != cython.NULL and self.marked != cython.NULL
        if not has_lines or self.marked_moves == cython.NULL or self.children == cython.NULL:
            raise MemoryError("no memory for a mate search")
        store_relaxed(cython.address(self.stopped), 0)

    def __init__(self, table: ProofTable, checks_only: bool = False, table_only: bool = False):
        self.table = table
        self.checks_only = checks_only
        self.table_only = table_only

    def __dealloc__(self):
        free(self.line)
        free(self.places)
        free(self.marked_moves)
        free(self.marked)
        free(self.children)

    def stop(self) -> None:
        """End the search under way, and every later one."""
        store_relaxed(cython.address(self.stopped), 1)

    def progress(self) -> tuple[int, int, int, int, int]:
        """Of the search under way: nodes, the root's proof and disproof number, the table's permille, collections.

        Some of the last nodes are left out.
        """
        return (
            load_relaxed(cython.address(self.shown_nodes)),
            load_relaxed(cython.address(self.shown_proof)),
            load_relaxed(cython.address(self.shown_disproof)),
            load_relaxed(cython.address(self.shown_permille)),
            load_relaxed(cython.address(self.shown_collections)),
        )

    def prove(self, position, moves: int | None, node_limit: cython.longlong, first: Sequence[str] = ()) -> MateProof:
        """True if the side to move mates within so many moves of its own, None for any number.

        ``position`` is of chess or of shogi; the table keeps what it knows. ``first``: the only moves it may begin
        with, as UCI or USI text; any if there are none. Raises ValueError if ``moves`` is not in
        1..MOST_PLIES / 2, ``node_limit`` isn't positive, or there is a limit neither of moves nor to checks; TypeError
        for another position, MoveError or ShogiMoveError for a first move that is illegal, MemoryError.
        """
        if moves is not None and not 1 <= moves <= MOST_PLIES // 2:
            raise ValueError(f"a mate in {moves} moves can't be searched for; take 1 to {MOST_PLIES // 2}")
        if moves is None and not self.checks_only:
            raise ValueError("a mate of any length is searched for by checks only; limit the moves, or the attacker")
        if node_limit < 1:
            raise ValueError(f"{node_limit} nodes are too few; take 1 at least")
        self.take_up(position)
        self.first_count = 0
        for move in {self.root.parse(text): text for text in first}:
            self.first[self.first_count] = move
            self.first_count += 1
        self.plies = 0 if moves is None else 2 * moves - 1
        self.sums = self.plies != 0 and not self.root.has_hands
        self.nodes = 0
        self.deepest = 0
        self.is_widened = False
        store_relaxed(cython.address(self.shown_nodes), 0)
        self.node_limit = node_limit
        self.children_used = 0
        self.is_out_of_memory = False
        collections = self.table.collections
        limits: Numbers
        limits.proof = limits.disproof = INFINITE
        with cython.nogil:
            found = self.explore(0, limits)
        if self.is_out_of_memory:
            raise MemoryError("no memory for the line of a mate search")
        move_text = None
        if found.numbers.proof == 0:
            move_text = self.root.text(self.first_move)
        disproved: cython.bint = found.numbers.disproof == 0 and found.hangs_on != A_LIMIT
        return MateProof(
            mate=True if found.numbers.proof == 0 else False if disproved else None,
            move=move_text,
            nodes=self.nodes,
            collections=self.table.collections - collections,
            plies=found.distance if found.numbers.proof == 0 else None,
        )

    def known_mate(self, position, plies: cython.int) -> tuple[str, int] | None:
        """The first move of a mate that takes so many plies at most, and how many it takes; None if none is known.

        Whatever is replied, there is a mate that takes two plies less, though the table may have lost its proof.
        """
        self.take_up(position)
        entry = self.mate_entry(self.root, plies)
        if entry == cython.NULL:
            return None
        return self.root.text(entry.move), entry.distance if self.checks_only else plies

    def mate_entry(self, game, plies):
        """The entry of a mate that takes so many plies at most, the attacker to move; NULL if none is known."""
        key: uint64_t = game.key()
        if not self.checks_only:
            key ^= GOLDEN * cython.cast(uint64_t, plies + 1)
        entry = self.table.find_settled(key | 1, game.hand(), True)
        if entry != cython.NULL and (entry.numbers.proof != 0 or entry.distance > plies):
            return cython.NULL
        return entry

    def take_up(self, position):
        """Let both games stand at the position."""
        if self.game is None or self.game.has_hands != new_game(position).has_hands:
            self.game = new_game(position)
            self.root = new_game(position)
        self.table.forget_marks()
        for game in (self.game, self.root):
            game.begin(position)
            game.reserve(MOST_PLIES)
        self.table.has_hands = self.root.has_hands

    # ------------------------------------------------------------------ the search

    def explore(self, ply, limits):
        """Search a node until one of its numbers has come to its limit, and say what they are."""
        below: Numbers
        best: cython.int = 0
        next_best: Number = 0
        before = self.nodes
        self.nodes += 1
        if self.nodes & SHOWN_EVERY == 0:
            store_relaxed(cython.address(self.shown_nodes), self.nodes)
            store_relaxed(cython.address(self.shown_permille), self.table.permille())
            store_relaxed(cython.address(self.shown_collections), self.table.collections)
        self.deepest = max(self.deepest, ply)
        self.enter(ply)
        start = self.children_used
        count = self.look_ahead(ply)
        if not self.plies:
            if self.table.find_exactly(self.line[ply].key, self.line[ply].hand) == cython.NULL:
                self.is_widened = False
            else:
                for index in range(count):
                    known = self.children[start + index].known
                    if not is_settled(known.numbers) and 0 < known.distance <= ply:
                        self.is_widened = True
        while True:
            outcome = self.weigh(self.children + start, count, cython.address(best), cython.address(next_best))
            numbers = outcome.numbers
            if self.is_widened and not is_settled(numbers):
                limits.proof = max(limits.proof, added(numbers.proof, 1))
                limits.disproof = max(limits.disproof, added(numbers.disproof, 1))
            if numbers.proof >= limits.proof or numbers.disproof >= limits.disproof or self.nodes >= self.node_limit:
                break
            if ply == 0:
                store_relaxed(cython.address(self.shown_proof), numbers.proof)
                store_relaxed(cython.address(self.shown_disproof), numbers.disproof)
            if load_relaxed(cython.address(self.stopped)) or self.is_out_of_memory:
                break
            # On with the most promising child until it is no longer that, or until this node is decided.
            child = cython.address(self.children[start + best])
            below.disproof = min(limits.proof, added(next_best, next_best // PATIENCE + 1))
            disproof_left: Number = limits.disproof - numbers.disproof
            below.proof = min(cython.cast(Number, INFINITE), disproof_left + child.known.numbers.proof)
            self.game.make(child.move)
            found = self.explore(ply + 1, below)
            self.game.unmake()
            self.children[start + best].known = found
            for index in range(count):
                self.look_up(ply, cython.address(self.children[start + index]))
        if is_settled(outcome.numbers):
            self.settle(ply, self.children + start, count, best, cython.address(outcome))
        move: Move = self.children[start + best].move if count > 0 else NO_MOVE
        if ply == 0:
            self.first_move = move
        self.children_used = start
        self.remember(ply, outcome, self.nodes - before, move)
        self.leave(ply)
        return outcome

    def weigh(self, children, count, best, next_best):
        """The numbers of a node by its children's: won if one of these is lost, and lost if all of them are won."""
        outcome: Outcome
        largest: Number = 0
        open_children: Number = 0
        disproof: Number = 0
        proof: Number = INFINITE
        next_best[0] = INFINITE
        best[0] = 0
        for index in range(count):
            numbers = children[index].known.numbers
            if children[index].waits_for != NOBODY and not is_settled(numbers):
                if children[children[index].waits_for].known.numbers.proof != 0:
                    continue
            if self.sums or numbers.proof == INFINITE:
                disproof = added(disproof, numbers.proof)
            elif numbers.proof:
                largest = max(largest, numbers.proof)
                open_children += 1
            if numbers.disproof < proof:
                next_best[0] = proof
                proof = numbers.disproof
                best[0] = index
            elif numbers.disproof < next_best[0]:
                next_best[0] = numbers.disproof
        if open_children:
            disproof = added(disproof, added(largest, open_children - 1))
        outcome.numbers.proof = proof
        outcome.numbers.disproof = disproof
        outcome.hand = 0
        outcome.distance = 0
        outcome.hangs_on = NOTHING
        return outcome

    def settle(self, ply, children, count, best, outcome):
        """Add what a settled node's numbers don't tell: hand, distance, and what a disproof hangs on."""
        attacks: cython.bint = ply & 1 == 0
        if outcome.numbers.proof == 0:
            # One move decides: children[best], which has fallen.
            known = children[best].known
            outcome.hangs_on = known.hangs_on
            if attacks:
                outcome.distance = known.distance + 1
                outcome.hand = self.game.needed_before(children[best].move, known.hand)
            else:
                outcome.hand = self.game.held_before(children[best].move, known.hand)
        elif attacks:
            outcome.hand = self.game.utmost()
            for index in range(count):
                known = children[index].known
                outcome.hand = least_of(outcome.hand, self.game.held_before(children[index].move, known.hand))
                outcome.hangs_on = min(outcome.hangs_on, known.hangs_on)
        else:
            for index in range(count):
                known = children[index].known
                outcome.hand = most_of(outcome.hand, known.hand)
                outcome.distance = max(outcome.distance, known.distance)
            outcome.hand = self.game.needed_for_all(outcome.hand)
            outcome.distance += 1
        if outcome.hangs_on >= ply:
            # It comes back to this node at most: from here the attacker doesn't mate, whatever line led here.
            outcome.hangs_on = NOTHING

    def node_key(self, game, ply):
        """The key of a node's board; another one for each number of plies left; never 0, which means a free entry.

        The root has another one for each set of first moves, whose outcome says nothing of the position.
        """
        key: uint64_t = game.key()
        if self.plies:
            key ^= GOLDEN * cython.cast(uint64_t, self.plies - ply + 1)
        key |= 1
        if ply == 0:
            for index in range(self.first_count):
                key = (key ^ self.first[index]) * GOLDEN | 1
        return key

    def is_mate(self, ply, numbers):
        """True if the attacker is proved to mate, by the numbers of a node at a ply."""
        return numbers.disproof == 0 if ply & 1 else numbers.proof == 0

    def lasting_key(self, key, ply):
        """The key of the node at a ply without the plies left, for what counts however many there are."""
        return (key ^ GOLDEN * cython.cast(uint64_t, self.plies - ply + 1)) | 1 if self.plies else key

    def look_ahead(self, ply):
        """Write the children of the node, with what is known of them or guessed; only one if it settles the node."""
        moves = cython.cast(cython.pointer(Move), self.moves)
        start = self.children_used
        count = self.candidates(self.game, ply, moves)
        if not self.make_room(count):
            return 0
        for index in range(SQUARES):
            self.last_drop_on[index] = NOBODY
        for index in range(count):
            child = cython.address(self.children[start + index])
            child.move = moves[index]
            child.waits_for = NOBODY
            square = self.game.delaying_square(moves[index])
            if square >= 0:
                child.waits_for = self.last_drop_on[square]
                self.last_drop_on[square] = index
            self.game.make(moves[index])
            child.key = self.node_key(self.game, ply + 1)
            child.hand = self.game.hand()
            self.judge(ply + 1, cython.address(child.known))
            child.guess = child.known.numbers
            self.game.unmake()
            if not is_settled(child.guess):
                self.look_up(ply, child)
            if child.known.numbers.disproof == 0:
                self.children[start] = child[0]
                self.children[start].waits_for = NOBODY
                self.children_used = start + 1
                return 1
        self.children_used = start + count
        return count

    def make_room(self, count):
        """Let so many children find room behind the others; whether they do."""
        if self.children_used + count <= self.capacity:
            return True
        wider = 2 * self.capacity + count
        children = cython.cast(
            cython.pointer(Child), realloc(self.children, cython.cast(cython.size_t, wider) * cython.sizeof(Child))
        )
        if children == cython.NULL:
            self.is_out_of_memory = True
            return False
        self.children = children
        self.capacity = wider
        return True

    def judge(self, ply, known):
        """Value of the position by the rules, for the side to move; or an estimate of the leaves below it."""
        attacks: cython.bint = ply & 1 == 0
        numbers: Numbers
        numbers.proof = numbers.disproof = 1
        known.hangs_on = NOTHING
        known.distance = 0
        known.hand = self.game.hand()
        if not attacks:
            replies = self.game.replies()
            is_mate: cython.bint = replies == 0 and self.game.is_check()
            numbers.disproof = replies if self.sums else 1 + replies // REPLIES_AS_ONE
            if is_mate:
                numbers.proof = INFINITE
                numbers.disproof = 0
                known.hand = self.game.needed_for_all(0)
            elif replies == 0 or ply == self.plies:
                numbers.proof = 0
                numbers.disproof = INFINITE
        if not is_settled(numbers):
            met = NOTHING
            if not self.plies:
                met = A_LIMIT if ply + 1 >= MOST_PLIES else self.met_before(self.node_key(self.game, ply), known.hand)
            if met != NOTHING or self.game.is_material_draw():
                known.hangs_on = met
                numbers.proof = INFINITE if attacks else 0
                numbers.disproof = 0 if attacks else INFINITE
        known.numbers = numbers

    def entry_of(self, key, hand, ply):
        """The entry that tells of the node at a ply; NULL if there is none."""
        attacks: cython.bint = ply & 1 == 0
        if self.plies and self.checks_only:
            entry = self.table.find_settled(self.lasting_key(key, ply), hand, attacks)
            if entry != cython.NULL and (not self.is_mate(ply, entry.numbers) or ply + entry.distance <= self.plies):
                return entry
        return self.table.find(key, hand, attacks)

    def look_up(self, ply, child):
        """Take over what the table knows of a child of the node at ``ply``."""
        if is_settled(child.guess) or child.known.hangs_on != NOTHING:
            return
        entry = self.entry_of(child.key, child.hand, ply + 1)
        if entry == cython.NULL:
            if self.table_only:
                child.known.numbers = child.guess
            if self.plies:
                return
        elif self.plies or is_settled(entry.numbers):
            child.known.numbers = entry.numbers
            child.known.hand = entry.hand
            child.known.distance = entry.distance
            return
        else:
            child.known.numbers = entry.numbers
            child.known.distance = entry.distance
        # A disproof behind these very nodes.
        entry = self.table.find_exactly(
            (child.key ^ self.line[ply].path ^ mixed(self.line[ply].key + ply)) | 1, child.hand
        )
        if entry != cython.NULL:
            child.known.numbers = entry.numbers
            child.known.hand = entry.hand
            child.known.hangs_on = entry.distance

    def remember(self, ply, outcome, work, move):
        """Write a node into the table, having made room for it."""
        news: Entry
        node = cython.address(self.line[ply])
        news.key = node.key
        news.hand = node.hand
        news.numbers = outcome.numbers
        news.distance = outcome.distance
        news.move = move
        news.reached = self.table.mark
        if outcome.hangs_on == A_LIMIT:
            return
        if outcome.hangs_on != NOTHING:
            news.key = (node.key ^ node.path) | 1
            news.distance = outcome.hangs_on
        elif self.checks_only and (ply or not self.first_count) and self.is_mate(ply, outcome.numbers):
            news.key = self.lasting_key(node.key, ply)
        entry = self.table.find_exactly(news.key, news.hand)
        if not is_settled(outcome.numbers):
            news.distance = ply
            if entry != cython.NULL and not is_settled(entry.numbers):
                news.distance = min(news.distance, entry.distance)
        if entry != cython.NULL:
            work += entry.work
        else:
            while self.table.is_due():
                self.collect(ply)
        news.work = cython.cast(cython.uint, min(work, INFINITE))
        if is_settled(outcome.numbers) and outcome.hangs_on == NOTHING and outcome.hand != node.hand:
            # A settled node tells of a range of hands: its entry moves to the end of it, where there is none yet.
            news.hand = outcome.hand
            if entry != cython.NULL and self.table.find_exactly(news.key, news.hand) == cython.NULL:
                self.table.replace(entry, cython.address(news))
                return
        self.table.store(cython.address(news))

    # ------------------------------------------------------------------ the line

    def enter(self, ply):
        """Note the node where the search stands as the line's node at ``ply``."""
        node = cython.address(self.line[ply])
        node.key = self.node_key(self.game, ply)
        node.hand = self.game.hand()
        node.path = 0
        if self.plies:
            return
        if ply:
            node.path = self.line[ply - 1].path ^ mixed(self.line[ply - 1].key + ply - 1)
        place: cython.int = node.key >> 32 & (LINE_PLACES - 1)
        while self.places[place]:
            place = place + 1 & (LINE_PLACES - 1)
        self.places[place] = ply + 1

    def leave(self, ply):
        """Take the line's last node off it. Who came last stands last in its row of places, so no gap is left."""
        if self.plies:
            return
        place: cython.int = self.line[ply].key >> 32 & (LINE_PLACES - 1)
        while self.places[place] != ply + 1:
            place = place + 1 & (LINE_PLACES - 1)
        self.places[place] = 0

    def met_before(self, key, hand):
        """The ply of the line at which this board stood with as good a hand of the attacker, or NOTHING."""
        place: cython.int = key >> 32 & (LINE_PLACES - 1)
        while self.places[place]:
            ply: cython.int = self.places[place] - 1
            if self.line[ply].key == key and is_as_good(self.line[ply].hand, hand):
                return ply
            place = place + 1 & (LINE_PLACES - 1)
        return NOTHING

    # ------------------------------------------------------------------ garbage

    def collect(self, ply):
        """Do a slice of a collection; the line goes as far as ``ply``."""
        steps: cython.int = STEPS_A_SLICE
        if self.table.begin_slice():
            self.begin_marking(ply)
        if self.table.phase == MARKING:
            steps = self.go_on_marking(steps)
        self.table.sweep(steps)
        self.table.end_slice()

    def begin_marking(self, ply):
        """Take down the line, and stand at the root."""
        for above in range(ply + 1):
            self.marked[above].node = self.line[above]
        self.line_end = ply
        entry = self.table.find(self.line[0].key, self.line[0].hand, True)
        if entry != cython.NULL:
            entry.reached = self.table.mark
        self.marked_ply = -1
        self.open_marked(True)

    def open_marked(self, is_on_line):
        """Let the children of the node where ``root`` stands be looked at, a ply below the last such node."""
        self.marked_ply += 1
        marked = cython.address(self.marked[self.marked_ply])
        marked.count = self.candidates(self.root, self.marked_ply, self.marked_moves + self.marked_ply * MOST_MOVES)
        marked.next = 0
        marked.is_on_line = is_on_line

    def go_on_marking(self, steps):
        """Mark what the search can come to from the root through nodes that are not settled; returns the steps left.

        The nodes that were being searched when this began are gone through, too; the table may not know them yet. What
        is written meanwhile bears the mark.
        """
        while steps:
            ply = self.marked_ply
            marked = cython.address(self.marked[ply])
            if marked.next == marked.count:
                if ply == 0:
                    self.table.begin_sweep()
                    break
                self.root.unmake()
                self.marked_ply = ply - 1
                continue
            steps -= 1
            self.root.make(self.marked_moves[ply * MOST_MOVES + marked.next])
            marked.next += 1
            key = self.node_key(self.root, ply + 1)
            hand = self.root.hand()
            follows: cython.bint = marked.is_on_line and ply < self.line_end
            if follows:
                below = self.marked[ply + 1].node
                follows = below.key == key and below.hand == hand
            entry = self.entry_of(key, hand, ply + 1)
            news: cython.bint = entry != cython.NULL and entry.reached != self.table.mark
            if news:
                entry.reached = self.table.mark
                news = not is_settled(entry.numbers)
            if (follows or news) and ply + 1 != self.plies and ply + 2 < MOST_PLIES:
                self.open_marked(follows)
            else:
                self.root.unmake()
        return steps

    def candidates(self, game, ply, moves):
        """The moves that are searched at a ply."""
        if ply & 1 == 0 and (self.checks_only or ply + 1 == self.plies):
            count = game.checks(moves)
        else:
            count = game.moves(moves)
        if ply or not self.first_count:
            return count
        kept: cython.int = 0
        for index in range(count):
            for other in range(self.first_count):
                if moves[index] == self.first[other]:
                    moves[kept] = moves[index]
                    kept += 1
                    break
        return kept


def mixed(word):
    """A word with its bits spread (the finish of SplitMix64)."""
    word = (word ^ (word >> 30)) * MIX_1
    word = (word ^ (word >> 27)) * MIX_2
    return word ^ (word >> 31)
