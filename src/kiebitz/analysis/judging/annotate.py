"""One game before a judge: each move judged, and what was found written into a game's tree.

Each position is searched once: what the search of a position finds is the value before the move played there and the
best move, and at the same time the value after the move before. A move that would get a mark by these two values is
looked at a second time when all positions are done, and as ``explain`` looks at it (see ``explanation.asker``): afresh,
and then longer at the played move and the better one alone. What this finds of the two is what the move is judged by,
and what its explanation begins with. Where tablebases know a position its value is theirs; a move between two such
positions is judged by them, without a second look. A move that the engine would have played itself may be praised (see
``praise``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import chess
import chess.pgn

import kiebitz
from kiebitz.analysis.explanation.asker import EngineAsker
from kiebitz.analysis.explanation.explanation import explain_fault, sentences
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.reason import Reason
from kiebitz.analysis.explanation.shogi.promoting import promoting
from kiebitz.analysis.explanation.shown_line import ShownLine, with_its_past
from kiebitz.analysis.judging import judgement, praise
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.judging.main_line import GameTree, MainLine, main_line_of
from kiebitz.analysis.judging.old_prose import marked_if_old
from kiebitz.analysis.judging.phase import Phase, phase_of
from kiebitz.analysis.judging.position_store import PositionStore
from kiebitz.analysis.judging.searches import Memory, Searches
from kiebitz.engine import NULL_MOVE_TEXT, legal_moves, push_null
from kiebitz.engine.era_names import TODAY
from kiebitz.engine.judge import Judge
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import GameName
from kiebitz.engine.opening_names import OpeningName
from kiebitz.engine.score import Score
from kiebitz.engine.tablebase import DRAW, LOSS, WIN, Tablebase
from kiebitz.games.chances import Chances
from kiebitz.games.chess.game import CHESS
from kiebitz.games.game import Game

DEFAULT_NODES = 300_000
"""The nodes of each position by default."""

VARIATION_PLIES = 12
"""The plies of a best line that are written into the game."""

LIMIT_TAG = "AnalysisLimit"
"""The tag that says how long each position was searched: '300000 nodes', '20 plies', '1000 ms'."""

LIMIT_PART = re.compile(r"(\d{1,18}) (nodes|plies|ms)")
EVAL_COMMENT = re.compile(r"\[%eval [^\[\]]*\]")
OWN_WORD = "Kiebitz"
NO_MARK = "no mark"
OWN_LINE = re.compile(rf"(?:{EVAL_COMMENT.pattern} )?{OWN_WORD}")
OWN_REASONS = re.compile(rf"\({OWN_WORD}: [^()]*\)")
OWN_OPINION = re.compile(rf"{OWN_WORD}: (?:\?[?!]?|{NO_MARK})")
MOVE_GLYPHS = frozenset(range(1, 7))
MACHINE_GLYPHS = frozenset(judgement.nag for judgement in Judgement)


@dataclass(frozen=True, slots=True)
class AnalysisSettings:
    """How games are analysed."""

    limit: Limit
    """The limit of the search of one position."""
    multipv: int = 1
    """Number of best lines to look for."""
    era: str = TODAY
    """As which program of the past the engine searches (see ``kiebitz.engine.eras``)."""
    threads: int = 1
    """Number of threads that search a position."""
    words: Language | None = None
    """In which language marks are explained; None: they are not."""
    syzygy: str | None = None
    """Directories of more tablebases than those of four men, separated as in PATH."""
    apart: bool = False
    """True if positions of the opening are searched apart (see ``searches``), as a store needs it."""
    store: str | None = None
    """The file of a store (see ``position_store``), which searches apart; None: there is none."""
    engine: str | None = None
    """Another program that judges, as ``COMMAND;OPTION=VALUE``; None: our own engine does."""
    game: GameName = "chess"
    """Which game they are games of."""

    def __post_init__(self) -> None:
        if self.store is not None and (self.threads > 1 or self.limit.movetime_ms is not None):
            raise ValueError(
                "a store needs searches that can be repeated: give nodes or depth as the limit, and one thread"
            )

    @property
    def is_apart(self) -> bool:
        """True if positions of the opening are searched apart, for a store or without one."""
        return self.apart or self.store is not None


@dataclass(frozen=True, slots=True)
class BestLine:
    """One of the best lines of a position."""

    score: Score
    """White's view; in shogi Black's, who moves first."""
    uci: tuple[str, ...]
    """The line as UCI text, in shogi as USI text."""
    san: tuple[str, ...]
    """The line as people write it: in SAN, in shogi as Japanese records have it."""
    depth: int
    """Depth of the search, in plies."""


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """The judgement of one move of the game."""

    number: int
    """The number of the move in the game; in shogi moves are counted by plies."""
    is_first: bool
    """True if who moves first by the rules played it: White, in shogi Black."""
    phase: Phase
    """Of the position it was played in."""
    san: str
    """The move as people write it (see ``BestLine``); '--' for a null move, which is not judged."""
    uci: str
    """The move as UCI text, in shogi as USI text; '0000' for a null move."""
    score: Score
    """Value of the position after it, White's view, in shogi Black's; '#0' if it is mate."""
    best: tuple[BestLine, ...]
    """The best lines of the position before it, best first; the first one from the second look, if there was one."""
    centipawn_loss: int
    """Its loss against the best move, mover's view, never negative; evaluations cut off (``Chances.most``)."""
    win_percent_loss: float
    """Its loss of the mover's winning chances, in percentage points."""
    accuracy: float
    """From 0 to 100."""
    judgement: Judgement | None
    """None for a move that is good enough."""
    sureness: float | None
    """How likely its mark is true, from 0 to 1 (see ``judgement.sureness_of``); None without a mark, and in shogi."""
    seconds: float | None
    """The time it took, if the clocks in the game tell."""
    seconds_left: float | None = None
    """The mover's time left after it, by its clock in the game."""
    reasons: tuple[Reason, ...] = ()
    """Why it has its mark, as far as that could be proven, none where marks are not explained; or why it is praised."""

    @property
    def is_white(self) -> bool:
        """In chess whether White played it: ``is_first``."""
        return self.is_first

    @property
    def is_praised(self) -> bool:
        """True if it is by far the best move, and hard to see (see ``praise``): ``!``."""
        return self.judgement is None and bool(self.reasons)


@dataclass(frozen=True, slots=True)
class PhaseSummary:
    """How one player played in one phase of the game."""

    phase: Phase
    moves: int
    """Moves that were judged."""
    accuracy: float | None
    """From 0 to 100, each move weighing as much as in the whole game's; None without any move."""
    average_centipawn_loss: float | None
    """None without any move."""


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """How one player played."""

    name: str
    """As the game's tag says."""
    moves: int
    """Moves that were judged."""
    accuracy: float | None
    """From 0 to 100; None without any move."""
    average_centipawn_loss: float | None
    """None without any move."""
    inaccuracies: int
    mistakes: int
    blunders: int
    phases: tuple[PhaseSummary, ...]
    """All phases, in their order."""


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    """The findings of the first search of a position of the game, before any second look at a move."""

    fen: str
    """Four fields: men, side to move, castling, and en passant where it is legal. In shogi an SFEN without number."""
    best: tuple[BestLine, ...]
    """Best first; none where the game is over."""
    nodes: int
    """Positions visited."""


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """The judgement of a game."""

    start_score: Score | None
    """Value of the position the game starts from, White's view, in shogi Black's; None if there are no moves."""
    positions: tuple[PositionAnalysis, ...]
    """The position it starts from, and that after each move; none if there are no moves."""
    moves: tuple[MoveAnalysis, ...]
    """One after the other."""
    white: PlayerSummary
    black: PlayerSummary
    opening: OpeningName | None
    """The name of the last position that has one; None if none has."""
    nodes: int
    """Positions visited by all searches together."""
    time_ms: int
    """Time taken by all searches together."""
    limit: Limit
    """The limit of the search of one position."""
    words: Language | None
    """In which language its marks are explained; None: they are not."""
    judge: str
    """The judge, by name and version."""
    game: GameName = "chess"
    """Which game it is."""

    @property
    def players(self) -> tuple[PlayerSummary, PlayerSummary]:
        """Both, first who moves first by the rules."""
        return (self.white, self.black) if self.game == "chess" else (self.black, self.white)


@dataclass(frozen=True, slots=True)
class _Searched:
    """A position of the game and its value."""

    score: Score
    """View of the side to move, so that 0 moves to mate can only mean that it is mated."""
    turn: bool
    """True if who moves first by the rules is to move."""
    fen: str
    """As ``PositionAnalysis`` has it."""
    apart: str | None
    """The past that its searches may look back at, if they are apart (see ``searches``)."""
    best: tuple[BestLine, ...] = ()
    """Best first; none where the game is over."""
    nodes: int = 0
    """Positions visited."""
    time_ms: int = 0
    """Time taken by the search."""
    result: int | None = None
    """WIN, DRAW or LOSS for the side to move, if tablebases know it or the game is over."""
    line: ShownLine | None = None
    """The search's line, where tablebases know the result."""

    @property
    def first_score(self) -> Score:
        """The score as who moves first by the rules sees it."""
        return self.score if self.turn else -self.score

    def win_percent(self, chances: Chances) -> float:
        """Winning chances of who moves first by the rules, from 0 to 100."""
        cut = self.score.clipped(chances.most)
        return chances.win_percent(cut if self.turn else -cut)


@dataclass(frozen=True, slots=True)
class _Look:
    """The looks at a move and at the best one; scores are the mover's view."""

    before: Score
    """Value of the best move."""
    after: Score
    """Value of the move; '#0' if it mates."""
    best: tuple[BestLine, ...]
    """Best first."""
    judgement: Judgement | None
    """None for a move that is good enough."""
    loses_nothing: bool = False
    """True if the engine would play the move itself, or it is a null move, which isn't judged."""
    lines: tuple[ShownLine, ...] = ()
    """The lines of the better move and of this one, if it has a mark that was looked at again or that tables prove."""
    reasons: tuple[Reason, ...] = ()
    """Why it has its mark, or is praised."""
    first: tuple[Score, Score] | None = None
    """Both values as the first look saw them, where this is the second."""

    def judged(self) -> tuple[Score, Score]:
        """The values that say what the move cost: of both looks the mean."""
        if self.first is None:
            return self.before, self.after
        return judgement.mean_of(self.first[0], self.before), judgement.mean_of(self.first[1], self.after)


def analyse_game(
    game: GameTree,
    judge: Judge,
    settings: AnalysisSettings,
    on_position: Callable[[int, int], None] = lambda done, of: None,
    tablebase: Tablebase | None = None,
    *,
    store: PositionStore | None = None,
) -> GameAnalysis:
    """Analyse the main line of a game; the tree is left as it is (see ``write_into``, and ``written_kifu``).

    ``on_position`` is told how many positions are done, of how many; each that is looked at again counts once more, so
    that more are to do the more are marked. ``tablebase`` holds the tables of ``settings.syzygy``, ``store`` is that of
    ``settings.store``. The judge forgets earlier games first, so that the outcome doesn't depend on them. Raises
    FenError or SfenError if the judge can't take the position, ShogiMoveError for a move of shogi that can't be
    played, and TablebaseError for a damaged table.
    """
    line = main_line_of(game)
    rules, moves, chances = line.game, line.moves, line.game.chances
    searches = Searches(judge, store, rules)
    memory = Memory(is_kept=settings.is_apart)
    board = line.start.copy()
    start_ply = board.ply()
    # Played along with the board: made anew for each move, it would replay the game so far each time.
    position = line.position.copy()
    searched: list[_Searched] = []
    opening = None
    if tablebase is None and rules is CHESS:
        tablebase = Tablebase()
    asker = EngineAsker(judge, settings.limit, tablebase)
    looks: list[_Look] = []
    # The places of moves that deserved a mark, and of those that may be praised.
    suspects: list[int] = []
    phase = phase_of(board)
    phases = [phase]
    for done, move in enumerate([None, *moves] if moves else [], 1):
        name = None
        if move is not None:
            _push(board, position, move, rules)
            name = rules.opening(position)
            opening = name or opening
            phase = phase_of(board, phase)
            phases.append(phase)
        apart = memory.reach(board, move, phase)
        goes_on = done <= len(moves)
        searched.append(_search(board, position, searches, settings, tablebase, apart=apart, goes_on=goes_on))
        if move is not None:
            look = _first_look(board, searched[-2], searched[-1], chances)
            if name:
                look = replace(look, judgement=None)
            elif look.judgement or (rules is CHESS and _may_be_praised(board, searched[-2], look)):
                suspects.append(len(looks))
            looks.append(look)
        on_position(done, len(moves) + 1 + len(suspects))
    # Only now: what is found there must not change what is thought of the rest of the game.
    board = line.start.copy()
    for done, index in enumerate(suspects, len(moves) + 2):
        for move in moves[board.ply() - start_ply : index]:
            board.push(move)
        looks[index] = _examined(looks[index], with_its_past(board), moves[index], asker, settings, chances=chances)
        on_position(done, len(moves) + 1 + len(suspects))
    judged = _judged(line, phases, looks)
    weights = judgement.move_weights([found.win_percent(chances) for found in searched]) if moves else []
    weighted = [(m, w) for m, w in zip(judged, weights, strict=True) if m.uci != NULL_MOVE_TEXT]
    first, second = (
        _summary(name, [(m, w) for m, w in weighted if m.is_first is is_first])
        for name, is_first in zip(line.names, (True, False), strict=True)
    )
    return GameAnalysis(
        start_score=searched[0].first_score if searched else None,
        positions=tuple(PositionAnalysis(found.fen, found.best, found.nodes) for found in searched),
        moves=tuple(judged),
        white=first if rules is CHESS else second,
        black=second if rules is CHESS else first,
        opening=opening,
        nodes=asker.nodes + sum(found.nodes for found in searched),
        time_ms=asker.time_ms + sum(found.time_ms for found in searched),
        limit=settings.limit,
        words=settings.words,
        judge=judge.title,
        game=rules.name,
    )


def _judged(line: MainLine, phases: list[Phase], looks: list[_Look]) -> list[MoveAnalysis]:
    """Judge the moves of a game by the looks at them, and by its clocks."""
    board, judged = line.start.copy(), []
    for move, look, phase, spent, left in zip(line.moves, looks, phases, line.seconds, line.seconds_left, strict=False):
        board.push(move)
        judged.append(_move_analysis(board, phase, look, line.game, seconds=spent, seconds_left=left))
    return judged


def _search(
    board: Any,
    position: Any,
    searches: Searches,
    settings: AnalysisSettings,
    tablebase: Tablebase | None,
    *,
    apart: str | None,
    goes_on: bool,
) -> _Searched:
    """The value of a position, which ``board`` holds as well, and its best lines.

    A game that the rules have ended, as by sennichite, and that goes on is searched as any other while there are moves.
    """
    turn, fen = position.turn, board.epd(shredder=board.chess960)
    if (over := searches.game.over(position)) and not (goes_on and any(board.legal_moves)):
        if over.winner is None:
            return _Searched(Score(centipawns=0), turn, fen, None, result=DRAW)
        has_won = over.winner == turn
        return _Searched(Score(mate=int(has_won)), turn, fen, None, result=WIN if has_won else LOSS)
    is_chess = searches.game is CHESS
    known = tablebase.probe(position, legal_moves(position)) if tablebase is not None and is_chess else None
    among = known.moves if known else None
    info = searches.search(position, board, settings.limit, multipv=settings.multipv, searchmoves=among, apart=apart)
    scores = [known.score(line.score) if known else line.score for line in info.lines]
    # Of several lines two may begin with the same move, with its promotion and without.
    told_from = 1 if settings.multipv > 1 else 0
    moves = [
        line.moves if is_chess else promoting(board, line.moves, line.score, first=told_from) for line in info.lines
    ]
    best = tuple(
        _best_line(board, score if turn else -score, told, line.depth)
        for score, told, line in zip(scores, moves, info.lines, strict=True)
    )
    found = _Searched(scores[0], turn, fen, apart, best, info.nodes, info.time_ms)
    if known is None:
        return found
    first = info.lines[0]
    result = known.result if known.result in (WIN, LOSS) else DRAW
    return replace(found, result=result, line=ShownLine.of(board, first.pv, first.score, first.depth))


def _best_line(board: Any, first_score: Score, moves: tuple[str, ...], depth: int) -> BestLine:
    board = board.copy(stack=False)
    san = []
    for move in moves:
        san.append(board.san_and_push(board.parse_uci(move)))
    return BestLine(first_score, moves, tuple(san), depth)


def _push(board: Any, position: Any, move: Any, rules: Game[Any]) -> None:
    """Play a move on both."""
    if move:
        rules.push(position, board.uci(move))
    else:
        push_null(position)
    board.push(move)


def _first_look(board: Any, before: _Searched, after: _Searched, chances: Chances) -> _Look:
    """The look by the searches before and after the last move of a board."""
    move = board.peek()
    values = before.score, -after.score
    if not move or before.best[0].uci[0] == _last_uci(board):
        return _Look(*values, before.best, None, loses_nothing=True)
    if before.line is None or after.result is None or before.result is None:
        return _Look(*values, before.best, judgement.judge(*values, chances))
    if -after.result >= before.result:
        return _Look(*values, before.best, None)
    played = ShownLine.of(before.line.start, [move], -after.score, before.line.depth)
    if after.line:
        moves = (move, *after.line.moves)
        played = ShownLine.of(before.line.start, moves, -after.line.score, after.line.depth + 1)
    return _Look(*values, before.best, judgement.judge(*values, chances), lines=(before.line, played))


def _may_be_praised(board: chess.Board, before: _Searched, look: _Look) -> bool:
    """True if the last move of a board is one that a longer look may find worth praise; none that tables know."""
    move = board.peek()
    if not move or not look.loses_nothing or before.result is not None:
        return False
    start = board.copy(stack=2)
    start.pop()
    return praise.may_be_praised(ShownLine.of(start, [move], look.before, before.best[0].depth))


def _examined(
    first: _Look, board: Any, move: Any, asker: EngineAsker, settings: AnalysisSettings, *, chances: Chances
) -> _Look:
    """The judgement by two looks of a move in a position, and, if it still has a mark, why; or why it is praised."""
    if first.judgement is None:
        reason = praise.find_praise(ShownLine.of(board, [move], first.before, first.best[0].depth), asker)
        return replace(first, reasons=(reason,) if reason else ())
    look = first if first.lines else _second_look(first, board, move, asker, settings, chances=chances)
    if settings.words and look.judgement and look.lines:
        return replace(look, reasons=explain_fault(look.lines, asker))
    return look


def _second_look(
    first: _Look, board: Any, move: Any, asker: EngineAsker, settings: AnalysisSettings, *, chances: Chances
) -> _Look:
    """The first look and a search of a move and of the best one, together."""
    lines = asker.compared(board, move)
    loses_nothing = lines[0].moves[0] == move
    if len(lines) < 2 and not loses_nothing:  # too few nodes even for a ply
        return first
    better = _best_line(board, lines[0].white_score, lines[0].uci, lines[0].depth)
    others = (line for line in first.best if line.uci[0] != better.uci[0])
    look = replace(
        first,
        before=lines[0].score,
        after=_a_move_later(lines[0 if loses_nothing else 1].score),
        best=(better, *others)[: settings.multipv],
        loses_nothing=loses_nothing,
        lines=lines,
        first=(first.before, first.after),
    )
    return replace(look, judgement=None if loses_nothing else judgement.judge_surely(*look.judged(), chances))


def _a_move_later(score: Score) -> Score:
    """A score after the mover's move that it was promised for, still in the mover's view: a mate is a move nearer."""
    return Score(mate=score.mate - 1) if score.mate is not None and score.mate > 0 else score


def _last_uci(board: Any) -> str:
    """The last move of a board as the engine writes it: castling as the variant has it."""
    move = board.pop()
    uci: str = board.uci(move)
    board.push(move)
    return uci


def _move_analysis(
    board: Any, phase: Phase, look: _Look, rules: Game[Any], *, seconds: float | None, seconds_left: float | None
) -> MoveAnalysis:
    """The judgement by a look at the last move of a board, and by the clocks."""
    move = board.pop()
    cut, win_percent = rules.chances.most, rules.chances.win_percent
    best, played = look.judged()
    before, after = best.clipped(cut), cut if played.mate == 0 else played.clipped(cut)
    if look.loses_nothing:
        after = before
    chances, chances_left = win_percent(before), win_percent(after)
    is_first, number, uci = board.turn, board.fullmove_number, board.uci(move)
    loss = max(0.0, chances - chances_left)
    # What a mate or a table says is no opinion.
    is_known = best.mate is not None or played.mate is not None or (look.first is None and bool(look.lines))
    # Nobody has asked how sure marks of shogi are.
    sureness = None if rules is not CHESS else 1.0 if is_known else judgement.sureness_of(loss)
    return MoveAnalysis(
        number=number,
        is_first=is_first,
        phase=phase,
        san=board.san_and_push(move),
        uci=uci,
        score=look.after if is_first else -look.after,
        best=look.best,
        centipawn_loss=max(0, before - after),
        win_percent_loss=loss,
        accuracy=judgement.move_accuracy(chances, chances_left),
        judgement=look.judgement,
        sureness=sureness if look.judgement else None,
        seconds=seconds,
        seconds_left=seconds_left,
        reasons=look.reasons,
    )


def _summary(name: str, moves: list[tuple[MoveAnalysis, float]]) -> PlayerSummary:
    """How a player played these moves, each with its weight."""
    verdicts = [move.judgement for move, _ in moves]
    phases = [(phase, [(move, weight) for move, weight in moves if move.phase is phase]) for phase in Phase]
    return PlayerSummary(
        name=name,
        moves=len(moves),
        accuracy=_accuracy(moves),
        average_centipawn_loss=_average_loss(moves),
        inaccuracies=verdicts.count(Judgement.INACCURACY),
        mistakes=verdicts.count(Judgement.MISTAKE),
        blunders=verdicts.count(Judgement.BLUNDER),
        phases=tuple(PhaseSummary(phase, len(part), _accuracy(part), _average_loss(part)) for phase, part in phases),
    )


def _accuracy(moves: list[tuple[MoveAnalysis, float]]) -> float | None:
    return judgement.game_accuracy([move.accuracy for move, _ in moves], [weight for _, weight in moves])


def _average_loss(moves: list[tuple[MoveAnalysis, float]]) -> float | None:
    return sum(move.centipawn_loss for move, _ in moves) / len(moves) if moves else None


def eval_comment(score: Score) -> str:
    """A score (White's view) as lichess.org writes it into PGN: '[%eval 0.35]', '[%eval #-3]'; '' for mate itself."""
    if score.mate == 0:
        return ""
    return f"[%eval #{score.mate}]" if score.mate is not None else f"[%eval {(score.centipawns or 0) / 100:.2f}]"


def limit_text(limit: Limit) -> str:
    """A limit as the tag ``LIMIT_TAG`` has it."""
    return ", ".join(f"{number} {unit}" for unit, number in limit_numbers(limit).items())


def is_shallower(limit: Limit, earlier: str) -> bool:
    """True if a limit is lower than that of an earlier analysis, as its tag says, or can't be compared with it."""
    numbers = limit_numbers(limit)
    return any(numbers.get(unit, 0) < int(number) for number, unit in LIMIT_PART.findall(earlier))


def limit_numbers(limit: Limit) -> dict[str, int]:
    """The numbers of a limit for a position, by unit."""
    given = {"nodes": limit.nodes, "plies": limit.depth, "ms": limit.movetime_ms}
    return {unit: number for unit, number in given.items() if number is not None}


def write_into(game: chess.pgn.Game, analysis: GameAnalysis) -> None:
    """Write evaluations, judgements and best lines into a game.

    The opening's code and name go into the tags ECO and Opening, the limit into AnalysisLimit.
    Best lines are variations of their own, told by the word Kiebitz; those of an earlier analysis are replaced unless
    somebody changed them. An ``[%eval …]`` of an earlier analysis is replaced, and so are ?!, ? and ?? beside it.
    Why a move has its mark stands in its comment, between "(Kiebitz:" and ")", and is replaced likewise.
    Everything else stays: comments, clocks, variations, tags, and an annotator's own mark on a move; what we would have
    set there is said in the comment. A program's verdict in words that ours contradicts is marked as old.
    """
    own = f"{OWN_WORD} {kiebitz.__version__}"
    game.headers.setdefault("Annotator", own if analysis.judge == own else f"{own} with {analysis.judge}")
    game.headers[LIMIT_TAG] = limit_text(analysis.limit)
    if analysis.opening:
        game.headers.setdefault("ECO", analysis.opening.eco)
        game.headers.setdefault("Opening", analysis.opening.name)
    node: chess.pgn.GameNode = game
    board = game.board()
    for move in analysis.moves:
        parent, child = node, node.variations[0]
        _remove_own_lines(parent)
        if move.judgement:
            for line in move.best:
                if line.uci[0] != move.uci:
                    _add_line(parent, board.copy(stack=False), line)
        _mark(child, move, analysis.words)
        board.push_uci(move.uci)
        node = child


def _mark(node: chess.pgn.GameNode, move: MoveAnalysis, words: Language | None) -> None:
    """Write evaluation and judgement of a move to its node, and why it has it."""
    if EVAL_COMMENT.search(node.comment) and not OWN_OPINION.search(node.comment):
        node.nags -= MACHINE_GLYPHS
        if OWN_REASONS.search(node.comment):  # an annotator's own has an opinion of ours beside it, or no reason
            node.nags.discard(praise.NAG)
    said = [eval_comment(move.score)]
    has_annotators = bool(node.nags & MOVE_GLYPHS)
    if not has_annotators:
        if move.judgement:
            node.nags.add(move.judgement.nag)
        elif move.is_praised:
            node.nags.add(praise.NAG)
    elif move.judgement or node.nags & MACHINE_GLYPHS:
        # Said even where nothing is to be marked: another run knows by it that the mark is an annotator's.
        said.append(f"{OWN_WORD}: {move.judgement.symbol if move.judgement else NO_MARK}")
    if words and move.reasons and not (move.is_praised and has_annotators):
        variations = [line.uci[:VARIATION_PLIES] for line in move.best]
        said.append(f"({OWN_WORD}: {' '.join(sentences(move.reasons, words, variations))})")
    rest = OWN_OPINION.sub(" ", OWN_REASONS.sub(" ", EVAL_COMMENT.sub(" ", node.comment)))
    best = move.best[0].san[0] if move.best and move.best[0].uci[0] != move.uci else None
    rest = marked_if_old(" ".join(rest.split()), move.judgement, best)
    node.comment = " ".join([*said, rest]).strip()


def _remove_own_lines(node: chess.pgn.GameNode) -> None:
    """Remove the variations that an earlier analysis added to a node, if they are as it left them."""
    node.variations[1:] = [variation for variation in node.variations[1:] if not _is_own_line(variation)]


def _is_own_line(variation: chess.pgn.ChildNode) -> bool:
    if not OWN_LINE.fullmatch(variation.comment) or variation.starting_comment:
        return False
    node: chess.pgn.ChildNode | None = variation
    while node is not None:
        if node.nags or len(node.variations) > 1 or (node.comment and node is not variation):
            return False
        node = node.next()
    return True


def _add_line(node: chess.pgn.GameNode, board: chess.Board, line: BestLine) -> None:
    """Add a variation to a node, whose position ``board`` holds; an annotator's that begins likewise is left alone."""
    comment = f"{eval_comment(line.score)} {OWN_WORD}"
    for text in line.uci[:VARIATION_PLIES]:
        move = board.parse_uci(text)
        board.push(move)
        node = node.add_variation(move, comment=comment)
        comment = ""


def export(game: chess.pgn.Game) -> str:
    """The game as PGN, without an empty line at its end."""
    return game.accept(chess.pgn.StringExporter())
