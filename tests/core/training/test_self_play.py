"""Self-play keeps quiet positions of whole games, and follows from its seed."""

import numpy as np

from kiebitz.core.parameters import complete, defaults
from kiebitz.core.training.packed_position import FIELDS
from kiebitz.core.training.self_play import SelfPlay

POSITION = np.dtype([tuple(field) for field in FIELDS])
NODES = 30


def played(seed: int, room: int = 3000) -> tuple[np.ndarray, int]:
    buffer = np.zeros(room, POSITION)
    count, games = SelfPlay(complete({"evaluation": "classical"}), NODES, seed).play(buffer.view(np.uint8), 7)
    return buffer[:count], games


def test_games_are_whole_and_numbered():
    positions, games = played(1)
    assert 2600 <= len(positions) <= 3000
    assert sorted(set(positions["game"])) == list(range(7, 7 + games))
    for game in set(positions["game"]):
        results = positions["result"][positions["game"] == game]
        assert len(set(results)) == 1
        assert results[0] in (0, 1, 2)
    assert set(positions["result"]) == {0, 1, 2}


def test_what_is_kept_tells_who_wins():
    positions, _ = played(2, 6000)
    ahead = positions["score"] > 300
    behind = positions["score"] < -300
    assert positions["result"][ahead].mean() > 1.5 > 0.5 > positions["result"][behind].mean()


def test_everything_follows_from_the_seed():
    assert played(3)[0].tobytes() == played(3)[0].tobytes()
    assert played(3)[0].tobytes() != played(4)[0].tobytes()


def test_samples_are_what_searches_evaluate():
    """The static evaluation is the classical one's, so that of a symmetric position is the tempo alone."""
    buffer = np.zeros(5000, POSITION)
    parameters = complete({"evaluation": "tartan"})
    count, games = SelfPlay(defaults(), 200, 5).sample(buffer.view(np.uint8), 12, 0)
    assert count == 5000
    assert games >= 1
    assert np.abs(buffer["score"]).mean() > 20
    other = np.zeros(5000, POSITION)
    SelfPlay(parameters, 200, 5).sample(other.view(np.uint8), 12, 0)
    assert other.tobytes() != buffer.tobytes()


def test_a_sampler_that_is_done_plays_on_unrecorded():
    player = SelfPlay(defaults(), NODES, 6)
    player.sample(np.zeros(100, POSITION).view(np.uint8), 4, 0)
    buffer = np.zeros(1000, POSITION)
    count, _ = player.play(buffer.view(np.uint8), 0)
    assert count > 600
    assert player.worker.sampled == 100
