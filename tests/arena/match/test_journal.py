import json

import pytest

from kiebitz.arena.match.journal import Journal
from kiebitz.processes.journal_file import JournalError, journal_path
from match_games import summary_of

DATE = "2026.01.01"
SETTINGS = {"A": "kiebitz", "B": "null_move=off"}
GAMES = [summary_of(number, "1-0", pgn=f"game {number}") for number in range(3)]


@pytest.fixture
def pgn(tmp_path):
    return tmp_path / "out.pgn"


def test_games_are_noted_as_they_end_and_published_as_they_count(pgn):
    with Journal(pgn, SETTINGS, DATE, games=40, resume=False) as journal:
        for number in (1, 0, 2):
            journal.note(GAMES[number])
        assert pgn.read_text() == ""
        for game in GAMES:
            journal.publish(game)
        assert pgn.read_text() == "game 0\ngame 1\ngame 2\n"
        journal.complete()


def test_a_match_that_is_over_takes_more_games_but_not_fewer(pgn):
    with Journal(pgn, SETTINGS, DATE, games=2, resume=False) as journal:
        for game in GAMES[:2]:
            journal.note(game)
            journal.publish(game)
        journal.complete()
    with pytest.raises(JournalError, match="2 games already"):
        Journal(pgn, SETTINGS, DATE, games=1, resume=True)
    assert pgn.read_text() == "game 0\ngame 1\n"
    with Journal(pgn, SETTINGS, DATE, games=3, resume=True) as journal:
        assert journal.games == GAMES[:2]


def test_what_a_match_did_not_write_stays(pgn):
    with Journal(pgn, SETTINGS, DATE, games=3, resume=False) as journal:
        for number in (0, 2):
            journal.note(GAMES[number])
            journal.publish(GAMES[number])
        journal.complete()
    written = pgn.read_text()
    assert written == "game 0\ngame 2\n"
    for left in (written, written[:9], ""):
        pgn.write_text(left)
        with Journal(pgn, SETTINGS, DATE, games=3, resume=True) as journal:
            assert (len(journal.games), journal.kept) == (2, None)
    for number, kept in enumerate((f"{written}my remarks\n", "another's games"), 1):
        pgn.write_text(kept)
        with Journal(pgn, SETTINGS, DATE, games=3, resume=True) as journal:
            assert journal.kept == pgn.with_name(f"{pgn.name}.kept{number}")
            assert journal.kept.read_text() == kept
            assert pgn.read_text() == ""


def test_a_resumed_match_has_its_games_and_its_date(pgn):
    with Journal(pgn, SETTINGS, DATE, games=40, resume=False) as journal:
        for game in (GAMES[1], GAMES[0], GAMES[1]):  # one of them twice, as after a kill
            journal.note(game)
        journal.publish(GAMES[0])
    with Journal(pgn, SETTINGS, "2027.12.31", games=40, resume=True) as journal:
        assert journal.games == [GAMES[1], GAMES[0]]
        assert journal.date == DATE
        assert pgn.read_text() == ""  # written anew, from the journal
        journal.note(GAMES[2])
    with Journal(pgn, SETTINGS, DATE, games=40, resume=True) as journal:
        assert journal.games == [GAMES[1], GAMES[0], GAMES[2]]


def test_another_match_in_the_way_is_left_alone(pgn):
    with Journal(pgn, SETTINGS, DATE, games=40, resume=False) as journal:
        journal.publish(GAMES[0])
    with pytest.raises(JournalError, match="go on with --resume, or delete"):
        Journal(pgn, SETTINGS, DATE, games=40, resume=False)
    with pytest.raises(JournalError, match="B was null_move=off"):
        Journal(pgn, SETTINGS | {"B": "history=off"}, DATE, games=40, resume=True)
    assert pgn.read_text() == "game 0\n"


def test_games_without_a_journal_are_left_alone(pgn):
    pgn.write_text("precious")
    for resume, words in ((True, "nothing to resume"), (False, "exists; name another file")):
        with pytest.raises(JournalError, match=words) as refusal:
            Journal(pgn, SETTINGS, DATE, games=40, resume=resume)
        assert "delete" not in str(refusal.value)
    assert pgn.read_text() == "precious"


@pytest.mark.parametrize("resume", [True, False])
def test_a_foreign_journal_is_left_alone(pgn, resume):
    journal_path(pgn).write_text(json.dumps({"something": "else"}) + "\n")
    with pytest.raises(JournalError, match="was not written") as refusal:
        Journal(pgn, SETTINGS, DATE, games=40, resume=resume)
    assert "delete" not in str(refusal.value)
    assert "something" in journal_path(pgn).read_text()
