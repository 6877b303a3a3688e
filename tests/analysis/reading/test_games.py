import gzip
import os
import pickle
import random

import chess.pgn
import numpy as np
import pytest

import kiebitz
from kiebitz.analysis.judging.main_line import playable_moves
from kiebitz.analysis.reading.archive import ArchiveError, cut_text, read_archive
from kiebitz.analysis.reading.games import _game, _Head, _Wanted
from kiebitz.analysis.reading.reader import read_game
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.engine import MovetextReader
from kiebitz.engine.score import Score
from sources import DATA, ROOT

MATCH = ROOT / "examples" / "kasparov-deep-blue-1997.pgn"
ARCHIVES = [MATCH, ROOT / "examples" / "carlsen-anand-2014-game-6.pgn", *sorted((DATA / "pgn").rglob("*.pgn"))]
MUTATED = int(os.environ.get("KIEBITZ_MUTATED_FILES", "1500"))
"""So many damaged files are read by the slow test."""


@pytest.fixture
def games(tmp_path):
    def reader(text, **options):
        path = tmp_path / "a.pgn"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return list(kiebitz.read_games(path, **options))

    return reader


def _read(raw):
    wanted = _Wanted(moves=True, comments=False, texts=False, variations=False)
    return _game(raw, _Head.of(raw.text), MovetextReader(), wanted)


POSITION_TAGS = {"FEN", "SetUp", "Variant"}


def uci_moves(game):
    board, moves = game.board(), []
    for move in playable_moves(game):
        moves.append(board.uci(move))
        board.push(move)
    return moves


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)
def test_every_game_is_that_of_python_chess(path):
    found = list(kiebitz.read_games(path))
    expected = [read_game(raw) for raw in read_archive(str(path), print)]
    assert [game.moves for game in found] == [uci_moves(read.game) for read in expected]
    for game, read in zip(found, expected, strict=True):
        # Tags that say wrongly where a game starts stand in the tree as they ought to be.
        said = {name: value for name, value in game.tags.items() if name not in POSITION_TAGS}
        assert {**said, "Result": game.result}.items() <= read.headers.items()
        assert (game.fen or chess.STARTING_FEN) == read.game.board().fen()
        assert game.result == read.headers["Result"]
        assert game.is_whole == read.is_whole
        assert game.faults == read.faults
        assert (game.raw, game.plies) == (read.raw, len(game.moves))


def test_moves_as_an_array():
    game = next(kiebitz.read_games(MATCH))
    codes = np.frombuffer(game.packed_moves, np.uint16)
    origins = [chess.square_name(code & 63) for code in codes]
    assert origins == [move[:2] for move in game.moves]
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("1. e4 e5\n2. Nxd7", 4, "2. Nxd7 is illegal; read up to there"),
        ("{ ä\n } 1. e4\n1... Xf6", 5, "'1... Xf6' is no move (moves are read with the English letters K Q R B N)"),
        ("1. Nf3 Nf6 2. d4 d5 3. Nd2", 3, "3. Nd2 is ambiguous: more than one piece could make it"),
        ("1. e4 1-0 d5", 3, "d5 comes after the game's result; read up to there"),
        ("1. e4 f5 2. Qh5+\n--", 4, "a null move in check; read up to there"),
        ("1. e4 0-1", 1, "the moves end with 0-1, but the tag Result says 1-0, which counts"),
        ("1. e4 {", 3, "the comment that begins here is never closed"),
    ],
)
def test_faults(games, text, line, fault):
    (game,) = games(f'[Result "1-0"]\n\n{text}')
    assert [each.line for each in game.faults] == [line]
    assert game.faults[0].text.startswith(fault)
    assert game.is_whole == (not fault.endswith(("there", ")", "it")))
    assert game.result == "1-0"


def test_a_black_move_begins(games):
    (game,) = games('[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 12"]\n\n12... Ke7 13. O-O Kd6 14. Qd1')
    assert game.moves == ["e8e7", "e1g1", "e7d6"]
    assert (game.fen, game.chess960) == ("4k3/8/8/8/8/8/8/4K2R b K - 0 12", False)
    assert game.faults[0].text.startswith("14. Qd1 is illegal")


@pytest.mark.parametrize("tag", ['[Variant "Atomic"]', '[FEN "rubbish"]'])
def test_what_cannot_be_played(games, tag):
    (game,) = games(f'{tag}\n[Result "1-0"]\n\n1. e4 1-0')
    assert (game.moves, game.result, game.is_whole) == ([], "1-0", False)
    assert "Kiebitz doesn't play" in game.faults[0].text or "FEN can't be analysed" in game.faults[0].text


def test_no_game_is_told(games):
    told = []
    assert games('1. e4 *\n\n[Event "B"]\n\n*\n', on_fault=told.append)
    assert games("Dear Sir or Madam", on_fault=told.append) == []
    assert "expected a tag or a move, found" in told[0].text
    with pytest.warns(UserWarning, match=r"a\.pgn, game 1, line 1: expected a tag or a move"):
        games("Dear Sir or Madam")


@pytest.mark.parametrize(
    "record",
    [
        (DATA / "kifu" / "handicap.kifu").read_bytes(),
        (DATA / "kifu" / "handicap.kifu").read_text("utf-8").encode("cp932"),
        (DATA / "kifu" / "doubled.ki2u").read_bytes(),
        (DATA / "kifu" / "comments.csa").read_bytes(),
    ],
)
def test_a_record_of_shogi_is_called_one(games, record):
    told = []
    assert games(record, on_fault=told.append) == []
    assert "a record of shogi is read from a file named" in told[-1].text


def test_only_what_is_wanted(games):
    text = "".join(f'[White "{name}"]\n\n1. {name} *\n\n' for name in ("e4", "d4", "c4", "e3"))
    assert [game.moves for game in games(text, select=GameSelection(player="4", skip=1, first=1))] == [["d2d4"]]
    assert [game.raw.number for game in games(text, select=GameSelection(player="e"))] == [1, 4]
    assert [game.plies for game in games(text, select=GameSelection(max_moves=1))] == [1, 1, 1, 1]
    assert games(text, select=GameSelection(first=0)) == []
    told = []
    cut_short = gzip.compress(text.encode() * 20_000)[:-20]
    assert len(games(cut_short, select=GameSelection(first=3), on_fault=told.append)) == 3
    assert not told


def test_tags_alone(games):
    for text, result in (('[Result "0-1"]\n\n1. e4 rubbish', "0-1"), ("1. e4 e5 1-0", "1-0")):
        (game,) = games(text, moves=False)
        assert (game.moves, game.result, game.is_whole) == ([], result, True)


def test_comments_if_asked_for(games):
    text = "1. e4 { [%eval 0.17] [%clk 0:01:00] } e5 { [%eval #-3] } 2. Nf3 *"
    (game,) = games(text, comments=True)
    assert game.clocks == (60.0, None, None)
    assert game.scores == (Score(centipawns=17), Score(mate=-3), None)
    (game,) = games(text)
    assert (game.clocks, game.scores, game.spent) == ((), (), ())
    (game,) = games("1. e4 { [%emt 0:00:05] } e5 { [%emt 1.5] } *", comments=True)
    assert game.spent == (5.0, 1.5)


def test_folders_and_several_archives(tmp_path):
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "b.pgn.gz").write_bytes(gzip.compress(b"1. d4 *"))
    (tmp_path / "inside" / "a.pgn").write_text("1. e4 *")
    (tmp_path / "c.pgn").write_text("1. c4 *")
    found = list(kiebitz.read_games(tmp_path / "c.pgn", tmp_path / "inside"))
    assert [game.moves for game in found] == [["c2c4"], ["e2e4"], ["d2d4"]]
    assert [game.raw.number for game in found] == [1, 1, 1]
    with pytest.raises(ArchiveError, match="doesn't exist"):
        next(kiebitz.read_games(tmp_path / "none.pgn"))


@pytest.mark.parametrize("name", ["[" * 300 + ".pgn", "x\0.pgn", "y/" * 2000 + "a.pgn"])
def test_a_name_that_no_file_can_have_is_refused(name):
    with pytest.raises(ArchiveError, match=r"can't open|can't be the name|doesn't exist"):
        next(kiebitz.read_games(name))


DAMAGES = [
    b"",
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b'"',
    b"\\",
    b"\n",
    b"\r",
    b"%",
    b";",
    b"\0",
    b"\xff",
    b"\xe2\x99",
    b"1-0",
]


def damaged(text, chance):
    data = bytearray(text)
    for _ in range(chance.randrange(1, 6)):
        place = chance.randrange(len(data))
        data[place : place + chance.randrange(4)] = chance.choice([*DAMAGES, chance.randbytes(3), bytes(data[:40])])
    return bytes(data)


def others(games, victim):
    return [*games[:victim], *games[victim + 1 :]]


@pytest.mark.check
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(1, 20))])
def test_damage_to_one_game_spoils_no_other(games, seed):
    chance = random.Random(seed)
    sound = [raw.text.encode() for raw in read_archive(str(MATCH), print)]
    expected = list(kiebitz.read_games(MATCH))
    for _ in range(MUTATED // 3):
        victim = chance.randrange(1, len(sound) - 1)
        body, end = sound[victim].rstrip(b"\n"), b"\n\n"  # the empty line stays that parts it from the next
        data = b"".join([*sound[:victim], damaged(body, chance) + end, *sound[victim + 1 :]])
        found = games(data, on_fault=lambda fault: None)
        behind = len(found) - (len(sound) - victim - 1)
        for game, whole in zip([*found[:victim], *found[behind:]], others(expected, victim), strict=True):
            assert game.moves == whole.moves
            assert game.tags.items() >= whole.tags.items()
        for game in found[victim:behind]:
            read = read_game(game.raw)
            assert game.moves == (uci_moves(read.game) if read.game else [])
            assert game.is_whole == read.is_whole


BOTH_LOSE = "0-0"


@pytest.mark.parametrize(
    ("text", "tags", "moves"),
    [
        ('[Event "t"]\n; note\n[White "Aa"]\n[Result "1-0"]\n\n1. e4 e5 1-0', 3, 2),
        ('[Event "t"] ; note\n[White "Aa"]\n[Result "1-0"]\n\n1. e4 e5 1-0', 3, 2),
        ('; a file of mine\n[Event "t"]\n[White "Aa"]\n\n1. e4 1-0', 2, 1),
        ('{ a file } [Event "t"] {over} [White "Aa"] ; on\n{so} [Black "Bb"]\n\n1. e4 1-0', 3, 1),
        ('{ a file\n\nof mine }\n\n[Event "t"]\n[White "Aa"]\n\n1. e4 1-0', 2, 1),
        ('[Event "t"] {over\nlines [x] }\n[White "Aa"]\n{ and } ; so\n{ on }\n[Black "Bb"]\n\n1. e4 1-0', 3, 1),
        ('[White "Aa"]\n{ who is\nwhite }\n[Black "Bb"] [Event "t"] { last }\n\n1. e4 1-0', 3, 1),
    ],
)
def test_comments_among_tags_do_not_tear_a_game(games, text, tags, moves):
    (game,) = games(text)
    assert (len(game.tags), game.plies, game.faults) == (tags, moves, ())
    read = read_game(game.raw)
    assert read.faults == ()
    notes = [word for word in ("note", "a file", "over", "and", "so", "on", "who is", "last") if word in text]
    assert [word for word in notes if word not in read.game.comment] == []


def test_games_below_a_comment_among_tags_are_parted(games):
    two = '[White "A"]\n{ nothing played }\n\n[White "B"]\n\n1. e4 *\n'
    assert [game.tags for game in games(two)] == [{"White": "A"}, {"White": "B"}]
    two = '[Event "A"]\n{ nothing\n\nplayed }\n[Event "B"] { never\n\n1. e4 *\n\n[Event "C"]\n\n*\n'
    assert [game.tags for game in games(two)] == [{"Event": "A"}, {"Event": "B"}, {"Event": "C"}]


@pytest.mark.parametrize(
    ("tag", "moves", "result", "plies"),
    [
        ("0-0", "0-0", BOTH_LOSE, 0),
        ("0-0", "1. f3 e5 2. g4 Qh4# 0-0", BOTH_LOSE, 4),
        ("*", "1. f3 e5 2. g4 0–0 { both late }", BOTH_LOSE, 3),
        ("0-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 0-0", BOTH_LOSE, 6),  # the tag tells it from castling
        ("0-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0", BOTH_LOSE, 7),
        ("0-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 0-0", BOTH_LOSE, 8),
        ("1-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0", "1-0", 8),
        ("-:-", "1. e4", BOTH_LOSE, 1),
        ("½–½", "1. e4 e5 ½–½", "1/2-1/2", 2),
        ("*", "1. e4 e5 1/2−½", "1/2-1/2", 2),
        ("*", "1. e4 e5 1/2", "1/2-1/2", 2),
        ("0,5 - 0,5", "1. e4 e5", "1/2-1/2", 2),
        ("1/2-0", "1. e4 ½-0", "1/2-0", 1),
        ("*", "1. e4 0-1/2", "0-1/2", 1),
        ("+:-", "*", "1-0", 0),
        ("1:0", "1. e4 1:0", "1-0", 1),
        ("0–1", "1. f3 e5 2. g4 Qh4# 0‑1", "0-1", 4),
    ],
)
def test_results_as_arbiters_and_typography_have_them(games, tag, moves, result, plies):
    (game,) = games(f'[Event "t"]\n[Result "{tag}"]\n\n{moves}\n')
    assert (game.result, game.plies, game.is_whole) == (result, plies, True)
    assert [fault.text for fault in game.faults] == (
        [] if tag in (result, "*") else [f"the tag Result says {tag!r}; read as {result}"]
    )
    read = read_game(game.raw)
    assert (read.headers["Result"], read.faults, len(uci_moves(read.game))) == (result, game.faults, plies)
    assert next(iter(games(str(read.game)))).result == result


def test_castling_that_is_no_result(games):
    (game,) = games('[Result "1-0"]\n\n1. e4 e5 2. 0-0')
    assert game.faults[0].text == "2. 0-0 is illegal; read up to there"
    (game,) = games('[Result "1-0"]\n\n1. e4 e5 0-0')
    assert game.faults[0].text == "the moves end with 0-0, but the tag Result says 1-0, which counts"


@pytest.mark.parametrize("sign", ["\ufeff", "\u200b", "\u2060\u200e"])
def test_signs_without_width_are_passed_over(games, sign):
    two = "".join(
        f'{sign}[Event "{name}"]\n[Result "1-0"]\n\n{sign}1. e{sign}4{sign} e5 2.{sign}Nf3 1-0{sign}\n\n'
        for name in "AB"
    )
    found = games(two)
    assert [(game.tags, game.moves, game.faults) for game in found] == [
        ({"Event": name, "Result": "1-0"}, ["e2e4", "e7e5", "g1f3"], ()) for name in "AB"
    ]
    untagged = f"1. e4 1–0{sign}\n{sign}\n{sign}1. d4 ½–½\n\n2. c4"
    assert [game.result for game in games(untagged)] == ["1-0", "1/2-1/2", "*"]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O–O Nf6 5. d3 O‑O 1–0", "e1g1 g8f6 d2d3 e8g8"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. О-О Nf6 5. d3 0—0 1-0", "e1g1 g8f6 d2d3 e8g8"),
        ("1. e4 d5 2. e×d5 Q✕d5 3. Nc3 Q:d2+ 4. N–e2?", "e4d5 d8d5 b1c3 d5d2"),
        ("1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Nf6 5. a7×b8(Q) R×b8 +− *", "a4b5 a7a6 b5a6 b8c6 a6a7 g8f6"),
        ("1. f4 e5 2. g4 Q×h4‡ 3. Nc3", "f2f4 e7e5 g2g4"),
        ("1. f4 e5 2. fxe5 Qh4†! 3. g3 a6", "f2f4 e7e5 f4e5 d8h4 g2g3 a7a6"),
        (
            "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 a6 5. bxc8=(Q) Qxc8",
            "d7d5 e4d5 c7c6 d5c6 g8f6 c6b7 a7a6 b7c8q d8c8",
        ),
        ("1. h4 g5 2. hxg5 Nf6 3. gxf6 Ng8 4. fxe7 a6 5. exf8(♘) a5", "h4g5 g8f6 g5f6"),
        ("1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Ng8 5. hxg8/R a6 6. Rg3", "h4g5 h7h6 g5h6 g8f6 h6h7 f6g8 h7g8r"),
        (
            "1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Ng8 5. h×g8(=N)+ (5. h8(Q)) a6 6. Nh6",
            "h4g5 h7h6 g5h6 g8f6 h6h7 f6g8 h7g8n",
        ),
    ],
)
def test_signs_of_typography_are_read(games, text, moves):
    (game,) = games(text)
    read = read_game(game.raw)
    assert moves in " ".join(game.moves)
    assert game.moves == uci_moves(read.game)
    assert game.is_whole == read.is_whole


@pytest.mark.check
def test_both_readers_know_the_same_signs(games):
    """Every sign of the plane that writing uses, within a move and before one."""
    for sign in map(chr, [*range(0x80, 0x3100), *range(0xF900, 0x10000)]):
        if 0xD800 <= ord(sign) < 0xE000:
            continue
        raw = next(cut_text(f"1. N{sign}f3 {sign} a6 2. e4 O{sign}O *", "a"))
        read = read_game(raw)
        game = _read(raw)
        assert (game is None) == (read.game is None), hex(ord(sign))
        if game:
            assert (game.moves, game.result) == (uci_moves(read.game), read.headers["Result"]), hex(ord(sign))
            assert game.is_whole == read.is_whole, hex(ord(sign))


def test_a_game_is_a_line_in_a_list(games, tmp_path):
    (game,) = games('[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Ke4 1-0')
    assert repr(game) == f"PgnGame('A - B', *, 2 plies, 1 faults; {tmp_path / 'a.pgn'}, game 1)"


def test_games_show_themselves_in_notebooks(games):
    (game,) = games('[White "A <b>"]\n[Event "?"]\n[Site "Wien"]\n[Result "1-0"]\n\n1. e4 -- 2. Nf3 Nc6 3. Ke4 1-0')
    shown = game._repr_html_()
    assert "<svg" in shown
    for part in ("<b>A &lt;b&gt; – ?</b>, 1-0", "Wien", "1. e4 -- 2. Nf3 Nc6", "3. Ke4 is illegal"):
        assert part in shown
    (game,) = games('[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 12"]\n\n12... Ke7 13. O-O *')
    assert "12... Ke7 13. O-O" in game._repr_html_()
    assert "Atomic" in games('[Variant "Atomic"]\n\n1. e4 *')[0]._repr_html_()
