"""What Python sees of ``notation``."""

from enum import StrEnum

from kiebitz.core.shogi.position import ShogiPosition

class MoveFault(StrEnum):
    TEXT = "text"
    NOTHING_THERE = "nothing there"
    OUT_OF_REACH = "out of reach"
    OCCUPIED = "occupied"
    NO_PROMOTION = "no promotion"
    DEAD_END = "dead end"
    TWO_PAWNS = "two pawns"
    KING_IN_CHECK = "king in check"
    PAWN_DROP_MATE = "pawn drop mate"

class ShogiMoveError(ValueError):
    fault: MoveFault
    def __init__(self, fault: MoveFault, message: str) -> None: ...

def written_move(text: str, side: int) -> int: ...
def parse_move(position: ShogiPosition, text: str) -> int: ...
def legal_moves(position: ShogiPosition) -> list[str]: ...
def checking_moves(position: ShogiPosition) -> list[str]: ...
def push(position: ShogiPosition, text: str) -> None: ...
def is_checkmate(position: ShogiPosition) -> bool: ...
def legal_codes(position: ShogiPosition) -> tuple[set[int], set[int]]: ...
