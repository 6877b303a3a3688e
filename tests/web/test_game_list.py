import chess
import pytest

from kiebitz.web.game_error import GameError
from kiebitz.web.game_list import GameList
from kiebitz.web.limits import Limits
from kiebitz.web.messages import GameEntry

LIMITS = Limits()
MANY = '[White "A \\"B\\""]\n[Black "C"]\n[Result "1-0"]\n[Date "2020.01.02"]\n\n1. e4 *\n\n[Event "x"]\n\n1. d4 0-1\n'


def test_games_are_listed_by_their_tags_and_read_when_chosen():
    games = GameList.of(MANY, LIMITS)
    assert games.entries() == [
        GameEntry(1, "", 'A "B"', "C", "1-0", "2020.01.02", ""),
        GameEntry(2, "", "?", "?", "*", "", "x"),
    ]
    assert games.game(2, LIMITS).game.next().san() == "d4"
    for number in (0, 3):
        with pytest.raises(GameError, match=f"there is no game {number} in it; there are 2"):
            games.game(number, LIMITS)


def test_a_position_is_no_list():
    games = GameList.of("startpos", LIMITS)
    assert (games.raws, games.entries()) == ((), [])
    assert not games.game(1, LIMITS).game.variations


def test_there_are_no_more_games_than_allowed():
    with pytest.raises(GameError, match="more than 1 games"):
        GameList.of(MANY, Limits(games=1))


FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


@pytest.mark.parametrize(
    ("text", "fen", "sans"),
    [
        (FEN.replace(" ", "_"), FEN, []),
        (f"https://lichess.org/analysis/{FEN.replace(' ', '_')}#4", FEN, []),
        (FEN.replace("/", "/\n"), FEN, []),
        (f"position fen {FEN} moves f1b5 a7a6", FEN, ["Bb5", "a6"]),
        ("position startpos moves e2e4 e7e5", chess.STARTING_FEN, ["e4", "e5"]),
        ("e4 e5 Nf3\nNc6", chess.STARTING_FEN, ["e4", "e5", "Nf3", "Nc6"]),
        ("e2e4, e7e5, g1f3", chess.STARTING_FEN, ["e4", "e5", "Nf3"]),
        ("1.e4,e5 2.Nf3,Nc6", chess.STARTING_FEN, ["e4", "e5", "Nf3", "Nc6"]),
        ("1) e4 – e5\n2) Nf3 | Nc6", chess.STARTING_FEN, ["e4", "e5", "Nf3", "Nc6"]),
        ("1 e4 e5 2 Nf3", chess.STARTING_FEN, ["e4", "e5", "Nf3"]),
        ("https://lichess.org/analysis/pgn/e4_e5_Nf3#3", chess.STARTING_FEN, ["e4", "e5", "Nf3"]),
        ("1. e4 (1. d4 d5) e5", chess.STARTING_FEN, ["e4", "e5", "d4", "d5"]),
        ("1.e4 e5 2.O–O??", chess.STARTING_FEN, ["e4", "e5"]),
    ],
)
def test_what_people_paste(text, fen, sans):
    read = GameList.of(text, LIMITS).game(1, LIMITS)
    told = read.tree(read.game)
    assert (told.headers.get("FEN", chess.STARTING_FEN), [node.san for node in told.nodes]) == (fen, sans)


def test_an_address_is_not_fetched():
    with pytest.raises(GameError, match="that is an address, and nothing is fetched from it"):
        GameList.of("https://lichess.org/abcdefgh/black", LIMITS)
