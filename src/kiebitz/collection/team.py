"""A team's pages: one a player, with results, openings and what they miss, to be read and printed; and one of all.

Everything stands in the folder; the pages load nothing from elsewhere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.motifs import motif_name
from kiebitz.analysis.judging.phase import Phase
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.survey.questions import CLOCKS, LONGER, NOT_TOLD
from kiebitz.collection.analysing import analysed
from kiebitz.collection.collection import Collection, GameRow
from kiebitz.collection.misses import Misses, misses
from kiebitz.collection.schema import HALF_POINTS
from kiebitz.commandline.folded_name import has_words
from kiebitz.commandline.web_page import colours, content_policy, text
from kiebitz.processes.whole_file import whole_file

MOST_OPENINGS, MOST_GAMES, MOST_MISSES = 12, 20, 8
CELL_CHARACTERS = 80
"""White's and Black's half points."""
INDEX = "index.html"
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; background: var(--ground); color: var(--ink); margin: 1.5rem auto;
  max-width: 60rem; padding: 0 1rem }
h1, h2 { line-height: 1.2 } h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 1.8rem } a { color: inherit }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .15rem .7rem .15rem 0; border-bottom: 1px solid var(--line); text-align: left }
th { font-weight: 500; color: var(--faint) } .number { text-align: right }
@media print { body { margin: 0; max-width: none; font-size: 10pt } nav { display: none } tr { break-inside: avoid }
  h2 { break-after: avoid } .scroll { overflow: visible } }
"""
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
LABELS = {
    Phase.OPENING: "Eröffnung",
    Phase.MIDDLEGAME: "Mittelspiel",
    Phase.ENDGAME: "Endspiel",
    **{name: name.replace("under", "unter") for name in CLOCKS.values()},
    LONGER: "5 min oder mehr",
    NOT_TOLD: "nicht bekannt",
}
"""The groups of mistakes, in German; motifs and openings have names of their own."""


@dataclass(slots=True)
class Tally:
    """Games with a result, from a player's view."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, half_points: int) -> None:
        """Count a game."""
        self.wins += half_points == 2
        self.draws += half_points == 1
        self.losses += half_points == 0

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """Points of 100; None without games."""
        return 100 * (self.wins + self.draws / 2) / self.games if self.games else None


@dataclass(slots=True)
class PlayerReport:
    """The contents of a player's page."""

    name: str
    """The words by which the player is meant."""
    rows: list[GameRow] = field(default_factory=list)
    """The games, the latest first."""
    sides: dict[str, Tally] = field(default_factory=lambda: {"white": Tally(), "black": Tally()})
    openings: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    """By side and opening."""
    rating: int | None = None
    """Of the latest game that tells it."""
    analysed: int = 0
    misses: list[Misses] = field(default_factory=list)

    @property
    def total(self) -> Tally:
        """Both sides."""
        white, black = self.sides.values()
        return Tally(white.wins + black.wins, white.draws + black.draws, white.losses + black.losses)


def report_of(collection: Collection, name: str) -> PlayerReport:
    """Report on a player by the collection. Raises CollectionError."""
    report = PlayerReport(name, collection.find(GameSelection(player=name), game="chess", sort="date", descending=True))
    for row in report.rows:
        is_white = has_words(name, row.white)
        side = "white" if is_white else "black"
        rating = row.white_rating if is_white else row.black_rating
        report.rating = report.rating or rating
        if points := HALF_POINTS.get(row.result):
            report.sides[side].add(points[not is_white])
            report.openings[side, row.opening.split(":")[0] or row.eco].add(points[not is_white])
    games = analysed(collection, [row.game for row in report.rows])
    report.analysed = len(games)
    if games:
        report.misses = misses(collection, games, name)
    return report


def write_team(reports: Sequence[PlayerReport], folder: Path, language: Language) -> None:
    """Write the pages, each whole. Raises OSError."""
    folder.mkdir(exist_ok=True)
    names = _page_names(report.name for report in reports)
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
    return _document(words["team"], f"<h1>{words['team']}</h1>{_table(heads, rows)}", language)


def player_page(report: PlayerReport, language: Language) -> str:
    """A player's page."""
    words = WORDS[language]
    heads = [words[name] for name in ("games", "score", "wins", "draws", "losses")]
    sides = [*((words[side], tally) for side, tally in report.sides.items()), (words["both"], report.total)]
    parts = [
        f'<nav><a href="{INDEX}">{words["team"]}</a></nav><h1>{text(report.name, CELL_CHARACTERS)}</h1>',
        f"<h2>{words['results']}</h2>",
        _table([words["side"], *heads], [[side, *_tallied(tally, tally.games)] for side, tally in sides]),
    ]
    for side in report.sides:
        played = [(name, tally) for (which, name), tally in report.openings.items() if which == side]
        played.sort(key=lambda each: (-each[1].games, each[0]))
        if played:
            rows = [
                [text(name or words["unknown"], CELL_CHARACTERS), *_tallied(tally, tally.games)]
                for name, tally in played[:MOST_OPENINGS]
            ]
            parts += [f"<h2>{words['openings']}: {words[side]}</h2>", _table([words["opening"], *heads], rows)]
    parts += [f"<h2>{words['misses']}</h2>"]
    parts += [f"<p>{words['analysed'].format(analysed=report.analysed, games=len(report.rows))}</p>"]
    for each in report.misses:
        label = each.question.name
        missed = [
            [
                text(_label(label, str(row[label]), language), CELL_CHARACTERS),
                str(row["marks"]),
                f"{row['points_lost']:.2f}",
                text(row["example"], CELL_CHARACTERS),
            ]
            for row in each.rows[:MOST_MISSES]
        ]
        if missed:
            parts.append(_table([words[label], words["marks"], words["points"], words["example"]], missed))
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
    parts += [_table([words[name] for name in ("date", "side", "opponent", "result", "opening")], latest)]
    return _document(report.name, "".join(parts), language)


def _label(about: str, label: str, language: Language) -> str:
    """The name of a group of mistakes, in the page's language."""
    if about == "motif" and label != NOT_TOLD:
        return motif_name(label, language)
    is_name = about == "opening" and label != NOT_TOLD
    return LABELS.get(label, label) if language is Language.GERMAN and not is_name else label


def _tallied(tally: Tally, games: int) -> list[str]:
    score = tally.score
    return [
        str(games),
        "-" if score is None else f"{score:.1f} %",
        *map(str, (tally.wins, tally.draws, tally.losses)),
    ]


def _number(value: int | None) -> str:
    return "-" if value is None else str(value)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are HTML already; those that begin as numbers do stand at the right."""
    is_number = [
        bool(rows) and all(re.match(r"(\d+(\.\d+)?( %)?|-)$", row[place]) for row in rows)
        for place in range(len(heads))
    ]
    kinds = [' class="number"' if each else "" for each in is_number]
    head = "".join(f'<th scope="col"{kind}>{name}</th>' for name, kind in zip(heads, kinds, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _document(title: str, body: str, language: Language) -> str:
    style = colours() + STYLE
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{content_policy(style, "")}">'
        f"<title>{text(title, CELL_CHARACTERS)}</title><style>{style}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def _page_names(names: Iterable[str]) -> list[str]:
    """A file's name for each player, no two alike."""
    found: list[str] = []
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "player"
        page, number = f"{plain}.html", 2
        while page in found or page == INDEX:
            page, number = f"{plain}-{number}.html", number + 1
        found.append(page)
    return found
