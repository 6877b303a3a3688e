"""cshogi, python-shogi and rsshogi, where they are right: boards, words for moves, and main lines read back."""

import random
from dataclasses import replace

import pytest

from kiebitz.core.shogi.notation import legal_moves
from kiebitz.core.shogi.sfen import parse_sfen
from kiebitz.kifu.diagram import diagram_lines, hand_text
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending, Kifu, KifuEnding, KifuLine
from kiebitz.kifu.writing import kifu_text, write_kifu
from kiebitz.kifu.written_move import kif_text
from kifu_records import random_record
from random_shogi import random_games, scattered

GAMES = 60


def plain_records(seed: int):
    """Main lines that end by resignation."""
    chance = random.Random(seed)
    for _ in range(GAMES):
        kifu = random_record(chance, branches=0)
        moves = tuple(replace(move, seconds=move.seconds or 0) for move in kifu.lines[0].moves)
        yield replace(kifu, lines=(KifuLine(moves, KifuEnding(Ending.RESIGNATION)),))


def test_boards_and_moves_are_written_as_cshogi_writes_them():
    cshogi = pytest.importorskip("cshogi")
    kif = pytest.importorskip("cshogi.KIF")
    chance = random.Random(11)
    games = [position for _, _, position in random_games(chance, 150)]
    for position in (*games, *scattered(chance, 20)):
        peer = cshogi.Board(position.sfen())
        # It puts pawns in hand first.
        ours = [line for line in diagram_lines(position.sfen()) if "持駒" not in line]
        assert ours == [line for line in kif.board_to_bod(peer).splitlines() if "持駒" not in line]
        men = position.setup().men
        for move in legal_moves(position):
            assert kif_text(men, move, None) == kif.move_to_kif(peer.move_from_usi(move))


@pytest.mark.parametrize("name", ["game.kif", "game.csa"])
def test_cshogi_reads_moves_times_and_the_winner(name, tmp_path):
    cshogi = pytest.importorskip("cshogi")
    reader = pytest.importorskip("cshogi.KIF" if name.endswith("kif") else "cshogi.CSA")
    for kifu in plain_records(21):
        path = tmp_path / name
        # Its KIF takes 同 behind some drops for 11, and has no name for some handicaps.
        if name.endswith("kif") and any(word in kifu_text(kifu).text for word in ("同", "七枚落ち")):
            continue
        write_kifu(replace(kifu, comment="", bookmark=""), path)
        read = reader.Parser.parse_file(str(path))
        read = read[0] if isinstance(read, list) else read
        assert [cshogi.move_to_usi(move) for move in read.moves] == kifu.moves
        times = [move.seconds for move in kifu.lines[0].moves]
        assert list(read.times)[: len(times)] == times
        assert read.win == (cshogi.BLACK_WIN if kifu.winner == "black" else cshogi.WHITE_WIN)


def test_python_shogi_reads_moves():
    kif = pytest.importorskip("shogi.KIF").Parser
    csa = pytest.importorskip("shogi.CSA").Parser
    for kifu in plain_records(22):
        # It stops at comments, which it doesn't know, and at handicaps it has no name for.
        moves = tuple(replace(move, comment="", bookmark="") for move in kifu.lines[0].moves)
        bare = Kifu((replace(kifu.lines[0], moves=moves),), kifu.sfen)
        if "七枚落ち" not in (text := kifu_text(bare).text):
            assert kif.parse_str(text)[0]["moves"] == kifu.moves
        if kifu.sfen.split()[2] == "-":  # what a hand holds in the beginning it forgets
            assert csa.parse_str(kifu_text(bare, "csa").text)[0]["moves"] == kifu.moves


def test_hands():
    assert hand_text(parse_sfen("4k4/9/9/9/9/9/9/9/4K4 b 2R11P2b3n 1").hands[0]) == "飛二　歩十一"
    lines = diagram_lines("4k4/9/9/9/9/9/9/9/4K4 w 8P10p 1")
    assert (lines[0], lines[-2:]) == ("後手の持駒：歩十", ["先手の持駒：歩八", "後手番"])


@pytest.mark.parametrize("form", ["kif", "ki2", "csa"])
def test_what_rsshogi_writes_is_read(form, tmp_path):
    """Moves and, where they have room for them, times and comments, which it trims; who won."""
    core, record = pytest.importorskip("rsshogi.core"), pytest.importorskip("rsshogi.record")
    path = tmp_path / f"game.{form}"
    chance = random.Random(31)
    for ours in (random_record(chance, branches=0) for _ in range(30)):
        moves = [
            record.MoveEntry(
                core.Move.from_usi(move.usi), time_ms=1000 * (move.seconds or 0), comment=move.comment or None
            )
            for move in ours.lines[0].moves
        ]
        whole = replace(ours, lines=(KifuLine(ours.lines[0].moves, KifuEnding(Ending.RESIGNATION)),))
        ending = record.SpecialMoveEntry.from_result(f"{whole.winner}_win".upper())
        getattr(record.Record.from_main_line(ours.sfen, moves, ending), f"write_{form}")(str(path))
        (read,) = read_kifu(path)
        assert (read.moves, read.faults, read.ending) == (ours.moves, (), Ending.RESIGNATION)
        notes = [(move.seconds or 0, move.comment) for move in read.lines[0].moves]
        if form != "ki2":
            assert notes == [(move.seconds or 0, move.comment.strip()) for move in ours.lines[0].moves]
