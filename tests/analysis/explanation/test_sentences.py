"""A sentence for every fact, in both languages: whole, of all that the fact holds, and none without words."""

import re
from dataclasses import fields, replace

import pytest

from kiebitz.analysis.explanation import english, german
from kiebitz.analysis.explanation.explanation import sentences
from kiebitz.analysis.explanation.fact import Fact
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.reason import Reason, Role
from kiebitz.analysis.explanation.themes.back_rank import BackRankMate
from kiebitz.analysis.explanation.themes.book_left import BookLeft
from kiebitz.analysis.explanation.themes.deflection import Deflection
from kiebitz.analysis.explanation.themes.discovery import Discovery
from kiebitz.analysis.explanation.themes.fork import Fork
from kiebitz.analysis.explanation.themes.hanging import Hanging
from kiebitz.analysis.explanation.themes.interference import Interference
from kiebitz.analysis.explanation.themes.intermediate_move import IntermediateMove
from kiebitz.analysis.explanation.themes.king_cover import KingCoverOpened
from kiebitz.analysis.explanation.themes.mate import ForcedMate
from kiebitz.analysis.explanation.themes.material import MaterialWon
from kiebitz.analysis.explanation.themes.only_move import OnlyMove
from kiebitz.analysis.explanation.themes.overload import Overload
from kiebitz.analysis.explanation.themes.passed_pawn import PassedPawnMade, PassedPawnStopped
from kiebitz.analysis.explanation.themes.perpetual import PerpetualCheck
from kiebitz.analysis.explanation.themes.pin import Pin
from kiebitz.analysis.explanation.themes.pinned_defender import PinnedDefender
from kiebitz.analysis.explanation.themes.promotion import Promotion
from kiebitz.analysis.explanation.themes.refutation import Refutation, Standing
from kiebitz.analysis.explanation.themes.removed_defender import RemovedDefender
from kiebitz.analysis.explanation.themes.repetition import RepetitionAllowed
from kiebitz.analysis.explanation.themes.skewer import Skewer
from kiebitz.analysis.explanation.themes.stalemate import Stalemate
from kiebitz.analysis.explanation.themes.tempting import Tempting
from kiebitz.analysis.explanation.themes.threat import Threat
from kiebitz.analysis.explanation.themes.thrown_away import WinThrownAway
from kiebitz.analysis.explanation.themes.trapped import Trapped
from kiebitz.analysis.explanation.themes.weakness import Weakness, WeaknessKind
from kiebitz.analysis.explanation.themes.what_changed import ModuleChange, WhatChanged
from kiebitz.analysis.explanation.themes.zugzwang import Zugzwang

# Sentences are made from a fact's fields alone: one position does for all.
SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
REPLIED = "r1bqkbnr/pppp1Bpp/2n5/4p3/4P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
SHOWN = {"fen": SCHOLAR, "line": ("c4f7", "e8e7")}
ONE = {"fen": SCHOLAR, "line": ("c4f7",)}
KNIGHT, ROOK, QUEEN, KING = Man("n", "c6"), Man("r", "a8"), Man("q", "d8"), Man("k", "e8")
CHANGES = (ModuleChange("king_cover", -45), ModuleChange("dynamic", -30))
FACTS = [
    MaterialWon(**SHOWN, won=("R",), paid=("N",), pawns=2),
    MaterialWon(**SHOWN, won=("Q", "P", "P"), paid=("R",), pawns=6),
    ForcedMate(fen=SCHOLAR, line=("f3f7",), in_moves=1),
    ForcedMate(**SHOWN, in_moves=2),
    Hanging(**SHOWN, man=QUEEN, is_undefended=True),
    Hanging(**SHOWN, man=KNIGHT, is_undefended=False),
    Fork(**SHOWN, by=Man("B", "f7"), targets=(KING, QUEEN, ROOK)),
    Skewer(**SHOWN, by=Man("B", "f7"), front=KING, behind=ROOK),
    Discovery(**SHOWN, by=Man("R", "e1"), target=QUEEN, is_double_check=False),
    Discovery(**SHOWN, by=Man("R", "e1"), target=KING, is_double_check=False),
    Discovery(**SHOWN, by=Man("R", "e1"), target=KING, is_double_check=True),
    Pin(**SHOWN, by=Man("B", "f7"), pinned=KNIGHT),
    Pin(**SHOWN, by=Man("B", "f7"), pinned=KNIGHT, is_new=False),
    PinnedDefender(**SHOWN, defender=QUEEN, taken=KNIGHT),
    PinnedDefender(**SHOWN, defender=QUEEN, taken=None),
    RemovedDefender(**SHOWN, defender=QUEEN, lost=KNIGHT),
    Deflection(**SHOWN, defender=QUEEN, lost=ROOK),
    Deflection(**SHOWN, defender=QUEEN, lost=ROOK, is_driven=True),
    Overload(**SHOWN, defender=KNIGHT, taken=ROOK, lost=QUEEN),
    Interference(**SHOWN, defender=QUEEN, lost=ROOK),
    Interference(**SHOWN, defender=QUEEN, lost=ROOK, is_own=True),
    IntermediateMove(**SHOWN, taker=KNIGHT, captured="P"),
    Trapped(**SHOWN, piece=ROOK),
    BackRankMate(**SHOWN, by=Man("R", "e8"), king=KING),
    BackRankMate(fen=SCHOLAR, line=("f3f7",), by=Man("R", "e8"), king=KING),
    Promotion(**SHOWN, pawn=Man("P", "a5"), square="a8", piece="Q"),
    Stalemate(**SHOWN, is_white_stalemated=True),
    OnlyMove(**ONE, second="f3f7", left=Standing.EQUAL),
    OnlyMove(**ONE, second="f3f7", left=Standing.LOST),
    PerpetualCheck(**SHOWN, again=0),
    Zugzwang(**ONE, centipawns=300),
    PassedPawnMade(**SHOWN, pawn=Man("P", "d5")),
    PassedPawnStopped(**SHOWN, pawn=Man("p", "d4")),
    WinThrownAway(**ONE, winning="f3f7", is_lost=False),
    WinThrownAway(**ONE, winning="f3f7", is_lost=True),
    BookLeft(**ONE, eco="C20", name="King's Pawn Game"),
    Refutation(**SHOWN, before=Standing.BETTER, after=Standing.LOST),
    Refutation(**SHOWN, before=Standing.WINNING, after=Standing.WINNING),
    Tempting(**SHOWN, punishment=ForcedMate(fen=REPLIED, line=("e8e7",), in_moves=1)),
    Tempting(**SHOWN, punishment=MaterialWon(fen=REPLIED, line=("e8e7", "f7g8"), won=("N",), paid=("B",), pawns=0)),
    RepetitionAllowed(**SHOWN, before=Standing.WINNING),
    *(
        Weakness(**SHOWN, kind=kind, man=Man(man[0], man[1:]), better="f3f7")
        for kind, man in zip(
            WeaknessKind, ("Pd4", "Pc3", "Pd3", "pc4", "Ke1", "Kg1", "nd4", "rd8", "rc2", "bc8", "Nb1"), strict=True
        )
    ),
    WhatChanged(**SHOWN, better=("f3f7",), changes=CHANGES),
    KingCoverOpened(**SHOWN, king=KING, pawn=Man("p", "f7")),
    *(Threat(**SHOWN, mate_in=mate_in, won=won, paid=()) for mate_in, won in ((1, ()), (3, ()), (None, ("P",)))),
]
# Numbers, articles, cases, and lists of two and of three; the rest of the words may change.
EXACT = [
    (
        FACTS[1],
        "4.Bxf7+ wins a queen and two pawns for a rook: 4...Ke7.",
        "4.Lxf7+ gewinnt eine Dame und zwei Bauern für einen Turm: 4...Ke7.",
    ),
    (
        FACTS[6],
        "4.Bxf7+ forks the king on e8, the queen on d8 and the rook on a8.",
        "4.Lxf7+ gabelt den König auf e8, die Dame auf d8 und den Turm auf a8.",
    ),
    (
        Tempting(**SHOWN, punishment=MaterialWon(fen=REPLIED, line=("e8e7", "f7g8"), won=("N",), paid=("B",), pawns=0)),
        "If 4.Bxf7+, 4...Ke7 wins a knight for a bishop: 5. Bxg8.",
        "Nach 4.Lxf7+: 4...Ke7 gewinnt einen Springer für einen Läufer: 5. Lxg8.",
    ),
    (
        Deflection(**SHOWN, defender=QUEEN, lost=ROOK),
        "4.Bxf7+ lures the queen on d8 away from the rook on a8, which it defended.",
        "4.Lxf7+ lenkt die Dame auf d8 von dem Turm auf a8 ab, den sie deckte.",
    ),
    (
        OnlyMove(**ONE, second="f3f7", left=Standing.WORSE),
        "4.Bxf7+ is by far the best move: after 4.Qxf7#, for example, White is clearly worse.",
        "4.Lxf7+ ist bei weitem der beste Zug: nach 4.Dxf7# zum Beispiel steht Weiß klar schlechter.",
    ),
    (
        WhatChanged(**SHOWN, better=("f3f7",), changes=CHANGES),
        "What changed in the classical evaluation, between the quiet ends of 4.Bxf7+ and of 4.Qxf7#:"
        " king cover −0.45 and dynamic −0.30.",
        "Was sich in der klassischen Bewertung ändert, zwischen den ruhigen Enden von 4.Lxf7+ und von 4.Dxf7#:"
        " Königsdeckung −0,45 und Dynamik −0,30.",
    ),
]
# What a reader sees by the move itself, by the line, or by the theme alone.
UNSAID = {
    (Fork, "by"), (Skewer, "by"), (Pin, "by"), (BackRankMate, "by"), (BackRankMate, "king"),
    (KingCoverOpened, "pawn"), (PinnedDefender, "taken"),
}  # fmt: skip


def told(fact, role=Role.PLAYED):
    return english.sentence(Reason(role, fact)), german.sentence(Reason(role, fact))


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.theme)
def test_a_fact_is_told_in_one_sentence(fact):
    """That a comment of a game can hold: PGN ends it at a brace, a reason ends at a parenthesis."""
    by_queen = fact.line[0] == "f3f7"
    for text, move in zip(told(fact), ("4.Qxf7#", "4.Dxf7#") if by_queen else ("4.Bxf7+", "4.Lxf7+"), strict=True):
        assert move in text
        assert re.fullmatch(r"\w[^(){}\[\]]*[^ ]\.", text)
        assert "  " not in text
        assert "None" not in text


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.theme)
def test_of_another_man_something_else_is_told(fact):
    for field in fields(fact):
        value = getattr(fact, field.name)
        # Of a weakness its kind says what there is to say, and of a double check there is no more.
        if not isinstance(value, Man) or (type(fact), field.name) in UNSAID or isinstance(fact, Weakness | Discovery):
            continue
        assert value.square in told(fact)[0]
        other = replace(fact, **{field.name: Man("b" if value.piece.islower() else "B", "b3")})
        assert all(one != another for one, another in zip(told(fact), told(other), strict=True))


@pytest.mark.parametrize(("fact", "in_english", "in_german"), EXACT)
def test_words(fact, in_english, in_german):
    assert told(fact) == (in_english, in_german)


def test_no_two_facts_are_told_alike():
    for texts in zip(*map(told, FACTS), strict=True):
        assert len(set(texts)) == len(FACTS)


def test_a_role_has_words_of_its_own():
    threat = Threat(**SHOWN, mate_in=3, won=(), paid=())
    for texts in zip(*(told(threat, role) for role in (Role.THREAT, Role.OVERLOOKED, Role.MET)), strict=True):
        assert len(set(texts)) == 3
    mate = ForcedMate(fen=SCHOLAR, line=("f3f7",), in_moves=1)
    assert str(Reason(Role.ANSWER, mate)) == "4.Qxf7# is mate."
    assert told(mate, Role.BETTER) == (
        "Better: 4.Qxf7# is mate.",
        "Besser: 4.Dxf7# ist matt.",
    )


def test_a_line_that_stands_beside_a_better_move_is_not_told_again():
    better = Reason(Role.BETTER, ForcedMate(**SHOWN, in_moves=2))
    line = better.fact.line
    (whole,) = sentences([better], Language.ENGLISH, [line[:1], ("a2a3", *line[1:])])
    assert whole.startswith("Better: 4.Bxf7+ mates in 2: 4...")
    assert sentences([better], Language.ENGLISH, [(*line, "a7a6")]) == ("Better: 4.Bxf7+ mates in 2.",)
    answer = replace(better, role=Role.ANSWER)
    assert sentences([answer], Language.ENGLISH, [line]) == (whole.removeprefix("Better: "),)


def test_nothing_is_told_twice():
    man = Man("q", "f3")
    won = Reason(Role.ANSWER, MaterialWon(**SHOWN, won=("Q",), paid=(), pawns=9))
    taken = Reason(Role.ANSWER, Hanging(**SHOWN, man=man, is_undefended=True))
    (only,) = sentences([won, taken], Language.ENGLISH)
    assert only == "4.Bxf7+ takes the queen on f3, which nobody defends."
    assert len(sentences([won, replace(taken, fact=replace(taken.fact, man=Man("r", "f3")))], Language.ENGLISH)) == 2
    best = Reason(Role.ANSWER, Refutation(**SHOWN, before=Standing.EQUAL, after=Standing.LOST))
    shown, short = sentences([won, best], Language.ENGLISH)
    assert shown.count(":") == 1
    assert short.startswith("4.Bxf7+ is the best answer")
    assert ":" not in short
    assert ":" in sentences([taken, best], Language.ENGLISH)[1]


def test_every_fact_has_words():
    assert {fact.theme for fact in FACTS} == {fact.theme for fact in Fact.__subclasses__() if hasattr(fact, "theme")}
    for language in (english, german):
        with pytest.raises(TypeError, match="words for Fact"):
            language.sentence(Reason(Role.PLAYED, Fact(**SHOWN)))
