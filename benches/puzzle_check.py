"""Puzzles asked of another engine: ``python benches/puzzle_check.py PUZZLES.csv [--count 150] [--nodes 5000000]``.

PUZZLES.csv is what ``kiebitz games puzzles -o PUZZLES.csv`` writes; so many are drawn. At each move of the solver's the
other engine (``stockfish``) looks at its two best moves. A puzzle has a *second solution* where another move than the
solution's is worth as much, or nearly: less than ``NEAR`` points of the winning chances behind, while it wins, too. A
last move that mates isn't alone if another mates as well, and is counted apart: any mate is taken as solved.
"""

import argparse
import csv
import random
import time
from pathlib import Path

import chess
import chess.engine

from kiebitz.engine.score import Score
from kiebitz.games.chess.game import CHESS

NEAR, WINNING = 15.0, 60.0


def main() -> None:
    """Ask."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", type=Path)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--nodes", type=int, default=5_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--hash", type=int, default=64)
    options = parser.parse_args()
    with options.puzzles.open(newline="") as file:
        puzzles = list(csv.DictReader(file))
    drawn = random.Random(options.seed).sample(puzzles, min(options.count, len(puzzles)))
    began, seconds, wrong, mates, asked = time.monotonic(), 0, 0, 0, 0
    with chess.engine.SimpleEngine.popen_uci(options.engine) as engine:
        engine.configure({"Hash": options.hash, "Threads": 1})
        for number, puzzle in enumerate(drawn, 1):
            board = chess.Board(puzzle["FEN"])
            moves = [chess.Move.from_uci(move) for move in puzzle["Moves"].split()]
            board.push(moves[0])
            verdict = ""
            for ply, move in enumerate(moves[1:]):
                if ply % 2 == 0 and not verdict:
                    asked += 1
                    lines = engine.analyse(board, chess.engine.Limit(nodes=options.nodes), multipv=2, game=object())
                    verdict = judged(board, move, lines)
                board.push(move)
            seconds += verdict.startswith("second")
            wrong += verdict.startswith("another")
            mates += verdict.startswith("mates")
            if verdict:
                print(f"{verdict}: {puzzle['FEN']} | {puzzle['Moves']} | {puzzle['Themes']}", flush=True)
            if number % 25 == 0:
                print(f"{number}: {seconds} second solutions, {wrong} wrong, {mates} mates not alone", flush=True)
    print(f"{len(drawn)} puzzles, {asked} positions of the solver's, {time.monotonic() - began:.0f} s")
    print(f"second solutions {seconds}, wrong {wrong}, with several mates at the last move {mates}")


def judged(board: chess.Board, move: chess.Move, lines: list[chess.engine.InfoDict]) -> str:
    """The fault of a move of a solution; empty if it has none."""
    told = [(line["pv"][0], _score(line["score"].relative)) for line in lines]
    chances = {each: CHESS.chances.of(score) for each, score in told}
    best, score = told[0]
    if best != move:
        after = board.copy()
        after.push(move)
        if after.is_checkmate() and score.mate == 1:
            return "mates not alone"
        if chances[best] - chances.get(move, 0.0) < NEAR and move in chances:
            return f"second, and before it: {board.san(best)} {score} beside {board.san(move)} {dict(told)[move]}"
        return f"another move: {board.san(best)} {score} instead of {board.san(move)}"
    if len(told) == 1:
        return ""
    other, behind = told[1]
    if score.mate == 1 and behind.mate == 1:
        return "mates not alone"
    if chances[best] - chances[other] < NEAR and chances[other] >= WINNING:
        return f"second: {board.san(other)} {behind} beside {board.san(move)} {score}"
    return ""


def _score(told: chess.engine.Score) -> Score:
    mate = told.mate()
    return Score(told.score()) if mate is None else Score(mate=mate)


if __name__ == "__main__":
    main()
