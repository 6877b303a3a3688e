"""A move as Japanese records write it (``同銀右上成``): from its words to the one legal move that they mean, and back.

KIF names the square that a man comes from. KI2, like books, says only what is needed: 右 左 (the man that comes from
the right, the left), 上 引 寄 直 (it goes forward, back, sideways, straight forward), 打 (dropped, though another could
move there). What is needed is judged here by how men move; what is meant, by what is legal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kiebitz.core.shogi.notation import legal_moves
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import BLACK, EMPTY, RANKS, SQUARE_AT
from kiebitz.kifu.names import LONG_NAMES, MEN, SHORT_NAMES, digits_of, japanese_square, letter_of, square_of

SAME = "同"
DROP, PROMOTION, NO_PROMOTION = "打", "成", "不成"
FORWARD, BACK, SIDEWAYS, STRAIGHT, RIGHT, LEFT = "上", "引", "寄", "直", "右", "左"
# Old words for the same.
SAID_AS = {"行": FORWARD, "入": FORWARD, "下": BACK}
SLIDERS = frozenset({"B", "R", "+B", "+R"})
"""Men of which there are two: of them right and left is said as one stands to the other."""
PROMOTERS = "PLNSBR"
"""Men that can promote: of them it is said when they could and don't."""

# Of a line in half width. The names of men before single letters, for 成 begins some.
_NAMES = "|".join(sorted(MEN, key=lambda name: -len(name)))
# Runs of spaces have bounds, for two of them may meet.
WRITTEN_MOVE = re.compile(
    rf"(?P<same>[同仝])?\s{{0,9}}"
    rf"(?:(?P<file>[1-9一二三四五六七八九])(?P<rank>[1-9一二三四五六七八九])\s{{0,9}}[同仝]?)?\s{{0,9}}"
    rf"(?P<man>{_NAMES})\s{{0,9}}(?P<ways>[右左上行入引下寄直打]{{0,9}})\s{{0,9}}(?P<raised>不成|成|不|生)?"
    rf"\s{{0,9}}(?P<dropped>打)?(?:\s{{0,9}}\((?P<origin>[1-9][1-9])\))?"
)

_GOLD = ((0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_ORTHOGONAL = ((0, -1), (-1, 0), (1, 0), (0, 1))
# By man, for Black: single steps (file, rank), and directions in which it goes on.
STEPS = {
    "P": ((0, -1),),
    "L": (),
    "N": ((-1, -2), (1, -2)),
    "S": ((0, -1), *_DIAGONAL),
    "G": _GOLD,
    "B": (),
    "R": (),
    "K": (*_ORTHOGONAL, *_DIAGONAL),
    "+P": _GOLD,
    "+L": _GOLD,
    "+N": _GOLD,
    "+S": _GOLD,
    "+B": _ORTHOGONAL,
    "+R": _DIAGONAL,
}
SLIDES = {"L": ((0, -1),), "B": _DIAGONAL, "R": _ORTHOGONAL, "+B": _DIAGONAL, "+R": _ORTHOGONAL}


class WrittenMoveError(ValueError):
    """A move that means no legal move, or several."""


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """The words of a move."""

    target: str | None
    """A square of USI; None for 同, where the last move went."""
    man: str
    """By SFEN's letter, as it is called before the move."""
    origin: str | None
    ways: frozenset[str]
    """Of 右 左 上 引 寄 直."""
    is_drop: bool
    promotes: bool | None
    """None if nothing is said of it."""

    @classmethod
    def of(cls, match: re.Match[str]) -> WrittenMove | None:
        """The move matched by ``WRITTEN_MOVE``; None if it has no target."""
        if match["file"]:
            target: str | None = square_of(match["file"], match["rank"])
        elif match["same"]:
            target = None
        else:
            return None
        ways = match["ways"]
        raised = match["raised"]
        origin = match["origin"]
        return cls(
            target,
            MEN[match["man"]],
            None if origin is None else square_of(*origin),
            frozenset(SAID_AS.get(way, way) for way in ways if way != DROP),
            DROP in ways or match["dropped"] is not None,
            None if raised is None else raised == PROMOTION,
        )


def usi_of(position: ShogiPosition, written: WrittenMove, last_target: str | None) -> str:
    """The move (USI) that the words mean; with an origin it may still be illegal. Raises WrittenMoveError."""
    target = written.target or last_target
    if target is None:
        raise WrittenMoveError("'同' (to the same square) has no move before it")
    if written.is_drop and written.origin is None:
        return f"{written.man}*{target}"
    if written.origin is not None:
        return _from(position, written, written.origin, target)
    found = _meant(position, written, target)
    if len(found) == 1:
        return found[0]
    if not found and f"{written.man}*{target}" in legal_moves(position):
        return f"{written.man}*{target}"
    side = "Black" if position.turn else "White"
    if not found:
        raise WrittenMoveError(f"no {LONG_NAMES[written.man]} of {side} can go to {digits_of(target)}")
    raise WrittenMoveError(f"it means several moves: {', '.join(found[:4])}")


def kif_text(men: tuple[int, ...], usi: str, last_target: str | None) -> str:
    """A move as KIF writes it, on a board of these men: ``同　銀(31)``."""
    target = usi[2:4]
    square = f"{SAME}　" if target == last_target else japanese_square(target)
    if usi[1] == "*":
        return f"{square}{SHORT_NAMES[usi[0]]}{DROP}"
    promotion = PROMOTION if usi.endswith("+") else ""
    return f"{square}{SHORT_NAMES[letter_of(men[SQUARE_AT[usi[:2]]])]}{promotion}({digits_of(usi[:2])})"


def ki2_text(men: tuple[int, ...], side: int, usi: str, last_target: str | None) -> str:
    """A legal move of a side as KI2 and books write it, on a board of these men: ``同銀右``."""
    target = usi[2:4]
    square = SAME if target == last_target else japanese_square(target)
    if usi[1] == "*":
        others = origins(men, side, usi[0], target)
        return f"{square}{LONG_NAMES[usi[0]]}{DROP if others else ''}"
    origin = usi[:2]
    man = letter_of(men[SQUARE_AT[origin]])
    others = [other for other in origins(men, side, man, target) if other != origin]
    name = LONG_NAMES[man]
    if usi.endswith("+"):
        raised = PROMOTION
    elif man in PROMOTERS and (_is_far(origin, side) or _is_far(target, side)):
        raised = NO_PROMOTION
    else:
        raised = ""
    # A space, where 同 and 成銀 would be read as one.
    space = "　" if square == SAME and len(name) == 1 else ""
    return f"{square}{space}{name}{_ways(man, side, origin, others, target)}{raised}"


def origins(men: tuple[int, ...], side: int, man: str, target: str) -> list[str]:
    """From where men of a kind could move to a square, whatever that does to their own king."""
    ahead = 1 if side == BLACK else -1
    found = []
    for slides, directions in ((False, STEPS[man]), (True, SLIDES.get(man, ()))):
        for to_left, to_far in directions:
            file, rank = int(target[0]), RANKS.index(target[1])
            while True:
                file, rank = file - to_left * ahead, rank - to_far * ahead
                if not (1 <= file <= 9 and 0 <= rank < 9):
                    break
                square = f"{file}{RANKS[rank]}"
                code = men[SQUARE_AT[square]]
                if code != EMPTY:
                    if code % 2 == side and letter_of(code) == man:
                        found.append(square)
                    break
                if not slides:
                    break
    return found


def _ways(man: str, side: int, origin: str, others: list[str], target: str) -> str:
    """The marks that tell a piece from the others of its kind that could go to the same square."""
    if not others:
        return ""
    across, along = _way(origin, target, side)
    ways = [_way(other, target, side) for other in others]
    motion = FORWARD if along > 0 else BACK if along < 0 else SIDEWAYS
    if all(_sign(other[1]) != _sign(along) for other in ways):
        return motion
    if man in SLIDERS:
        return RIGHT if across > ways[0][0] else LEFT
    if across == 0:
        return STRAIGHT
    hand = RIGHT if across > 0 else LEFT
    return hand if all(_sign(other[0]) != _sign(across) for other in ways) else hand + motion


def _meant(position: ShogiPosition, written: WrittenMove, target: str) -> list[str]:
    """The legal moves on the board that the words can mean."""
    men = position.setup().men
    side = 0 if position.turn else 1
    found = [
        move
        for move in legal_moves(position)
        if move[2:4] == target
        and move[1] != "*"
        and move.endswith("+") == bool(written.promotes)
        and letter_of(men[SQUARE_AT[move[:2]]]) == written.man
    ]
    for way in written.ways - {RIGHT, LEFT}:
        found = [move for move in found if _goes(way, *_way(move[:2], target, side))]
    for hand, sign in ((RIGHT, 1), (LEFT, -1)):
        if hand not in written.ways or len(found) < 2:
            continue
        across = {move: sign * _way(move[:2], target, side)[0] for move in found}
        outermost = max(across.values())
        # Of gold and silver the side of the square counts; of two that slide, how they stand to each other.
        found = [
            move
            for move in found
            if (across[move] == outermost if written.man in SLIDERS or outermost <= 0 else across[move] > 0)
        ]
    return found


def _goes(way: str, across: int, along: int) -> bool:
    """True if a move goes as a word says."""
    if way == STRAIGHT:
        return across == 0 and along > 0
    return along > 0 if way == FORWARD else along < 0 if way == BACK else along == 0


def _way(origin: str, target: str, side: int) -> tuple[int, int]:
    """The steps of a piece from its target, to the mover's right and forward."""
    ahead = 1 if side == BLACK else -1
    across = ahead * (int(target[0]) - int(origin[0]))
    return across, ahead * (RANKS.index(origin[1]) - RANKS.index(target[1]))


def _from(position: ShogiPosition, written: WrittenMove, origin: str, target: str) -> str:
    """The move from a square; what is called by its promoted name promotes. Raises WrittenMoveError."""
    man = letter_of(position.setup().men[SQUARE_AT[origin]])
    if man == written.man or not man:  # what stands nowhere is refused where it is played
        return f"{origin}{target}{'+' if written.promotes else ''}"
    if f"+{man}" == written.man and written.promotes is not False:
        return f"{origin}{target}+"
    raise WrittenMoveError(f"on {digits_of(origin)} stands {LONG_NAMES[man]}, not {LONG_NAMES[written.man]}")


def _is_far(square: str, side: int) -> bool:
    """True if a square lies where a side's men promote."""
    return square[1] in (RANKS[:3] if side == BLACK else RANKS[-3:])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
