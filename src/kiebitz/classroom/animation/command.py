"""``kiebitz lab animate``: the command that shows an algorithm at work."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kiebitz.commandline.options import Html
from kiebitz.commandline.output_file import require_page, write_output
from kiebitz.commandline.refusal import INTERRUPTED, refuse

DEFAULT_TREE = "tartan"


def animate(
    algorithm: Annotated[
        str,
        typer.Argument(metavar="ALGORITHM", help="minimax, tartan, alphabeta, negamax, failsoft, pvs or mtdf."),
    ],
    *,
    tree: Annotated[
        str,
        typer.Option(
            "--tree",
            metavar="TREE",
            help="tartan, uniform:B,T[,SEED], best:B,T[,SEED], worst:B,T[,SEED], ordered:B,T,QUALITY[,SEED],"
            " costliest:B,T, random[:SEED], or nested lists of values such as '[[3, 12], [2, 4]]'.",
        ),
    ] = DEFAULT_TREE,
    types: Annotated[
        bool,
        typer.Option("--types", help="Mark the critical nodes by type, count them, and tell the windows of each type."),
    ] = False,
    html: Html = None,
    frames: Annotated[bool, typer.Option("--frames", help="Print all steps.")] = False,
    step: Annotated[
        int | None, typer.Option("--step", min=1, help="Start at this step; without a terminal, print only this step.")
    ] = None,
) -> None:
    """Show an algorithm at work on a tree: its code beside the tree, step by step.

    In a terminal use the arrow keys, space, Home and End; p plays, q quits. Without a terminal the last step is
    printed, or that of --step. In the names of trees, B is the number of branches, T the number of plies, QUALITY the
    probability that the best move comes first.
    """
    from kiebitz.classroom.animation.critical import critical
    from kiebitz.classroom.animation.keys import keyboard
    from kiebitz.classroom.animation.page import page
    from kiebitz.classroom.animation.replay import animate as make_animation
    from kiebitz.classroom.animation.terminal import play, print_steps
    from kiebitz.classroom.theory.algorithms import ALGORITHMS
    from kiebitz.classroom.theory.named_trees import named_tree
    from kiebitz.classroom.theory.trees import TreeError
    from kiebitz.commandline.console import make_console

    require_page(html)
    if algorithm not in ALGORITHMS:
        refuse(f"there is no algorithm '{algorithm}'; choose from {', '.join(ALGORITHMS)}")
    try:
        shown = named_tree(tree)
    except TreeError as error:
        refuse(f"--tree: {error}")
    animation = make_animation(ALGORITHMS[algorithm], shown.root, shown.title)
    last = len(animation.steps)
    if step is not None and step > last:
        refuse(f"--step {step}: this animation has {last} steps")
    if html is not None:
        write_output(html, page(animation).encode())
        typer.echo(f"{html}: {last} steps of {animation.algorithm.title}; open it in any browser")
        return
    console = make_console()
    marked = critical(animation) if types else None
    if frames:
        print_steps(console, animation, range(last), marked)
    elif console.is_terminal and sys.stdin.isatty():
        try:
            with keyboard() as read_key:
                play(console, animation, read_key, start=(step or 1) - 1, types=marked)
        except KeyboardInterrupt:
            refuse("interrupted", INTERRUPTED)
    else:
        shown_step = last if step is None else step
        print_steps(console, animation, range(shown_step - 1, shown_step), marked)
