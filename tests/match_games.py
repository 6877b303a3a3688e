"""Games as a match sees them, made by hand."""

import chess

from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.player import Choice
from kiebitz.arena.match.record import Effort, GameFault, GameRecord, GameSummary, ScheduledGame
from kiebitz.engine.score import Score
from kiebitz.games.ending import Cause, Ending
from kiebitz.games.sheet import PlayedMove

START = Opening(chess.STARTING_FEN)


def summary_of(number, result, *, reason="stalemate", fault=None, digest=None, pgn=None):
    """A game that was played; ``fault`` is a kind, and of the player who lost."""
    loser = None if result == "1/2-1/2" else (number + (result == "1-0")) % 2
    return GameSummary(
        number=number,
        result=result,
        reason=reason,
        fault=GameFault(loser, fault, f"a {fault}") if fault else None,
        efforts=(Effort(10, 200.0, 5000, 60), Effort(11, 110.0, 2200, 55)),
        digest=digest or f"digest {number} {result}",
        pgn=pgn,
    )


def record_of(
    moves,
    result="1/2-1/2",
    *,
    number=0,
    opening=START,
    pairing=(0, 1),
    reason="agreed",
    cause=Cause.AGREEMENT,
    fault=None,
):
    """A record of moves as UCI text, each with a score of a tenth of a pawn, five plies, a hundred nodes, 20 ms."""
    played = tuple(PlayedMove(move, Score(centipawns=10), 5, 100, 20.0) for move in moves.split())
    winner = {"1-0": True, "0-1": False}.get(result)
    return GameRecord(ScheduledGame(number, opening, pairing), Ending(winner, cause, reason), played, fault)


class Reciter:
    """Plays given moves, with given scores."""

    def __init__(self, moves, scores=()):
        self.moves = moves.split()
        self.scores = list(scores)

    def new_game(self):
        pass

    def choose(self, game, limit, timeout_s):
        index = (len(game.moves) - game.book_plies) // 2
        score = self.scores[index] if index < len(self.scores) else None
        return Choice(self.moves[index], score)

    def game_over(self, points):
        pass

    def close(self):
        pass
