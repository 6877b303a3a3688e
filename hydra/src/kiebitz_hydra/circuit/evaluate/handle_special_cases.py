"""HandleSpecialCases: where counting misleads. Four cycles, the first for PieceValues to count.

Two means, those of the engine's own module. A bonus for endings that are known wins, with a slope that leads to the
mate: distances of kings and corners, counted in the rings of squares round a king. And a scale, in 64ths of the value,
for material that can't win: one for each side, as WeightedSum alone knows whose advantage it is. All is told from
PieceValues' numbers of men, the colours of squares and a few sets.

King and pawn against king is solved: a block RAM holds a word for each square of the pawn (mirrored to White's left
half of the board), side to move and square of the strong king; its 64 bits are the squares of the weak one. All of the
engine's special cases are here but the fading by the fifty moves, which the machine doesn't count.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Module, Mux, Signal, Value, signed
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from kiebitz.core.evaluation.classical.king_and_pawn import wins
from kiebitz.core.evaluation.classical.weights import NUMBERS, WEIGHTS
from kiebitz_hydra.circuit.evaluate.adders import PHASES, Term, added, counted, times, weighted
from kiebitz_hydra.circuit.evaluate.piece_values import KINDS, Numbers
from kiebitz_hydra.circuit.evaluate.spans import SIDES, passed_among, within
from kiebitz_hydra.circuit.evaluate.weighted_sum import FULL_SCALE, SCALE_BITS
from kiebitz_hydra.circuit.geometry import either, kept, named, squares_of
from kiebitz_hydra.circuit.men import Men

MINOR_PIECE_LEAD, ROOK_WORTH = 330, 540
"""Endgame centipawns in pieces: more ahead than the first, a side without pawns wins; the second is a rook's."""
CLOSE = 7
"""Steps of a king that a mate is measured in."""
LIGHT, DARK = (sum(1 << square for square in range(64) if (square // 8 + square) % 2 == colour) for colour in (1, 0))
CORNERS = squares_of([0, 7], [0, 7])
PAWN_FILES, PAWN_RANKS = 4, 6


class HandleSpecialCases(wiring.Component):
    """The bonus, White's view, in centipawns, and each side's scale."""

    CYCLES = 4

    def __init__(self) -> None:
        super().__init__(
            {
                "white": In(Men),
                "black": In(Men),
                "white_numbers": In(Numbers),
                "black_numbers": In(Numbers),
                "black_to_move": In(1),
                "middlegame": Out(signed(16)),
                "endgame": Out(signed(16)),
                "white_scale": Out(SCALE_BITS),
                "black_scale": Out(SCALE_BITS),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        sides = [Side(m, name, getattr(self, name), getattr(self, f"{name}_numbers")) for name, _, _ in SIDES]
        white, black = sides
        race = KingAndPawn(m, white, black, self.black_to_move)
        bonuses = []
        for own, other, (name, _, up) in zip(sides, reversed(sides), SIDES, strict=True):
            slope = known_win(m, own, other)
            by_table = Signal(name=f"{name}_by_table")
            m.d.sync += by_table.eq(race.is_it & own.has_pawns)
            kept = [Signal(signed(12), name=f"{name}_slope_{phase}") for phase in PHASES]
            m.d.sync += [to.eq(worth) for to, worth in zip(kept, slope, strict=True)]
            won = WEIGHTS["won_pawn_race"].values[0]
            bonuses.append([Mux(by_table & race.won, worth, to) for to, worth in zip(kept, won, strict=True)])
            share = Signal(SCALE_BITS, name=f"{name}_share")
            m.d.sync += share.eq(scale(m, own, other, up))
            m.d.comb += getattr(self, f"{name}_scale").eq(Mux(by_table, Mux(race.won, FULL_SCALE, 0), share))
        for phase, ours, theirs in zip(PHASES, *bonuses, strict=True):
            m.d.sync += getattr(self, phase).eq(ours - theirs)
        return m


class Side:
    """One side's pieces, as wires."""

    def __init__(self, m: Module, name: str, men: Any, numbers: Any) -> None:
        self.name, self.men, self.numbers = name, men, numbers
        bishops = named(m, f"{name}_bishops", men.diagonal & ~men.straight)
        self.light_bishops, self.dark_bishops = (bishops & LIGHT).any(), (bishops & DARK).any()
        self.has_bishops, self.has_knights, self.has_heavy = bishops.any(), men.knights.any(), men.straight.any()
        self.has_pawns = named(m, f"{name}_has_pawns", men.pawns.any())
        self.has_pieces = named(m, f"{name}_has_pieces", self.has_bishops | self.has_knights | self.has_heavy)
        self.is_bare = ~(self.has_pieces | self.has_pawns)
        both_colours = self.light_bishops & self.dark_bishops
        bishop_and_knight = self.has_bishops & self.has_knights
        mates = self.has_heavy | both_colours | bishop_and_knight | (numbers.knights >= 3)
        self.can_mate = named(m, f"{name}_can_mate", mates)
        values = WEIGHTS["piece_values"].values
        material = (
            part
            for kind, (_, endgame) in zip(KINDS[1:], values[1:], strict=False)
            for part in times(numbers[kind], endgame)
        )
        self.material = kept(m, f"{name}_material", added(material))
        self.near = within(m, f"{name}_king", men.king)


class KingAndPawn:
    """King and pawn against king: whether it is on the board, and, a cycle later, whether the pawn wins."""

    def __init__(self, m: Module, white: Side, black: Side, black_to_move: Value) -> None:
        pawns = white.men.pawns | black.men.pawns
        is_white = white.has_pawns
        m.submodules.king_and_pawn = table = Memory(shape=64, depth=PAWN_FILES * PAWN_RANKS << 7, init=verdicts())
        port = table.read_port()
        pawn = number_of(m, "pawn", pawns)
        # The pawn becomes White's by turning ranks over, and comes to the left half by turning files over.
        mirror = Cat(pawn[2].replicate(3), (~is_white).replicate(3))
        strong = number_of(m, "strong_king", Mux(is_white, white.men.king, black.men.king)) ^ mirror
        weak = number_of(m, "weak_king", Mux(is_white, black.men.king, white.men.king)) ^ mirror
        place = named(m, "pawn_place", pawn ^ mirror)
        weak_moves = is_white == black_to_move
        m.d.comb += port.addr.eq(Cat(strong, weak_moves, place[:2], place[3:] - 1))
        weak_then = Signal(6)
        m.d.sync += weak_then.eq(weak)
        self.won = kept(m, "pawn_wins", port.data.bit_select(weak_then, 1))
        pieces = white.has_pieces | black.has_pieces
        one = (white.numbers.pawns + black.numbers.pawns) == 1
        self.is_it = named(m, "is_king_and_pawn", ~pieces & one)


def verdicts() -> list[int]:
    """The words of the block RAM: where the weak king stands and loses; by strong king, who moves, and pawn."""
    return [
        sum(wins(True, strong, pawn, weak, not weak_moves) << weak for weak in range(64))
        for rank in range(1, PAWN_RANKS + 1)
        for pawn in range(8 * rank, 8 * rank + PAWN_FILES)
        for weak_moves in (False, True)
        for strong in range(64)
    ]


def number_of(m: Module, name: str, square: Value) -> Signal:
    """The number of the one square that has a signal."""
    bits = (either(square[number] for number in range(64) if number >> bit & 1) for bit in range(6))
    return named(m, f"{name}_number", Cat(bits))


def known_win(m: Module, own: Side, other: Side) -> tuple[Value, Value]:
    """Value of a known win, own view: a lone king is driven to the rim, or to the corner where bishops mate it."""
    other_king = other.men.king
    closeness = kept(m, f"{own.name}_closeness", Cat((near & other_king).any() for near in own.near[:CLOSE]))
    is_bishop_and_knight = (own.numbers.bishops == 1) & (own.numbers.knights == 1) & ~own.has_heavy & ~own.has_pawns
    corners = Mux(own.light_bishops, CORNERS & LIGHT, CORNERS & DARK)
    cornered = kept(
        m,
        f"{own.name}_cornered",
        Cat(other.is_bare & is_bishop_and_knight & (near & corners).any() for near in other.near[:CLOSE]),
    )
    ahead = own.material > other.material + MINOR_PIECE_LEAD
    driven = own.can_mate & ~other.has_pawns & (other.is_bare | ahead)
    terms: list[Term] = [
        (rim_steps(m, f"{other.name}_rim", other_king), WEIGHTS["mop_up_rim"].values[0]),
        (added(closeness), WEIGHTS["mop_up_kings"].values[0]),
        (other.is_bare, WEIGHTS["known_win"].values[0]),
        (added(cornered), WEIGHTS["mop_up_corner"].values[0]),
    ]
    middlegame, endgame = weighted(m, f"{own.name}_known_win", terms)
    return Mux(driven, middlegame, 0), Mux(driven, endgame, 0)


def rim_steps(m: Module, name: str, king: Value) -> Signal:
    """Distance of a king from the centre, in ranks and in files: 0 in the middle, 6 in a corner.

    That is how many bands, three of ranks and three of files, it stands outside of.
    """
    inner = [range(3 - width, 5 + width) for width in range(3)]
    bands = [squares_of(ranks=lines) for lines in inner] + [squares_of(files=lines) for lines in inner]
    return named(m, name, added(kept(m, f"{name}_bands", Cat(~(king & band).any() for band in bands))))


def scale(m: Module, own: Side, other: Side, up: int) -> Value:
    """Share of an advantage of the own side that is real, of FULL_SCALE; king and pawn against king apart."""
    name, numbers, others = own.name, own.numbers, other.numbers
    share = {feature: NUMBERS[f"scale_{feature}"].values[0] for feature in (
        "pawnless_minor", "pawnless_more", "two_knights", "pawns_base", "pawns_step", "opposite_base",
        "opposite_passed", "opposite_pieces_base", "opposite_pieces_step",
    )}  # fmt: skip
    is_ahead = named(m, f"{name}_ahead", own.material > other.material + MINOR_PIECE_LEAD)
    two_knights = (numbers.knights == 2) & other.has_pawns
    pawnless = Mux(
        own.can_mate,
        Mux(other.material < ROOK_WORTH, share["pawnless_minor"], share["pawnless_more"]),
        Mux(two_knights, share["two_knights"], 0),
    )
    opposite = (numbers.bishops == 1) & (others.bishops == 1) & (own.light_bishops == other.dark_bishops)
    only_bishops = ~(own.has_knights | own.has_heavy | other.has_knights | other.has_heavy)
    free = passed_among(m, name, own.men.pawns, other.men.pawns, up)
    passed = kept(m, f"{name}_number_of_free", counted(m, f"{name}_free", free))
    pieces = numbers.knights + numbers.rooks + numbers.queens
    with_bishops = Mux(
        only_bishops,
        share["opposite_base"] + share["opposite_passed"] * passed,
        share["opposite_pieces_base"] + share["opposite_pieces_step"] * pieces,
    )
    by_pawns = named(m, f"{name}_by_pawns", share["pawns_base"] + share["pawns_step"] * numbers.pawns)
    by_bishops = named(m, f"{name}_by_bishops", Mux(opposite, with_bishops, FULL_SCALE))
    least = named(m, f"{name}_least", Mux(by_bishops < by_pawns, by_bishops, by_pawns))
    with_pawns = Mux(is_ahead | (least > FULL_SCALE), FULL_SCALE, least)
    return Mux(
        own.has_pawns,
        Mux(is_wrong_rook_pawn(own, other, up), 0, with_pawns),
        Mux(own.can_mate & is_ahead, FULL_SCALE, pawnless),
    )


def is_wrong_rook_pawn(own: Side, other: Side, up: int) -> Value:
    """Rook's pawns on one file, at most bishops of the other colour beside them, the king in the queening corner."""
    last = 7 if up == 1 else 0
    held = []
    for file, neighbour in ((0, 1), (7, 6)):
        corner = squares_of([last], [file])
        room = squares_of([last, last - up], [file, neighbour])
        right_bishops = own.light_bishops if corner & LIGHT else own.dark_bishops
        on_file = ~(own.men.pawns & ~squares_of(files=[file])).any()
        held.append(on_file & ~right_bishops & (other.men.king & room).any())
    return either(held) & ~(own.has_knights | own.has_heavy | other.has_pawns)
