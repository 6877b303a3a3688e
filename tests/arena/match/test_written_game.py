import io

import chess
import chess.pgn
import pytest

from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.record import GameRecord, ScheduledGame
from kiebitz.arena.match.schedule import round_robin
from kiebitz.arena.match.time_control import MatchLimit, TimeControl
from kiebitz.arena.match.written_game import RecordStyle, write_game
from kiebitz.engine.score import Score
from kiebitz.games.ending import Cause, Ending
from kiebitz.games.sheet import PlayedMove
from match_games import record_of

STYLE = RecordStyle(("First", 'Second "the {brave}"'), "Test", "2026.01.01", MatchLimit(nodes=100))


def read(text):
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors
    return game


def test_tags_say_who_played_what():
    text = write_game(record_of("e2e4 e7e5", "0-1", number=5, cause=Cause.ADJUDICATION), STYLE)
    assert text.endswith("0-1\n")
    headers = read(text).headers
    # As the standard says, which python-chess doesn't undo.
    assert (headers["White"], headers["Black"]) == (r"Second \"the {brave}\"", "First")
    assert (headers["Event"], headers["Date"], headers["Round"]) == ("Test", "2026.01.01", "3.2")
    assert (headers["Result"], headers["Termination"], headers["PlyCount"]) == ("0-1", "adjudication", "2")
    assert (headers["TimeControl"], headers["Limit"]) == ("-", "nodes 100")
    assert "FEN" not in headers


def test_many_players_meet_in_rounds():
    style = RecordStyle(("One", "Two", "Three"), "Test", "2026.01.01", MatchLimit(nodes=100), round_robin(3))
    record = record_of("e2e4", number=9, pairing=(0, 2))
    headers = read(write_game(record, style)).headers
    assert (headers["White"], headers["Black"], headers["Round"]) == ("Three", "One", "2.2.2")


def test_a_time_control_is_written_as_pgn_has_it():
    style = RecordStyle(("A", "B"), "Test", "2026.01.01", MatchLimit(TimeControl(60_000, 500, 40)))
    headers = read(write_game(record_of("e2e4"), style)).headers
    assert headers["TimeControl"] == "40/60+0.5"
    assert "Limit" not in headers


def test_the_opening_is_set_up_and_marked():
    opening = Opening("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ("e2e4", "e8e7"))
    game = read(write_game(record_of("e4e5", opening=opening), STYLE))
    assert game.board().fen() == opening.fen
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e8e7", "e4e5"]
    assert [node.comment for node in game.mainline()][:2] == ["book", "book"]


@pytest.mark.parametrize(
    ("score", "comment"),
    [
        (Score(centipawns=35), "+0.35/12 0.153s 48213n"),
        (Score(centipawns=-5), "-0.05/12 0.153s 48213n"),
        (Score(mate=5), "+M9/12 0.153s 48213n"),
        (Score(mate=-2), "-M4/12 0.153s 48213n"),
        (None, "0.153s 48213n"),
    ],
)
def test_comments_as_match_runners_write_them(score, comment):
    moves = (PlayedMove("e2e4", score, 12, 48213, 153.0), PlayedMove("e7e5", None, 0, 0, 1.0))
    ending = Ending(None, Cause.AGREEMENT, "the {end}")
    record = GameRecord(ScheduledGame(0, Opening(chess.STARTING_FEN)), ending, moves, None)
    nodes = list(read(write_game(record, STYLE)).mainline())
    assert nodes[0].comment == comment
    assert nodes[1].comment == "0.001s 0n, the (end)"  # no brace may end the comment


def test_a_move_that_is_not_legal_is_not_written():
    with pytest.raises(ValueError, match="e2e5"):
        write_game(record_of("e2e5"), STYLE)
