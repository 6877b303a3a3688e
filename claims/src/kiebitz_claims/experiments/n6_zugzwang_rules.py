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
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.openings import Opening, read_book
from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Cell, Claim, Measurement, Result, Table
from kiebitz_claims.claims.documents import NIMZO as DOCUMENT
from kiebitz_claims.claims.drawing import legend_above, whiskers_of
from kiebitz_claims.claims.judging import Judgement, Part, Prediction
from kiebitz_claims.claims.plan import Earlier, Plan
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
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N6",
    title="Rules against zugzwang",
    statement="Rules I and II remove the losses that the null move causes in pawn endings; rule III sees zugzwang at "
    "the root only, when it is mostly too late.",
    source=DOCUMENT,
)

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
# Of the losses what may be left where they are removed, in per cent.
LEFT = 10
# Games, nodes a move, and plies that they last at most; a quick run draws other openings.
SEED, QUICK_SEED = 6, 7
GAME_COUNT, QUICK_GAME_COUNT = 400, 2
GAME_NODES, QUICK_GAME_NODES = 5_000, 500
GAME_PLIES, QUICK_GAME_PLIES = 200, 60
# Today's search of a position where zugzwang is called; what passing must be worth, and who is lost (centipawns).
JUDGING_NODES, QUICK_JUDGING_NODES = 20_000, 1_000
WORTH_PASSING, LOST, FAR_BEHIND = 100, -200, -1000
NO_NULL = "no null move"
SOLVED, MISSED = "Solved by rule and set", "Every position that not all solve"
WATCHING = "Every zugzwang under rule III alone"
GAMES, CALLED = "Games", "Zugzwangs called in games"
VARIANTS: dict[str, SearchSettings] = {**RULES, NO_NULL: {"null_move_policy": OFF}}

LOSES = Prediction(
    "the null move loses in pawn endings",
    "endings solved without null moves less those solved with them and no rule",
    0,
    unit="%",
    margin="the article gives no rate: any loss will do, if it is sure",
)
REMOVED = Prediction(
    "rules I and II remove these losses",
    "share of them that is left with both rules",
    high=LEFT,
    unit="%",
    margin="removed if no more than a tenth is left; rule I alone must leave nothing, see the method",
)
AT_THE_ROOT = Prediction(
    "rule III sees zugzwang at the root",
    "zugzwang positions with pieces on both sides in which it calls it",
    50,
    unit="%",
    margin="'really effectively': at least half of them",
)
TOO_LATE = Prediction(
    "when it is mostly too late",
    "games with a zugzwang called in which the side to move is two pawns behind by then",
    50,
    unit="%",
    margin="'mostly'",
)
PLAN = Plan(
    version=4,
    original="Falls in der Ausgangsstellung eine Seite keine Figuren mehr besitzt, wird die Null-Zug-Heuristik für "
    "beide Seiten ausgeschaltet. … Regel III) … Wirklich effektiv erkennt sie nur Zugzwang-Stellungen in der "
    "Ausgangsposition. Dann ist es aber meistens schon zu spät, das Programm hat sich bereits vorher durch Blind- und "
    "Blödheit in die Nesseln gesetzt.",
    translation="If one side has no pieces left in the initial position, the null move is switched off for both. … "
    "Rule III … Really effectively it recognises zugzwang in the initial position only. But then it is mostly too late "
    "already, the program has landed itself in it before by blindness and stupidity.",
    qualifiers="“That these rules by no means remove all problems” is shown by the mate of N5.",
    predictions=(LOSES, REMOVED, AT_THE_ROOT, TOO_LATE),
    sample="1,200 pawn endings of three and four men with a choice, not searched before, at three limits of nodes; 500 "
    "zugzwangs of the tablebases, and all 46 of rook against knight and rook against bishop, "
    f"{NODES[ZUGZWANGS]:,} nodes each (the same searches as under plan 3: these numbers are known); {GAME_COUNT} whole "
    f"games with {GAME_NODES:,} nodes a move",
    seeds=f"the endings are drawn with seed 1997, the games' openings with seed {SEED}",
    earlier=(
        Earlier(
            "holds",
            "2026-11-21",
            "The rule compared counts without asking chance: the whole difference is 3 of 810 searches.",
        ),
        Earlier(
            "undecided",
            "2026-11-22",
            "Five known zugzwangs can't say how often rule III calls one; those of the tablebases are asked now.",
        ),
        Earlier(
            "does not hold",
            "2026-11-23",
            "Rule III watches where both sides have pieces, and of the 500 zugzwangs asked they have in 5, which it "
            "called; whether it is too late then was not asked. Of the 270 endings with a choice most had pieces.",
        ),
        Earlier(
            "undecided",
            "2026-11-23",
            "A loss had to be a hundredth of the endings, a rate that the article doesn't give; and 'mostly too late' "
            "was six games out of five endings, counted as if they did not depend on each other. Whole games are "
            "played now, each one item, and the interval is exact.",
        ),
    ),
)


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
    """Whether passing would be worth a pawn more (centipawns, for the side to move)."""
    return passing - value >= WORTH_PASSING


def measure(quick: bool, progress: Progress) -> Result:
    """Solve every set under every variant, and play the games."""
    limits = QUICK_NODES if quick else NODES
    found = {name: positions_of(name, quick) for name in limits}
    seed, count, nodes = (QUICK_SEED, QUICK_GAME_COUNT, QUICK_GAME_NODES) if quick else (SEED, GAME_COUNT, GAME_NODES)
    plies, judging_nodes = (QUICK_GAME_PLIES, QUICK_JUDGING_NODES) if quick else (GAME_PLIES, JUDGING_NODES)
    openings = read_book().shuffled(seed)[:count]
    progress.expect(len(found) * len(VARIANTS) + len(openings))
    rows, missed = [], []
    watching: list[tuple[Cell, ...]] = []
    for name, positions in found.items():
        columns = []
        for variant, settings in VARIANTS.items():
            outcomes = progress.step(
                f"{name}, {variant}, {limits[name]:,} nodes, {len(positions)} positions",
                lambda positions=positions, settings=settings, name=name: solve(positions, settings, limits[name]),  # type: ignore[misc]
            )
            columns.append([solved for solved, _ in outcomes])
            solved, called = (sum(column) for column in zip(*outcomes, strict=True))
            if name in TABLEBASE_SETS and variant == "rule III":
                watching += [
                    (name, position.name, position.fen, *outcome)
                    for position, outcome in zip(positions, outcomes, strict=True)
                ]
            rows.append((name, variant, solved, len(positions), 100 * solved / len(positions), called))
        missed += [
            (name, position.name, position.fen, *marks)
            for position, *marks in zip(positions, *columns, strict=True)
            if not all(marks)
        ]
    games = [
        progress.step(
            f"game with {nodes:,} nodes a move, {plies} plies, {opening.fen}",
            partial(called_in_game, opening, nodes, plies, judging_nodes),
        )
        for opening in openings
    ]
    calls = [
        (number, call["ply"], call["fen"], call["value"], call["passing"])
        for number, called_in in enumerate(games, 1)
        for call in called_in
    ]
    return Result(
        measurements=tuple(
            Measurement(f"solved, {row[0]}, {row[1]}", row[4], "%", 100 * proportion_error(row[2], row[3]))
            for row in rows
        ),
        tables=(
            Table(SOLVED, ("set", "variant", "solved", "of", "per cent", "zugzwang called"), tuple(rows)),
            Table(MISSED, ("set", "men", "position", *VARIANTS), tuple(missed)),
            Table(WATCHING, ("set", "men", "position", "solved", "zugzwang called"), tuple(watching)),
            Table(
                GAMES,
                ("game", "zugzwangs called"),
                tuple((number, len(called_in)) for number, called_in in enumerate(games, 1)),
            ),
            Table(CALLED, ("game", "ply", "position", "centipawns", "if it passed"), tuple(calls)),
        ),
        conditions={
            "search": "the era Nimzo",
            "nodes": ", ".join(f"{name}: {nodes:,}" for name, nodes in limits.items()),
            "marks of a position": "1: solved, or called; 0: not",
            "games": f"{len(openings)} with {nodes:,} nodes a move, up to {plies} plies, each to the first zugzwang "
            f"called that is one by a pawn or more; judged by today's search with {judging_nodes:,} nodes, from the "
            "side to move",
        },
    )


def judge(
    endings: dict[str, list[tuple[int, ...]]], zugzwangs: tuple[int, int], games: list[list[tuple[int, int]]]
) -> Judgement:
    """Paired by ending, at all limits of nodes: sure losses, and what the rules leave of them; then rule III's calls.

    ``endings`` are for each ending the outcomes at all limits, by variant, 1 for solved; ``zugzwangs`` how many rule
    III calls, and of how many; ``games`` what was called in each, the position's value and that of passing
    (centipawns, for the side to move). The first call in a game that is a zugzwang counts.
    """
    names = range(len(endings[NO_NULL]))
    trials = [(name, limit) for name in names for limit in range(len(endings[NO_NULL][name]))]

    def lost(variant: str) -> list[float]:
        return [100.0 * (endings[NO_NULL][name][limit] - endings[variant][name][limit]) for name, limit in trials]

    def left(variant: str) -> Estimate:
        return scaled(ratio_of_sums(lost(variant), lost("no rule"), [name for name, _ in trials]), 100)

    loss = no_narrower(mean(lost("no rule"), [name for name, _ in trials]), len(names), 100.0)
    sample = len(names), "endings"
    if loss.value > 0:
        removed = REMOVED.judged(left("all rules"), *sample)
        alone = left("rule II")
        told = [removed.note, f"rule II alone leaves {alone.value:.0f}% ({alone.low:.0f} to {alone.high:.0f})"]
        if endings["all rules"] == endings[NO_NULL]:
            told[0] = "as rule I is made: the same is searched as without null moves"
        removed = replace(removed, note="; ".join(filter(None, told)))
    else:
        removed = REMOVED.undecided("the null move lost nothing")
    called = proportion(*zugzwangs)
    calls = sum(map(len, games))
    real = [[value for value, passing in game if is_zugzwang(value, passing)] for game in games]
    first = [values[0] for values in real if values]
    return Judgement(
        (
            LOSES.judged(loss, *sample),
            removed,
            AT_THE_ROOT.judged(scaled(called, 100), zugzwangs[1], "zugzwangs"),
            _late(first)
            if first
            else TOO_LATE.undecided(f"none of {calls} calls in {len(games)} games was a zugzwang"),
        ),
        f"In {len(games)} games zugzwang was called {calls:,} times, in {len(first)} of them it was one by a pawn or "
        f"more; in {sum(value <= FAR_BEHIND for value in first)} of these the side to move was ten pawns "
        "behind already.",
    )


def _late(values: list[int]) -> Part:
    """By the positions' values, where a zugzwang by a pawn or more is called, whether it is too late."""
    late = exact_proportion(sum(value <= LOST for value in values), len(values))
    return TOO_LATE.judged(scaled(late, 100), len(values), "such games")


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    sizes = {row[0]: row[3] for row in result.rows(SOLVED) if row[0] not in TABLEBASE_SETS}
    by_limit: dict[str, dict[str, tuple[int, ...]]] = {name: {} for name in sizes}
    for name, _, position, *marks in result.rows(MISSED):
        if name in sizes:
            by_limit[name][position] = tuple(marks)
    missed = dict.fromkeys(position for found in by_limit.values() for position in found)
    solved_by_all = (1,) * len(VARIANTS)
    endings = {
        variant: [
            tuple(found.get(position, solved_by_all)[column] for found in by_limit.values()) for position in missed
        ]
        + [(1,) * len(sizes)] * (min(sizes.values()) - len(missed))
        for column, variant in enumerate(VARIANTS)
    }
    called = [row[4] for row in result.rows(WATCHING) if row[0] == WATCHED]
    games: dict[int, list[tuple[int, int]]] = {game: [] for game, _ in result.rows(GAMES)}
    for game, _, _, value, passing in result.rows(CALLED):
        games[game].append((value, passing))
    return endings, (sum(called), len(called)), list(games.values())


def draw(result: Result, figure: Figure) -> None:
    """Endings that a variant loses against no null move, paired, with intervals; one colour for each limit of nodes."""
    axes = figure.add_subplot()
    endings, _, _ = kept(result)
    names = [name for name in result.table(SOLVED).values("set") if name not in TABLEBASE_SETS]
    variants = list(RULES)
    for number, name in enumerate(names):
        lost = []
        for variant in variants:
            pairs = [(base[number], own[number]) for base, own in zip(endings[NO_NULL], endings[variant], strict=True)]
            lost.append(scaled(paired_difference(pairs.count((1, 0)), pairs.count((0, 1)), len(pairs)), 100))
        places = [place + 0.2 * (number - (len(names) - 1) / 2) for place in range(len(variants))]
        axes.errorbar(places, [each.value for each in lost], whiskers_of(lost), fmt="o", capsize=4, label=str(name))
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xticks(range(len(variants)), variants)
    axes.set_ylabel("endings solved without null moves\nless those solved so, per cent")
    legend_above(figure, axes)
