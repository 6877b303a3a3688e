"""Records of shogi in a collection: kept, listed, found and explored as games of chess are, beside them."""

import json
import os
import pty
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands import COMMAND, ENVIRONMENT, PATIENCE_S, refused, run_here
from kiebitz.analysis.reading.kifu_games import KifuGames
from kiebitz.collection.adding import add_games
from kiebitz.collection.collection import Collection
from kiebitz.collection.position_search import visits
from kiebitz.core.shogi.notation import legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending, Kifu
from kiebitz.kifu.writing import kifu_text, write_kifu

pytestmark = pytest.mark.check

PGN = '[White "A"]\n[Black "B"]\n[Date "2024.05.01"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
AFTER_7G7F = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
RANGING = "7g7f 3c3d 6g6f 8c8d 7i7h 7a6b 2h6h 5a4b 5i4h 4b3b 3i3h 6a5b 4h3i 8d8e 8h7g 5c5d 3i2h 6b5c"
GAMES = {
    "a.kif": (("7g7f", "3c3d", "2g2f"), Ending.RESIGNATION, "羽生", "谷川", "1996/02/14"),
    "b.ki2u": (("2g2f", "3c3d", "7g7f", "4c4d"), Ending.RESIGNATION, "谷川", "羽生", "1997/01/01"),
    "sub/c.csa": (("7g7f", "8c8d"), Ending.REPETITION, "大山", "升田", "1960/07/07"),
}


@pytest.fixture
def games(tmp_path, monkeypatch):
    """Run ``kiebitz games`` on a collection of a folder: three records of shogi and a game of chess."""
    monkeypatch.setenv("KIEBITZ_COLLECTION", str(tmp_path / "games.sqlite"))
    folder = tmp_path / "folder"
    (folder / "sub").mkdir(parents=True)
    (folder / "chess.pgn").write_text(PGN)
    for name, (moves, ending, black, white, day) in GAMES.items():
        write_kifu(Kifu.of_moves(moves, ending=ending, 先手=black, 後手=white, 開始日時=day), folder / name)

    def run(*arguments):
        done = run_here("games", *arguments, cwd=tmp_path)
        assert done.status == 0, done.err
        return done.out

    assert run("add", "folder").startswith("4 games added; 4 in ")
    return run


def listed(text):
    return [json.loads(line) for line in text.splitlines()]


def test_a_folder_of_both_games_is_kept(games):
    rows = listed(games("list", "--variant", "shogi", "--json"))
    assert [(row["black"], row["white"], row["result"], row["date"], row["plies"]) for row in rows] == [
        ("羽生", "谷川", "1-0", "1996.02.14", 3),
        ("谷川", "羽生", "0-1", "1997.01.01", 4),
        ("大山", "升田", "1/2-1/2", "1960.07.07", 2),
    ]
    assert [row["white"] for row in listed(games("list", "--variant", "standard", "--json"))] == ["A"]
    assert games("add", "folder").startswith("0 games added, 4 there already; 4 in ")


def test_players_sides_and_dates_choose(games):
    assert len(listed(games("list", "--player", "羽生", "--json"))) == 2
    assert [row["date"] for row in listed(games("list", "--player", "羽生", "--color", "white", "--json"))] == [
        "1997.01.01"
    ]
    assert [row["date"] for row in listed(games("list", "--until", "1980", "--json"))] == ["1960.07.07"]


def test_a_table_has_first_who_moves_first(games):
    assert games("list", "--variant", "shogi").split()[:4] == ["Game", "Date", "Black", "White"]
    assert "Moves first" in games("list")


def test_the_explorer_joins_transpositions_and_counts_by_colours(games):
    moves = listed(games("explore", "--variant", "shogi", "--json"))
    assert [(move["uci"], move["san"], move["games"]) for move in moves] == [
        ("7g7f", "☗７六歩 (7g7f)", 2),
        ("2g2f", "☗２六歩 (2g2f)", 1),
    ]
    # Black, who moves first, has won one and drawn one.
    assert (moves[0]["black"], moves[0]["draws"], moves[0]["white"], moves[0]["score"]) == (1, 1, 0, 75.0)
    assert (moves[1]["white"], moves[1]["score"], moves[1]["first_year"]) == (1, 0.0, 1997)
    replies = listed(games("explore", AFTER_7G7F, "--json"))
    assert [(move["uci"], move["score"]) for move in replies] == [("3c3d", 0.0), ("8c8d", 50.0)]
    third = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4"
    assert [row["ply"] for row in listed(games("find", "--fen", third, "--json"))] == [3, 3]
    assert "At move" in games("find", "--fen", third)


def test_each_side_s_move_counts_as_one(games):
    longer = listed(games("list", "--variant", "shogi", "--min-moves", 3, "--json"))
    assert sorted(row["plies"] for row in longer) == [3, 4]
    assert [row["plies"] for row in listed(games("list", "--variant", "shogi", "--max-moves", 2, "--json"))] == [2]


def test_records_come_out_as_kif_that_is_read_again(games, tmp_path):
    out = games("export", "--variant", "shogi")
    (tmp_path / "out.kifu").write_text(out)
    assert games("add", "out.kifu").startswith("0 games added, 3 there already")
    assert "export them apart" in refused("games", "export")


@pytest.mark.parametrize("end", ["kifu", "kif", "ki2", "ki2u", "csa"])
def test_the_name_says_the_format(games, tmp_path, end):
    assert games("export", "--variant", "shogi", "-o", f"out.{end}") == f"3 games: out.{end}\n"
    read = [(game.black, tuple(game.moves)) for game in read_kifu(tmp_path / f"out.{end}")]
    assert read == [(black, moves) for moves, _, black, *_ in GAMES.values()]
    text = (tmp_path / f"out.{end}").read_bytes().decode("cp932" if end in ("kif", "ki2") else "utf-8")
    assert {"csa": "+7776FU", "ki2": "▲７六歩", "ki2u": "▲７六歩"}.get(end, "   1 ７六歩(77)") in text


def test_a_format_that_the_games_do_not_have_is_refused(games, tmp_path):
    assert "ends with .kif, .kifu" in refused("games", "export", "--variant", "shogi", "-o", tmp_path / "e.pgn")
    assert "holds one game, and there are 3" in refused(
        "games", "export", "--variant", "shogi", "-o", tmp_path / "e.jkf"
    )
    assert "written as PGN" in refused("games", "export", "--variant", "standard", "-o", tmp_path / "e.csa")
    assert not list(tmp_path.glob("e.*"))
    row = listed(games("list", "--variant", "shogi", "--json"))[0]["game"]
    assert games("export", row, "-o", "e.jkf") == "1 games: e.jkf\n"
    assert [game.black for game in read_kifu(tmp_path / "e.jkf")] == ["羽生"]


@pytest.mark.parametrize(
    "asked", [("misses", "--player", "羽生"), ("analyse", "--variant", "shogi"), ("practice",)], ids=" ".join
)
def test_what_is_of_chess_alone_says_so(games, asked):
    if asked == ("practice",):
        row = listed(games("list", "--variant", "standard", "--json"))[0]["game"]
        games("remove", row, "--yes")
    assert "such games are all of shogi, and this is of chess alone" in refused("games", *asked)
    assert "there is no such game of chess" in refused("games", "analyse", "--player", "nobody")


def test_no_record_steers_the_terminal_it_is_exported_to(tmp_path):
    write_kifu(Kifu.of_moves(["7g7f"], 先手="\x1b]0;PWNED\x07"), tmp_path / "game.kifu")
    run_here("games", "add", tmp_path / "game.kifu", "--collection", tmp_path / "games.sqlite")
    terminal, written = pty.openpty()
    command = [*COMMAND, "games", "export", "--collection", str(tmp_path / "games.sqlite")]
    subprocess.run(command, stdout=written, env=ENVIRONMENT, timeout=PATIENCE_S, check=True)
    os.close(written)
    shown = os.read(terminal, 1 << 16)
    os.close(terminal)
    assert b"?]0;PWNED?" in shown


def test_openings_are_named_in_both_languages(tmp_path):
    write_kifu(Kifu.of_moves(RANGING.split()), tmp_path / "game.kifu")
    with Collection(tmp_path / "games.sqlite") as collection:
        add_games(collection, KifuGames([str(tmp_path / "game.kifu")], print, None))
        assert "四間飛車" in collection.find()[0].opening
    for words in ("四間飛車", "fourth-file rook"):
        done = run_here("games", "list", "--opening", words, "--collection", tmp_path / "games.sqlite")
        assert done.out.rstrip().endswith("1 of 1 games")


def test_what_can_not_be_read_costs_no_other(games, tmp_path):
    (tmp_path / "nothing.kif").write_bytes(b"\x00\xff" * 50)
    (tmp_path / "sound.kif").write_text(kifu_text(Kifu.of_moves(["5g5f"])).text)
    assert games("add", "nothing.kif", "sound.kif").startswith("1 games added; 5 in ")
    (tmp_path / "other.kif").write_text(kifu_text(Kifu.of_moves(["9g9f"])).text)
    message = refused("games", "add", str(tmp_path / "other.kif"), str(tmp_path / "none.kif"))
    assert "none.kif doesn't exist; 1 games were added before it" in message


@settings(max_examples=15, deadline=None)
@given(st.lists(st.lists(st.integers(0, 600), max_size=20), min_size=1, max_size=5))
def test_every_position_of_every_game_is_found(tmp_path_factory, choices):
    """Against a walk through the games: which come to a position, and what each plays there first."""
    folder = tmp_path_factory.mktemp("games")
    expected: dict[str, dict[int, str]] = {}
    for number, chosen in enumerate(choices, 1):
        position, moves = ShogiPosition(), []
        for choice in chosen:
            legal = legal_moves(position)
            moves.append(legal[choice % len(legal)])
            here = position.sfen().rpartition(" ")[0]
            expected.setdefault(here, {}).setdefault(number, moves[-1])
            push(position, moves[-1])
        write_kifu(Kifu.of_moves(moves, 先手=f"P{number}"), folder / f"{number}.kifu")
    with Collection(folder / "games.sqlite") as collection:
        add_games(
            collection, KifuGames([str(folder / f"{number + 1}.kifu") for number in range(len(choices))], print, None)
        )
        for sfen, played in expected.items():
            found = visits(collection, ShogiPosition(f"{sfen} 1"))
            assert set(played) <= set(found.games.tolist())
            tally = {move.uci: move.games for move in found.moves}
            assert tally == {move: [*played.values()].count(move) for move in set(played.values())}
