"""Numbers as they are told."""

from kiebitz.mate.words import count_text, plies_text, positions_text


def test_one_is_not_many():
    assert [plies_text(number) for number in (1, 3, 1525)] == ["1 ply", "3 plies", "1,525 plies"]
    assert [positions_text(number) for number in (1, 2)] == ["1 position", "2 positions"]
    assert count_text(0, "node", "nodes") == "0 nodes"
