"""Effects of leaving the side to move out of the key, and three ways to tell it.

Positions are searched by alpha-beta and iterative deepening with a table, four times: with a code of the side's own in
the key; with a key of the men alone, whose entries say whose move it was, which is compared; with two tables, each half
as large; and with a key of the men alone, so that a position answers for the one in which the other side is to move.
All have the same number of entries and always replace. The upper plies are searched here, as the engine's own table
always knows whose move it is; below the last one the engine plays captures out.

That the first three don't confuse the sides needs no measurement: in one the key says it, in one the entry, in one the
table. That they are solutions means that the search finds the same with them. They keep different entries, though: the
second has one place for both sides, the third divides its places. So they show, too, how far values and moves change
when nothing is confused. Harm is a value a pawn or more from that of the search with the side's own code, the first way
that the article names. Another move may be worth as much and is told beside, and how many hits are the other side's.

Positions are of four kinds, for it may matter in one kind alone: the three phases of games, and endings of three and
four men, where a single tempo decides more often.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kiebitz.arena.match.elo import Estimate
from kiebitz.core import parameters
from kiebitz.core.chess.notation import moves_by_sort, parse_move, push
from kiebitz.core.chess.position import Position
from kiebitz.core.search.subtree import begin, rearm, search_below
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table as TranspositionTable
from kiebitz.core.value import MATE
from kiebitz.engine import TableDesign, position_from
from kiebitz.engine.eras import parameters_in
from kiebitz_claims.claims.claim import Cell, Result, Table
from kiebitz_claims.claims.judging import Judgement, in_all, in_any
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import PHASES, championship_phases, choices, phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.settings import ORDERED, describe, without_table
from kiebitz_claims.measuring.statistics import mean, no_narrower, scaled, share_of_sums

CODE, STORED, SEPARATE, LEFT_OUT = "own code", "side stored", "separate tables", "left out"
WAYS = (CODE, STORED, SEPARATE, LEFT_OUT)
FEW_MEN = "three and four men"
DEPTHS = {"opening": 5, "middlegame": 5, "ending": 6, FEW_MEN: 7}
QUICK_DEPTH = 4
GAMES = slice(20, 50)
EVERY_ENDING, QUICK_POSITIONS = 3, 2
LOOKED_AT = 26
"""Every so manieth ending was looked at when the measure was made; the plan leaves these out."""
ENTRIES, HASH_MB = 16_384, 1
EXACT, LOWER, UPPER = 3, 2, 1
HARM = 100
"""Centipawns by which a value is then off."""
# Positions that differ in the side to move only, which shows its code.
TO_MOVE = tuple(Position(f"4k3/8/8/8/8/8/8/4K3 {side} - - 0 1").hash_key for side in "wb")
SIDE_CODE = TO_MOVE[0] ^ TO_MOVE[1]
EACH = "Every position"

STUDY = Study(
    __file__,
    games=GAMES.stop - GAMES.start,
    planned=", ".join(f"{kind} {depth} plies" for kind, depth in DEPTHS.items()),
)
NEEDED, SOLVES = STUDY.predictions.values()


class Compared(NamedTuple):
    """A position's figures by each way, in the order of ``WAYS``."""

    game: str
    """The game, or the ending."""
    values: tuple[int, ...]
    """For the side to move, in centipawns."""
    moves: tuple[str, ...]
    """The best move as UCI text."""
    hits: tuple[int, ...]
    """Questions that the table answered."""
    others: tuple[int, ...]
    """Of these, answers of a position with the other side to move."""


class Search:
    """Alpha-beta with iterative deepening and a table that tells the side to move in one of the ways."""

    def __init__(self, way: str) -> None:
        """With empty tables."""
        self.way = way
        sizes = (ENTRIES // 2, ENTRIES // 2) if way == SEPARATE else (ENTRIES,)
        self.tables = [
            TranspositionTable(HASH_MB, TableDesign(policy="always", key_bits=64, index="and", entries=size))
            for size in sizes
        ]
        self.hits = 0
        self.others = 0
        self._worker = Worker(TranspositionTable(HASH_MB))
        self._worker.configure(parameters.complete(parameters_in(without_table(ORDERED))))
        begin(self._worker)
        rearm(self._worker)

    def best(self, fen: str, depth: int) -> tuple[int, str]:
        """Value for the side to move in centipawns and best move, after iterations to ``depth`` plies."""
        root = position_from(fen)
        found = 0, ""
        for each in range(1, depth + 1):
            found = self._value(root, each, -MATE, MATE, 0)
        return found

    def place(self, position: Position) -> tuple[TranspositionTable, int, int]:
        """The table that a position belongs in, what it is known by there, and its side to move (0 is White)."""
        side = 0 if position.turn else 1
        key = position.hash_key
        men = key ^ SIDE_CODE if side else key
        match self.way:
            case "own code":
                return self.tables[0], key, side
            case "side stored":
                # In the lowest bit, which is compared but chooses no index.
                return self.tables[0], men & ~1 | side, side
            case "separate tables":
                return self.tables[side], men, side
            case _:
                return self.tables[0], men, side

    def _value(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, str]:
        """The value within (alpha, beta) for the side to move, fail-soft, and the best move.

        How far off a mate is is not kept exact: a pawn's value is all that is asked.
        """
        if ply and position.repetitions() > 1:
            return 0, ""
        table, known_by, side = self.place(position)
        known = table.look_up(known_by)
        if known is not None:
            self.hits += 1
            # The side stands where an evaluation would, for the count alone.
            self.others += known["evaluation"] != side
            value, bound = known["value"], known["bound"]
            is_settled = bound == EXACT or (bound == LOWER if value >= beta else value <= alpha and bound == UPPER)
            if ply and known["depth"] >= depth and is_settled:
                return value, ""
        noisy, quiet = moves_by_sort(position)
        moves = [(text, parse_move(position, text)) for text in (*noisy, *quiet)]
        if not moves:
            return (ply - MATE if position.is_check else 0), ""
        if known is not None:
            moves.sort(key=lambda move: move[1] != known["move"])
        best, best_text, best_code, bound = -MATE, *moves[0], UPPER
        for text, code in moves:
            if depth > 1:
                push(position, text)
                value = -self._value(position, depth - 1, -beta, -alpha, ply + 1)[0]
                position.pop()
            else:
                value = -self._played_out(position, code, -beta, -alpha)
            if value > best:
                best, best_text, best_code = value, text, code
            if value >= beta:
                bound = LOWER
                break
            if value > alpha:
                alpha, bound = value, EXACT
        table.remember(known_by, value=best, depth=depth, bound=bound, move=best_code, evaluation=side)
        return best, best_text

    def _played_out(self, position: Position, code: int, alpha: int, beta: int) -> int:
        """The value for the side to move after a move, captures played out."""
        value, _, _ = search_below(self._worker, position, (code,), 0, alpha, beta, 1, False)
        assert value is not None  # nobody stops this worker
        return value


def compare(fen: str, depth: int) -> list[list[Any]]:
    """Value, move, hits and hits on a position of the other side, by each way."""
    found = []
    for way in WAYS:
        search = Search(way)
        found.append([*search.best(fen, depth), search.hits, search.others])
    return found


def positions(quick: bool) -> dict[str, list[tuple[str, str]]]:
    """Games (or endings) and FENs by kind; a first look takes others than the plan's."""
    if quick:
        found = {
            phase: [(sample.name, sample.fen) for sample in phase_positions(phase, QUICK_POSITIONS)] for phase in PHASES
        }
    else:
        games = championship_phases(GAMES)
        found = {phase: [(name, phases[phase]) for name, phases in games] for phase in PHASES}
    known = choices()[::LOOKED_AT]
    endings = known if quick else [ending for ending in choices() if ending not in known][::EVERY_ENDING]
    named = [(f"{ending.name} {number}", ending.fen) for number, ending in enumerate(endings, 1)]
    return {**found, FEW_MEN: named[:QUICK_POSITIONS] if quick else named}


def measure(quick: bool, progress: Progress) -> Result:
    """Every position by every way."""
    chosen = positions(quick)
    progress.expect(sum(map(len, chosen.values())))
    rows: list[tuple[Cell, ...]] = []
    for kind, samples in chosen.items():
        depth = QUICK_DEPTH if quick else DEPTHS[kind]
        for name, fen in samples:
            found: list[list[Cell]] = progress.step(f"{kind}, {name}, depth {depth}: {fen}", compare, fen, depth)
            rows.append((kind, name, *(cell for column in zip(*found, strict=True) for cell in column)))
    return Result(
        tables=(
            Table(
                EACH,
                (
                    "kind",
                    "game",
                    *(f"{what}, {way}" for what in ("centipawns", "move", "hits", "of the other side") for way in WAYS),
                ),
                tuple(rows),
            ),
        ),
        conditions={
            "tables": f"{ENTRIES:,} entries in all, always replaced, index by AND",
            "searches": "alpha-beta, iterative deepening, captures first; at the end captures played out by: "
            + describe(["ordered"]),
        },
    )


def judge(compared: dict[str, list[Compared]]) -> Judgement:
    """More harm where the side is left out than by separate tables, in some kind of position; little by all three ways.

    ``compared`` are the positions by kind. Told are other moves by each way, and hits on positions of the other side.
    """
    every = [position for found in compared.values() for position in found]
    needed = {
        kind: NEEDED.judged(
            _share_of_ones(
                [
                    left_out - separate
                    for left_out, separate in zip(_harmed(found, LEFT_OUT), _harmed(found, SEPARATE), strict=True)
                ],
                found,
            ),
            len(found),
            "positions",
        )
        for kind, found in compared.items()
    }
    solves = {
        way: SOLVES.judged(_share_of_ones(_harmed(every, way), every, least=0.0), len(every), "positions")
        for way in (STORED, SEPARATE)
    }
    moves = ", ".join(
        f"{way} {sum(position.moves[place] != position.moves[0] for position in every)}"
        for place, way in enumerate(WAYS)
        if place
    )
    harm = ", ".join(f"{kind} {sum(_harmed(found, LEFT_OUT))} of {len(found)}" for kind, found in compared.items())
    confused = share_of_sums(
        (position.others[-1] for position in every),
        (position.hits[-1] for position in every),
        [position.game for position in every],
    )
    return Judgement(
        (in_any(needed), in_all(solves)),
        f"Values a pawn or more off with the side left out: {harm}. Another move than with the side's own code, of "
        f"{len(every)}: {moves}. Of all hits {confused.value:.1%} are the other side's if it is left out.",
    )


def _harmed(found: list[Compared], way: str) -> list[int]:
    """Of each position whether its value is a pawn or more from that with the side's own code (1 or 0)."""
    place = WAYS.index(way)
    return [int(abs(position.values[place] - position.values[0]) >= HARM) for position in found]


def _share_of_ones(marks: list[int], found: list[Compared], least: float = -100.0) -> Estimate:
    """Per cent of the positions, its interval over games: at least as wide as what so many may not have shown."""
    games = [position.game for position in found]
    share = no_narrower(scaled(mean(marks, games), 100), len(set(games)), 100)
    return Estimate(share.value, max(share.low, least), min(share.high, 100.0))


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    compared: dict[str, list[Compared]] = {}
    size = len(WAYS)
    for kind, game, *cells in result.rows(EACH):
        columns = (tuple(cells[first : first + size]) for first in range(0, len(cells), size))
        compared.setdefault(kind, []).append(Compared(game, *columns))
    return (compared,)
