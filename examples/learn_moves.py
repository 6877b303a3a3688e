"""Train a network with PyTorch that guesses which move people play, from games or from a file of their positions.

    pip install torch 'kiebitz[data]'
    python examples/learn_moves.py games.pgn.zst
    kiebitz positions games.pgn.zst -o positions.parquet; python examples/learn_moves.py positions.parquet

Games are read, replayed and made features by the compiled core, a chunk at a time while the network learns; nothing is
kept in memory. A move is where it starts and where it ends, in the view of the side to move.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import kiebitz
from kiebitz.engine.columns.features import FEATURES

HIDDEN = 256
BATCH = 1_024
REPORT_STEPS = 50
MOVES = 64 * 64


class Guesser(nn.Module):
    """Both views' sums of a row of weights for each man, a layer, and a number for each move there could be."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(FEATURES + 1, HIDDEN, mode="sum", padding_idx=FEATURES)
        self.layers = nn.Sequential(nn.ReLU(), nn.Linear(2 * HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, MOVES))

    def forward(self, own: Tensor, other: Tensor) -> Tensor:
        """How likely each move is (logits, n x 4096); ``own`` and ``other`` are features (n x 32)."""
        return self.layers(torch.cat([self.rows(own), self.rows(other)], 1))


def batches_of(path: Path) -> Iterator[Any]:
    """The positions of a file with the moves played there, some thousands at a time, as Arrow has them."""
    if path.suffix == ".parquet":
        from pyarrow.parquet import ParquetFile

        yield from ParquetFile(path).iter_batches(columns=["fen", "move"])
    else:
        yield from kiebitz.read_games(path).positions(["fen", "move"])


def targets_of(moves: list[str], turn: np.ndarray) -> np.ndarray:
    """Moves as numbers: 64 x start + end, squares in the view of the side to move."""
    letters = np.array(moves, dtype="S4").view(np.uint8).reshape(-1, 4).astype(np.int64)
    squares = letters[:, 0::2] - ord("a") + 8 * (letters[:, 1::2] - ord("1")) ^ turn[:, None]
    return 64 * squares[:, 0] + squares[:, 1]


def shown(path: Path, seed: int) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Batches: features of both views, and the move played; those of a chunk in any order."""
    chance = np.random.default_rng(seed)
    for batch in batches_of(path):
        played = batch.filter(batch["move"].is_valid())
        seen = kiebitz.features_batch(played)
        target = targets_of(played["move"].to_pylist(), seen.turn)
        order = chance.permutation(len(target))
        for part in np.array_split(order, max(1, len(order) // BATCH)):
            yield tuple(torch.from_numpy(column[part]) for column in (seen.own, seen.other, target))


def main() -> None:
    """Train, say how well it goes, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="games (PGN, .gz, .zst) or their positions (.parquet)")
    parser.add_argument("-o", "--output", type=Path, help="where the weights go")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    network = Guesser().to(asked.device)
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3)
    steps, loss_sum, right, positions = 0, 0.0, 0, 0
    for epoch in range(asked.epochs):
        for own, other, target in shown(asked.file, asked.seed + epoch):
            own, other, target = (part.to(asked.device) for part in (own, other, target))
            guess = network(own, other)
            loss = nn.functional.cross_entropy(guess, target)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            steps += 1
            loss_sum += loss.item()
            right += int((guess.argmax(1) == target).sum())
            positions += len(target)
            if steps % REPORT_STEPS == 0:
                print(f"{steps} steps, loss {loss_sum / REPORT_STEPS:.3f}, {right / positions:.1%} guessed", flush=True)
                loss_sum, right, positions = 0.0, 0, 0
    if asked.output:
        torch.save(network.state_dict(), asked.output)


if __name__ == "__main__":
    main()
