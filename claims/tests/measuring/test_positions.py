"""The experiments' positions are what their README says."""

import chess
import pytest

from full_width import microcosmos_end
from kiebitz_claims.measuring.positions import (
    PHASES,
    championship_games,
    championship_phases,
    championship_positions,
    choices,
    later_championship_phases,
    later_championship_positions,
    more_tactics,
    phase_positions,
    phases_of,
    sharp_and_quiet,
    suite,
    tactics,
    tsume_ladder,
    whole_games,
)


@pytest.mark.parametrize("phase", PHASES)
def test_twelve_positions_of_each_phase(phase):
    samples = phase_positions(phase)
    assert len(samples) == 12
    assert phase_positions(phase, 3) == samples[:3]
    for sample in samples:
        board = chess.Board(sample.fen)
        assert board.is_valid()
        assert not board.is_check()
        assert sample.name


def test_another_phase_is_refused():
    with pytest.raises(ValueError, match="choose one of opening, middlegame, ending"):
        phase_positions("adjournment")


@pytest.mark.parametrize(
    "endings",
    [choices(), suite("pawn_choices"), suite("more_pawn_choices")],
    ids=["choices", "pawn_choices", "more_pawn_choices"],
)
def test_choices_have_moves_that_keep_the_result_and_moves_that_do_not(endings):
    assert len({choice.fen for choice in endings}) == len(endings)
    for choice in endings:
        board = chess.Board(choice.fen)
        legal = {move.uci() for move in board.legal_moves}
        assert set(choice.best) < legal
        assert 3 * len(choice.best) <= len(legal)


def test_pawn_choices_are_of_kings_and_pawns_alone():
    found = suite("pawn_choices") + suite("more_pawn_choices")
    assert len({choice.fen for choice in found}) == len(found) == 2400
    for choice in found:
        assert set(choice.fen.partition(" ")[0].lower()) <= set("kp/12345678")


@pytest.mark.parametrize(("name", "number"), [("tablebase_zugzwangs", 500), ("piece_zugzwangs", 46)])
def test_zugzwangs_have_moves_that_keep_the_result_and_say_what_passing_would_bring(name, number):
    worth = {"win": 1, "draw": 0, "loss": -1}
    found = suite(name)
    assert len({position.fen for position in found}) == len(found) == number
    for position in found:
        board = chess.Board(position.fen)
        assert not board.is_check()
        assert set(position.best) <= {move.uci() for move in board.legal_moves}
        result, _, passing = position.name.partition(" ")[2].partition(", passing ")
        assert worth[result] < worth[passing]


def test_whole_games():
    games = whole_games()
    assert len(games) == 6
    for game in games:
        board = chess.Board()
        for move in game:
            board.push_uci(move)


@pytest.mark.check
def test_sixty_games_with_all_phases():
    games = championship_games()
    assert [game.name for game in championship_games(2)] == [game.name for game in games[:2]]
    assert len({game.name for game in games}) == 60
    others = {sample.name for phase in PHASES for sample in phase_positions(phase)}
    assert others.isdisjoint(game.name for game in games)
    for game in games:
        phases = phases_of(game)
        assert tuple(phases) == PHASES
        opening, middlegame, ending = (chess.Board(fen) for fen in phases.values())
        assert opening.fullmove_number <= middlegame.fullmove_number < ending.fullmove_number
        assert not any(board.is_check() for board in (opening, middlegame, ending))
        assert middlegame.queens
        assert not ending.queens
        assert ending.occupied.bit_count() >= 8


@pytest.mark.check
def test_later_positions_are_others():
    first, later = championship_phases(slice(None)), later_championship_phases(slice(None))
    assert [name for name, _ in later] == [name for name, _ in first]
    known = {fen for _, phases in first for fen in phases.values()}
    for phase in PHASES:
        found = [chess.Board(phases[phase]) for _, phases in later if phase in phases]
        assert len(found) >= 48
        assert known.isdisjoint(board.fen() for board in found)
        assert not any(board.is_check() for board in found)
        assert all(bool(board.queens) is (phase == "middlegame") for board in found) or phase == "opening"
        samples = later_championship_positions(phase)
        assert [chess.Board(sample.fen) for sample in samples] == found
        assert {sample.name for sample in samples} <= {name for name, _ in later}


@pytest.mark.check
@pytest.mark.parametrize("phase", PHASES)
def test_one_position_a_game(phase):
    samples = championship_positions(phase, slice(3))
    games = championship_games(3)
    assert [sample.name for sample in samples] == [game.name for game in games]
    assert [sample.fen for sample in samples] == [phases_of(game)[phase] for game in games]


def test_tactics_can_be_solved():
    assert len(tactics()) == 80
    assert len(more_tactics()) == 400
    tasks = tactics() + more_tactics()
    assert all(task.best or task.avoid for task in tasks)
    assert len({task.fen for task in tasks}) == 480


def test_the_ladder_is_the_end_of_microcosmos():
    assert [2 * rung.moves - 1 for rung in tsume_ladder()] == list(range(9, 58, 4))
    assert all(rung.fen == microcosmos_end(2 * rung.moves - 1) for rung in tsume_ladder())


@pytest.mark.check
def test_sharp_and_quiet_positions_are_other_ones_in_a_quick_run():
    sharp, quiet = sharp_and_quiet(slice(80, 160))
    assert [fen for _, fen in sharp] == [task.fen for task in more_tactics()[80:160]]
    assert [fen for _, fen in quiet] == [sample.fen for sample in later_championship_positions("middlegame")]
    quick = [fen for taken in sharp_and_quiet(slice(80, 160), 2) for _, fen in taken]
    assert len(quick) == 4
    assert not set(quick) & {fen for taken in (sharp, quiet) for _, fen in taken}
