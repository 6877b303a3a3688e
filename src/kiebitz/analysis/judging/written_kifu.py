"""Findings written into a record of shogi: evaluations, marks and better lines.

Evaluations and lines stand in comments as ShogiHome writes and reads them (``#評価値=58``, Black's view; ``#読み筋=…``,
``#深さ=12``), a mark as a line of words, why it is given as another, and the better line as a branch as well. What an
earlier analysis of ours wrote is replaced; everything else stays: comments, branches, times, bookmarks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import kiebitz
from kiebitz.analysis.explanation.explanation import sentences
from kiebitz.analysis.judging.annotate import VARIATION_PLIES, BestLine, GameAnalysis, MoveAnalysis, limit_text
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.engine.score import Score
from kiebitz.kifu.handicaps import in_handicap, is_handicap
from kiebitz.kifu.record import Kifu, KifuLine, KifuMove, in_kif_order

ENGINE = "Kiebitz"
VALUE, VARIATION, DEPTH, BY = "#評価値=", "#読み筋=", "#深さ=", "#エンジン="
OURS = re.compile(rf"{BY}{ENGINE}(?: |$)")
"""The last line of what we write of a move; other engines' lines and people's words end otherwise."""
SAYS = f"{ENGINE}: "
WORDS = {Judgement.INACCURACY: "疑問手", Judgement.MISTAKE: "悪手", Judgement.BLUNDER: "大悪手"}
BETTER = "最善手"
MATE_POINTS = 30_000
"""The points that shogi programs write for a mate."""


def written_back(kifu: Kifu, game: GameAnalysis) -> Kifu:
    """The record with what is thought of its main line."""
    lines = _without_ours(kifu.lines)
    main = lines[0]
    renamed = in_handicap if is_handicap(kifu.sfen) else str
    moves = [_with_comment(move, ply, game, renamed) for ply, move in enumerate(main.moves, 1)]
    lines[0] = replace(main, moves=tuple(moves))
    taken = {(line.ply, line.moves[0].usi) for line in lines[1:] if line.parent == 0 and line.moves}
    for ply, judged in enumerate(game.moves, 1):
        if judged.judgement is None:
            continue
        for best in judged.best:
            # A branch leaves a move that is there; the reader's own of the same move is left alone.
            if best.uci[0] != judged.uci and (ply, best.uci[0]) not in taken:
                lines.append(KifuLine(_branch(best), None, ply, 0))
    return replace(kifu, lines=in_kif_order(lines))


def limit_told(kifu: Kifu) -> str:
    """The limit with which an earlier analysis of ours searched each position of a record; nothing without one."""
    comments = (line for move in kifu.lines[0].moves[:1] for line in move.comment.split("\n"))
    return next((line.partition(", ")[2] for line in comments if line.startswith(f"{BY}{ENGINE} ")), "")


def _with_comment(move: KifuMove, ply: int, game: GameAnalysis, renamed: Callable[[str], str]) -> KifuMove:
    """A move with what is thought of it, before what its comment said; ``renamed`` gives sentences the sides' names."""
    judged, said = game.moves[ply - 1], []
    value = _points_after(judged)
    if judged.judgement is not None and judged.best:
        better = judged.best[0]
        said.append(
            f"{SAYS}{judged.judgement.symbol} {WORDS[judged.judgement]}、{BETTER} {better.san[0]}"
            f" ({points(better.score):+d} → {value:+d})"
        )
    if game.words:
        said += [f"{SAYS}{renamed(sentence)}" for sentence in sentences(judged.reasons, game.words)]
    said.append(f"{VALUE}{value}")
    # What is best from here on: the search of the position after the move.
    following = game.moves[ply].best if ply < len(game.moves) else game.positions[ply].best
    if following:
        line = "".join(following[0].san[:VARIATION_PLIES])
        said += [f"{VARIATION}{line}", f"{DEPTH}{following[0].depth}"]
    said.append(f"{BY}{ENGINE} {kiebitz.__version__}, {limit_text(game.limit)}")
    rest = _rest(move.comment)
    return replace(move, comment="\n".join([*said, rest] if rest else said))


def points(score: Score) -> int:
    """An evaluation (Black's view) as programs write it; a mate as very much, the less the further it is."""
    if score.mate is None:
        return score.centipawns or 0
    return (MATE_POINTS - abs(score.mate)) * (1 if score.mate > 0 else -1)


def _points_after(move: MoveAnalysis) -> int:
    """The evaluation after a move; a mate by it is its player's."""
    if move.score.mate == 0:
        return MATE_POINTS if move.is_first else -MATE_POINTS
    return points(move.score)


def _branch(line: BestLine) -> tuple[KifuMove, ...]:
    """A better line as moves of a branch; the first says whose it is."""
    comment = f"{VALUE}{points(line.score)}\n{DEPTH}{line.depth}\n{BY}{ENGINE} {kiebitz.__version__}"
    first, *others = line.uci[:VARIATION_PLIES]
    return (KifuMove(first, comment=comment), *map(KifuMove, others))


def _rest(comment: str) -> str:
    """A comment without what an earlier analysis of ours wrote, line by line as ``_with_comment`` has it."""
    kept: list[str] = []
    for line in comment.split("\n"):
        kept.append(line)
        if OURS.match(line):
            end = len(kept) - 1
            for part in (DEPTH, VARIATION, VALUE):
                end -= end > 0 and kept[end - 1].startswith(part)
            while end and kept[end - 1].startswith(SAYS):
                end -= 1
            del kept[end:]
    return "\n".join(kept)


def _without_ours(lines: tuple[KifuLine, ...]) -> list[KifuLine]:
    """The lines without the branches that an earlier analysis added, if they are as it left them."""
    parents = {line.parent for line in lines[1:]}
    places: dict[int, int] = {}
    kept: list[KifuLine] = []
    for number, line in enumerate(lines):
        if number and number not in parents and _is_ours(line):
            continue
        places[number] = len(kept)
        kept.append(replace(line, parent=places[line.parent]) if number else line)
    return kept


def _is_ours(line: KifuLine) -> bool:
    """True if a branch is as an analysis of ours left it."""
    if not line.moves or line.ending is not None:
        return False
    first, *others = line.moves
    is_untouched = not any(move.comment or move.bookmark or move.seconds is not None for move in others)
    return is_untouched and first.comment != "" and not _rest(first.comment)
