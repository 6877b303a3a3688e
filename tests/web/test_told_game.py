"""What a tab is told of a text that is read for it."""

import pytest

from kiebitz.web.game_error import GameError
from kiebitz.web.game_list import GameList
from kiebitz.web.limits import Limits
from kiebitz.web.told_game import position_in

LIMITS = Limits()
PGN = '[White "A \\"B\\" C"]\n[Black "D"]\n\n{Before} 1. e4 {Best} e5 (1... c5 $1 2. Nf3 (2. c3)) 2. Nf3 Nc6 3. Bb5 *'
CASTLING_960 = "nrk1brnb/pppppppp/8/8/8/8/PPPPPPPP/NRK1BRNB w FBfb - 0 1"


def told_of(text, limits=LIMITS, path=()):
    read = GameList.of(text, limits).game(1, limits)
    return read.tree(read.at_path(list(path)))


def test_a_game_is_told_with_variations_comments_and_glyphs():
    told = told_of(PGN, path=[0, 1, 9])
    assert told.headers["White"] == 'A "B" C'
    assert (told.start.comment, told.start.ply) == ("Before", 0)
    by_number = {node.id: node for node in told.nodes}
    names = [(node.san, by_number[node.parent].san if node.parent else "", node.ply) for node in told.nodes]
    assert names == [
        ("e4", "", 1), ("e5", "e4", 2), ("Nf3", "e5", 3), ("Nc6", "Nf3", 4), ("Bb5", "Nc6", 5),
        ("c5", "e4", 2), ("Nf3", "c5", 3), ("c3", "c5", 3),
    ]  # fmt: skip
    assert (told.nodes[0].comment, told.nodes[5].nags) == ("Best", [1])
    assert by_number[told.here].san == "c5"


def test_evaluations_clocks_and_shapes_are_told_and_the_comment_as_it_stands():
    told = told_of(
        "{[%csl Gd4]} 1. e4 {[%eval 0.35][%clk 0:02:57] Good [%emt 0:00:03]} ({Or} 1. d4) e5 {[%eval #-3]} *"
    )
    assert told.start.shapes == ["Gd4"]
    first, second, other = told.nodes
    assert (first.score, first.clock, first.spent, first.comment) == ("+0.35", 177, 3, "Good")
    assert first.raw == "[%eval 0.35][%clk 0:02:57] Good [%emt 0:00:03]"
    assert 500 < first.expected < 700
    assert (second.score, second.expected) == ("#-3", 0)
    assert (other.before, other.raw) == ("Or", "")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "neither a game nor a position"),
        ("hello", "expected a tag or a move"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "9"),
        ("x" * 16_000_001, "at most 16,000,000"),
        ('[Variant "Atomic"]\n\n1. e4 *', "Atomic"),
    ],
)
def test_what_can_not_be_loaded_is_refused_by_name(text, fault):
    with pytest.raises(GameError, match=fault):
        told_of(text)


def test_a_game_has_no_more_positions_than_allowed():
    with pytest.raises(GameError, match="more than 4 positions"):
        told_of(PGN, Limits(positions=4))


def test_variations_may_be_nested_as_deep_as_they_like():
    deep = "1. Nf3 " + "Nf6 2. Ng1 Ng8 3. Nf3 " * 10 + "".join("(1. Nc3 " for _ in range(2000)) + ")" * 2000
    assert len(told_of(deep).nodes) > 2000


def test_a_position_comes_with_the_moves_that_led_to_it():
    told = told_of(CASTLING_960)
    assert (told.fen, told.chess960) == (CASTLING_960, True)
    board = position_in(told_of("startpos").fen, ["e2e4", "0000", "g1f3"], chess960=False)
    assert ([move.uci() for move in board.move_stack], board.ply()) == (["e2e4", "0000", "g1f3"], 3)
    for fen, moves in (("8/8 w", []), (told_of("startpos").fen, ["e2e5"]), (told_of("startpos").fen, ["x"])):
        with pytest.raises(GameError):
            position_in(fen, moves, chess960=False)
