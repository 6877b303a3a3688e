import pytest

from kiebitz.classroom.board.squares import (
    ALL_STEPS,
    BOARD_SIZE,
    KNIGHT_STEPS,
    SQUARES,
    file_of,
    rank_of,
    square_at,
    square_name,
    square_named,
)


def test_the_articles_numbers():
    assert square_named("a1") == 21
    assert square_named("e1") == 61
    assert [square_named("e1") + step for step in ALL_STEPS] == [62, 72, 71, 70, 60, 50, 51, 52]
    assert BOARD_SIZE == 120


def test_names_and_coordinates_belong_together():
    assert len(SQUARES) == 64
    for square in SQUARES:
        assert square_named(square_name(square)) == square
        assert square_at(file_of(square), rank_of(square)) == square


def test_no_step_leaves_the_list():
    """A knight's jump from any square ends on the board or on its border."""
    for square in SQUARES:
        assert all(0 <= square + step < BOARD_SIZE for step in (*KNIGHT_STEPS, *ALL_STEPS))


def test_other_names_are_refused():
    for name in ("", "e", "e9", "i1", "e10", "1e"):
        with pytest.raises(ValueError, match="no square"):
            square_named(name)
