"""Sentences that ``kiebitz analyse`` tells of real games, drawn by lot, and a longer look at each.

    python tools/told_sentences.py draw COUNT SEED NODES GAMES.pgn... > told.tsv
    python tools/told_sentences.py search told.tsv searched.tsv NODES            (stopped, it goes on where it was)
    python tools/told_sentences.py search told.tsv searched.tsv --engine "stockfish;Hash=128" --depth 24
    python tools/told_sentences.py count searched.tsv...

``draw`` shuffles the games of each file by the seed, then the files take turns. Each game is analysed as the command
does it, with so many nodes a position, and every sentence of its report becomes a row, until there are enough.

``search`` looks at each fact with ten times the nodes that found it, or has a referee look at it: another UCI engine,
to a depth. It adds what is seen, in the view of the side that does what is claimed, and whether that agrees: a mate is
found again, in as many moves; a move that is said to win something is worth at least half of it, beyond the men on the
board; a better move is better, also where only what changed or what is weak is told; a threat that is said to be
overlooked is looked at after the move. A best answer loses less than a fault does, and leaves the game within a step of
where it is said to stand, now and after the better move, which is better by half a fault at least; a repetition is
worth less than a fault to either side.

``count`` prints by theme how many were told, how many the search disagrees with, and the share with its interval of 95%
(Agresti and Coull's).
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

import chess
import chess.pgn

from kiebitz import Engine, Limit, Score, UciEngine, analyse_game
from kiebitz.analysis.explanation import english
from kiebitz.analysis.explanation.asker import MATE_NODES, second_look
from kiebitz.analysis.explanation.explanation import FAULT
from kiebitz.analysis.explanation.man import PAWNS, balance
from kiebitz.analysis.explanation.reason import Role
from kiebitz.analysis.explanation.themes.king_cover import KingCoverOpened
from kiebitz.analysis.explanation.themes.material import CENTIPAWNS, centipawns
from kiebitz.analysis.explanation.themes.passed_pawn import PassedPawnMade, PassedPawnStopped
from kiebitz.analysis.explanation.themes.refutation import Refutation, Standing, standing_of
from kiebitz.analysis.explanation.themes.repetition import RepetitionAllowed
from kiebitz.analysis.explanation.themes.weakness import Weakness
from kiebitz.analysis.explanation.themes.what_changed import WhatChanged
from kiebitz.engine.judge import Judge
from kiebitz_claims.measuring.statistics import proportion, scaled

LONGER = 10
WINNING_NOTHING = {
    PassedPawnMade.theme,
    PassedPawnStopped.theme,
    KingCoverOpened.theme,
    WhatChanged.theme,
    Weakness.theme,
}
SEEN_SHARE = 1 / 2
"""The share of what is said to be won or lost that a longer search must see."""
STEPS = 1
"""By how many steps a standing may differ: engines draw the bounds between them in different places."""
AGREES, DISAGREES = "agrees", "disagrees"
PERCENT = 100


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


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a longer look's searches."""

    move: Limit
    """Of one move."""
    pair: Limit
    """Of two moves together."""
    mate_nodes: int | None = None
    """For how many nodes a mate is to be proven; None: it must be what the search of the move finds."""

    @classmethod
    def of_our_own(cls, nodes: int) -> "Bounds":
        """For our own engine: ``nodes`` is what the first look took, this one takes ten times as many."""
        limit = Limit(nodes=LONGER * nodes)
        return cls(limit, second_look(limit), LONGER * MATE_NODES)

    @classmethod
    def of_a_referee(cls, depth: int) -> "Bounds":
        """For another engine, which is to find mates itself."""
        return cls(Limit(depth=depth), Limit(depth=depth))


class LongerLook:
    """Somebody who searches longer, and remembers the answers, as rows ask the same."""

    def __init__(self, judge: Judge, bounds: Bounds) -> None:
        """``judge`` stays the caller's."""
        self._judge = judge
        self._bounds = bounds
        self._known: dict[tuple[str, tuple[str, ...]], list[Score]] = {}

    def values(self, board: chess.Board, moves: tuple[str, ...]) -> list[Score]:
        """Values of moves for the side to move, in their order."""
        question = board.fen(), moves
        if question not in self._known:
            limit = self._bounds.move if len(moves) == 1 else self._bounds.pair
            self._judge.new_game()
            info = self._judge.analyse(board, limit, multipv=len(moves), searchmoves=moves)
            found = {line.moves[0]: line.score for line in info.lines}
            self._known[question] = [found[move] for move in moves]
        return self._known[question]

    def sees(self, row: Sequence[str]) -> tuple[Score | None, bool]:
        """The look's finding on a row's fact, and whether it agrees."""
        _, fen, move, better, role, _, text = row
        fact = json.loads(text)
        board, first = chess.Board(fact["fen"]), fact["line"][0]
        if role == Role.OVERLOOKED:
            threatened, board = board, chess.Board(fen)
            board.push_uci(move)
            if not _takes_alike(threatened, board, chess.Move.from_uci(first)):
                return None, False
        if in_moves := fact.get("in_moves") or fact.get("mate_in"):
            score = self._mate(board, first, in_moves)
            return score, score is not None and 0 < (score.mate or 0) <= in_moves
        if fact["theme"] in {Refutation.theme, RepetitionAllowed.theme}:
            return self._answered(chess.Board(fen), (better, move), board, fact)
        start = chess.Board(fen)
        before = balance(start, board.turn)
        if role in (Role.BETTER, Role.CHANGED) or fact["theme"] == Weakness.theme:
            score, played = self.values(start, (better, move))
            is_better = centipawns(score) > centipawns(played)
        else:
            (score,), is_better = self.values(board, (first,)), True
            before = max(before, balance(board, board.turn))
        if fact["theme"] in WINNING_NOTHING:
            return score, is_better
        seen = centipawns(score) - CENTIPAWNS * before
        return score, is_better and seen >= SEEN_SHARE * CENTIPAWNS * claimed(fact)

    def _mate(self, board: chess.Board, first: str, in_moves: int) -> Score | None:
        """The mate that a position holds, or what the move that is said to give it is worth."""
        if self._bounds.mate_nodes is None:
            return self.values(board, (first,))[0]
        self._judge.new_game()
        return self._judge.analyse(board, Limit(mate=in_moves, nodes=self._bounds.mate_nodes)).score

    def _answered(
        self, board: chess.Board, moves: tuple[str, str], after: chess.Board, fact: dict[str, Any]
    ) -> tuple[Score, bool]:
        """Value of the answer to the second of two moves, and whether the game stands as a fact says."""
        better, played = self.values(board, moves)
        (answer,) = self.values(after, (fact["line"][0],))
        costs = centipawns(better) - centipawns(played) >= SEEN_SHARE * FAULT
        is_as_said = _stands(better, fact["before"])
        if fact["theme"] == RepetitionAllowed.theme:
            return answer, costs and is_as_said and abs(centipawns(answer)) < FAULT
        is_best = answer.clipped() + played.clipped() > -FAULT
        return answer, costs and is_best and is_as_said and _stands(played, fact["after"])


def _stands(score: Score, said: str) -> bool:
    """True if a side stands as is said, give or take ``STEPS``."""
    order = list(Standing)
    return abs(order.index(standing_of(score)) - order.index(Standing(said))) <= STEPS


def _takes_alike(threatened: chess.Board, board: chess.Board, move: chess.Move) -> bool:
    """True if a move is legal in a position, too, and takes there what it would take in the one it threatens in."""
    return board.is_legal(move) and board.piece_at(move.to_square) == threatened.piece_at(move.to_square)


def claimed(fact: dict[str, Any]) -> int:
    """The gain that a fact claims, in pawns: at least one."""
    if "won" in fact:
        won, paid = (
            sum(PAWNS[chess.Piece.from_symbol(man).piece_type] for man in fact[side]) for side in ("won", "paid")
        )
        return won - paid
    if fact["theme"] == "promotion":
        return PAWNS[chess.Piece.from_symbol(fact["piece"]).piece_type] - PAWNS[chess.PAWN]
    return PAWNS[chess.PAWN]


def search(
    source: str, target: str, nodes: int | None = None, *, engine: str | None = None, depth: int | None = None
) -> None:
    """Append what is seen of each row that ``target`` doesn't hold yet; by ``engine`` to a depth, else by our own."""
    done = len(Path(target).read_text().splitlines()) if Path(target).exists() else 0
    judge: Judge = UciEngine(engine) if engine else Engine()
    bounds = Bounds.of_a_referee(depth or 0) if engine else Bounds.of_our_own(nodes or 0)
    with judge, Path(target).open("a") as file:
        look = LongerLook(judge, bounds)
        for text in Path(source).read_text().splitlines()[done:]:
            score, agrees = look.sees(text.split("\t"))
            print(text, score, AGREES if agrees else DISAGREES, sep="\t", file=file, flush=True)


def count(*paths: str) -> None:
    """Print the table by theme."""
    rows = [line.split("\t") for path in paths for line in Path(path).read_text().splitlines()]
    told = Counter(json.loads(text)["theme"] for *_, text, _, _ in rows)
    denied = Counter(json.loads(text)["theme"] for *_, text, _, verdict in rows if verdict == DISAGREES)
    for theme, number in [*told.most_common(), ("all", told.total())]:
        wrong = denied.total() if theme == "all" else denied[theme]
        share = scaled(proportion(wrong, number), PERCENT)
        ends = f"{share.low:.1f} to {share.high:.1f}"
        print(f"{theme:20} {number:4} told, {wrong:3} denied, {share.value:5.1f}% ({ends})")


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    drawing = steps.add_parser("draw")
    for name in ("count", "seed", "nodes"):
        drawing.add_argument(name)
    drawing.add_argument("paths", nargs="+")
    searching = steps.add_parser("search")
    searching.add_argument("source")
    searching.add_argument("target")
    searching.add_argument("nodes", nargs="?", type=int)
    searching.add_argument("--engine")
    searching.add_argument("--depth", type=int)
    counting = steps.add_parser("count")
    counting.add_argument("paths", nargs="+")
    asked = parser.parse_args()
    if asked.step == "draw":
        draw(asked.count, asked.seed, asked.nodes, *asked.paths)
    elif asked.step == "count":
        count(*asked.paths)
    elif bool(asked.nodes) == bool(asked.engine) or bool(asked.engine) != bool(asked.depth):
        searching.error("give either NODES for our own engine, or --engine and --depth for a referee")
    else:
        search(asked.source, asked.target, asked.nodes, engine=asked.engine, depth=asked.depth)


if __name__ == "__main__":
    main()
