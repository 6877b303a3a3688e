"""The claims that are made of a move of shogi, a class each, with the line that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from kiebitz.analysis.explanation.fact import Fact, Proof


@dataclass(frozen=True, slots=True, kw_only=True)
class ShogiFact(Fact):
    """A claim that only shogi knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MenWon(ShogiFact):
    """The side that moves first in the line comes out of it with more (駒得; for the other side 駒損)."""

    theme: ClassVar[str] = "material"
    proof: ClassVar[Proof] = Proof.SEARCH

    won: tuple[str, ...]
    """The men won, as Black's letters, none promoted, the most valuable first."""
    paid: tuple[str, ...]
    """The men given for them; what was traded for its like is in neither."""
    pawns: int
    """The gain, less what was paid, in pawns."""


class ForkKind(StrEnum):
    """A fork, by the name that players give it."""

    KING_AND_ROOK = "king-rook fork"
    """王手飛車取り"""
    KING_AND_BISHOP = "king-bishop fork"
    """王手角取り"""
    CHECK = "fork with check"
    """王手金取り and the like"""
    SPLIT_SILVER = "split silver"
    """割り打ちの銀: a silver dropped diagonally behind two big men"""
    KNIGHT = "knight fork"
    """ふんどしの桂"""
    CROSS = "cross rook"
    """十字飛車: along the rank and along the file"""
    LANCE = "lance skewer"
    """田楽刺し: one behind the other on a file"""
    OTHER = "fork"
    """両取り"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShogiFork(ShogiFact):
    """The line's first move attacks two men at once, and one of them falls."""

    theme: ClassVar[str] = "fork"
    proof: ClassVar[Proof] = Proof.RULES

    kind: ForkKind
    targets: tuple[str, ...]
    """The men attacked, as Black's letters, ``+`` if promoted: the king first, then by what they are worth.

    Of a lance's skewer as they stand, the nearest first.
    """
    by: str
    """The man that forks, as Black's letter."""

    @property
    def motif(self) -> str:
        """The fork's own name."""
        return self.kind.value


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenForNothing(ShogiFact):
    """The line's first move takes a man, and no legal move takes back (ただ取り)."""

    theme: ClassVar[str] = "hanging"
    proof: ClassVar[Proof] = Proof.RULES

    man: str
    """The man, as Black's letter, ``+`` if it was promoted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack(ShogiFact):
    """The line's first move takes the man that has just taken one (取り返す)."""

    theme: ClassVar[str] = "taking back"
    proof: ClassVar[Proof] = Proof.RULES

    man: str
    """The man that it takes, as Black's letter, ``+`` if it was promoted."""
    lost: str
    """The man that was taken before, likewise."""


class MateShape(StrEnum):
    """A mate, by the name that players give its last move."""

    HEAD_GOLD = "gold at the head"
    """頭金: a gold dropped before the king"""
    BELLY_GOLD = "gold at the side"
    """腹金: a gold dropped beside it"""
    TAIL_GOLD = "gold from behind"
    """尻金: a gold dropped behind it"""
    HANGING_KNIGHT = "hanging knight"
    """吊るし桂: by a knight"""
    CENTRE = "mate in the centre"
    """都詰め: the king stands on 5e"""
    CORNER = "mate in the corner"
    """雪隠詰め: the king stands in a corner"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeOfMate(ShogiFact):
    """The line ends with a mate of this shape."""

    theme: ClassVar[str] = "mate"
    proof: ClassVar[Proof] = Proof.RULES

    shape: MateShape

    @property
    def motif(self) -> str:
        """The mate's own name."""
        return self.shape.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Threatmate(ShogiFact):
    """After the line's first move its side would mate if the other one passed (詰めろ)."""

    theme: ClassVar[str] = "threatmate"
    proof: ClassVar[Proof] = Proof.MATE_SEARCH

    mate: tuple[str, ...]
    """The mate threatened, from the position after the first move with the turn passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brinkmate(Threatmate):
    """After the line's first move its side mates whatever the other one does (必至; 受けなし)."""

    theme: ClassVar[str] = "brinkmate"


@dataclass(frozen=True, slots=True, kw_only=True)
class MateNotMet(ShogiFact):
    """The line mates, as it threatened to before the move that is explained (詰めろを受けていない)."""

    theme: ClassVar[str] = "threatmate not met"
    proof: ClassVar[Proof] = Proof.MATE_SEARCH


@dataclass(frozen=True, slots=True, kw_only=True)
class BigManPromoted(ShogiFact):
    """The line's first move promotes a rook or a bishop that lasts (竜, 馬)."""

    theme: ClassVar[str] = "promotion"
    proof: ClassVar[Proof] = Proof.SEARCH

    man: str
    """``R`` or ``B``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongOrder(ShogiFact):
    """The line, which is better, plays the same move two plies later (手順前後)."""

    theme: ClassVar[str] = "wrong order"
    proof: ClassVar[Proof] = Proof.SEARCH


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherPromotion(ShogiFact):
    """The line's first move is the one that was played, but for its promotion (成, 不成)."""

    theme: ClassVar[str] = "promotion or not"
    proof: ClassVar[Proof] = Proof.SEARCH

    promotes: bool
