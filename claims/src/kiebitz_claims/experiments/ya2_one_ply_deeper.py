"""Effect of one wrong hit: on the principal variation, beside it, and one ply later.

Of a position, after the best move that a short search finds, the tree is searched iteration by iteration with a window
that leaves out nothing but mates. Before the last but two one entry of the table is wronged: an exact value three pawns
off, to either side. It stands at a node of the principal variation of the iteration before, or at a brother of one,
drawn by chance. A stray entry is of any depth: this one is as deep as the iteration needs it, or up to four plies
deeper, drawn by chance, so that it can be used in later iterations, too, if nothing takes its place. Every entry has a
tree of its own, searched from an empty table.

It does harm if the value of the tree is then a pawn or more from that of the same iteration without it. Three
iterations are looked at: harm may be done at once or in the second only, and it is repaired if there is none in the
iteration after that in which it was seen first. What searches differ by anyway is told beside: the same is asked of an
entry in the same place, just as deep, that holds the value of the principal variation. That another move is played
than in the clean iterations is no harm by itself, as among moves of one value any may come first: it is told, too.

The search is today's, whose principal variation distrusts the table: a line of our program, as of the article's, lets
no entry end a node of it. So it is not asked whether that line works, but what it is worth: entries may still mislead
by the order of moves, by extensions, or where a node is searched again with another window. It is the author's search,
and decides. Beside it the same without principal variation search, where nodes with open windows take the table's word:
a condition, and where there is harm to be repaired. Values repeat exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple, TypeAlias

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.openings import read_book
from kiebitz.core import parameters
from kiebitz.core.chess.notation import legal_codes, parse_move
from kiebitz.core.chess.position import Position
from kiebitz.core.search.subtree import begin, key_below, path_text, rearm, search_below
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table as TranspositionTable
from kiebitz.engine import position_from
from kiebitz.engine.eras import parameters_in
from kiebitz_claims.claims.claim import Cell, Result
from kiebitz_claims.claims.drawing import Figure, legend_above, whiskers_of
from kiebitz_claims.claims.judging import Judgement, Part, Prediction, in_its_own
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY, SearchSettings
from kiebitz_claims.measuring.statistics import no_narrower, scaled, share_of_sums

DISTRUSTING, BELIEVING = "distrusting", "believing"
SEARCHES: dict[str, SearchSettings] = {
    DISTRUSTING: TODAY,
    BELIEVING: {**TODAY, "principal_variation_search": 0},
}
PRINCIPAL, BESIDE = "principal variation", "beside it"
PLACES = (PRINCIPAL, BESIDE)
OPENINGS, QUICK_POSITIONS = 120, 2
DEPTH, QUICK_DEPTH = 7, 4
ITERATIONS = 3
PLIES = 3
"""Of the principal variation: so many nodes are wronged, and a brother of each."""
MOST_TOO_DEEP = 4
"""Plies that an entry may be deeper than it has to be."""
SEED = 66
HASH_MB = 1
WINDOW = 20_000
"""Centipawns; beyond are mates."""
WRONG_BY, HARM = 300, 100
"""Centipawns by which an entry is wrong, and by which the tree's value is then harmed."""
EXACT = 3
FEWEST = 20
"""Fewer harmful entries say nothing about their repair."""
WHEN = ("", " a ply deeper", " two plies deeper")
MARKS = tuple(
    f"{mark}{entry}" for entry in ("", ", right entry") for mark in (*(f"harm{when}" for when in WHEN), "other move")
)
EACH = "Every wrong entry"

STUDY = Study(__file__, constants=globals())
HARDLY_MATTERS, DISTRUSTED, REPAIRED = STUDY.predictions.values()

Harm: TypeAlias = tuple[int, ...]
"""Whether an entry did harm in each of the iterations (1 or 0)."""


class Entry(NamedTuple):
    """The outcome of a wrong entry, and of a right one in its place."""

    opening: str
    """Where it was planted."""
    too_deep: int
    """Plies that it was deeper than it had to be."""
    wrong: Harm
    """Of the wrong entry."""
    right: Harm
    """Of the right one."""
    moved: tuple[int, int]
    """Whether the wrong and the right one led to another move in the first iteration (1 or 0)."""


Found: TypeAlias = tuple[int, int]
"""Of an iteration: value for the side to move, and the best move's code."""


class Tree:
    """The tree below the first move of a position, searched iteration by iteration from an empty table."""

    def __init__(self, root: Position, first: int, settings: SearchSettings) -> None:
        """The tree after the move with code ``first``."""
        self._root, self._first = root, first
        self._table = TranspositionTable(HASH_MB)
        self._worker = Worker(self._table)
        self._worker.configure(parameters.complete(parameters_in(settings)))
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
    """By iteration whether the value is a pawn or more off; then whether the first has a move that no clean one has."""
    harm = [int(abs(value - right) >= HARM) for (right, _), (value, _) in zip(clean, changed, strict=True)]
    return [*harm, int(changed[0][1] not in {move for _, move in clean})]


def wrong(fen: str, name: str, depth: int) -> list[list[Any]]:
    """Rows of place, plies too deep, and the marks of a wrong and of a right entry there: every place of a position."""
    root = position_from(fen)
    first = parse_move(root, search_once(fen, TODAY, hash_mb=HASH_MB, depth=depth)["move"])
    iterations = range(depth, depth + ITERATIONS)

    def before() -> tuple[Tree, int]:
        """A tree at the iteration before ``depth``, and its value."""
        tree, value = Tree(root, first, SEARCHES[name]), 0
        for each in range(1, depth):
            value, _ = tree.iterate(each)
        return tree, value

    tree, value = before()
    line = tree.line[: min(PLIES, depth - 1)]
    clean = [tree.iterate(each) for each in iterations]
    random = Random(f"{SEED} {fen}")
    nodes = [(PRINCIPAL, line[:ply]) for ply in range(1, len(line) + 1)]
    for ply in range(1, len(line) + 1):
        others = tree.brothers(line[:ply])
        nodes += [(BESIDE, (*line[: ply - 1], move)) for move in random.sample(others, min(1, len(others)))]
    found: list[list[Any]] = []
    for place, path in nodes:
        right = -value if len(path) % 2 else value
        too_deep = random.randint(0, MOST_TOO_DEEP)
        row: list[Any] = [place, too_deep]
        for off in (random.choice((-WRONG_BY, WRONG_BY)), 0):
            changed, _ = before()
            changed.enter(path, right + off, depth - len(path) + too_deep)
            row += marks(clean, [changed.iterate(each) for each in iterations])
        found.append(row)
    return found


def measure(quick: bool, progress: Progress) -> Result:
    """Wrong the table of every position, with both searches."""
    depth = QUICK_DEPTH if quick else DEPTH
    if quick:
        # A first look takes other positions than the plan's.
        samples = [(sample.name, sample.fen) for sample in phase_positions("middlegame", QUICK_POSITIONS)]
    else:
        drawn = read_book().shuffled(SEED)[:OPENINGS]
        samples = [(f"{number}", opening.fen) for number, opening in enumerate(drawn, 1)]
    progress.expect(len(samples) * len(SEARCHES))
    rows: list[tuple[Cell, ...]] = [
        (search_name, name, *row)
        for search_name in SEARCHES
        for name, fen in samples
        for row in progress.step(f"{search_name}, {name}, depth {depth}, {fen}", wrong, fen, search_name, depth)
    ]
    return STUDY.result(
        rows,
        conditions={
            "search": f"{DISTRUSTING}: today's with the classical evaluation; {BELIEVING}: the same without principal "
            f"variation search; depth {depth} to {depth + ITERATIONS - 1}, {HASH_MB} MB",
            "wrong entry": f"exact, {WRONG_BY} centipawns off, 0 to {MOST_TOO_DEEP} plies deeper than needed; harm: "
            f"{HARM} centipawns",
        },
    )


def judge(entries: dict[tuple[str, str], list[Entry]]) -> Judgement:
    """One wrong entry in twenty may do harm, and of the principal variation; a ply repairs nine of ten that do.

    The search that distrusts them decides, the believing one is a condition. Too few harmful entries leave their repair
    undecided. ``entries`` are by search and place. Told are the right ones, and repair by how deep the entry was.
    """
    if not entries:
        return Judgement(tuple(prediction.undecided("no entry was wronged") for prediction in STUDY.plan.predictions))
    found = {search: [each for place in PLACES for each in entries.get((search, place), [])] for search in SEARCHES}
    asked = {search: those for search, those in found.items() if those}
    harmful = {search: _harmful(entries, search) for search in asked}
    return Judgement(
        (
            in_its_own({search: _limited(HARDLY_MATTERS, those) for search, those in asked.items()}),
            _limited(DISTRUSTED, entries.get((DISTRUSTING, PRINCIPAL), [])),
            in_its_own({search: _mended(those) for search, those in harmful.items()}),
        ),
        _told(entries, harmful),
    )


def _limited(prediction: Prediction, wronged: list[Entry]) -> Part:
    """Share of the wrong entries that do harm."""
    if not wronged:
        return prediction.undecided("no such entry was wronged")
    return prediction.judged(_harmed(wronged), len({each.opening for each in wronged}), "openings")


def _mended(harmful: list[Entry]) -> Part:
    """Share of the harmful entries that are repaired, if they are enough to say so."""
    if len(harmful) < FEWEST:
        return REPAIRED.undecided(f"only {len(harmful)} did harm" if harmful else "none did harm to be repaired")
    return REPAIRED.judged(_repaired(harmful), len({each.opening for each in harmful}), "openings with harm")


def _told(entries: dict[tuple[str, str], list[Entry]], harmful: dict[str, list[Entry]]) -> str:
    """Harm by search and place beside that of right entries, repair by depth, and moves."""
    harm = "; ".join(
        f"{search}, {place} {_percent(map(_did_harm, (each.wrong for each in found)))} "
        f"({_percent(map(_did_harm, (each.right for each in found)))})"
        for (search, place), found in entries.items()
    )
    repair = "; ".join(f"in the {search} search {_repair(found)}" for search, found in harmful.items())
    moved = [each.moved for found in entries.values() for each in found]
    by_wrong, by_right = (_percent(column) for column in zip(*moved, strict=True))
    return (
        f"Wrong entries (right ones) that did harm at once or a ply deeper: {harm}. Repaired by a ply: {repair}. "
        f"Another move is played with {by_wrong} of the wrong entries, and with {by_right} of right ones there."
    )


def _repair(found: list[Entry]) -> str:
    """Share of the harmful entries that are repaired, by their depth."""
    by_depth = {
        "just as deep as needed": [each for each in found if not each.too_deep],
        "deeper than needed": [each for each in found if each.too_deep],
    }
    said = [
        f"{sum(map(_is_repaired, those))} of {len(those)} harmful entries {depth}"
        for depth, those in by_depth.items()
        if those
    ]
    return " and ".join(said) or "there were no harmful entries"


def _percent(marks_found: Iterable[int]) -> str:
    """The share of ones."""
    found = list(marks_found)
    return f"{100 * sum(found) / len(found):.1f}%"


def _did_harm(harm: Harm) -> int:
    """Whether harm was done at once or a ply deeper (1 or 0); the last iteration only shows what is repaired."""
    return int(any(harm[:-1]))


def _is_repaired(entry: Entry) -> int:
    """Whether the iteration after that with the first harm has none (1 or 0)."""
    return 1 - entry.wrong[entry.wrong.index(1) + 1]


def _harmful(entries: dict[tuple[str, str], list[Entry]], search: str) -> list[Entry]:
    """The wrong entries of a search that did harm, wherever they stood."""
    return [each for (name, _), found in entries.items() if name == search for each in found if _did_harm(each.wrong)]


def _harmed(entries: list[Entry]) -> Estimate:
    """The share of wrong entries that did harm, in per cent."""
    return _share([_did_harm(each.wrong) for each in entries], entries)


def _repaired(harmful: list[Entry]) -> Estimate:
    """The share of these that did no more harm a ply after the first, in per cent."""
    return _share([_is_repaired(each) for each in harmful], harmful)


def _share(ones: list[int], entries: list[Entry]) -> Estimate:
    """A share in per cent, its interval over openings: at least as wide as what so many may not have shown."""
    openings = [each.opening for each in entries]
    found = no_narrower(share_of_sums(ones, [1] * len(ones), openings), len(set(openings)))
    return scaled(Estimate(found.value, max(found.low, 0.0), min(found.high, 1.0)), 100)


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    entries: dict[tuple[str, str], list[Entry]] = {}
    for search, opening, place, too_deep, *found in result.rows(EACH):
        wronged, righted = found[: ITERATIONS + 1], found[ITERATIONS + 1 :]
        entry = Entry(opening, too_deep, tuple(wronged[:-1]), tuple(righted[:-1]), (wronged[-1], righted[-1]))
        entries.setdefault((search, place), []).append(entry)
    return (entries,)


def draw(result: Result, figure: Figure) -> None:
    """Draw the share of wrong entries that do harm, by search and place; of these, those that a ply repairs."""
    left, right = figure.subplots(1, 2)
    (entries,) = kept(result)
    for number, search in enumerate(SEARCHES):
        shares = [_harmed(entries[search, place]) for place in PLACES]
        left.errorbar(
            *(PLACES, [share.value for share in shares], whiskers_of(shares)),
            fmt="o",
            capsize=4,
            color=f"C{number}",
            label=search,
        )
        by_depth: dict[int, list[Entry]] = {}
        for each in _harmful(entries, search):
            by_depth.setdefault(each.too_deep, []).append(each)
        depths = sorted(by_depth)
        repaired = [_repaired(by_depth[depth]) for depth in depths]
        right.errorbar(
            *(depths, [share.value for share in repaired], whiskers_of(repaired)),
            fmt="o",
            capsize=4,
            color=f"C{number}",
        )
    left.set(ylabel="wrong entries that do harm, %", ylim=(-1, None))
    left.margins(x=0.4)
    right.set(ylabel="of these repaired by a ply, %", xlabel="plies that the entry is too deep")
    right.set_xticks(range(MOST_TOO_DEEP + 1))
    right.set_ylim(-4, 104)
    right.axhline(REPAIRED.low, color="grey", linewidth=0.8)
    legend_above(figure, left)
