"""Self-play writes whole games that follow from their seed, and labels what a longer search says of their positions."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import pytest

from kiebitz.core.evaluation.network.games import SHOGI as SHOGI_NETWORK
from kiebitz.core.evaluation.shogi.evaluator import evaluation_of
from kiebitz.core.parameters import SHOGI as SHOGI_PARAMETERS
from kiebitz.core.parameters import complete, defaults
from kiebitz.core.shogi.notation import legal_moves
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.training import packed_position, shogi_packed_position
from kiebitz.core.training.classical_sums import classical_sums
from kiebitz.core.training.game_record import (
    GameRecordError,
    RecordReader,
    labels_judged,
    lines_to_judge,
    unpack_games,
)
from kiebitz.core.training.packed_position import UNKNOWN_RESULT
from kiebitz.core.training.self_play import SelfPlay
from kiebitz.core.training.shogi_packed_position import shogi_packed_bytes, unpacked_sfen
from networks import Weights
from random_shogi import random_games, scattered

NODES, LABEL_NODES, GAMES = 30, 200, 8
# Both kings have entered, with 27 points each: enough for White, one too few for Black.
ENTERED = "4K4/+P+P+P+P+P+P+P+P+P/4G4/9/9/9/4g4/+p+p+p+p+p+p+p+p+p/4k4 b RBG2S2N2Lrbg2s2n2l 1"
MANY_MOVES = "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1"


@dataclass(frozen=True)
class Game:
    """A game that is played, and what tells one of its packed positions from another."""

    name: str
    settings: dict[str, int]
    position: np.dtype
    told: Callable[[np.void], object]

    def player(self, nodes=NODES, label_nodes=LABEL_NODES, **more):
        return SelfPlay(self.settings, nodes, label_nodes=label_nodes, label_every=3, game=self.name, **more)

    def unpacked(self, games, labels=None, count=GAMES, first=0):
        buffer = np.zeros(count * 400, self.position)
        return buffer[: unpack_games(games, count, labels, buffer.view(np.uint8).data, first, self.name)]

    def alike(self, positions):
        return [self.told(position) for position in positions]


def of_game(name, parameters, fields, told):
    position = np.dtype([tuple(field) for field in fields])
    return Game(name, complete({"evaluation": "classical"}, parameters), position, told)


CHESS = of_game("chess", None, packed_position.FIELDS, lambda one: one.tobytes()[:24] + one.tobytes()[27:28])
SHOGI = of_game("shogi", SHOGI_PARAMETERS, shogi_packed_position.FIELDS, lambda one: unpacked_sfen(one.tobytes()))


@pytest.fixture(scope="module", params=[CHESS, SHOGI], ids=lambda game: game.name)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def played(game) -> tuple[bytes, bytes]:
    return game.player().play(1, GAMES)


def test_games_are_whole_and_numbered(game, played):
    positions = game.unpacked(played[0], first=7)
    assert len(positions) > 20 * GAMES
    assert sorted(set(positions["game"])) == list(range(7, 7 + GAMES))
    for number in set(positions["game"]):
        assert len(set(positions["result"][positions["game"] == number])) == 1
    assert set(positions["result"]) <= {0, 1, 2}


def test_labels_are_those_of_some_positions(game, played):
    """A longer search may find that a position isn't quiet, or is, so nearly all of them are among the others."""
    all_of_them = set(game.alike(game.unpacked(played[0])))
    labelled = game.unpacked(*played)
    assert 0.15 * len(all_of_them) < len(labelled) < 0.5 * len(all_of_them)
    assert np.mean([told in all_of_them for told in game.alike(labelled)]) > 0.7


def test_a_judge_labels_again_what_is_labelled(game, played):
    games, labels = played
    assert game.player().label_again(games, GAMES, labels) == labels
    other = game.player(label_nodes=4 * LABEL_NODES).label_again(games, GAMES, labels)
    assert other != labels
    assert abs(len(game.unpacked(games, other)) - len(game.unpacked(games, labels))) < 0.3 * len(labels)


def test_a_judge_outside_is_told_the_games_and_labels_them(game, played):
    games, labels = played
    lines = lines_to_judge(games, GAMES, labels, game.name)
    assert len(lines) == GAMES
    assert all(0 < ply < len(moves) for _, moves, labelled in lines for ply in labelled)
    # The moves that were played, at 7 centipawns; of every other position nothing.
    judged = [
        [None if number % 2 else (moves[ply], 7) for number, ply in enumerate(labelled)] for _, moves, labelled in lines
    ]
    found = labels_judged(games, GAMES, labels, judged, game.name)
    assert [labelled for _, _, labelled in lines_to_judge(games, GAMES, found, game.name)] == [
        labelled[::2] for _, _, labelled in lines
    ]
    assert set(game.unpacked(games, found)["score"]) == {7}


def test_judgements_that_are_none_are_refused(game, played):
    games, labels = played
    lines = lines_to_judge(games, GAMES, labels, game.name)
    for wrong, fault in ((("a1a1", 0), "legal|square|move"), ((lines[0][1][lines[0][2][0]], 40_000), "no label")):
        judged = [[wrong] + [None] * (len(labelled) - 1) for _, _, labelled in lines]
        with pytest.raises(ValueError, match=fault):
            labels_judged(games, GAMES, labels, judged, game.name)
    with pytest.raises(ValueError, match="give one of each"):
        labels_judged(games, GAMES, labels, [[] for _ in lines], game.name)


def test_everything_follows_from_the_seed(game, played):
    assert game.player().play(1, GAMES) == played
    assert game.player().play(2, GAMES) != played


def test_damaged_bytes_are_an_error_or_other_games(game, played):
    """Whatever is read, nothing is written outside, and a legal position comes out of it or an error."""
    chance = np.random.default_rng(3)
    games, labels = (bytearray(part) for part in played)
    for _ in range(100):
        part = games if chance.integers(2) else labels
        at = int(chance.integers(len(part)))
        old, part[at] = part[at], int(chance.integers(256))
        with suppress(GameRecordError, ValueError):
            assert set(game.unpacked(bytes(games), bytes(labels))["side"]) <= {0, 1}
        part[at] = old
    for cut in (1, len(games) // 2, len(games) - 1):
        with pytest.raises(GameRecordError):
            game.unpacked(bytes(games[:cut]), bytes(labels))
    with pytest.raises(GameRecordError, match="more than the games"):
        game.unpacked(bytes(games) + b"\0", bytes(labels))
    with pytest.raises(GameRecordError, match="more labels than games"):
        game.unpacked(bytes(games), bytes(labels) + b"\0")


def test_without_a_judge_nothing_is_labelled(game):
    player = SelfPlay(game.settings, NODES, game=game.name)
    games, labels = player.play(5, 2)
    assert len(game.unpacked(games, labels, 2)) == 0
    with pytest.raises(ValueError, match="nobody judges"):
        player.label_again(games, 2, labels)


def test_samples_are_what_searches_evaluate(game):
    """With the static evaluation of the one who plays, and nothing known of results."""
    buffer, other = np.zeros(2000, game.position), np.zeros(2000, game.position)
    assert game.player(200).sample(5, buffer.view(np.uint8).data, 12, 3) >= 1
    assert buffer["game"][0] == 3
    assert np.abs(buffer["score"]).mean() > 20
    assert set(buffer["result"]) == {UNKNOWN_RESULT}
    if game is SHOGI:
        for position in buffer[::100]:
            value = evaluation_of(ShogiPosition(unpacked_sfen(position.tobytes())))
            assert position["score"] == (-value if position["side"] else value)
    else:
        SelfPlay(complete({"evaluation": "tartan"}), 200).sample(5, other.view(np.uint8).data, 12, 3)
        assert other.tobytes() != buffer.tobytes()


def test_a_sampler_that_is_done_plays_on_unrecorded(game):
    sampler = game.player()
    sampler.sample(6, np.zeros(100, game.position).view(np.uint8).data, 4, 0)
    assert sampler.play(1, 2) == game.player().play(1, 2)


@pytest.mark.check
def test_what_is_kept_tells_who_wins():
    positions = CHESS.unpacked(CHESS.player().play(6, 20)[0], None, 20)
    assert positions["result"][positions["score"] > 300].mean() > 1.5
    assert positions["result"][positions["score"] < -300].mean() < 0.5


def test_wrong_settings_are_refused():
    for wrong in ({"label_every": 0}, {"book": ("no position",)}):
        with pytest.raises(ValueError, match="1"):
            SelfPlay(defaults(), NODES, **wrong)
    with pytest.raises(ValueError, match="'go'"):
        SelfPlay(SHOGI.settings, NODES, game="go")


# ------------------------------------------------------------------ of shogi alone


def test_a_packed_position_takes_56_bytes_and_is_read_again():
    """Along games, and with men scattered over board and hands; promoted ones, full hands, and no king."""
    assert SHOGI.position.itemsize == 56
    some = [position.copy() for _, _, position in random_games(random.Random(1), 150)]
    some += scattered(random.Random(2), 80)
    some.append(ShogiPosition("4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1"))
    for position in some:
        packed = shogi_packed_bytes(position)
        assert unpacked_sfen(packed).split()[:3] == position.sfen().split()[:3]
        fields = np.frombuffer(packed, SHOGI.position)[0]
        assert (fields["score"], fields["result"], fields["game"]) == (0, 0, 0)
    with pytest.raises(ValueError, match="56 bytes, not 55"):
        unpacked_sfen(packed[:-1])


def test_what_is_kept_of_shogi_is_quiet_and_has_men_in_hands():
    sfens = SHOGI.alike(SHOGI.unpacked(SHOGI.player().play(1, 4)[0], None, 4))
    assert any(sfen.split()[2] != "-" for sfen in sfens)
    assert not any(ShogiPosition(sfen).is_check for sfen in sfens)


def test_a_network_of_shogi_plays():
    network = Weights.drawn(3, SHOGI_NETWORK).network()
    games, _ = SelfPlay(complete({"evaluation": "hybrid"}, SHOGI_PARAMETERS), NODES, network, game="shogi").play(1, 2)
    assert len(SHOGI.unpacked(games, None, 2))
    assert games != SHOGI.player().play(1, 2)[0]


def test_moves_beyond_a_byte_are_recorded():
    """With full hands there are hundreds of legal moves; a record of chess has room for 256."""
    assert len(legal_moves(ShogiPosition(MANY_MOVES))) > 400
    games, labels = SHOGI.player(nodes=60, book=(MANY_MOVES,)).play(5, 4)
    assert MANY_MOVES.encode() in games
    assert len(SHOGI.unpacked(games, None, 4))
    assert len(SHOGI.unpacked(games, labels, 4))


def test_records_of_the_other_game_are_refused_or_damaged():
    games, labels = SHOGI.player().play(1, 2)
    with pytest.raises(ValueError, match="'go'"):
        RecordReader(games, labels, "go")
    with pytest.raises((GameRecordError, ValueError)):
        CHESS.unpacked(games, labels, 2)


def test_who_may_declare_has_won():
    """White declares as soon as it is to move, so games are over after a move of Black's."""
    positions = SHOGI.unpacked(SHOGI.player(book=(ENTERED,)).play(1, 12)[0], None, 12)
    sfens = SHOGI.alike(positions)
    entered = [index for index, sfen in enumerate(sfens) if "K" in "".join(sfen.split("/")[:3])]
    assert 1 <= len(entered) <= 12
    assert set(positions["result"][entered]) == {0}


def test_sums_made_by_hand_are_those_of_the_evaluator():
    positions = SHOGI.unpacked(SHOGI.player().play(4, 2)[0], None, 2)
    sums = np.zeros(len(positions), np.int16)
    classical_sums(positions.copy().view(np.uint8), {}, sums, "shogi")
    for position, found in list(zip(positions, sums, strict=True))[::10]:
        value = evaluation_of(ShogiPosition(unpacked_sfen(position.tobytes())))
        assert found == (-value if position["side"] else value)
    one = positions[:1].copy().view(np.uint8)
    for numbers, game, fault in ((2, "shogi", "not 2 positions"), (1, "go", "'go'")):
        with pytest.raises(ValueError, match=fault):
            classical_sums(one, {}, np.zeros(numbers, np.int16), game)
