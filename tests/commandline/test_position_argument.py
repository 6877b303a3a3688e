"""Positions on the command line: pasted from anywhere, with moves behind them; what is dropped is told."""

import pytest
import typer

from kiebitz.commandline.position_argument import position_argument, position_of_either_game
from kiebitz.engine import START_SFEN

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


AFTER_7G7F = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"


@pytest.mark.parametrize(
    ("text", "game", "sfen"),
    [
        ("startpos moves 7g7f", None, AFTER_7G7F),
        (["position", "startpos", "moves", "7g7f"], "shogi", AFTER_7G7F),
        (f"sfen {START_SFEN} moves 7g7f", None, AFTER_7G7F),
        ("startpos", "shogi", START_SFEN),
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b", None, "4k4/4G4/4P4/9/9/9/9/9/9 w - 2"),
    ],
)
def test_positions_of_shogi_are_understood_as_usi_writes_them(text, game, sfen):
    assert position_of_either_game(text, game).sfen() == sfen


@pytest.mark.parametrize(
    ("read", "text", "said"),
    [
        (position_of_either_game, "startpos moves 7g7f 7g7f", "'7g7f'"),
        (position_argument, START_SFEN, "it is an SFEN, a position of shogi, and this is of chess alone; give a FEN"),
    ],
)
def test_positions_of_shogi_that_can_not_be_are_refused(read, text, said, capsys):
    with pytest.raises(typer.Exit):
        read(text)
    assert said in capsys.readouterr().err
