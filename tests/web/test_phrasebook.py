"""The German of what can't be done: every sentence that our code can say to a tab is in the book, and no other."""

import ast

import pytest

from kiebitz.analysis.explanation.language import Language
from kiebitz.core.chess.fen import FenError
from kiebitz.core.chess.fen_text import parse_fen
from kiebitz.engine import position_from
from kiebitz.web.messages import Examined, Kept, Notice
from kiebitz.web.phrasebook import GERMAN, HOLE, MOST_CHARACTERS, in_words, told
from sources import PACKAGE, ROOT

# Where the sentences are, and the calls that they are given to.
SPOKEN = {
    "web/*.py": ("GameError", "RefusedError"),
    "web/classroom.py": ("ValueError",),
    "web/stored_notes.py": ("ValueError",),
    "web/my_games.py": ("ValueError", "CollectionError"),
    "web/added_games.py": ("UploadError", "told"),
    "collection/*.py": ("CollectionError",),
    "collection/structures.py": ("ValueError",),
    "commandline/additions.py": ("AdditionError",),
    "core/chess/fen_text.py": ("FenError", "append"),
    "core/shogi/sfen.py": ("SfenError",),
    "core/shogi/position.py": ("SfenError",),
    "analysis/reading/reader.py": ("tell",),
    "analysis/reading/tags.py": ("tell",),
    "analysis/reading/game_faults.py": ("fault",),
    "analysis/reading/game_start.py": ("StartError",),
    "engine/strength.py": ("ValueError",),
    "classroom/theory/named_trees.py": ("TreeError", "_fault"),
    "classroom/theory/trees.py": ("TreeError",),
    "classroom/tree/runs.py": ("NothingToSearchError",),
}
# What a page beside Kiebitz says to a tab.
ELSEWHERE = {"claims/src/kiebitz_claims/claims/experiment.py": ("UnknownClaimError",)}
# Other ways that sentences take: what is put together from them, and constants.
OTHERWISE = {
    "'x' is no result; write 1-0, 0-1, 1/2-1/2, * or 0-0",
    "'x' is no date; write 2024-05-01, 2024-05 or 2024",
    "'x' is no code of an opening; write B33, B3 or B, or a range B20-B99",
    "castling 'KQ' dropped: the king of White is on f7, not on rank 1",
    "castling 'kq' dropped: there is no rook of Black to castle with",
    "castling 'K' dropped: only Chess960 castles with the king on c1 and the rook on h1",
    "castling 'G' dropped: there is another right of White on that wing",
    "'Nd2' is no move",
    "'Nd2' is not legal here",
    "'Nd2' is ambiguous: say from where, as in Nbd2",
    "Nd2 comes after the game's result",
    "a null move in check",
    "the moves end with 1-0, but the tag Result says 0-1, which counts",
    "3. Nd2 is ambiguous: more than one piece could make it",
    "3. Nd2 is illegal",
    "'3. Nx' is no move (moves are read with the English letters K Q R B N)",
    "a stray ')', and 2 more signs astray; ignored",
    "there is no game in it",
    "a damaged table: ValueError",
    "White mates",
    "Black mates",
    "draw: stalemate",
    "draw: neither side can mate with what is left",
    "draw: the position has come about three times",
    "draw: fifty moves without capture and pawn move",
    "a table of 8 MB can't be had: no memory; the old table of 1 MB stays; choose a smaller one",
    "8 MB are more than the 4 MB available",
    "a table of 8 MB can't be had: the system refuses 8 MB; choose a smaller one",
    *("pawns", "lances", "knights", "silvers", "bishops", "rooks", "golds"),
    *("White", "Black", "halfmove clock", "move number", "branches", "plies", "seed", "quality"),
    *("lines", "threads", "hash_mb", "seconds", "depth", "nodes", "move_ms"),
}


def sentences(pattern, callees):
    """The sentences that are given to these calls, "7" in place of what is filled in."""
    for path in (ROOT if pattern in ELSEWHERE else PACKAGE).glob(pattern):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in callees:
                yield from filter(None, map(sentence, node.args))


def sentence(node):
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "7" for part in node.values)
        return "".join(parts)
    return None


ALL = sorted(
    {each for pattern, callees in (SPOKEN | ELSEWHERE).items() for each in sentences(pattern, callees)} | OTHERWISE
)


@pytest.mark.parametrize("english", ALL)
def test_every_sentence_has_a_german_one(english):
    assert told(english, Language.GERMAN) != english or english == "Threads"


def test_no_german_sentence_is_for_nothing():
    said = "\n".join(ALL)
    unsaid = [english for english in GERMAN if max(HOLE.split(english)[::2], key=len) not in said]
    assert unsaid == []


@pytest.mark.parametrize("english", GERMAN)
def test_both_have_the_same_holes(english):
    holes = HOLE.findall(english)
    assert sorted(HOLE.findall(GERMAN[english])) == sorted(set(holes)) == sorted(holes)


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
    for language in Language:
        assert len(told("x" * 10_000, language)) <= MOST_CHARACTERS + 2


def test_only_what_is_said_is_translated():
    assert in_words(Notice("refused", "the game is over"), Language.GERMAN) == Notice(
        "refused", "die Partie ist zu Ende"
    )
    fault = "there is no game in it"
    assert in_words(Examined(fault, fault), Language.GERMAN) == Examined(fault, "darin ist keine Partie")
    assert in_words(Kept("White", 1), Language.GERMAN) == Kept("White", 1)
