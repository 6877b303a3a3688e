"""Why a move is good or bad: which facts are looked for, in which lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

import chess

from kiebitz.analysis.explanation import english, german
from kiebitz.analysis.explanation.asker import Asker, EngineAsker
from kiebitz.analysis.explanation.fact import Fact
from kiebitz.analysis.explanation.followed_line import followed
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.man import balance
from kiebitz.analysis.explanation.reason import Reason, Role
from kiebitz.analysis.explanation.shogi import words as shogi_words
from kiebitz.analysis.explanation.shogi.explaining import explain_shogi_fault
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes import POSITIONAL, SILENT, TACTICS
from kiebitz.analysis.explanation.themes.book_left import find_book_left
from kiebitz.analysis.explanation.themes.hanging import Hanging, find_hanging
from kiebitz.analysis.explanation.themes.mate import find_mate
from kiebitz.analysis.explanation.themes.material import (
    BESIDE_FAULT,
    CENTIPAWNS,
    FOLLOWED,
    MaterialWon,
    find_material,
    settled_balance,
)
from kiebitz.analysis.explanation.themes.only_move import next_best
from kiebitz.analysis.explanation.themes.perpetual import find_perpetual
from kiebitz.analysis.explanation.themes.pinned_defender import find_pinned_defender
from kiebitz.analysis.explanation.themes.promotion import find_promotion
from kiebitz.analysis.explanation.themes.refutation import Refutation, find_best_answer, find_refutation
from kiebitz.analysis.explanation.themes.repetition import find_repetition
from kiebitz.analysis.explanation.themes.stalemate import find_stalemate
from kiebitz.analysis.explanation.themes.tempting import Tempting, find_tempting
from kiebitz.analysis.explanation.themes.threat import Threat, find_threat
from kiebitz.analysis.explanation.themes.thrown_away import find_win_thrown_away
from kiebitz.analysis.explanation.themes.weakness import find_weaknesses
from kiebitz.analysis.explanation.themes.what_changed import find_what_changed
from kiebitz.commandline.typed_move import MoveTextError, read_move
from kiebitz.engine import BoardLike, Engine, MoveError, MoveLike, Position, board_of, fen_of, position_of
from kiebitz.engine.judge import Judge
from kiebitz.engine.limit import Limit, LimitLike
from kiebitz.engine.score import Score
from kiebitz.engine.tablebase import Tablebase

DEFAULT_NODES = 300_000
"""The nodes of each search by default."""
FAULT = 50
"""From how many centipawns of loss on a move is explained as a fault, evaluations cut off at ten pawns."""
MOTIF_PLIES = 5
"""In how many plies of a line its motif must begin: what comes later isn't seen as the move's own."""
FOLLOWED_FAULT = 100
"""From how many on its lines are followed beyond what a search shows, if that explains nothing; it costs several."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The proven reasons for a move, or about a position."""

    fen: str
    """The position before the move."""
    move: str | None
    """The move that is explained, as UCI text; None where the position is."""
    best: str | None
    """The best move, as UCI text; None where the game is over."""
    score: Score | None
    """The move's score, White's view; of a position, that of the best move. None where the game is over."""
    best_score: Score | None
    """The best move's score, White's view."""
    reasons: tuple[Reason, ...]
    """The reasons, the most important first; none where nothing could be proven."""

    def sentences(self, language: Language | str = Language.ENGLISH) -> tuple[str, ...]:
        """The reasons in words, one sentence each. Raises ValueError for an unknown language."""
        return sentences(self.reasons, Language(language))

    @property
    def record(self) -> dict[str, Any]:
        """The whole as plain data for JSON, scores in White's view."""
        return {
            "fen": self.fen,
            "move": self.move,
            **_score_record("", self.score),
            "best": self.best,
            **_score_record("best_", self.best_score),
            "reasons": reason_records(self.reasons),
        }

    def _repr_html_(self) -> str:
        """The view in notebooks: the board with the moves, and the sentences."""
        from kiebitz.engine.notebook.display import BEST, WORSE, beside, board_from, board_svg

        board = board_from(self.fen)
        if self.best is None:
            return beside(board_svg(board, []), "<p>The game is over.</p>")
        best = board.parse_uci(self.best)
        moves, head = [(best, BEST)], f"<b>{_numbered(board, best)} {self.best_score}</b>"
        if self.move and self.move != self.best:
            played = board.parse_uci(self.move)
            moves.append((played, WORSE))
            head = f"<b>{_numbered(board, played)} {self.score}</b>; best: {head}"
        said = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.sentences())
        return beside(board_svg(board, moves), f"<p>{head}</p>" + (f"<ul>{said}</ul>" if said else ""))


def sentences(reasons: Sequence[Reason], language: Language, beside: Sequence[Sequence[str]] = ()) -> tuple[str, ...]:
    """Reasons in words, one sentence each.

    ``beside`` are lines in UCI that are shown with them: what is better tells no line that one of these begins with.
    That a man is won isn't told where the next words are that the same move takes it for nothing, nor a line again
    that an earlier sentence has shown.
    """

    def sentence(reason: Reason, *, has_line: bool = True) -> str:
        if reason.is_of_shogi:
            return shogi_words.sentence(reason, language, has_line=has_line)
        chess_words = german.sentence if language is Language.GERMAN else english.sentence
        return chess_words(reason, has_line=has_line)

    def is_beside(reason: Reason) -> bool:
        line = reason.fact.line
        return reason.role is Role.BETTER and any(tuple(other[: len(line)]) == line for other in beside)

    def is_told_by(reason: Reason, other: Reason) -> bool:
        won, taken = reason.fact, other.fact
        return (
            isinstance(won, MaterialWon)
            and isinstance(taken, Hanging)
            and (reason.role, won.fen, won.line[0]) == (other.role, taken.fen, taken.line[0])
            and (won.won, won.paid) == ((taken.man.piece.upper(),), ())
        )

    def is_shown(reason: Reason, before: Sequence[Reason]) -> bool:
        fact = reason.fact
        return any(
            (fact.fen, fact.line) == (other.fact.fen, other.fact.line[: len(fact.line)])
            and sentence(other) != sentence(other, has_line=False)
            for other in before
        )

    told = [reason for reason in reasons if not any(is_told_by(reason, other) for other in reasons)]
    return tuple(
        sentence(reason, has_line=not (is_beside(reason) or is_shown(reason, told[:index])))
        for index, reason in enumerate(told)
    )


def reason_records(reasons: Sequence[Reason]) -> list[dict[str, Any]]:
    """Reasons as plain data for JSON, with their sentences."""
    return [
        {**reason.record, **{str(language): sentences([reason], language)[0] for language in reason.languages}}
        for reason in reasons
    ]


def explain(
    board: BoardLike,
    move: MoveLike | None = None,
    limit: LimitLike | None = None,
    *,
    engine: Judge | None = None,
    tablebase: Tablebase | None = None,
    numbers: bool = False,
) -> Explanation:
    """Explain why a move is good or bad or, without one, what a position holds; only what is proven.

    ``move`` is a move of a board, ours or python-chess's, or text as people write moves: SAN or UCI. ``limit`` is for
    each search, of which there are two to five, but that of the move and the best one together takes three times as
    long; by default 300,000 nodes. ``engine`` searches, an ``Engine`` or another program as a ``UciEngine``; else one
    is made. It forgets what it learned before, so that the same question has the same answer, also in an analysis of
    the whole game. The moves that led to a board count. With ``numbers`` a fault is also explained by what the
    classical evaluation counts otherwise, module by module.

    Raises FenError for an impossible position, MoveError for an illegal move, and as ``Engine.analyse``.
    """
    from kiebitz.engine.board import Board

    position = position_of(board)
    if isinstance(board, str | Position):
        own = board_of(position)
    else:
        own = board.copy() if isinstance(board, chess.Board) else Board.to_chess(Board.from_position(position))
    played = None if move is None else _legal(own, move)
    limit = Limit(nodes=DEFAULT_NODES) if limit is None else Limit.of(limit)
    if engine is not None:
        return _explain(own, played, EngineAsker(engine, limit, tablebase), numbers)
    with Engine() as made:
        return _explain(own, played, EngineAsker(made, limit, tablebase), numbers)


def _legal(board: chess.Board, move: MoveLike) -> chess.Move:
    """The move that a caller means, a legal one. Raises MoveError, and TypeError for what is no move."""
    from kiebitz.engine.board import Move

    if not isinstance(move, str | chess.Move | Move):
        raise TypeError(f"{move!r} is no move; give a Move, or text such as 'Nf3' or 'g1f3'")
    text = move if isinstance(move, str) else move.uci()
    try:
        return read_move(board, text)
    except MoveTextError as error:
        raise MoveError(f"{error} ({fen_of(board)})") from None


def _explain(board: chess.Board, move: chess.Move | None, asker: Asker, numbers: bool) -> Explanation:
    return explain_position(board, asker) if move is None else explain_move(board, move, asker, numbers=numbers)


def explain_position(board: chess.Board, asker: Asker) -> Explanation:
    """Explain the best move of a position, and the other side's threat."""
    lines = asker.lines(board)
    if not lines:
        return Explanation(fen_of(board), None, None, None, None, ())
    best = lines[0]
    reasons = _told(Role.PLAYED, achievements(best, asker))
    reasons += _told(Role.PLAYED, _more_beside_next_best(best, reasons, asker))
    reasons += _told(Role.THREAT, [find_threat(board, best, asker)])
    reasons = reasons or _told(Role.ANSWER, [find_best_answer(best)])
    score = best.white_score
    return Explanation(fen_of(board), None, best.uci[0], score, score, reasons)


def explain_move(board: chess.Board, move: chess.Move, asker: Asker, *, numbers: bool = False) -> Explanation:
    """Why a legal move is good or bad; ``numbers`` as in ``explain_fault``.

    What is said of it and of the best move rests on one search of both, with one table, so that they can be compared.
    Of a good move of which nothing can be named the best answer is told.
    """
    pair = asker.compared(board, move)
    best, played = pair[0], next((line for line in pair if line.moves[0] == move), pair[0])
    if best.score.clipped() - played.score.clipped() < FAULT:
        thrown_away = find_win_thrown_away(board, move, asker)
        reasons = _told(Role.PLAYED, [thrown_away, *achievements(played, asker), *find_tempting(played, asker)])
        threat = find_threat(board, best, asker)
        reasons += _told(Role.PLAYED, _more_beside_next_best(played, reasons, asker))
        if threat and _meets(played, threat, asker):
            reasons += (Reason(Role.MET, threat),)
        reasons = reasons or _told(Role.ANSWER, [find_best_answer(played)])
    else:
        reasons = explain_fault((best, played), asker, numbers=numbers)
    reasons += _told(Role.PLAYED, [find_book_left(board, move)])
    return Explanation(fen_of(board), board.uci(move), best.uci[0], played.white_score, best.white_score, reasons)


def explain_fault(lines: Sequence[ShownLine], asker: Asker, *, numbers: bool = False) -> tuple[Reason, ...]:
    """Why a move is worse than the best one, from the lines that one search of the two found, better first.

    Where nothing is won in sight, the lines are followed beyond it. An answer that wins nothing that can be named is
    shown with how the game stands then. With ``numbers`` what the classical evaluation counts otherwise is told too.
    Of shogi its own claims are told (``shogi.explaining``).
    """
    if not isinstance(lines[0].start, chess.Board):
        return explain_shogi_fault(*lines, asker)
    best, played = lines
    threat = find_threat(best.start, best, asker)
    thrown_away = find_win_thrown_away(played.start, played.moves[0], asker)
    reasons = _told(Role.PLAYED, [thrown_away, find_stalemate(played)])
    after = played.start.copy()
    after.push(played.moves[0])
    answers = asker.lines(after)
    if answers:
        answer = answers[0]
        beside = Beside(-best.score, settled_balance(best, answer.side), least=-played.score)
        reasons += _told(Role.ANSWER, achievements(answer, asker, beside))
        if threat and _carries_out(answer, threat, asker):
            reasons += (Reason(Role.OVERLOOKED, threat),)
        if not reasons:
            reasons = _told(Role.ANSWER, [find_repetition(best.score, played.score, answer)])
        if _left_to_tell(best, played, reasons):
            reasons += _told(Role.ANSWER, [find_refutation(best, played, answer)])
        reasons += _told(Role.ANSWER, find_tempting(answer, asker))
    reasons += _told(Role.BETTER, achievements(best, asker, Beside(played.score, settled_balance(played, best.side))))
    if not any(reason.fact.theme != Refutation.theme for reason in reasons):
        is_followed = answers and best.score.clipped() - played.score.clipped() >= FOLLOWED_FAULT
        late = _what_comes(best, played, answers[0], asker) if is_followed else ()
        reasons += late or _told(Role.PLAYED, find_weaknesses(best, played, asker))
    return reasons + (_told(Role.CHANGED, [find_what_changed(best, played, asker)]) if numbers else ())


def _what_comes(best: ShownLine, played: ShownLine, answer: ShownLine, asker: Asker) -> tuple[Reason, ...]:
    """The gains later than the lines show: after the answer by the other side, else after the better move."""
    refuted, better = followed(answer, asker), followed(best, asker)
    surely = replace(refuted, score=min(answer.score, -played.score))
    won = find_material(surely, -best.score, FOLLOWED, beside=settled_balance(better, answer.side))
    won_or_through = won or find_promotion(surely, -best.score, FOLLOWED)
    if won_or_through:
        return _told(Role.ANSWER, [won_or_through])
    missed = find_material(better, played.score, FOLLOWED, beside=settled_balance(refuted, best.side))
    return _told(Role.BETTER, [missed or find_promotion(better, played.score, FOLLOWED)])


def _left_to_tell(best: ShownLine, played: ShownLine, reasons: Sequence[Reason]) -> bool:
    """True if reasons that a move is a fault tell less than half of what it costs: nothing, or a few men only."""
    facts = [reason.fact for reason in reasons]
    lost = best.score.clipped() - played.score.clipped()
    return all(isinstance(fact, MaterialWon) and lost > 2 * CENTIPAWNS * fact.pawns for fact in facts)


@dataclass(frozen=True, slots=True)
class Beside:
    """The other of the two lines that a fault's line is held against, in the same side's view."""

    score: Score
    balance: int
    """Of men, in pawns, at the end of the other line."""
    least: Score | None = None
    """The line's score by the search of both moves, if it comes from another one: the lower value counts."""


def achievements(line: ShownLine, asker: Asker, beside: Beside | None = None) -> list[Fact | None]:
    """The gains of a line for the side that moves first, and their means; ``beside`` the other line, of a fault.

    What it does to the pawns is told only where nothing else is.
    """
    mate = find_mate(line, asker)
    if mate:
        pinned = (find_pinned_defender(line.since(ply)) for ply in range(2, len(line.moves), 2))
        return [mate, *(find(line) for find in TACTICS), next(filter(None, pinned), None)]
    otherwise = beside.score if beside else None
    material, promotion = find_material(line, otherwise), find_promotion(line, otherwise)
    if beside and not material:
        surely = line if beside.least is None else replace(line, score=min(line.score, beside.least))
        material = find_material(surely, otherwise, BESIDE_FAULT, beside=beside.balance)
        promotion = promotion or (None if material else find_promotion(surely, otherwise, BESIDE_FAULT))
    by_what = _by_what(line.until(len(material.line))) if material else []
    draws = [find_perpetual(line, otherwise), find_stalemate(line)]
    found: list[Fact | None] = [material, *by_what, promotion, *draws]
    return found if any(found) else [find(line) for find in POSITIONAL]


def _more_beside_next_best(line: ShownLine, reasons: Sequence[Reason], asker: Asker) -> list[Fact | None]:
    """The gains of a good move beyond the next best one, if that is clearly worse: as of a fault's better move.

    Looked for where reasons tell nothing that the move does, or men that count less than half of what it gains.
    """
    done = [reason.fact for reason in reasons if reason.role is Role.PLAYED and not isinstance(reason.fact, Tempting)]
    men = [fact for fact in done if isinstance(fact, MaterialWon)]
    if done and (len(men) == 0 or line.score.clipped() <= 2 * CENTIPAWNS * men[0].pawns):
        return []
    other = next_best(line, asker)
    if other is None or line.score.clipped() - other.score.clipped() < FAULT:
        return []
    beside = Beside(other.score, settled_balance(other, line.side))
    told = {fact.theme for fact in done}
    found = [fact for fact in achievements(line, asker, beside) if fact and fact.theme not in told]
    if found:
        return list(found)
    late = followed(line, asker)
    won = None if men else find_material(late, other.score, FOLLOWED, beside=beside.balance)
    return [won, find_promotion(late, other.score, FOLLOWED)]


def _by_what(won: ShownLine) -> list[Fact]:
    """By what a line wins: the motifs of the first of its moves that has any; of what hangs, of the first one alone."""
    for ply in range(0, min(len(won.moves), MOTIF_PLIES), 2):
        rest = won.since(ply)
        gain = balance(won.boards[-1], won.side) - balance(rest.start, won.side)
        found: list[Fact] = []
        if gain > 0 and not _takes_back(won, ply):
            found = [fact for find in TACTICS if (ply == 0 or find is not find_hanging) and (fact := find(rest))]
        if found:
            return found
    return []


def _takes_back(line: ShownLine, ply: int) -> bool:
    """True if a move of a line takes a man that has taken something where it stands, at once or a while ago."""
    square = line.moves[ply].to_square
    for before in range(ply - 1, 0, -2):
        if line.moves[before].to_square == square:
            return line.boards[before].is_capture(line.moves[before])
    return False


def _carries_out(answer: ShownLine, threat: Threat, asker: Asker) -> bool:
    """True if an answer does what was threatened: the same move mates or comes out with the same men."""
    if answer.uci[0] != threat.line[0]:
        return False
    if threat.mate_in is not None:
        return find_mate(answer, asker) is not None
    material = find_material(answer)
    return material is not None and (material.won, material.paid) == (threat.won, threat.paid)


def _meets(played: ShownLine, threat: Threat, asker: Asker) -> bool:
    """True if a quiet move keeps a threat from being carried out: the threat's own move wins nothing any more.

    Of a capture or a check nobody can say whether it was meant.
    """
    if len(played.boards) < 2 or played.start.is_capture(played.moves[0]) or played.boards[1].is_check():
        return False
    after, move = played.start.copy(), threat.moves[0]
    after.push(played.moves[0])
    if not after.is_legal(move):
        return True
    lines = asker.lines(after, 1, among=(move,))
    return not lines or not (find_mate(lines[0], asker) or find_material(lines[0], played.score))


def _told(role: Role, facts: Sequence[Fact | None]) -> tuple[Reason, ...]:
    return tuple(Reason(role, fact) for fact in facts if fact and fact.theme not in SILENT)


def _score_record(prefix: str, score: Score | None) -> dict[str, int | None]:
    return {
        f"{prefix}cp": score.centipawns if score else None,
        f"{prefix}mate": score.mate if score else None,
    }


def _numbered(board: chess.Board, move: chess.Move) -> str:
    return escape(board.variation_san([move]))
