from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.games.shogi.picture import draw

MATE_IN_ONE = "4k4/9/4P4/9/9/9/9/9/4K4 b GS 1"


def test_the_picture_has_equal_columns():
    for japanese in (True, False):
        for black_below in (True, False):
            picture = draw(START_SFEN, "7g7f", black_below=black_below, japanese=japanese, colour=False)
            lines = picture.plain.splitlines()
            assert len(lines) == 12
            assert len({line.cell_len for line in picture.split()[2:-1]}) == 1
    seen = draw(START_SFEN, None, black_below=True, japanese=True, colour=False).plain.splitlines()
    turned = draw(START_SFEN, None, black_below=False, japanese=True, colour=False).plain.splitlines()
    assert seen[2] == "v香v桂v銀v金v玉v金v銀v桂v香 一"
    assert turned[2].startswith(" 香 桂")
    hands = draw(MATE_IN_ONE, None, black_below=True, japanese=False, colour=False).plain
    assert "Black holds: G S" in hands
    coloured = draw(START_SFEN, "7g7f", black_below=True, japanese=True, colour=True)
    assert coloured.spans
