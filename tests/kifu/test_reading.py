"""Records as programs and people write them, whole and damaged: what is read, and what is said of the rest."""

import pytest

import kiebitz
from kiebitz.commandline.encoding import EncodingError
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import START_SFEN, SfenError
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.limit import Limit
from kiebitz.kifu.diagram import diagram_lines
from kiebitz.kifu.handicaps import OTHER_NAMES, STARTS
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending, KifuError
from kiebitz.kifu.writing import kifu_text
from sources import DATA

MOVES = "   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 ３四歩(33)   ( 0:03/00:00:03)\n"
BOARD = "\n".join(diagram_lines(START_SFEN)) + "\n"


def read(text):
    [kifu] = read_kifu(text)
    return kifu


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16", "euc_jp", "iso2022_jp"])
@pytest.mark.parametrize("name", ["game.kif", "game.kifu", "game.txt", "game"])
def test_the_bytes_say_the_encoding(encoding, name, tmp_path):
    path = tmp_path / name
    path.write_bytes(f"先手：高橋 太郎\r\n{MOVES}".encode(encoding))
    for [kifu] in (read_kifu(path, on_fault=pytest.fail), read_kifu(path, encoding=encoding, on_fault=pytest.fail)):
        assert (kifu.black, kifu.moves, kifu.faults) == ("高橋 太郎", ["7g7f", "3c3d"], ())


def test_a_byte_order_mark_is_no_letter_of_a_text_whose_encoding_is_given():
    [kifu] = read_kifu("\ufeffV2.2\nPI\n+\n+7776FU\n".encode(), encoding="utf-8", on_fault=pytest.fail)
    assert (kifu.moves, kifu.faults) == (["7g7f"], ())


@pytest.mark.parametrize("name", ["euc_jp.csa", "iso_2022_jp.csa"])
def test_csa_files_of_long_ago(name):
    [kifu] = read_kifu(DATA / "kifu" / name, on_fault=pytest.fail)
    assert (kifu.black, kifu.moves, kifu.faults) == ("山田将棋", ["7g7f", "3c3d"], ())


def test_an_encoding_that_does_not_exist_is_refused():
    for name in ("rot13", "base64", "x" * 99, "a\0b", ""):
        with pytest.raises(EncodingError):
            list(read_kifu(MOVES.encode(), encoding=name))


@pytest.mark.parametrize(("encoding", "name"), [("utf-8", "UTF-8"), ("cp932", "Shift_JIS")])
def test_a_damaged_byte_costs_one_character(encoding, name):
    data = f"先手：太郎\n{MOVES}*長い注釈がここにある\n".encode(encoding)
    place = data.index("郎".encode(encoding))
    told = []
    [kifu] = read_kifu(
        data[:place] + b"\xff\xfe\xff"[: 1 if encoding == "utf-8" else 3] + data[place:], on_fault=told.append
    )
    assert kifu.moves == ["7g7f", "3c3d"]
    if told:
        assert f"read as {name}" in str(told[0])


@pytest.mark.parametrize(
    "line",
    [
        "   1 ７六歩(77)",
        "1 76歩(77)",
        "   1 ▲７六歩(77)",
        "１　７六歩（７７）　（０：０５／００：００：０５）",
        "   1 七六歩(77)".replace("七", "７"),
        "▲７六歩",
        "☗7六歩",
        "▼７六歩成らず".replace("成らず", ""),
        "７六歩",
        "+7776FU",
        "+7776FU,T5",
    ],
)
def test_spellings_of_one_move(line):
    kifu = read(f"{line}\n")
    assert kifu.moves == ["7g7f"]
    assert kifu.faults == ()


@pytest.mark.parametrize(
    ("hand", "board", "line", "move"),
    [
        ("歩", {"5b": "銀"}, "１ ６一銀不成(52)", "5b6a"),
        ("歩", {"5b": "成銀"}, "１ ６一成銀(52)", "5b6a"),
        ("歩", {"5b": "全"}, "１ ６一全(52)", "5b6a"),
        ("歩", {"5b": "竜"}, "１ ６二龍(52)", "5b6b"),
        ("歩", {"5b": "角"}, "１ ６一馬(52)", "5b6a+"),
        ("金", {"5b": "金"}, "▲６二金打", "G*6b"),
        ("金", {"5b": "金"}, "▲６二金", "5b6b"),
        ("金", {}, "▲６二金", "G*6b"),
        ("なし", {"5c": "金", "6c": "金"}, "▲６二金直", "6c6b"),
        ("なし", {"5c": "金", "6c": "金"}, "▲６二金右", "5c6b"),
        ("なし", {"5c": "金", "7b": "金"}, "▲６二金寄", "7b6b"),
        ("なし", {"5a": "銀", "5c": "銀"}, "▲６二銀引不成", "5a6b"),
        ("なし", {"5a": "銀", "5c": "銀"}, "▲６二銀上成", "5c6b+"),
        ("なし", {"5c": "と", "7c": "と", "7b": "と"}, "▲６二と左上", "7c6b"),
        ("なし", {"8c": "龍", "6d": "龍"}, "▲６三龍左", "8c6c"),
        ("なし", {"8c": "龍", "6d": "龍"}, "▲６三竜行", "6d6c"),
    ],
)
def test_words_for_moves(hand, board, line, move):
    rows = []
    for rank in "abcdefghi":
        cells = [board.get(f"{file}{rank}", "・") for file in range(9, 0, -1)]
        if rank == "i":
            cells[0], cells[8] = "玉", "v玉"
        rows.append("|" + "".join(cell if cell.startswith("v") else f" {cell}" for cell in cells) + "|")
    kifu = read("\n".join([*rows, f"先手の持駒：{hand}", line, ""]))
    assert (kifu.moves, kifu.faults) == ([move], ())


@pytest.mark.parametrize(
    ("word", "winner"),
    [
        ("投了", "black"),
        ("中断", None),
        ("千日手", "draw"),
        ("持将棋", "draw"),
        ("切れ負け", "black"),
        ("反則勝ち", "white"),
        ("反則負け", "black"),
        ("入玉勝ち", "white"),
        ("詰み", "black"),
        ("不詰", None),
        ("裁定引分", "draw"),
    ],
)
def test_ends(word, winner):
    kifu = read(f"   1 ７六歩(77)\n   2 {word}\n")
    assert (str(kifu.ending), kifu.winner, kifu.faults) == (word, winner, ())


@pytest.mark.parametrize(
    ("said", "ending", "winner"),
    [
        ("先手の不戦勝", "不戦敗", "black"),
        ("後手の不戦勝", "不戦勝", "white"),
        ("先手の入玉勝ち", "先手の入玉勝ち", "black"),
        ("後手の入玉勝ち", "入玉勝ち", "white"),
        ("後手の勝ち", "後手の勝ち", "white"),
        ("時間切れにより後手の勝ち", "時間切れにより後手の勝ち", "white"),
        ("時間切れにより先手の勝ち", "切れ負け", "black"),
        ("先手の切れ負け", "先手の切れ負け", "white"),
    ],
)
def test_who_is_said_to_win_has_won_whoever_is_to_move(said, ending, winner):
    """As PyPI's ``rsshogi`` writes it: the words of Ending are about White here, who is to move."""
    kifu = read(f"▲７六歩\nまで1手で{said}\n")
    assert (str(kifu.ending), kifu.winner, kifu.faults) == (ending, winner, ())
    assert read(kifu_text(kifu, "ki2").text).winner == winner


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("まで1手で先手の勝ち", Ending.RESIGNATION),
        ("まで１手で時間切れにより先手の勝ち", Ending.TIME),
        ("まで1手で後手の反則負け", Ending.FOUL_LOSS),
        ("まで1手で先手の反則負け", Ending.FOUL_WIN),
        ("まで1手で後手の入玉勝ち", Ending.ENTERING_KING),
        ("まで、1手で中断", Ending.INTERRUPTION),
        ("まで1手詰み", Ending.MATE),
    ],
)
def test_last_words(line, ending):
    kifu = read(f"▲７六歩\n{line}\n")
    assert (kifu.ending, kifu.faults) == (ending, ())


@pytest.mark.parametrize(
    ("name", "known"),
    {
        **OTHER_NAMES,
        "飛落ち": "飛車落ち",
        "香車落": "香落ち",
        "角行落ち": "角落ち",
        "飛車香車落ち": "飛香落ち",
        "六枚落": "六枚落ち",
    }.items(),
)
def test_handicaps_have_several_names(name, known):
    kifu = read(f"手合割：{name}\n   1 ５二玉(51)\n")
    assert (kifu.sfen, kifu.moves, kifu.headers, kifu.faults) == (STARTS[known], ["5a5b"], {}, ())


@pytest.mark.parametrize("name", STARTS)
def test_handicaps(name):
    kifu = read(f"手合割：{name}　　\n   1 中断\n")
    assert (kifu.sfen, kifu.headers, kifu.faults) == (STARTS[name], {}, ())


def test_what_is_nowhere_else_is_in_the_defenders_hand():
    rows = ["| ・ ・ ・ ・v玉 ・ ・ ・ ・|一", *["| ・ ・ ・ ・ ・ ・ ・ ・ ・|"] * 8]
    kifu = read("\n".join(["手合割：詰将棋", "後手の持駒：残り全部", *rows, "先手の持駒：金二", "1 ５二金打", ""]))
    assert kifu.sfen == "4k4/9/9/9/9/9/9/9/9 b 2G2r2b2g4s4n4l18p 1"
    assert kifu.moves == ["G*5b"]


@pytest.mark.parametrize(
    ("name", "moves"), [("nine_pawns.kifu", ["L*1c", "N*1b", "1c1b+", "1a1b"]), ("no_kings.kifu", ["9i9a+", "1a2a"])]
)
@pytest.mark.parametrize("format", ["kif", "ki2", "csa"])
def test_starts_that_no_game_leads_to_are_read_and_written_as_they_stand(name, moves, format):
    [kifu] = read_kifu(DATA / "kifu" / name, on_fault=pytest.fail)
    assert (kifu.moves, kifu.ending, kifu.faults) == (moves, Ending.INTERRUPTION, ())
    [again] = read_kifu(kifu_text(kifu, format).text, on_fault=pytest.fail)
    assert (again.sfen, again.moves, again.ending) == (kifu.sfen, kifu.moves, kifu.ending)
    with pytest.raises(SfenError):
        ShogiEngine(hash_mb=1).analyse(ShogiPosition(kifu.sfen, as_written=True), Limit(nodes=1))


@pytest.mark.parametrize(
    ("text", "moves", "words"),
    [
        (
            MOVES + "   3 ５四角(88)\n   4 投了\n",
            2,
            "line 3: move 3 '５四角(88)' is illegal: it goes where the man can't go",
        ),
        (MOVES + "   3 ５五飛(88)\n", 2, "line 3: move 3 '５五飛(88)': on 88 stands 角, not 飛"),
        (MOVES + "   3 ７六猫(77)\n", 2, "line 3: move 3 '7六猫' is neither a move nor an end"),
        (MOVES + "   3 同　猫\n", 2, "line 3: move 3 '同' is neither a move nor an end"),
        (MOVES + "   3 通信切断\n   4 ２六歩(27)\n", 2, "'２六歩(27)' comes after the end of this line"),
        (MOVES + "▲５八金右\n△５二金左\n▲１一飛\n", 4, "line 5: move 5 '１一飛': no 飛 of Black can go to 11"),
        (MOVES + "▲５八金左\n▲投了\n", 3, ""),
        (MOVES + "▲５八金上\n", 2, "line 3: move 3 '５八金上': it means several moves: 4i5h, 6i5h"),
        (MOVES + "変化：9手\n   9 ２六歩(27)\n", 2, "line 3: a branch begins at move 9, which no line before it has"),
        ("+7776FU\n+2726FU\n", 1, "line 2: move 2 '+2726FU': it is - that moves now"),
        ("+7776FU\n-3334FU\n+8822KA\n%FOO\n", 3, "line 4: '%FOO' is no end that CSA knows"),
        ("+7776FU\n-3334XX\n", 1, "isn't written like +7776FU"),
        ("P1-XX\n+\n+7776FU\n", 0, "line 1: 'P1-XX' isn't nine squares"),
        ("手合割：その他\n1 ７六歩(77)\n", 0, "needs a board, and there is none"),
        ("| ・ ・|一\n1 ７六歩(77)\n", 0, "rank 一 of the board isn't nine squares"),
        ("手合割：謎\n1 ７六歩(77)\n", 1, "手合割：謎 is not known and there is no board"),
    ],
)
def test_the_good_part_is_kept_and_the_fault_named(text, moves, words):
    kifu = read(text)
    assert len(kifu.moves) == moves
    assert words in "\n".join(map(str, kifu.faults))
    assert bool(words) == bool(kifu.faults)
    assert all(str(fault).isprintable() for fault in kifu.faults)


def test_an_illegal_move_that_ended_the_game_loses_it():
    for text in (
        "▲１六歩\n△１四歩\n▲１五歩\n△２二玉\nまで3手で後手の反則負け\n",
        "1 １六歩(17)\n2 １三歩打\n3 反則勝ち\n",
    ):
        kifu = read(text)
        assert kifu.ending is Ending.FOUL_LOSS
        assert kifu.winner == "black"


def test_branches_leave_the_line_above_them():
    text = f"{MOVES}   3 ２六歩(27)\n   4 ８四歩(83)\n変化：4手\n   4 ４四歩(43)\n   5 ４八銀(39)\n"
    text += "変化：5手\n   5 ２五歩(26)\n変化：2手\n   2 ８四歩(83)\n"
    kifu = read(text)
    assert [kifu.line(number) for number in range(4)] == [
        ["7g7f", "3c3d", "2g2f", "8c8d"],
        ["7g7f", "3c3d", "2g2f", "4c4d", "3i4h"],
        ["7g7f", "3c3d", "2g2f", "4c4d", "2f2e"],
        ["7g7f", "8c8d"],
    ]
    assert kifu.faults == ()


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("V2.2\nPI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n", 2),
        ("V2.2\nPI\n+\n+7776FU\n%TORYO\nV2.2\nN+a\nPI\n+\n+2726FU\n", 2),
        (f"先手：a\n{MOVES}\n先手：b\n{MOVES}", 2),
        (f"{MOVES}{BOARD}{MOVES}", 2),  # nothing but its board begins the second
        (f"#KIF version=2.0\n{MOVES}#KIF version=2.0\n手合割：平手\n{MOVES}まで2手で中断\n備考：x\n", 2),
    ],
)
def test_several_games(text, games):
    read_games = list(read_kifu(text))
    assert len(read_games) == games
    assert all(game.moves and not game.faults for game in read_games)
    assert [game.number for game in read_games] == list(range(1, games + 1))


@pytest.mark.parametrize(
    "text",
    [
        "1.▲７六歩 △３四歩\n2.▲２六歩 △８四歩\n",
        "1. ▲７六歩 2. △３四歩\n3. ▲２六歩 4. △８四歩\n",
        "１．▲７六歩　△３四歩　２．▲２六歩　△８四歩\n",
        "1 ▲７六歩 2 △３四歩 3 ▲２六歩 4 △８四歩\n",
        "（1）▲７六歩　（2）△３四歩　（3）▲２六歩　（4）△８四歩\n",
        "1▲７六歩2△３四歩3▲２六歩4△８四歩\n",
        "1手目 ▲７六歩\n2手目 △３四歩\n3手目 ▲２六歩\n4手目 △８四歩\n",
        "1.７六歩 2.３四歩\n3.２六歩 4.８四歩\n",
        "1、▲７六歩、△３四歩、▲２六歩→△８四歩\n",
    ],
)
def test_numbers_before_moves_are_passed_by(text):
    kifu = read(f"先手：A\n\n{text}まで4手で中断\n")
    assert (kifu.moves, kifu.faults) == (["7g7f", "3c3d", "2g2f", "8c8d"], ())


def test_a_record_of_which_no_move_was_read_says_so():
    *_, last = read("先手：A\n\ne4 e5\n").faults
    assert str(last) == "record: no move was found in it"


@pytest.mark.parametrize("note", ["#--separator--", "# --- x ---", "#評価値=12"])
def test_notes_of_programs_end_no_game(note):
    kifu = read(f"# ----  激指 柿木形式棋譜ファイル  ----\n{MOVES}{note}\n変化：2手\n   2 ８四歩(83)\n")
    assert [kifu.line(number) for number in (0, 1)] == [["7g7f", "3c3d"], ["7g7f", "8c8d"]]


def test_branches_without_moves_are_left_out():
    """The main line stays, even where it has none."""
    kifu = read("手数----指手---------消費時間--\n   1 ７六歩(77)\n変化：1手\n変化：1手\n   1 ２六歩(27)\n")
    assert [line.moves and line.moves[0].usi for line in kifu.lines] == ["7g7f", "2g2f"]
    assert read("開始日時：2026/01/01\n手数----指手---------消費時間--\n変化：1手\n").lines[0].moves == ()


def test_what_is_no_record_is_told(tmp_path):
    told = []
    for source in (b"", b"hello\nworld\n", b"PK\x03\x04", b'[Event "?"]\n\n1. e4 *\n', b"\x00" * 100):
        assert list(read_kifu(source, on_fault=told.append)) == [] or source == b"\x00" * 100
    assert len(told) >= 4
    for missing in (tmp_path / "none.kif", tmp_path, "a\0b"):
        with pytest.raises(KifuError):
            list(read_kifu(missing))
    with pytest.raises(TypeError):
        list(read_kifu(7))


def test_the_public_door():
    kifu = kiebitz.Kifu.of_moves(["7g7f"])
    assert next(kiebitz.read_kifu(kiebitz.kifu_text(kifu).text)) == kifu


@pytest.mark.parametrize(
    ("branch", "faults"),
    [
        ("変化：2手\n   1 ８四歩(83)\n   2 ２六歩(27)\n", 0),  # numbered anew
        ("変化：2手\n 102 ８四歩(83)\n 103 ２六歩(27)\n", 0),
        ("　変化:２手\n２　８四歩(83)\n３　２六歩(27)\n", 0),
        ("   2 ８四歩(83)\n   3 ２六歩(27)\n", 1),  # announced by its number alone
        ("変化：2手\n△８四歩 ▲２六歩\n", 0),
    ],
)
def test_numbers_of_branches(branch, faults):
    kifu = read(MOVES + branch)
    assert [kifu.line(number) for number in (0, 1)] == [["7g7f", "3c3d"], ["7g7f", "8c8d", "2g2f"]]
    assert len(kifu.faults) == faults


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("( 0:05/00:00:05)", 5),
        ("(75:00/01:15:00)+", 4500),
        ("(1:02:03/1:02:03)", 3723),
        ("（ ０：１２／００：００：１２）", 12),
        ("( 0:01.5/)", 1.5),
        ("", None),
    ],
)
def test_times(text, seconds):
    assert read(f"   1 ７六歩(77)   {text}\n").lines[0].moves[0].seconds == seconds


def test_comments_belong_to_the_move_before_them():
    kifu = read("*始\n&しおり\n   1 ７六歩(77)\n*一\n*\n* 三 \n&印\n   2 投了\n*終\nまで1手で先手の勝ち\n*後\n")
    assert (kifu.comment, kifu.bookmark) == ("始", "しおり")
    assert kifu.lines[0].moves[0].comment == "一\n\n 三 "
    assert kifu.lines[0].moves[0].bookmark == "印"
    assert kifu.lines[0].ending.comment == "終\n後"


def test_csa_versions():
    old = "V2.2\n'head\nPI\n+\n'plain\n+7776FU\n'also plain\n'*for programs\nT5\n"
    assert read(old).lines[0].moves[0].comment == "also plain\nfor programs"
    new = read(old.replace("V2.2", "V3.0").replace("T5", "T5.125"))
    assert (new.lines[0].moves[0].comment, new.lines[0].moves[0].seconds) == ("for programs", 5.125)
    event = read("$EVENT:電王戦\n$TIME_LIMIT:00:25+00\n$FOO:bar\nPI82HI22KA\n-\n-6172KI,T3\n%CHUDAN\n")
    assert event.headers == {"棋戦": "電王戦", "持ち時間": "00:25+00", "FOO": "bar"}
    assert event.sfen == STARTS["二枚落ち"]
    rest = read("P-51OU\nP+53KI00KI\nP-00AL\n+\n")
    assert rest.sfen == "4k4/9/4G4/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1"


@pytest.mark.parametrize("word", ["封じ手", "通信切断", "トライ", "無勝負", "連続王手の千日手", "ほげ"])
def test_an_end_that_no_list_has_is_kept_with_its_time(word):
    """封じ手 ends every first day of a title match; tsshogi writes 通信切断 (report S4)."""
    kifu = read(MOVES + f"   3 {word}       (25:00/00:25:01)\nまで2手で{word}\n")
    assert (kifu.ending, kifu.lines[0].ending.seconds, kifu.faults) == (word, 1500, ())
    for kind in ("kif", "ki2"):
        again = read(kifu_text(kifu, kind).text)
        assert (again.ending, again.moves) == (word, kifu.moves)
    told = read(MOVES + f"まで2手で{word}\n")
    assert told.ending == word
    assert f"end ({word})" in str(kifu_text(kifu, "csa").left_out)


def test_an_empty_text_has_no_game(tmp_path, monkeypatch):
    (tmp_path / "game.kif").write_text("1 ７六歩(77)\n")
    monkeypatch.chdir(tmp_path)
    with pytest.warns(UserWarning, match="no game of shogi"):
        assert list(read_kifu("")) == []
