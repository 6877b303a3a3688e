"""Donninger's rules against zugzwang, one by one.

Three sets of positions, as the tablebases know them: endings of three and four men in which the side to move would be
better off if it could pass; all such without pawns and with a piece on each side, where alone rule III watches; and
pawn endings in which few moves keep the result, these with three limits of nodes. Searched by Nimzo under
Donninger's policy with no rule, each rule alone and all of them, and without null moves. Solved means that the move is
one of the right ones; with rule III alone every zugzwang is listed, called at the root or not. The evaluation's
knowledge of endings (the module `special_cases`) is off: it knows king and pawn against king by heart, where search
shall show what it can. At the root of a pawn ending rule I switches null moves off, so that with it, with all rules and
without null moves the same is searched: that nothing of the losses is left then is no finding, but what the rule is.
What is open is whether the null move loses anything; and what rule II, which watches inside the tree, leaves by itself
is told beside it. That these rules by no means remove all problems, the article says itself; that I and II remove the
losses in pawn endings, the second statement, is ours, drawn from what it says of them.

Then Nimzo plays whole games against itself, with all rules, out of openings drawn by chance. Wherever zugzwang is
called, today's search values the position and what passing would make of it: it is a zugzwang if passing is worth a
pawn more, and too late if the side to move is two pawns behind by then. A game ends with the first one, so that each
counts once, and their share has an exact interval, since they are few. Everything repeats exactly.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.openings import Opening, read_book
from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement, Part
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.null_move_settings import OFF, RULES
from kiebitz_claims.measuring.positions import Exercise, suite
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import MATE_CENTIPAWNS
from kiebitz_claims.measuring.settings import TODAY, SearchSettings
from kiebitz_claims.measuring.statistics import (
    exact_proportion,
    mean,
    no_narrower,
    paired_difference,
    proportion,
    proportion_error,
    ratio_of_sums,
    scaled,
)

if TYPE_CHECKING:
    import chess

ZUGZWANGS, WATCHED = "zugzwangs", "zugzwangs that rule III watches"
TABLEBASE_SETS = {ZUGZWANGS: "tablebase_zugzwangs", WATCHED: "piece_zugzwangs"}
# Nodes by set; the endings come once for each limit.
NODES = {
    **dict.fromkeys(TABLEBASE_SETS, 100_000),
    **{"pawn endings, 1,000 nodes": 1_000, "pawn endings, 5,000": 5_000, "pawn endings, 20,000": 20_000},
}
QUICK_NODES = {**dict.fromkeys(TABLEBASE_SETS, 3_000), "pawn endings, 500 nodes": 500}
PAWN_ENDINGS, QUICK_PAWN_ENDINGS = "more_pawn_choices", "pawn_choices"
QUICK_COUNT = 3
# Games, nodes a move, and plies that they last at most; a quick run draws other openings.
SEED, QUICK_SEED = 6, 7
GAME_COUNT, QUICK_GAME_COUNT = 400, 2
GAME_NODES, QUICK_GAME_NODES = 5_000, 500
GAME_PLIES, QUICK_GAME_PLIES = 200, 60
# Today's search of a position where zugzwang is called; what passing must be worth, and who is lost (centipawns).
JUDGING_NODES, QUICK_JUDGING_NODES = 20_000, 1_000
WORTH_PASSING, LOST, FAR_BEHIND = 100, -200, -1000
NO_NULL = "no null move"
VARIANTS: dict[str, SearchSettings] = {**RULES, NO_NULL: {"null_move_policy": OFF}}


class Solved(NamedTuple):
    """Positions of a set that a variant solves, and those in which it calls zugzwang at the root."""

    set: str
    variant: str
    solved: int
    of: int
    per_cent: float
    zugzwang_called: int


class Missed(NamedTuple):
    """A position that not all variants solve: 1 for those that do; the variants in the order of ``VARIANTS``."""

    set: str
    men: str
    position: str
    no_rule: int
    rule_1: int
    rule_2: int
    rule_3: int
    all_rules: int
    no_null: int

    @property
    def marks(self) -> tuple[int, ...]:
        """Of each variant."""
        return self[3:]


class Watched(NamedTuple):
    """A zugzwang under rule III alone: whether it is solved, and whether it is called."""

    set: str
    men: str
    position: str
    solved: int
    zugzwang_called: int


class Game(NamedTuple):
    """A game by its number."""

    game: int
    zugzwangs_called: int


class Call(NamedTuple):
    """A zugzwang called in a game; centipawns for the side to move."""

    game: int
    ply: int
    position: str
    centipawns: int
    if_it_passed: int


STUDY = Study(
    __file__, Solved, Missed, Watched, Game, Call, constants=globals(), games=GAME_COUNT, game_nodes=GAME_NODES
)
PREDICTIONS = STUDY.predictions


class Called(TypedDict):
    """A zugzwang that is called in a game; values in centipawns, for the side to move."""

    ply: int
    fen: str
    value: int
    passing: int


def positions_of(name: str, quick: bool) -> list[Exercise]:
    """The positions of a set."""
    pawn_endings = QUICK_PAWN_ENDINGS if quick else PAWN_ENDINGS
    return suite(TABLEBASE_SETS.get(name, pawn_endings), QUICK_COUNT if quick else None)


def solve(positions: list[Exercise], settings: SearchSettings, nodes: int) -> list[list[int]]:
    """Of each position whether a variant solves it, and whether it calls zugzwang at the root (rule III); 1 or 0."""
    found = []
    with Engine(**options_by_name(settings, hash_mb=4, era="nimzo", special_cases=0)) as engine:
        for position in positions:
            engine.new_game()
            info = engine.analyse(position.fen, Limit(nodes=nodes))
            found.append([int(info.best_move in position.best), int(info.zugzwang)])
    return found


def called_in_game(opening: Opening, nodes: int, plies: int, judging_nodes: int) -> list[Called]:
    """Play a game with Nimzo on both sides; every zugzwang that it calls, up to the first that is one."""
    import chess

    board = chess.Board(opening.fen)
    for move in opening.moves:
        board.push_uci(move)
    found: list[Called] = []
    with Engine(hash_mb=4, era="nimzo") as nimzo, Engine(**options_by_name(TODAY, hash_mb=16)) as today:

        def value(position: chess.Board) -> int:
            today.new_game()
            return today.analyse(position.fen(), Limit(nodes=judging_nodes)).lines[0].score.clipped(MATE_CENTIPAWNS)

        while len(board.move_stack) < plies and not board.is_game_over(claim_draw=True):
            info = nimzo.analyse(board, Limit(nodes=nodes))
            if info.zugzwang:
                passed = board.copy(stack=False)
                passed.push(chess.Move.null())
                passing = -value(passed) if any(passed.legal_moves) else 0
                found.append(Called(ply=board.ply(), fen=board.fen(), value=value(board), passing=passing))
                if is_zugzwang(found[-1]["value"], passing):
                    break
            board.push_uci(info.lines[0].moves[0])
    return found


def is_zugzwang(value: int, passing: int) -> bool:
    """True if passing would be worth a pawn more (centipawns, for the side to move)."""
    return passing - value >= WORTH_PASSING


def measure(quick: bool, progress: Progress) -> Result:
    """Solve every set under every variant, and play the games."""
    limits = QUICK_NODES if quick else NODES
    found = {name: positions_of(name, quick) for name in limits}
    seed, count, nodes = (QUICK_SEED, QUICK_GAME_COUNT, QUICK_GAME_NODES) if quick else (SEED, GAME_COUNT, GAME_NODES)
    plies, judging_nodes = (QUICK_GAME_PLIES, QUICK_JUDGING_NODES) if quick else (GAME_PLIES, JUDGING_NODES)
    openings = read_book().shuffled(seed)[:count]
    progress.expect(len(found) * len(VARIANTS) + len(openings))
    rows: list[Solved] = []
    missed: list[Missed] = []
    watching: list[Watched] = []
    for name, positions in found.items():
        columns = []
        for variant, settings in VARIANTS.items():
            step = f"{name}, {variant}, {limits[name]:,} nodes, {len(positions)} positions"
            outcomes = progress.step(step, solve, positions, settings, limits[name])
            columns.append([solved for solved, _ in outcomes])
            solved, called = (sum(column) for column in zip(*outcomes, strict=True))
            if name in TABLEBASE_SETS and variant == "rule III":
                watching += [
                    Watched(name, position.name, position.fen, *outcome)
                    for position, outcome in zip(positions, outcomes, strict=True)
                ]
            rows.append(Solved(name, variant, solved, len(positions), 100 * solved / len(positions), called))
        missed += [
            Missed(name, position.name, position.fen, *marks)
            for position, *marks in zip(positions, *columns, strict=True)
            if not all(marks)
        ]
    games = [
        progress.step(
            f"game with {nodes:,} nodes a move, {plies} plies, {opening.fen}",
            called_in_game,
            opening,
            nodes,
            plies,
            judging_nodes,
        )
        for opening in openings
    ]
    return STUDY.result(
        rows,
        missed,
        watching,
        [Game(number, len(called)) for number, called in enumerate(games, 1)],
        [
            Call(number, call["ply"], call["fen"], call["value"], call["passing"])
            for number, called in enumerate(games, 1)
            for call in called
        ],
        figures=tuple(
            Measurement(
                f"solved, {row.set}, {row.variant}", row.per_cent, "%", 100 * proportion_error(row.solved, row.of)
            )
            for row in rows
        ),
        nodes=", ".join(f"{name}: {nodes:,}" for name, nodes in limits.items()),
        games=len(openings),
        game_nodes=nodes,
        plies=plies,
        judging_nodes=judging_nodes,
    )


def judge(
    solved: list[Solved], missed: list[Missed], watched: list[Watched], games: list[Game], calls: list[Call]
) -> Judgement:
    """Paired by ending, at all limits of nodes: sure losses, and what the rules leave of them; then rule III's calls.

    The first call in a game that is a zugzwang counts.
    """
    endings = endings_by_variant(solved, missed)
    zugzwangs = [row.zugzwang_called for row in watched if row.set == WATCHED]
    names = range(len(endings[NO_NULL]))
    trials = [(name, limit) for name in names for limit in range(len(endings[NO_NULL][name]))]

    def lost(variant: str) -> list[float]:
        return [100.0 * (endings[NO_NULL][name][limit] - endings[variant][name][limit]) for name, limit in trials]

    def left(variant: str) -> Estimate:
        return scaled(ratio_of_sums(lost(variant), lost("no rule"), [name for name, _ in trials]), 100)

    loss = no_narrower(mean(lost("no rule"), [name for name, _ in trials]), len(names), 100.0)
    sample = len(names), "endings"
    if loss.value > 0:
        removed = PREDICTIONS["removed"].judged(left("all rules"), *sample)
        alone = left("rule II")
        told = [removed.note, f"rule II alone leaves {alone.value:.0f}% ({alone.low:.0f} to {alone.high:.0f})"]
        if endings["all rules"] == endings[NO_NULL]:
            told[0] = "as rule I is made: the same is searched as without null moves"
        removed = replace(removed, note="; ".join(filter(None, told)))
    else:
        removed = PREDICTIONS["removed"].undecided("the null move lost nothing")
    called = scaled(proportion(sum(zugzwangs), len(zugzwangs)), 100)
    first: dict[int, int] = {}
    for call in calls:
        if is_zugzwang(call.centipawns, call.if_it_passed):
            first.setdefault(call.game, call.centipawns)
    return STUDY.judgement(
        f"In {len(games)} games zugzwang was called {len(calls):,} times, in {len(first)} of them it was one by a pawn "
        f"or more; in {sum(value <= FAR_BEHIND for value in first.values())} of these the side to move was ten pawns "
        "behind already.",
        loses=PREDICTIONS["loses"].judged(loss, *sample),
        removed=removed,
        at_the_root=PREDICTIONS["at_the_root"].judged(called, len(zugzwangs), "zugzwangs"),
        too_late=_late(list(first.values()))
        if first
        else PREDICTIONS["too_late"].undecided(f"none of {len(calls)} calls in {len(games)} games was a zugzwang"),
    )


def _late(values: list[int]) -> Part:
    """By the positions' values, where a zugzwang by a pawn or more is called, whether it is too late."""
    late = exact_proportion(sum(value <= LOST for value in values), len(values))
    return PREDICTIONS["too_late"].judged(scaled(late, 100), len(values), "such games")


def endings_by_variant(solved: list[Solved], missed: list[Missed]) -> dict[str, list[tuple[int, ...]]]:
    """Of each pawn ending the outcomes at all limits of nodes, by variant; 1 for solved."""
    sizes = {row.set: row.of for row in solved if row.set not in TABLEBASE_SETS}
    by_limit: dict[str, dict[str, tuple[int, ...]]] = {name: {} for name in sizes}
    for row in missed:
        if row.set in sizes:
            by_limit[row.set][row.position] = row.marks
    positions = dict.fromkeys(position for found in by_limit.values() for position in found)
    solved_by_all = (1,) * len(VARIANTS)
    return {
        variant: [
            tuple(found.get(position, solved_by_all)[column] for found in by_limit.values()) for position in positions
        ]
        + [(1,) * len(sizes)] * (min(sizes.values()) - len(positions))
        for column, variant in enumerate(VARIANTS)
    }


def draw(result: Result, figure: Figure) -> None:
    """Endings that a variant loses against no null move, paired, with intervals; one colour for each limit of nodes."""
    axes = figure.add_subplot()
    solved = STUDY.rows(result, Solved)
    endings = endings_by_variant(solved, STUDY.rows(result, Missed))
    names = [name for name in dict.fromkeys(row.set for row in solved) if name not in TABLEBASE_SETS]
    variants = list(RULES)
    for number, name in enumerate(names):
        lost = []
        for variant in variants:
            pairs = [(base[number], own[number]) for base, own in zip(endings[NO_NULL], endings[variant], strict=True)]
            lost.append(scaled(paired_difference(pairs.count((1, 0)), pairs.count((0, 1)), len(pairs)), 100))
        places = [place + 0.2 * (number - (len(names) - 1) / 2) for place in range(len(variants))]
        intervals(axes, places, lost, label=name)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xticks(range(len(variants)), variants)
    axes.set_ylabel("endings solved without null moves\nless those solved so, per cent")
    legend_above(figure, axes)
