"""Moves that win against people of a rating: expectimax over what such people answer.

At the own moves the best of the candidates counts, at the opponent's the mean over his answers, each by how often
people of the rating choose it: as an archive has it where games of that rating came to the position, else as the
policy of people foretells (``engine.people``); the policy counts like ``POLICY_GAMES`` more games. At the ends an
evaluation is turned into the points that people score with it: for the same points they need about twice the
advantage that ``engine.score`` says. Where an archive tells how games went on after a move, that counts, too, the
tree like ``TREE_GAMES`` more games.

Thread safety: an ``AgainstPeople`` serves one caller at a time, and its engines no other meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import chess

from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection.collection import Collection
from kiebitz.collection.position_search import MoveTally, visits_among
from kiebitz.engine import Engine, Position, legal_moves, push
from kiebitz.engine.limit import Limit
from kiebitz.engine.people import LOOK, Policy, probabilities, shipped, steps_of
from kiebitz.engine.score import Score

STEEPNESS, STEEPNESS_STEP = 0.00196, 0.00057
"""Of the points that people score, by centipawns at 1450, and what is added for 400 points of rating more."""
MOST_CENTIPAWNS = 1000
FIRST_NODES, NEXT_NODES, END_NODES = 60_000, 2_000, 700
"""Positions that a search visits: at the position asked for, at own moves after it, and at the ends."""
CANDIDATES, NEXT_CANDIDATES = 7, 2
BEHIND, NEXT_BEHIND = 120, 60
"""Centipawns by which a candidate may be behind the engine's first choice."""
ANSWERS, COVERED = 4, 0.85
"""The answers looked at are the likeliest: so many at most, and no more than make up this share."""
DEPTH = 2
"""Answers of the opponent's one after another."""
POLICY_GAMES, TREE_GAMES = 20, 100
LIKELY = 0.1
"""A move that this share of the archive's games went on with is a candidate, if the engine doesn't refute it."""
RATING_WIDTH = 200
"""Games of a rating are those whose players are at most so far from it."""
TOLD_ANSWERS = 3

Played = Callable[[Position], Sequence[MoveTally]]
"""The moves that games of the rating went on with in a position; nothing where none came there."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that people answer with."""

    move: str
    """UCI text."""
    share: float
    """Of 1."""
    points: float
    """The own side's points of 100 after it."""
    best: str
    """The move to meet it with, UCI text; empty at the end of the tree or of the game."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move and what it is worth."""

    move: str
    """UCI text."""
    points: float
    """The points of 100 that it scores against people of the rating."""
    score: Score
    """The engine's, in the own side's view."""
    is_engines: bool
    """True for the engine's first choice."""
    games: int
    """Games of the archive that went on with it."""
    answers: tuple[Answer, ...]
    """The likeliest first."""


@dataclass(slots=True)
class _Seen:
    """Positions that were met before, by their keys."""

    ends: dict[tuple[int, int], float] = field(default_factory=dict)
    answers: dict[int, list[tuple[str, float]]] = field(default_factory=dict)
    candidates: dict[int, list[str]] = field(default_factory=dict)
    played: dict[int, Sequence[MoveTally]] = field(default_factory=dict)


class AgainstPeople:
    """A look for the moves that win against people of a rating."""

    def __init__(
        self,
        rating: float,
        engine: Engine,
        look: Engine,
        *,
        played: Played | None = None,
        policy: Policy | None = None,
        depth: int = DEPTH,
    ) -> None:
        """``look`` sees what people see (``engine.strength.look_engine``); ``played`` asks an archive.

        Without ``policy`` it is the shipped one.
        """
        self._rating = rating
        self._engine = engine
        self._look = look
        self._played = played
        self._policy = policy or shipped()
        self._depth = depth
        self._seen = _Seen()

    def suggestions(self, position: Position) -> list[Suggestion]:
        """The candidates in a position where the own side moves, the best against people first; none if it is over.

        The engine's first choice is always among them.
        """
        self._seen = _Seen()
        self._engine.new_game()
        lines = self._engine.analyse(position, Limit(nodes=FIRST_NODES), multipv=CANDIDATES).lines
        if not lines:
            return []
        scores = {line.moves[0]: line.score for line in lines}
        games = {tally.uci: tally.games for tally in self._of_archive(position)}
        for move, count in games.items():
            if move not in scores and count >= LIKELY * sum(games.values()):
                scores[move] = self._score_after(position, move)
        least = max(score.clipped() for score in scores.values()) - BEHIND
        found = []
        for move, score in scores.items():
            if score.clipped() < least and move != lines[0].moves[0]:
                continue
            after = _after(position, move)
            points, answers = self._answered(after, self._depth)
            found.append(
                Suggestion(
                    move,
                    100 * self._with_results(position, move, points),
                    score,
                    move == lines[0].moves[0],
                    games.get(move, 0),
                    tuple(answers),
                )
            )
        return sorted(found, key=lambda each: -each.points)

    def _score_after(self, position: Position, move: str) -> Score:
        """The score of a move, in its side's view."""
        after = _after(position, move)
        if not legal_moves(after):
            return Score(mate=1) if after.is_check else Score(0)
        return -self._engine.analyse(after, Limit(nodes=FIRST_NODES // CANDIDATES)).lines[0].score

    # ------------------------------------------------------------------ the tree

    def _own(self, position: Position, depth: int) -> tuple[float, str]:
        """The points of 1 where the own side moves, and the move."""
        if not legal_moves(position):
            return (0.0 if position.is_check else 0.5), ""
        if not depth:
            return self._end(position), ""
        best, chosen = -1.0, ""
        for move in self._candidates(position):
            points = self._with_results(position, move, self._answered(_after(position, move), depth)[0])
            if points > best:
                best, chosen = points, move
        return best, chosen

    def _answered(self, position: Position, depth: int) -> tuple[float, list[Answer]]:
        """The own side's points of 1 where the opponent moves, and his answers."""
        key = position.hash_key
        if not legal_moves(position):
            return (1.0 if position.is_check else 0.5), []
        if (key, depth) in self._seen.ends and depth < self._depth:
            return self._seen.ends[key, depth], []
        told, total, covered = [], 0.0, 0.0
        for move, share in self._answers(position):
            points, best = self._own(_after(position, move), depth - 1)
            told.append(Answer(move, share, 100 * points, best))
            total += share * points
            covered += share
            if covered >= COVERED or len(told) == ANSWERS:
                break
        self._seen.ends[key, depth] = total / covered
        return total / covered, told

    def _with_results(self, position: Position, move: str, points: float) -> float:
        """Points of 1 after an own move, the archive's games taken in."""
        for tally in self._of_archive(position):
            if tally.uci == move and tally.score is not None:
                games = tally.white + tally.draws + tally.black
                return (points * TREE_GAMES + games * tally.score / 100) / (TREE_GAMES + games)
        return points

    def _candidates(self, position: Position) -> list[str]:
        """The own moves worth a look after the first."""
        key = position.hash_key
        if key not in self._seen.candidates:
            lines = self._engine.analyse(position, Limit(nodes=NEXT_NODES), multipv=NEXT_CANDIDATES).lines
            least = lines[0].score.clipped() - NEXT_BEHIND
            self._seen.candidates[key] = [line.moves[0] for line in lines if line.score.clipped() >= least]
        return self._seen.candidates[key]

    def _answers(self, position: Position) -> list[tuple[str, float]]:
        """The opponent's moves with their shares, the likeliest first."""
        key = position.hash_key
        if key not in self._seen.answers:
            moves = legal_moves(position)
            shares = dict(zip(moves, self._foretold(position, moves), strict=True))
            games = {tally.uci: tally.games for tally in self._of_archive(position) if tally.uci in shares}
            total = POLICY_GAMES + sum(games.values())
            for move, share in shares.items():
                shares[move] = (POLICY_GAMES * share + games.get(move, 0)) / total
            self._seen.answers[key] = sorted(shares.items(), key=lambda each: -each[1])
        return self._seen.answers[key]

    def _foretold(self, position: Position, moves: Sequence[str]) -> list[float]:
        """The shares of moves by the policy, in their order."""
        self._look.new_game()
        lines = self._look.analyse(position, LOOK, multipv=len(moves)).lines
        worths = self._policy.judgements([line.score for line in lines], self._rating)
        worth = {line.moves[0]: each for line, each in zip(lines, worths, strict=True)}
        least = min(worth.values(), default=0.0)
        liked = self._policy.likings(position, moves, self._rating)
        return probabilities([liking + worth.get(move, least) for move, liking in zip(moves, liked, strict=True)])

    def _end(self, position: Position) -> float:
        """The own side's points of 1 at the end of the tree, where it moves."""
        key = position.hash_key
        if (key, 0) not in self._seen.ends:
            score = self._engine.analyse(position, Limit(nodes=END_NODES)).lines[0].score
            self._seen.ends[key, 0] = points_of(score, self._rating)
        return self._seen.ends[key, 0]

    def _of_archive(self, position: Position) -> Sequence[MoveTally]:
        if self._played is None:
            return ()
        key = position.hash_key
        if key not in self._seen.played:
            self._seen.played[key] = self._played(position)
        return self._seen.played[key]


def games_of(collection: Collection, rating: float) -> Played:
    """The moves that the games of a collection went on with whose players both are about so strong.

    Raises CollectionError, and so does the function returned.
    """
    select = GameSelection(min_rating=max(0, round(rating) - RATING_WIDTH), max_rating=round(rating) + RATING_WIDTH)
    with collection.reading():
        wanted = collection.wanted(select)
    return lambda position: visits_among(collection, position, wanted).moves


def points_of(score: Score, rating: float) -> float:
    """The points of 1 that people of a rating score with an evaluation, both in the same side's view."""
    steepness = STEEPNESS + STEEPNESS_STEP * steps_of(rating)
    return 1 / (1 + math.exp(-steepness * score.clipped(MOST_CENTIPAWNS)))


def told_answers(board: chess.Board, told: Suggestion, most: int = TOLD_ANSWERS) -> str:
    """The likeliest answers to a suggestion for a board, such as 'Nf6 40%, d6 15%'."""
    after = board.copy()
    after.push_uci(told.move)
    return ", ".join(
        f"{after.san(chess.Move.from_uci(answer.move))} {100 * answer.share:.0f}%" for answer in told.answers[:most]
    )


def engines_first(suggestions: Iterable[Suggestion]) -> Suggestion:
    """The engine's first choice among suggestions."""
    return next(each for each in suggestions if each.is_engines)


def _after(position: Position, move: str) -> Position:
    after = position.copy()
    push(after, move)
    return after
