"""How games end, in the words of KIF, of KI2's last line (``まで7手で先手の勝ち``) and of CSA."""

from __future__ import annotations

import re

from kiebitz.kifu.names import BLACK_NAMES
from kiebitz.kifu.record import Ending

# What programs write for the same.
WORDS = {str(ending): ending for ending in Ending} | {
    "詰": Ending.MATE,
    "詰ミ": Ending.MATE,
    "時間切れ": Ending.TIME,
    "時間切れ負け": Ending.TIME,
    "先日手": Ending.REPETITION,
    "入玉": Ending.ENTERING_KING,
    "入玉宣言": Ending.ENTERING_KING,
    "入玉宣言勝ち": Ending.ENTERING_KING,
    "宣言勝ち": Ending.ENTERING_KING,
    "勝ち宣言": Ending.ENTERING_KING,
    "引分": Ending.DRAW,
    "引分け": Ending.DRAW,
    "中止": Ending.INTERRUPTION,
}
CSA_WORDS = {
    "TORYO": Ending.RESIGNATION,
    "CHUDAN": Ending.INTERRUPTION,
    "SENNICHITE": Ending.REPETITION,
    "JISHOGI": Ending.IMPASSE,
    "TSUMI": Ending.MATE,
    "FUZUMI": Ending.NO_MATE,
    "TIME_UP": Ending.TIME,
    "ILLEGAL_MOVE": Ending.FOUL_LOSS,
    "KACHI": Ending.ENTERING_KING,
    "HIKIWAKE": Ending.DRAW,
    "MAX_MOVES": Ending.MOST_MOVES,
    "MATTA": Ending.TAKEN_BACK,
    "ERROR": Ending.ERROR,
}
CSA_NAMES: dict[str, str] = {ending: word for word, ending in CSA_WORDS.items()}
# Any other word may be one: 封じ手, 通信切断, 無勝負, トライ. What begins with 同 is a move that can't be read.
_OTHER_WORD = re.compile(r"(?!同)[^\W\d_]{1,20}")
UNTIL = re.compile(r"\s*まで[、,]?\s*(?:[0-9]+\s*手\s*(?:で|まで)?)?\s*")
_SIDE = re.compile(r"(先手|後手|下手|上手)")


def csa_ending(word: str, *, is_black_to_move: bool) -> Ending | None:
    """The ending of a CSA word without its percent sign; None if it is none."""
    if word in ("+ILLEGAL_ACTION", "-ILLEGAL_ACTION"):
        return Ending.FOUL_LOSS if (word[0] == "+") == is_black_to_move else Ending.FOUL_WIN
    return CSA_WORDS.get(word)


def csa_word(ending: str, *, is_black_to_move: bool) -> str | None:
    """CSA's word for an ending, without its percent sign; None if CSA has none."""
    if ending is Ending.FOUL_WIN:
        return f"{'-' if is_black_to_move else '+'}ILLEGAL_ACTION"
    return CSA_NAMES.get(ending)


def ending_called(word: str) -> str | None:
    """The ending that a word means, or the word itself where it may be one out of the list; None if it can't."""
    return WORDS.get(word) or _kept(word)


def _kept(word: str) -> str | None:
    """A word that may be an ending out of the list; None for what a record of ours could not tell again."""
    return word if _OTHER_WORD.fullmatch(word) else None


def last_words(ending: str, moves: int, sides: tuple[str, str], *, is_black_to_move: bool, says_mate: bool) -> str:
    """The line that tells how a game ended; with ``says_mate`` what it says is enough to know the ending."""
    mover, other = sides if is_black_to_move else sides[::-1]
    match ending:
        case Ending.RESIGNATION:
            said = f"{other}の勝ち"
        case Ending.TIME:
            said = f"時間切れにより{other}の勝ち"
        case Ending.FOUL_WIN | Ending.FOUL_LOSS | Ending.ENTERING_KING:
            said = f"{mover}の{ending}"
        case Ending.MATE if not says_mate:
            said = f"{other}の勝ち"
        case _:
            said = str(ending)
    return f"まで{moves}手で{said}"


def told_ending(line: str, *, is_black_to_move: bool) -> str | None:
    """The end that the last line (in half width) tells; None if that can't be."""
    until = UNTIL.match(line)
    said = line[until.end() if until else 0 :].strip().rstrip("。").replace(" ", "")
    side = _SIDE.search(said)
    is_mover = side is None or (side[1] in BLACK_NAMES) == is_black_to_move
    # Ending's words are about who is to move; what is said of the other, and no word fits, is kept as it is said.
    if "時間切れ" in said or "切れ負け" in said:
        is_loser = side is None or is_mover != said.endswith("勝ち")
        return Ending.TIME if is_loser else _kept(said)
    if said.endswith(("反則勝ち", "反則負け")):
        loses = said.endswith("負け") == is_mover
        return Ending.FOUL_LOSS if loses else Ending.FOUL_WIN
    if said.endswith("勝ち") and side is not None and "宣言" not in said and "入玉" not in said:
        return (_kept(said) or f"{side[1]}の勝ち") if is_mover else Ending.RESIGNATION
    kind = ending_called(said[side.end() + 1 :] if side and side.start() == 0 else said)
    if is_mover:
        return kind
    if kind in (Ending.DEFAULT_WIN, Ending.DEFAULT_LOSS):
        return Ending.DEFAULT_LOSS if kind is Ending.DEFAULT_WIN else Ending.DEFAULT_WIN
    return _kept(said) if kind is Ending.ENTERING_KING else kind
