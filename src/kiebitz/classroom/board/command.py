"""``kiebitz lab play``: a game in the terminal against the programs of the documents in plain Python."""

from __future__ import annotations

from typing import Annotated

import typer

from kiebitz.commandline.refusal import INTERRUPTED, refuse
from kiebitz.play.command import Colour

MOST_DEPTH, MOST_WIDTH = 20, 300
DEFAULT_DEPTH, DEFAULT_PATIENCE_S = 4, 2.0


def play(
    *,
    depth: Annotated[
        int, typer.Option("--depth", "-d", min=1, max=MOST_DEPTH, help="Greatest depth in plies, if there is time.")
    ] = DEFAULT_DEPTH,
    width: Annotated[
        int | None,
        typer.Option(
            "--width",
            min=1,
            max=MOST_WIDTH,
            help="Shannon's B strategy: moves looked at in each position, best at first sight.  [default: all]",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="Remember positions in a hash table, as MiniMAX does.")
    ] = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.0, help="Begin no deeper look after this time.")
    ] = DEFAULT_PATIENCE_S,
    colour: Annotated[Colour, typer.Option("--colour", "-c", help="Your colour.")] = Colour.WHITE,
    fen: Annotated[str | None, typer.Option("--fen", help="Start from this position, of standard chess.")] = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Show the pieces as letters.")] = False,
) -> None:
    """Play against Tartan on its board of 120 squares, in plain Python, as its article describes it.

    Moves are typed as in 'kiebitz play'. The program is a few hundred lines to read: kiebitz.classroom.board. --table
    adds the hash table of MiniMAX's article, --width is the B strategy.
    """
    import random

    from kiebitz.classroom.board.opponent import MINIMAX, PROGRAMS, TARTAN, TARTAN_B, PlainOpponent
    from kiebitz.classroom.board.tartan import Strategy
    from kiebitz.games.chess.game import CHESS
    from kiebitz.play.command import chess_start, talk
    from kiebitz.play.played_game import PlayedGame

    start, is_chess960 = chess_start(fen, None)
    if is_chess960:
        refuse(
            "--fen is a position of Chess960, which the board of 120 squares doesn't play; give one of standard chess"
        )
    has_first = random.random() < 0.5 if colour is Colour.RANDOM else colour is Colour.WHITE
    name = PROGRAMS[MINIMAX if table else TARTAN if width is None else TARTAN_B].title
    try:
        with PlainOpponent(Strategy(depth, width), has_table=table, patience_s=seconds) as opponent:
            talk(PlayedGame(CHESS, has_first, name, start), opponent, ascii_only=ascii_only)
    except KeyboardInterrupt:
        typer.echo()
        refuse("interrupted", INTERRUPTED)
