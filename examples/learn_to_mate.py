"""An environment of Gymnasium, queen and king against king, and a small agent that learns to mate in it.

    pip install gymnasium kiebitz
    python examples/learn_to_mate.py [GAMES]

The agent is White. It values what stands after each of its moves by a weighted sum of a few facts (``kiebitz.facts``),
plays the best, and after each move draws the weights towards what came of it (TD(0): Sutton, 1988). Black goes wherever
``kiebitz.Evaluator`` says that it stands best. Of the first fifty games 14 end in mate, soon two of three (3 seconds).
"""

import random
import sys
from typing import Any

import chess
import gymnasium
import numpy as np

import kiebitz

MOST_MOVES, REPORTED, RATE, DISCOUNT, CURIOSITY = 30, 50, 0.05, 0.97, 0.05
FACTS = ["is_checkmate", "is_stalemate", "legal_moves", "white_hanging", "black_king", "white_king"]


class QueenMate(gymnasium.Env[np.ndarray, int]):
    """Mate with queen and king. An action is 64 times a move's first square, plus its last; ``moves`` are legal."""

    action_space = gymnasium.spaces.Discrete(64 * 64)
    observation_space = gymnasium.spaces.Box(0, 1, (12, 64), np.uint8)

    def __init__(self) -> None:
        self.board = kiebitz.Board()
        self.evaluator = kiebitz.Evaluator()

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Set the men up at random, White to move."""
        super().reset(seed=seed)
        while True:
            board = chess.Board(None)
            for square, letter in zip(self.np_random.choice(64, 3, replace=False), "KQk", strict=True):
                board.set_piece_at(int(square), chess.Piece.from_symbol(letter))
            if board.is_valid():
                self.board = kiebitz.Board(board.fen())
                return self.board.planes(), {}

    def moves(self) -> list[int]:
        """The actions that are legal."""
        return [64 * move.from_square + move.to_square for move in self.board.legal_moves]

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play a move, and Black's answer: 1 for a mate, else nothing."""
        self.board.push(chess.Move(*divmod(int(action), 64)))
        if not self.board.is_game_over():
            self.board.push(min(self.board.legal_moves, key=self._value_after))
        is_mate = self.board.is_checkmate()
        is_late = self.board.ply() >= 2 * MOST_MOVES
        return self.board.planes(), float(is_mate), self.board.is_game_over(), is_late, {}

    def _value_after(self, move: chess.Move) -> int:
        self.board.push(move)
        value = self.evaluator.value(self.board)  # White's view: it is to move then
        self.board.pop()
        return value


def seen(boards: list[str]) -> np.ndarray:
    """What the agent sees of boards: a row for each."""
    facts = kiebitz.facts(boards, FACTS, jobs=1)
    black, white = facts["black_king"].astype(int), facts["white_king"].astype(int)
    files, ranks = black % 8, black // 8
    edge = np.minimum(np.minimum(files, 7 - files), np.minimum(ranks, 7 - ranks))
    apart = np.maximum(abs(files - white % 8), abs(ranks - white // 8))
    rows = [
        np.ones(len(boards)),
        facts["is_checkmate"],
        facts["is_stalemate"],
        facts["legal_moves"] / 8,
        facts["white_hanging"] != 0,
        edge / 3,
        apart / 7,
    ]
    return np.stack(rows, axis=1).astype(float)


def main(games: int) -> None:
    """Learn, and print how many games end in mate."""
    numbers = random.Random(1)
    environment, weights, mates = QueenMate(), np.zeros(7), 0
    for game in range(1, games + 1):
        environment.reset(seed=game)
        before, is_over = None, False
        while not is_over:
            actions = environment.moves()
            rows = seen([_after(environment.board, action) for action in actions])
            values = np.where(rows[:, 1] > 0, 1.0, np.where(rows[:, 2] > 0, 0.0, rows @ weights))
            if before is not None:
                weights += RATE * (DISCOUNT * values.max() - before @ weights) * before
            chosen = numbers.randrange(len(actions)) if numbers.random() < CURIOSITY else int(values.argmax())
            _, reward, has_ended, is_late, _ = environment.step(actions[chosen])
            before, is_over = rows[chosen], has_ended or is_late
        mates += int(reward)
        if has_ended and not reward:
            weights += RATE * (0 - before @ weights) * before
        if game % REPORTED == 0:
            print(f"game {game}: {mates} of the last {REPORTED} won by mate")
            mates = 0
    names = ("one", "mate", "stalemate", "moves", "hanging", "edge", "kings apart")
    print("weights:", dict(zip(names, weights.round(2).tolist(), strict=True)))


def _after(board: kiebitz.Board, action: int) -> str:
    """The FEN after a move."""
    board.push(chess.Move(*divmod(action, 64)))
    fen = board.fen()
    board.pop()
    return fen


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
