"""Three ways for a table to tell whose move it is: a code of its own in the key, the side stored, a table for each.

Real searches without a table are recorded, and the keys of their inner nodes, in the order of the search, are asked of
tables that store what they don't know: as a search would use them, but each with the same questions. In the first the
side has a code of its own in the key. In the second the key has none, so that a position has one index whoever is to
move, and the side stands in the entry and is compared. In the third there are two tables, each half as large. A fourth
leaves the side out altogether and shows what that would do. All have the same number of entries and always replace. A
hit on a position of the other side to move is a false one; all of them are counted, as the side is kept beside.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from kiebitz.core.chess.position import Position
from kiebitz.core.table.table import Table as TranspositionTable
from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import KINDS
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz.lab.claims.judging import Judgement, Prediction, exactly, in_all
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.critical_tree import MAX_ROWS, TooManyNodesError
from kiebitz.lab.measuring.positions import PHASES, championship_phases, taken_games
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.settings import ORDERED, describe, without_table
from kiebitz.lab.measuring.statistics import geometric_mean, scaled, share_of_sums

CLAIM = Claim(
    id="MA2",
    title="Whose move it is, told in three ways",
    statement="The side to move has to be told apart: by a code of its own in the key, by storing the side in the "
    "table, or by separate tables for Black and White; each is a solution.",
    source=MINIMAX_ARTICLE,
)

CODE, STORED, SEPARATE, LEFT_OUT = "own code", "side stored", "separate tables", "left out"
WAYS = (CODE, STORED, SEPARATE, LEFT_OUT)
DEPTH, QUICK_DEPTH = 6, 4
GAMES, QUICK_GAMES = 20, 1
HALF_MB = 1
DESIGN = TableDesign(policy="always", key_bits=64)
TREE = KINDS.index("tree")
EXACT = 3
# Positions that differ in the side to move only, which shows its code.
TO_MOVE = tuple(Position(f"4k3/8/8/8/8/8/8/4K3 {side} - - 0 1").hash_key for side in "wb")
SIDE_CODE = TO_MOVE[0] ^ TO_MOVE[1]
EACH = "Every position"

NEEDED = Prediction(
    "the side to move has to be told apart",
    "hits on a position of the other side where it is left out, of all hits",
    0.1,
    unit="%",
    margin="one in a thousand, so that it matters",
)
TOLD = Prediction(
    "each of the three ways tells it apart",
    "hits on a position of the other side",
    0,
    0,
    "exceptions",
)
PLAN = Plan(
    version=2,
    original="Um eine Position eindeutig zu identifizieren reichen die Figuren alleine nicht aus, man muss auch das "
    "Zugrecht, den Rochadestatus und etwaige enpassant Felder berücksichtigen. … Das Zugrecht verwaltet man entweder "
    "duch einen eigenen Code, der beim Wechsel des Zugrechts mit der Kennung XOR-verknüpft wird oder man schreibt mit "
    "in die Tabelle, welche Seite am Zug ist. Auch getrennte Tabellen für Schwarz und Weiß wären eine Lösung.",
    translation="To identify a position beyond doubt the men alone are not enough, one has to take into account the "
    "right to move, castling rights and en passant squares. … The right to move is managed either by a code of its "
    "own, which is XORed with the key whenever the right to move changes, or one writes into the table which side is "
    "to move. Separate tables for Black and White would be a solution, too.",
    predictions=(NEEDED, TOLD),
    sample=f"the three phases of {GAMES} games to {DEPTH} plies; errors by games",
    earlier=(
        Earlier(
            "does not hold",
            "2026-11-23",
            "It was asked besides that each way has as many hits as the code, within a hundredth. The article says "
            "that each is a solution, and not that they are equally good; that is told beside it now.",
        ),
    ),
)


def questions(fen: str, depth: int) -> list[tuple[int, int, int]]:
    """Key, side to move and depth of each inner node of a search, in its order. Raises TooManyNodesError."""
    with Engine(**options_by_name(without_table(ORDERED), hash_mb=1)) as engine:
        trace = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS)
    if trace.unrecorded:
        raise TooManyNodesError(f"{fen} has more than {MAX_ROWS:,} nodes; search less deep")
    rows = trace.rows[(trace.rows["fresh"] == 1) & (trace.rows["kind"] == TREE)]
    first = 0 if Position(fen).turn else 1
    sides = (rows["ply"] + first) % 2
    return list(zip(rows["key"].tolist(), sides.tolist(), rows["depth"].tolist(), strict=True))


def hits_of(way: str, asked: list[tuple[int, int, int]]) -> list[int]:
    """Hits that a table gives, and those on a position of the other side, if it tells the side in such a way."""
    sizes = (HALF_MB, HALF_MB) if way == SEPARATE else (2 * HALF_MB,)
    tables = [TranspositionTable(size_mb, DESIGN) for size_mb in sizes]
    hits = false_hits = 0
    for key, side, depth in asked:
        men = key ^ SIDE_CODE if side else key
        match way:
            case "own code":
                table, known_by = tables[0], key
            case "side stored":
                # In the lowest bit, which is compared but chooses no index.
                table, known_by = tables[0], men & ~1 | side
            case "separate tables":
                table, known_by = tables[side], men
            case _:
                table, known_by = tables[0], men
        found = table.look_up(known_by)
        if found is not None:
            hits += 1
            false_hits += found["value"] != side
        table.remember(known_by, value=side, depth=depth, bound=EXACT)
    return [hits, false_hits]


def compare(fen: str, depth: int) -> list[list[int]]:
    """Questions, then hits and false hits by each way."""
    asked = questions(fen, depth)
    return [[len(asked)], *(hits_of(way, asked) for way in WAYS)]


def measure(quick: bool, progress: Progress) -> Result:
    """Every phase of every game."""
    depth = QUICK_DEPTH if quick else DEPTH
    # A first look takes other games than the plan's.
    games = championship_phases(taken_games(quick, GAMES, QUICK_GAMES))
    progress.expect(len(games) * len(PHASES))
    rows: list[tuple[Any, ...]] = []
    for name, phases in games:
        for phase, fen in phases.items():
            found: list[list[int]] = progress.step(
                f"{name}, {phase}, depth {depth}: {fen}", partial(compare, fen, depth)
            )
            rows.append((name, phase, *(number for numbers in found for number in numbers)))
    return Result(
        measurements=tuple(
            Measurement(f"hits, {way}", sum(row[3 + 2 * number] for row in rows)) for number, way in enumerate(WAYS)
        ),
        tables=(
            Table(
                EACH,
                (
                    "game",
                    "phase",
                    "questions",
                    *(f"{what}, {way}" for way in WAYS for what in ("hits", "false")),
                ),
                tuple(rows),
            ),
        ),
        conditions={
            "tables": f"{2 * HALF_MB} MB in all, entries of 16 bytes, always replaced",
            "searches": f"{depth} plies without table, inner nodes; {describe(['ordered'])}",
        },
    )


def judge(hits: dict[str, list[tuple[str, int, int]]]) -> Judgement:
    """False hits where the side is left out, and none by the three ways; errors by games.

    By way, for each position: its game, hits, and those on a position of the other side. Told is how many hits the
    other ways have for each of the code's.
    """
    games = [game for game, _, _ in hits[CODE]]
    sample = len(set(games)), "games"
    confused = share_of_sums((false for _, _, false in hits[LEFT_OUT]), (all_ for _, all_, _ in hits[LEFT_OUT]), games)
    ratios = {
        way: geometric_mean(
            (own / with_code for (_, own, _), (_, with_code, _) in zip(hits[way], hits[CODE], strict=True)), games
        )
        for way in (STORED, SEPARATE)
    }
    told = " and ".join(f"{ratio.value:.3f} ({ratio.low:.3f} to {ratio.high:.3f})" for ratio in ratios.values())
    return Judgement(
        (
            NEEDED.judged(scaled(confused, 100), *sample),
            in_all({way: TOLD.judged(exactly(sum(false for _, _, false in hits[way]))) for way in WAYS[:3]}),
        ),
        f"Hits by those of the code, as many entries in all: {told} ({' and '.join(ratios)}).",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(EACH)
    return (
        {way: [(row[0], *row[3 + 2 * number : 5 + 2 * number]) for row in rows] for number, way in enumerate(WAYS)},
    )
