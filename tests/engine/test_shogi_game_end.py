"""Where the rules end a game of shogi; what cshogi says stands in ``arena/match/test_live_shogi_game``."""

import pytest

from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.engine.shogi_engine import shogi_position_from
from kiebitz.engine.shogi_game_end import ShogiEnd, ShogiEndCause, shogi_game_end

CHASE = "4k4/9/9/9/9/9/9/4R4/4K4 w - 1"


@pytest.mark.parametrize(
    ("sfen", "moves", "end"),
    [
        (START_SFEN, "", None),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b GS 1", "G*5b", ShogiEnd(ShogiEndCause.CHECKMATE, True)),
        ("k8/2R6/1G7/9/9/9/9/9/4K4 b - 1", "7b7a+", ShogiEnd(ShogiEndCause.CHECKMATE, True)),
        (START_SFEN, "2h3h 8b7b 3h2h 7b8b " * 3, ShogiEnd(ShogiEndCause.SENNICHITE, None)),
        (CHASE, "5a4a 5h4h 4a5a 4h5h " * 3, ShogiEnd(ShogiEndCause.PERPETUAL_CHECK, False)),
    ],
)
def test_ends(sfen, moves, end):
    assert shogi_game_end(shogi_position_from(sfen, moves.split())) == end
