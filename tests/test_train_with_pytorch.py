"""The example that trains with PyTorch: its network is ours, its gradients are ours, and it learns. Needs PyTorch."""

import importlib.util
import sys

import numpy as np
import pytest

from kiebitz.arena.train import fit
from kiebitz.arena.train.sample_file import POSITION, SampleFile
from kiebitz.core.evaluation.network.weights import read_network
from kiebitz.core.parameters import complete
from kiebitz.core.training.gradient import WEIGHTS, accumulate, outputs
from kiebitz.core.training.self_play import SelfPlay
from sources import ROOT

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
    buffer = np.zeros(8192, POSITION)
    count, _ = SelfPlay(complete({"evaluation": "classical"}), 20, 11).play(buffer.view(np.uint8), 0)
    return buffer[:count]


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
    mean = example.loss_on(network, positions, SHARE)
    mean.backward()
    assert mean.item() == pytest.approx(loss / len(positions), rel=1e-4)
    assert np.abs(gradients).max() > 1
    assert np.abs(network.numbers("grad") * len(positions) - gradients).max() < 1e-3 * np.abs(gradients).max()


@pytest.mark.slow
def test_it_trains_and_exports(example, positions, tmp_path, monkeypatch, capsys):
    for module in (example, fit):
        monkeypatch.setattr(module, "BATCH", 256)
    with SampleFile(tmp_path / "some.positions") as file:
        file.append(positions)
    written = tmp_path / "mine.network"
    monkeypatch.setattr(sys, "argv", ["train", str(tmp_path / "some.positions"), "-o", str(written), "--device", "cpu"])
    example.main()
    losses = [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines() if "shown" in line]
    assert losses[-1] < losses[0] / 2
    assert read_network(written).made.startswith("train_with_pytorch.py: seed 1, ")
