"""The words of a report, in each language of reasons: of chess, and made from them those of shogi."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

from kiebitz.analysis.explanation.german import LETTERS
from kiebitz.analysis.explanation.language import CHESS_ALONE, Language
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.judging.phase import Phase
from kiebitz.engine.line import GameName
from kiebitz.kifu.handicaps import in_handicap
from kiebitz.kifu.record import Ending
from kiebitz.kifu.strategy import in_english, in_german


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language; what stands in braces is filled in."""

    decimal_point: str
    group_mark: str
    percent_sign: str
    units: Mapping[str, str]
    """Of limits, where they are called otherwise than in the tag AnalysisLimit."""
    piece_letters: Mapping[int, int]
    """From the English letters of moves, as ``str.translate`` takes them."""
    first_side: str
    """The side that moves first by the rules: White, in shogi Black."""
    second_side: str
    phases: Mapping[Phase, str]
    judgements: Mapping[Judgement, str]
    """One of them."""
    counted: Mapping[Judgement, str]
    """Several of them."""
    course: str
    course_label: str
    times: str
    """{longest} is the longest time a move took."""
    figures: str
    accuracy: str
    average_loss: str
    time_used: str
    time: str
    clock: str
    moves_of_phase: str
    """{first} and {last} are numbers of moves."""
    move_of_phase: str
    """The same of one number, {first}."""
    standings: Mapping[int, str]
    """How a game stands, from 2, White is winning, to -2; {when} is one of the next five."""
    mostly: Mapping[int, str]
    """The same of a stretch in which it stands so for the most part."""
    changing: str
    """Of a stretch in which it stands no one way, with {when}."""
    throughout: str
    until: str
    """{last} is a move's number; in the others {first}, too."""
    between: str
    during: str
    """Of the move {first} alone."""
    since: str
    turned: str
    """{move} is a marked move, {before} and {after} White's winning chances."""
    swung: str
    """The same where the game didn't stay so."""
    after_fault: str
    """The sentence on that where {fault}, the move before it, had brought them from {level} to {before}."""
    results: Mapping[str, str]
    """Of PGN's results what they mean."""
    although: str
    """{result} and {standing}, which don't go together."""
    at_the_end: str
    moments: str
    all_moments: str
    """{count} of them, more than are shown."""
    why: str
    no_moments: str
    no_moves: str
    moves: str
    better: str
    """{line} is the better line."""
    change: str
    """{before} and {after} are evaluations, {chances_before} and {chances_after} White's winning chances."""
    sure: str
    """{percent} is how likely a mark is true."""
    now: str
    """{value} is the evaluation, {chances} White's winning chances."""
    book_left: str
    """{opening} is the last name that the game's opening had."""
    board: str
    """{move} is the move before it."""
    board_before: str
    """{move} is the move that is played in it."""
    start: str
    mate: str
    first: str
    previous: str
    next: str
    last: str
    next_mark: str
    into_line: str
    out_of_line: str
    turn: str
    keys: str
    how: str
    """{moves}, {limit}, {nodes} and {version}."""
    scale: str
    """{marks} are the marks, each with its least loss."""
    index: str
    games: str
    """{count} of them."""
    result: str
    not_analysed: str
    in_part: str
    scores: Mapping[str, str] = field(default_factory=lambda: {"1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½"})
    """PGN's results as they stand between the names of the players."""
    endings: Mapping[str, str] = field(default_factory=dict)
    """The ends of records of shogi in this language; what isn't here is shown as it is written."""
    ended: str = "{result} ({ending})"
    """{result} is one of ``results``; {moves} is how many there are."""
    full_stop: str = "."
    clause_mark: str = "; "
    shows_western: bool = True
    """True if moves of shogi are told with the men's letters, too."""
    opening: Callable[[str], str] = in_english
    """The name of an opening of shogi from the Japanese one."""
    counts_pawns: bool = True
    """True if evaluations are shown in pawns, as chess has it; else in hundredths of one."""

    @property
    def sides(self) -> tuple[str, str]:
        """The names of both sides, first the one that moves first by the rules."""
        return self.first_side, self.second_side

    def number(self, value: float, digits: int) -> str:
        """A number as the language writes it."""
        return f"{value:.{digits}f}".replace(".", self.decimal_point)

    def percent(self, value: float) -> str:
        """A share in percent with one decimal place."""
        return f"{self.number(value, 1)}{self.percent_sign}"

    def thousands(self, number: int) -> str:
        """A whole number in groups of three digits."""
        return f"{number:,}".replace(",", self.group_mark)

    def limit(self, written: str) -> str:
        """The limit of a search, written as the tag AnalysisLimit has it."""
        return " ".join(self._limit_word(word) for word in written.split(" "))

    def _limit_word(self, word: str) -> str:
        return self.thousands(int(word)) if word.isdecimal() else self.units.get(word, word)

    def evaluation(self, centipawns: int | None, mate: int | None) -> str:
        """An evaluation (of who moves first): '+0.35', '−1.20', '#3', in shogi '+35'; mate on the board in words."""
        if mate is not None:
            return f"#{mate}".replace("-", "−") if mate else self.mate
        if not self.counts_pawns:
            return f"{centipawns or 0:+d}".replace("-", "−")
        return f"{(centipawns or 0) / 100:+.2f}".replace("-", "−").replace(".", self.decimal_point)

    def move(self, san: str) -> str:
        """A move, or a line of them, with the language's letters for pieces."""
        return san.translate(self.piece_letters)


ENGLISH = Words(
    decimal_point=".",
    group_mark=",",
    percent_sign="%",
    units={},
    piece_letters={},
    first_side="White",
    second_side="Black",
    phases={Phase.OPENING: "Opening", Phase.MIDDLEGAME: "Middlegame", Phase.ENDGAME: "Endgame"},
    judgements={
        Judgement.INACCURACY: "inaccuracy",
        Judgement.MISTAKE: "mistake",
        Judgement.BLUNDER: "blunder",
    },
    counted={
        Judgement.INACCURACY: "Inaccuracies",
        Judgement.MISTAKE: "Mistakes",
        Judgement.BLUNDER: "Blunders",
    },
    course="White’s winning chances",
    course_label="White’s winning chances by move; marked moves are links",
    times="Time for each move: White’s upwards, Black’s downwards; the longest took {longest}",
    figures="Figures",
    accuracy="Accuracy",
    average_loss="Average loss, centipawns",
    time_used="Time used",
    time="Time",
    clock="Clock",
    moves_of_phase="moves {first} to {last}",
    move_of_phase="move {first}",
    standings={
        2: "{when} White was winning",
        1: "{when} White was better",
        0: "{when} the game was level",
        -1: "{when} Black was better",
        -2: "{when} Black was winning",
    },
    mostly={
        2: "{when} White was mostly winning",
        1: "{when} White was mostly better",
        0: "{when} the game was mostly level",
        -1: "{when} Black was mostly better",
        -2: "{when} Black was mostly winning",
    },
    changing="{when} the game went back and forth",
    throughout="from beginning to end",
    until="until move {last}",
    between="from move {first} to move {last}",
    during="at move {first}",
    since="from move {first} on",
    turned="{move} turned it: White’s chances went from {before}% to {after}%",
    swung="The largest swing was {move}: White’s chances went from {before}% to {after}%",
    after_fault=", right after {fault} had brought them there from {level}%",
    results={"1-0": "White won", "0-1": "Black won", "1/2-1/2": "The game was drawn"},
    although="{result}, although {standing}",
    at_the_end="at the end",
    moments="The moments that mattered",
    all_moments="{count} more marked moves",
    why="Show the line",
    no_moments="No move lost enough for a mark.",
    no_moves="There are no moves to analyse.",
    moves="All moves",
    better="Better: {line}.",
    sure="{percent}% sure",
    change="{before} became {after}; White’s winning chances {chances_before}% became {chances_after}%",
    now="{value}; White’s winning chances {chances}%",
    book_left="From here on the opening has no name of its own; the last was {opening}",
    board="The position after {move}",
    board_before="The position before {move}; the red arrow is that move, the green one the better move",
    start="the start",
    mate="mate",
    first="first position",
    previous="one move back",
    next="one move on",
    last="last position",
    next_mark="next marked move",
    into_line="a move into the better line",
    out_of_line="a move back, out of it",
    turn="turn the board",
    keys="Keys: ← and → go from move to move, n to the next marked one,"
    " ↓ and ↑ into the better line and out of it, f turns the board.",
    how="Kiebitz {version} searched {moves} moves, {limit} a position, {nodes} nodes in all.",
    endings={
        Ending.RESIGNATION: "resignation",
        Ending.INTERRUPTION: "adjourned",
        Ending.REPETITION: "repetition, sennichite",
        Ending.IMPASSE: "impasse, jishogi",
        Ending.MATE: "mate",
        Ending.TIME: "on time",
        Ending.FOUL_WIN: "illegal move",
        Ending.FOUL_LOSS: "illegal move",
        Ending.ENTERING_KING: "declaration",
        Ending.DEFAULT_WIN: "by default",
        Ending.DEFAULT_LOSS: "by default",
        Ending.DRAW: "agreed",
        Ending.MOST_MOVES: "most moves",
    },
    scale="Evaluations are in pawns, from White’s view. A mark says how much of the winning chances a move lost"
    " ({marks} percentage points or more; or a mate), in the mean of two looks, the second a longer one;"
    " ! that it is by far the best, and hard to see. Accuracy is reckoned as lichess.org does; of each phase, the"
    " average loss stands in brackets.",
    index="Analysed games",
    games="{count} games",
    result="Result",
    not_analysed="not analysed",
    in_part="in part",
)

GERMAN = Words(
    decimal_point=",",
    group_mark=".",
    percent_sign="\N{NO-BREAK SPACE}%",
    units={"nodes": "Stellungen", "plies": "Halbzüge"},
    piece_letters=LETTERS,
    first_side="Weiß",
    second_side="Schwarz",
    phases={Phase.OPENING: "Eröffnung", Phase.MIDDLEGAME: "Mittelspiel", Phase.ENDGAME: "Endspiel"},
    judgements={
        Judgement.INACCURACY: "Ungenauigkeit",
        Judgement.MISTAKE: "Fehler",
        Judgement.BLUNDER: "grober Fehler",
    },
    counted={
        Judgement.INACCURACY: "Ungenauigkeiten",
        Judgement.MISTAKE: "Fehler",
        Judgement.BLUNDER: "Grobe Fehler",
    },
    course="Gewinnaussichten von Weiß",
    course_label="Gewinnaussichten von Weiß nach jedem Zug; angemerkte Züge sind Verweise",
    times="Bedenkzeit für jeden Zug: Weiß nach oben, Schwarz nach unten; der längste brauchte {longest}",
    figures="Zahlen",
    accuracy="Genauigkeit",
    average_loss="Mittlerer Verlust in Hundertstelbauern",
    time_used="Verbrauchte Zeit",
    time="Zeit",
    clock="Uhr",
    moves_of_phase="Züge {first} bis {last}",
    move_of_phase="Zug {first}",
    standings={
        2: "{when} stand Weiß auf Gewinn",
        1: "{when} stand Weiß besser",
        0: "{when} stand es gleich",
        -1: "{when} stand Schwarz besser",
        -2: "{when} stand Schwarz auf Gewinn",
    },
    mostly={
        2: "{when} stand Weiß meist auf Gewinn",
        1: "{when} stand Weiß meist besser",
        0: "{when} stand es meist gleich",
        -1: "{when} stand Schwarz meist besser",
        -2: "{when} stand Schwarz meist auf Gewinn",
    },
    changing="{when} ging es hin und her",
    throughout="von Anfang bis Ende",
    until="bis zum {last}. Zug",
    between="vom {first}. bis zum {last}. Zug",
    during="im {first}. Zug",
    since="vom {first}. Zug an",
    turned="{move} gab den Ausschlag: Die Gewinnaussichten von Weiß gingen von {before} % auf {after} %",
    swung="Am meisten änderte {move}: Die Gewinnaussichten von Weiß gingen von {before} % auf {after} %",
    after_fault=", gleich nachdem {fault} sie von {level} % dorthin gebracht hatte",
    results={"1-0": "Weiß gewann", "0-1": "Schwarz gewann", "1/2-1/2": "Die Partie endete remis"},
    although="{result}, obwohl es anders stand: {standing}",
    at_the_end="am Ende",
    moments="Worauf es ankam",
    all_moments="{count} weitere Züge mit Anmerkung",
    why="Die Variante zeigen",
    no_moments="Kein Zug verlor genug für eine Anmerkung.",
    no_moves="Es gibt keine Züge zu analysieren.",
    moves="Alle Züge",
    better="Besser: {line}.",
    sure="zu {percent} % sicher",
    change="Aus {before} wurde {after}; aus {chances_before} % Gewinnaussichten von Weiß wurden {chances_after} %",
    now="{value}; Gewinnaussichten von Weiß {chances} %",
    book_left="Von hier an hat die Eröffnung keinen eigenen Namen; der letzte war {opening}",
    board="Die Stellung nach {move}",
    board_before="Die Stellung vor {move}; der rote Pfeil ist dieser Zug, der grüne der bessere",
    start="dem Beginn",
    mate="matt",
    first="erste Stellung",
    previous="ein Zug zurück",
    next="ein Zug vor",
    last="letzte Stellung",
    next_mark="nächster angemerkter Zug",
    into_line="einen Zug in die bessere Variante",
    out_of_line="einen Zug zurück, aus ihr heraus",
    turn="das Brett drehen",
    keys="Tasten: ← und → gehen von Zug zu Zug, n zum nächsten angemerkten,"
    " ↓ und ↑ in die bessere Variante und zurück, f dreht das Brett.",
    how="Kiebitz {version} untersuchte {moves} Züge, {limit} je Stellung, insgesamt {nodes} Stellungen.",
    endings={
        Ending.RESIGNATION: "Aufgabe",
        Ending.INTERRUPTION: "abgebrochen",
        Ending.REPETITION: "Wiederholung, Sennichite",
        Ending.IMPASSE: "Jishogi",
        Ending.MATE: "Matt",
        Ending.TIME: "Zeit",
        Ending.FOUL_WIN: "regelwidriger Zug",
        Ending.FOUL_LOSS: "regelwidriger Zug",
        Ending.ENTERING_KING: "erklärt",
        Ending.DEFAULT_WIN: "kampflos",
        Ending.DEFAULT_LOSS: "kampflos",
        Ending.DRAW: "vereinbart",
        Ending.MOST_MOVES: "höchste Zahl der Züge",
    },
    scale="Bewertungen zählen Bauern, aus der Sicht von Weiß. Eine Anmerkung sagt, wie viel von den Gewinnaussichten"
    " ein Zug verlor ({marks} Prozentpunkte oder mehr; oder ein Matt), im Mittel zweier Suchen, deren zweite länger"
    " ist; !, dass er bei weitem der beste ist und nicht leicht zu sehen. Die Genauigkeit wird wie bei lichess.org"
    " berechnet; bei jeder Phase steht in Klammern der mittlere Verlust.",
    index="Analysierte Partien",
    games="{count} Partien",
    result="Ergebnis",
    not_analysed="nicht analysiert",
    in_part="zum Teil",
    opening=in_german,
)

# Of shogi alone.
JAPANESE = Words(
    decimal_point=".",
    group_mark=",",
    percent_sign="%",
    units={"nodes": "局面", "plies": "手", "ms": "ミリ秒"},
    piece_letters={},
    first_side="先手",
    second_side="後手",
    phases={Phase.OPENING: "序盤", Phase.MIDDLEGAME: "中盤", Phase.ENDGAME: "終盤"},
    judgements={
        Judgement.INACCURACY: "疑問手",
        Judgement.MISTAKE: "悪手",
        Judgement.BLUNDER: "大悪手",
    },
    counted={
        Judgement.INACCURACY: "疑問手",
        Judgement.MISTAKE: "悪手",
        Judgement.BLUNDER: "大悪手",
    },
    course="先手の勝率",
    course_label="一手ごとの先手の勝率。印のついた手はリンク",
    times="一手ごとの消費時間：上が先手、下が後手。最長は{longest}",
    figures="数字",
    accuracy="正確さ",
    average_loss="平均損失（評価値）",
    time_used="消費時間",
    time="時間",
    clock="残り時間",
    moves_of_phase="{first}手目から{last}手目",
    move_of_phase="{first}手目",
    standings={
        2: "{when}先手勝勢",
        1: "{when}先手有利",
        0: "{when}互角",
        -1: "{when}後手有利",
        -2: "{when}後手勝勢",
    },
    mostly={
        2: "{when}おおむね先手勝勢",
        1: "{when}おおむね先手有利",
        0: "{when}おおむね互角",
        -1: "{when}おおむね後手有利",
        -2: "{when}おおむね後手勝勢",
    },
    changing="{when}形勢が揺れ動く展開",
    throughout="初手から最後まで",
    until="{last}手目まで",
    between="{first}手目から{last}手目まで",
    during="{first}手目は",
    since="{first}手目から",
    turned="勝負を分けたのは{move}：先手の勝率は{before}%から{after}%に",
    swung="形勢が最も動いたのは{move}：先手の勝率は{before}%から{after}%に",
    after_fault="（直前の{fault}で{level}%から変わったばかり）",
    results={"1-0": "先手の勝ち", "0-1": "後手の勝ち", "1/2-1/2": "引き分け"},
    although="{result}（{standing}だった）",
    at_the_end="終局時は",
    moments="勝負どころ",
    all_moments="ほかに印のついた手{count}",
    why="手順を見る",
    no_moments="印がつくほど損をした手はない。",
    no_moves="解析する手がない。",
    moves="全手順",
    better="最善手順：{line}",
    sure="確からしさ{percent}%",
    change="評価値{before}から{after}へ、先手の勝率{chances_before}%から{chances_after}%へ",
    now="評価値{value}、先手の勝率{chances}%",
    book_left="ここから先に戦型の名はない。最後は{opening}",
    board="{move}まで",
    board_before="{move}の前の局面。赤い矢印がその手、緑の矢印が最善手",
    start="開始局面",
    mate="詰み",
    first="開始局面へ",
    previous="一手戻る",
    next="一手進む",
    last="最終局面へ",
    next_mark="次の印へ",
    into_line="最善手順を一手進む",
    out_of_line="最善手順を一手戻る",
    turn="盤を反転",
    keys="キー：←→で一手ずつ、nで次の印へ、↓↑で最善手順を進む・戻る、fで盤を反転。",
    how="Kiebitz {version}が{moves}手を解析。一局面あたり{limit}、合計{nodes}局面。",
    scale="評価値は先手から見た値。勝率は将棋ソフトの慣例（600点で73%）による。印はその手で失った勝率"
    "（{marks}ポイント以上）を、二度の探索（二度目は長く）の平均で示す。各段階の括弧内は平均損失。",
    index="解析した対局",
    games="{count}局",
    result="結果",
    not_analysed="未解析",
    in_part="一部のみ",
    scores={"1-0": "○–●", "0-1": "●–○", "1/2-1/2": "△–△"},
    ended="まで{moves}手で{result}（{ending}）",
    full_stop="。",
    clause_mark="、",
    shows_western=False,
    opening=str,
    counts_pawns=False,
)

WORDS = {Language.ENGLISH: ENGLISH, Language.GERMAN: GERMAN}

SHOGI_SCALES = {
    Language.ENGLISH: "Evaluations are in hundredths of a pawn, from Black’s view (☗), who moves first. Winning chances"
    " are reckoned as shogi programs do: 600 are 73%. A mark says how much of them a move lost ({marks} percentage"
    " points or more), in the mean of two looks, the second a longer one; of each phase, the average loss stands in"
    " brackets.",
    Language.GERMAN: "Bewertungen in Hundertstelbauern aus der Sicht von Schwarz (☗), der beginnt. Gewinnaussichten wie"
    " in Shogi-Programmen üblich: 600 sind 73 %. Eine Anmerkung sagt, wie viel davon ein Zug verlor ({marks}"
    " Prozentpunkte oder mehr), im Mittel zweier Suchen, deren zweite länger ist; bei jeder Phase steht in Klammern der"
    " mittlere Verlust.",
}
SIDES = re.compile(rf"\b({'|'.join(name for words in WORDS.values() for name in words.sides)})\b")


@cache
def words_for(language: Language, game: GameName, *, is_handicap: bool = False) -> Words:
    """The words of a report on a game. Raises ValueError for Japanese words on chess."""
    if language is Language.JAPANESE:
        if game == "chess":
            raise ValueError(CHESS_ALONE)
        return _replaced(JAPANESE, in_handicap) if is_handicap else JAPANESE
    words = WORDS[language]
    if game == "chess":
        return words
    # Black moves first: what chess says of White, shogi says of Black.
    other = {words.first_side: words.second_side, words.second_side: words.first_side}

    def swapped(said: str) -> str:
        return SIDES.sub(lambda found: other[found[1]], said)

    return replace(_replaced(words, swapped), scale=SHOGI_SCALES[language], counts_pawns=False)


def _replaced(words: Words, renamed: Callable[[str], str]) -> Words:
    """The words with the sides renamed wherever they are told."""
    told: dict[str, Any] = {}
    for each in fields(words):
        said = getattr(words, each.name)
        if isinstance(said, str):
            told[each.name] = renamed(said)
        elif each.name in ("standings", "mostly", "results"):
            told[each.name] = {key: renamed(value) for key, value in said.items()}
    return replace(words, **told)
