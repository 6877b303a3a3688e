"""Published results that stand beside ours: as reported, by whom, and how much of the source could be opened here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.record import Record


class Seen(StrEnum):
    """The part of a source that has been read by those who wrote this table."""

    TEXT = "read"
    ABSTRACT = "abstract read"
    QUOTED = "read as quoted elsewhere"
    UNSEEN = "not opened here"


@dataclass(frozen=True, slots=True)
class Published:
    """One result of others."""

    reported: str
    """The report, in a few words."""
    source: str
    """The reporter, and the place."""
    seen: Seen
    """The part of it that was read here."""
    claim_id: str
    """The claim in whose results ours stand."""
    here: Callable[[Result], str]
    """Ours, out of the claim's result. Raises KeyError, ValueError or IndexError if it keeps too little."""
    said: str
    """How the two agree."""


def _ratio(name: str, found: tuple[Any, ...]) -> str:
    """'depth 1.02 (1.01 to 1.04)'."""
    value, low, high = found
    return f"{name} {value:.2f} ({low:.2f} to {high:.2f})"


def _schemes(result: Result) -> str:
    found = {row[:3]: row[3:] for row in result.rows("Against always replacing")}
    searches = "; ".join(
        f"{search}: " + ", ".join(_ratio(name, found[search, 1, name]) for name in ("depth", "two_tier"))
        for search in dict.fromkeys(search for search, *_ in found)
    )
    return f"nodes by those of always replacing, 1 MB; {searches}"


def _etc(result: Result) -> str:
    rows = [row for row in result.rows("Against none") if row[0] == "ordered" and row[1] in (2, 3)]
    return "; ".join(
        f"from {row[1]} plies on {1 - row[3]:.0%} of the nodes, at {row[6]:.2f} ({row[7]:.2f} to {row[8]:.2f}) times "
        "the time"
        for row in rows
    )


def _null_moves(*policies: str) -> Callable[[Result], str]:
    """Nodes of the policies, and of a search without null moves, by those of R = 2."""

    def told(result: Result) -> str:
        found = {row[:2]: row[4:] for row in result.rows("Nodes at equal depth")}
        searches = "; ".join(
            f"{search}: " + ", ".join(_ratio(name, found[search, name]) for name in (*policies, "off"))
            for search in ("nimzo", "today")
        )
        return f"nodes by those of R = 2; {searches}"

    return told


def _processors(result: Result) -> str:
    searched = "simulated (shared, a ply less deep)"
    by_size = {row[1]: row[2] for row in result.rows("Speed-ups, with intervals") if row[0] == searched}
    return ", ".join(f"{by_size[size]:.0f} with {size:,}" for size in (256, 1024)) + ", simulated"


def _collisions(result: Result) -> str:
    by_bits = {row[0]: row for row in result.rows("Searches")}
    return "; ".join(
        f"{by_bits[bits][1]:,.0f} false hits a million probes: {by_bits[bits][3]} of {by_bits[bits][4]} moves differ"
        for bits in (8, 14, 20)
    )


def _doublings(result: Result) -> str:
    rows = result.rows("Twice the nodes")
    return f"{rows[0][4]:+.0f} Elo from {rows[0][1]:,} nodes, {rows[-1][4]:+.0f} from {rows[-1][1]:,}"


def _pathology(result: Result) -> str:
    errors = [row[2] for row in result.rows("Independent leaves") if row[0] == 2]
    return f"errors of independent leaves, 2 moves: {errors[0]:.1%} at depth 1, {errors[-1]:.1%} at {len(errors)}"


PUBLISHED_RESULTS = (
    Published(
        "two-tier replacement is better than the deeper entry alone",
        "Breuker, Uiterwijk and van den Herik 1996, ICCA Journal 19(3)",
        Seen.UNSEEN,
        "M5",
        _schemes,
        "so it is in the two searches of old, in the ordered one surely; in today's neither is seen to be better",
    ),
    Published(
        "enhanced transposition cutoff saves a quarter of the nodes, and pays more than two plies from the leaves",
        "Plaat, Schaeffer, Pijls and de Bruin 1994, arXiv 1404.1518",
        Seen.QUOTED,
        "M6",
        _etc,
        "less is saved here, and time is surely lost in both forms",
    ),
    Published(
        "adaptive null move saves 10 to 30% of the nodes of R = 2",
        "Heinz 1999, ICCA Journal 22(3)",
        Seen.ABSTRACT,
        "N1",
        _null_moves("adaptive"),
        "not seen in the era Nimzo, nor excluded; in today's search more is saved, but there R = 2 costs more nodes "
        "than no null move; and Kiebitz's adaptive rules are not Heinz's",
    ),
    Published(
        "verified null move lies between R = 3 and R = 2",
        "David Tabibi and Netanyahu 2002, ICGA Journal 25(3)",
        Seen.UNSEEN,
        "N1",
        _null_moves("R = 3", "verified"),
        "not reproduced in the era Nimzo; so it is in today's search, where R = 2 costs more nodes than no null move",
    ),
    Published(
        "speed-ups of 142 with 256 processors and of 344 with 1,024",
        "Feldmann 1993 (thesis, Paderborn); an abstract of 1991 has 126 with 256",
        Seen.UNSEEN,
        "H1",
        _processors,
        "not reproduced: these searches are too small to keep so many busy",
    ),
    Published(
        "errors by collisions do no harm until they are very frequent",
        "Hyatt and Cozzie 2005, ICGA Journal 28(3), also at craftychess.com",
        Seen.ABSTRACT,
        "Y2",
        _collisions,
        "the same experiment; agrees as far as it goes",
    ),
    Published(
        "twice the effort is worth the less, the more there is of it",
        "Thompson 1982; Heinz 2001, ICGA Journal 24(2)",
        Seen.UNSEEN,
        "H3",
        _doublings,
        "not seen between so few nodes: the intervals overlap",
    ),
    Published(
        "with independent leaves a deeper minimax search decides worse",
        "Nau 1979; Beal 1980; Pearl 1983",
        Seen.UNSEEN,
        "L3",
        _pathology,
        "agrees",
    ),
)

HEADINGS = ("as reported", "by", "source", "here", "", "claim")


def rows(records: Iterable[Record]) -> list[tuple[str, str, str, str, str, str]]:
    """The table under HEADINGS, of those results that have been measured here."""
    results = {record.claim_id: record.result for record in records}
    return [
        (each.reported, each.source, str(each.seen), each.here(results[each.claim_id]), each.said, each.claim_id)
        for each in PUBLISHED_RESULTS
        if each.claim_id in results
    ]
