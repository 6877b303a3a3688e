"""Tsume problems: sound by another solver and by a plain search, written so that they are read again."""

import pytest

from commands import refused, run_here
from kiebitz.core.shogi.notation import checking_moves, is_checkmate, legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import parse_sfen, write_sfen
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.tsume.files import as_page, as_sfen, writer_for
from kiebitz.kifu.tsume.making import TsumeMaker, bare, filled
from kiebitz.kifu.writing import write_kifu

# Gold heads the king: any check by silver or gold that mates, and only one does.
SOUND = "7k1/+R4S3/9/9/9/9/9/9/9 b Gr2b3g3s4n4l18p 1"
# The same with a king and a pawn that take no part.
GAME = "7k1/+R4S3/9/9/9/9/9/P8/K8 b Gr2b3g3s4n4l17p 1"
LINE = ("4b3a+", "2a1a", "G*1b")


def pushed(position, move):
    after = position.copy()
    push(after, move)
    return after


def mates(position, plies):
    """True if checks alone mate within so many plies: a plain search that looks at everything."""
    return any(is_mated(pushed(position, move), plies - 1) for move in checking_moves(position))


def is_mated(position, plies):
    if is_checkmate(position):
        return True
    return plies > 0 and all(mates(pushed(position, reply), plies - 1) for reply in legal_moves(position))


def test_a_sound_problem_is_told_with_its_line():
    made = TsumeMaker().sound(parse_sfen(SOUND))
    assert (made.sfen, made.moves, made.plies) == (SOUND, LINE, 3)
    position = ShogiPosition(SOUND)
    assert not mates(position, 1)
    assert [move for move in checking_moves(position) if is_mated(pushed(position, move), 2)] == [LINE[0]]


@pytest.mark.parametrize(
    "sfen",
    [
        "7k1/+R4S3/9/9/9/9/9/9/9 b 2Gr2b2g3s4n4l18p 1",  # a gold too many: others mate, and one is left over
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",  # a mate in one
        "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1",  # no mate
        "4k4/4P4/9/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",  # White is in check, and Black to move
    ],
)
def test_what_is_unsound_is_no_problem(sfen):
    assert TsumeMaker().sound(parse_sfen(sfen)) is None


def test_the_attacker_becomes_black_and_all_other_men_are_the_defender_s():
    white = parse_sfen("4k4/9/9/9/9/9/4p4/9/4K4 w 2Rg 1")
    setup = bare(white)
    assert write_sfen(setup) == "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    assert filled(setup) == setup


@pytest.mark.check
def test_problems_of_a_game_are_sound_by_another_solver():
    """What the mate doesn't need is gone; cshogi's solver and a plain search look at every turn."""
    cshogi = pytest.importorskip("cshogi")
    found = list(TsumeMaker(seed=3).of_game(Kifu.of_moves((), GAME)))
    assert found[0].sfen == SOUND
    for made in found:
        position = ShogiPosition(made.sfen)
        assert not mates(position, made.plies - 2)
        for ply, move in enumerate(made.moves):
            if ply % 2 == 0 and ply < made.plies - 1:
                for other in checking_moves(position):
                    board = cshogi.Board(pushed(position, other).sfen())
                    assert (all(_mates(cshogi, board, reply) for reply in list(board.legal_moves))) == (other == move)
            push(position, move)
        assert is_checkmate(position)
        assert not any(position.hand(True))


def _mates(cshogi, board, reply):
    """True if the attacker mates after a reply, in however many moves, by cshogi's own proof numbers."""
    board.push(reply)
    try:
        return board.is_game_over() is False and cshogi.DfPn(31, 200_000, 32_767).search(board)
    finally:
        board.pop()


def test_files_are_read_again(tmp_path):
    problems = [TsumeMaker().sound(parse_sfen(SOUND))] * 2
    assert as_sfen(problems) == f"{SOUND}\t{' '.join(LINE)}\n".encode() * 2
    writer_for(tmp_path / "folder")(problems)
    assert sorted(path.name for path in (tmp_path / "folder").iterdir()) == ["001.kif", "002.kif"]
    (kifu,) = read_kifu(tmp_path / "folder" / "001.kif")
    assert (kifu.sfen, tuple(kifu.moves), kifu.headers["表題"]) == (SOUND, LINE, "3手詰")
    page = as_page(problems).decode()
    assert page.count("<figure>") == 2
    assert "☗３一銀成 ☖１一玉 ☗１二金" in page


@pytest.mark.check
def test_the_command(tmp_path):
    write_kifu(Kifu.of_moves((), GAME), tmp_path / "game.kif")
    done = run_here("games", "puzzles", tmp_path / "game.kif", "-o", tmp_path / "out.sfen", "--count", "1")
    assert done.status == 0, done.err
    assert done.out.startswith("1 problems of 1 games")
    (line,) = (tmp_path / "out.sfen").read_text().splitlines()
    sfen, moves = line.split("\t")
    assert TsumeMaker().sound(parse_sfen(sfen)).moves == tuple(moves.split())
    assert f"Mate in {len(moves.split())} " in run_here("mate", tmp_path / "out.sfen").out
    again = run_here("games", "puzzles", tmp_path, "-o", tmp_path / "page.html")
    assert again.status == 0, again.err
    (tmp_path / "tsume.d").mkdir()
    for folder in (tmp_path / "tsume", tmp_path / "tsume.d"):  # one that isn't there, and one that is
        done = run_here("games", "puzzles", tmp_path / "game.kif", "-o", folder, "--count", "1")
        assert done.status == 0, done.err
        assert [path.name for path in folder.iterdir()] == ["001.kif"]
        told = refused("games", "puzzles", tmp_path / "game.kif", "-o", folder)
        assert "001.kif exists, and problems get such names; name another folder" in told
    (tmp_path / "chess.pgn").write_text("1. e4 *\n")
    (tmp_path / "file").write_text("")
    for words, said in (
        ([tmp_path / "game.kif", tmp_path / "chess.pgn", "-o", tmp_path / "out.sfen"], "not both"),
        ([tmp_path / "game.kif", "-o", tmp_path / "file"], "file is a file; name a folder"),
        ([tmp_path / "game.kif", "-o", tmp_path / "out.pgn"], "written as .sfen, .html"),
        ([tmp_path / "game.kif", "--player", "A", "-o", tmp_path / "out.sfen"], "leave out the options"),
    ):
        assert said in refused("games", "puzzles", *words)
