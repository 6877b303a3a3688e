"""The example that trains with PyTorch: its network is ours, its gradients are ours, and it learns. Needs PyTorch."""

import importlib.util
import sys

import numpy as np
import pytest

from kiebitz.arena.train import fit
from kiebitz.arena.train.fit import Training
from kiebitz.arena.train.generate import GameRecipe, VisitRecipe, play_games, visit_positions
from kiebitz.arena.train.sample_file import SampleFile
from kiebitz.core.evaluation.network.file import read_network
from kiebitz.core.training.gradient import WEIGHTS, accumulate, outputs
from sources import ROOT
from training_positions import of_games

pytestmark = pytest.mark.nightly

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install torch)")

SHARE = 0.3


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("train_with_pytorch", ROOT / "examples" / "train_with_pytorch.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def positions():
    return of_games(20, 11, 60)


@pytest.fixture
def weights():
    """Such that sums lie on both sides of 0 and 1."""
    return np.random.default_rng(5).uniform(-0.15, 0.15, WEIGHTS).astype(np.float32)


def test_outputs_and_gradients_are_those_of_the_compiled_step(example, positions, weights):
    network = example.Network()
    network.load(weights)
    inputs = [torch.from_numpy(part) for part in example.inputs_of(positions)]
    values = np.zeros(len(positions), np.float32)
    outputs(positions.view(np.uint8), weights, values)
    assert network(*inputs).detach().numpy() == pytest.approx(values, rel=1e-3, abs=1e-4)

    gradients = np.zeros(WEIGHTS, np.float32)
    loss = accumulate(positions.view(np.uint8), weights, gradients, SHARE, fit.SCALE)
    mean = example.loss_on(network, positions, Training(1, 1, SHARE))
    mean.backward()
    assert mean.item() == pytest.approx(loss / len(positions), rel=1e-4)
    assert np.abs(gradients).max() > 1
    assert np.abs(network.numbers("grad") * len(positions) - gradients).max() < 1e-3 * np.abs(gradients).max()


def test_it_trains_and_exports(example, tmp_path, monkeypatch, capsys):
    for module in (example, fit):
        monkeypatch.setattr(module, "BATCH", 256)
    store, visited = tmp_path / "store", tmp_path / "some.visited"
    recipe = GameRecipe(1, 10, "classical", label_nodes=100, label_every=2)
    play_games(recipe, store, 1, lambda games: games < 128)
    with SampleFile(visited) as file:
        visit_positions(VisitRecipe(1, 10, "classical"), file, 1, lambda positions: not positions)
    written = tmp_path / "mine.network"
    monkeypatch.setattr(
        sys, "argv", ["train", str(store), "--visited", str(visited), "-o", str(written), "--device", "cpu"]
    )
    example.main()
    losses = [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines() if "shown" in line]
    assert losses[-1] < 0.8 * losses[0]
    assert read_network(written).made.startswith("train_with_pytorch.py: seed 1, ")
