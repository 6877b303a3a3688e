"""Judging an exchange by counting its men, against playing the captures.

Positions are those right after a capture in whole games, where the side to move may well take back. Counted is the
material on the board and what the best capture wins by static exchange: attackers and defenders of one square set off
against each other, the least valuable first, no man moved. Played is a search of captures and promotions only, in which
nobody has to capture, judged by the material. Both use the same values of the men.

What really comes of the position is asked of today's search, by its own evaluation and with all moves: its line is
played, and from its end it searches anew and plays on until two plies of its new line neither take nor promote. Where
play has come to rest like that, the men on the board are counted; no captures are played out as the judged method does.
Only the values of the men are the same, as counting needs some. A method is wrong where it is off by a pawn or more.

Much that neither sees (forks, mates, promotions to come) is in the truth as well: it makes both wrong alike. So each is
charged only with the positions that the other gets right. What playing costs is how many positions it judges instead of
one.
"""

from __future__ import annotations

import math
from typing import Any, TypedDict

from kiebitz.core.chess.exchange import static_exchange
from kiebitz.core.chess.notation import legal_moves, moves_by_sort, push
from kiebitz.core.chess.position import Position
from kiebitz.engine import START_FEN, Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import Game, championship_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import geometric_mean, mean

# Positions of each game; so many of each were searched for the plan before this one, and are left out.
A_GAME, SEEN, QUICK_GAMES = 12, 6, 1
NODES, QUICK_NODES = 100_000, 5_000
# Searches that play on get this part of the nodes; play has come to rest with so many plies that neither take nor
# promote, or is given up after so many searches.
PART, RESTING_PLIES, MOST_SEARCHES = 5, 2, 12
HASH_MB = 16
PAWN = 100
# By the core's men: nothing, then pawn, knight, bishop, rook, queen and king; those of its static exchange.
VALUES = dict(zip("pnbrqk", (PAWN, 320, 330, 500, 950, 0), strict=True))
EACH = "Every position"

STUDY = Study(__file__, constants=globals(), part=NODES // PART)
ERRS, GOOD, BETTER, COSTS = STUDY.predictions.values()


class Found(TypedDict):
    """Of one position; centipawns of material, view of the side to move."""

    fen: str
    """The position."""
    counted: int
    """By static exchange."""
    played: int
    """By playing captures."""
    truth: int
    """Where today's search has played until nothing was taken any more."""
    positions: int
    """Judged in playing captures."""


def material(position: Position) -> int:
    """Centipawns of material, view of the side to move."""
    letters = position.fen().partition(" ")[0]
    total = sum(
        (1 if letter.isupper() else -1) * VALUES[letter.lower()] for letter in letters if letter.lower() in VALUES
    )
    return total if position.turn else -total


def counted(position: Position) -> int:
    """The material, and what the best capture wins if all takes place on its square."""
    takes, _ = moves_by_sort(position)
    legal = set(legal_moves(position))
    gains = (static_exchange(position, move) for move in takes if move in legal)
    # Nobody has to capture.
    return material(position) + max([0, *gains])


class Playing:
    """Captures played on a position, which is left as it was."""

    def __init__(self, position: Position) -> None:
        """Nothing judged yet."""
        self.position = position
        self.positions = 0

    def value(self, alpha: float = -math.inf, beta: float = math.inf) -> float:
        """The material when no capture is worth playing any more, view of the side to move."""
        position = self.position
        self.positions += 1
        best: float = material(position)
        takes, _ = moves_by_sort(position)
        legal = set(legal_moves(position)) if takes else set()
        for move in sorted(legal.intersection(takes), key=lambda move: (-static_exchange(position, move), move)):
            if best >= beta:
                break
            push(position, move)
            best = max(best, -self.value(-beta, -max(alpha, best)))
            position.pop()
        return best


def after_captures(game: Game, most: int, seen: int = 0) -> list[str]:
    """Positions of a game after a capture, the side to move not in check, evenly spread (FEN).

    Without those that would be taken if so many had been ``seen`` before.
    """
    position = Position(START_FEN)
    found = []
    for move in game.moves:
        before = material(position)
        push(position, move)
        if -material(position) > before and not position.is_check and legal_moves(position):
            found.append(position.fen())
    known = set(_spread(found, seen))
    return _spread([fen for fen in found if fen not in known], most)


def _spread(found: list[str], most: int) -> list[str]:
    """At most so many, evenly spread."""
    step = max(len(found) / most, 1) if most else 1
    return [found[int(number * step)] for number in range(min(most, len(found)))]


def truth(fen: str, nodes: int) -> int:
    """The material when today's search has played on until nothing is taken any more, view of the side to move."""
    position = Position(fen)
    mover = position.turn
    with Engine(**options_by_name(TODAY, hash_mb=HASH_MB)) as engine:
        for move in engine.analyse(fen, Limit(nodes=nodes)).lines[0].moves:
            push(position, move)
        for _ in range(MOST_SEARCHES):
            if not legal_moves(position):
                break
            men, here = _men(position), position.fen()
            for move in engine.analyse(here, Limit(nodes=nodes // PART)).lines[0].moves[:RESTING_PLIES]:
                push(position, move)
            if _men(position) == men:
                position = Position(here)
                break
    value = material(position)
    return value if position.turn == mover else -value


def _men(position: Position) -> list[str]:
    """The men on the board."""
    return sorted(filter(str.isalpha, position.fen().partition(" ")[0]))


def compare(fens: list[str], nodes: int) -> list[Found]:
    """Both methods, and the truth, of a game's positions."""
    found = []
    for fen in fens:
        playing = Playing(Position(fen))
        played = int(playing.value())
        found.append(
            Found(
                fen=fen,
                counted=counted(Position(fen)),
                played=played,
                truth=truth(fen, nodes),
                positions=playing.positions,
            )
        )
    return found


def positions_of(quick: bool) -> list[tuple[str, list[str]]]:
    """Games and their positions; a first look takes some that the plan leaves out."""
    if quick:
        return [(game.name, after_captures(game, SEEN)) for game in championship_games(QUICK_GAMES)]
    return [(game.name, after_captures(game, A_GAME, seen=SEEN)) for game in championship_games()]


def measure(quick: bool, progress: Progress) -> Result:
    """The positions of every game."""
    nodes = QUICK_NODES if quick else NODES
    games = positions_of(quick)
    progress.expect(len(games))
    rows: list[tuple[Any, ...]] = []
    for name, fens in games:
        found: list[Found] = progress.step(f"{name}, {len(fens)} positions, {nodes:,} nodes", compare, fens, nodes)
        rows += [(name, *each.values()) for each in found]
    return STUDY.result(
        rows,
        figures=tuple(
            Measurement(
                f"off by a pawn or more, {name}",
                100 * sum(is_off(row[column], row[4]) for row in rows) / len(rows),
                "%",
            )
            for column, name in ((2, "counted"), (3, "played"))
        ),
        conditions={
            "values": "pawn 100, knight 320, bishop 330, rook 500, queen 950",
            "truth": f"material when today's search, with {nodes:,} nodes and then {nodes // PART:,}, has played until "
            "nothing is taken",
        },
    )


def is_off(found: int, true: int) -> bool:
    """True if a method is wrong."""
    return abs(found - true) >= PAWN


def judge(errors: list[tuple[str, bool, bool]], positions: list[tuple[str, int]]) -> Judgement:
    """Shares of positions and the mean cost, errors by games.

    Of each position its game, whether counting is wrong and whether playing is; its game and the positions judged.
    """
    games = [game for game, _, _ in errors]
    sample = len(set(games)), "games"
    only_counting = mean((100.0 * (counting and not playing) for _, counting, playing in errors), games)
    only_playing = mean((100.0 * (playing and not counting) for _, counting, playing in errors), games)
    difference = mean((100.0 * (counting - playing) for _, counting, playing in errors), games)
    cost = geometric_mean((number for _, number in positions), [game for game, _ in positions])
    return Judgement(
        (
            ERRS.judged(only_counting, *sample),
            GOOD.judged(only_playing, *sample),
            BETTER.judged(difference, *sample),
            COSTS.judged(cost, *sample),
        ),
        f"Of {len(errors)} positions counting gets {sum(counting for _, counting, _ in errors)} wrong in all, playing "
        f"{sum(playing for _, _, playing in errors)}; with both "
        f"{sum(counting and playing for _, counting, playing in errors)} are wrong, as neither sees forks and mates.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    rows = result.rows(EACH)
    return (
        [(row[0], is_off(row[2], row[4]), is_off(row[3], row[4])) for row in rows],
        [(row[0], row[5]) for row in rows],
    )


def draw(result: Result, figure: Figure) -> None:
    """Positions that only one of the methods gets wrong, by how far it is off; shares with intervals by games."""
    axes = figure.add_subplot()
    rows = result.rows(EACH)
    games = [row[0] for row in rows]
    limits = (1, 2, 3, 5)
    for number, (ours, other, name) in enumerate(
        ((2, 3, "counting wrong, playing right"), (3, 2, "playing wrong, counting right"))
    ):
        shares = [
            mean(
                (100.0 * (abs(row[ours] - row[4]) >= limit * PAWN and not is_off(row[other], row[4])) for row in rows),
                games,
            )
            for limit in limits
        ]
        places = [place + 0.2 * number - 0.1 for place in range(len(limits))]
        intervals(axes, places, shares, label=name)
    axes.plot([-0.3, 0.3], [ERRS.low, ERRS.low], color="grey", label="claimed: counting above, playing below")
    axes.set_xticks(range(len(limits)), [f"{limit} or more" for limit in limits])
    axes.set(xlabel="pawns off", ylabel="positions, %", ylim=(0, None))
    legend_above(figure, axes, 2)
