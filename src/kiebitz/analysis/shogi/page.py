"""A game of shogi as one HTML file, in the form and the words of chess's reports (``report.page``).

Every move stands there as Japanese records write it and with men by their letters. Figures take Black's view, who
moves first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

import kiebitz
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.judgement import THRESHOLDS, Judgement
from kiebitz.analysis.report.graph import Point, graph, time_graph
from kiebitz.analysis.report.page import (
    ABSENT,
    MAX_DETAIL,
    MAX_NAME,
    document,
    halves,
    moments,
    said_of_moment,
    stage,
    watched,
)
from kiebitz.analysis.report.story import clock_text
from kiebitz.analysis.report.words import WORDS, Words
from kiebitz.analysis.shogi.judged_game import VARIATION_PLIES, black_chances
from kiebitz.commandline import shogi_picture
from kiebitz.commandline.shogi_board import ShogiBoard
from kiebitz.commandline.web_page import drawn_board, text
from kiebitz.engine.score import Score
from kiebitz.kifu.told_move import MARKS

STYLE, BOARD = "page.css", "board.js"
DETAILS = ("棋戦", "場所", "開始日時", "戦型", "持ち時間", "手合割")
COURSE = {Language.ENGLISH: "Black’s winning chances", Language.GERMAN: "Gewinnaussichten von Schwarz"}
COURSE_LABEL = {
    Language.ENGLISH: "Black’s winning chances by move; marked moves are links",
    Language.GERMAN: "Gewinnaussichten von Schwarz nach jedem Zug; angemerkte Züge sind Verweise",
}
TIMES = {
    Language.ENGLISH: "Time for each move: Black’s upwards, White’s downwards; the longest took {longest}",
    Language.GERMAN: "Bedenkzeit für jeden Zug: Schwarz nach oben, Weiß nach unten; der längste brauchte {longest}",
}
NOW = {
    Language.ENGLISH: "{value}; Black’s winning chances {chances}%",
    Language.GERMAN: "{value}; Gewinnaussichten von Schwarz {chances} %",
}
SCALE = {
    Language.ENGLISH: "Evaluations are in hundredths of a pawn, from Black’s view (☗), who moves first. Winning chances"
    " are reckoned as shogi programs do: 600 are 73%. A mark says how much of them a move lost ({marks} percentage"
    " points or more), in the mean of two looks, the second a longer one.",
    Language.GERMAN: "Bewertungen in Hundertstelbauern aus der Sicht von Schwarz (☗), der beginnt. Gewinnaussichten wie"
    " in Shogi-Programmen üblich: 600 sind 73 %. Ein Zeichen sagt, wie viel davon ein Zug verlor ({marks} Prozentpunkte"
    " oder mehr), im Mittel zweier Suchen, deren zweite länger ist.",
}


def shogi_page(record: Mapping[str, Any], language: Language) -> str:
    """The page of an analysed game; ``record`` as ``shogi_record`` makes it."""
    words = WORDS[language]
    moves = record["moves"]
    title = " – ".join(text(record[side]["name"], MAX_NAME) for side in ("black", "white"))
    if moves:
        board = shogi_picture.empty_board()
        parts = [
            shogi_picture.page_definitions(),
            watched(_course(record, words, language), stage(board, words)),
            _moments(record, words, language),
            _moves(moves, words),
            _figures(record, words),
        ]
        data = _script_data(record, words, language)
    else:
        parts, data = [f"<p>{words.no_moves}</p>"], None
    body = "\n".join([_header(record, words), *parts, _footer(record, words, language)])
    style = shogi_picture.PAGE_STYLE + _read(STYLE)
    script = drawn_board() + _read(BOARD)
    return document(title, body, language, record["limit"], data, board=script, more_style=style)


def _header(record: Mapping[str, Any], words: Words) -> str:
    names = [
        f'<span><i class="side {side}" title="{shown}"></i>{MARKS[side == "black"]}'
        f" <bdi>{text(record[side]['name'], MAX_NAME)}</bdi></span>"
        for side, shown in (("black", words.black), ("white", words.white))
    ]
    ending = f"<b>{text(record['ending'], MAX_NAME)}</b>" if record["ending"] else ""
    details = [text(record["headers"][name], MAX_DETAIL) for name in DETAILS if record["headers"].get(name)]
    lines = [f"<h1>{names[0]} {ending} {names[1]}</h1>"]
    if details:
        lines.append(f'<p class="faint">{" · ".join(f"<bdi>{detail}</bdi>" for detail in details)}</p>')
    if record["status"] != "analysed":
        faults = "; ".join(text(fault["text"], 2 * MAX_DETAIL) for fault in record["faults"])
        lines.append(f'<p class="fault">{words.in_part}{": " if faults else ""}{faults}</p>')
    return f"<header>{''.join(lines)}</header>"


def _score_of(scored: Mapping[str, Any]) -> Score:
    return Score(scored["cp"], scored["mate"])


def _value(scored: Mapping[str, Any], words: Words) -> str:
    """An evaluation in hundredths of a pawn, as shogi programs show it; a mate in moves."""
    if scored["mate"] is not None:
        return words.evaluation(None, scored["mate"])
    return f"{scored['cp']:+d}".replace("-", "−")


def _chances(scored: Mapping[str, Any], *, mated_by_black: bool = True) -> float:
    """Black's winning chances by a score of the record."""
    return black_chances(_score_of(scored), mated_by_black=mated_by_black)


def _name(move: Mapping[str, Any]) -> str:
    """A move with its number and its mark, in both notations."""
    mark = Judgement(move["judgement"]).symbol if move["judgement"] else ""
    return f"{move['number']}. {move['japanese']}{mark} ({move['western']})"


def _anchor(move: Mapping[str, Any]) -> str:
    return f"{'moment' if move['judgement'] else 'ply'}-{move['number']}"


def _course(record: Mapping[str, Any], words: Words, language: Language) -> str:
    """The curve of winning chances and, where the record tells, the time of each move."""
    points = [Point(_chances(record["start"]), "")]
    for move in record["moves"]:
        is_black = move["color"] == "black"
        spent = "" if move["seconds"] is None else f", {clock_text(move['seconds'])}"
        label = escape(f"{_name(move)}, {_value(move, words)}{spent}")
        chances = _chances(move, mated_by_black=is_black)
        points.append(Point(chances, label, _anchor(move), move["judgement"], move["seconds"], is_black))
    longest = clock_text(max((move["seconds"] or 0.0 for move in record["moves"]), default=0.0))
    told = TIMES[language].format(longest=longest)
    times = time_graph(points, told)
    caption = f'<p class="caption">{told}</p>' if times else ""
    keys = "".join(
        f'<span><i class="dot {judgement.value}"></i>{judgement.symbol} {words.judgements[judgement]}</span>'
        for judgement in Judgement
    )
    return (
        f'<section class="panel"><h2>{COURSE[language]}</h2>{graph(points, (), COURSE_LABEL[language])}'
        f'<p class="caption legend">{keys}</p>{times}{caption}</section>'
    )


def _figures(record: Mapping[str, Any], words: Words) -> str:
    """Both players side by side."""
    players = record["black"], record["white"]
    rows = [
        (words.accuracy, [ABSENT if one["accuracy"] is None else words.percent(one["accuracy"]) for one in players]),
        (words.average_loss, [ABSENT if one["acpl"] is None else words.number(one["acpl"], 0) for one in players]),
    ]
    for judgement, key in zip(Judgement, ("inaccuracies", "mistakes", "blunders"), strict=True):
        said = f'<i class="dot {judgement.value}"></i>{words.counted[judgement]}'
        rows.append((f'{said} <span class="faint">{judgement.symbol}</span>', [str(one[key]) for one in players]))
    body = "".join(
        f'<tr><th scope="row">{said}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>' for said, cells in rows
    )
    heads = "".join(f'<th scope="col">{side}</th>' for side in _sides(words))
    return (
        f'<section class="panel figures"><h2>{words.figures}</h2><table><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table></section>"
    )


def _sides(words: Words) -> tuple[str, str]:
    """What the columns of the two players are called, Black's first."""
    return f'<i class="side black"></i>☗ {words.black}', f'<i class="side white"></i>☖ {words.white}'


def _moments(record: Mapping[str, Any], words: Words, language: Language) -> str:
    """The marked moves."""
    before = [record["start"]["sfen"], *(move["sfen"] for move in record["moves"])]
    cards = [
        (move["loss_win_percent"], _moment(move, before[move["number"] - 1], words, language))
        for move in record["moves"]
        if move["judgement"]
    ]
    return moments(cards, words)


def _moment(move: Mapping[str, Any], sfen: str, words: Words, language: Language) -> str:
    """A marked move with the position it was played in: what was played, and what was better."""
    arrows = [("played", move["usi"]), ("better", move["best"])]
    name = escape(_name(move))
    said = _said(move, words, language)
    board = shogi_picture.diagram(ShogiBoard.of(sfen), arrows, words.board_before.format(move=name))
    judgement = Judgement(move["judgement"])
    return (
        f'<article class="panel moment" id="{_anchor(move)}">'
        f'<h3><a href="#ply-{move["number"]}" data-ply="{move["number"]}">{name}</a>'
        f' <span class="{judgement.value}">{words.judgements[judgement]}</span></h3>'
        f'<div class="pair">{board}{said_of_moment(said[min(1, len(said) - 1)], said, words)}</div></article>'
    )


def _said(move: Mapping[str, Any], words: Words, language: Language) -> list[str]:
    """What there is to say of a move, one sentence each."""
    is_black = move["color"] == "black"
    now = _chances(move, mated_by_black=is_black)
    if not move["judgement"] or not move["lines"]:
        return [NOW[language].format(value=_value(move, words), chances=words.number(now, 0))]
    best = move["lines"][0]
    was = _chances(best)
    own = (was, now) if is_black else (100 - was, 100 - now)
    change = words.change.format(
        before=_value(best, words),
        after=_value(move, words),
        chances_before=words.number(own[0], 0),
        chances_after=words.number(own[1], 0),
    )
    japanese = "".join(best["pv_japanese"][:VARIATION_PLIES])
    western = " ".join(best["pv_western"][:VARIATION_PLIES])
    return [change, words.better.format(line=japanese), western]


def _moves(moves: Sequence[Mapping[str, Any]], words: Words) -> str:
    """Every move with its evaluation, Black's and White's side by side."""
    rows = []
    begins = 0 if moves[0]["color"] == "black" else 1
    cells = ["<td></td><td></td>"] * begins + [_move_cells(move, words) for move in moves]
    for first in range(0, len(cells), 2):
        pair = cells[first : first + 2]
        number = max(moves[max(first - begins, 0)]["number"], 1)
        rest = "" if len(pair) > 1 else "<td></td><td></td>"
        rows.append(f'<tr><th scope="row">{number}</th>{"".join(pair)}{rest}</tr>')
    heads = "".join(
        f'<th scope="col" colspan="2" class="{side}">{shown}</th>'
        for side, shown in zip(("white", "black"), _sides(words), strict=True)
    )
    return (
        f'<section class="panel moves"><h2>{words.moves}</h2><div class="halves scroll">'
        f"{halves(rows, f'<thead><tr><td></td>{heads}</tr></thead>')}</div></section>"
    )


def _move_cells(move: Mapping[str, Any], words: Words) -> str:
    judgement = Judgement(move["judgement"]) if move["judgement"] else None
    mark = f'<b class="{judgement.value}">{judgement.symbol}</b>' if judgement else ""
    # The style sheet sets the second column of a row apart by chess's name for it.
    column = "white" if move["color"] == "black" else "black"
    link = (
        f'<a href="#{_anchor(move)}" data-ply="{move["number"]}">{escape(move["japanese"])}{mark}'
        f'<span class="western">{escape(move["western"])}</span></a>'
    )
    return (
        f'<td id="ply-{move["number"]}" class="{column}">{link}</td>'
        f'<td class="value">{escape(_value(move, words))}</td>'
    )


def _footer(record: Mapping[str, Any], words: Words, language: Language) -> str:
    how = words.how.format(
        version=escape(kiebitz.__version__),
        moves=len(record["moves"]),
        limit=escape(words.limit(record["limit"])),
        nodes=words.thousands(record["nodes"]),
    )
    marks = ", ".join(f"{judgement.symbol} {loss:g}" for loss, judgement in reversed(THRESHOLDS))
    return f'<footer class="faint"><p>{how} {SCALE[language].format(marks=marks)}</p></footer>'


def _script_data(record: Mapping[str, Any], words: Words, language: Language) -> dict[str, Any]:
    """What the script shows when a move is chosen: plain text, and men by their letters in SFEN."""
    positions: list[dict[str, Any]] = [
        {"men": _placement(record["start"]["sfen"]), "moved": None, "name": "", "mark": "", "said": []}
    ]
    positions += [
        {
            "men": _placement(move["sfen"]),
            "moved": move["usi"],
            "name": _name(move),
            "mark": move["judgement"] or "",
            "said": _said(move, words, language),
        }
        for move in record["moves"]
    ]
    places = shogi_picture.places_of_both_sides()
    return {"positions": positions, "places": places, "board": words.board, "start": words.start}


def _placement(sfen: str) -> str:
    """What stands where in a position, and what hands hold."""
    board, _, held = sfen.split()[:3]
    return f"{board} {held}"


def _read(name: str) -> str:
    return (resources.files("kiebitz.analysis.shogi") / name).read_text(encoding="utf-8")
