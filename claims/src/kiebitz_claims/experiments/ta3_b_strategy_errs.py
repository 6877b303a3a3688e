"""Shannon's B strategy against his A strategy: what is lost by looking at the promising moves only, and what is won.

Tartan's search in plain Python looks at every move (A), or at the few of each position that look best when they are
made and evaluated (B); behind both captures are played out. An error is a move of B that A, to the same depth, judges
at least a pawn worse than its own: A's value of B's move is asked for by searching on behind it. Positions are the
middlegames of some games, and a tactical suite, where in addition the solutions found are compared. Then B may look
as deep as it can without judging more positions than A did, those included that it looks at in order to choose: by so
many plies it is less short-sighted. Positions judged repeat exactly. Plan 1 had a hundred tactical positions, at a
minute or two each in plain Python; they were halved before any of them was searched. Plan 2 had no limit; the captures
behind one middlegame had not come to an end after a quarter of an hour. What is beyond the limit is left out and named.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict

from kiebitz.classroom.board.mailbox import Mailbox
from kiebitz.classroom.board.tartan import WMAX, Found, Strategy, Tartan, best_move, found_by
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import legend_above, whiskers_of
from kiebitz_claims.claims.judging import Judgement, Part, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import LATER_PLIES, later_championship_positions, suite
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import mean, proportion, scaled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DEPTH, QUICK_DEPTH, DEEPEST = 3, 2, 8
WIDTHS = (5, 10)
TASKS, QUICK = slice(50, 100), slice(-1, None)
MIDDLEGAMES, TACTICS = "middlegames", "tactics"
PAWN = 128
MOST = 1_000_000
"""Positions that the A strategy may judge in one; what has more is left out."""
EACH = "Every position"

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES, first=TASKS.start + 1)
ERRORS, SIGHT = STUDY.predictions.values()


class Compared(TypedDict):
    """Of one position and width."""

    loss: int
    """The loss of B's move against A's own by A's judgement, to the same depth; 1/128 pawn."""
    moves: list[str]
    """A's move, B's to the same depth, and B's with as many positions."""
    positions: list[int]
    """Positions that A judged, and B to the same depth."""
    deeper: int
    """Plies that B gets further with no more positions than A; less than 0 where it gets less far."""


def compare(fen: str, depth: int) -> dict[str, Compared]:
    """Both strategies on one position, by width; nothing if the A strategy would have to judge too many positions."""
    board = Mailbox(fen)
    every = cheap_move(fen, Strategy(depth), MOST)
    if every is None:
        return {}
    assert every.move is not None, f"the game is over in {fen}"
    found = {}
    for width in WIDTHS:
        few = best_move(board, Strategy(depth, width))
        assert few.move is not None
        reached, sighted = 0, few
        for plies in range(1, DEEPEST + 1):
            further = few if plies == depth else cheap_move(fen, Strategy(plies, width), every.positions)
            if further is None or further.positions > every.positions:
                break
            reached, sighted = plies, further
        found[str(width)] = Compared(
            loss=abs(every.value - value_of(board, few.move, depth)) if few.move != every.move else 0,
            moves=[str(each.move) for each in (every, few, sighted)],
            positions=[every.positions, few.positions],
            deeper=reached - depth,
        )
    return found


class _TooManyPositionsError(Exception):
    pass


class _CheapTartan(Tartan):
    """A search that is given up once it has judged more than so many positions."""

    def __init__(self, board: Mailbox, strategy: Strategy, most: int) -> None:
        super().__init__(board, strategy)
        self._most = most

    def quiet_value(self, alpha: int, beta: int) -> int:
        """See Tartan."""
        if self.positions > self._most:
            raise _TooManyPositionsError
        return super().quiet_value(alpha, beta)


def cheap_move(fen: str, strategy: Strategy, most: int) -> Found | None:
    """The best move, or None if more than so many positions have to be judged for it."""
    board = Mailbox(fen)  # its own: where it is given up, moves stay made
    try:
        return found_by(_CheapTartan(board, strategy, most))
    except _TooManyPositionsError:
        return None


def value_of(board: Mailbox, move: Any, depth: int) -> int:
    """Value of a move by the A strategy, White's view; the board is left as it was."""
    tartan = Tartan(board, Strategy(depth))
    board.make(move)
    search = tartan.best_white if board.white_to_move else tartan.best_black
    value, _ = search(1, -WMAX, WMAX)
    board.unmake()
    return value


def measure(quick: bool, progress: Progress) -> Result:
    """Every position."""
    depth = QUICK_DEPTH if quick else DEPTH
    middlegames = later_championship_positions("middlegame")[QUICK if quick else slice(None)]
    tasks = suite("win_at_chess")[QUICK if quick else TASKS]
    samples = [(MIDDLEGAMES, sample.name, sample.fen, None) for sample in middlegames]
    samples += [(TACTICS, task.name, task.fen, task.best) for task in tasks]  # type: ignore[misc]
    progress.expect(len(samples))
    rows: list[tuple[Any, ...]] = []
    left_out: list[str] = []
    for world, name, fen, best in samples:
        by_width: dict[str, Compared] = progress.step(f"{name}, depth {depth}: {fen}", partial(compare, fen, depth))
        left_out += [] if by_width else [name]
        for width, found in by_width.items():
            solved = [None if best is None else int(move in best) for move in found["moves"]]
            rows.append((world, name, int(width), found["loss"] / PAWN, found["deeper"], *found["positions"], *solved))
    return STUDY.result(
        rows,
        figures=tuple(
            Measurement(f"errors of the B strategy, {world}, {width} moves", 100 * share.value, "%", 100 * share.error)
            for world in (MIDDLEGAMES, TACTICS)
            for width in WIDTHS
            for losses in [[row[3] for row in rows if (row[0], row[2]) == (world, width)]]
            for share in [proportion(sum(loss >= 1 for loss in losses), len(losses))]
        ),
        depth=depth,
        left_out=", ".join(left_out) or "none",
    )


def judge(
    errors: dict[str, tuple[int, int]], deeper: dict[str, list[int]], solved: dict[int, list[tuple[int, int, int]]]
) -> Judgement:
    """Errors with each number of moves, by kind of position; plies deeper against a tenth of those that plans need.

    By kind of position and width: errors and positions; plies deeper. Told is what was ``solved`` of the tactical
    positions, by width: by A, by B, and by B with as much effort (1 or 0).
    """
    parts: dict[str, Part] = {
        name: ERRORS.judged(scaled(proportion(count, positions), 100), positions, "positions")
        for name, (count, positions) in errors.items()
    }
    return Judgement(
        (
            in_all(parts),
            in_all({name: SIGHT.judged(mean(plies), len(plies), "positions") for name, plies in deeper.items()}),
        ),
        " ".join(_told(width, found) for width, found in solved.items()),
    )


def _told(width: int, solved: list[tuple[int, int, int]]) -> str:
    """A sentence on the tactical positions solved."""
    every, few, sighted = map(sum, zip(*solved, strict=True))
    return (
        f"Of {len(solved)} tactical positions A solves {every}; B, with {width} moves, {few}, and {sighted} with as "
        "much effort."
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    errors: dict[str, tuple[int, int]] = {}
    deeper: dict[str, list[int]] = {}
    solved: dict[int, list[tuple[int, int, int]]] = {}
    for world, _, width, loss, plies, _, _, *found in result.rows(EACH):
        name = f"{world}, {width} moves"
        count, positions = errors.get(name, (0, 0))
        errors[name] = count + (loss >= 1), positions + 1
        deeper.setdefault(name, []).append(plies)
        if world == TACTICS:
            solved.setdefault(width, []).append(tuple(found))
    return errors, deeper, solved


def draw(result: Result, figure: Figure) -> None:
    """Errors and plies deeper, by kind of position and moves looked at."""
    errors, deeper, _ = kept(result)
    left, right = figure.subplots(1, 2)
    shares = [scaled(proportion(*counts), 100) for counts in errors.values()]
    plies = [mean(found) for found in deeper.values()]
    for panel, found, claimed in ((left, shares, ERRORS.low), (right, plies, SIGHT.high)):
        panel.errorbar(
            range(len(found)), [each.value for each in found], whiskers_of(found), fmt="o", capsize=4, label="measured"
        )
        panel.axhline(claimed, color="black", linestyle="dashed", linewidth=0.9, label="end of the range claimed")
        panel.set_xticks(range(len(found)), [name.replace(", ", "\n") for name in errors], fontsize=8)
        panel.margins(x=0.15)
    left.set_ylabel("positions with a pawn lost, %")
    right.set_ylabel("plies deeper with as many positions")
    legend_above(figure, left)
