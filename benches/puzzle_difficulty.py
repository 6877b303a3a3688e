"""Ratings of Lichess's puzzles, foretold by what our search finds hard: the fit, and its test on other puzzles.

    python benches/puzzle_difficulty.py PUZZLES.csv [--count 4500] [--write]

PUZZLES.csv is Lichess's file (https://database.lichess.org/#puzzles, CC0) or a part of it. Two thirds are learned from,
one third tells the rank correlation (Spearman); with --write, ``src/kiebitz/collection/data/difficulty.json`` is fitted
to all.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
from itertools import combinations_with_replacement
from pathlib import Path

import chess
import numpy as np

from kiebitz import Engine
from kiebitz.collection.difficulty import MODEL, NAMES, features

RIDGE = 30.0
SEED = 4


def ranks(values: np.ndarray) -> np.ndarray:
    """Ranks of values, equal ones in the middle of theirs."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[places]


def terms(asked: np.ndarray) -> np.ndarray:
    """The things asked, their products in pairs, and 1, by puzzle."""
    pairs = [asked[:, a] * asked[:, b] for a, b in combinations_with_replacement(range(asked.shape[1]), 2)]
    return np.column_stack([asked, *pairs, np.ones(len(asked))])


def weights_of(rows: np.ndarray, ratings: np.ndarray) -> np.ndarray:
    """Ridge regression."""
    return np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ ratings)


def main() -> None:
    """Fit, test, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", type=Path)
    parser.add_argument("--count", type=int, default=4500)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    with given.puzzles.open(newline="") as file:
        rows = list(csv.DictReader(file))
    random.Random(SEED).shuffle(rows)
    asked, ratings = [], []
    with Engine() as engine:
        for row in rows[: given.count]:
            board = chess.Board(row["FEN"])
            first, *solution = map(chess.Move.from_uci, row["Moves"].split())
            board.push(first)
            asked.append(features(board, solution, engine))
            ratings.append(float(row["Rating"]))
    values, known = np.array(asked), np.array(ratings)
    mean, deviation = values.mean(0), values.std(0)
    table = terms((values - mean) / deviation)
    learned = np.arange(len(known)) % 3 != 0
    foretold = table[~learned] @ weights_of(table[learned], known[learned])
    error = np.sqrt(np.mean((foretold - known[~learned]) ** 2))
    correlation = np.corrcoef(ranks(foretold), ranks(known[~learned]))[0, 1]
    print(
        f"{learned.sum()} puzzles learned from; of {(~learned).sum()} others:"
        f" Spearman {correlation:.3f}, rms {error:.0f}"
    )
    for number, name in enumerate(NAMES):
        print(f"  {name}: alone {np.corrcoef(ranks(values[:, number]), ranks(known))[0, 1]:.2f}")
    if given.write:
        fitted = {"mean": mean, "deviation": deviation, "weights": weights_of(table, known)}
        text = json.dumps({name: [round(float(each), 4) for each in row] for name, row in fitted.items()}, indent=1)
        MODEL.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
