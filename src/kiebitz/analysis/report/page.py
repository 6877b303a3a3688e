"""A game's report as one HTML file that needs nothing else: no network, no library, any browser, and paper.

Everything is there to be read without a script; with it a board follows the move that is chosen. Whatever stands in the
game is text, and a strict policy lets nothing run or load but the page's own style and script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

import chess

import kiebitz
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.judgement import THRESHOLDS, Judgement
from kiebitz.analysis.judging.phase import Phase
from kiebitz.analysis.judging.record_names import names_of
from kiebitz.analysis.report.drawing import DRAWINGS, Drawing, read
from kiebitz.analysis.report.graph import Point, Span, graph, time_graph
from kiebitz.analysis.report.story import Step, chances, clock_text, number_before, steps, story, turning_point
from kiebitz.analysis.report.words import Words, words_for
from kiebitz.commandline.web_page import colours, content_policy, joined, script_data, text
from kiebitz.games import game_called
from kiebitz.kifu.handicaps import is_handicap

STYLE, SCRIPT = "page.css", "page.js"
MAX_NAME, MAX_DETAIL = 80, 120
"""The most characters of a player's name, and of another tag, that are shown."""
UNKNOWN = frozenset({"", "?", "-", "*", "????.??.??"})
ABSENT = "–"
COLUMNS = ("white", "black")
"""The style sheet's names of both sides' columns, which are chess's."""
LEAST_MOMENTS, MOST_MOMENTS, MATTERS = 3, 5, 10.0
"""So many marked moves are shown at once: more than the least only where they cost so many points of the chances."""
LEAST_HALVED = 16
"""A table of more rows is told in two halves."""


def game_page(record: Mapping[str, Any], language: Language) -> str:
    """The page of an analysed game; ``record`` as ``game_record`` makes it."""
    names = names_of(record)
    start = record["start"][names.position]
    words = words_for(language, names.game, is_handicap=names.game == "shogi" and is_handicap(start))
    drawing = DRAWINGS[names.game]
    told = steps(record, language)
    first, second = (name_of(record[side]) for side in names.sides)
    title = f"{first} – {second} {result_of(record, words)}"
    if told:
        cards = [(step.cost, _moment(step, step.judgement, words, drawing)) for step in told if step.judgement]
        parts = [
            drawing.definitions(language),
            told_story(story(told, record["result"], language, names.game)),
            watched(_course(record, told, words), _stage(told, words, drawing)),
            moments(cards, words),
            _moves(told, words, names.sides, drawing),
            _figures(record, told, words, drawing),
        ]
        data = _script_data(told, words, drawing)
    else:
        parts, data = [f"<p>{words.no_moves}</p>"], None
    body = "\n".join([_header(record, words, drawing), *parts, _footer(record, words)])
    return document(title, body, language, record["limit"], data, drawing=drawing)


def document(
    title: str,
    body: str,
    language: Language,
    limit: str,
    data: Any = None,
    *,
    drawing: Drawing = DRAWINGS["chess"],
) -> str:
    """A whole HTML file in the report's style, with ``data`` also its script. ``title`` and ``body`` are HTML.

    ``limit`` is that of the analysis, as the tag AnalysisLimit has it: the file says by it that it is ours.
    """
    style, script = colours() + read(STYLE) + drawing.style, joined([drawing.script, read(SCRIPT)])
    scripts = ""
    if data is not None:
        scripts = f'<script id="data" type="application/json">{script_data(data)}</script><script>{script}</script>'
    return f"""<!doctype html>
<html lang="{language.value}">
<head>
<meta charset="utf-8">
<meta name="generator" content="Kiebitz {escape(kiebitz.__version__)}; {escape(limit)}">
<meta http-equiv="Content-Security-Policy" content="{content_policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
{scripts}
</body>
</html>
"""


def name_of(player: Mapping[str, Any]) -> str:
    """A player's name as HTML."""
    return text(player["name"], MAX_NAME)


def result_of(record: Mapping[str, Any], words: Words) -> str:
    """A game's result as HTML."""
    return words.scores.get(record["result"], text(record["result"], MAX_NAME))


def ended(record: Mapping[str, Any], words: Words) -> str:
    """How a game of shogi ended and, where that is told, who won: 'Black won (resignation)'."""
    ending = words.endings.get(record["ending"], record["ending"])
    result = words.results.get(record["result"])
    return words.ended.format(result=result, ending=ending, moves=len(record["moves"])) if result else ending


def _header(record: Mapping[str, Any], words: Words, drawing: Drawing) -> str:
    headers = record["headers"]
    names = []
    for colour, mark, shown in zip(names_of(record).sides, drawing.marks, words.sides, strict=True):
        rating = headers.get(f"{colour.title()}Elo", "")
        said = "" if rating in UNKNOWN else f" {_faint(text(rating, MAX_DETAIL))}"
        names.append(f"<span>{_sign(colour, mark, shown)}<bdi>{name_of(record[colour])}</bdi>{said}</span>")
    details = [
        text(headers[name].removesuffix(".??").removesuffix(".??"), MAX_DETAIL)
        for name in drawing.details
        if headers.get(name, "") not in UNKNOWN
    ]
    if names_of(record).game == "shogi" and "戦型" not in headers and (opening := record["tags"].get("Opening")):
        details.append(text(words.opening(opening), MAX_DETAIL))
    if record.get("ending"):
        details.append(text(ended(record, words), MAX_DETAIL))
    lines = [f"<h1>{names[0]} <b>{result_of(record, words)}</b> {names[1]}</h1>"]
    if details:
        lines.append(f'<p class="faint">{" · ".join(f"<bdi>{detail}</bdi>" for detail in details)}</p>')
    if opening := record.get("opening"):
        lines.append(f"<p><b>{escape(opening['eco'])}</b> {escape(opening['name'])}</p>")
    if record["status"] != "analysed":
        faults = "; ".join(text(fault["text"], 2 * MAX_DETAIL) for fault in record["faults"])
        lines.append(f'<p class="fault">{words.in_part}{": " if faults else ""}{faults}</p>')
    return f"<header>{''.join(lines)}</header>"


def _course(record: Mapping[str, Any], told: Sequence[Step], words: Words) -> str:
    """The curve of winning chances and, where clocks tell, the time of each move."""
    points = [Point(chances(record["start"], by=game_called(names_of(record).game).chances), "")]
    for step in told:
        spent = "" if step.seconds is None else f", {clock_text(step.seconds)}"
        label = escape(f"{step.name}, {step.evaluation}{spent}")
        mark = step.judgement.value if step.judgement else None
        points.append(Point(step.win_percent, label, step.anchor, mark, step.seconds, step.is_first))
    spans = [Span(words.phases[phase], part[0].ply - 1) for phase, part in _phases(told)]
    longest = clock_text(max((step.seconds or 0.0 for step in told), default=0.0))
    times = time_graph(points, words.times.format(longest=longest))
    caption = f'<p class="caption">{words.times.format(longest=longest)}</p>' if times else ""
    keys = "".join(
        f'<span><i class="dot {judgement.value}"></i>{judgement.symbol} {words.judgements[judgement]}</span>'
        for judgement in Judgement
    )
    return (
        f'<section class="panel"><h2>{words.course}</h2>{graph(points, spans, words.course_label)}'
        f'<p class="caption legend">{keys}</p>{times}{caption}</section>'
    )


def _stage(told: Sequence[Step], words: Words, drawing: Drawing) -> str:
    """A board that follows the chosen move, with its buttons and words: only where the script runs."""
    board = drawing.stage(told[0].before, words.board.format(move=words.start))
    buttons = "".join(
        f'<button type="button" data-go="{go}" title="{said}" aria-label="{said}">{sign}</button>'
        for go, sign, said in (
            ("first", "|◀", words.first),
            ("previous", "◀", words.previous),
            ("next", "▶", words.next),
            ("last", "▶|", words.last),
            ("mark", "?!", words.next_mark),
            ("into", "↳", words.into_line),
            ("out", "↰", words.out_of_line),
            ("turn", "⇅", words.turn),
        )
    )
    return (
        f'<section class="panel stage" id="stage" hidden>{board}<div class="controls">{buttons}</div>'
        f'<p id="chosen" aria-live="polite"></p><ul id="said"></ul><p class="caption">{words.keys}</p></section>'
    )


def watched(course: str, board: str) -> str:
    """The curve and the board, which stay in view where the window is wide."""
    return f'<div class="watched">{course}{board}</div>'


def told_story(sentences: Sequence[str]) -> str:
    """The story of the game, first of all."""
    return f'<section class="panel story">{"".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)}</section>'


def moments(cards: Sequence[tuple[float, str]], words: Words) -> str:
    """The marked moves in their order, each with what it cost, as HTML: those that mattered, and the rest folded."""
    by_cost = sorted(range(len(cards)), key=lambda index: -cards[index][0])
    many = [index for place, index in enumerate(by_cost) if place < LEAST_MOMENTS or cards[index][0] >= MATTERS]
    shown = set(many[:MOST_MOMENTS] if len(cards) > LEAST_MOMENTS + 1 else by_cost)
    first = "".join(card for index, (_, card) in enumerate(cards) if index in shown)
    rest = "".join(card for index, (_, card) in enumerate(cards) if index not in shown)
    folded = ""
    if rest:
        count = words.all_moments.format(count=len(cards) - len(shown))
        folded = f'<details class="more"><summary>{count}</summary><div class="moments">{rest}</div></details>'
    return f'<section><h2>{words.moments}</h2><div class="moments">{first or words.no_moments}</div>{folded}</section>'


def said_of_moment(point: str, said: Sequence[str], words: Words) -> str:
    """HTML of the words on a marked move: the main point, and the others folded away."""
    rest = "".join(f"<p>{escape(sentence)}</p>" for sentence in said if sentence != point)
    folded = f"<details><summary>{words.why}</summary>{rest}</details>" if rest else ""
    return f"<div><p>{escape(point)}</p>{folded}</div>"


def _figures(record: Mapping[str, Any], told: Sequence[Step], words: Words, drawing: Drawing) -> str:
    """Both players side by side: the whole game, then phase by phase."""
    sides = names_of(record).sides
    players = [record[side] for side in sides]
    rows = [
        (words.accuracy, [_percent(player["accuracy"], words) for player in players]),
        (words.average_loss, [_whole(player["acpl"], words) for player in players]),
    ]
    for judgement, key in zip(Judgement, ("inaccuracies", "mistakes", "blunders"), strict=True):
        said = f'<i class="dot {judgement.value}"></i>{words.counted[judgement]} {_faint(judgement.symbol)}'
        rows.append((said, [str(player[key]) for player in players]))
    used = [[step.seconds or 0.0 for step in told if step.is_first is is_first] for is_first in (True, False)]
    if any(map(any, used)):
        rows.append((words.time_used, [clock_text(sum(times)) for times in used]))
    parts = []
    for phase, part in _phases(told):
        first, last = part[0].number, part[-1].number
        span = (words.moves_of_phase if last > first else words.move_of_phase).format(first=first, last=last)
        figures = [_phase_cell(player["phases"][phase.value], words) for player in players]
        parts.append((f"{words.phases[phase]} {_faint(span)}", figures))
    heads = "".join(f'<th scope="col">{side}</th>' for side in _sides(words, sides, drawing))
    return (
        f'<section class="panel figures"><h2>{words.figures}</h2><table><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{_rows(rows)}</tbody><tbody>{_rows(parts)}</tbody></table></section>"
    )


def _rows(rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    return "".join(
        f'<tr><th scope="row">{said}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>' for said, cells in rows
    )


def _phase_cell(figures: Mapping[str, Any], words: Words) -> str:
    return f"{_percent(figures['accuracy'], words)} <span class='faint'>({_whole(figures['acpl'], words)})</span>"


def _moment(step: Step, judgement: Judgement, words: Words, drawing: Drawing) -> str:
    """A marked move with the position it was played in: what was played, what was better, and why."""
    name = escape(step.name)
    sure = ""
    if step.sureness is not None and step.sureness < 1:
        sure = f" {_faint(words.sure.format(percent=words.number(100 * step.sureness, 0)))}"
    board = drawing.moment(step, words.board_before.format(move=name))
    return (
        f'<article class="panel moment" id="{step.anchor}">'
        f'<h3><a href="#ply-{step.ply}" data-ply="{step.ply}">{name}</a>'
        f' <span class="{judgement.value}">{words.judgements[judgement]}</span>{sure}</h3>'
        f'<div class="pair">{board}{said_of_moment(step.point, step.said, words)}</div></article>'
    )


def _moves(told: Sequence[Step], words: Words, sides: tuple[str, str], drawing: Drawing) -> str:
    """Every move with its evaluation, and with its time where clocks tell."""
    has_times = any(step.seconds is not None for step in told)
    clock = words.time if has_times else words.clock if any(step.seconds_left is not None for step in told) else None
    rows = []
    for _, part in groupby(told, lambda step: step.row):
        pair = list(part)
        cells = {step.is_first: _move_cells(step, clock, has_times=has_times) for step in pair}
        empty = "<td></td>" * (3 if clock else 2)
        rows.append(f'<tr><th scope="row">{pair[0].number}</th>{cells.get(True, empty)}{cells.get(False, empty)}</tr>')
    timed = f'<th scope="col">{clock}</th>' if clock else ""
    heads = "".join(
        f'<th scope="col" colspan="2" class="{column}">{side}</th>{timed}'
        for column, side in zip(COLUMNS, _sides(words, sides, drawing), strict=True)
    )
    wide = "" if isinstance(told[0].before, chess.Board) else " scroll"
    return (
        f'<section class="panel moves"><h2>{words.moves}</h2><div class="halves{wide}">'
        f"{halves(rows, f'<thead><tr><td></td>{heads}</tr></thead>')}</div></section>"
    )


def halves(rows: Sequence[str], head: str) -> str:
    """A long table as two that may stand side by side, a short one as it is."""
    middle = (len(rows) + 1) // 2 if len(rows) > LEAST_HALVED else len(rows)
    tables = [part for part in (rows[:middle], rows[middle:]) if part]
    return "".join(f"<table>{head}<tbody>{''.join(part)}</tbody></table>" for part in tables)


def _move_cells(step: Step, clock: str | None, *, has_times: bool) -> str:
    kind = step.judgement.value if step.judgement else "praise"
    mark = f'<b class="{kind}">{step.mark}</b>' if step.mark else ""
    western = f'<span class="western">{escape(step.western)}</span>' if step.western else ""
    link = f'<a href="#{step.anchor}" data-ply="{step.ply}">{escape(step.san)}{mark}{western}</a>'
    column = COLUMNS[not step.is_first]
    cells = f'<td id="ply-{step.ply}" class="{column}">{link}</td><td class="value">{escape(step.evaluation)}</td>'
    if clock:
        seconds = step.seconds if has_times else step.seconds_left
        cells += f'<td class="time">{"" if seconds is None else clock_text(seconds)}</td>'
    return cells


def _footer(record: Mapping[str, Any], words: Words) -> str:
    how = words.how.format(
        version=escape(kiebitz.__version__),
        moves=len(record["moves"]),
        limit=escape(words.limit(record["limit"])),
        nodes=words.thousands(record["nodes"]),
    )
    marks = ", ".join(f"{judgement.symbol} {loss:g}" for loss, judgement in reversed(THRESHOLDS))
    return f'<footer class="faint"><p>{how} {words.scale.format(marks=marks)}</p></footer>'


def _script_data(told: Sequence[Step], words: Words, drawing: Drawing) -> dict[str, Any]:
    """The data the script shows when a move is chosen: plain text, and pieces by their letters in FEN or SFEN."""
    start = told[0].before
    positions: list[dict[str, Any]] = [
        {"men": drawing.men(start), "moved": drawing.moved(start, None), "name": "", "mark": "", "said": []}
    ]
    positions += [
        {
            "men": drawing.men(step.after),
            "moved": drawing.moved(step.before, step.move),
            "name": step.name,
            "mark": step.judgement.value if step.judgement else "",
            "said": step.said,
            "line": _line_data(step, words, drawing),
        }
        for step in told
    ]
    turn = turning_point(told)
    critical = turn.ply if turn else 0
    said = {"board": words.board, "start": words.start, "critical": critical}
    return {"positions": positions, **drawing.constants, **said}


def _line_data(step: Step, words: Words, drawing: Drawing) -> list[dict[str, Any]]:
    """The positions of the line that was better, to step into."""
    board, positions = step.before.copy(stack=False), []
    for move in step.better:
        name = f"{number_before(board)}{words.move(board.san(move))}"
        moved = drawing.moved(board, move)
        board.push(move)
        positions.append({"men": drawing.men(board), "moved": moved, "name": name})
    return positions


def _sides(words: Words, sides: tuple[str, str], drawing: Drawing) -> list[str]:
    """The names of the two players' columns."""
    called = zip(sides, drawing.marks, words.sides, strict=True)
    return [f"{_sign(side, mark, name)}{name}" for side, mark, name in called]


def _sign(colour: str, mark: str, shown: str) -> str:
    """The sign of a side before a name: a dot of its colour, in shogi its mark; a dot reads as a lost game there."""
    return f'<span title="{shown}">{mark}</span>' if mark else f'<i class="side {colour}" title="{shown}"></i>'


def _faint(said: str) -> str:
    return f'<span class="faint">{said}</span>'


def _phases(told: Sequence[Step]) -> list[tuple[Phase, list[Step]]]:
    """The moves of each phase that the game has."""
    return [(phase, list(part)) for phase, part in groupby(told, lambda step: step.phase)]


def _percent(value: float | None, words: Words) -> str:
    return ABSENT if value is None else words.percent(value)


def _whole(value: float | None, words: Words) -> str:
    return ABSENT if value is None else words.number(value, 0)
