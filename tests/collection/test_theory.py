"""Where games leave theory, and what is new in them: python-chess counts positions, too."""

import json
from collections import Counter

import chess
import pytest

from collected import RUY_LOPEZ, collection_of, made_up, read_by_oracle, short_game
from commands import refused, run_here
from kiebitz.analysis.reading.games import read_games
from kiebitz.collection.position_search import games_through
from kiebitz.collection.theory import keys_of, leavings, novelties
from kiebitz.engine import position_of


def keys_by_oracle(node):
    """The keys of a game's positions, each once."""
    board = node.board()
    found = {position_of(board).hash_key}
    for move in node.mainline_moves():
        board.push(move)
        found.add(position_of(board).hash_key)
    return found


@pytest.mark.check
def test_games_are_counted_as_the_oracle_counts_them(tmp_path):
    by_oracle = Counter(key for node in read_by_oracle(60) for key in keys_by_oracle(node))
    asked = [*list(by_oracle)[::7], 12345]
    with collection_of(tmp_path, made_up(60)) as collection:
        assert games_through(collection, asked) == {key: by_oracle[key] for key in asked}
        less = Counter(key for node in read_by_oracle(60)[2:] for key in keys_by_oracle(node))
        assert games_through(collection, asked, [1, 2]) == {key: less[key] for key in asked}
        collection.remove([1, 2])
        assert games_through(collection, asked) == {key: less[key] for key in asked}


def test_a_novelty_is_the_move_out_of_the_last_known_position(tmp_path):
    archive = short_game("A", "B", "1. h4 a5 2. h5 a4") + short_game("C", "D", "1. h4 a5 2. Rh3")
    # By another order of moves into what was played, and out of it by a move that nobody made.
    new = (
        short_game("E", "F", "1. h4 h5 2. a3")
        + short_game("G", "H", "1. h3 a5 2. h4 e5")
        + short_game("A", "B", "1. h4 a5 2. h5 a4")
    )
    with collection_of(tmp_path, archive) as collection:
        first, second, third = novelties(list(read_games(new)), collection)
    assert (first.place.path, first.move, first.there) == (("h2h4",), "h7h5", 2)
    assert [(move.uci, move.games) for move in first.played] == [("a7a5", 2)]
    assert (second.place.path, second.move) == ((), "h2h3")
    # The third is a game of the archive: the other one has its first two moves.
    assert (third.place.san(third.move), third.there) == ("2.h5", 1)


def test_a_novelty_of_chess960_may_stand_behind_castling(tmp_path):
    start = '[Variant "Chess960"]\n[FEN "nrkbbqnr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQNR w KQkq - 0 1"]\n\n'
    moves = "1. Nf3 Nf6 2. e3 e6 3. Be2 Be7 4. Qg1 Qg8 5. Kd1 O-O-O 6. "
    with collection_of(tmp_path, f"{start}{moves}a3 *\n\n{start}{moves}h3 *\n") as collection:
        (found,) = novelties(list(read_games(f"{start}{moves}b3 *\n")), collection)
    assert (found.place.san(found.move), found.there) == ("6.b3", 2)
    assert {move.uci for move in found.played} == {"a2a3", "h2h3"}


def test_who_leaves_theory_and_how(tmp_path):
    """Known openings, and what others played often enough."""
    text = "".join(
        [
            short_game("Anna", "Bert", f"{RUY_LOPEZ} 5. h4 h6"),
            short_game("Anna", "Carl", f"{RUY_LOPEZ} 5. h4 h5", "0-1"),
            short_game("Anna", "Dora", "1. e4 h6 2. d4 a5 3. Ke2", "1/2-1/2"),
            short_game("Emil", "Anna", "1. e4 e5 2. Ke2 Ke7"),
            short_game("Emil", "Anna", "1. e4"),
        ]
    )
    others = "".join(short_game("X", f"Y{number}", f"{RUY_LOPEZ} 5. h4 h6 6. a4") for number in range(3))
    games = [(each, each.tags["White"] == "Anna") for each in read_games(text)]
    own = [1, 2, 3, 4, 5]
    with collection_of(tmp_path, text + others) as collection:
        said = leavings(games, collection, own)
        often = leavings(games, collection, own, least=3)
    (departure,) = [each for each in said["white"].most_frequent() if each.games == 2]
    assert departure.place.san(departure.move) == "5.h4"
    assert (departure.results.wins, departure.results.losses, departure.there) == (1, 1, 3)
    assert (said["white"].games, said["white"].own) == (3, 2)
    # The third game Black left first. 2.Ke2 is an opening with a name: Black leaves it.
    assert [each.move for each in said["black"].most_frequent()] == ["e8e7"]
    assert (said["black"].games, said["black"].plies) == (1, 3)
    # With three games of others behind it 5.h4 h6 is theory, and that game ends within; 5...h5 is Black's.
    assert (often["white"].games, often["white"].own) == (2, 0)


def test_keys_end_before_a_null_move():
    (each,) = read_games("1. e4 -- 2. d4 *")
    board = chess.Board()
    board.push_san("e4")
    assert keys_of(each)[-1] == position_of(board).hash_key
    assert len(keys_of(each)) == 2


@pytest.mark.check
def test_the_command(tmp_path):
    (tmp_path / "archive.pgn").write_text(
        short_game("A", "B", "1. h4 a5 2. h5 a4") * 2 + short_game("C", "D", "1. h4 a5 2. Rh3")
    )
    (tmp_path / "new.pgn").write_text(short_game("<b>", "F", "1. h4 h5") + short_game("A", "B", "1. h4 a5"))
    archive = ("--archive", tmp_path / "archive.pgn")
    told = run_here("games", "novelties", tmp_path / "new.pgn", *archive)
    assert told.status == 0, told.err
    assert [line.split() for line in told.out.splitlines()[1:3]] == [
        ["<b>", "–", "F", "1...h5", "2", "a5", "2"],
        ["A", "–", "B", "none"],
    ]
    assert "held against 2 games" in told.out
    lines = run_here("games", "novelties", tmp_path / "new.pgn", *archive, "--json").out.splitlines()
    assert json.loads(lines[0])["played_before"] == {"a7a5": 2}
    assert json.loads(lines[1])["ply"] is None
    collection = tmp_path / "games.sqlite"
    run_here("games", "add", tmp_path / "archive.pgn", "--collection", collection)
    told = run_here("games", "novelties", "2", "--collection", collection)
    assert "C – D  2.Rh3" in told.out
    assert run_here("games", "novelties", "2", "--archive", collection, "--collection", collection).out == told.out
    assert "there is no game 9" in refused("games", "novelties", "9", "--collection", collection)
    assert "none.pgn" in refused("games", "novelties", tmp_path / "none.pgn", *archive, status=1)
    (tmp_path / "empty.pgn").write_text("")
    assert "no games; give PGN" in refused(
        "games", "novelties", tmp_path / "new.pgn", "--archive", tmp_path / "empty.pgn", status=1
    )
