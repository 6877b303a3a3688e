"""A deep network's file says what the numbers that were learned say, but for rounding."""

import chess
import numpy as np
import pytest

from kiebitz.arena.train.export import export_deep, starting_weights
from kiebitz.arena.train.fit import DeepParts, first_deep_weights, values_of
from kiebitz.arena.train.trained_game import CHESS, SHOGI
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.deep import WIDE
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.training.packed_position import unpacked_fen
from kiebitz.core.training.shogi_packed_position import unpacked_sfen
from networks import DeepWeights
from training_positions import of_games

pytestmark = pytest.mark.check
SHOWN = {
    "chess": lambda packed: Position(unpacked_fen(packed)),
    "shogi": lambda packed: ShogiPosition(unpacked_sfen(packed)),
}


@pytest.fixture(params=[CHESS, SHOGI], ids=lambda game: game.name)
def game(request):
    return request.param


def test_it_says_what_the_numbers_say(game):
    some = of_games(20, 5, 4, game)[::3]
    network = Network(export_deep(first_deep_weights(4, game), "deep", game=game))
    assert network.game is game.network
    values = values_of(some, starting_weights(network))
    assert np.ptp(values) > 20
    for packed, value in zip(some, values, strict=True):
        said = network.value(SHOWN[game.name](packed.tobytes()))
        assert (-said if packed["side"] else said) == pytest.approx(value, abs=3)


def test_a_file_makes_the_same_file(game):
    weights = first_deep_weights(4, game)
    data = export_deep(weights, "deep", game=game)
    again = starting_weights(Network(data))
    assert export_deep(again, "deep", game=game) == data
    assert np.abs(again - weights).max() <= 1 / 128 + 1e-6


def test_a_narrower_network_goes_on_as_it_was_and_learns_with_all_neurons():
    network = Network(DeepWeights.drawn(3, WIDE // 2).packed_plainly())
    weights = starting_weights(network)
    parts = DeepParts.of(weights)
    assert parts.rows.any(axis=1).all()
    assert np.abs(parts.bias).all()
    again = Network(export_deep(weights, "again", network.scale))
    for fen in (chess.STARTING_FEN, "r1b1k2r/p4ppp/8/8/3Q4/8/P4PPP/4K2R b k - 0 1"):
        assert again.outputs(Position(fen)) == network.outputs(Position(fen))
