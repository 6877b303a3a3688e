"""Learn which moves people choose, from their games: ``kiebitz train --policy``, ``kiebitz play --like``.

The weights of ``kiebitz.engine.people`` are fitted by maximum likelihood (Adam, Kingma and Ba 2014), drawn towards a
prior: nothing at first, or the weights that come along where one player is to be imitated by few games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kiebitz.analysis.reading.archive import ArchiveError, PgnFault
from kiebitz.analysis.reading.games import PgnGame, read_games
from kiebitz.analysis.reading.tags import rating
from kiebitz.engine import NULL_MOVE_TEXT, START_FEN, Engine, legal_moves, position_from
from kiebitz.engine.people import (
    LOOK,
    MIDDLE_RATING,
    MOST_CENTIPAWNS,
    RATING_STEP,
    Policy,
    features,
    features_of_values,
    shipped,
    steps_of,
)
from kiebitz.engine.strength import look_engine

FIRST_PLY = 2
"""The first moves of both are habits of few players."""
POSITIONS_A_GAME = 24
KEPT_APART = 10
"""Of so many games one is kept apart, to measure by."""
FEWEST, MOST = 100, 100_000
"""Moves that can be learned from, and after which no more are read."""
PEOPLE = "people.json"
HURRY_S = 8.0
"""With less on the clock people play something."""
EPOCHS, BATCH = 30, 256
RATE, FIRST_DECAY, SECOND_DECAY = 0.02, 0.9, 0.999
PRIOR = 2.0
"""How strongly each weight is drawn to the prior, as if by so many observations."""

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(slots=True)
class Lessons:
    """Positions of people, as rows of moves with features."""

    names: dict[str, int] = field(default_factory=dict)
    """The features' numbers."""
    moves: list[list[tuple[int, float]]] = field(default_factory=list)
    """Of each move the features it has."""
    starts: list[int] = field(default_factory=list)
    """The first move of each position."""
    chosen: list[int] = field(default_factory=list)
    """The moves that were played."""
    steps: list[float] = field(default_factory=list)
    """By how often 400 points the players' ratings are above 1450."""

    def __len__(self) -> int:
        """The number of positions."""
        return len(self.starts)

    def learn(self, position: Any, played: str, rating: float, engine: Engine) -> None:
        """Add a position and what was played in it."""
        moves = legal_moves(position)
        engine.new_game()
        lines = engine.analyse(position, LOOK, multipv=len(moves)).lines
        scores = {line.moves[0]: line.score.clipped(MOST_CENTIPAWNS) for line in lines}
        judged = features_of_values([scores.get(move, -MOST_CENTIPAWNS) for move in moves])
        self.starts.append(len(self.moves))
        self.chosen.append(len(self.moves) + moves.index(played))
        self.steps.append(steps_of(rating))
        for told, worth in zip(features(position, moves), judged, strict=True):
            self.moves.append([(self._number(name), value) for name, value in (*told.items(), *worth.items())])

    def _number(self, name: str) -> int:
        return self.names.setdefault(name, len(self.names))


class LearningError(ValueError):
    """Games that can't be learned from: none that can be read, or too few moves."""


@dataclass(frozen=True, slots=True)
class Met:
    """How well a policy meets moves that it didn't learn from."""

    positions: int
    share: float
    """The share in which its likeliest move was played."""
    look: float
    """The same of the best move by a look one ply deep."""


def learn_policy(
    sources: Sequence[str], player: str | None = None, on_fault: Callable[[PgnFault], None] | None = None
) -> tuple[Policy, Met]:
    """The policy of games, or of one player in them, and how well it meets every tenth game, kept apart.

    One player's is drawn to the one that comes with Kiebitz. ``on_fault`` is told what can't be read of the games, as
    by ``read_games``. Raises LearningError.
    """
    try:
        lessons, apart = learn_games(read_games(*sources, comments=True, on_fault=on_fault), player=player)
    except ArchiveError as error:
        raise LearningError(str(error)) from error
    if len(lessons) < FEWEST or not len(apart):
        whose = f"moves of {player}" if player else "moves"
        raise LearningError(
            f"{len(lessons)} {whose} are too few to learn from; give games with {FEWEST} of them at least"
        )
    fit = Fit(lessons, shipped() if player else None)
    fit.run()
    policy = fit.policy(f"{len(lessons):,} moves of {player or 'people'}")
    look = Policy("a look one ply deep", MIDDLE_RATING, {"best": (1.0, 0.0)})
    return policy, Met(len(apart), match(apart, policy), match(apart, look))


def learn_games(
    games: Iterable[PgnGame], *, player: str | None = None, a_game: int = POSITIONS_A_GAME, seed: int = 1
) -> tuple[Lessons, Lessons]:
    """Lessons of games, and of every tenth game apart: positions drawn from each; of one ``player`` his moves alone."""
    lessons, apart, drawn = Lessons(), Lessons(), random.Random(seed)
    with look_engine() as engine:
        for number, game in enumerate(games):
            asked = list(_moves_of(game, player))
            learner = apart if number % KEPT_APART == KEPT_APART - 1 else lessons
            moves = game.moves
            for ply, rating in sorted(drawn.sample(asked, min(a_game, len(asked)))):
                position = position_from(game.fen or START_FEN, moves[:ply], game.chess960)
                learner.learn(position, moves[ply], rating, engine)
            if len(lessons) >= MOST:
                break
    return lessons, apart


def learn_like(source: str) -> Policy:
    """The policy of a file of games: the player's who plays in all of them, else all players'. Raises LearningError."""
    try:
        player = player_of(read_games(source, moves=False))
    except ArchiveError as error:
        raise LearningError(str(error)) from error
    return learn_policy([source], player)[0]


def player_of(games: Iterable[PgnGame]) -> str | None:
    """The player whose games these are, as all have him; None if there is no such."""
    names: set[str] | None = None
    for game in games:
        both = {game.tags[side] for side in ("White", "Black") if side in game.tags}
        names = both if names is None else names & both
        if not names:
            return None
    return next(iter(names)) if names and len(names) == 1 else None


def _moves_of(game: PgnGame, player: str | None) -> Iterator[tuple[int, float]]:
    """The moves worth learning, by ply, with their players' ratings: not those known by heart, nor those of a hurry."""
    sides = ("White", "Black")
    names = [game.tags.get(side) for side in sides]
    ratings = [rating(game.tags.get(f"{side}Elo", "")) or MIDDLE_RATING for side in sides]
    black_begins = bool(game.fen) and " b " in str(game.fen)
    clocks = game.clocks
    for ply, move in enumerate(game.moves):
        side = (ply + black_begins) % 2
        left = clocks[ply] if ply < len(clocks) else None
        is_known = ply < FIRST_PLY and game.fen is None
        if is_known or move == NULL_MOVE_TEXT or (player is not None and names[side] != player):
            continue
        if left is None or left >= HURRY_S:
            yield ply, ratings[side]


class Fit:
    """Weights of a policy, as lessons and a prior have them."""

    def __init__(self, lessons: Lessons, prior: Policy | None = None) -> None:
        """Begin with the prior. Features that it has and no lesson shows stay as they are."""
        self._lessons = lessons
        self._prior = prior
        width = len(lessons.names)
        self._drawn_to: Floats = np.zeros((2, width))
        for name, number in lessons.names.items():
            if prior is not None and name in prior.weights:
                self._drawn_to[:, number] = prior.weights[name]
        self._weights = self._drawn_to.copy()
        counts = np.fromiter(map(len, lessons.moves), np.int64, len(lessons.moves))
        self._columns = np.fromiter((column for move in lessons.moves for column, _ in move), np.int64)
        self._values = np.fromiter((value for move in lessons.moves for _, value in move), np.float64)
        self._entries = np.concatenate([[0], np.cumsum(counts)])
        self._starts = np.append(lessons.starts, len(lessons.moves))
        self._chosen = np.array(lessons.chosen)
        self._steps = np.array(lessons.steps)

    def run(self, *, epochs: int = EPOCHS, seed: int = 1, on_epoch: Callable[[int, float], None] | None = None) -> None:
        """Fit. ``on_epoch`` is told how many are done, and the mean logarithm of the played moves' probabilities."""
        drawn = np.random.default_rng(seed)
        first, second = np.zeros_like(self._weights), np.zeros_like(self._weights)
        count, step = len(self._lessons), 0
        for epoch in range(epochs):
            rate = RATE * (1 - epoch / epochs)
            told = 0.0
            order = drawn.permutation(count)
            for begin in range(0, count, BATCH):
                step += 1
                batch = order[begin : begin + BATCH]
                likelihood, gradient = self._gradient(batch)
                told += likelihood
                pull = PRIOR * (self._weights - self._drawn_to) * (len(batch) / count)
                gradient = (gradient + pull) / len(batch)
                first += (1 - FIRST_DECAY) * (gradient - first)
                second += (1 - SECOND_DECAY) * (gradient**2 - second)
                mean = first / (1 - FIRST_DECAY**step)
                self._weights -= rate * mean / (np.sqrt(second / (1 - SECOND_DECAY**step)) + 1e-8)
            if on_epoch is not None:
                on_epoch(epoch + 1, told / count)

    def policy(self, made: str) -> Policy:
        """The policy that came out."""
        known = dict(self._prior.weights) if self._prior else {}
        known |= {name: tuple(self._weights[:, number]) for name, number in self._lessons.names.items()}
        rating = MIDDLE_RATING + RATING_STEP * self._steps.mean()
        return Policy(made, round(rating), known)

    def _rows(self, positions: Any) -> tuple[Any, Any, Any]:
        """The moves of positions, in turn: their numbers, which position each is of, and where a position begins."""
        widths = self._starts[positions + 1] - self._starts[positions]
        behind = np.cumsum(widths)
        begins = behind - widths
        owner = np.repeat(np.arange(len(positions)), widths)
        return np.arange(behind[-1]) - begins[owner] + self._starts[positions][owner], owner, begins

    def _gradient(self, positions: Any) -> tuple[float, Floats]:
        """The summed logarithm of what was played, and the gradient of its negative."""
        moves, owner, begins = self._rows(positions)
        widths = self._entries[moves + 1] - self._entries[moves]
        row = np.repeat(np.arange(len(moves)), widths)
        entry = np.arange(len(row)) - np.repeat(np.cumsum(widths) - widths, widths) + self._entries[moves][row]
        columns, values = self._columns[entry], self._values[entry]
        steps = self._steps[positions][owner]
        weight = self._weights[0][columns] + steps[row] * self._weights[1][columns]
        liked = np.bincount(row, values * weight, len(moves))
        liked -= np.maximum.reduceat(liked, begins)[owner]
        shares = np.exp(liked)
        sums = np.add.reduceat(shares, begins)
        played = self._chosen[positions] - self._starts[positions] + begins
        likelihood = float((liked[played] - np.log(sums)).sum())
        shares /= sums[owner]
        shares[played] -= 1
        pulled = values * shares[row]
        width = self._weights.shape[1]
        return likelihood, np.stack(
            [np.bincount(columns, pulled, width), np.bincount(columns, pulled * steps[row], width)]
        )


def match(lessons: Lessons, policy: Policy) -> float:
    """The share of positions whose likeliest move, by a policy, was played."""
    names = {number: name for name, number in lessons.names.items()}
    hits = 0
    ends = [*lessons.starts[1:], len(lessons.moves)]
    for begin, end, chosen, steps in zip(lessons.starts, ends, lessons.chosen, lessons.steps, strict=True):
        moves = lessons.moves[begin:end]
        liked = [policy.sum(((names[number], value) for number, value in move), steps) for move in moves]
        hits += liked[chosen - begin] >= max(liked)
    return hits / len(lessons)
