"""Moves that win against people: the tree, an archive's games, and the command."""

import pytest
from typer.testing import CliRunner

from collected import collection_of, short_game
from kiebitz.cli import app
from kiebitz.collection.repertoire.against_people import (
    TREE_GAMES,
    AgainstPeople,
    engines_first,
    games_of,
    points_of,
)
from kiebitz.engine import Engine, legal_moves, position_from
from kiebitz.engine.score import Score
from kiebitz.engine.strength import look_engine

BARE = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"  # several mates in one
PINNED = "k7/2Q5/8/8/8/8/8/K7 b - - 0 1"  # Black has no move


@pytest.fixture(scope="module")
def engines():
    with Engine(hash_mb=1) as engine, look_engine() as look:
        yield engine, look


def test_points_grow_with_the_evaluation_and_the_rating():
    assert points_of(Score(0), 1500) == 0.5
    assert points_of(Score(-100), 1500) == pytest.approx(1 - points_of(Score(100), 1500))
    assert 0.5 < points_of(Score(100), 1100) < points_of(Score(100), 1900)
    assert points_of(Score(mate=3), 1500) == points_of(Score(1000), 1500)


def test_a_mate_is_all_and_a_game_that_is_over_has_no_moves(engines):
    found = AgainstPeople(1500, *engines).suggestions(position_from(BARE))
    assert found[0].points == 100
    assert found[0].answers == ()
    assert AgainstPeople(1500, *engines).suggestions(position_from(PINNED)) == []


@pytest.mark.check
def test_the_tree_is_a_mean_over_answers(engines):
    position = position_from(moves=["e2e4", "e7e5", "g1f3", "b8c6"])
    found = AgainstPeople(1500, *engines, depth=1).suggestions(position)
    assert [each.points for each in found] == sorted((each.points for each in found), reverse=True)
    assert sum(each.is_engines for each in found) == 1
    assert engines_first(found).score == max(each.score for each in found)
    for each in found:
        shares = [answer.share for answer in each.answers]
        assert shares == sorted(shares, reverse=True)
        mean = sum(answer.share * answer.points for answer in each.answers) / sum(shares)
        assert each.points == pytest.approx(mean)


@pytest.mark.check
def test_games_of_the_rating_count(engines, tmp_path):
    scholar = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#"
    strong = '[WhiteElo "1510"]\n[BlackElo "1490"]\n'
    games = "".join(short_game("A", f"B{number}", scholar, "1-0", strong) for number in range(100))
    others = "".join(
        short_game("A", f"B{number}", "1. e4 e5 2. Ke2", "0-1", '[WhiteElo "2510"]\n[BlackElo "2490"]\n')
        for number in range(50)
    )
    position = position_from(moves=["e2e4", "e7e5"])
    alone = {each.move: each for each in AgainstPeople(1500, *engines, depth=1).suggestions(position)}
    with collection_of(tmp_path, games + others) as collection:
        played = games_of(collection, 1500)
        assert [(tally.uci, tally.games) for tally in played(position)] == [("d1h5", 100)]
        found = AgainstPeople(1500, *engines, played=played, depth=1).suggestions(position)
    queen = next(each for each in found if each.move == "d1h5")
    assert queen.games == 100
    assert queen.answers[0].move == "b8c6"  # as in the games
    assert queen.answers[0].share > 0.8
    # A hundred games that were won count like the tree, which alone says no more than what the engine thinks.
    assert TREE_GAMES == 100
    assert found[0] is queen
    assert queen.points > 70 > max(each.points for each in alone.values())


@pytest.mark.check
def test_the_command(tmp_path):
    shown = CliRunner().invoke(app, ["repertoire", "suggest", "1.", "e4", "e5", "--rating", "1500"])
    assert shown.exit_code == 0, shown.output
    assert "(first)" in shown.output
    assert "Games" not in shown.output
    lines = tmp_path / "lines.pgn"
    lines.write_text('[Orientation "white"]\n\n1. e4 e5 (1... c5 2. Nf3) *\n')
    archive = tmp_path / "games.pgn"
    archive.write_text(short_game("A", "B", "1. e4 e5 2. Nf3", "1-0", '[WhiteElo "1500"]\n[BlackElo "1500"]\n'))
    shown = CliRunner().invoke(
        app, ["repertoire", "suggest", str(lines), "--rating", "1500", "--archive", str(archive)]
    )
    assert shown.exit_code == 0, shown.output
    assert shown.output.startswith("1. e4 e5\n")  # the other line ends with an answer
    assert "Games" in shown.output


def test_what_is_refused(tmp_path):
    ask = CliRunner()
    lines = tmp_path / "lines.pgn"
    lines.write_text('[Orientation "white"]\n\n1. e4 c5 2. Nf3 *\n')
    shown = ask.invoke(app, ["repertoire", "suggest", str(lines), "--rating", "1500"])
    assert (shown.exit_code, "ends with an answer of yours" in shown.output) == (2, True)
    assert ask.invoke(app, ["repertoire", "suggest", "nonsense", "--rating", "1500"]).exit_code == 2
    assert ask.invoke(app, ["repertoire", "suggest", "startpos"]).exit_code == 2
    assert legal_moves(position_from(PINNED)) == []
