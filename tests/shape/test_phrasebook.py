"""The German of what can't be done: every sentence that our code can say to a tab is in the book, and no other.

Of shogi's the Japanese as well.
"""

import ast

from kiebitz.analysis.explanation.language import Language
from kiebitz.core.shogi.notation import FAULTS
from kiebitz.web.japanese_phrases import JAPANESE
from kiebitz.web.phrasebook import GERMAN, HOLE, told
from sources import PACKAGE, ROOT

# Where the sentences are, and the calls that they are given to.
SPOKEN = {
    "web/*.py": ("GameError", "TooLargeError", "RefusedError"),
    "web/classroom.py": ("ValueError",),
    "web/stored_notes.py": ("ValueError",),
    "web/my_games.py": ("ValueError", "CollectionError"),
    "web/mine_of_shogi.py": ("CollectionError",),
    "web/own_collection.py": ("CollectionError",),
    "web/repertoire.py": ("ValueError", "CollectionError"),
    "collection/repertoire/*.py": ("CollectionError",),
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
    "classroom/film/films.py": ("UnknownFilmError",),
    "classroom/theory/named_trees.py": ("TreeError", "_fault"),
    "classroom/theory/trees.py": ("TreeError",),
    "classroom/tree/runs.py": ("NothingToSearchError",),
}
SPOKEN_OF_SHOGI = (
    "web/shogi.py",
    "web/mine_of_shogi.py",
    "web/own_collection.py",
    "core/shogi/sfen.py",
    "core/shogi/position.py",
)
# What a page beside Kiebitz says to a tab.
ELSEWHERE = {"claims/src/kiebitz_claims/claims/experiment.py": ("UnknownClaimError",)}
# Other ways that sentences take: what is put together from them, and constants.
OTHERWISE = {
    "'x' is no result; write 1-0, 0-1, 1/2-1/2, * or 0-0",
    "'x' is no date; write 2024-05-01, 2024-05 or 2024",
    "'x' is no code of an opening; write B33, B3 or B, or a range B20-B99",
    "'x' names no opening; write B33, B3 or B, or a range B20-B99",
    "'x' is no range of openings; write the lower code first, as in B20-B99",
    "'x' is no player's name; it would fit every one",
    "'x' is no opening's name; it would fit every one",
    "castling 'KQ' dropped: the king of White is on f7, not on rank 1",
    "castling 'kq' dropped: there is no rook of Black to castle with",
    "castling 'K' dropped: only Chess960 castles with the king on c1 and the rook on h1",
    "castling 'G' dropped: there is another right of White on that wing",
    "'Nd2' is no move",
    "'Nd2' is not legal here",
    "'e8' promotes a pawn: say to what, as in e8=Q",
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

SHOGI = sorted(
    {each for path in SPOKEN_OF_SHOGI for each in sentences(path, ("SfenError", "RefusedError", "CollectionError"))}
    | {f"'7g7f' {said}{behind}" for _, said in FAULTS for behind in ("", ": 9/9/9/9/9/9/9/9/9 b - 1")}
    | {
        "'x' is no move",
        "'P-5e' is not legal here",
        "'G-5h' is ambiguous: it means 6i5h, 4i5h",
        "'58金': it means several moves: 6i5h, 4i5h",
        "'58飛': no 飛 of White can go to 58",
        "'同銀': '同' (to the same square) has no move before it",
        "'58金(69)': on 69 stands 銀, not 金",
        *(f"'8h5e' takes the king, which no hand can hold{behind}" for behind in ("", ": 4k4/9 b - 1")),
        *("pawns", "lances", "knights", "silvers", "bishops", "rooks", "golds", "White", "Black"),
    }
)


def test_every_sentence_of_shogi_has_a_japanese_one():
    told_in_japanese = {english: told(english, Language.JAPANESE) for english in SHOGI}
    assert [english for english, japanese in told_in_japanese.items() if english == japanese] == []
    assert told_in_japanese["'58飛': no 飛 of White can go to 58"] == "「58飛」：58へ動ける後手の飛がありません"
    assert told("A 7 pawns", Language.JAPANESE) == "A 7 pawns"


def test_no_japanese_sentence_is_for_nothing():
    said = "\n".join(SHOGI)
    assert [english for english in JAPANESE if max(HOLE.split(english)[::2], key=len) not in said] == []


def test_every_sentence_has_a_german_one():
    said = sorted({*ALL, *SHOGI})
    assert [english for english in said if told(english, Language.GERMAN) == english] in ([], ["Threads"])


def test_no_german_sentence_is_for_nothing():
    said = "\n".join([*ALL, *SHOGI])
    unsaid = [english for english in GERMAN if max(HOLE.split(english)[::2], key=len) not in said]
    assert unsaid == []


def test_both_have_the_same_holes():
    for english, other in (*GERMAN.items(), *JAPANESE.items()):
        holes = HOLE.findall(english)
        assert sorted(HOLE.findall(other)) == sorted(set(holes)) == sorted(holes), english
