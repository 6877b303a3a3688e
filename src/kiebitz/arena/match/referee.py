"""The referee: plays one game between two players and sees that the rules, the clock and good order are kept."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

from kiebitz.arena.match.adjudication import MATE_CENTIPAWNS, Adjudicator, DrawRule, ResignRule
from kiebitz.arena.match.any_live_game import DRAWN, AnyLiveGame, Result, won_by
from kiebitz.arena.match.begin_game import begin_game
from kiebitz.arena.match.player import Choice, Player, PlayerError, PlayerFault
from kiebitz.arena.match.record import WHITE_POINTS, GameFault, GameRecord, PlayedMove, ScheduledGame
from kiebitz.arena.match.time_control import Clocks, MatchLimit
from kiebitz.engine.limit import Limit
from kiebitz.processes.shortage import shortage

# A flag that fell by less is forgiven: it is the referee's own time, not the player's.
DEFAULT_MARGIN_MS = 10
DEFAULT_MOST_MOVES = 300
DEFAULT_STALL_S = 600.0
# How long a move may be awaited after the flag fell: to tell who is late from who hangs.
GRACE_S = 2.0
TIME_LOSS: Final = "time loss"
NO_END = "no end after"
PGN_TERMINATIONS = {
    "crash": "abandoned",
    "stall": "abandoned",
    "illegal move": "rules infraction",
    TIME_LOSS: "time forfeit",
}


@dataclass(frozen=True, slots=True)
class Rules:
    """How games are played."""

    limit: MatchLimit
    """What the players may use."""
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
    first_points = WHITE_POINTS[record.result]
    for number, player in enumerate(players):
        player.game_over(first_points if number == scheduled.white else 1 - first_points)
    return record


def _play(
    scheduled: ScheduledGame, players: tuple[Player, Player], rules: Rules, times: tuple[float, float]
) -> GameRecord:
    game = begin_game(scheduled.opening)
    by_turn = {True: scheduled.white, False: 1 - scheduled.white}
    limits = {turn: rules.limit.times(times[player]) for turn, player in by_turn.items()}
    clocks = Clocks(limits[True], limits[False], game=scheduled.opening.game)
    adjudicator = Adjudicator(rules.draw, rules.resign)
    moves: list[PlayedMove] = []

    def ended(result: Result, reason: str, termination: str, fault: GameFault | None = None) -> GameRecord:
        return GameRecord(scheduled, result, reason, termination, tuple(moves), fault)

    def forfeit(fault: PlayerFault) -> GameRecord:
        side, other = game.SIDES[game.turn], game.SIDES[not game.turn]
        result = won_by(not game.turn)
        reason = f"{side}: {fault}"
        if fault.kind == TIME_LOSS and not game.can_win(not game.turn):
            result, reason = DRAWN, f"{reason}, but {other} can't mate"
        told = GameFault(by_turn[game.turn], fault.kind, str(fault))
        return ended(result, reason, PGN_TERMINATIONS[fault.kind], told)

    for player in players:
        player.new_game()
    while True:
        verdict = game.verdict()
        if verdict:
            return ended(*verdict, "normal")
        if len(moves) >= 2 * rules.most_moves:
            return ended(DRAWN, f"{NO_END} {rules.most_moves} moves", "adjudication")
        turn = game.turn
        number = game.move_number
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
                if not game.may_declare():
                    raise PlayerFault("illegal move", "declares a win that the rules don't give it")
                return ended(won_by(turn), f"{game.SIDES[turn]} declares", "normal")
            if choice.move is None:
                return ended(won_by(not turn), f"{game.SIDES[turn]} resigns", "normal")
            try:
                game.push(choice.move)
            except ValueError as error:  # the game's own error of moves
                raise PlayerFault("illegal move", f"plays an illegal move: {error}") from error
        except PlayerFault as fault:
            return forfeit(fault)
        moves.append(PlayedMove(choice.move, choice.score, choice.depth, choice.nodes, elapsed_ms))
        ruling = adjudicator.note(number, _white_centipawns(choice, turn))
        # What is over by the rules needs no ruling.
        if ruling and game.may_end_by(ruling) and not game.verdict():
            return ended(ruling, "adjudication", "adjudication")


def _choose(player: Player, game: AnyLiveGame, limit: Limit, timeout_s: float) -> Choice:
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
