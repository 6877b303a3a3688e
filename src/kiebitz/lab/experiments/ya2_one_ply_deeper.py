"""What one wrong hit does: on the principal variation, beside it, and one ply later.

Of a position, after the best move that a short search finds, the tree is searched iteration by iteration with a window
that leaves out nothing but mates. Before the last but one iteration one entry of the table is wronged: a value three
pawns off, to either side, exact and just as deep as this iteration needs it. It stands at a node of the principal
variation of the iteration before, or at a brother of one, drawn by chance. Every entry has a tree of its own, searched
from an empty table. It does harm if the value of the tree is then a pawn or more from that of the same iteration
without it; a ply deeper, in the next iteration, the entry is not deep enough any more. That another move is played than
in the clean iterations is no harm by itself, as among moves of one value any may come first: it is counted beside, and
the same with a right entry in the same place, whose value is not off.

The search is today's, whose principal variation distrusts the table. Beside it the same without principal variation
search, where nodes with open windows take the table's word: what the distrust is worth. Values repeat exactly.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from kiebitz.core import parameters
from kiebitz.core.chess.notation import legal_codes, parse_move
from kiebitz.core.chess.position import Position
from kiebitz.core.search.subtree import begin, key_below, path_text, rearm, search_below
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table as TranspositionTable
from kiebitz.engine import position_from
from kiebitz.lab.claims.claim import Cell, Claim, Result, Table
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.claims.drawing import legend_above, whiskers_of
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import championship_positions, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY, SearchSettings
from kiebitz.lab.measuring.statistics import rate, scaled, share_of_sums
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="YA2",
    title="One ply deeper repairs a wrong hit",
    statement="A wrong value from the table hardly matters: a search one ply deeper in effect corrects it, and the "
    "principal variation doesn't believe the table.",
    source=YANEURAOU,
)

DISTRUSTING, BELIEVING = "distrusting", "believing"
SEARCHES: dict[str, SearchSettings] = {
    DISTRUSTING: TODAY,
    BELIEVING: {**TODAY, "principal_variation_search": 0},
}
PRINCIPAL, BESIDE = "principal variation", "beside it"
PLACES = (PRINCIPAL, BESIDE)
PHASE = "middlegame"
GAMES, QUICK_POSITIONS = 60, 2
DEPTH, QUICK_DEPTH = 8, 4
PLIES = 3
"""Of the principal variation: so many nodes are wronged, and twice as many brothers of them."""
SEED = 64
HASH_MB = 1
WINDOW = 20_000
"""Centipawns; beyond are mates."""
WRONG_BY, HARM = 300, 100
"""Centipawns by which an entry is wrong, and by which the tree's value is then harmed."""
EXACT = 3
HARDLY, NEARLY_ALL = 5.0, 90.0
FEWEST = 20
"""Fewer harmful entries say nothing about their repair."""
MARKS = tuple(
    f"{mark}{depth}{entry}"
    for entry in ("", ", right entry")
    for mark in ("harm", "other move")
    for depth in ("", " a ply deeper")
)
EACH = "Every wrong entry"

DISTRUSTED = Prediction(
    "the principal variation doesn't believe the table",
    "wrong entries of nodes of the principal variation that do harm at the same depth",
    high=HARDLY,
    unit="%",
    margin="one in twenty at most",
)
REPAIRED = Prediction(
    "one ply deeper corrects it in effect",
    "harmful entries of both searches that do no more harm a ply deeper",
    NEARLY_ALL,
    unit="%",
    margin="'in effect' is nine of ten",
)
PLAN = Plan(
    version=2,
    original="単発で異常値があって枝狩りに合わずに採用されても一段深く潜れば事実上是正されるからって事でしょうか。…"
    " はい、それが一番大きな理由だと思います。あと登録されている値が、どうせその周辺の局面のはずで、そんなに外れた値で"
    "はないことが多いだとか、PV(最善応手列)に関しては置換表の値を使わない(信じない)コードになっているだとか、そういうのも"
    "あります。",
    translation="[A reader:] Is it because, even if there is a single abnormal value that isn't pruned away and gets "
    "adopted, it is in effect corrected by going one step deeper? … [The author:] Yes, I think that is the main "
    "reason. Besides, the value stored is that of some position nearby anyway, and so often not that far off; and the "
    "code doesn't use (doesn't believe) the table's values for the PV; there are such reasons, too.",
    qualifiers="“I think”. That wrong values are seldom far off is not measured here: these are three pawns off.",
    predictions=(DISTRUSTED, REPAIRED),
    sample=f"one {PHASE} position of each of {GAMES} games of the world championships, {DEPTH} plies deep and one "
    f"more; the first {PLIES} nodes of the principal variation and {2 * PLIES} brothers of them; errors by positions",
    seeds=f"{SEED}, of brothers and signs, for each position anew",
    earlier=(
        Earlier(
            "does not hold",
            "2026-11-23",
            "Another move counted as harm even if it is worth as much, and how often that happens with a right entry "
            "was not asked.",
        ),
    ),
)

Wronged: TypeAlias = tuple[int, int]
"""Whether a wrong entry did harm at the same depth, and a ply deeper (1 or 0)."""
Moved: TypeAlias = tuple[int, int]
"""Whether another move was played at the same depth with the wrong entry, and with a right one (1 or 0)."""
Found: TypeAlias = tuple[int, int]
"""Of an iteration: value for the side to move, and the best move's code."""


class Tree:
    """The tree below the first move of a position, searched iteration by iteration from an empty table."""

    def __init__(self, root: Position, first: int, settings: SearchSettings) -> None:
        """The tree after the move with code ``first``."""
        self._root, self._first = root, first
        self._table = TranspositionTable(HASH_MB)
        self._worker = Worker(self._table)
        self._worker.configure(parameters.complete(settings))
        begin(self._worker)
        rearm(self._worker)
        self.line: tuple[int, ...] = ()
        """The principal variation of the last iteration, as codes of moves."""

    def iterate(self, depth: int) -> Found:
        """One iteration."""
        value, _, self.line = search_below(
            self._worker, self._root, (self._first,), depth, -WINDOW, WINDOW, depth + 1, False
        )
        assert value is not None  # nobody stops this worker
        return value, self.line[0] if self.line else 0

    def enter(self, path: tuple[int, ...], value: int, depth: int) -> None:
        """Put an exact value for the node at the end of a path into the table."""
        key = key_below(self._worker, self._root, (self._first, *path))
        self._table.remember(key, value=value, depth=depth, bound=EXACT)

    def brothers(self, path: tuple[int, ...]) -> list[int]:
        """The other moves beside the last one of a path."""
        text = path_text(self._root, (self._first, *path[:-1]))
        return sorted(set().union(*legal_codes(position_from(self._root.fen(), text))) - {path[-1]})


def marks(clean: list[Found], changed: list[Found]) -> list[int]:
    """By iteration whether the value is a pawn or more off; then whether a move is played that the clean ones don't."""
    moves = {move for _, move in clean}
    return [
        *(int(abs(value - right) >= HARM) for (right, _), (value, _) in zip(clean, changed, strict=True)),
        *(int(move not in moves) for _, move in changed),
    ]


def wrong(fen: str, name: str, depth: int) -> list[list[Any]]:
    """Rows of a place and the marks of a wrong and of a right entry there, for every place in one position."""
    root = position_from(fen)
    first = parse_move(root, search_once(fen, TODAY, hash_mb=HASH_MB, depth=depth)["move"])

    def before_last() -> tuple[Tree, int]:
        """A tree at the iteration before ``depth``, and its value."""
        tree, value = Tree(root, first, SEARCHES[name]), 0
        for each in range(1, depth):
            value, _ = tree.iterate(each)
        return tree, value

    tree, value = before_last()
    line = tree.line[: min(PLIES, depth - 1)]
    clean = [tree.iterate(each) for each in (depth, depth + 1)]
    random = Random(SEED)
    nodes = [(PRINCIPAL, line[:ply]) for ply in range(1, len(line) + 1)]
    for ply in range(1, len(line) + 1):
        others = tree.brothers(line[:ply])
        nodes += [(BESIDE, (*line[: ply - 1], move)) for move in random.sample(others, min(2, len(others)))]
    found: list[list[Any]] = []
    for place, path in nodes:
        right = -value if len(path) % 2 else value
        row: list[Any] = [place]
        for off in (random.choice((-WRONG_BY, WRONG_BY)), 0):
            changed, _ = before_last()
            changed.enter(path, right + off, depth - len(path))
            row += marks(clean, [changed.iterate(each) for each in (depth, depth + 1)])
        found.append(row)
    return found


def measure(quick: bool, progress: Progress) -> Result:
    """Wrong the table of every position, with both searches."""
    depth = QUICK_DEPTH if quick else DEPTH
    chosen = phase_positions(PHASE, QUICK_POSITIONS) if quick else championship_positions(PHASE, slice(GAMES))
    samples = [(sample.name, sample.fen) for sample in chosen]
    progress.expect(len(samples) * len(SEARCHES))
    rows: list[tuple[Cell, ...]] = [
        (search_name, name, *row)
        for search_name in SEARCHES
        for name, fen in samples
        for row in progress.step(
            f"{search_name}, {name}, depth {depth}, {fen}", partial(wrong, fen, search_name, depth)
        )
    ]
    return Result(
        tables=(Table(EACH, ("search", "game", "place", *MARKS), tuple(rows)),),
        conditions={
            "search": f"{DISTRUSTING}: today's with the classical evaluation; {BELIEVING}: the same without principal "
            f"variation search; depth {depth}, {HASH_MB} MB",
            "wrong entry": f"exact, {WRONG_BY} centipawns off, as deep as the node; harm: {HARM} centipawns",
        },
    )


def judge(wronged: dict[tuple[str, str], list[tuple[str, Wronged]]], moved: list[Moved]) -> Judgement:
    """One wrong entry of the principal variation in twenty may do harm; nine of ten that do harm are repaired by a ply.

    ``wronged`` has by search and place the game and the harm of every entry; ``moved``, of all, is told.
    """
    principal, beside = (wronged.get((DISTRUSTING, place), []) for place in PLACES)
    games = len({game for game, _ in principal}), "positions"
    harmful = [(game, later) for entries in wronged.values() for game, (now, later) in entries if now]
    believed = wronged.get((BELIEVING, PRINCIPAL), [])
    told = (
        f"Of wrong entries beside it {_harmed(beside).value:.1f}% did harm; without principal variation search "
        f"{_harmed(believed).value:.1f}% of those on it. {_told_of_moves(moved)}"
        if beside and believed
        else ""
    )
    return Judgement(
        (
            DISTRUSTED.judged(_harmed(principal), *games)
            if principal
            else DISTRUSTED.undecided("no entry of the principal variation was wronged"),
            REPAIRED.judged(_repaired(harmful), len({game for game, _ in harmful}), "positions with harm")
            if len(harmful) >= FEWEST
            else REPAIRED.undecided(f"only {len(harmful)} entries did harm"),
        ),
        told,
    )


def _told_of_moves(moved: list[Moved]) -> str:
    """How often another move is played with a wrong entry and with a right one."""
    wrong, right = (sum(column) / len(moved) for column in zip(*moved, strict=True))
    return f"Another move is played with {wrong:.1%} of the wrong entries, and with {right:.1%} of right ones there."


def _harmed(entries: list[tuple[str, Wronged]]) -> Estimate:
    """The share that did harm at the same depth, in per cent."""
    harmed = [now for _, (now, _) in entries]
    if not sum(harmed):
        return scaled(rate(0, len(harmed)), 100)
    return scaled(share_of_sums(harmed, [1] * len(harmed), [game for game, _ in entries]), 100)


def _repaired(harmful: list[tuple[str, int]]) -> Estimate:
    """The share of these that did no more harm a ply deeper, in per cent."""
    lasting = sum(later for _, later in harmful)
    if not lasting:
        none = scaled(rate(0, len(harmful)), 100)
        return Estimate(100 - none.value, 100 - none.high, 100 - none.low)
    repaired = [1 - later for _, later in harmful]
    return scaled(share_of_sums(repaired, [1] * len(repaired), [game for game, _ in harmful]), 100)


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    wronged: dict[tuple[str, str], list[tuple[str, Wronged]]] = {}
    moved: list[Moved] = []
    for search_name, game, place, now, later, moves, _, _, _, moves_by_right, _ in result.rows(EACH):
        wronged.setdefault((search_name, place), []).append((game, (now, later)))
        moved.append((moves, moves_by_right))
    return wronged, moved


def draw(result: Result, figure: Figure) -> None:
    """How many wrong entries do harm, by search and place."""
    axes = figure.add_subplot()
    wronged, _ = kept(result)
    for search_name in SEARCHES:
        shares = [_harmed(wronged[search_name, place]) for place in PLACES]
        axes.errorbar(
            PLACES, [share.value for share in shares], whiskers_of(shares), fmt="o", capsize=4, label=search_name
        )
    axes.set_ylabel("wrong entries that do harm, %")
    axes.set_ylim(bottom=0)
    axes.margins(x=0.4)
    legend_above(figure, axes)
