"""Positions on the command line: pasted from anywhere, with moves behind them; what is dropped is told."""

import pytest
import typer

from kiebitz.commandline.position_argument import position_argument, position_of_either_game

FEN = "7k/5K2/4R3/8/8/8/8/8 w - - 0 1"
AFTER_TWO = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


@pytest.mark.parametrize("read", [position_argument, position_of_either_game])
@pytest.mark.parametrize(
    ("text", "fen"),
    [
        (FEN, FEN),
        (FEN.split(), FEN),
        (FEN.replace(" ", "_"), FEN),
        (f"FEN: {FEN}", FEN),
        (f"position fen {FEN} moves e6e7", "7k/4RK2/8/8/8/8/8/8 b - - 1 1"),
        (f"https://lichess.org/analysis/{FEN.replace(' ', '_')}", FEN),
        ("position startpos moves e2e4 e7e5", AFTER_TWO),
        ("startpos moves 1. e4 e5", AFTER_TWO),
        (["startpos", "moves", "1.e4", "e7e5"], AFTER_TWO),
    ],
)
def test_what_is_pasted_is_understood(read, text, fen):
    assert read(text).fen() == fen


@pytest.mark.parametrize("read", [position_argument, position_of_either_game])
@pytest.mark.parametrize(
    ("text", "fen", "told"),
    [
        ("1. e4 e5", AFTER_TWO, ""),
        (["e4", "e5"], AFTER_TWO, ""),
        (
            "bongCLOUD",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2",
            "C20 Bongcloud Attack: 1. e4 e5 2. Ke2",
        ),
        ("c20", AFTER_TWO, "C20 King's Pawn Game: 1. e4 e5"),
    ],
)
def test_a_position_is_named_by_its_moves_or_its_opening(read, text, fen, told, capsys):
    assert read(text).fen() == fen
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("read", [position_argument, position_of_either_game])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("startpos moves e2e5", "'e2e5' is not legal here"),
        ("startpos moves 1. e4 and so on", "'and' is no move"),
        ("rubbish", "eight"),
    ],
)
def test_what_is_no_position_is_refused(read, text, said, capsys):
    with pytest.raises(typer.Exit):
        read(text)
    assert said in capsys.readouterr().err
