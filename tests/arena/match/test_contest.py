"""Matches in processes of their own: determinism, the sequential test, interruption, death."""

import sys

import pytest

from kiebitz.arena.match.contest import MAX_FAULTS_ON_END, Contest, Plan
from kiebitz.arena.match.journal import Journal
from kiebitz.arena.match.openings import read_book
from kiebitz.arena.match.player import parse_players
from kiebitz.arena.match.referee import Rules
from kiebitz.arena.match.schedule import round_robin
from kiebitz.arena.match.sprt import Sprt
from kiebitz.arena.match.standing import result_lines
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.arena.match.workers import MatchSetup
from kiebitz.arena.match.written_game import RecordStyle
from kiebitz.processes.journal_file import JournalError, journal_path
from sources import DATA

pytestmark = pytest.mark.check

DATE = "2026.01.01"
OPENINGS = tuple(read_book().shuffled(1)[:50])
SETTINGS = {"A": "kiebitz", "B": "null_move=off"}


TWO = ("kiebitz,hash=1", "null_move=off,hash=1")
THREE = (*TWO, "history=off,hash=1")


def plan(*, games=4, workers=2, nodes=200, sprt=None, players=TWO, written=True):
    limit = MatchLimit(nodes=nodes)
    specs = parse_players(*players)
    schedule = round_robin(len(players))
    style = RecordStyle(tuple(spec.name for spec in specs), "test", DATE, limit, schedule) if written else None
    return Plan(MatchSetup(specs, Rules(limit), style), OPENINGS, games, workers, sprt, schedule)


def played(what, journal=None):
    contest = Contest(what, journal)
    numbers = []
    contest.run(lambda game: numbers.append(game.number))
    assert numbers == list(range(len(numbers)))
    return contest


def rounds(path):
    return [line for line in path.read_text().splitlines() if line.startswith("[Round")]


def test_all_against_all_is_the_same_however_many_games_run_at_a_time():
    alone, together = (played(plan(workers=workers, games=12, players=THREE)) for workers in (1, 3))
    assert alone.tally.digest == together.tally.digest
    assert [effort.nodes for effort in alone.tally.efforts] == [effort.nodes for effort in together.tally.efforts]
    for contest in (alone, together):
        assert contest.status == "complete"
        assert [(tally.games, sum(tally.pairs)) for tally in contest.tallies] == [(4, 2)] * 3
        assert contest.tally.games == 12
    # Each pairing plays as it would alone, and each round has one opening.
    of_two = played(plan(games=4))
    assert of_two.tally.digest == alone.tallies[0].digest
    openings = [alone.plan.scheduled(number).opening for number in range(12)]
    assert openings == [OPENINGS[0]] * 6 + [OPENINGS[1]] * 6


def test_the_test_ends_the_match_at_the_same_game():
    # Two players of about equal strength: soon it is clear that the first isn't hundreds of Elo weaker.
    what = {"sprt": Sprt(-500, -300), "games": 60, "written": False}
    contests = [played(plan(workers=workers, **what)) for workers in (1, 3)]
    assert contests[0].status == contests[1].status == "decided"
    assert contests[0].verdict == contests[1].verdict
    assert contests[0].tally.games == contests[1].tally.games < 60
    assert contests[0].tally.digest == contests[1].tally.digest


def test_resume_neither_loses_nor_repeats_a_game(tmp_path):
    whole, pgn = tmp_path / "whole.pgn", tmp_path / "parts.pgn"
    with Journal(whole, SETTINGS, DATE, games=40, resume=False) as journal:
        straight = played(plan(games=6), journal)

    interrupted = Contest(plan(games=6), Journal(pgn, SETTINGS, DATE, games=40, resume=False))
    with pytest.raises(KeyboardInterrupt):
        interrupted.run(interrupt_after(2))
    interrupted._journal.close()
    assert interrupted.status == "interrupted"
    lines = journal_path(pgn).read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + interrupted.tally.games
    # As if the last line had been cut off by a power cut: that game is played again.
    journal_path(pgn).write_bytes(b"".join(lines[:-1]) + lines[-1][:-9])

    with pytest.raises(JournalError, match="--resume"):
        Journal(pgn, SETTINGS, DATE, games=40, resume=False)
    with pytest.raises(JournalError, match=r"B was null_move=off"):
        Journal(pgn, SETTINGS | {"B": "history=off"}, DATE, games=40, resume=True)
    with Journal(pgn, SETTINGS, "2027.12.31", games=40, resume=True) as journal:
        assert journal.date == DATE
        assert len(journal.games) == interrupted.tally.games - 1
        with pytest.raises(JournalError, match="at this moment"):
            Journal(pgn, SETTINGS, DATE, games=40, resume=True)
        resumed = played(plan(games=6), journal)
    assert resumed.tally.digest == straight.tally.digest
    assert rounds(pgn) == rounds(whole) == [f'[Round "{n // 2 + 1}.{n % 2 + 1}"]' for n in range(6)]


def test_a_broken_player_stops_the_match_until_it_is_mended(tmp_path):
    broken = f"uci:{sys.executable} {DATA / 'engines' / 'misbehaving.py'} crash 0;name=broken"
    mended = "kiebitz,hash=1,name=broken"
    pgn = tmp_path / "out.pgn"
    with Journal(pgn, SETTINGS, DATE, games=40, resume=False) as journal:
        stopped = played(plan(games=40, players=("kiebitz,hash=1", broken)), journal)
    assert (stopped.status, stopped.broken) == ("broken", 1)
    assert stopped.tally.games == MAX_FAULTS_ON_END
    assert any("Strength unknown: broken" in line for line in result_lines(stopped))
    assert not any("inf" in line for line in result_lines(stopped))
    with Journal(pgn, SETTINGS, DATE, games=40, resume=True) as journal:
        whole = played(plan(games=20, players=("kiebitz,hash=1", mended)), journal)
    assert (whole.status, whole.broken, whole.tally.games) == ("complete", None, 20)
    assert len(whole.tally.faults) == whole.games_before


def test_a_player_broken_in_all_its_pairings_stops_the_match():
    broken = f"uci:{sys.executable} {DATA / 'engines' / 'misbehaving.py'} crash 0;name=broken"
    stopped = played(plan(games=60, players=("kiebitz,hash=1", broken, "null_move=off,hash=1"), written=False))
    assert (stopped.status, stopped.broken) == ("broken", 1)
    assert stopped.tallies[0].faults_of(1) + stopped.tallies[2].faults_of(0) == {"crash": MAX_FAULTS_ON_END}
    # Of three pairings two are the broken player's.
    assert sum(tally.games for tally in stopped.tallies) < 2 * MAX_FAULTS_ON_END


def interrupt_after(games):
    def on_game(game):
        nonlocal games
        games -= 1
        if not games:
            raise KeyboardInterrupt

    return on_game
