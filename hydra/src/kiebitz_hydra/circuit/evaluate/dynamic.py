"""Dynamic: what the men do, now, as far as wires can tell. Seven cycles, the first two for the signals.

The form is that of the engine's own Dynamic with ``wired_dynamic``. A wire carries the signals of all men of a kind,
so no man has his own: mobility is linear, so much for a man and so much for each square he reaches, and all that
arrives on the squares that count is counted at once. Of rooks behind each other the first one sends. Places are sets of
squares: outposts, minor pieces behind pawns, rooks on files without pawns, room behind the own pawns.

King danger takes the signals in reverse. The nine squares of the king's zone send, and whoever receives a signal of his
own kind is an attacker; the king himself sends, and where his signals meet those of a man who moves that way there is a
check. Attackers, attacks on the zone, badly defended squares, checks and pins are counted, the king's cover is taken
off, and the square of the danger stands in block RAM. Threats are sets again: by pawns, by minor pieces, by rooks, by
the king, and men who hang.

After the signals come sets of squares, then numbers, then products and the danger, then what all of it is worth, while
block RAM is read. Each side's king danger, mobility, places and threats are modules of their own, so that tools work on
one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from amaranth.hdl import Cat, Module, Mux, Signal, Value, signed
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from kiebitz.core.evaluation.classical.weights import NUMBERS, WEIGHTS
from kiebitz_hydra.circuit.evaluate.adders import PHASES, Term, added, counted, times, weighted
from kiebitz_hydra.circuit.evaluate.attacks import AXES, Sent, ray_of
from kiebitz_hydra.circuit.evaluate.handle_special_cases import DARK, LIGHT
from kiebitz_hydra.circuit.evaluate.spans import SIDES, ahead, column, files, filled, grown, pawn_attacks, rank, row
from kiebitz_hydra.circuit.geometry import (
    DIAGONAL,
    RAYS,
    STRAIGHT,
    either,
    kept,
    leaps,
    named,
    squares_of,
)
from kiebitz_hydra.circuit.men import Men

CONTENT_PIECES = 4
"""Pieces that live without space."""
ATTACKERS_NEEDED = 2
"""Attackers that make a danger; a queen counts as one even where she doesn't attack yet."""
KNIGHT_CODE = 1
"""Where knights stand in series by kind of man; bishops, rooks and queens follow."""
PER_CENT_BITS = 16
"""A share of a cover below 2 to the tenth is taken by so many bits."""
OUTPOST_RANKS, ROOM_RANKS, ROOM_FILES, SEVENTH, LAST_RANK = (3, 4, 5), (1, 2, 3), (2, 3, 4, 5), 6, 7

Danger = data.StructLayout(dict.fromkeys(PHASES, 12))
"""The value of a danger, in centipawns."""


class Dynamic(wiring.Component):
    """White's dynamic features less Black's, White's view, in centipawns."""

    CYCLES = 7

    def __init__(self) -> None:
        super().__init__(
            {
                "white": In(Men),
                "black": In(Men),
                "white_sent": In(Sent),
                "black_sent": In(Sent),
                # Each side's cover in the middlegame, its own view.
                "white_cover": In(signed(12)),
                "black_cover": In(signed(12)),
                "middlegame": Out(signed(16)),
                "endgame": Out(signed(16)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        limit = NUMBERS["danger_limit"].values[0]
        m.submodules.dangers = table = Memory(shape=Danger, depth=limit + 1, init=dangers())
        white, black = (
            Side(
                m,
                name,
                up,
                men=getattr(self, name),
                sent=getattr(self, f"{name}_sent"),
                cover=getattr(self, f"{name}_cover"),
            )
            for name, _, up in SIDES
        )
        worths = []
        for own, other in ((white, black), (black, white)):
            port = table.read_port()
            m.submodules[f"{own.name}_king_danger"] = part = Module()
            m.d.comb += port.addr.eq(king_danger(part, own, other))
            terms: list[Term] = []
            for features in (mobility, places, threats):
                m.submodules[f"{own.name}_{features.__name__}"] = part = Module()
                for place, (number, worth) in enumerate(features(part, own, other)):
                    terms.append((own.kept(part, f"term_{place}", number), worth))
            sums = [own.kept(m, f"kept_{place}", total) for place, total in enumerate(weighted(m, own.name, terms))]
            worths.append([total + port.data[phase] for total, phase in zip(sums, PHASES, strict=True)])
        for phase, ours, theirs in zip(PHASES, *worths, strict=True):
            m.d.sync += getattr(self, phase).eq(ours - theirs)
        return m


class Side:
    """One side's men and their signals, as wires."""

    def __init__(self, m: Module, name: str, up: int, *, men: Any, sent: Any, cover: Value) -> None:
        self.name, self.up, self.sent, self.cover = name, up, sent, cover
        queens = self.named(m, "queens", men.diagonal & men.straight)
        self.men = {
            "pawn": men.pawns,
            "knight": men.knights,
            "bishop": self.named(m, "bishops", men.diagonal & ~queens),
            "rook": self.named(m, "rooks", men.straight & ~queens),
            "queen": queens,
        }
        self.king = men.king
        self.pieces = self.named(m, "pieces", men.knights | men.diagonal | men.straight)
        self.all_men = men.all
        self.signals = {
            "knight": list(sent.knight_leaps),
            "bishop": list(sent.bishop_rays),
            "rook": list(sent.rook_rays),
            "queen": list(sent.queen_rays),
        }
        self.by = {kind: self.named(m, f"by_{kind}", either(rays)) for kind, rays in self.signals.items()}
        self.by |= {"pawn": sent.pawns, "king": sent.king}
        self.attacked, self.twice = sent.attacked, sent.twice

    def named(self, m: Module, name: str, value: Value) -> Signal:
        """A value of this side under a name."""
        return named(m, f"{self.name}_{name}", value)

    def kept(self, m: Module, name: str, value: Value) -> Signal:
        """A value of this side in a register."""
        return kept(m, f"{self.name}_{name}", value)


def dangers() -> list[dict[str, int]]:
    """The words of the block RAM, by danger units."""
    middlegame, endgame = (NUMBERS[name].values[0] for name in ("danger_divisor", "danger_endgame_divisor"))
    limit = NUMBERS["danger_limit"].values[0]
    worths = ((units * units // middlegame, units // endgame) for units in range(limit + 1))
    return [dict(zip(PHASES, worth, strict=True)) for worth in worths]


def mobility(m: Module, own: Side, other: Side) -> Iterator[Term]:
    """The pieces, and the squares that they reach."""
    occupied = own.all_men | other.all_men
    stuck = own.men["pawn"] & (ahead(occupied, -own.up) | rank(1, own.up))
    area = own.named(m, "area", ~(stuck | own.king | other.by["pawn"]))
    lesser = other.by["knight"] | other.by["bishop"] | other.by["rook"]
    area_of_queens = own.named(m, "area_of_queens", area & ~lesser)
    bases, steps = (WEIGHTS[f"linear_mobility_{part}"].values for part in ("base", "step"))
    for (kind, rays), base, step in zip(own.signals.items(), bases, steps, strict=True):
        squares = area_of_queens if kind == "queen" else area
        yield counted(m, f"{own.name}_{kind}_men", own.men[kind]), base
        yield counted(m, f"{own.name}_{kind}_reach", *(ray & squares for ray in rays)), step


def places(m: Module, own: Side, other: Side) -> Iterator[Term]:
    """Minor pieces, rooks and queens where they stand well for the pawns, and the room that the own men have."""
    name, up, pawns, enemies = own.name, own.up, own.men["pawn"], other.men["pawn"]
    knights, bishops, rooks, queens = (own.men[kind] for kind in own.signals)
    reach = filled(m, f"{name}_enemy_reach", other.by["pawn"], -up)
    field = squares_of(OUTPOST_RANKS if up == 1 else [LAST_RANK - number for number in OUTPOST_RANKS])
    outposts = own.named(m, "outposts", own.by["pawn"] & field & ~reach)
    free = rooks & ~files(m, f"{name}_pawns", pawns)
    with_enemies = files(m, f"{name}_enemies", enemies)
    seventh, last = rank(SEVENTH, up), rank(LAST_RANK, up)
    target = ((other.king & last) | (enemies & seventh)).any()
    for feature, squares in (
        ("knight_outpost", knights & outposts),
        ("bishop_outpost", bishops & outposts),
        ("reachable_outpost", own.by["knight"] & outposts & ~own.all_men),
        ("minor_behind_pawn", (knights | bishops) & ahead(pawns | enemies, -up)),
        ("rook_open_file", free & ~with_enemies),
        ("rook_half_open_file", free & with_enemies),
        ("rook_on_seventh", Mux(target, (rooks | queens) & seventh, 0)),
    ):
        yield counted(m, f"{name}_{feature}", squares), WEIGHTS[feature].values[0]
    on_own_colour = [
        own.kept(m, f"{colour}_bishops", counted(m, f"{name}_bishops_on_{colour}", bishops & squares))
        * own.kept(m, f"{colour}_pawns", counted(m, f"{name}_pawns_on_{colour}", pawns & squares))
        for colour, squares in (("light", LIGHT), ("dark", DARK))
    ]
    yield named(m, f"{name}_own_colour", added(on_own_colour)), WEIGHTS["bishop_own_colour_pawn"].values[0]

    ranks = ROOM_RANKS if up == 1 else [LAST_RANK - number for number in ROOM_RANKS]
    safe = own.named(m, "room", squares_of(ranks, ROOM_FILES) & ~pawns & ~other.by["pawn"])
    behind = ahead(pawns, -up)
    behind_safe = safe & (behind | ahead(behind, -up)) & ~other.attacked
    number = counted(m, f"{name}_number_of_pieces", own.pieces)
    spare = own.kept(m, "spare", Mux(number > CONTENT_PIECES, number - CONTENT_PIECES, 0)[:4])
    room = own.kept(m, "room_kept", counted(m, f"{name}_room_counted", safe, behind_safe))
    yield spare * room, WEIGHTS["space"].values[0]


def king_danger(m: Module, own: Side, other: Side) -> Signal:
    """The danger units of the attack on the other side's king, as the block RAM knows them."""
    name, units = own.name, {feature: NUMBERS[feature].values for feature in NUMBERS}
    zone = own.named(m, "zone", king_zone(m, name, other.king))
    near = attackers(m, own, other, zone)
    numbers = [own.kept(m, f"near_{kind}", counted(m, f"{name}_{kind}_attackers", men)) for kind, men in near.items()]
    attacking = own.kept(m, "attackers", added(numbers))
    shares = zip(numbers, units["attack_units"][KNIGHT_CODE:], strict=False)
    together = own.kept(m, "attacking", added(part for number, share in shares for part in times(number, share)))
    on_zone = counted(m, f"{name}_on_zone", *(folded(ray & zone) for rays in own.signals.values() for ray in rays))
    barely = other.by["king"] | other.by["queen"]
    weak = folded(zone & own.attacked & ~other.twice & (~other.attacked | barely))
    pinned = counted(m, f"{name}_pinned", other.sent.pinned)
    has_queen = own.men["queen"].any()
    danger = own.kept(
        m,
        "danger",
        added(
            [
                attacking * together,
                *times(own.kept(m, "number_on_zone", on_zone), units["zone_attack_units"][0]),
                *times(own.kept(m, "number_weak", counted(m, f"{name}_weak", weak)), units["weak_zone_units"][0]),
                *times(own.kept(m, "number_pinned", pinned), units["pinned_units"][0]),
                *checks(m, own, other),
                -own.kept(m, "covered", covered(m, name, other.cover)),
                Mux(has_queen, 0, -units["no_queen_relief"][0]),
            ]
        ),
    )
    limit = units["danger_limit"][0]
    counts = (attacking != 0) & (attacking + has_queen >= ATTACKERS_NEEDED) & (danger > 0)
    return named(m, f"{name}_units", Mux(counts, Mux(danger > limit, limit, danger), 0)[: limit.bit_length()])


def king_zone(m: Module, name: str, king: Value) -> Value:
    """The nine squares round a king, inside the board's rim."""
    bands = []
    for line, signals in (
        ("rank", [row(king, number, 1).any() for number in range(8)]),
        ("file", [column(king, number, 1).any() for number in range(8)]),
    ):
        inside = Cat(0, signals[0] | signals[1], *signals[2:6], signals[6] | signals[7], 0)
        bands.append(named(m, f"{name}_zone_{line}s", grown(inside)))
    ranks, across = bands
    return Cat(across & ranks[number].replicate(8) for number in range(8))


def folded(zone: Value) -> Value:
    """Nine wires for a zone's signals: no two of its squares are alike in rank and file modulo three."""
    thirds = [range(start, 8, 3) for start in range(3)]
    return Cat(either(zone[8 * up + aside] for up in ups for aside in asides) for ups in thirds for asides in thirds)


def attackers(m: Module, own: Side, other: Side, zone: Value) -> dict[str, Value]:
    """The pieces of each kind that attack a square of the zone: the zone sends, they receive."""
    empty = own.named(m, "empty", ~(own.all_men | other.all_men))
    through_queens = empty | own.men["queen"]
    near: dict[str, Value] = {"knight": own.men["knight"] & leaps(zone) & ~own.sent.pinned}
    for kind, passing, steps in (
        ("bishop", through_queens, DIAGONAL),
        ("rook", through_queens, STRAIGHT),
        ("queen", empty, RAYS),
    ):
        near[kind] = either(
            own.men[kind]
            & own.sent.free[RAYS.index(step) % AXES]
            & ray_of(m, f"{own.name}_zone_to_{kind}", zone, passing, step)
            for step in steps
        )
    return near


def checks(m: Module, own: Side, other: Side) -> Iterator[Value]:
    """Danger units for the checks that the own side could give, kind by kind."""
    name = own.name
    # The other queen doesn't shield her king for long.
    passing = own.named(m, "to_king", ~(own.all_men | other.all_men) | other.men["queen"])
    rays = {step: ray_of(m, f"{name}_king_by", other.king, passing, step) for step in RAYS}
    straight = own.named(m, "straight_to_king", either(rays[step] for step in STRAIGHT))
    diagonal = own.named(m, "diagonal_to_king", either(rays[step] for step in DIAGONAL))
    only_king = other.by["king"] & ~other.twice
    safe = own.named(m, "safe", ~other.attacked | (only_king & own.twice))
    lines = {"knight": leaps(other.king), "bishop": diagonal, "rook": straight, "queen": straight | diagonal}
    units = NUMBERS["safe_check_units"].values
    for code, (kind, squares) in enumerate(lines.items(), KNIGHT_CODE):
        given = own.named(m, f"{kind}_checks", squares & own.by[kind] & ~own.all_men)
        unsafe = Mux(given.any(), NUMBERS["unsafe_check_units"].values[0], 0)
        yield own.kept(m, f"{kind}_check_units", Mux((given & safe).any(), units[code], unsafe))


def covered(m: Module, name: str, cover: Value) -> Value:
    """The danger units that a cover takes off, rounded towards zero; a bad cover puts some on."""
    share = -(-(NUMBERS["cover_share"].values[0] << PER_CENT_BITS) // 100)
    size = named(m, f"{name}_cover_size", abs(cover))
    taken = named(m, f"{name}_cover_share", (size * share) >> PER_CENT_BITS)
    return Mux(cover < 0, -taken, taken)


def threats(m: Module, own: Side, other: Side) -> Iterator[Term]:
    """Men of the other side that are attacked by something cheaper, or attacked and not well defended."""
    name, up, pawns = own.name, own.up, own.men["pawn"]
    occupied = own.all_men | other.all_men
    safe = own.named(m, "safe_for_pawns", ~other.attacked | own.attacked)
    ahead_once = own.named(m, "step", ahead(pawns, up) & ~occupied)
    steps = ahead_once | (ahead(ahead_once & rank(2, up), up) & ~occupied)
    soon = pawn_attacks(own.named(m, "pushes", steps & safe & ~other.by["pawn"]), up) & ~own.by["pawn"]
    well_defended = other.by["pawn"] | (other.twice & ~own.twice)
    weak = own.named(m, "weak_men", (other.men["pawn"] | other.pieces) & own.attacked & ~well_defended)
    by_minors = own.named(m, "minor_threats", (own.by["knight"] | own.by["bishop"]) & (other.pieces | weak))
    by_rooks = own.named(m, "rook_threats", own.by["rook"] & (other.men["queen"] | weak))
    yield (
        counted(m, f"{name}_threat_by_pawn", pawn_attacks(pawns & safe, up) & other.pieces),
        WEIGHTS["threat_by_pawn"].values[0],
    )
    yield counted(m, f"{name}_threat_by_push", soon & other.pieces), WEIGHTS["threat_by_push"].values[0]
    for feature, victims in (("threat_by_minor", by_minors), ("threat_by_rook", by_rooks)):
        for (kind, men), worth in zip(other.men.items(), WEIGHTS[feature].values, strict=True):
            if any(worth):
                yield counted(m, f"{name}_{feature}_{kind}", victims & men), worth
    yield (weak & own.by["king"]).any(), WEIGHTS["threat_by_king"].values[0]
    hanging = weak & (~other.attacked | (other.pieces & own.twice))
    yield counted(m, f"{name}_hanging", hanging), WEIGHTS["hanging"].values[0]
