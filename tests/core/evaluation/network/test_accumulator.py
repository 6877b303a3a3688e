"""Views brought up to date are what NumPy sums up, whatever moves lie between; and they are brought up to date."""

import random
from types import ModuleType

import chess
import pytest
from hypothesis import given

from kiebitz.core.chess import notation as chess_notation
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.network.accumulator import Views
from kiebitz.core.evaluation.network.features import FEATURES as CHESS_FEATURES
from kiebitz.core.evaluation.network.games import CHESS as CHESS_NETWORK
from kiebitz.core.evaluation.network.games import GAMES
from kiebitz.core.evaluation.network.games import SHOGI as SHOGI_NETWORK
from kiebitz.core.evaluation.network.shogi_features import FEATURES, HAND_SIZES, MOST_MEN
from kiebitz.core.shogi import notation as shogi_notation
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import EMPTY, SET
from networks import DeepWeights, Weights, rows_of_shogi
from random_games import SPARSE, few
from random_games import scattered as scattered_chess
from random_shogi import PLACES, SHARP, START, mirrored, scattered, turned


class Game:
    """A game, a network that was drawn for it, and how its positions are made."""

    def __init__(self, drawn, notation: ModuleType, position, starts) -> None:
        self.drawn = drawn
        self.network = self.drawn.network()
        self.notation, self.position, self.starts = notation, position, starts

    def agrees(self, views: Views, position) -> int:
        """The value, if all ways to it lead there."""
        value = views.value(position)
        assert value == self.network.value(position) == self.drawn.value(position.setup())
        return value

    def views(self):
        return Views(self.network.layers)


CHESS, DEEP = (
    Game(drawn, chess_notation, lambda fen: Position(fen, True), (chess.STARTING_FEN, *SPARSE))
    for drawn in (Weights.drawn(1, CHESS_NETWORK), DeepWeights.drawn(1))
)
# Hands of promoted men taken, drops of all kinds, and kings that walk across the middle file.
SHOGI, DEEP_SHOGI = (
    Game(drawn, shogi_notation, ShogiPosition, (START, *SHARP))
    for drawn in (Weights.drawn(1, SHOGI_NETWORK), DeepWeights.drawn(1, game=SHOGI_NETWORK))
)
of_all = pytest.mark.parametrize("game", [CHESS, DEEP, SHOGI, DEEP_SHOGI], ids=["chess", "deep", "shogi", "deep shogi"])


@of_all
@pytest.mark.parametrize("seed", range(5))
def test_along_the_ways_of_a_search(game, seed):
    """Moves, null moves and take-backs in any order, looked at now and then; farther apart than is walked back, too."""
    chance = random.Random(seed)
    position, views, plies = game.position(game.starts[seed % len(game.starts)]), game.views(), 0
    for stride in (1, 2, 12):
        for step in range(60):
            what, moves = chance.randrange(8), game.notation.legal_moves(position)
            if what < 2 and plies:
                position.pop()
                plies -= 1
            elif what == 2 and not position.is_check:
                game.notation.push_null(position)
                plies += 1
            elif moves:
                game.notation.push(position, chance.choice(moves))
                plies += 1
            if step % stride == 0:
                game.agrees(views, position)
    while plies:
        position.pop()
        game.agrees(views, position)
        plies -= 1


@of_all
def test_positions_set_anew(game):
    """As a process of a cluster meets them: two games by turns, at the same plies, each time from their beginning."""
    chance, views = random.Random(2), game.views()
    both = [game.position(game.starts[0]) for _ in range(2)]
    for _ in range(30):
        for position in both:
            game.notation.push(position, chance.choice(game.notation.legal_moves(position)))
            game.agrees(views, position.copy())


@pytest.mark.parametrize(
    ("game", "fen", "moves"),
    [
        pytest.param(
            DEEP, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1 e8a8 g1g2 c8b7 g2g3 b7c6 g3g4 c6d5", id="rooms"
        ),
        pytest.param(CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1 e8a8 a1a8 c8b7", id="castling"),
        pytest.param(CHESS, "1r2k1r1/8/8/8/8/8/6P1/1RK3R1 w GBgb - 0 1", "c1g1 e8b8", id="castling in Chess960"),
        pytest.param(CHESS, "2rk4/2pp4/8/8/8/8/2PP4/2RK4 w Cc - 0 1", "d1c1 d8c8", id="on each other's square"),
        pytest.param(CHESS, "8/P6k/8/8/8/8/p6K/1N6 b - - 0 1", "a2b1q a7a8n b1b8", id="promotion"),
        pytest.param(CHESS, "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4 b4a3 e1d1", id="en passant"),
        pytest.param(CHESS, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1 e8d8 d1e1 d8e8 e1d1", id="wings"),
        pytest.param(SHOGI, START, "7g7f 3c3d 8h2b+ 3a2b B*4e B*6e", id="bishops exchanged"),
        pytest.param(SHOGI, "4k4/9/4+p4/9/9/9/9/4R4/4K4 b - 1", "5h5c 5a6a P*5b 6a7a", id="tokin taken"),
        pytest.param(SHOGI, "4k4/9/9/9/9/4+r4/5+P3/9/3K5 w - 1", "5f4g 6i7h P*5e 7h8h", id="dragon takes tokin"),
        pytest.param(SHOGI, "4k4/9/9/9/9/9/9/9/4K4 b R2P3p 1", "P*5e P*4e P*3d P*2d 5i4i 5a6a R*9i 6a5a", id="drops"),
        pytest.param(SHOGI, "4k4/9/9/9/9/9/9/9/4K4 b - 1", "5i6h 5a4b 6h5h 4b5b 5h4h 5b6b", id="across the middle"),
        pytest.param(SHOGI, "4k4/9/9/9/9/9/9/9/9 b 2R 1", "R*5e 5a4a R*4e", id="no king"),
    ],
)
def test_by_name(game, fen, moves):
    views, position = game.views(), game.position(fen)
    game.agrees(views, position)
    for move in moves.split():
        game.notation.push(position, move)
        game.agrees(views, position)
    for _ in moves.split():
        position.pop()
        game.agrees(views, position)


@pytest.mark.parametrize(
    ("game", "moves", "rebuilt"),
    [
        (CHESS, "e2e4 e7e5 g1f3 d7d6 e1e2 e8d7 f3e5 d7e8 b1c3 c7c5", [2, 2, 2, 2, 2, 2, 3, 3, 4, 4, 4]),
        # A deep network has another room for each step of these kings.
        (DEEP, "e2e4 e7e5 g1f3 d7d6 e1e2 e8d7 f3e5 d7e8 b1c3 c7c5", [2, 2, 2, 2, 2, 3, 4, 4, 5, 5, 5]),
        # Drops and captures, too.
        (SHOGI, "7g7f 3c3d 8h2b+ 3a2b B*4e B*6e 5i5h 5a5b 5h6h 5b4b 6h5h", [2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 4, 5]),
    ],
)
def test_moves_are_followed(game, moves, rebuilt):
    """Only the first two views, and that of a king that changed its wing, are summed up anew."""
    views, position, counts = game.views(), game.position(game.starts[0]), []
    for move in ["", *moves.split()]:
        if move:
            game.notation.push(position, move)
        views.value(position)
        counts.append(views.rebuilt)
    assert counts == rebuilt
    for _ in range(3):
        position.pop()
        views.value(position)
    assert game is SHOGI or views.rebuilt == rebuilt[-1]


@pytest.mark.parametrize(("moves", "rebuilt"), [(8, 2), (9, 4)])
@pytest.mark.parametrize(
    ("game", "line"),
    [
        (CHESS, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 d2d3"),
        (SHOGI, "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d"),
    ],
)
def test_only_near_views_are_followed(game, line, moves, rebuilt):
    views, position = game.views(), game.position(game.starts[0])
    views.value(position)
    for move in line.split()[:moves]:
        game.notation.push(position, move)
    game.agrees(views, position)
    assert views.rebuilt == rebuilt


@pytest.mark.parametrize("game", [CHESS, DEEP], ids=["shallow", "deep"])
@few
@given(scattered_chess())
def test_wild_positions_of_chess_and_their_mirror_images(game, pair):
    board, position = pair
    value = game.agrees(game.views(), position)
    assert value == game.network.value(Position(board.mirror().fen()))
    assert value == game.network.value(Position(board.transform(chess.flip_horizontal).fen()))
    outputs = game.network.outputs(position)
    assert list(outputs) == game.drawn.outputs(position.setup())
    assert value == outputs[(len(board.piece_map()) - 2) // 4]


def test_wild_positions_of_shogi_and_their_mirror_images():
    """Left and right are alike where no king stands in the middle."""
    beside = 0
    for position in scattered(random.Random(5), 60):
        value = SHOGI.agrees(SHOGI.views(), position)
        assert value == SHOGI.network.value(turned(position))
        setup = position.setup()
        kings = [PLACES.index(square) // 9 for square, man in enumerate(setup.men) if man >> 1 == 7]
        if 4 not in kings:
            assert value == SHOGI.network.value(mirrored(position))
            beside += 1
        outputs = SHOGI.network.outputs(position)
        assert list(outputs) == SHOGI.drawn.outputs(setup)
        men = sum(man != EMPTY for man in setup.men)
        assert value == outputs[max(0, min((men - 24) // 2, 7))]
    assert beside > 15


def test_a_position_of_the_other_game_is_refused():
    for game, other in ((CHESS, SHOGI), (SHOGI, CHESS)):
        with pytest.raises(TypeError):
            game.network.value(other.position(other.starts[0]))


def test_a_position_of_shogi_has_one_row_of_each_group_at_most_and_no_more_than_men():
    """What the proof of no overflow stands on, in both games' words."""
    assert [game.name for game in GAMES] == ["chess", "shogi"]
    assert (CHESS_NETWORK.features, CHESS_NETWORK.most_rows, len(set(CHESS_NETWORK.groups))) == (CHESS_FEATURES, 32, 64)
    assert FEATURES == SHOGI_NETWORK.features == len(SHOGI_NETWORK.groups) == 2_344
    assert list(HAND_SIZES) == [SET[kind] for kind in range(7)]
    assert len(set(SHOGI_NETWORK.groups)) == 81 + 2 * sum(HAND_SIZES)
    for position in scattered(random.Random(4), 100):
        for side in range(2):
            groups = [SHOGI_NETWORK.groups[row] for row in rows_of_shogi(position.setup(), side)]
            assert len(set(groups)) == len(groups) <= MOST_MEN == SHOGI_NETWORK.most_rows
