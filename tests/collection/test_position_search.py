"""Games by position, as python-chess finds them by playing every game through."""

from collections import defaultdict

import chess
import pytest

from collected import collection_of, made_up, read_by_oracle
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection.adding import add_games
from kiebitz.collection.position_search import visits
from kiebitz.engine import position_of

POINTS = {"1-0": (1, 0, 0), "1/2-1/2": (0, 1, 0), "0-1": (0, 0, 1)}


def asked_of_oracle(games):
    """By position: the games that came there with ply and next move, each game's first visit."""
    found = defaultdict(list)
    for number, game in enumerate(games, 1):
        board, seen = game.board(), set()
        for ply, move in enumerate([*game.mainline_moves(), None]):
            key = board.epd()
            if key not in seen:
                seen.add(key)
                found[key].append((number, ply, move))
            if move:
                board.push(move)
    return found


def compare(collection, games, every):
    found = asked_of_oracle(games)
    shared = [key for key in found if len(found[key]) > 1]
    for key in [*shared, *list(found)[::every]]:
        board = chess.Board(f"{key} 0 1")
        answer = visits(collection, position_of(board))
        assert list(zip(answer.games, answer.plies, strict=True)) == [(game, ply) for game, ply, _ in found[key]]
        expected = defaultdict(lambda: [0, 0, 0, 0, [], []])
        for game, _, move in found[key]:
            if move is None:
                continue
            headers = games[game - 1].headers
            tally = expected[move.uci()]
            tally[0] += 1
            for place, points in enumerate(POINTS[headers["Result"]], 1):
                tally[place] += points
            tally[4].append(int(headers["WhiteElo" if board.turn else "BlackElo"]))
            tally[5].append(int(headers["Date"][:4]))
        assert sum(tally[0] for tally in expected.values()) == len(found[key]) - answer.ends
        assert {move.uci for move in answer.moves} == set(expected)
        for move in answer.moves:
            games_, white, draws, black, ratings, years = expected[move.uci]
            assert (move.games, move.white, move.draws, move.black) == (games_, white, draws, black)
            assert move.score == pytest.approx(100 * ((white if board.turn else black) + draws / 2) / games_)
            assert move.rating == round(sum(ratings) / len(ratings))
            assert (move.first_year, move.last_year) == (min(years), max(years))
            assert move.san == board.san(chess.Move.from_uci(move.uci))


@pytest.mark.check
def test_as_python_chess_finds_them(tmp_path):
    with collection_of(tmp_path, made_up(150)) as collection:
        compare(collection, read_by_oracle(150), 50)


@pytest.mark.nightly
def test_as_python_chess_finds_them_in_2000_games(tmp_path):
    with collection_of(tmp_path, made_up(2000)) as collection:
        compare(collection, read_by_oracle(2000), 40)


@pytest.mark.check
def test_removed_games_and_those_that_are_not_wanted_count_no_more(tmp_path):
    board = chess.Board()
    with collection_of(tmp_path, made_up(150)) as collection:
        games = read_by_oracle(150)
        name = games[0].headers["White"]
        by_player = GameSelection(player=name)
        wanted = [
            number for number, game in enumerate(games, 1) if name in (game.headers["White"], game.headers["Black"])
        ]
        white = [number for number in wanted if games[number - 1].headers["White"] == name]
        assert visits(collection, position_of(board), by_player).games.tolist() == wanted
        assert visits(collection, position_of(board), by_player, color="white").games.tolist() == white
        assert collection.remove([1, 5, 999]) == 2
        left = [number for number in range(1, 151) if number not in (1, 5)]
        assert visits(collection, position_of(board)).games.tolist() == left
        assert sum(move.games for move in visits(collection, position_of(board)).moves) == 148


def test_games_of_chess960_are_found_by_their_own_castling(tmp_path):
    text = (
        '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1"]\n\n'
        "1. Nd3 Nd6 2. Nf3 Nf6 3. O-O O-O *\n"
    )
    with collection_of(tmp_path, text) as collection:
        (game,) = read_games(text)
        boards = list(game.boards)
        answer = visits(collection, position_of(boards[4]))
        assert [(move.uci, move.san) for move in answer.moves] == [("e1f1", "O-O")]
        assert answer.plies.tolist() == [4]


def test_two_connections_see_what_the_other_has_done(tmp_path):
    with collection_of(tmp_path, made_up(5)) as collection, collection_of(tmp_path, made_up(5)) as other:
        start = position_of(chess.Board())
        assert len(visits(collection, start).games) == 5
        add_games(other, read_games(made_up(8)))
        other.remove([2])
        assert visits(collection, start).games.tolist() == [1, 3, 4, 5, 6, 7, 8]
