"""A team's pages: one a player, with results, openings and what they miss, to be read and printed; and one of all.

Everything stands in the folder; the pages load nothing from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from kiebitz.analysis.explanation.language import Language
from kiebitz.collection.miss_groups import group_name
from kiebitz.collection.player_report import PlayerReport
from kiebitz.collection.tally import Tally
from kiebitz.commandline.folded_name import has_words
from kiebitz.commandline.printed_page import CELL_CHARACTERS, document, table
from kiebitz.commandline.web_page import text
from kiebitz.processes.whole_file import whole_file

MOST_OPENINGS, MOST_GAMES, MOST_MISSES = 12, 20, 8
INDEX = "index.html"
WORDS = {
    Language.ENGLISH: {
        "team": "The team",
        "player": "Player",
        "games": "Games",
        "score": "Score",
        "wins": "Won",
        "draws": "Drawn",
        "losses": "Lost",
        "side": "Side",
        "white": "White",
        "black": "Black",
        "both": "Both",
        "rating": "Last rating",
        "results": "Results",
        "openings": "Openings",
        "opening": "Opening",
        "misses": "What is missed",
        "analysed": "{analysed} of {games} games are analysed",
        "motif": "Motif",
        "phase": "Phase",
        "clock": "Time left",
        "marks": "Marks",
        "points": "Points lost",
        "example": "Worst",
        "latest": "Latest games",
        "date": "Date",
        "opponent": "Opponent",
        "result": "Result",
        "unknown": "not known",
    },
    Language.GERMAN: {
        "team": "Die Mannschaft",
        "player": "Spieler",
        "games": "Partien",
        "score": "Ausbeute",
        "wins": "Gewonnen",
        "draws": "Remis",
        "losses": "Verloren",
        "side": "Seite",
        "white": "Weiß",
        "black": "Schwarz",
        "both": "Beide",
        "rating": "Letzte Wertung",
        "results": "Ergebnisse",
        "openings": "Eröffnungen",
        "opening": "Eröffnung",
        "misses": "Was übersehen wird",
        "analysed": "{analysed} von {games} Partien sind analysiert",
        "motif": "Motiv",
        "phase": "Phase",
        "clock": "Restzeit",
        "marks": "Zeichen",
        "points": "Verlorene Punkte",
        "example": "Das Schlimmste",
        "latest": "Letzte Partien",
        "date": "Datum",
        "opponent": "Gegner",
        "result": "Ergebnis",
        "unknown": "nicht bekannt",
    },
}


def write_team(reports: Sequence[PlayerReport], folder: Path, language: Language) -> None:
    """Write the pages, each whole. Raises OSError."""
    folder.mkdir(exist_ok=True)
    names = page_names(reports)
    for report, page in zip(reports, names, strict=True):
        with whole_file(folder / page) as file:
            file.write(player_page(report, language).encode())
    with whole_file(folder / INDEX) as file:
        file.write(team_page(list(zip(reports, names, strict=True)), language).encode())


def team_page(reports: Sequence[tuple[PlayerReport, str]], language: Language) -> str:
    """The page of all players, each with a link to the own page."""
    words = WORDS[language]
    rows = []
    for report, page in reports:
        total = report.total
        link = f'<a href="{page}">{text(report.name, CELL_CHARACTERS)}</a>'
        rows.append([link, _number(report.rating), *_tallied(total, len(report.rows))])
    heads = [words[name] for name in ("player", "rating", "games", "score", "wins", "draws", "losses")]
    return document(words["team"], f"<h1>{words['team']}</h1>{table(heads, rows)}", language)


def player_page(report: PlayerReport, language: Language) -> str:
    """A player's page."""
    words = WORDS[language]
    heads = [words[name] for name in ("games", "score", "wins", "draws", "losses")]
    sides = [*((words[side], tally) for side, tally in report.sides.items()), (words["both"], report.total)]
    parts = [
        f'<nav><a href="{INDEX}">{words["team"]}</a></nav><h1>{text(report.name, CELL_CHARACTERS)}</h1>',
        f"<h2>{words['results']}</h2>",
        table([words["side"], *heads], [[side, *_tallied(tally, tally.games)] for side, tally in sides]),
    ]
    for side in report.sides:
        played = [(name, tally) for (which, name), tally in report.openings.items() if which == side]
        played.sort(key=lambda each: (-each[1].games, each[0]))
        if played:
            rows = [
                [text(name or words["unknown"], CELL_CHARACTERS), *_tallied(tally, tally.games)]
                for name, tally in played[:MOST_OPENINGS]
            ]
            parts += [f"<h2>{words['openings']}: {words[side]}</h2>", table([words["opening"], *heads], rows)]
    parts += [f"<h2>{words['misses']}</h2>"]
    parts += [f"<p>{words['analysed'].format(analysed=report.analysed, games=len(report.rows))}</p>"]
    for each in report.misses:
        label = each.question.name
        missed = [
            [
                text(group_name(label, str(row[label]), language), CELL_CHARACTERS),
                str(row["marks"]),
                f"{row['points_lost']:.2f}",
                text(row["example"], CELL_CHARACTERS),
            ]
            for row in each.rows[:MOST_MISSES]
        ]
        if missed:
            parts.append(table([words[label], words["marks"], words["points"], words["example"]], missed))
    latest = [
        [
            text(row.date or "-", CELL_CHARACTERS),
            words["white" if has_words(report.name, row.white) else "black"],
            text(row.black if has_words(report.name, row.white) else row.white, CELL_CHARACTERS),
            text(row.result, CELL_CHARACTERS),
            text(f"{row.eco} {row.opening}", CELL_CHARACTERS),
        ]
        for row in report.rows[:MOST_GAMES]
    ]
    parts += [f"<h2>{words['latest']}</h2>"]
    parts += [table([words[name] for name in ("date", "side", "opponent", "result", "opening")], latest)]
    return document(report.name, "".join(parts), language)


def _tallied(tally: Tally, games: int) -> list[str]:
    score = tally.score
    return [
        str(games),
        "-" if score is None else f"{score:.1f} %",
        *map(str, (tally.wins, tally.draws, tally.losses)),
    ]


def _number(value: int | None) -> str:
    return "-" if value is None else str(value)


def page_names(reports: Iterable[PlayerReport]) -> list[str]:
    """A file's name for each player, no two alike."""
    found: list[str] = []
    for report in reports:
        plain = re.sub(r"[^a-z0-9]+", "-", report.name.lower()).strip("-") or "player"
        page, number = f"{plain}.html", 2
        while page in found or page == INDEX:
            page, number = f"{plain}-{number}.html", number + 1
        found.append(page)
    return found
