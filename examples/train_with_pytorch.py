"""Train a network with PyTorch from what ``kiebitz train`` collected, on a GPU or in an architecture of your own.

    pip install torch
    cd kiebitz-training
    python …/examples/train_with_pytorch.py store --visited g1.visited -o mine.network --device cuda
    kiebitz match evaluation=hybrid,network=mine.network evaluation=classical

What is learned, and from what, is as in ``kiebitz train`` (docs/network.md). Only the step is PyTorch's. Another number
of neurons is HIDDEN in ``kiebitz/core/evaluation/network/layers.pxd`` too, built anew.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from kiebitz.arena.train.course import MOST_LABELS
from kiebitz.arena.train.export import export, spread_of
from kiebitz.arena.train.fit import BATCH, DECAY, MAX_WEIGHT, SCALE, Batches, Source, Training, first_weights, loss_of
from kiebitz.arena.train.game_store import labelled_positions
from kiebitz.arena.train.sample_file import Positions, position_blocks
from kiebitz.arena.train.training_set import gather
from kiebitz.core.evaluation.network.features import BUCKETS, FEATURES
from kiebitz.core.evaluation.network.layers import HIDDEN

MEN = 32
ABSENT = FEATURES
KING = 10
REPORT_STEPS = 64


class Network(nn.Module):
    """(768 → HIDDEN) × 2 → 8: sums clipped and squared, and a set of output weights for each number of men."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(FEATURES + 1, HIDDEN, mode="sum", padding_idx=ABSENT)
        self.bias = nn.Parameter(torch.zeros(HIDDEN))
        self.output = nn.Parameter(torch.zeros(BUCKETS, 2 * HIDDEN))
        self.output_bias = nn.Parameter(torch.zeros(BUCKETS))

    def forward(self, own: Tensor, other: Tensor, bucket: Tensor) -> Tensor:
        """The value of each position, the side to move's view; 1 is SCALE centipawns. ``own``, ``other``: [n, 32]."""
        sums = torch.cat([self.rows(view) + self.bias for view in (own, other)], 1)
        return (sums.clamp(0, 1) ** 2 * self.output[bucket]).sum(1) + self.output_bias[bucket]

    def load(self, weights: np.ndarray) -> None:
        """Take weights from one row of numbers, in the order of ``kiebitz.core.training.gradient``."""
        row = torch.from_numpy(weights.copy())
        rows, bias, output, output_bias = row.split([FEATURES * HIDDEN, HIDDEN, self.output.numel(), BUCKETS])
        with torch.no_grad():
            self.rows.weight[:FEATURES] = rows.view(FEATURES, HIDDEN)
            self.rows.weight[ABSENT] = 0
            self.bias[:] = bias
            self.output[:] = output.view(BUCKETS, 2 * HIDDEN)
            self.output_bias[:] = output_bias

    def numbers(self, of: str = "data") -> np.ndarray:
        """All weights as one such row; with ``of="grad"`` their gradients."""
        parts = [getattr(part, of) for part in (self.rows.weight, self.bias, self.output, self.output_bias)]
        parts[0] = parts[0][:FEATURES]
        return torch.cat([part.reshape(-1) for part in parts]).cpu().numpy()


def inputs_of(positions: Positions) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The rows of all men as the side to move and as the other sees them, and the set of output weights."""
    count = len(positions)
    bits = np.unpackbits(
        np.ascontiguousarray(positions["occupied"]).view(np.uint8).reshape(count, 8), 1, None, "little"
    )
    place, square = np.nonzero(bits)
    number = (bits.cumsum(1, dtype=np.uint8) - 1)[place, square]
    halves = np.stack([positions["men"] & 15, positions["men"] >> 4], 2).reshape(count, MEN)
    man = halves[place, number]
    views = []
    for side in (positions["side"], 1 - positions["side"]):
        king = np.zeros(count, np.int64)
        kings = man == KING + side[place]
        king[place[kings]] = square[kings]
        turn = np.where(side == 1, 56, 0) ^ np.where(king % 8 >= 4, 7, 0)
        rows = np.full((count, MEN), ABSENT, np.int64)
        rows[place, number] = (man ^ side[place]).astype(np.int64) * 64 + (square ^ turn[place])
        views.append(rows)
    return views[0], views[1], (bits.sum(1, dtype=np.int64) - 2) // 4


def targets_of(positions: Positions, result_share: float) -> np.ndarray:
    """The winning chances that the network should say, the side to move's view."""
    sign = np.where(positions["side"] == 1, -1.0, 1.0)
    result = 0.5 + sign * (positions["result"] / 2 - 0.5)
    value = 1 / (1 + np.exp(-sign * positions["score"] / SCALE))
    return (result_share * result + (1 - result_share) * value).astype(np.float32)


def loss_on(network: Network, positions: Positions, training: Training) -> Tensor:
    """The mean square of the error in winning chances."""
    device = network.bias.device
    own, other, bucket = (torch.from_numpy(part).to(device) for part in inputs_of(positions))
    target = torch.from_numpy(targets_of(positions, training.result_share)).to(device)
    return ((torch.sigmoid(network(own, other, bucket)) - target) ** 2).mean()


def train(sources: Sequence[Source], training: Training, device: str) -> Network:
    """A network fitted from nothing to positions, which must be a batch or more."""
    network = Network()
    network.load(first_weights(training.seed))
    network.to(device)
    optimiser = torch.optim.AdamW(network.parameters(), lr=training.rate, weight_decay=DECAY)
    batches = Batches(sources, training.seed)
    total = 0.0
    for step in range(training.steps):
        for group in optimiser.param_groups:
            group["lr"] = training.rate_at(step + 1)
        loss = loss_on(network, batches.at(step), training)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            for part in network.parameters():
                part.clamp_(-MAX_WEIGHT, MAX_WEIGHT)
        total += loss.item()
        if (step + 1) % REPORT_STEPS == 0 or step + 1 == training.steps:
            print(f"{(step + 1) * BATCH:,} shown, loss {total / (step % REPORT_STEPS + 1):.5f}", flush=True)
            total = 0.0
    return network


def main() -> None:
    """Train, test on games held out, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=Path, help="where kiebitz train collects games and labels")
    parser.add_argument("--visited", type=Path, help="positions that searches visit; a fifth of each batch")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=12, help="times that each labelled position is shown")
    parser.add_argument("--result-share", type=float, default=0.0, help="of the games' results in what is learned")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        kinds = [labelled_positions(asked.store, print)]
        if asked.visited:
            kinds.append(position_blocks(asked.visited, print))
        gathered = [gather(blocks, Path(place) / str(number)) for number, blocks in enumerate(kinds)]
        shares = (MOST_LABELS, 1 - MOST_LABELS) if asked.visited else (1.0,)
        sources = [Source(shown, share) for (shown, _), share in zip(gathered, shares, strict=True)]
        labels, held_out = len(sources[0].positions), gathered[0][1]
        if labels < BATCH:
            parser.error(f"{labels:,} positions are too few: a step takes {BATCH:,}")
        print(f"{labels:,} different positions, {len(held_out):,} held out")
        shown = round(asked.epochs * labels / shares[0])
        training = Training(asked.seed, shown, asked.result_share, asked.rate)
        weights = train(sources, training, asked.device).numbers()
        tested = held_out if len(held_out) else sources[0].positions
        print(f"test loss {loss_of(tested, weights, training):.5f}")
        made = f"train_with_pytorch.py: seed {asked.seed}, {labels} labelled positions, {asked.epochs} epochs"
        factor = spread_of(tested, weights).factor
        asked.output.write_bytes(export(weights, factor, made, tested))


if __name__ == "__main__":
    main()
