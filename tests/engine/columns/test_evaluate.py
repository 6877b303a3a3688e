"""Many static evaluations in one call."""

import random
import warnings

import chess
import pytest

from kiebitz import Board, Engine, FenWarning, Limit, OptionError, evaluate_batch, search_batch

FENS = [
    chess.STARTING_FEN,
    "nonsense",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
]
STRAYED = "7k/5K2/4R3/8/8/8/8/8 w KQ - 0 1"
STRAYED_EN_PASSANT = "7k/5K2/4R3/8/8/8/8/8 w - e3 0 1"


def test_values_are_the_engines_in_order():
    told = []
    batch = evaluate_batch([*FENS, chess.Board()], on_position=lambda done, of: told.append((done, of)))
    with Engine(hash_mb=1) as engine:
        values = [engine.evaluate(FENS[0]).total, None, None, engine.evaluate(FENS[3]).total]
    assert batch["centipawns"].tolist() == [*values, values[0]]
    assert [error is None for error in batch["error"]] == [True, False, False, True, True]
    assert batch["fen"] == [*FENS, chess.STARTING_FEN]
    assert batch.is_whole
    assert told == [(done, 5) for done in range(1, 6)]


def many_fens():
    """Random positions, and after every tenth something that is none."""
    numbers = random.Random(3)
    fens = []
    while len(fens) < 500:
        board = chess.Board()
        for _ in range(numbers.randrange(90)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(numbers.choice(moves))
        fens.append(board.fen())
        if len(fens) % 10 == 0:
            fens.append(numbers.choice([None, 3, "", "nonsense", STRAYED, Board(board.fen()), "startpos", "8/8 ü"]))
    return fens


@pytest.mark.check
@pytest.mark.filterwarnings("ignore::kiebitz.FenWarning")
@pytest.mark.parametrize("era", ["today", "classical", "tartan"])
def test_any_number_of_threads_finds_what_one_engine_says(era, monkeypatch):
    fens = many_fens()
    with Engine(hash_mb=1, era=era) as engine:
        expected = []
        for fen in fens:
            try:
                expected.append(engine.evaluate(fen).total)
            except (ValueError, TypeError) as error:
                expected.append(str(error))
    for jobs, portion in ((1, 4_096), (1, 7), (3, 7), (4, 100)):
        monkeypatch.setattr("kiebitz.engine.columns.portions.PORTION", portion)
        batch = evaluate_batch(fens, jobs=jobs, era=era)
        values = batch["centipawns"].tolist()
        found = [error if value is None else value for value, error in zip(values, batch["error"], strict=True)]
        assert found == expected


def test_no_jobs_do_nothing():
    with pytest.raises(ValueError, match="jobs is 0"):
        evaluate_batch(FENS, jobs=0)
    assert len(evaluate_batch([])) == 0


def test_options_are_the_engines():
    with Engine(hash_mb=1, era="classical") as engine:
        value = engine.evaluate(FENS[3]).total
    assert evaluate_batch(FENS[3:], era="classical")["centipawns"].tolist() == [value]
    with pytest.raises(OptionError, match="nul_move"):
        evaluate_batch(FENS, nul_move=False)


def test_an_interrupt_keeps_what_is_done():
    def interrupt(done, of):
        if done == 2:
            raise KeyboardInterrupt

    batch = evaluate_batch(FENS, on_position=interrupt)
    assert not batch.is_whole
    assert batch["centipawns"].tolist()[0] is not None
    assert batch["error"][2:] == ["not reached: the run was interrupted"] * 2


@pytest.mark.parametrize(
    "ask", [evaluate_batch, lambda fens: search_batch(fens, Limit(nodes=10), jobs=2)], ids=["evaluate", "search"]
)
@pytest.mark.parametrize(
    ("fens", "dropped"),
    [
        ([STRAYED, FENS[0], STRAYED_EN_PASSANT, "nonsense"], {0: ["castling 'KQ'"], 2: ["en passant square e3"]}),
        (["4k3/8/8/8/8/8/8/4K2R w KQkq e3 0 1"], {0: ["castling 'kq'", "castling 'Q'", "en passant square e3"]}),
        ([*FENS, chess.Board()], {}),
    ],
)
def test_what_is_dropped_is_told_by_its_row_and_one_warning(ask, fens, dropped):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        batch = ask(fens)
    for row, notes in enumerate(batch["dropped"]):
        assert all(f"{part} dropped: " in notes for part in dropped.get(row, ())) if notes else row not in dropped
    assert [str(warning.message).startswith("castling rights or en passant squares") for warning in warned] == [
        True
    ] * bool(dropped)
    for warning in warned:
        assert (warning.category, warning.filename) == (FenWarning, __file__)
        assert f"in {len(dropped)} of {len(fens)} positions" in str(warning.message)
