"""What was found, written into the record: evaluations, marks and better lines.

Evaluations and lines stand in comments as ShogiHome writes and reads them (``#評価値=58``, Black's view; ``#読み筋=…``,
``#深さ=12``), a mark as a line of words, and the better line as a branch as well. What an earlier analysis of ours
wrote is replaced; everything else stays: comments, branches, times, bookmarks.
"""

from __future__ import annotations

import re
from dataclasses import replace

import kiebitz
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.shogi.judged_game import JudgedGame, JudgedMove, ShogiLine
from kiebitz.engine.score import Score
from kiebitz.kifu.record import Kifu, KifuLine, KifuMove, in_kif_order

ENGINE = "Kiebitz"
VALUE, VARIATION, DEPTH, BY = "#評価値=", "#読み筋=", "#深さ=", "#エンジン="
OURS = re.compile(rf"{BY}{ENGINE}|{ENGINE}: ")
PARTS = (VALUE, VARIATION, DEPTH, BY)
WORDS = {Judgement.INACCURACY: "疑問手", Judgement.MISTAKE: "悪手", Judgement.BLUNDER: "大悪手"}
BETTER = "最善手"
MATE_POINTS = 30_000
"""What shogi programs write for a mate."""


def written_back(kifu: Kifu, game: JudgedGame) -> Kifu:
    """The record with what is thought of its main line."""
    lines = _without_ours(kifu.lines)
    main = lines[0]
    moves = [_with_comment(move, judged, game) for move, judged in zip(main.moves, game.moves, strict=True)]
    lines[0] = replace(main, moves=tuple(moves))
    taken = {(line.ply, line.moves[0].usi) for line in lines[1:] if line.parent == 0 and line.moves}
    for judged in game.moves:
        if judged.judgement is None:
            continue
        for best in judged.best:
            # A branch leaves a move that is there; the reader's own of the same move is left alone.
            if best.usi[0] != judged.usi and (judged.ply, best.usi[0]) not in taken:
                lines.append(KifuLine(_branch(best), None, judged.ply, 0))
    return replace(kifu, lines=in_kif_order(lines))


def _with_comment(move: KifuMove, judged: JudgedMove, game: JudgedGame) -> KifuMove:
    """A move with what is thought of it, before what its comment said."""
    said = []
    if judged.judgement is not None and judged.best:
        better = judged.best[0]
        said.append(
            f"{ENGINE}: {judged.judgement.symbol} {WORDS[judged.judgement]}、{BETTER} {better.japanese[0]}"
            f" ({points(better.score):+d} → {points(judged.score, mated_by_black=judged.is_black):+d})"
        )
    said.append(f"{VALUE}{points(judged.score, mated_by_black=judged.is_black)}")
    # What is best from here on: the search of the position after the move.
    following = game.moves[judged.ply].best if judged.ply < len(game.moves) else game.last_lines
    if following:
        said += [f"{VARIATION}{''.join(following[0].japanese)}", f"{DEPTH}{following[0].depth}"]
    said.append(f"{BY}{ENGINE} {kiebitz.__version__}")
    rest = _rest(move.comment)
    return replace(move, comment="\n".join([*said, rest] if rest else said))


def points(score: Score, *, mated_by_black: bool = True) -> int:
    """An evaluation (Black's view) as programs write it; a mate as very much, the less the further it is."""
    if score.mate is None:
        return score.centipawns or 0
    if score.mate == 0:
        return MATE_POINTS if mated_by_black else -MATE_POINTS
    return (MATE_POINTS - abs(score.mate)) * (1 if score.mate > 0 else -1)


def _branch(line: ShogiLine) -> tuple[KifuMove, ...]:
    """A better line as moves of a branch; the first says whose it is."""
    comment = f"{VALUE}{points(line.score)}\n{DEPTH}{line.depth}\n{BY}{ENGINE} {kiebitz.__version__}"
    first, *others = line.usi
    return (KifuMove(first, comment=comment), *map(KifuMove, others))


def _rest(comment: str) -> str:
    """A comment without what an earlier analysis of ours wrote."""
    lines = comment.split("\n")
    if not any(OURS.match(line) for line in lines):
        return comment
    return "\n".join(line for line in lines if not line.startswith((*PARTS, f"{ENGINE}: ")))


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
    """Whether a branch is as an analysis of ours left it."""
    if not line.moves or line.ending is not None:
        return False
    first, *others = line.moves
    is_untouched = not any(move.comment or move.bookmark or move.seconds is not None for move in others)
    return is_untouched and OURS.search(first.comment) is not None and not _rest(first.comment)
