"""Self-play of shogi: whole games by its rules that follow from their seed, their records, and packed positions."""

import random
from contextlib import suppress

import numpy as np
import pytest

from kiebitz.core.evaluation.network.games import SHOGI as SHOGI_NETWORK
from kiebitz.core.evaluation.shogi.evaluator import evaluation_of
from kiebitz.core.parameters import SHOGI, complete
from kiebitz.core.shogi.notation import legal_moves
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.training.classical_sums import classical_sums
from kiebitz.core.training.game_record import GameRecordError, RecordReader, unpack_games
from kiebitz.core.training.packed_position import UNKNOWN_RESULT
from kiebitz.core.training.self_play import SelfPlay
from kiebitz.core.training.shogi_packed_position import FIELDS, shogi_packed_bytes, unpacked_sfen
from networks import Weights
from random_shogi import random_games, scattered

POSITION = np.dtype([tuple(field) for field in FIELDS])
BY_HAND = complete({"evaluation": "classical"}, SHOGI)
NODES, LABEL_NODES = 40, 200
GAMES = 10
# Both kings have entered, with 27 points each: enough for White, one too few for Black.
ENTERED = "4K4/+P+P+P+P+P+P+P+P+P/4G4/9/9/9/4g4/+p+p+p+p+p+p+p+p+p/4k4 b RBG2S2N2Lrbg2s2n2l 1"


def player(nodes: int = NODES, **settings) -> SelfPlay:
    return SelfPlay(BY_HAND, nodes, label_nodes=LABEL_NODES, label_every=3, game="shogi", **settings)


def unpacked(games: bytes, labels: bytes | None, count: int = GAMES, first: int = 0) -> np.ndarray:
    buffer = np.zeros(count * 400, POSITION)
    return buffer[: unpack_games(games, count, labels, buffer.view(np.uint8).data, first, "shogi")]


def alike(positions: np.ndarray) -> list[str]:
    """The positions themselves."""
    return [unpacked_sfen(position.tobytes()) for position in positions]


@pytest.fixture(scope="module")
def played() -> tuple[bytes, bytes]:
    return player().play(1, GAMES)


@pytest.mark.check
def test_a_packed_position_takes_56_bytes_and_is_read_again():
    """Along games, and with men scattered over board and hands; promoted ones, full hands, and no king."""
    assert POSITION.itemsize == 56
    some = [position.copy() for _, _, position in random_games(random.Random(1), 400)]
    some += scattered(random.Random(2), 200)
    some.append(ShogiPosition("4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1"))
    for position in some:
        packed = shogi_packed_bytes(position)
        assert unpacked_sfen(packed).split()[:3] == position.sfen().split()[:3]
        fields = np.frombuffer(packed, POSITION)[0]
        assert (fields["score"], fields["result"], fields["game"]) == (0, 0, 0)
    with pytest.raises(ValueError, match="56 bytes, not 55"):
        unpacked_sfen(packed[:-1])


def test_games_are_whole_and_numbered(played):
    positions = unpacked(played[0], None, first=7)
    assert len(positions) > 20 * GAMES
    assert sorted(set(positions["game"])) == list(range(7, 7 + GAMES))
    for game in set(positions["game"]):
        assert len(set(positions["result"][positions["game"] == game])) == 1
    assert set(positions["result"]) <= {0, 1, 2}
    assert any(sfen.split()[2] != "-" for sfen in alike(positions))


@pytest.mark.check
def test_what_is_kept_tells_who_wins():
    positions = unpacked(*player().play(2, 40)[:1], None, 40)
    assert positions["result"][positions["score"] > 1500].mean() > 1.4
    assert positions["result"][positions["score"] < -1500].mean() < 0.6


def test_what_is_kept_is_quiet(played):
    for sfen in alike(unpacked(played[0], None)):
        assert not ShogiPosition(sfen).is_check


def test_labels_are_those_of_some_positions(played):
    games, labels = played
    all_of_them = set(alike(unpacked(games, None)))
    labelled = unpacked(games, labels)
    assert 0.15 * len(all_of_them) < len(labelled) < 0.5 * len(all_of_them)
    assert np.mean([sfen in all_of_them for sfen in alike(labelled)]) > 0.7


def test_a_judge_labels_again_what_is_labelled(played):
    games, labels = played
    assert player().label_again(games, GAMES, labels) == labels
    other = SelfPlay(BY_HAND, NODES, label_nodes=4 * LABEL_NODES, game="shogi").label_again(games, GAMES, labels)
    assert other != labels


@pytest.mark.check
def test_everything_follows_from_the_seed(played):
    assert player().play(1, GAMES) == played
    assert player().play(2, GAMES) != played


def test_a_network_of_shogi_plays():
    network = Weights.drawn(3, SHOGI_NETWORK).network()
    parameters = complete({"evaluation": "hybrid"}, SHOGI)
    games, _ = SelfPlay(parameters, NODES, network, game="shogi").play(1, 2)
    assert len(unpacked(games, None, 2))
    assert games != player().play(1, 2)[0]


def test_moves_beyond_a_byte_are_recorded():
    """With full hands there are hundreds of legal moves; a record of chess has room for 256."""
    sfen = "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1"
    assert len(legal_moves(ShogiPosition(sfen))) > 400
    games, labels = player(nodes=60, book=(sfen,)).play(5, 6)
    assert sfen.encode() in games
    assert len(unpacked(games, None, 6))
    assert len(unpacked(games, labels, 6))


@pytest.mark.check
def test_damaged_bytes_are_an_error_or_other_games(played):
    chance = np.random.default_rng(3)
    games, labels = (bytearray(part) for part in played)
    for _ in range(300):
        part = games if chance.integers(2) else labels
        at, old = int(chance.integers(len(part))), 0
        old, part[at] = part[at], int(chance.integers(256))
        with suppress(GameRecordError, ValueError):
            assert set(unpacked(bytes(games), bytes(labels))["side"]) <= {0, 1}
        part[at] = old
    for cut in (1, len(games) // 2, len(games) - 1):
        with pytest.raises(GameRecordError):
            unpacked(bytes(games[:cut]), bytes(labels))


def test_records_of_the_other_game_are_refused_or_damaged(played):
    with pytest.raises(ValueError, match="records of chess and shogi, not of 'go'"):
        RecordReader(*played, "go")
    with pytest.raises((GameRecordError, ValueError)):
        unpack_games(*(played[0], GAMES, played[1]), np.zeros(GAMES * 400 * 56, np.uint8).data, 0)
    with pytest.raises(ValueError, match="chess and shogi are played, not 'go'"):
        SelfPlay(BY_HAND, NODES, game="go")


def test_who_may_declare_has_won():
    """White declares as soon as it is to move, so games are over after a move of Black's."""
    games, _ = player(book=(ENTERED,)).play(1, 12)
    positions = unpacked(games, None, 12)
    entered = [index for index, sfen in enumerate(alike(positions)) if "K" in "".join(sfen.split("/")[:3])]
    assert 1 <= len(entered) <= 12
    assert set(positions["result"][entered]) == {0}


def test_samples_are_what_searches_evaluate():
    buffer = np.zeros(2000, POSITION)
    assert player(200).sample(5, buffer.view(np.uint8).data, 12, 3) >= 1
    assert set(buffer["result"]) == {UNKNOWN_RESULT}
    assert buffer["game"][0] == 3
    for position in buffer[::100]:
        value = evaluation_of(ShogiPosition(unpacked_sfen(position.tobytes())))
        assert position["score"] == (-value if position["side"] else value)


def test_sums_made_by_hand_are_those_of_the_evaluator():
    positions = unpacked(*player().play(4, 3)[:1], None, 3)
    sums = np.zeros(len(positions), np.int16)
    classical_sums(positions.copy().view(np.uint8), {}, sums, "shogi")
    for position, found in list(zip(positions, sums, strict=True))[::10]:
        value = evaluation_of(ShogiPosition(unpacked_sfen(position.tobytes())))
        assert found == (-value if position["side"] else value)
    with pytest.raises(ValueError, match="56 bytes are not 2 positions of 56"):
        classical_sums(positions[:1].copy().view(np.uint8), {}, np.zeros(2, np.int16), "shogi")
    with pytest.raises(ValueError, match="not of 'go'"):
        classical_sums(positions[:1].copy().view(np.uint8), {}, np.zeros(1, np.int16), "go")
