"""A dossier: the games of a player told to an opponent, in sentences and tables of texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.reading.games import PgnGame
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.survey.questions import NOT_TOLD
from kiebitz.collection.collection import Collection
from kiebitz.collection.dossier.words import WORDS
from kiebitz.collection.miss_groups import group_name
from kiebitz.collection.player_report import PlayerReport, report_of
from kiebitz.collection.tally import Tally
from kiebitz.collection.theory import LEAST, Departure, Leaving, leavings
from kiebitz.commandline.folded_name import has_words
from kiebitz.engine import START_FEN
from kiebitz.engine.opening_names import opening_by_moves

MOST_OPENINGS, MOST_DEPARTURES, MOST_MISSES, MOST_NAMED = 5, 4, 5, 3
ENOUGH = 5
"""Games, or marks, of which something is said in a sentence."""
ERRORS_FROM_MEAN = 2.0
"""Standard errors by which a result must differ from the player's others to be told as good or bad."""
LINE_CHARACTERS = 22


@dataclass(frozen=True, slots=True)
class DossierTable:
    """Texts in rows."""

    title: str
    heads: list[str]
    rows: list[list[str]]


@dataclass(frozen=True, slots=True)
class Dossier:
    """A player's dossier, in one language."""

    title: str
    sentences: list[str]
    tables: list[DossierTable]


@dataclass(frozen=True, slots=True)
class _Known:
    """The counts, before they are told."""

    report: PlayerReport
    names: Counter[str]
    """Of players as the games spell them."""
    leavings: dict[str, Leaving]


def dossier_of(
    collection: Collection, name: str, language: Language, archive: Collection | None = None, *, least: int = LEAST
) -> Dossier | None:
    """The dossier of a player by the games in a collection; None if there is no game of his.

    ``archive`` is what theory is held against beside the openings with names: without it the collection's games of
    others. ``least`` of its games make a position theory. Raises CollectionError.
    """
    report = report_of(collection, name)
    if not report.rows:
        return None
    held_against = archive or collection
    own = [row.game for row in (report.rows if archive is None else archive.find(GameSelection(player=name)))]
    names = Counter(row.white if has_words(name, row.white) else row.black for row in report.rows)
    known = _Known(report, names, leavings(_games(collection, report), held_against, own, least=least))
    player = names.most_common(1)[0][0]
    return Dossier(player, list(_sentences(known, player, language)), list(_tables(known, language)))


def _games(collection: Collection, report: PlayerReport) -> Iterator[tuple[PgnGame, bool]]:
    """The player's games, each with whether he has White."""
    white = {row.game: has_words(report.name, row.white) for row in report.rows}
    for game in collection.chess_games(white):
        yield game, white[game.raw.number]


def _sentences(known: _Known, player: str, language: Language) -> Iterator[str]:
    words, report = WORDS[language], known.report
    total = report.total
    yield words["results"].format(
        player=player,
        games=f"{len(report.rows):,}",
        score=_score(total),
        white=_score(report.sides["white"]),
        black=_score(report.sides["black"]),
    )
    if report.rating:
        yield words["rated"].format(rating=report.rating)
    if len(known.names) > 1:
        yield words["several"].format(
            names=_listed([f"{name} ({count:,})" for name, count in known.names.most_common(MOST_NAMED)])
        )
    for side in report.sides:
        played = _openings(report, side)[:MOST_NAMED]
        if played:
            named = [f"{opening or words['unknown']} ({tally.games:,}, {_score(tally)})" for opening, tally in played]
            yield words["plays"].format(side=words[f"with_{side}"], openings=_listed(named))
    for key, sign in (("good", 1), ("bad", -1)):
        standing_out = [
            f"{words[f'with_{side}']} {opening} ({_score(tally)}, {tally.games:,})"
            for (side, opening), tally in report.openings.items()
            if opening and _stands_out(tally, total, sign)
        ]
        if standing_out:
            yield words[key].format(openings=_listed(standing_out[:MOST_NAMED]))
    for side, leaving in known.leavings.items():
        if leaving.games >= ENOUGH:
            yield words["leaves"].format(
                side=words[f"with_{side}"],
                move=f"{leaving.plies / leaving.games / 2 + 1:.1f}",
                share=f"{100 * leaving.own / leaving.games:.0f}",
            )
        for departure in leaving.most_frequent()[:1]:
            if departure.games > 1:
                yield words["mostly"].format(
                    after=_line(departure), move=departure.place.san(departure.move), games=departure.games,
                    score=_score(departure.results),
                )  # fmt: skip
    yield words["analysed" if report.analysed else "not_analysed"].format(
        analysed=report.analysed, games=len(report.rows), player=report.name
    )
    for about in ("motif", "phase", "clock"):
        rows = [row for row in _missed(report, about) if row["marks"] >= ENOUGH and row[about] != NOT_TOLD]
        if not rows:
            continue
        if about == "motif":
            told = [f"{group_name(about, row[about], language)} ({row['marks']})" for row in rows[:MOST_NAMED]]
            yield words["motifs"].format(motifs=_listed(told))
        elif len(rows) > 1:
            worst, best = (choose(rows, key=lambda row: row["marks_in_100_moves"]) for choose in (max, min))
            yield words[about].format(
                worst=group_name(about, worst[about], language), rate=f"{worst['marks_in_100_moves']:.1f}",
                best=group_name(about, best[about], language), other=f"{best['marks_in_100_moves']:.1f}",
            )  # fmt: skip


def _tables(known: _Known, language: Language) -> Iterator[DossierTable]:
    words, report = WORDS[language], known.report
    counted = [words[name] for name in ("games", "score")]
    sides = [*((words[side], tally) for side, tally in report.sides.items()), (words["both"], report.total)]
    yield DossierTable(
        words["results_head"],
        [words["side"], *counted, words["won"], words["drawn"], words["lost"]],
        [[name, *_tallied(each), str(each.wins), str(each.draws), str(each.losses)] for name, each in sides],
    )
    for side in report.sides:
        if played := _openings(report, side)[:MOST_OPENINGS]:
            yield DossierTable(
                words[f"openings_{side}"],
                [words["opening"], *counted],
                [[opening or words["unknown"], *_tallied(tally)] for opening, tally in played],
            )
    for side, leaving in known.leavings.items():
        if departures := leaving.most_frequent()[:MOST_DEPARTURES]:
            yield DossierTable(
                words[f"leaves_{side}"],
                [words["after"], words["move"], *counted, words["there"]],
                [
                    [
                        _line(each),
                        each.place.san(each.move),
                        str(each.games),
                        _score(each.results),
                        f"{each.there:,}",
                    ]
                    for each in departures
                ],
            )
    for about in ("motif", "phase", "clock"):
        if rows := _missed(report, about)[:MOST_MISSES]:
            is_rated = "marks_in_100_moves" in rows[0]
            yield DossierTable(
                words[about + "_head"],
                [words[about + "_column"], words["marks"], words["points"], *([words["in_100"]] if is_rated else [])],
                [
                    [
                        group_name(about, str(row[about]), language),
                        str(row["marks"]),
                        f"{row['points_lost']:.2f}",
                        *([f"{row['marks_in_100_moves']:.1f}"] if is_rated else []),
                    ]
                    for row in rows
                ],
            )


def _openings(report: PlayerReport, side: str) -> list[tuple[str, Tally]]:
    """The openings of a side, the most frequent first."""
    played = [(name, tally) for (which, name), tally in report.openings.items() if which == side]
    return sorted(played, key=lambda each: (-each[1].games, each[0]))


def _missed(report: PlayerReport, about: str) -> list[dict[str, Any]]:
    return next((each.rows for each in report.misses if each.question.name == about), [])


def _stands_out(tally: Tally, total: Tally, sign: int) -> bool:
    """True if a result is better (1) or worse (-1) than all others together by more than chance explains."""
    others = Tally(total.wins - tally.wins, total.draws - tally.draws, total.losses - tally.losses)
    if tally.games < ENOUGH or others.games < ENOUGH:
        return False
    assert tally.score is not None
    assert others.score is not None
    error = sqrt(sum(_variance(total) / each.games for each in (tally, others)))
    return sign * (tally.score - others.score) > ERRORS_FROM_MEAN * error


def _variance(tally: Tally) -> float:
    """Of a game's result, in points of 100 squared."""
    mean = (tally.wins + tally.draws / 2) / tally.games
    return 10_000 * ((tally.wins + tally.draws / 4) / tally.games - mean**2)


def _line(departure: Departure) -> str:
    """The opening's name and the last moves before a departure."""
    place = departure.place
    opening = opening_by_moves(START_FEN, place.path)
    text = place.text()
    if len(text) > LINE_CHARACTERS:
        text = f"… {text[-LINE_CHARACTERS:].partition(' ')[2]}"
    return f"{opening.name.split(',')[0]}: {text}" if opening else text or "–"


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts)


def _tallied(tally: Tally) -> list[str]:
    return [f"{tally.games:,}", _score(tally)]


def _score(tally: Tally) -> str:
    return "–" if tally.score is None else f"{tally.score:.0f} %"
