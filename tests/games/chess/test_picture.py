import chess

from kiebitz.games.chess.picture import draw


def test_plain_boards_from_either_side():
    board = chess.Board("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1")
    lines = draw(board, white_below=True, unicode=False, colour=False).plain.splitlines()
    assert lines[0] == " 8  .  .  .  .  k  .  .  . "
    assert lines[7] == " 1  .  .  .  .  K  .  .  R "
    assert lines[8] == "    a  b  c  d  e  f  g  h "
    turned = draw(board, white_below=False, unicode=True, colour=False).plain.splitlines()
    assert turned[0] == " 1  ♖  .  .  ♔  .  .  .  . "
    assert turned[8] == "    h  g  f  e  d  c  b  a "


def test_colours_mark_the_last_move():
    board = chess.Board()
    before = draw(board, white_below=True, unicode=True, colour=True)
    after = draw(board, board.push_san("e4"), white_below=True, unicode=True, colour=True)
    styles = [str(span.style) for span in after.spans]
    assert len(set(styles) - {str(span.style) for span in before.spans}) == 2
    assert "♟" in after.plain
    assert "♙" not in after.plain
