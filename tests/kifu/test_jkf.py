"""JKF: what is written reads back equal, and as other programs read it; what can't be read is named, the rest kept."""

import json
import random
from dataclasses import replace

import pytest

from commands import run_here
from kiebitz.commandline.clean_text import clean
from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.kifu.handicaps import STARTS
from kiebitz.kifu.jkf_reader import MOST_HOURS
from kiebitz.kifu.jkf_writer import MOST_DEPTH
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending, Kifu, KifuEnding, KifuError, KifuLine, KifuMove
from kiebitz.kifu.writing import kifu_text, write_kifu
from kifu_records import random_record

PAWN = {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}


def read(*moves, **others) -> Kifu:
    [kifu] = read_kifu(json.dumps({"header": {}, "moves": [{}, *moves], **others}))
    return kifu


def without_lost(kifu: Kifu) -> Kifu:
    """The record without bookmarks, and ends that CSA has no word for."""

    def line(each: KifuLine) -> KifuLine:
        ending = each.ending and replace(each.ending, bookmark="")
        moves = tuple(replace(move, bookmark="") for move in each.moves)
        return replace(each, moves=moves, ending=ending)

    return replace(kifu, lines=tuple(map(line, kifu.lines)), bookmark="")


@pytest.mark.parametrize("seed", range(100))
def test_jkf_holds_all_but_bookmarks(seed):
    kifu = random_record(random.Random(3000 + seed))
    text, left_out = kifu_text(kifu, "jkf")
    [again] = read_kifu(text)
    assert again.faults == ()
    if any("end" in said for said in left_out):
        return
    assert again == without_lost(kifu)
    assert bool(left_out) == (again != kifu)


@pytest.mark.parametrize("name", STARTS)
def test_starts_are_those_that_rsshogi_reads(name):
    record = pytest.importorskip("rsshogi.record").Record
    text = kifu_text(Kifu.of_moves([], STARTS[name]), "jkf").text
    [again] = read_kifu(text)
    assert again.sfen == STARTS[name]
    if "七枚落ち" not in name:  # which it doesn't know
        assert record.from_jkf_str(text).init_position_sfen == STARTS[name]


@pytest.mark.parametrize("seed", range(20))
def test_rsshogi_reads_the_moves_and_we_read_what_it_writes(seed):
    record = pytest.importorskip("rsshogi.record").Record
    kifu = random_record(random.Random(4000 + seed), branches=0)
    kifu = replace(kifu, lines=(replace(kifu.lines[0], ending=KifuEnding(Ending.RESIGNATION)),))
    read_there = record.from_jkf_str(kifu_text(kifu, "jkf").text)
    [again] = read_kifu(read_there.to_jkf())
    assert again.faults == ()
    assert (again.moves, again.sfen, again.ending) == (kifu.moves, kifu.sfen, kifu.ending)


def test_a_move_has_all_that_shows_it():
    kifu = Kifu(
        (KifuLine((KifuMove("7g7f", 61.0), KifuMove("3c3d"), KifuMove("8h2b+", 5.0, "gut"), KifuMove("3a2b"))),)
    )
    moves = json.loads(kifu_text(kifu, "jkf").text)["moves"]
    assert moves[1]["time"] == {"now": {"h": 0, "m": 1, "s": 1}, "total": {"h": 0, "m": 1, "s": 1}}
    assert moves[3] == {
        "move": {
            **{"color": 0, "from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece": "KA"},
            **{"promote": True, "capture": "KA"},
        },
        "comments": ["gut"],
        "time": {"now": {"h": 0, "m": 0, "s": 5}, "total": {"h": 0, "m": 1, "s": 6}},
    }
    assert moves[4]["move"]["same"] is True
    assert moves[4]["move"]["capture"] == "UM"


def test_branches_of_the_definition():
    bishop = {"from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece": "KA", "promote": False}
    kifu = read(
        {"move": PAWN},
        {"move": {"from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU"}, "comments": ["two ways", "b"]},
        {
            "move": {"from": {"x": 8, "y": 9}, "to": {"x": 7, "y": 7}, "piece": "KE"},
            "forks": [
                [{"move": bishop}, {"move": {"from": {"x": 3, "y": 1}, "same": True, "piece": "GI"}}],
                [{"special": "TORYO"}],
            ],
        },
        {"special": "CHUDAN"},
    )
    assert kifu.faults == ()
    assert [line.ply for line in kifu.lines] == [1, 3, 3]
    assert kifu.line(1) == ["7g7f", "3c3d", "8h2b", "3a2b"]
    assert (kifu.lines[2].ending.kind, kifu.ending) == (Ending.RESIGNATION, Ending.INTERRUPTION)
    assert kifu.lines[0].moves[1].comment == "two ways\nb"


def test_a_man_without_a_square_is_dropped_or_told_by_words():
    both = "4k4/9/9/9/9/9/9/3G1G3/4K4 b G 1"
    gold = {"to": {"x": 5, "y": 8}, "piece": "KI"}
    start = {"preset": "OTHER", "data": json.loads(kifu_text(Kifu.of_moves([], both), "jkf").text)["initial"]["data"]}
    assert read({"move": gold}, initial=start).moves == ["G*5h"]
    assert read({"move": {**gold, "relative": "L"}}, initial=start).moves == ["6h5h"]
    assert read({"move": {**gold, "relative": "R"}}, initial=start).moves == ["4h5h"]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([{"move": {**PAWN, "to": {"x": 7, "y": 5}}}], "move 1 is illegal: '7g7e' goes where the man can't go"),
        ([{"move": {**PAWN, "color": 1}}], "it is Black that moves now"),
        ([{"move": {**PAWN, "color": []}}], "a color is 0 for Black, 1 for White"),
        ([{"move": {**PAWN, "piece": "XX"}}], "it names no man"),
        ([{"move": {**PAWN, "piece": []}}], "it names no man"),
        ([{"move": [PAWN], "special": {}}], "it names no man"),
        ([{"move": {**PAWN, "to": {"x": 0, "y": 6}}}], "a square is"),
        ([{"move": {**PAWN, "to": {"x": True, "y": 6}}}], "a square is"),
        ([{"move": {**PAWN, "piece": "KE"}}], "stands 歩, not 桂"),
        ([{"comments": ["lost"]}], "it has neither a move nor an end"),
        (["7g7f"], "it has neither a move nor an end"),
        ([{"move": PAWN, "time": {"now": {"m": MOST_HOURS + 1, "s": 0}}}], "a time is"),
        ([{"move": PAWN, "forks": ["x"]}], "a branch is no list"),
        ([{"special": "NONSENSE"}], "'NONSENSE' is no end that JKF knows"),
        ([{"special": "TORYO"}, {"move": PAWN}], "it comes after the end"),
    ],
)
def test_what_is_wrong_is_named(moves, said):
    kifu = read(*moves)
    assert said in str(kifu.faults[0])
    assert kifu.sfen == START_SFEN


@pytest.mark.parametrize(
    "text",
    [
        *("{", "{}", '{"moves": 3}', '{"moves": [' + "9" * 5000 + "]}", "{" * 100_000, '{"moves":[{}],"initial":7}'),
        '{"moves":' + '[{"forks":[' * 50_000,
        '{"moves": [{}], "initial": {"preset": "OTHER", "data": {"board": [[]], "hands": []}}}',
    ],
)
def test_what_is_no_record_is_told(text):
    [kifu] = read_kifu(text)
    assert kifu.faults
    assert not kifu.is_whole
    assert str(kifu.faults[0]).isprintable()


def places(value):
    """Each dictionary or list within a value, with the places in it."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for place, each in inside:
        yield value, place
        yield from places(each)


@pytest.mark.check
def test_any_value_in_any_place_does_no_harm():
    board = "4k4/9/9/9/9/9/9/3G1G3/4K4 b G 1"
    lines = (KifuLine((KifuMove("G*5h", 3.0, "x"),), KifuEnding(Ending.RESIGNATION)), KifuLine((KifuMove("6h5h"),)))
    text = kifu_text(Kifu(lines, board, {"先手": "A"}), "jkf").text
    for number in range(len(list(places(json.loads(text))))):
        for other in (None, True, 10**30, 1.5, "x", [], {}, [[]], [{}], {"x": []}):
            record = json.loads(text)
            inside, place = list(places(record))[number]
            inside[place] = other
            for kifu in read_kifu(json.dumps(record)):
                assert all(clean(str(fault)) == str(fault) for fault in kifu.faults)
                if kifu.sfen is not None:
                    assert kifu_text(kifu).text


def test_halves_of_characters_do_no_harm(tmp_path):
    [kifu] = read_kifu('{"header": {"先手": "\\ud800x", "\\udfff": "y"}, "moves": [{"comments": ["\\ud800"]}]}')
    assert kifu.black == "?x"
    assert write_kifu(kifu, tmp_path / "game.kifu") in ((), ("1 header whose name can't be written",))


@pytest.mark.check
def test_branches_deeper_than_programs_bear_are_refused():
    kings, pawns = ("5i5h", "5a5b", "5h5i", "5b5a"), ("1g1f", "1c1d")
    lines = [KifuLine((KifuMove(pawns[0]),))]
    for depth in range(MOST_DEPTH + 1):
        moves = (KifuMove(kings[depth % 4]), KifuMove(pawns[(depth + 1) % 2]))
        lines.append(KifuLine(moves, ply=depth + 1, parent=depth))
    kifu = Kifu(tuple(lines))
    with pytest.raises(KifuError, match=f"more than {MOST_DEPTH} deep; write KIF"):
        kifu_text(kifu, "jkf")
    assert kifu_text(kifu).text


@pytest.mark.check
def test_files_are_converted(tmp_path):
    write_kifu(Kifu.of_moves(["7g7f", "3c3d"], ending=Ending.RESIGNATION, 先手="髙橋"), tmp_path / "game.kifu")
    done = run_here("kifu", tmp_path / "game.kifu", "-o", tmp_path / "game.jkf")
    assert done.status == 0, done.err
    assert json.loads((tmp_path / "game.jkf").read_text(encoding="utf-8"))["header"] == {"先手": "髙橋"}
    shown = run_here("kifu", tmp_path / "game.jkf")
    assert shown.out == kifu_text(*read_kifu(tmp_path / "game.kifu")).text
