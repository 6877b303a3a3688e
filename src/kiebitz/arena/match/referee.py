"""The referee: plays one game between two players and sees that the rules, the clock and good order are kept."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

from kiebitz.arena.match.adjudication import MATE_CENTIPAWNS, Adjudicator, DrawRule, ResignRule, Ruling
from kiebitz.arena.match.player import Choice, FaultKind, Player, PlayerError, PlayerFault
from kiebitz.arena.match.record import WHITE_POINTS, GameFault, GameRecord, ScheduledGame
from kiebitz.arena.match.time_control import Clocks, MatchLimit
from kiebitz.engine.limit import Limit
from kiebitz.games.ending import Cause, Ending
from kiebitz.games.live_game import LiveGame
from kiebitz.games.sheet import PlayedMove
from kiebitz.processes.shortage import shortage

# A flag that fell by less is forgiven: it is the referee's own time, not the player's.
DEFAULT_MARGIN_MS = 10
DEFAULT_MOST_MOVES = 300
DEFAULT_STALL_S = 600.0
# How long a move may be awaited after the flag fell: to tell who is late from who hangs.
GRACE_S = 2.0
TIME_LOSS: Final = "time loss"
WINNERS: dict[Ruling, bool | None] = {"1-0": True, "0-1": False, "1/2-1/2": None}
CAUSES: dict[FaultKind, Cause] = {
    "crash": Cause.CRASH,
    "stall": Cause.STALL,
    "illegal move": Cause.ILLEGAL_MOVE,
    TIME_LOSS: Cause.TIME,
}
"""The causes by which faults end games."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How games are played."""

    limit: MatchLimit
    """The limit of the players."""
    draw: DrawRule | None = field(default_factory=DrawRule)
    """When a game is called a draw; None: never."""
    resign: ResignRule | None = field(default_factory=ResignRule)
    """When a game is called won; None: never."""
    most_moves: int = DEFAULT_MOST_MOVES
    """Full moves by the players after which a game is a draw."""
    margin_ms: int = DEFAULT_MARGIN_MS
    """A flag that fell by less is forgiven."""
    stall_s: float = DEFAULT_STALL_S
    """Without a time control: a move that takes longer loses."""


def play_game(
    scheduled: ScheduledGame, players: tuple[Player, Player], rules: Rules, times: tuple[float, float] = (1.0, 1.0)
) -> GameRecord:
    """Play a game; ``players`` are those of its pairing, ``times`` how many times the limit each of them has.

    Raises PlayerError for a player that doesn't start.
    """
    record = _play(scheduled, players, rules, times)
    first_points = WHITE_POINTS[record.ending.result]
    for number, player in enumerate(players):
        player.game_over(first_points if number == scheduled.white else 1 - first_points)
    return record


def _play(
    scheduled: ScheduledGame, players: tuple[Player, Player], rules: Rules, times: tuple[float, float]
) -> GameRecord:
    game = scheduled.opening.begin()
    sides = game.game.sides
    by_turn = {True: scheduled.white, False: 1 - scheduled.white}
    limits = {turn: rules.limit.times(times[player]) for turn, player in by_turn.items()}
    clocks = Clocks(limits[True], limits[False], game=scheduled.opening.game)
    adjudicator = Adjudicator(rules.draw, rules.resign)
    moves: list[PlayedMove] = []

    def ended(ending: Ending, fault: GameFault | None = None) -> GameRecord:
        return GameRecord(scheduled, ending, tuple(moves), fault)

    def forfeit(fault: PlayerFault) -> GameRecord:
        side, other = sides[game.turn], sides[not game.turn]
        winner: bool | None = not game.turn
        cause, reason = CAUSES[fault.kind], f"{side}: {fault}"
        if cause is Cause.TIME and not game.game.can_win(game.position, not game.turn):
            winner, cause, reason = None, Cause.TIME_WITHOUT_MATE, f"{reason}, but {other} can't mate"
        return ended(Ending(winner, cause, reason), GameFault(by_turn[game.turn], fault.kind, str(fault)))

    for player in players:
        player.new_game()
    while True:
        if ending := game.ending:
            return ended(ending)
        if len(moves) >= 2 * rules.most_moves:
            return ended(Ending(None, Cause.MOST_MOVES, f"no end after {rules.most_moves} moves"))
        turn = game.turn
        number = game.number
        began = time.perf_counter()
        allowed_ms = clocks.allowed_ms(turn)
        timeout_s = rules.stall_s if allowed_ms is None else (allowed_ms + rules.margin_ms) / 1000 + GRACE_S
        try:
            choice = _choose(players[by_turn[turn]], game, clocks.limit(turn), timeout_s)
            elapsed_ms = (time.perf_counter() - began) * 1000
            if not clocks.spend(turn, elapsed_ms, rules.margin_ms):
                over_ms = elapsed_ms - (allowed_ms or 0.0)
                raise PlayerFault(TIME_LOSS, f"loses on time, {over_ms:.0f} ms over")
            if choice.declares:
                if not game.may_declare:
                    raise PlayerFault("illegal move", "declares a win that the rules don't give it")
                return ended(Ending(turn, Cause.DECLARATION, f"{sides[turn]} declares"))
            if choice.move is None:
                return ended(Ending(not turn, Cause.RESIGNATION, f"{sides[turn]} resigns"))
            try:
                game.push(choice.move)
            except ValueError as error:  # the game's own error of moves
                raise PlayerFault("illegal move", f"plays an illegal move: {error}") from error
        except PlayerFault as fault:
            return forfeit(fault)
        moves.append(PlayedMove(choice.move, choice.score, choice.depth, choice.nodes, elapsed_ms))
        ruling = adjudicator.note(number, _white_centipawns(choice, turn))
        # What is over by the rules needs no ruling.
        if ruling and _may_rule(game, ruling) and not game.ending:
            return ended(Ending(WINNERS[ruling], Cause.ADJUDICATION, "adjudication"))


def _may_rule(game: LiveGame, ruling: Ruling) -> bool:
    """True if the game may end so here: where a loser gives up on its own move, not before that."""
    return not game.game.resigns_on_own_turn or WINNERS[ruling] in (None, not game.turn)


def _choose(player: Player, game: LiveGame, limit: Limit, timeout_s: float) -> Choice:
    try:
        return player.choose(game, limit, timeout_s)
    except (PlayerFault, PlayerError):
        raise
    except Exception as error:
        if shortage(error):
            raise
        # Whatever a player does wrong is its own loss; the match goes on, and shows it.
        raise PlayerFault("crash", f"fails: {type(error).__name__}: {error}") from error


def _white_centipawns(choice: Choice, turn: bool) -> int | None:
    if choice.score is None:
        return None
    centipawns = choice.score.clipped(MATE_CENTIPAWNS)
    return centipawns if turn else -centipawns
