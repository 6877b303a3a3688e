"""Self-play writes whole games that follow from their seed, and labels what a longer search says of their positions."""

import numpy as np
import pytest

from kiebitz.core.parameters import complete, defaults
from kiebitz.core.training.game_record import GameRecordError, unpack_games
from kiebitz.core.training.packed_position import FIELDS, UNKNOWN_RESULT
from kiebitz.core.training.self_play import SelfPlay

POSITION = np.dtype([tuple(field) for field in FIELDS])
CLASSICAL = complete({"evaluation": "classical"})
NODES, LABEL_NODES = 30, 200
GAMES = 12
BOOK = ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",)


def player(**settings) -> SelfPlay:
    return SelfPlay(CLASSICAL, NODES, label_nodes=LABEL_NODES, label_every=3, **settings)


def unpacked(games: bytes, labels: bytes | None, count: int = GAMES, first: int = 0) -> np.ndarray:
    buffer = np.zeros(count * 400, POSITION)
    return buffer[: unpack_games(games, count, labels, buffer.view(np.uint8).data, first)]


@pytest.fixture(scope="module")
def played() -> tuple[bytes, bytes]:
    return player(book=BOOK).play(1, GAMES)


def test_games_are_whole_and_numbered(played):
    positions = unpacked(played[0], None, first=7)
    assert len(positions) > 20 * GAMES
    assert sorted(set(positions["game"])) == list(range(7, 7 + GAMES))
    for game in set(positions["game"]):
        results = positions["result"][positions["game"] == game]
        assert len(set(results)) == 1
        assert results[0] in (0, 1, 2)


@pytest.mark.check
def test_what_is_kept_tells_who_wins():
    positions = unpacked(*player().play(2, 40)[:1], None, 40)
    assert positions["result"][positions["score"] > 300].mean() > 1.5
    assert positions["result"][positions["score"] < -300].mean() < 0.5


def test_labels_are_those_of_some_positions(played):
    games, labels = played
    all_of_them = {position.tobytes()[:24] + position.tobytes()[27:28] for position in unpacked(games, None)}
    labelled = unpacked(games, labels)
    assert 0.15 * len(all_of_them) < len(labelled) < 0.5 * len(all_of_them)
    # A longer search may find that a position isn't quiet, or is, so nearly all of them are among the others.
    known = [position.tobytes()[:24] + position.tobytes()[27:28] in all_of_them for position in labelled]
    assert np.mean(known) > 0.8


def test_a_judge_labels_again_what_is_labelled(played):
    games, labels = played
    assert player().label_again(games, GAMES, labels) == labels
    other = SelfPlay(CLASSICAL, NODES, label_nodes=4 * LABEL_NODES, label_every=3).label_again(games, GAMES, labels)
    assert other != labels
    assert abs(len(unpacked(games, other)) - len(unpacked(games, labels))) < 0.3 * len(unpacked(games, labels))


def test_everything_follows_from_the_seed(played):
    assert player(book=BOOK).play(1, GAMES) == played
    assert player(book=BOOK).play(2, GAMES) != played


def test_damaged_bytes_are_an_error_or_other_games(played):
    """Whatever is read, nothing is written outside, and a legal position comes out of it or an error."""
    chance = np.random.default_rng(3)
    games, labels = (bytearray(part) for part in played)
    for _ in range(300):
        part = games if chance.integers(2) else labels
        at, old = int(chance.integers(len(part))), 0
        old, part[at] = part[at], int(chance.integers(256))
        try:
            positions = unpacked(bytes(games), bytes(labels))
            assert set(positions["side"]) <= {0, 1}
        except (GameRecordError, ValueError):
            pass
        part[at] = old
    for cut in (1, len(games) // 2, len(games) - 1):
        with pytest.raises(GameRecordError):
            unpacked(bytes(games[:cut]), bytes(labels))
    with pytest.raises(GameRecordError, match="more than the games"):
        unpacked(bytes(games) + b"\0", bytes(labels))
    with pytest.raises(GameRecordError, match="more labels than games"):
        unpacked(bytes(games), bytes(labels) + b"\0")


def test_without_a_judge_nothing_is_labelled(played):
    games, labels = SelfPlay(CLASSICAL, NODES).play(5, 2)
    assert len(unpacked(games, labels, 2)) == 0
    with pytest.raises(ValueError, match="nobody judges"):
        SelfPlay(CLASSICAL, NODES).label_again(games, 2, labels)


def test_samples_are_what_searches_evaluate():
    """With the static evaluation of the one who plays, and nothing known of results."""
    buffer = np.zeros(5000, POSITION)
    games = SelfPlay(defaults(), 200).sample(5, buffer.view(np.uint8).data, 12, 0)
    assert games >= 1
    assert np.abs(buffer["score"]).mean() > 20
    assert set(buffer["result"]) == {UNKNOWN_RESULT}
    other = np.zeros(5000, POSITION)
    SelfPlay(complete({"evaluation": "tartan"}), 200).sample(5, other.view(np.uint8).data, 12, 0)
    assert other.tobytes() != buffer.tobytes()


def test_a_sampler_that_is_done_plays_on_unrecorded():
    sampler = SelfPlay(CLASSICAL, NODES)
    sampler.sample(6, np.zeros(100, POSITION).view(np.uint8).data, 4, 0)
    assert sampler.play(1, 2) == SelfPlay(CLASSICAL, NODES).play(1, 2)


def test_wrong_settings_are_refused():
    with pytest.raises(ValueError, match="give 1 or more"):
        SelfPlay(CLASSICAL, NODES, label_every=0)
    with pytest.raises(ValueError, match="the board has 1 ranks"):
        SelfPlay(CLASSICAL, NODES, book=("no position",))
