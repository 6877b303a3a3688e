"""An archive's list of games as a web page: the rows of the overview, each with a link to the game's own page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.record_names import NAMES
from kiebitz.analysis.report.page import ABSENT, document, name_of, result_of
from kiebitz.analysis.report.words import Words, words_for
from kiebitz.engine.line import GameName


def page_name(number: int) -> str:
    """The file of a game's page, by its place among the games of a run."""
    return f"{number:04}.html"


def index_page(summaries: Iterable[Mapping[str, Any]], language: Language, limit: str, game: GameName = "chess") -> str:
    """The list of all games of a run, in their order; a summary as ``summary_record`` makes it."""
    words = words_for(language, game)
    rows = [_row(number, summary, words, NAMES[game].sides) for number, summary in enumerate(summaries, 1)]
    names = (f"{' – '.join(words.sides)}", words.result)
    figures = (words.accuracy, words.average_loss, "?!", "?", "??")
    heads = "".join(f'<th scope="col">{name}</th>' for name in names)
    heads += "".join(f'<th scope="col" class="number">{name}</th>' for name in figures)
    body = (
        f"<header><h1>{words.index}</h1><p>{words.games.format(count=words.thousands(len(rows)))}</p></header>"
        f'<div class="panel scroll"><table class="list"><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
    return document(words.index, body, language, limit)


def _row(number: int, summary: Mapping[str, Any], words: Words, sides: tuple[str, str]) -> str:
    both = [summary[side] for side in sides]
    players = " – ".join(f"<bdi>{name_of(player)}</bdi>" for player in both)
    result = f"<td>{result_of(summary, words)}</td>"
    place = f'<td class="number">{number}</td>'
    if summary["status"] == "skipped":
        return f'<tr>{place}<td class="players">{players}</td>{result}<td colspan="5">{words.not_analysed}</td></tr>'
    pairs = [
        [ABSENT if player["accuracy"] is None else words.percent(player["accuracy"]) for player in both],
        [ABSENT if player["acpl"] is None else words.number(player["acpl"], 0) for player in both],
        *([str(player[key]) for player in both] for key in ("inaccuracies", "mistakes", "blunders")),
    ]
    cells = "".join(f'<td class="number">{" · ".join(pair)}</td>' for pair in pairs)
    return f'<tr>{place}<td class="players"><a href="{page_name(number)}">{players}</a></td>{result}{cells}</tr>'
