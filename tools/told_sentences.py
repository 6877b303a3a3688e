"""Sentences that ``kiebitz analyse`` tells of real games, drawn by lot, and a longer look at each.

    python tools/told_sentences.py draw COUNT SEED NODES GAMES.pgn... > told.tsv
    python tools/told_sentences.py search told.tsv searched.tsv NODES            (stopped, it goes on where it was)

``draw`` shuffles the games of each file by the seed, then the files take turns. Each game is analysed as the command
does it, with so many nodes a position, and every sentence of its report becomes a row, until there are enough.

``search`` looks at each fact with ten times the nodes that found it. It adds what it sees, in the view of the side that
does what is claimed, and whether that agrees: a mate is found again, in as many moves; a move that is said to win
something is worth at least half of it, beyond the men on the board; a better move is better, also where only what
changed is told; a threat that is said to be overlooked is looked at after the move.
"""

import json
import random
import sys
from collections.abc import Iterator
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

import chess
import chess.pgn

from kiebitz import Engine, Limit, Score, analyse_game
from kiebitz.analysis.explanation import english
from kiebitz.analysis.explanation.asker import MATE_NODES, SECOND_LOOK_FACTOR
from kiebitz.analysis.explanation.man import PAWNS, balance
from kiebitz.analysis.explanation.reason import Role
from kiebitz.analysis.explanation.themes.king_cover import KingCoverOpened
from kiebitz.analysis.explanation.themes.material import CENTIPAWNS, centipawns
from kiebitz.analysis.explanation.themes.passed_pawn import PassedPawnMade, PassedPawnStopped
from kiebitz.analysis.explanation.themes.what_changed import WhatChanged

LONGER = 10
WINNING_NOTHING = {
    PassedPawnMade.theme,
    PassedPawnStopped.theme,
    KingCoverOpened.theme,
    WhatChanged.theme,
}
SEEN_SHARE = 1 / 2
"""How much of what is said to be won a longer search must see."""


def shuffled(path: str, lot: random.Random) -> list[chess.pgn.Game]:
    """The games of a file, in the lot's order."""
    with Path(path).open(encoding="utf-8", errors="replace") as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    return lot.sample(games, len(games))


def told(game: chess.pgn.Game, engine: Engine, limit: Limit) -> Iterator[tuple[str, ...]]:
    """A row for each sentence of a game's report: game, position, move, better one, role, sentence, fact."""
    name = " - ".join(game.headers[tag] for tag in ("White", "Black", "Date", "Round"))
    board = game.board()
    for move in analyse_game(game, limit, engine=engine).analysis.moves:
        for reason in move.reasons:
            known = name, board.fen(), move.uci, move.best[0].uci[0], reason.role.value
            yield *known, english.sentence(reason), json.dumps(reason.fact.record)
        board.push_uci(move.uci)


def draw(count: str, seed: str, nodes: str, *paths: str) -> None:
    """Print so many rows."""
    lot = random.Random(int(seed))
    turns = zip_longest(*(shuffled(path, lot) for path in paths))
    with Engine() as engine:
        rows = chain.from_iterable(
            told(game, engine, Limit(nodes=int(nodes))) for game in chain.from_iterable(turns) if game
        )
        for row in islice(rows, int(count)):
            print("\t".join(row), flush=True)


class LongerLook:
    """An engine that searches longer; the last answer is kept, as neighbouring rows ask the same."""

    def __init__(self, engine: Engine, nodes: int) -> None:
        """``nodes`` is what the first look took; this one takes ten times as many."""
        self._engine = engine
        self._nodes = LONGER * nodes
        self._last: tuple[tuple[Any, ...], list[Score]] = ((), [])

    def values(self, board: chess.Board, moves: tuple[str, ...], nodes: int) -> list[Score]:
        """What moves are worth for the side to move, in their order."""
        question = board.fen(), moves, nodes
        if self._last[0] != question:
            self._engine.new_game()
            info = self._engine.analyse(board, Limit(nodes=nodes), multipv=len(moves), searchmoves=moves)
            found = {line.moves[0]: line.score for line in info.lines}
            self._last = question, [found[move] for move in moves]
        return self._last[1]

    def sees(self, row: list[str]) -> tuple[Score | None, bool]:
        """What is seen of a row's fact, and whether it agrees."""
        _, fen, move, better, role, _, text = row
        fact = json.loads(text)
        board, first = chess.Board(fact["fen"]), fact["line"][0]
        if role == Role.OVERLOOKED:
            threatened, board = board, chess.Board(fen)
            board.push_uci(move)
            if not _takes_alike(threatened, board, chess.Move.from_uci(first)):
                return None, False
        if in_moves := fact.get("in_moves") or fact.get("mate_in"):
            self._engine.new_game()
            score = self._engine.analyse(board, Limit(mate=in_moves, nodes=LONGER * MATE_NODES)).score
            return score, score is not None and 0 < (score.mate or 0) <= in_moves
        before = balance(board, board.turn)
        if role in (Role.BETTER, Role.CHANGED):
            score, played = self.values(board, (better, move), SECOND_LOOK_FACTOR * self._nodes)
            is_better = centipawns(score) > centipawns(played)
        else:
            (score,), is_better = self.values(board, (first,), self._nodes), True
            before = max(before, balance(chess.Board(fen), board.turn))
        if fact["theme"] in WINNING_NOTHING:
            return score, is_better
        seen = centipawns(score) - CENTIPAWNS * before
        return score, is_better and seen >= SEEN_SHARE * CENTIPAWNS * claimed(fact)


def _takes_alike(threatened: chess.Board, board: chess.Board, move: chess.Move) -> bool:
    """Whether a move is legal in a position, too, and takes there what it would take in the one it threatens in."""
    return board.is_legal(move) and board.piece_at(move.to_square) == threatened.piece_at(move.to_square)


def claimed(fact: dict[str, Any]) -> int:
    """What a fact says is won, in pawns: at least one."""
    if "won" in fact:
        won, paid = (
            sum(PAWNS[chess.Piece.from_symbol(man).piece_type] for man in fact[side]) for side in ("won", "paid")
        )
        return won - paid
    if fact["theme"] == "promotion":
        return PAWNS[chess.Piece.from_symbol(fact["piece"]).piece_type] - PAWNS[chess.PAWN]
    return PAWNS[chess.PAWN]


def search(source: str, target: str, nodes: str) -> None:
    """Append what is seen of each row that ``target`` doesn't hold yet."""
    done = len(Path(target).read_text().splitlines()) if Path(target).exists() else 0
    with Engine() as engine, Path(target).open("a") as file:
        look = LongerLook(engine, int(nodes))
        for text in Path(source).read_text().splitlines()[done:]:
            score, agrees = look.sees(text.split("\t"))
            print(text, score, "agrees" if agrees else "disagrees", sep="\t", file=file, flush=True)


if __name__ == "__main__":
    steps = {"draw": draw, "search": search}
    if len(sys.argv) < 4 or sys.argv[1] not in steps:
        raise SystemExit(__doc__)
    steps[sys.argv[1]](*sys.argv[2:])
