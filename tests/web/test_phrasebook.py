"""The German of what can't be done, and what fills its holes."""

import pytest

from kiebitz.analysis.explanation.language import EVERYWHERE, Language
from kiebitz.core.chess.fen import FenError
from kiebitz.core.chess.fen_text import parse_fen
from kiebitz.engine import position_from
from kiebitz.web.phrasebook import MOST_CHARACTERS, told


@pytest.mark.parametrize(
    ("fen", "german"),
    [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Schwarz hat 0 Könige; jede Seite braucht genau einen"),
        ("4k3/8/8/8/8/8/8/4K2R w K - White 1", "Halbzüge: „White“ ist keine ganze Zahl von 0 bis 100000000"),
        (
            "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
            "der König von Schwarz auf e8 steht im Schach, obwohl Weiß am Zug ist; lass die andere Seite ziehen",
        ),
    ],
)
def test_what_fills_a_sentence_is_german_too_but_for_what_is_quoted(fen, german):
    with pytest.raises(FenError) as caught:
        position_from(fen)
    assert told(str(caught.value), Language.GERMAN) == german


def test_sentences_in_sentences():
    english = "the position in its tag FEN can't be analysed: White has 2 kings; each side needs exactly one"
    german = (
        "die Stellung in ihrem Tag FEN lässt sich nicht analysieren: Weiß hat 2 Könige; jede Seite braucht genau einen"
    )
    assert told(f"{english}\nunheard of", Language.GERMAN) == f"{german}\nunheard of"
    dropped = "in the tag FEN: castling 'KQ' dropped: the king of White is on f7, not on rank 1"
    german = "im Tag FEN: Rochade „KQ“ weggelassen: der König von Weiß steht auf f7, nicht auf Reihe 1"
    assert told(dropped, Language.GERMAN) == german
    assert told("there are more than 10,000 games in it", Language.GERMAN) == "darin sind mehr als 10.000 Partien"


def test_english_stays_and_nothing_is_too_long():
    with pytest.raises(FenError) as caught:
        parse_fen("x" * 1_000 + "/8/8/8/8/8/8/8")
    assert told(str(caught.value), Language.ENGLISH) == str(caught.value)
    for language in EVERYWHERE:
        assert len(told("x" * 10_000, language)) <= MOST_CHARACTERS + 2
