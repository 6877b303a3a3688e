"""The evaluator: it chooses what it is told to, says the same in both ways, and keeps its evaluations apart."""

from pathlib import Path

import chess
import pytest
from hypothesis import assume, given

import kiebitz.core.evaluation
from evaluated import NETWORK, evaluator, taken_apart
from kiebitz.core import parameters
from kiebitz.core.chess.fen import FenError
from kiebitz.core.chess.position import START_FEN, Position
from kiebitz.core.evaluation.breakdown import Evaluation
from kiebitz.core.evaluation.classical.weighted_sum import MODULE_NAMES, SWITCHES
from kiebitz.core.evaluation.evaluator import EVALUATION_PARAMETERS, Evaluator
from kiebitz.core.evaluation.tartan.terms import TERM_NAMES
from kiebitz.core.value import MAX_EVALUATION
from networks import Weights
from random_games import choices, few, play, scattered, set_up, starts

# The teacher has a file of its own, which does not come with Kiebitz (nnue/test_half_ka.py).
NEED_ANOTHER = ("teacher", "function")
EVALUATIONS = tuple(name for name in parameters.tunable_of("evaluation").names if name not in NEED_ANOTHER)
ROOM = Path(kiebitz.core.evaluation.__file__).parent
# Every module and term has something to say here: both sides have pieces, weak and passed pawns, and a drawish ending.
POSITIONS = (
    "r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 20 20",
    "8/4bk2/6p1/8/8/1P3KP1/1P2B3/8 w - - 0 1",
)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("classical", MODULE_NAMES),
        ("tartan", TERM_NAMES),
        ("network", ("special_cases",)),
        ("hybrid", ("special_cases",)),
    ],
)
def test_the_parameter_chooses(name, parts):
    chosen = evaluator(evaluation=name)
    assert tuple(chosen.break_down(Position()).modules) == parts
    chosen.configure(parameters.complete({"evaluation": "classical"}))
    assert tuple(chosen.break_down(Position()).modules) == MODULE_NAMES


def test_without_parameters_it_is_the_whole_classical_evaluation():
    assert Evaluator().break_down(Position(POSITIONS[0])) == taken_apart(POSITIONS[0])


@pytest.mark.parametrize("name", EVALUATIONS)
def test_search_and_people_are_told_the_same(name):
    @few
    @given(starts(), choices)
    def along_a_game(board, numbers):
        chosen = evaluator(evaluation=name)
        position = set_up(board)
        for _ in play(board, position, numbers):
            assert chosen.value(position) == chosen.break_down(position).total == chosen.value(position)
            assert abs(chosen.value(position)) <= MAX_EVALUATION

    along_a_game()


@few
@given(scattered())
def test_wild_positions_stay_within_the_limit(pair):
    for name in EVALUATIONS:
        assert abs(evaluator(evaluation=name).value(pair[1])) <= MAX_EVALUATION


def test_what_changes_an_evaluation_is_known():
    """Else a table would keep values that were judged otherwise."""
    settings = [(fen, name) for fen in POSITIONS for name in ("classical", "hybrid")]
    before = [taken_apart(fen, evaluation=name) for fen, name in settings]
    for tunable in parameters.TABLE:
        if tunable.name != "evaluation":
            changed = {tunable.name: tunable.minimum if tunable.default != tunable.minimum else tunable.maximum}
            after = [taken_apart(fen, evaluation=name, **changed) for fen, name in settings]
            assert (after != before) == (tunable.name in EVALUATION_PARAMETERS), tunable.name
    assert "evaluation" in EVALUATION_PARAMETERS


def test_a_module_switched_off_has_zeros_and_leaves_the_others_alone():
    whole = taken_apart(POSITIONS[0])
    for name in SWITCHES:
        without = taken_apart(POSITIONS[0], **{name: 0})
        assert without.modules == whole.modules | {name: ((0, 0), (0, 0))}


def around(fen: str, **settings: int | str) -> Evaluation:
    return taken_apart(fen, evaluation="network", **settings)


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", id="king and pawn, drawn"),
        pytest.param("k7/8/8/8/P7/P7/8/K1B5 w - - 0 1", id="wrong bishop"),
        pytest.param("8/8/4k3/8/8/3K4/8/8 b - - 0 1", id="bare kings"),
    ],
)
def test_what_is_known_stands_round_the_network(fen):
    evaluation = around(fen)
    assert (evaluation.scale, evaluation.total) == (0, 0)
    bare = around(fen, special_cases=0)
    assert (bare.scale, bare.total) == (64, bare.network.output)
    assert bare.network.output


@pytest.mark.parametrize("side", ["w", "b"])
def test_a_known_win_is_added_to_the_network(side):
    """The same bonus as in the classical sum: without pawns and with a queen and a bishop, a phase of 5 in 24."""
    fen = f"8/1b6/4k3/8/8/3K4/8/6Q1 {side} - - 0 1"
    evaluation = around(fen)
    (white, black) = evaluation.modules["special_cases"]
    assert white == taken_apart(fen).modules["special_cases"][0] != (0, 0)
    assert black == (0, 0)
    bonus = (white[0] * 5 + white[1] * 19) // 24
    output = evaluation.network.output if side == "w" else -evaluation.network.output
    total = evaluation.total if side == "w" else -evaluation.total
    assert evaluation.fading == (176, 176)
    assert total == (output + bonus if output + bonus > 0 else 0)


def test_the_network_fades_with_the_fifty_moves():
    fresh, stale = (around(f"r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - {n} 80") for n in (0, 90))
    left, whole = stale.fading
    assert fresh.network.output == stale.network.output
    assert stale.total == int(fresh.total * left / whole)
    assert 0 < left < whole


@given(scattered())
def test_the_hybrid_lies_between_network_and_classical_sum(pair):
    """Shares of 0 and 100 percent are one of the two; halves lie between, unless they are scaled differently.

    Of a basic mate neither has a share.
    """
    board, position = pair
    assume(all(board.occupied_co[colour] != board.pieces_mask(chess.KING, colour) for colour in chess.COLORS))
    network = taken_apart(position, evaluation="network")
    classical = taken_apart(position, evaluation="classical")
    alone, counted = (
        taken_apart(position, evaluation="hybrid", hybrid_middlegame=share, hybrid_endgame=share) for share in (0, 100)
    )
    assert (alone.total, counted.total) == (network.total, classical.total)
    assert (alone.network.share, counted.network.share) == (100, 0)
    mixed = taken_apart(position, evaluation="hybrid")
    assert mixed.network.share == 50
    if mixed.scale == network.scale == classical.scale:
        least, most = sorted((network.total, classical.total))
        assert least - 1 <= mixed.total <= most + 1


def test_the_hybrid_s_shares_follow_the_phase():
    shares = {"hybrid_middlegame": 20, "hybrid_endgame": 80}
    for fen, share in ((START_FEN, 80), ("8/8/4k3/8/8/3K4/4P3/8 w - - 0 1", 20)):
        assert taken_apart(fen, evaluation="hybrid", **shares).network.share == share


@few
@given(scattered())
def test_the_network_s_view(pair):
    """The worth of a man is what taking him off the board changes."""
    board, position = pair
    view = taken_apart(position, evaluation="network").network
    men = board.piece_map()
    assert view.bucket == (len(men) - 2) // 4
    assert view.output == view.outputs[view.bucket] == NETWORK.value(position)
    assert view.classical == taken_apart(position, evaluation="classical")
    assert (view.checksum, view.made) == (NETWORK.checksum, NETWORK.made)
    assert set(view.worths) == {
        chess.square_name(square) for square, man in men.items() if man.piece_type != chess.KING
    }
    for name, worth in view.worths.items():
        without = board.copy()
        man = without.remove_piece_at(chess.parse_square(name))
        try:
            output = NETWORK.value(Position(without.fen()))
        except FenError:  # the enemy's king stood behind him
            continue
        assert worth == (view.output - output) * (1 if man.color == board.turn else -1)


def test_the_memory_lasts_as_long_as_the_network():
    """Parameters are set anew before every search of a cluster."""
    chosen = evaluator(evaluation="network")
    position = Position()
    value = chosen.value(position)
    values = parameters.complete({"evaluation": "network"})
    chosen.configure(values, Weights.drawn(2).network())
    assert chosen.value(position) != value
    chosen.configure(values, NETWORK)
    assert chosen.value(position) == value


def test_evaluations_know_nothing_of_each_other():
    rooms = set(EVALUATIONS)
    for path in ROOM.rglob("*.py*"):
        if path.suffix not in {".py", ".pxd"} or path.stem == "evaluator":
            continue
        text = path.read_text()
        own = path.relative_to(ROOM).parts[0]
        for other in rooms - {own}:
            assert f"core.evaluation.{other}" not in text, f"{path.relative_to(ROOM)} imports from {other}"
