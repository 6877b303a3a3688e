"""Judging an exchange by counting its men, against playing the captures.

Positions are those right after a capture in whole games, where the side to move may well take back. Counted is the
material on the board and what the best capture wins by static exchange: attackers and defenders of one square set off
against each other, the least valuable first, no man moved. Played is a search of captures and promotions only, in which
nobody has to capture, judged by the material. Both use the same values of the men. What really comes of the position is
asked of a judge that shares none of this: the principal variation of today's search is played to its end, and the
material there counts, with captures that are still possible played out. A method is wrong where it is off by a pawn or
more.

Much that neither sees (forks, mates, promotions to come) is in the truth as well: it makes both wrong alike. So
counting is charged only with the positions that playing gets right. What playing costs is how many positions it judges
instead of one.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict

from kiebitz.core.chess.exchange import static_exchange
from kiebitz.core.chess.notation import legal_moves, moves_by_sort, push
from kiebitz.core.chess.position import Position
from kiebitz.engine import START_FEN, Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import TARTAN
from kiebitz.lab.claims.drawing import legend_above
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Plan
from kiebitz.lab.measuring.positions import Game, championship_games
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.settings import TODAY
from kiebitz.lab.measuring.statistics import geometric_mean, mean, scaled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="TA2",
    title="Exchanges counted or played",
    statement="Setting the men of an exchange off against each other without playing it easily errs; good results can "
    "be expected only when the captures are played, which costs time.",
    source=TARTAN,
)

GAMES, QUICK_GAMES = 50, 1
A_GAME, QUICK_A_GAME = 6, 3
NODES, QUICK_NODES = 100_000, 5_000
HASH_MB = 16
PAWN = 100
# By the core's men: nothing, then pawn, knight, bishop, rook, queen and king; those of its static exchange.
VALUES = dict(zip("pnbrqk", (PAWN, 320, 330, 500, 950, 0), strict=True))
EACH = "Every position"

ERRS = Prediction(
    "counting easily errs",
    "positions that counting gets wrong by a pawn or more and playing doesn't",
    5,
    unit="%",
    margin="'easily' is one position in twenty at least",
)
BETTER = Prediction(
    "good results only when captures are played",
    "positions that playing gets right less those that counting gets right",
    0,
    unit="%",
)
COSTS = Prediction(
    "which costs time",
    "positions judged in playing the captures, instead of one",
    2,
    margin="less than twice is no cost to speak of",
    is_ratio=True,
)
PLAN = Plan(
    version=1,
    original="Deswegen ist es nötig, alle bei einem Schlagwechsel beteiligten Figuren gegeneinander aufzurechnen. Eine "
    "solche statische Materialbewertung führt aber leicht zu Fehlern. Erst wenn Schlagzüge tatsächlich ausgeführt "
    "sind, sind gute Ergebnisse zu erwarten natürlich auf Konten der Rechenzeit.",
    translation="So it is necessary to set all men that take part in an exchange off against each other. But such a "
    "static judgement of material easily leads to errors. Only when captures are really played can good results be "
    "expected, at the cost of computing time, of course.",
    predictions=(ERRS, BETTER, COSTS),
    sample=f"up to {A_GAME} positions after captures of each of {GAMES} games, evenly spread; today's search of "
    f"{NODES:,} nodes is the judge; errors by games",
)


class Found(TypedDict):
    """Of one position; centipawns of material, view of the side to move."""

    fen: str
    """The position."""
    counted: int
    """By static exchange."""
    played: int
    """By playing captures."""
    truth: int
    """By the principal variation of today's search."""
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


def after_captures(game: Game, most: int) -> list[str]:
    """Positions of a game after a capture, the side to move not in check, evenly spread (FEN)."""
    position = Position(START_FEN)
    found = []
    for move in game.moves:
        before = material(position)
        push(position, move)
        if -material(position) > before and not position.is_check and legal_moves(position):
            found.append(position.fen())
    step = max(len(found) / most, 1)
    return [found[int(number * step)] for number in range(min(most, len(found)))]


def truth(fen: str, nodes: int) -> int:
    """The material at the end of what today's search thinks best for both, view of the side to move at first."""
    with Engine(**options_by_name(TODAY, hash_mb=HASH_MB)) as engine:
        line = engine.analyse(fen, Limit(nodes=nodes)).lines[0]
    position = Position(fen)
    for move in line.moves:
        push(position, move)
    value = Playing(position).value()
    return int(value if len(line.moves) % 2 == 0 else -value)


def compare(game: Game, most: int, nodes: int) -> list[Found]:
    """Both methods, and the truth, of a game's positions."""
    found = []
    for fen in after_captures(game, most):
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


def measure(quick: bool, progress: Progress) -> Result:
    """The positions of every game."""
    most, nodes = (QUICK_A_GAME, QUICK_NODES) if quick else (A_GAME, NODES)
    # A first look takes other games than the plan's.
    games = championship_games()[-QUICK_GAMES:] if quick else championship_games(GAMES)
    progress.expect(len(games))
    rows: list[tuple[Any, ...]] = []
    for game in games:
        found: list[Found] = progress.step(
            f"{game.name}, {most} positions, {nodes:,} nodes", partial(compare, game, most, nodes)
        )
        rows += [(game.name, *each.values()) for each in found]
    return Result(
        measurements=tuple(
            Measurement(
                f"off by a pawn or more, {name}",
                100 * sum(is_off(row[column], row[4]) for row in rows) / len(rows),
                "%",
            )
            for column, name in ((2, "counted"), (3, "played"))
        ),
        tables=(
            Table(
                EACH,
                ("game", "position", "counted", "played", "truth", "positions judged in playing"),
                tuple(rows),
            ),
        ),
        conditions={
            "values": "pawn 100, knight 320, bishop 330, rook 500, queen 950",
            "truth": f"material at the end of the principal variation of today's search, {nodes:,} nodes",
        },
    )


def is_off(found: int, true: int) -> bool:
    """Whether a method is wrong."""
    return abs(found - true) >= PAWN


def judge(errors: list[tuple[str, bool, bool]], positions: list[tuple[str, int]]) -> Judgement:
    """Shares of positions and the mean cost, errors by games.

    Of each position its game, whether counting is wrong and whether playing is; its game and the positions judged.
    """
    games = [game for game, _, _ in errors]
    sample = len(set(games)), "games"
    only_counting = mean((100.0 * (counting and not playing) for _, counting, playing in errors), games)
    difference = mean((100.0 * (counting - playing) for _, counting, playing in errors), games)
    cost = geometric_mean((number for _, number in positions), [game for game, _ in positions])
    return Judgement(
        (ERRS.judged(only_counting, *sample), BETTER.judged(difference, *sample), COSTS.judged(cost, *sample)),
        f"Of {len(errors)} positions counting gets {sum(counting for _, counting, _ in errors)} wrong, playing "
        f"{sum(playing for _, _, playing in errors)}.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(EACH)
    return (
        [(row[0], is_off(row[2], row[4]), is_off(row[3], row[4])) for row in rows],
        [(row[0], row[5]) for row in rows],
    )


def draw(result: Result, figure: Figure) -> None:
    """How far each method is off, in pawns, as shares of the positions with their intervals."""
    axes = figure.add_subplot()
    rows = result.rows(EACH)
    games = [row[0] for row in rows]
    limits = (1, 2, 3, 5)
    for number, (column, name) in enumerate(((2, "counted"), (3, "played"))):
        shares = [
            scaled(mean((float(abs(row[column] - row[4]) >= limit * PAWN) for row in rows), games), 100)
            for limit in limits
        ]
        places = [place + 0.2 * number - 0.1 for place in range(len(limits))]
        ends = [
            [share.value - max(share.low, 0) for share in shares],
            [min(share.high, 100) - share.value for share in shares],
        ]
        axes.errorbar(places, [share.value for share in shares], ends, fmt="o", capsize=4, label=name)
    axes.set_xticks(range(len(limits)), [f"{limit} or more" for limit in limits])
    axes.set_xlabel("pawns off")
    axes.set_ylabel("positions, %")
    axes.set_ylim(bottom=0)
    legend_above(figure, axes)
