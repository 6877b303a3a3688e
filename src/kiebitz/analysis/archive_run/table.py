"""Analysed games as tables for people, drawn by Rich; plain text where there is no terminal."""

from __future__ import annotations

import re
from typing import Any

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from kiebitz.analysis.explanation.explanation import sentences
from kiebitz.analysis.judging import praise
from kiebitz.analysis.judging.annotate import GameAnalysis, MoveAnalysis, PlayerSummary, limit_numbers
from kiebitz.analysis.judging.judgement import THRESHOLDS, Judgement
from kiebitz.analysis.judging.record_names import NAMES
from kiebitz.commandline.clean_text import clean
from kiebitz.engine.line import GameName
from kiebitz.engine.score import Score
from kiebitz.games import game_called

STYLES = {Judgement.INACCURACY: "yellow", Judgement.MISTAKE: "dark_orange", Judgement.BLUNDER: "bold red"}
ABSENT = "-"
CUT = " …"
LONE_NUMBER = re.compile(r"(?:^| )\d+\.+$")
COLUMN_PADDING = 3  # a space on either side, and one between columns
MIN_LINE_WIDTH = 9  # as wide as its heading
GAME_COLUMNS: tuple[tuple[str, JustifyMethod], ...] = (
    ("", "right"),
    ("Move", "left"),
    ("Time", "right"),  # only if clocks are known
    ("Eval", "right"),
    ("Judgement", "left"),
)

# Widths of the columns of an overview; the two names share what is left of the line.
OVERVIEW_FIXED = 53
MIN_NAME_WIDTH, MAX_NAME_WIDTH = 8, 30


def _cut(text: str, width: int, game: GameName) -> str:
    """A text cut or filled to exactly ``width`` columns; of chess each letter counts as one."""
    text = clean(text)
    if game == "chess":
        return (text if len(text) <= width else text[: width - 1] + "…").ljust(width)
    return set_cell_size(text, width) if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def score_text(score: Score | None, game: GameName = "chess") -> str:
    """A score (of who moves first) for a table, in shogi in hundredths of a pawn; mate on the board is 'mate'."""
    if score is None:
        return ABSENT
    if game == "shogi" and score.mate is None:
        return f"{score.centipawns or 0:+d}"
    return "mate" if score.mate == 0 else str(score)


def _number_text(move: MoveAnalysis, game: GameName) -> str:
    return f"{move.number}{'.' if move.is_first or game == 'shogi' else '...'}"


def _time_text(move: MoveAnalysis) -> str:
    return "" if move.seconds is None else f"{round(move.seconds, 1):g} s"


def _verdict_text(move: MoveAnalysis) -> str:
    if move.is_praised:
        return f"{praise.SYMBOL:<2} by far the best"
    return f"{move.judgement.symbol:<2} {move.judgement.value}" if move.judgement else ""


def _line_texts(move: MoveAnalysis, width: int, game: GameName) -> list[str]:
    """The best lines, as many whole moves of each as ``width`` characters take; of several each with its value."""
    texts = [
        _numbered(line.san, move.number, is_first=move.is_first) if game == "chess" else " ".join(line.san)
        for line in move.best
    ]
    if len(texts) > 1:
        texts = [f"{score_text(line.score, game)} {text}" for line, text in zip(move.best, texts, strict=True)]
    return [_whole_words(text, width) for text in texts] or [""]


def _numbered(sans: tuple[str, ...], number: int, *, is_first: bool) -> str:
    """A line with the numbers of its moves, as '2... Nc6 3. Bb5'."""
    words = []
    for ply, san in enumerate(sans, 2 * number + (not is_first)):
        if ply % 2 == 0:
            words.append(f"{ply // 2}. {san}")
        else:
            words.append(san if words else f"{ply // 2}... {san}")
    return " ".join(words)


def _whole_words(text: str, width: int) -> str:
    if cell_len(text) <= width:
        return text
    return LONE_NUMBER.sub("", set_cell_size(text, max(0, width - len(CUT) + 1)).rpartition(" ")[0]) + CUT


def game_table(analysis: GameAnalysis, width: int) -> Table:
    """The game move by move: evaluation after the move (of who moves first), judgement, and the best line instead.

    Of several best lines each has a row and its value, and every reason for a mark has a row. If the
    clocks tell, how long each move took stands there, too. The best lines are cut, and the reasons folded, so that the
    table fits into ``width`` characters.
    """
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    game = analysis.game
    rows = [
        (_number_text(move, game), move.san, _time_text(move), score_text(move.score, game), _verdict_text(move))
        for move in analysis.moves
    ]
    has_clocks = any(move.seconds is not None for move in analysis.moves)
    line_width = width - COLUMN_PADDING
    for index, (heading, justify) in enumerate(GAME_COLUMNS):
        if heading == "Time" and not has_clocks:
            continue
        # These columns must not be cut, whatever the width: the best line gives way.
        least = max([len(heading), *(cell_len(row[index]) for row in rows)])
        table.add_column(heading, justify=justify, no_wrap=True, min_width=least)
        line_width -= least + COLUMN_PADDING
    line_width = max(line_width, MIN_LINE_WIDTH)
    table.add_column("Best line", no_wrap=True, max_width=line_width)
    empty = [""] * (len(table.columns) - 1)
    for move, (number, san, time, score, verdict) in zip(analysis.moves, rows, strict=True):
        style = STYLES[move.judgement] if move.judgement else ""
        first, *others = _line_texts(move, line_width, game)
        table.add_row(
            number,
            Text(san, style="bold" if move.is_first else ""),
            *([time] if has_clocks else []),
            score,
            Text(verdict, style=style),
            Text(first, style=style or "dim"),
        )
        for text in others:
            table.add_row(*empty, Text(text, style="dim"))
        for said in sentences(move.reasons, analysis.words) if analysis.words else ():
            table.add_row(*empty, Text(said, no_wrap=False, overflow="fold"))
    return table


def moments_of(analysis: GameAnalysis) -> list[tuple[Text, tuple[str, ...]]]:
    """Each mistake and blunder with what it did to the evaluation and the better move, and why, as far as is known."""
    found = []
    for move in analysis.moves:
        if move.judgement not in {Judgement.MISTAKE, Judgement.BLUNDER}:
            continue
        heading = Text.assemble(
            (f"{_number_text(move, analysis.game)} {move.san}{move.judgement.symbol}", STYLES[move.judgement]),
            f"  {score_text(move.score, analysis.game)}",
            f"; best was {move.best[0].san[0]}, {score_text(move.best[0].score, analysis.game)}" if move.best else "",
        )
        found.append((heading, sentences(move.reasons, analysis.words) if analysis.words else ()))
    return found


def player_table(analysis: GameAnalysis) -> Table:
    """Both players' accuracy, average centipawn loss (ACPL), and how often they went wrong how badly."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Player", overflow="ellipsis", no_wrap=True)
    for heading in ("Accuracy", "ACPL", "?!", "?", "??"):
        table.add_column(heading, justify="right", no_wrap=True)
    game = game_called(analysis.game)
    for is_first, player in zip((True, False), analysis.players, strict=True):
        side = f"{game.marks.get(is_first, '')} {game.sides[is_first]}".strip()
        table.add_row(Text(f"{side}: {clean(player.name)}"), *_player_cells(player))
    return table


def unit_of(game: GameName) -> str:
    """The unit of evaluations, and whose view they take."""
    return "in pawns, from White's view" if game == "chess" else "in hundredths of a pawn, from Black's view (☗)"


def words_of(analysis: GameAnalysis) -> str:
    """The work done, and the meaning of the tables' figures and marks, in plain words."""
    marks = ", ".join(f"{judgement.symbol} for {loss:g}" for loss, judgement in reversed(THRESHOLDS))
    limit = ", ".join(f"{number:,} {unit}" for unit, number in limit_numbers(analysis.limit).items())
    moves = len(analysis.moves)
    mate, praised = "", ""
    if analysis.game == "chess":
        mate, praised = "; or a mate", "; ! that it is by far the best, and hard to see"
    return (
        f"Searched: {moves} move{'' if moves == 1 else 's'}, {limit} a position, together"
        f" {analysis.nodes:,} nodes in {analysis.time_ms / 1000:.1f} s. Evaluations are {unit_of(analysis.game)}."
        f" A mark says how much of the winning chances a move lost ({marks} percentage points or more{mate}), in"
        f" the mean of two looks, the second a longer one{praised}."
    )


def _player_cells(player: PlayerSummary) -> tuple[str, ...]:
    return (
        ABSENT if player.accuracy is None else f"{player.accuracy:.1f}%",
        ABSENT if player.average_centipawn_loss is None else f"{player.average_centipawn_loss:.0f}",
        str(player.inaccuracies),
        str(player.mistakes),
        str(player.blunders),
    )


def _name_width(width: int) -> int:
    return max(MIN_NAME_WIDTH, min(MAX_NAME_WIDTH, (width - OVERVIEW_FIXED) // 2))


def overview_heading(width: int, game: GameName = "chess") -> Text:
    """The heading above the rows of ``overview_row``."""
    names = _name_width(width)
    first, second = game_called(game).sides.values()
    return Text(
        f"{'Game':>5} {first:<{names}} {second:<{names}} {'Result':<7} {'Accuracy':>11} {'ACPL':>7} "
        f"{'?!':>5} {'?':>5} {'??':>5}",
        style="bold",
    )


def overview_row(index: int, summary: dict[str, Any], width: int, game: GameName = "chess") -> Text:
    """One game of an archive in one line, first the figures of who moves first; the summary is ``record``'s."""
    names = _name_width(width)
    first, second = (summary[side] for side in NAMES[game].sides)
    result = "1/2" if summary["result"] == "1/2-1/2" else summary["result"]
    row = Text(f"{index:>5} {_cut(first['name'], names, game)} {_cut(second['name'], names, game)} {result:<7} ")
    if summary["status"] == "skipped":
        return row.append("not analysed", style="yellow")
    pairs = [
        (11, [ABSENT if player["accuracy"] is None else f"{player['accuracy']:.1f}" for player in (first, second)]),
        (7, [ABSENT if player["acpl"] is None else f"{player['acpl']:.0f}" for player in (first, second)]),
        *((5, [str(player[name]) for player in (first, second)]) for name in ("inaccuracies", "mistakes", "blunders")),
    ]
    row.append(" ".join(f"{' '.join(pair):>{cell}}" for cell, pair in pairs))
    return row.append(" in part", style="yellow") if summary["status"] == "in part" else row
