"""A program as the judge of a store's games: its best moves and values of their labelled positions.

Any program that speaks UCI or USI is asked as in a match, with the game that led to a position: repetitions count, and
networks that look at the last moves see them. Each thread that asks has a program of its own.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from functools import partial

from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.player import OutsideSpec, Player, PlayerFault
from kiebitz.arena.teacher.program import WON
from kiebitz.arena.train.generate import GenerationError, LabelledBlock
from kiebitz.arena.train.trained_game import TrainedGame
from kiebitz.core.training.game_record import labels_judged, lines_to_judge
from kiebitz.engine.limit import Limit
from kiebitz.games import game_called
from kiebitz.games.live_game import LiveGame
from kiebitz.processes.background import in_order, lent
from kiebitz.programs.bounds import SILENCE_S

UNFIT = re.compile(r"[^\w-]+")
"""Of a program's name, what a file's name should not have."""


class JudgingProgram:
    """A program that judges games, asked with a limit; so many of them at once."""

    def __init__(self, spec: OutsideSpec, limit: Limit, game: TrainedGame, jobs: int) -> None:
        """Raises PlayerError for a program that doesn't start."""
        with contextlib.closing(make_player(spec)) as player:
            player.new_game()
        self._spec, self._limit, self._jobs = spec, limit, jobs
        self.game = game
        """The game it knows."""
        searched = str(limit.nodes) if limit.depth is None else f"depth{limit.depth}"
        self.name = f"{UNFIT.sub('-', spec.name)}-{searched}"
        """The name of the judge in a store."""

    @contextlib.contextmanager
    def label(self, blocks: Iterable[LabelledBlock]) -> Iterator[Iterator[LabelledBlock]]:
        """Blocks of games with its labels in the place of others', in order.

        Whoever leaves early ends the programs. Raises GenerationError for one that breaks off.
        """
        everyone: list[Player] = [make_player(self._spec) for _ in range(self._jobs)]
        idle = list(everyone)

        def labelled(block: LabelledBlock) -> LabelledBlock:
            with lent(idle) as player:
                return self._labelled(player, block)

        def break_off() -> None:
            for player in everyone:
                player.kill()

        works = (partial(labelled, block) for block in blocks)
        try:
            yield in_order(works, self._jobs, "kiebitz-judge", break_off=break_off)
        finally:
            for player in everyone:
                player.close()

    def _labelled(self, player: Player, labelled: LabelledBlock) -> LabelledBlock:
        block, labels = labelled
        asked = (block.data, block.count, labels)
        judged = [self._judged(player, *line) for line in lines_to_judge(*asked, self.game.name)]
        try:
            return block, labels_judged(*asked, judged, self.game.name)
        except ValueError as error:  # the move's error, of either game
            raise GenerationError(f"{self._spec.name} breaks the rules: {error}") from error

    def _judged(
        self, player: Player, start: str, moves: list[str], labelled: list[int]
    ) -> list[tuple[str, int] | None]:
        """Of each position after so many of the moves the best move, and its value for the side that moves first."""
        game = LiveGame(game_called(self.game.name), start)
        player.new_game()
        judged = []
        for ply in labelled:
            for move in moves[len(game.moves) : ply]:
                game.push(move)
            judged.append(self._judgement(player, game))
        return judged

    def _judgement(self, player: Player, game: LiveGame) -> tuple[str, int] | None:
        try:
            choice = player.choose(game, self._limit, SILENCE_S)
        except PlayerFault as fault:
            raise GenerationError(f"{self._spec.name} {fault}") from fault
        if choice.move is None or choice.score is None:
            return None
        value = choice.score.clipped(WON)
        return choice.move, value if game.turn else -value
