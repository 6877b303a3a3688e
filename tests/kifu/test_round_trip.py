"""What is written in KIF, KI2 and CSA reads back equal, but for what the writer says was left out."""

import pickle
import random
from dataclasses import replace

import pytest

from kiebitz.core.shogi.notation import ShogiMoveError
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending, Kifu, KifuEnding, KifuError, KifuLine, KifuMove
from kiebitz.kifu.writing import kifu_text, write_kifu
from kifu_records import random_record


def read_one(text) -> Kifu:
    [kifu] = read_kifu(text)
    assert not kifu.faults
    assert kifu.is_whole
    return kifu


def test_nothing_is_no_record(tmp_path):
    with pytest.raises(KifuError, match="there is no game to write"):
        write_kifu([], tmp_path / "none.csa")
    assert not (tmp_path / "none.csa").exists()


def without(kifu: Kifu, *, times=False, branches=False, bookmarks=False) -> Kifu:
    """The record without what a format has no room for."""

    def bare(item):
        item = replace(item, seconds=None) if times else item
        return replace(item, bookmark="") if bookmarks else item

    lines = []
    for line in kifu.lines[:1] if branches else kifu.lines:
        ending = bare(line.ending) if line.ending else None
        lines.append(KifuLine(tuple(map(bare, line.moves)), ending, line.ply, line.parent))
    return replace(kifu, lines=tuple(lines), bookmark="" if bookmarks else kifu.bookmark)


def test_what_can_not_be_made_or_written_is_told_where_it_is_given(tmp_path):
    with pytest.raises(ShogiMoveError, match="7g7g"):
        Kifu.of_moves(["7g7f", "7g7g"])
    with pytest.raises(OSError, match="nope"):
        write_kifu(Kifu.of_moves(["7g7f"]), tmp_path / "nope" / "x.kif")
    with pytest.raises(KifuError, match=r"x\.txt"):
        write_kifu(Kifu.of_moves(["7g7f"]), tmp_path / "x.txt")


@pytest.mark.parametrize("format", ["kif", "ki2", "csa"])
def test_records_without_moves_stay_apart(format):
    tsume = Kifu((KifuLine(),), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", {"作品名": "一"})
    games = [
        Kifu.of_moves([], 先手="A", 後手="B"),
        Kifu.of_moves(["2g2f"], 先手="B", 後手="A"),
        replace(Kifu.of_moves([], 先手="A"), comment="開始"),
        tsume,
        tsume,
        Kifu.of_moves([], ending=Ending.INTERRUPTION),
        Kifu.of_moves([]),
    ]
    text = "/\n".join(kifu_text(game, format).text for game in games) if format == "csa" else ""
    text = text or "".join(kifu_text(game, format).text for game in games)
    assert list(read_kifu(text)) == games


def test_a_title_of_moves_makes_a_record_of_headers():
    title = "手数----指手---------消費時間--\n"
    text = f"手合割：平手\n先手：A\n{title}手合割：平手\n先手：B\n{title}   1 ２六歩(27)\n先手：C\n{title}"
    assert [(game.black, game.moves) for game in read_kifu(text)] == [("A", []), ("B", ["2g2f"]), ("C", [])]


@pytest.mark.parametrize("seed", range(150))
def test_kif_holds_everything(seed):
    kifu = random_record(random.Random(seed))
    text, left_out = kifu_text(kifu)
    assert left_out == ()
    assert read_one(text) == kifu


@pytest.mark.parametrize("seed", range(150))
def test_ki2_holds_all_but_times(seed):
    kifu = random_record(random.Random(1000 + seed))
    text, left_out = kifu_text(kifu, "ki2")
    bare = without(kifu, times=True)
    assert read_one(text) == bare
    assert bool(left_out) == (bare != kifu)


@pytest.mark.parametrize("seed", range(150))
def test_csa_holds_the_main_line(seed):
    kifu = random_record(random.Random(2000 + seed), exact=True)
    ending = kifu.lines[0].ending
    text, left_out = kifu_text(kifu, "csa")
    bare = without(kifu, branches=True, bookmarks=True)
    if ending and any(str(ending.kind) in said for said in left_out):
        bare = replace(bare, lines=(replace(bare.lines[0], ending=None),))
    assert read_one(text) == bare
    assert bool(left_out) == (bare != kifu)


def test_kif_stands_in_columns():
    """A Japanese character takes two."""
    kifu = Kifu((KifuLine((KifuMove("7g7f", 1.0), KifuMove("3c3d", 2.0), KifuMove("8h2b+", 61.0))),))
    lines = kifu_text(kifu).text.splitlines()
    assert lines[-3:] == [
        "   1 ７六歩(77)   ( 0:01/00:00:01)",
        "   2 ３四歩(33)   ( 0:02/00:00:02)",
        "   3 ２二角成(88) ( 1:01/00:01:02)",
    ]


def test_kif_marks_a_move_that_another_branch_replaces():
    """By a plus, in the main line and in each branch but the last."""
    lines = tuple(KifuLine((KifuMove(move),)) for move in ("7g7f", "2g2f", "5g5f"))
    text, _ = kifu_text(Kifu(lines=lines))
    assert [line.endswith("+") for line in text.splitlines() if line.startswith("   1 ")] == [True, True, False]


def test_csa_holds_several_games(tmp_path):
    chance = random.Random(5)
    games = [without(random_record(chance, branches=0), bookmarks=True) for _ in range(5)]
    games = [replace(each, lines=(replace(each.lines[0], ending=None),)) for each in games]
    path = tmp_path / "games.csa"
    assert write_kifu(games, path) == ()
    read = list(read_kifu(path))
    assert read == games
    assert [each.number for each in read] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("name", ["a.kif", "a.kifu", "a.ki2", "a.ki2u", "a.csa", "a.jkf", "a.KIF"])
def test_files_are_written_in_the_encoding_of_their_name(name, tmp_path):
    line = KifuLine((KifuMove("7g7f", comment="☗の手 〜"),))
    path = tmp_path / name
    assert write_kifu(Kifu((line,), headers={"先手": "髙橋"}), path) == ()
    data = path.read_bytes()
    is_shift_jis = name.lower().endswith((".kif", ".ki2"))
    data.decode("cp932" if is_shift_jis else "utf-8")
    kifu = read_one(path)
    assert kifu.black == "髙橋"
    assert kifu.lines[0].moves[0].comment == ("▲の手 ～" if is_shift_jis else "☗の手 〜")


@pytest.mark.parametrize(
    ("headers", "loser"), [({}, "先手"), ({"先手": "A"}, "先手"), ({"上手": "A", "下手": "B"}, "下手")]
)
def test_a_side_is_called_as_the_headers_call_it(headers, loser):
    text = kifu_text(Kifu.of_moves(["7g7f", "3c3d"], ending=Ending.RESIGNATION, **headers)).text
    assert f"まで2手で{'上手' if loser == '下手' else '後手'}の勝ち" in text
    assert ("上手" in text) == (loser == "下手")


def test_characters_that_shift_jis_lacks_are_told(tmp_path):
    kifu = Kifu.of_moves(["7g7f"], 先手="Żółw 🦆")
    assert write_kifu(kifu, tmp_path / "a.kif") == ("characters that Shift_JIS lacks (ółŻ🦆), written as 〓",)
    assert "〓" in read_one(tmp_path / "a.kif").black


def test_a_header_that_would_read_as_something_else_is_left_out_and_told():
    kifu = Kifu.of_moves([], **{"変化": "3手", "*x": "y", "先手の持駒": "飛", "7 六": "歩", "a\nb": "c"})
    text, left_out = kifu_text(kifu)
    assert left_out == ("5 headers whose names can't be written",)
    assert read_one(text).headers == {}


@pytest.mark.check
def test_a_line_of_ten_thousand_nested_branches():
    moves = ("2h3h", "8b7b", "3h2h", "7b8b")
    lines = [KifuLine(tuple(KifuMove(move) for move in moves))]
    lines += [KifuLine((KifuMove(moves[ply % 4]),), None, ply + 1, ply - 1) for ply in range(1, 10_000)]
    lines[1] = KifuLine((KifuMove(moves[1]),), None, 2, 0)
    kifu = Kifu(tuple(lines))
    assert read_one(kifu_text(kifu).text) == kifu == pickle.loads(pickle.dumps(kifu))
    assert len(kifu.line(9999)) == 10_000


def test_of_moves_and_winner():
    kifu = Kifu.of_moves(["7g7f", "3c3d"])
    assert (kifu.moves, kifu.winner, kifu.ending) == (["7g7f", "3c3d"], None, None)
    lost = replace(kifu, lines=(replace(kifu.lines[0], ending=KifuEnding("投了")),))
    assert lost.winner == "white"


@pytest.mark.parametrize("ply", [9876, 98765, 9, 98, 987])
def test_numbers_of_moves_are_not_taken_for_the_files_above_a_board(ply):
    [kifu] = read_kifu(f"{ply:>4} ７六歩(77)\n{ply + 1:>4} ３四歩(33)\n")
    assert kifu.moves == ["7g7f", "3c3d"]
    assert not kifu.faults
