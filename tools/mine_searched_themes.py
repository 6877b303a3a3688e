"""Mine what is proven by searches, and what another engine says of it.

    python tools/mine_searched_themes.py OUT.tsv --pgn GAMES.pgn --games 100
    python tools/mine_searched_themes.py OUT.tsv --pawn-endings 500
    python tools/mine_searched_themes.py OUT.tsv --again EARLIER.tsv... --nodes 100000

Searched are the positions of games drawn by lot (``--few``: with so few men), and each after a move at random; or
endings with pawns set up by lot; or positions mined before, by this tool or ``tools/mine_winning_lines.py``.

A row is written for each only move, zugzwang, stalemate and perpetual check that is found, and for each of the first
two that is not but that the judge, another engine, sees (``SEEN``): the theme; position, last move, score, depth and
moves of the best line, as the other tool writes them; the same of the line it was compared with, if there was one; what
the judge says of both, in centipawns, their movers' views. What was mined: ``tests/data/README.md``.
"""

import argparse
import random
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

import chess
import chess.engine

from kiebitz import Engine, Limit
from kiebitz.analysis.explanation.asker import EngineAsker
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.only_move import find_only_move
from kiebitz.analysis.explanation.themes.perpetual import find_perpetual
from kiebitz.analysis.explanation.themes.stalemate import find_stalemate
from kiebitz.analysis.explanation.themes.zugzwang import MOST_PIECES, find_zugzwang
from mine_winning_lines import blundered, drawn, row_of

Row = tuple[str, ShownLine, ShownLine | None, str]
MATE_CENTIPAWNS = 10_000
MOST_PAWNS = 3
SEEN = 200
"""From how many centipawns between two values on the judge sees something."""


class Recorder(EngineAsker):
    """An asker that remembers the last line that was asked for."""

    line: ShownLine | None = None

    def lines(self, board: chess.Board, count: int = 1, among: Sequence[chess.Move] = ()) -> tuple[ShownLine, ...]:
        """As ``Asker.lines``."""
        lines = super().lines(board, count, among)
        self.line = lines[0] if lines else None
        return lines


class Judge:
    """Another engine."""

    def __init__(self, engine: chess.engine.SimpleEngine, nodes: int) -> None:
        self._engine = engine
        self._limit = chess.engine.Limit(nodes=nodes)

    def value(self, board: chess.Board, among: Iterable[chess.Move] | None = None) -> int:
        """Value of a position to the side to move, if it plays one of these moves."""
        info = self._engine.analyse(board.copy(stack=False), self._limit, root_moves=among)
        return info["score"].relative.score(mate_score=MATE_CENTIPAWNS)


def rows(board: chess.Board, asker: Recorder, judge: Judge) -> Iterable[Row]:
    """Theme, best line, the line compared with, and the judge's values, of a position."""
    best = asker.lines(board)[0]
    own, mated = best.moves[0], best.score.mate is not None
    for fact in (find_stalemate(best), find_perpetual(best)):
        if fact:
            yield fact.theme, best, None, str(judge.value(board, [own]))
    others = [move for move in board.legal_moves if move != own]
    if others and not mated:
        asker.line = None
        found = find_only_move(best, asker)
        if asker.line:
            values = judge.value(board, [own]), judge.value(board, others)
            if found or (values[0] >= -50 and values[1] <= 50 and values[0] - values[1] >= SEEN):
                yield "only move", best, asker.line, f"{values[0]} {values[1]}"
    after = best.boards[1]
    pieces = after.occupied_co[after.turn] & ~(after.pawns | after.kings)
    if pieces.bit_count() <= MOST_PIECES and not after.is_check() and not mated:
        asker.line = None
        found = find_zugzwang(best, asker)
        if asker.line:
            values = judge.value(board, [own]), judge.value(asker.line.start)
            if found or values[0] - values[1] >= SEEN:
                yield "zugzwang", best, asker.line, f"{values[0]} {values[1]}"


def positions(path: Path, games: int, few: int) -> Iterable[chess.Board]:
    """Positions of games drawn from a file, with so few men, and each after a move at random; not where all is over."""
    for board in drawn(path, games):
        if board.occupied.bit_count() <= few:
            yield from (one for one in (board, *blundered(iter([board]), 1)) if any(one.legal_moves))


def pawn_endings(count: int) -> Iterable[chess.Board]:
    """So many endings of kings and up to three pawns a side, set up by lot, that are not over."""
    while count:
        board = chess.Board(None)
        men = [*"Kk", *"P" * random.randint(1, MOST_PAWNS), *"p" * random.randint(0, MOST_PAWNS)]
        for square, man in zip(random.sample(chess.SQUARES, len(men)), men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        if board.is_valid() and any(board.legal_moves):
            count -= 1
            yield board


def mined(paths: Sequence[Path]) -> Iterable[chess.Board]:
    """The positions of rows that were mined before, each once."""
    known = set()
    for row in chain.from_iterable(path.read_text().splitlines() for path in paths):
        columns = row.split("\t")
        fen, last = columns[:2] if "/" in columns[0] else columns[1:3]
        board = chess.Board(fen)
        if last:
            board.push_uci(last)
        if board.epd() not in known:
            known.add(board.epd())
            yield board


def main() -> None:
    """Mine, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--pgn", type=Path)
    source.add_argument("--pawn-endings", type=int)
    source.add_argument("--again", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--judge", default="stockfish")
    parser.add_argument("--judge-nodes", type=int, default=100_000)
    parser.add_argument("--few", type=int, default=len(chess.SQUARES))
    options = parser.parse_args()
    random.seed(options.seed)
    with Engine() as engine, chess.engine.SimpleEngine.popen_uci(options.judge) as other, options.out.open("w") as out:
        asker, judge = Recorder(engine, Limit(nodes=options.nodes)), Judge(other, options.judge_nodes)
        if options.pgn:
            boards = positions(options.pgn, options.games, options.few)
        else:
            boards = mined(options.again) if options.again else pawn_endings(options.pawn_endings)
        found = chain.from_iterable(rows(board, asker, judge) for board in boards)
        for theme, best, compared, values in found:
            print(theme, row_of(best), row_of(compared) if compared else "", values, sep="\t", file=out, flush=True)


if __name__ == "__main__":
    main()
