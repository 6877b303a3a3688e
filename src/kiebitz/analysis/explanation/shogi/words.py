"""One sentence for one fact of shogi, in Japanese, English and German.

Japanese tells moves as its records write them, the others with the men's letters; all with the mark of the side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kiebitz.analysis.explanation.fact import Fact
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.reason import Reason, Role
from kiebitz.analysis.explanation.shogi.facts import (
    BigManPromoted,
    Brinkmate,
    ForkKind,
    MateNotMet,
    MateShape,
    MenWon,
    OtherPromotion,
    ShapeOfMate,
    ShogiFork,
    TakenBack,
    TakenForNothing,
    Threatmate,
    WrongOrder,
)
from kiebitz.analysis.explanation.shogi.finding import passed
from kiebitz.analysis.explanation.themes.mate import ForcedMate
from kiebitz.analysis.explanation.themes.refutation import Refutation, Standing
from kiebitz.games.shogi.board import Board
from kiebitz.kifu.names import LONG_NAMES
from kiebitz.kifu.told_move import MARKS

MOST_SHOWN = 8
"""Plies of a line after its first move that are shown; of a longer one its last one, too."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language; what stands in braces is filled in."""

    men: Mapping[str, str]
    """By Black's letter, ``+`` if promoted."""
    single: str
    """One that is won: {man}."""
    counted: str
    """Several of the same: {count} and {man}."""
    comma: str
    joint: str
    """The signs between men in a list, and before the last of them."""
    sides: Mapping[bool, str]
    standings: Mapping[Standing, str]
    forks: Mapping[ForkKind, str]
    """{targets} are whom it attacks."""
    shapes: Mapping[MateShape, str]
    claims: Mapping[str, str]
    """The sentence on a theme: {first} is the move, {line} what follows, the rest is the claim's."""
    better: Mapping[str, str]
    """The same of the better move, where that is said otherwise than with ``better_mark`` before it."""
    better_mark: str = ""
    many: str = ""
    """The word after several men that are won; after one there is none."""


JAPANESE = Lexicon(
    men=LONG_NAMES | {"K": "王", "R": "飛車", "+R": "竜"},
    single="{man}",
    counted="{man}{count}枚",
    comma="・",
    joint="・",
    many="の",
    sides={True: "先手", False: "後手"},
    standings={
        Standing.WINNING: "勝勢",
        Standing.BETTER: "優勢",
        Standing.SLIGHTLY_BETTER: "有利",
        Standing.EQUAL: "互角",
        Standing.SLIGHTLY_WORSE: "不利",
        Standing.WORSE: "劣勢",
        Standing.LOST: "敗勢",
    },
    forks={
        ForkKind.KING_AND_ROOK: "王手飛車取り",
        ForkKind.KING_AND_BISHOP: "王手角取り",
        ForkKind.CHECK: "王手{target}取り",
        ForkKind.SPLIT_SILVER: "割り打ちの銀（{targets}の両取り）",
        ForkKind.KNIGHT: "ふんどしの桂（{targets}の両取り）",
        ForkKind.CROSS: "十字飛車（{targets}の両取り）",
        ForkKind.LANCE: "田楽刺し（{targets}）",
        ForkKind.OTHER: "{targets}の両取り",
    },
    shapes={
        MateShape.HEAD_GOLD: "頭金の詰み",
        MateShape.BELLY_GOLD: "腹金の詰み",
        MateShape.TAIL_GOLD: "尻金の詰み",
        MateShape.HANGING_KNIGHT: "吊るし桂の詰み",
        MateShape.CENTRE: "都詰め",
        MateShape.CORNER: "雪隠詰め",
    },
    claims={
        "mate": "{first}で詰み。",
        "mate in": "{first}以下{plies}手詰め{line}。",
        "shape": "最後は{shape}。",
        "shape at once": "いわゆる{shape}。",
        "not met": "{first}以下の詰めろを受けていない。",
        "not met at once": "{first}の一手詰めを受けていない。",
        "men": "{first}で{gain}{many}損になる{line}。",
        "trade": "{first}で{gain}と{paid}の交換となり駒損{line}。",
        "fork": "{first}が{fork}。",
        "hanging": "{first}で{man}をただで取られる。",
        "threatmate": "{first}が詰めろ（次に{mate}）。",
        "brinkmate": "{first}で必至。受けなし（次に{mate}）。",
        "promotion": "{first}で{man}を作られる。",
        "refutation": "{first}が最善の応手で、{side}は{before}から{after}に{line}。",
        "refutation alike": "{first}が最善の応手で、{side}は{after}{line}。",
        "refutation level": "{first}が最善の応手で、形勢は互角{line}。",
    },
    better={
        "mate": "{first}で詰みだった。",
        "mate in": "{first}以下{plies}手詰めだった{line}。",
        "shape": "最後は{shape}だった。",
        "shape at once": "いわゆる{shape}だった。",
        "men": "{first}なら{gain}{many}得だった{line}。",
        "trade": "{first}なら{paid}と{gain}の交換で駒得だった{line}。",
        "fork": "{first}なら{fork}だった。",
        "hanging": "{first}で{man}をただで取れた。",
        "back": "{first}と取り返せば{lost}と{man}の交換だった。",
        "back alike": "{first}で{lost}を取り返せた。",
        "threatmate": "{first}なら詰めろだった（次に{mate}）。",
        "brinkmate": "{first}なら必至だった（次に{mate}）。",
        "promotion": "{first}で{man}を作れた。",
        "order": "手順前後。先に{first}が正しく、{reply}に{move}と続く。",
        "promotes": "{first}と成るべきだった。",
        "stays": "{first}とすべきだった。",
    },
)

ENGLISH = Lexicon(
    men={
        "P": "pawn",
        "L": "lance",
        "N": "knight",
        "S": "silver",
        "G": "gold",
        "B": "bishop",
        "R": "rook",
        "K": "king",
        "+P": "tokin",
        "+L": "promoted lance",
        "+N": "promoted knight",
        "+S": "promoted silver",
        "+B": "horse",
        "+R": "dragon",
    },
    single="a {man}",
    counted="{count} {man}s",
    comma=", ",
    joint=" and ",
    sides={True: "Black", False: "White"},
    standings={standing: standing.value for standing in Standing},
    forks={
        ForkKind.KING_AND_ROOK: "forks king and rook (ōte-bisha)",
        ForkKind.KING_AND_BISHOP: "forks king and bishop",
        ForkKind.CHECK: "gives check and attacks {target}",
        ForkKind.SPLIT_SILVER: "forks {targets} from behind (split silver)",
        ForkKind.KNIGHT: "forks {targets}, a knight's fork",
        ForkKind.CROSS: "forks {targets} along rank and file (cross rook)",
        ForkKind.LANCE: "skewers {targets} on the file",
        ForkKind.OTHER: "forks {targets}",
    },
    shapes={
        MateShape.HEAD_GOLD: "a gold at the king's head (atama-kin)",
        MateShape.BELLY_GOLD: "a gold at the king's side (hara-kin)",
        MateShape.TAIL_GOLD: "a gold behind the king (shiri-kin)",
        MateShape.HANGING_KNIGHT: "a knight (tsurushi-kei)",
        MateShape.CENTRE: "the king in the centre of the board (miyako-zume)",
        MateShape.CORNER: "the king in the corner (setchin-zume)",
    },
    claims={
        "mate": "{first} is mate.",
        "mate in": "{first} mates in {plies} plies{line}.",
        "shape": "It ends with {shape}.",
        "shape at once": "That is the mate with {shape}.",
        "not met": "This doesn't meet the threatmate that begins with {first}.",
        "not met at once": "This doesn't meet the threat of mate by {first}.",
        "men": "{first} wins {gain}{line}.",
        "trade": "{first} wins {gain} for {paid}{line}.",
        "fork": "{first} {fork}.",
        "hanging": "{first} takes a {man} for nothing.",
        "back": "{first} takes back: a {man} for the {lost}.",
        "back alike": "{first} takes the {lost} back.",
        "threatmate": "{first} is a threatmate (tsumero): next comes {mate}.",
        "brinkmate": "{first} is a brinkmate (hisshi), nothing prevents mate any more: next comes {mate}.",
        "promotion": "{first} makes a {man}.",
        "refutation": "{first} is the best answer, and {side} is {after} instead of {before}{line}.",
        "refutation alike": "{first} is the best answer, and {side} is {after}{line}.",
        "refutation level": "{first} is the best answer, and the game is equal{line}.",
    },
    better={
        "shape": "It ends with {shape}.",
        "shape at once": "That is the mate with {shape}.",
        "order": "Wrong order: first {first}, and after {reply} then {move}.",
        "promotes": "Better promote: {first}.",
        "stays": "Better don't promote: {first}.",
    },
    better_mark="Better: ",
)

GERMAN = Lexicon(
    men={
        "P": "Bauer",
        "L": "Lanze",
        "N": "Springer",
        "S": "Silber",
        "G": "Gold",
        "B": "Läufer",
        "R": "Turm",
        "K": "König",
        "+P": "Tokin",
        "+L": "beförderte Lanze",
        "+N": "beförderter Springer",
        "+S": "befördertes Silber",
        "+B": "Pferd",
        "+R": "Drache",
    },
    single="{man}",
    counted="{count} × {man}",
    comma=", ",
    joint=" und ",
    sides={True: "Schwarz", False: "Weiß"},
    standings={
        Standing.WINNING: "auf Gewinn",
        Standing.BETTER: "klar besser",
        Standing.SLIGHTLY_BETTER: "etwas besser",
        Standing.EQUAL: "gleich",
        Standing.SLIGHTLY_WORSE: "etwas schlechter",
        Standing.WORSE: "klar schlechter",
        Standing.LOST: "auf Verlust",
    },
    forks={
        ForkKind.KING_AND_ROOK: "gibt Schach und greift den Turm an (Ōte-bisha)",
        ForkKind.KING_AND_BISHOP: "gibt Schach und greift den Läufer an",
        ForkKind.CHECK: "gibt Schach und greift zugleich an: {target}",
        ForkKind.SPLIT_SILVER: "greift von hinten zwei zugleich an: {targets} (Wariuchi)",
        ForkKind.KNIGHT: "ist eine Springergabel: {targets}",
        ForkKind.CROSS: "greift längs und quer an: {targets}",
        ForkKind.LANCE: "spießt auf der Linie auf: {targets}",
        ForkKind.OTHER: "greift zwei zugleich an: {targets}",
    },
    shapes={
        MateShape.HEAD_GOLD: "einem Gold vor dem König (Atama-kin)",
        MateShape.BELLY_GOLD: "einem Gold neben dem König (Hara-kin)",
        MateShape.TAIL_GOLD: "einem Gold hinter dem König (Shiri-kin)",
        MateShape.HANGING_KNIGHT: "einem Springer (Tsurushi-kei)",
        MateShape.CENTRE: "dem König in der Mitte des Bretts (Miyako-zume)",
        MateShape.CORNER: "dem König in der Ecke (Setchin-zume)",
    },
    claims={
        "mate": "{first} ist matt.",
        "mate in": "{first} setzt in {plies} Halbzügen matt{line}.",
        "shape": "Es endet mit {shape}.",
        "shape at once": "Das ist das Matt mit {shape}.",
        "not met": "Das pariert die Mattdrohung (Tsumero) nicht, die mit {first} beginnt.",
        "not met at once": "Das pariert die Mattdrohung {first} nicht.",
        "men": "{first} gewinnt: {gain}{line}.",
        "trade": "{first} gewinnt {gain} gegen {paid}{line}.",
        "fork": "{first} {fork}.",
        "hanging": "{first} nimmt umsonst: {man}.",
        "back": "{first} nimmt zurück: {man} gegen {lost}.",
        "back alike": "{first} nimmt zurück: {lost}.",
        "threatmate": "{first} droht Matt (Tsumero): als Nächstes {mate}.",
        "brinkmate": "Nach {first} ist das Matt nicht mehr zu verhindern (Hisshi): als Nächstes {mate}.",
        "promotion": "Mit {first} entsteht: {man}.",
        "refutation": "{first} ist die beste Antwort, und {side} steht {after} statt {before}{line}.",
        "refutation alike": "{first} ist die beste Antwort, und {side} steht {after}{line}.",
        "refutation level": "{first} ist die beste Antwort, und es steht gleich{line}.",
    },
    better={
        "shape": "Es endet mit {shape}.",
        "shape at once": "Das ist das Matt mit {shape}.",
        "order": "Verkehrte Reihenfolge: erst {first}, und nach {reply} dann {move}.",
        "promotes": "Besser mit Beförderung: {first}.",
        "stays": "Besser ohne Beförderung: {first}.",
    },
    better_mark="Besser: ",
)

LEXICONS = {Language.JAPANESE: JAPANESE, Language.ENGLISH: ENGLISH, Language.GERMAN: GERMAN}


def sentence(reason: Reason, language: Language, *, has_line: bool = True) -> str:
    """A reason in one sentence; without its line where that stands beside it. Raises TypeError for a fact of chess."""
    words, fact = LEXICONS[language], reason.fact
    first, *others = _moves(fact.board, fact.line, language)
    claim, said = _claim(fact, words, language)
    line = _line(others, language) if has_line else ""
    if reason.role is not Role.BETTER:
        form = words.claims[claim]
    else:
        form = words.better.get(claim) or words.better_mark + words.claims[claim]
    return form.format(first=first, line=line, **said)


def _claim(fact: Fact, words: Lexicon, language: Language) -> tuple[str, dict[str, str]]:
    """The name of a claim, and what it says."""
    match fact:
        case ForcedMate(in_moves=1):
            return "mate", {}
        case ForcedMate():
            return "mate in", {"plies": str(2 * fact.in_moves - 1)}
        case ShapeOfMate():
            return _at_once("shape", fact), {"shape": words.shapes[fact.shape]}
        case MateNotMet():
            return _at_once("not met", fact), {}
        case MenWon(paid=()):
            return "men", {"gain": _men(fact.won, words), "many": words.many if len(fact.won) > 1 else ""}
        case MenWon():
            return "trade", {"gain": _men(fact.won, words), "paid": _men(fact.paid, words)}
        case ShogiFork():
            others = [man for man in fact.targets if man != "K"]
            if language is Language.JAPANESE:
                targets, target = (words.joint.join(words.men[man] for man in men) for men in (fact.targets, others))
            else:
                targets, target = _men(fact.targets, words), _men(others, words)
            return "fork", {"fork": words.forks[fact.kind].format(targets=targets, target=target)}
        case TakenForNothing():
            return "hanging", {"man": words.men[fact.man]}
        case TakenBack():
            man, lost = fact.man[-1], fact.lost[-1]  # none in hand is promoted
            return "back alike" if man == lost else "back", {"man": words.men[man], "lost": words.men[lost]}
        case Threatmate():
            after = fact.board
            after.push(fact.line[0])
            free = passed(after)
            mate = "".join(_moves(free, fact.mate[:1], language)) if free else ""
            return "brinkmate" if isinstance(fact, Brinkmate) else "threatmate", {"mate": mate}
        case BigManPromoted():
            return "promotion", {"man": words.men[f"+{fact.man}"]}
        case WrongOrder():
            _, reply, move = _moves(fact.board, fact.line, language)
            return "order", {"reply": reply, "move": move}
        case OtherPromotion():
            return "promotes" if fact.promotes else "stays", {}
        case Refutation(before=Standing.EQUAL, after=Standing.EQUAL):
            return "refutation level", {}
        case Refutation():
            side = words.sides[not fact.is_white]
            said = {"side": side, "before": words.standings[fact.before], "after": words.standings[fact.after]}
            return "refutation alike" if fact.before is fact.after else "refutation", said
        case _:
            raise TypeError(f"there are no words of shogi for {type(fact).__name__}")


def _at_once(claim: str, fact: Fact) -> str:
    """A claim on a mate; of one in one move it is said otherwise."""
    return f"{claim} at once" if len(fact.line) == 1 else claim


def _moves(board: Board, moves: Sequence[str], language: Language) -> list[str]:
    """Moves one after another, as the language tells them, with the marks of their sides."""
    walk = board.copy()
    if language is Language.JAPANESE:
        return [walk.san_and_push(move) for move in moves]
    turns = [board.turn if ply % 2 == 0 else not board.turn for ply in range(len(moves))]
    return [f"{MARKS[turn]}{move}" for turn, move in zip(turns, board.western(moves), strict=True)]


def _line(moves: Sequence[str], language: Language) -> str:
    """The moves after the first one, behind a colon; nothing if there are none."""
    if not moves:
        return ""
    shown = [*moves[:MOST_SHOWN], "…", moves[-1]] if len(moves) > MOST_SHOWN + 1 else moves
    return f"（{''.join(shown)}）" if language is Language.JAPANESE else f": {' '.join(shown)}"


def _men(men: Sequence[str], words: Lexicon) -> str:
    counted = Counter(men).items()
    told = [
        (words.single if count == 1 else words.counted).format(count=count, man=words.men[man])
        for man, count in counted
    ]
    return words.joint.join(filter(None, (words.comma.join(told[:-1]), told[-1])))
