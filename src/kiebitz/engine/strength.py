"""Playing below full strength: as people of a rating do, and with fewer positions a move.

``LEVELS`` maps chess ratings to what a level sees and chooses; ratings between are interpolated. Below 2000 it looks at
all moves and chooses among them as people of its rating choose (``people``): by what they like, and by what moves are
worth as far as it sees, in which it trusts more the stronger it is. Above, it differs from the engine in full by what
it sees alone: it overlooks what lies deeper. How many nodes a move gets varies by chance, so no two games need be the
same.

The scale is that of ``kiebitz gauntlet``, Stockfish's levels (``UCI_Elo``): the levels from 1400 on met those, the
lower ones their neighbours above (``git show 2efa1fbb:tools/calibrate_strength.py``; figures in
``experiments/ledger/strength.md``). Nobody with a rating among people has played against it.

Shogi has twenty levels by number. Up to level 4 the move is chosen among several lines, above the best is played; level
20 is the engine in full. Their ratings count from level 1: sums of what games between neighbours gave, 100 for each
pair (40 from level 14, 20 from 16); the last one is guessed.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kiebitz.engine.era_names import TODAY
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Info, Line

if TYPE_CHECKING:
    from kiebitz.engine import Position
    from kiebitz.engine.engine import Engine
    from kiebitz.engine.people import Policy

CANDIDATES = 6
"""Number of lines that shogi's choice is made from."""
NODES_SPREAD = math.sqrt(2)
"""A move's nodes are a level's, times or divided by no more than this."""
SCORE_CLIP = 1000
"""Centipawns that a mate and any decisive advantage count as."""
LEARNED_FROM = 1000
"""From this rating on a player has learned to mate a bare king."""
LEARNED_NODES = 30_000
"""The nodes it then sees at least."""


@dataclass(frozen=True, slots=True)
class Level:
    """The nodes of a player of one rating, and its errors."""

    elo: int
    """The rating."""
    nodes: int
    """Positions to visit for each line that is looked at: the geometric mean over moves."""
    noise: float = 0.0
    """Standard deviation of what is added to each line's score, in centipawns; without noise one line is enough."""
    trust: float | None = None
    """Weight of what moves are worth, in comparison with people of its rating; None: nothing else counts."""
    spread: float = 0.0
    """Width of the choice, from the likeliest move alone (0) to how people of its rating differ (1)."""


LEVELS = (
    Level(600, 100, trust=0.36, spread=0.5),
    Level(800, 100, trust=0.66, spread=0.5),
    Level(1000, 100, trust=0.76, spread=0.4),
    Level(1200, 100, trust=0.89, spread=0.3),
    Level(1400, 100, trust=1.07, spread=0.2),
    Level(1600, 185, trust=1.4, spread=0.2),
    Level(1800, 620, trust=2.0, spread=0.2),
    Level(1990, 1_900, trust=2.5, spread=0.2),
    Level(2000, 8_000),
    Level(2200, 36_000),
    Level(2400, 163_000),
)
MIN_ELO, MAX_ELO = LEVELS[0].elo, LEVELS[-1].elo
BEST_OF_PEOPLE = max(level.elo for level in LEVELS if level.trust is not None)
"""The highest rating that plays as people do."""
SHOGI_LEVELS = (
    Level(0, 170, 600.0),
    Level(160, 170, 300.0),
    Level(370, 170, 150.0),
    Level(550, 250, 60.0),
    Level(680, 400, 0.0),
    Level(790, 650, 0.0),
    Level(980, 1_000, 0.0),
    Level(1180, 1_600, 0.0),
    Level(1280, 2_500, 0.0),
    Level(1470, 4_000, 0.0),
    Level(1590, 6_400, 0.0),
    Level(1720, 10_000, 0.0),
    Level(1910, 16_000, 0.0),
    Level(2020, 26_000, 0.0),
    Level(2250, 42_000, 0.0),
    Level(2380, 70_000, 0.0),
    Level(2530, 120_000, 0.0),
    Level(2680, 200_000, 0.0),
    Level(2830, 350_000, 0.0),
)
"""Levels 1 to 19."""
FULL_STRENGTH = len(SHOGI_LEVELS) + 1
"""The level of shogi that is the engine in full."""


def level_of(elo: int) -> Level:
    """The level of a rating, interpolated: nodes by ratio, noise linearly. Raises ValueError beyond the table."""
    if not MIN_ELO <= elo <= MAX_ELO:
        raise ValueError(f"a level of {elo} is outside {MIN_ELO} to {MAX_ELO}")
    index = min(bisect_right([level.elo for level in LEVELS], elo), len(LEVELS) - 1)
    below, above = LEVELS[index - 1], LEVELS[index]
    share = (elo - below.elo) / (above.elo - below.elo)
    nodes = math.exp(math.log(below.nodes) * (1 - share) + math.log(above.nodes) * share)
    if below.trust is None or above.trust is None:
        return Level(elo, round(nodes)) if share else below
    trust, spread = (
        low * (1 - share) + high * share for low, high in ((below.trust, above.trust), (below.spread, above.spread))
    )
    return Level(elo, round(nodes), trust=trust, spread=spread)


def shogi_level(number: int) -> Level | None:
    """The level of shogi with a number from 1; None for full strength."""
    return None if number == FULL_STRENGTH else SHOGI_LEVELS[number - 1]


def settings_of(era: str) -> dict[str, str]:
    """Settings of an engine that plays at a level, beside its era: today's has the evaluation of the measurements."""
    return {"evaluation": "classical"} if era == TODAY else {}


def look_engine() -> Engine:
    """An engine that sees what moves are worth as the policy of people learned it: by one ply (``people.LOOK``)."""
    from kiebitz.engine.engine import Engine

    return Engine(hash_mb=1, **settings_of(TODAY))  # type: ignore[arg-type]  # options by name


class Handicap:
    """A player of one level. With the same seed and the same searches it chooses the same moves."""

    def __init__(self, level: Level, seed: int | None = None, policy: Policy | None = None) -> None:
        """Play so, and like whom a policy tells of; None: like the people whose games come with Kiebitz."""
        import random  # Here, because the table of levels is read before ``uciok``, which shall be quick.

        self.level = level
        self._random = random.Random(seed)
        self._policy = policy
        self._position: Position | None = None

    def at(self, position: Position) -> Handicap:
        """The player in a position of chess; where it mates a bare king, as it was taught.

        People learn these mates, and none of their levels' blunders is left in them: the best is played, with enough
        nodes. By one piece or two they are looked up (``core.chess.mate_distances``).
        """
        if self.level.elo >= LEARNED_FROM and _is_lesson(position.fen()):
            nodes = max(self.level.nodes, LEARNED_NODES)
            return self._changed(replace(self.level, nodes=nodes, noise=0.0, trust=None))
        if self.level.trust is None:
            return self
        player = self._changed(self.level)
        player._position = position
        return player

    def _changed(self, level: Level) -> Handicap:
        """The same player, the same chance."""
        changed = Handicap(level, policy=self._policy)
        changed._random = self._random
        return changed

    @property
    def candidates(self) -> int:
        """Number of lines to search."""
        if self._position is not None:
            from kiebitz.core.chess.notation import legal_moves

            return max(len(legal_moves(self._position)), 1)
        return CANDIDATES if self.level.noise else 1

    def limit(self, limit: Limit, lines: int | None = None) -> Limit:
        """A move's limit, with about the level's nodes if it has no fewer; ``lines`` if more of them are wanted."""
        share = NODES_SPREAD ** self._random.uniform(-1.0, 1.0)
        nodes = round(self.level.nodes * share * (lines or self.candidates))
        return replace(limit, nodes=min(limit.nodes or nodes, nodes))

    def choose(self, lines: Sequence[Line]) -> Line | None:
        """The line to play; None if there is none."""
        if self._position is not None and self.level.trust is not None and lines:
            return self._liked(lines, self._position, self.level.trust)
        noise = self.level.noise
        return max(
            lines, key=lambda line: line.score.clipped(SCORE_CLIP) + self._random.gauss(0.0, noise), default=None
        )

    def _liked(self, lines: Sequence[Line], position: Position, trust: float) -> Line:
        """The line to play by what people like and what it is worth."""
        from kiebitz.engine.people import probabilities, shipped

        policy = self._policy or shipped()
        liked = policy.likings(position, [line.moves[0] for line in lines], self.level.elo)
        worths = policy.judgements([line.score for line in lines], self.level.elo)
        weights = [(liking + trust * worth) / self.level.spread for liking, worth in zip(liked, worths, strict=True)]
        return self._random.choices(lines, probabilities(weights))[0]

    def chosen(self, info: Info) -> Info:
        """An outcome with the line to play first."""
        choice = self.choose(info.lines)
        if choice is None:
            return info
        lines = [choice, *(line for line in info.lines if line is not choice)]
        return replace(info, lines=tuple(replace(line, rank=rank) for rank, line in enumerate(lines, 1)))


def _is_lesson(fen: str) -> bool:
    """True if who is to move has a queen, a rook or two minor pieces, and the other a bare king."""
    men, turn = fen.split()[:2]
    own, other = (men, men.swapcase()) if turn == "w" else (men.swapcase(), men)
    can_mate = "Q" in own or "R" in own or own.count("B") + own.count("N") > 1
    return can_mate and sum(map(str.isupper, other)) == 1
