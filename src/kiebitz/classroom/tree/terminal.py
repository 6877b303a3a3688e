"""The tree of a search in the terminal: the best line with the moves beside it, and what ended how many nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from kiebitz.classroom.tree.reasons import REASON_TEXTS
from kiebitz.classroom.tree.runs import Run
from kiebitz.core.value import INFINITE
from kiebitz.engine.score import Score
from kiebitz.engine.trace import EXPECTATIONS, KINDS, NULL_MOVE, REASONS, Trace

PV, CUT, ALL = map(EXPECTATIONS.index, ("pv", "cut", "all"))
TYPE_NAMES = {PV: "PV", CUT: "cut", ALL: "all"}
BOUND_SIGNS = {PV: "=", CUT: "≥", ALL: "≤"}
UNFINISHED_TEXT = "–"


def show_runs(console: Console, runs: Sequence[Run], *, plies: int, moves: int) -> None:
    """Print the first run's best line to ``plies``, at most ``moves`` moves a node, and the reasons of all runs."""
    trace = runs[0].trace
    info = trace.info
    console.print(Text(trace.fen, style="bold"))
    console.print(Text(f"{runs[0].title}: {info.nodes:,} positions in {info.time_ms / 1000:.2f} s"))
    try:
        last = trace.last_iteration()
    except ValueError as error:
        console.print(Text(str(error)))
    else:
        console.print(best_line(last, plies=plies, moves=moves))
        first = "White" if trace.game == "chess" else "Black"
        console.print(
            Text(f"Scores in pawns, {first}'s view; depth in plies; positions counted below each move.", "dim")
        )
    console.print()
    console.print(reason_table(runs))
    if len(runs) > 1:
        comparison = runs[0].trace.compare(runs[1].trace)
        console.print(
            Text(
                f"{comparison.common:,} paths visited by both; {len(comparison.disappeared):,} only with"
                f" {runs[0].title}, {len(comparison.appeared):,} only with {runs[1].title}"
            )
        )
    for run in runs:
        if run.trace.unrecorded:
            console.print(
                Text(f"{run.title}: {run.trace.unrecorded:,} searches of a node found no room (--max-nodes)", "yellow")
            )


def best_line(trace: Trace, *, plies: int, moves: int) -> Tree:
    """A tree of the nodes on the best line, with the moves tried at each."""
    shown = Tree(_label(trace, 0, f"depth {trace.rows['depth'][0]}", best=False), guide_style="dim")
    _add_moves(shown, trace, 0, plies=plies, moves=moves)
    return shown


def _add_moves(branch: Tree, trace: Trace, row: int, *, plies: int, moves: int) -> None:
    rows, name = trace.rows, _names_after(trace, row)
    tried = [int(child) for child in trace.children(row) if rows["ply"][child] > rows["ply"][row]]
    # Of a move that was searched again, only the last search counts.
    last = list({int(rows["move"][child]): child for child in tried}.values())
    best = next((child for child in last if rows["move"][child] == rows["best_move"][row]), None)
    shown = last[:moves]
    if best is not None and best not in shown:
        shown[-1] = best
    for child in shown:
        inner = branch.add(_label(trace, child, name(int(rows["move"][child])), best=child == best))
        if child == best and plies > 1:
            _add_moves(inner, trace, child, plies=plies - 1, moves=moves)
    if len(last) > len(shown):
        branch.add(Text(f"… {len(last) - len(shown)} more", "dim"))


def _names_after(trace: Trace, row: int) -> Callable[[int], str]:
    """The names of the moves of a row's position, by their codes: in chess SAN, in shogi USI text."""
    board = trace.board(row) if trace.game == "chess" else None

    def name(code: int) -> str:
        if code == NULL_MOVE:
            return "pass"
        move = trace.move_text(code)
        return move if board is None else board.san(board.parse_uci(move))

    return name


def _label(trace: Trace, row: int, name: str, *, best: bool) -> Text:
    """A node in a line."""
    rows = trace.rows
    reason = REASONS[rows["reason"][row]]
    found = int(trace.found[row])
    first = trace.turn == (rows["ply"][row] % 2 == 0)
    alpha, beta, value = (int(rows[bound][row]) for bound in ("alpha", "beta", "value"))
    bound = BOUND_SIGNS.get(found, "")
    if not first:
        alpha, beta, value = -beta, -alpha, -value
        bound = {"≥": "≤", "≤": "≥"}.get(bound, bound)
    reached = f"{bound} {_score(value)}" if found in TYPE_NAMES else UNFINISHED_TEXT
    depth = "quiescence" if rows["kind"][row] == KINDS.index("quiescence") else f"depth {rows['depth'][row]}"
    change = f" (reduced by {rows['reduction'][row]})" if rows["reduction"][row] else ""
    text = Text(f"{name} ", style="bold" if best else "")
    text.append(f" {reached} ")
    text.append(f"({_score(alpha)}, {_score(beta)}) ", "dim")
    text.append(f" {TYPE_NAMES.get(found, UNFINISHED_TEXT)}, {depth}{change}, ")
    text.append(reason, REASON_TEXTS[reason].colour)
    text.append(f", {trace.subtree_nodes[row]:,}")
    return text


def _score(value: int) -> str:
    if abs(value) >= INFINITE:
        return "∞" if value > 0 else "−∞"
    return str(Score.of_value(value))


def reason_table(runs: Sequence[Run]) -> Table:
    """Number of node searches ended by each reason, by run."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Ended by", no_wrap=True)
    counts = [run.trace.reasons() for run in runs]
    for run, number in zip(runs, counts, strict=True):
        table.add_column(run.title if len(runs) > 1 else "Searches of a node", justify="right")
        table.add_column("Share" if number else "", justify="right")
    if len(runs) == 1:
        table.add_column("Meaning", overflow="fold", ratio=1)
    for reason, text in REASON_TEXTS.items():
        if not any(reason in number for number in counts):
            continue
        cells: list[Text | str] = [Text(reason, text.colour)]
        for run, number in zip(runs, counts, strict=True):
            found = number.get(reason, 0)
            cells += [f"{found:,}", f"{found / len(run.trace):.1%}"]
        table.add_row(*cells, *([text.meaning_in(runs[0].trace.game)] if len(runs) == 1 else []))
    return table
