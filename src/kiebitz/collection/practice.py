"""Mistakes practised until they are made no more: which is due when, FSRS says (Free Spaced Repetition Scheduler).

A card is a marked move of an analysed game, or one that a game's own text has marked (``told_marks``). What was
answered is kept with it, and stays if the game is analysed anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.judging.judgement import judge
from kiebitz.collection.collection import Collection
from kiebitz.collection.marks import Mark
from kiebitz.collection.spacing import reviewed
from kiebitz.commandline.folded_name import has_words
from kiebitz.engine.limit import Limit

if TYPE_CHECKING:
    import chess

    from kiebitz.engine import Engine
    from kiebitz.engine.board import Board

ANSWER_NODES = 400_000
BEST, GOOD = "best", "good"
MARK = "marks.game, marks.ply, fen, played, best, judgement, motif, reason"


@dataclass(frozen=True, slots=True)
class Standing:
    """The progress of practice."""

    due: int
    """Cards that are to be asked again now."""
    new: int
    """Cards that were never asked."""
    later: int
    """Cards that are to be asked some other day."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The worth of an answer."""

    verdict: str
    """'best', 'good' (it loses too little to be marked), or how it would be marked: 'mistake' …"""
    due: datetime
    """When the card is asked again, in UTC."""

    @property
    def is_right(self) -> bool:
        """True if the answer counts."""
        return self.verdict in (BEST, GOOD)


def standing(collection: Collection, player: str = "", now: datetime | None = None) -> Standing:
    """Progress with the mistakes of players whose names have all words. Raises CollectionError."""
    at = (now or datetime.now(UTC)).isoformat()
    with collection.reading() as connection:
        rows = connection.execute(
            "SELECT due IS NULL, due <= ?, COUNT(*) FROM marks LEFT JOIN practice USING (game, ply)"
            f" WHERE {_of_player(collection, player)} GROUP BY 1, 2",
            (at,),
        )
        counts = {(is_new, is_due): count for is_new, is_due, count in rows}
    return Standing(counts.get((0, 1), 0), counts.get((1, None), 0), counts.get((0, 0), 0))


def next_card(collection: Collection, player: str = "", now: datetime | None = None) -> Mark | None:
    """The card to ask now: what has been due longest, then the worst of the latest games that was never asked.

    None if nothing is to be asked. Raises CollectionError.
    """
    at = (now or datetime.now(UTC)).isoformat()
    with collection.reading() as connection:
        row = connection.execute(
            f"SELECT {MARK} FROM marks LEFT JOIN practice USING (game, ply) JOIN games USING (game)"
            f" WHERE {_of_player(collection, player)} AND (due IS NULL OR due <= ?)"
            " ORDER BY due IS NULL, due, judgement = 'blunder' DESC, date DESC, marks.game, marks.ply LIMIT 1",
            (at,),
        ).fetchone()
        return None if row is None else Mark.of(*row)


def card_to_ask(collection: Collection, player: str = "") -> Mark | None:
    """As ``next_card``, and a better move is known of it. Raises CollectionError.

    One that a game's own text has marked may lack it: then a search finds one, once; and a mark on a move that the
    search would play is none.
    """
    from kiebitz.engine import Engine, board_of, position_from

    while (mark := next_card(collection, player)) is not None and not mark.best:
        with Engine() as engine:
            best = engine.analyse(board_of(position_from(mark.fen)), Limit(nodes=ANSWER_NODES)).lines[0].moves[0]
        mark = replace(mark, best=best)
        with collection.writing() as connection:
            if best == mark.played:
                connection.execute("DELETE FROM marks WHERE game = ? AND ply = ?", (mark.game, mark.ply))
                continue
            connection.execute("UPDATE marks SET best = ? WHERE game = ? AND ply = ?", (best, mark.game, mark.ply))
        break
    return mark


def verdict_on(engine: Engine, mark: Mark, board: Board | chess.Board, move: str) -> str:
    """Verdict on a move in a card's position: 'best', 'good', or its mark. Takes a search."""
    if move == mark.best:
        return BEST
    info = engine.analyse(board, Limit(nodes=ANSWER_NODES), multipv=2, searchmoves=[mark.best, move])
    tried = next(line for line in info.lines if line.moves[0] == move)
    marked = judge(max(line.score for line in info.lines), tried.score)
    return marked.value if marked else GOOD


def answer(collection: Collection, mark: Mark, move: str, verdict: str, now: datetime | None = None) -> Answered:
    """Keep an answer; returns when its card is due again. Raises CollectionError."""
    at = now or datetime.now(UTC)
    with collection.writing() as connection:
        row = connection.execute(
            "SELECT card, reviews FROM practice WHERE game = ? AND ply = ?", (mark.game, mark.ply)
        ).fetchone()
        reviews = json.loads(row[1]) if row else []
        card, due = reviewed(row[0] if row else None, at, is_right=verdict in (BEST, GOOD))
        reviews.append({"at": at.isoformat(timespec="seconds"), "move": move, "verdict": verdict})
        connection.execute(
            "INSERT OR REPLACE INTO practice VALUES (?, ?, ?, ?, ?)",
            (mark.game, mark.ply, due.isoformat(), card, json.dumps(reviews)),
        )
    return Answered(verdict, due)


def results(collection: Collection) -> list[dict[str, Any]]:
    """Every answer that was given: game, ply, at, move, verdict; in order of time. Raises CollectionError."""
    with collection.reading() as connection:
        rows = connection.execute("SELECT game, ply, reviews FROM practice").fetchall()
        found = [{"game": game, "ply": ply, **review} for game, ply, reviews in rows for review in json.loads(reviews)]
        return sorted(found, key=lambda review: review["at"])


def _of_player(collection: Collection, player: str) -> str:
    """The condition that a mark is a player's."""
    if not player:
        return "1"
    names = collection.connection.execute("SELECT player, name FROM players")
    numbers = [str(number) for number, name in names if has_words(player, name)]
    return f"marks.player IN ({', '.join(numbers)})"
