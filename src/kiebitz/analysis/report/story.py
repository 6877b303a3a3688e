"""A game's record made ready to be shown: every position with its board, its figures and its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import chess

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import VARIATION_PLIES
from kiebitz.analysis.judging.judgement import Judgement, win_percent
from kiebitz.analysis.judging.phase import Phase
from kiebitz.analysis.report.words import WORDS
from kiebitz.engine import position_of
from kiebitz.engine.opening_names import opening_name


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the game. All text is plain: not HTML yet."""

    ply: int
    """How many moves have been played after it."""
    number: int
    """Its number in the game."""
    is_white: bool
    phase: Phase
    before: chess.Board
    after: chess.Board
    move: chess.Move
    best: chess.Move | None
    """The best move; None if nothing was searched."""
    better: tuple[chess.Move, ...]
    """For a marked move, the line that was better."""
    san: str
    """The move in the language's letters."""
    judgement: Judgement | None
    evaluation: str
    """White's view, after the move."""
    win_percent: float
    """White's winning chances after it, from 0 to 100."""
    said: tuple[str, ...]
    """What there is to say of it, one sentence each."""
    seconds: float | None
    """How long it took."""
    seconds_left: float | None
    """What its player had left."""

    @property
    def name(self) -> str:
        """The move with its number and its mark: '26. Kd2??', '26...a4'."""
        mark = self.judgement.symbol if self.judgement else ""
        return f"{self.number}{'. ' if self.is_white else '...'}{self.san}{mark}"

    @property
    def anchor(self) -> str:
        """What the place in a page is called where most is said of it."""
        return f"{'moment' if self.judgement else 'ply'}-{self.ply}"


def chances(scored: Mapping[str, Any], *, mated: float = 50.0) -> float:
    """White's winning chances by a score of the record; ``mated`` where mate is on the board."""
    mate = scored["mate"]
    if mate is not None:
        return mated if mate == 0 else 100.0 * (mate > 0)
    return win_percent(scored["cp"] or 0)


def steps(record: Mapping[str, Any], language: Language) -> list[Step]:
    """The moves of a record, one after the other."""
    # Moves are told by their names, so that it doesn't matter how the record writes castling.
    board = chess.Board(record["start"]["fen"], chess960=True)
    told = []
    last_named, opening = 0, opening_name(position_of(board))
    for ply, data in enumerate(record["moves"], 1):
        before = board.copy(stack=False)
        move = board.push_san(data["san"])
        after = board.copy(stack=False)
        if name := opening_name(position_of(after)):
            last_named, opening = ply, name
        told.append(_step(ply, data, (before, after), move, language))
    if opening and last_named < len(told):
        left = told[last_named]
        said = WORDS[language].book_left.format(opening=opening)
        told[last_named] = replace(left, said=(*left.said, said))
    return told


def _step(
    ply: int, data: Mapping[str, Any], boards: tuple[chess.Board, chess.Board], move: chess.Move, language: Language
) -> Step:
    """A move of a record, with the positions before and after it."""
    words = WORDS[language]
    before, after = boards
    is_white = data["color"] == "white"
    judgement = Judgement(data["judgement"]) if data["judgement"] else None
    now = chances(data, mated=100.0 * is_white)
    best = data["lines"][0] if data["lines"] else None
    if judgement and best:
        said = [
            words.change.format(
                before=words.evaluation(best["cp"], best["mate"]),
                after=words.evaluation(data["cp"], data["mate"]),
                chances_before=words.number(chances(best), 0),
                chances_after=words.number(now, 0),
            ),
            words.better.format(line=words.move(_numbered(data["number"], is_white, best["pv_san"]))),
            *(reason[language.value] for reason in data["reasons"]),
        ]
    else:
        value = words.evaluation(data["cp"], data["mate"])
        said = [words.now.format(value=value, chances=words.number(now, 0))]
    return Step(
        ply=ply,
        number=data["number"],
        is_white=is_white,
        phase=Phase(data["phase"]),
        before=before,
        after=after,
        move=move,
        best=before.parse_san(data["best_san"]) if data["best_san"] else None,
        better=tuple(_line(before, best["pv_san"])) if judgement and best else (),
        san=words.move(data["san"]),
        judgement=judgement,
        evaluation=words.evaluation(data["cp"], data["mate"]),
        win_percent=now,
        said=tuple(said),
        seconds=data["seconds"],
        seconds_left=data["seconds_left"],
    )


def _line(board: chess.Board, line: list[str]) -> Iterator[chess.Move]:
    """The moves of the beginning of a line."""
    board = board.copy(stack=False)
    for san in line[:VARIATION_PLIES]:
        yield board.push_san(san)


def _numbered(number: int, is_white: bool, line: list[str]) -> str:
    """The beginning of a line with the numbers of its moves: '26...Nxe5 27. Rxg4'."""
    parts: list[str] = []
    for ply, san in enumerate(line[:VARIATION_PLIES], 0 if is_white else 1):
        shown = f"{number + ply // 2}. " if ply % 2 == 0 else "" if parts else f"{number}..."
        parts.append(f"{shown}{san}")
    return " ".join(parts)


def clock_text(seconds: float) -> str:
    """A time as clocks show it: '0:07', '1:02:03'."""
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
