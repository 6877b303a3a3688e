"""A game's record made ready to be shown: every position with its board, its figures and its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import chess

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.reason import Role
from kiebitz.analysis.judging import praise
from kiebitz.analysis.judging.annotate import VARIATION_PLIES
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.judging.phase import Phase
from kiebitz.analysis.judging.record_names import RecordNames, names_of
from kiebitz.analysis.report.stretches import Stretch, Sureness, standing_of, stretches
from kiebitz.analysis.report.words import Words, words_for
from kiebitz.engine import position_of
from kiebitz.engine.line import GameName
from kiebitz.engine.opening_names import OpeningName, opening_name
from kiebitz.engine.score import Score
from kiebitz.games import game_called
from kiebitz.games.chances import Chances
from kiebitz.games.chess.game import CHESS
from kiebitz.kifu.handicaps import in_handicap, is_handicap
from kiebitz.kifu.names import HANDICAP_SIDES


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the game. All text is plain: not HTML yet."""

    ply: int
    """Number of moves played after it."""
    number: int
    """Its number in the game."""
    is_first: bool
    """True if who moves first by the rules played it."""
    phase: Phase
    before: Any
    """The board before it: ``Game.board``'s, as moves are its own."""
    after: Any
    move: Any
    best: Any
    """The best move; None if nothing was searched."""
    better: tuple[Any, ...]
    """For a marked move, the line that was better."""
    san: str
    """The move in the language's letters; in shogi as Japanese records write it."""
    western: str
    """The move of shogi with the man's letter; empty in chess, and in Japanese."""
    judgement: Judgement | None
    sureness: float | None
    """How likely its mark is true, 0 to 1; None without one."""
    is_praised: bool
    evaluation: str
    """The view of who moves first by the rules, after the move."""
    win_percent: float
    """That side's winning chances after it, from 0 to 100."""
    said: tuple[str, ...]
    """The sentences on it."""
    point: str
    """The one of these sentences that matters most."""
    chances_before: float | None
    """Of a marked move: the same side's winning chances with the best one, from 0 to 100."""
    seconds: float | None
    """The time it took."""
    seconds_left: float | None
    """Its player's time left."""

    @property
    def name(self) -> str:
        """The move with its number and its mark: '26. Kd2??', '26...a4', '4. ☖９二香?? (L9a-9b)'."""
        western = f" ({self.western})" if self.western else ""
        return f"{number_before(self.before)}{self.san}{self.mark}{western}"

    @property
    def row(self) -> int:
        """In which row of a table of both sides' moves it stands."""
        if isinstance(self.before, chess.Board):
            return self.number
        return self.number // 2 if self.is_first else (self.number - 1) // 2

    @property
    def mark(self) -> str:
        """Its mark as people write it, empty without one."""
        return self.judgement.symbol if self.judgement else praise.SYMBOL if self.is_praised else ""

    @property
    def cost(self) -> float:
        """By how much a marked move changed the winning chances, in percentage points; 0 without a mark."""
        return 0.0 if self.chances_before is None else abs(self.win_percent - self.chances_before)

    @property
    def anchor(self) -> str:
        """The name of the place in a page where most is said of it."""
        return f"{'moment' if self.judgement else 'ply'}-{self.ply}"


def chances(scored: Mapping[str, Any], *, mated: float = 50.0, by: Chances = CHESS.chances) -> float:
    """Winning chances of who moves first by a score of the record; ``mated`` where mate is on the board."""
    return by.of(Score(None if scored["mate"] is not None else scored["cp"] or 0, scored["mate"]), mated=mated)


def number_before(board: Any) -> str:
    """The number of the move to be played, as it stands before that: '26. ', '26...'."""
    is_blacks = isinstance(board, chess.Board) and not board.turn
    return f"{board.fullmove_number}{'...' if is_blacks else '. '}"


def steps(record: Mapping[str, Any], language: Language) -> list[Step]:
    """The moves of a record, one after the other."""
    names = names_of(record)
    # Moves are told by their names, so that it doesn't matter how the record writes castling.
    board = game_called(names.game).board(record["start"][names.position], chess960=True)
    words = words_for(language, names.game, is_handicap=_is_handicap(board))
    told: list[Step] = []
    last_named, opening = 0, _opening(board)
    for ply, data in enumerate(record["moves"], 1):
        before = board.copy(stack=False)
        move = board.push_san(data[names.told])
        after = board.copy(stack=False)
        if name := _opening(after):
            last_named, opening = ply, name
        told.append(_step(ply, data, (before, after), move, language, words=words, names=names))
    if opening and last_named < len(told):
        left = told[last_named]
        said = words.book_left.format(opening=opening)
        told[last_named] = replace(left, said=(*left.said, said))
    return told


def _opening(board: Any) -> OpeningName | None:
    """The name of the opening that leads to a position; of shogi there are none."""
    return opening_name(position_of(board)) if isinstance(board, chess.Board) else None


def _is_handicap(start: Any) -> bool:
    """True if a board is the start of a handicap game of shogi."""
    return not isinstance(start, chess.Board) and is_handicap(start.fen())


def _step(
    ply: int,
    data: Mapping[str, Any],
    boards: tuple[Any, Any],
    move: Any,
    language: Language,
    *,
    words: Words,
    names: RecordNames,
) -> Step:
    """A move of a record, with the positions before and after it."""
    by = game_called(names.game).chances
    before, after = boards
    is_first = data["color"] == names.sides[0]
    judgement = Judgement(data["judgement"]) if data["judgement"] else None
    now = chances(data, mated=100.0 * is_first, by=by)
    best = data["lines"][0] if data["lines"] else None
    reasons = [reason[language.value] for reason in data["reasons"]]
    if words.first_side in HANDICAP_SIDES:
        reasons = [in_handicap(reason) for reason in reasons]
    if judgement and best:
        change = words.change.format(
            before=words.evaluation(best["cp"], best["mate"]),
            after=words.evaluation(data["cp"], data["mate"]),
            chances_before=words.number(chances(best, by=by), 0),
            chances_after=words.number(now, 0),
        )
        line = best[f"pv_{names.told}"]
        shown = _numbered(data["number"], is_first, line) if names.game == "chess" else "".join(line[:VARIATION_PLIES])
        better = words.better.format(line=words.move(shown))
        western = " ".join(best.get("pv_western", ())[:VARIATION_PLIES]) if words.shows_western else ""
        is_told = any(_is_of(reason, Role.BETTER, best["pv"][0]) for reason in data["reasons"])
        said = [change, *([] if is_told else [better]), *([western] if western else []), *reasons]
        point = reasons[0] if reasons else better
    else:
        value = words.evaluation(data["cp"], data["mate"])
        said = [*reasons, words.now.format(value=value, chances=words.number(now, 0))]
        point = said[0]
    return Step(
        ply=ply,
        number=data["number"],
        is_first=is_first,
        phase=Phase(data["phase"]),
        before=before,
        after=after,
        move=move,
        best=before.parse_san(data[f"best_{names.told}"]) if data[f"best_{names.told}"] else None,
        better=tuple(_line(before, best[f"pv_{names.told}"])) if judgement and best else (),
        san=words.move(data[names.told]),
        western=data.get("western", "") if words.shows_western else "",
        judgement=judgement,
        sureness=data.get("sureness"),
        is_praised=data.get("praised", False),
        evaluation=words.evaluation(data["cp"], data["mate"]),
        win_percent=now,
        said=tuple(said),
        point=point,
        chances_before=chances(best, by=by) if judgement and best else None,
        seconds=data["seconds"],
        seconds_left=data["seconds_left"],
    )


def _is_of(reason: Mapping[str, Any], role: Role, move: str) -> bool:
    """True if a reason of a record tells a line that begins with this move."""
    return bool(reason["role"] == role and reason["line"][:1] == [move])


def _line(board: Any, line: list[str]) -> Iterator[Any]:
    """The moves of the beginning of a line."""
    board = board.copy(stack=False)
    for san in line[:VARIATION_PLIES]:
        yield board.push_san(san)


def _numbered(number: int, is_first: bool, line: list[str]) -> str:
    """The beginning of a line with the numbers of its moves: '26...Nxe5 27. Rxg4'."""
    parts: list[str] = []
    for ply, san in enumerate(line[:VARIATION_PLIES], 0 if is_first else 1):
        shown = f"{number + ply // 2}. " if ply % 2 == 0 else "" if parts else f"{number}..."
        parts.append(f"{shown}{san}")
    return " ".join(parts)


def story(told: Sequence[Step], result: str, language: Language, game: GameName = "chess") -> list[str]:
    """The story in three sentences at most: how the game stood when, what turned it, and how it ended.

    ``result`` is PGN's, in shogi with Black's points in front. Each stretch is told by a word that is true of it (see
    ``stretches``). A move turned the game if the chances stayed nearer to what it left from there on; else it is told
    as the largest swing.
    """
    words = words_for(language, game, is_handicap=bool(told) and _is_handicap(told[0].before))
    parts = stretches([step.win_percent for step in told])
    clauses = [_clause(number, parts, told, words) for number in range(len(parts))]
    sentences = [_sentence(words.clause_mark.join(clauses), words)]
    turn = turning_point(told)
    if turn is not None and turn.chances_before is not None:
        numbers = {"before": words.number(turn.chances_before, 0), "after": words.number(turn.win_percent, 0)}
        form = words.turned if _lasts(turn, turn.chances_before, told) else words.swung
        said = form.format(move=turn.name, **numbers)
        fault = told[turn.ply - 2] if turn.ply > 1 else None
        if fault and fault.chances_before is not None:
            said += words.after_fault.format(fault=fault.name, level=words.number(fault.chances_before, 0))
        sentences.append(_sentence(said, words))
    if ending := words.results.get(result):
        standing = standing_of(told[-1].win_percent)
        if abs(standing - {"1-0": 2, "0-1": -2}.get(result, 0)) > 1:
            stands = words.standings[standing].format(when=words.at_the_end)
            ending = words.although.format(result=ending, standing=stands)
        sentences.append(_sentence(ending, words))
    return sentences


def turning_point(told: Sequence[Step]) -> Step | None:
    """The marked move that changed the winning chances most, the first of several; None if none is marked."""
    return max((step for step in told if step.judgement), key=lambda step: step.cost, default=None)


def _lasts(turn: Step, before: float, told: Sequence[Step]) -> bool:
    """True if after a move the chances stay nearer to what it left than to what they were before it."""
    middle, is_rise = (before + turn.win_percent) / 2, turn.win_percent > before
    return all((step.win_percent > middle) is is_rise for step in told[turn.ply :])


def _clause(number: int, parts: Sequence[Stretch], told: Sequence[Step], words: Words) -> str:
    """How the game stood in a stretch, and when."""
    part = parts[number]
    first = told[part.first].number
    is_last = number == len(parts) - 1
    last = None if is_last else max(first, told[parts[number + 1].first].number - 1)
    if number == 0:
        when = words.throughout if is_last else words.until.format(last=last)
    elif is_last:
        when = words.since.format(first=first)
    else:
        when = (words.between if last != first else words.during).format(first=first, last=last)
    if part.sureness is Sureness.CHANGING:
        return words.changing.format(when=when)
    form = words.standings if part.sureness is Sureness.NEARLY_ALWAYS else words.mostly
    return form[part.standing].format(when=when)


def _sentence(said: str, words: Words) -> str:
    return f"{said[:1].upper()}{said[1:]}{words.full_stop}"


def clock_text(seconds: float) -> str:
    """A time as clocks show it: '0:07', '1:02:03'."""
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
