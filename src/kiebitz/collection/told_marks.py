"""The mistakes that a game's own text tells of: marks (? and ??), or evaluations between which the chances fall.

Whoever adds games that were analysed elsewhere can practise at once. Better moves are those that the text names: in the
words of Lichess and of Kiebitz, or by a variation in the place of the move. An analysis of ours replaces all this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING

from kiebitz.analysis.judging.judgement import Judgement, judge
from kiebitz.analysis.judging.old_prose import named_best
from kiebitz.analysis.reading.games import PgnGame, read_games
from kiebitz.analysis.reading.kifu_games import KifuGame
from kiebitz.analysis.reading.reader import read_game
from kiebitz.collection.marks import PRACTISED, Mark
from kiebitz.commandline.typed_move import MoveTextError, read_move
from kiebitz.engine import NULL_MOVE_TEXT
from kiebitz.engine.board import Board
from kiebitz.engine.score import Score

if TYPE_CHECKING:
    import chess
    import chess.pgn

# What a text has that tells of mistakes; the rest isn't read a second time.
EVALUATION = "[%eval "
TELLING = re.compile(r"\[%eval\s|\$[246](?![0-9])|(?<![?!])\?\??(?![?!\"])")
# What may name a better move: a variation, or words.
NAMING = re.compile(r"\(|\b[Bb](?:est|etter)\b")
BY_NAG = {judgement.nag: judgement for judgement in Judgement}


def told_marks(game: PgnGame | KifuGame) -> Iterator[Mark]:
    """The mistakes that a game tells of; ``game`` is 0, and ``best`` is "" where none is named.

    Records of shogi have no signs for mistakes.
    """
    if isinstance(game, KifuGame):
        return
    movetext = game.raw.text[game.raw.text.rfind("]\n\n") + 1 :]
    if not TELLING.search(movetext):
        return
    if EVALUATION in movetext and not NAMING.search(movetext):
        yield from _by_scores(game)
    elif (tree := read_game(game.raw).game) is not None:
        yield from _by_tree(tree)


def _by_scores(game: PgnGame) -> Iterator[Mark]:
    """As millions in Lichess's archives are, which have evaluations and name no better moves: at the core's speed."""
    scores = next(read_games(game.raw.text, comments=True)).scores
    begins = game.fen is not None and game.fen.split()[1] == "b"
    found = {}
    for ply, (before, after) in enumerate(pairwise(scores), 2):
        is_white = ply % 2 == (0 if begins else 1)
        if before is not None and after is not None:
            judgement = judge(before, after) if is_white else judge(-before, -after)
            if judgement is not None and judgement.value in PRACTISED:
                found[ply] = judgement
    if not found:
        return
    board = Board(game.fen or Board.starting_fen, chess960=game.chess960)
    for ply, move in enumerate(game.moves[: max(found)], 1):
        if ply in found and move != NULL_MOVE_TEXT:
            yield from _mark(ply, board.fen(), move, "", found[ply])
        board.push_uci(move)


def _by_tree(game: chess.pgn.Game) -> Iterator[Mark]:
    """By marks, and moves that are named."""
    by_marks = has_marks(game)
    for ply, node in enumerate(game.mainline(), 1):
        judgement = told_judgement(node, by_marks)
        if judgement is not None and judgement.value in PRACTISED and node.move:
            board = node.parent.board()
            yield from _mark(ply, board.fen(), board.uci(node.move), better_move(node, board), judgement)


def _mark(ply: int, fen: str, played: str, best: str, judgement: Judgement) -> Iterator[Mark]:
    """One mark; none where our positions write the move otherwise, as in Chess960 or a variant."""
    placement, turn, castling, passant, _, number = fen.split()
    with suppress(ValueError):
        yield Mark.of(
            0, ply, f"{placement} {turn} {castling} {passant} 0 {number}", played, best, judgement.value, "", "{}"
        )


def has_marks(game: chess.pgn.Game) -> bool:
    """True if moves of the main line are marked: who has marked them has weighed the evaluations, too."""
    return any(BY_NAG.keys() & node.nags for node in game.mainline())


def told_judgement(node: chess.pgn.ChildNode, by_marks: bool) -> Judgement | None:
    """The judgement of a move by its mark, or else by the evaluations before and after it."""
    if by_marks:
        return next((BY_NAG[nag] for nag in sorted(BY_NAG.keys() & node.nags)), None)
    mover = not node.turn()
    before, after = told_score(node.parent, mover), told_score(node, mover)
    return None if before is None or after is None else judge(before, after)


def told_score(node: chess.pgn.GameNode, view: chess.Color) -> Score | None:
    """The evaluation in the comment of a move, in the view of a side; None without one."""
    evaluation = node.eval()
    if evaluation is None:
        return None
    told = evaluation.pov(view)
    mate = told.mate()
    return Score(told.score()) if mate is None else Score(mate=mate)


def better_move(node: chess.pgn.ChildNode, board: chess.Board) -> str:
    """The move that the text calls better than the one played; nothing if it names none."""
    if named := named_best(node.comment):
        with suppress(MoveTextError):
            move = read_move(board, named)
            if move != node.move:
                return board.uci(move)
    for other in node.parent.variations:
        if other.move and other.move != node.move and not BY_NAG.keys() & other.nags:
            return board.uci(other.move)
    return ""
