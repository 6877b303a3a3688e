"""Attacks: the squares that one side's men attack, kind by kind and ray by ray. Two cycles: pins, then signals.

Two refinements, those of the engine's own survey, make the signals say more than the rules do. Signals pass on through
own men that slide the same way: a bishop's through queens, a rook's through queens and rooks. And a pinned man sends
along his pin only. Pins are where two signals meet on an own man: one that his king sends, and one against it from an
enemy who slides that way; so each of the four axes has its own set of men who are not free to send there.

The rays of rooks stop at rooks as well as elsewhere (``rook_rays``): of two behind each other the first one sends on,
and every signal of a ray is one man's, so that signals can be counted. A tree of pairs says where one arrives and where
two do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from amaranth.hdl import C, Module, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.geometry import (
    DIAGONAL,
    DOWN_ASIDE,
    LEAPS,
    RAYS,
    STRAIGHT,
    UP_ASIDE,
    Step,
    either,
    hop,
    kept,
    landing,
    named,
    neighbours,
)
from kiebitz_hydra.circuit.men import Men
from kiebitz_hydra.circuit.signals import run

AXES = len(RAYS) // 2
"""A ray and the one against it lie on one axis; ``RAYS`` goes round, so their numbers differ by this."""


Sent = wiring.Signature(
    {
        # The squares attacked by any man, through rooks, too.
        "all": Out(64),
        # Where one of the signals below arrives at least, and where two do.
        "attacked": Out(64),
        "twice": Out(64),
        # The squares attacked by pawns, and by the king.
        "pawns": Out(64),
        "king": Out(64),
        # The squares attacked by knights, a leap each, and by sliders, a ray each.
        "knight_leaps": Out(64).array(len(LEAPS)),
        "bishop_rays": Out(64).array(len(DIAGONAL)),
        "rook_rays": Out(64).array(len(STRAIGHT)),
        "queen_rays": Out(64).array(len(RAYS)),
        # Men that stand alone between their king and an enemy slider; by axis: squares whose man may move along it.
        "pinned": Out(64),
        "free": Out(64).array(AXES),
    }
)
"""The signals of one side's men."""


class Attacks(wiring.Component):
    """The attacks of the side whose pawns go ``up`` (1 or -1)."""

    def __init__(self, up: int) -> None:
        self.up = up
        super().__init__({"men": In(Men), "enemies": In(Men), "sent": Out(Sent)})

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        men, enemies = self.men, self.enemies
        empty = named(m, "empty", ~(men.all | enemies.all))
        self.pin(m, empty)

        queens = named(m, "queens", men.diagonal & men.straight)
        bishops = named(m, "bishops", men.diagonal & ~queens)
        rooks = named(m, "rooks", men.straight & ~queens)
        through_queens = empty | queens
        batteries = [self.ray(m, "batteries", rooks, through_queens | rooks, step) for step in STRAIGHT]
        by_pawns = [hop(men.pawns, [step]) for step in (UP_ASIDE if self.up == 1 else DOWN_ASIDE)]
        by_king = named(m, "by_king", neighbours(men.king))
        knights = men.knights & ~self.sent.pinned
        leaps = [named(m, f"leap_{number}", hop(knights, [leap])) for number, leap in enumerate(LEAPS)]
        sent = [(self.sent.knight_leaps, leaps)]
        for name, senders, passing, steps in (
            ("bishop", bishops, through_queens, DIAGONAL),
            ("rook", rooks, through_queens, STRAIGHT),
            ("queen", queens, empty, RAYS),
        ):
            rays = [self.ray(m, name, senders, passing, step) for step in steps]
            sent.append((getattr(self.sent, f"{name}_rays"), rays))
        m.d.sync += [to.eq(signal) for ports, signals in sent for to, signal in zip(ports, signals, strict=True)]
        signals = [*by_pawns, by_king, *(signal for _, signals in sent for signal in signals)]
        attacked, twice = once_and_twice(m, signals)
        m.d.sync += [
            self.sent.pawns.eq(either(by_pawns)),
            self.sent.king.eq(by_king),
            self.sent.attacked.eq(attacked),
            self.sent.twice.eq(twice),
            self.sent.all.eq(attacked | either(batteries)),
        ]
        return m

    def pin(self, m: Module, empty: Value) -> None:
        """Find the men who are pinned, and along which axes all may move."""
        meetings: list[list[Value]] = [[] for _ in range(AXES)]
        for number, step in enumerate(RAYS):
            sliders = self.enemies.straight if step in STRAIGHT else self.enemies.diagonal
            by_king = ray_of(m, "by_king", self.men.king, empty, step)
            against = ray_of(m, "against", sliders, empty, (-step[0], -step[1]))
            meetings[number % AXES].append(self.men.all & by_king & against)
        pinned_on = [kept(m, f"pinned_on_{axis}", either(meetings[axis])) for axis in range(AXES)]
        for axis, free in enumerate(self.sent.free):
            m.d.comb += free.eq(~either(on for other, on in enumerate(pinned_on) if other != axis))
        m.d.comb += self.sent.pinned.eq(either(pinned_on))

    def ray(self, m: Module, name: str, senders: Value, passing: Value, step: Step) -> Signal:
        """The signals that pieces send along a ray, if they are free to."""
        return ray_of(m, name, senders & self.sent.free[RAYS.index(step) % AXES], passing, step)


def ray_of(m: Module, name: str, senders: Value, passing: Value, step: Step) -> Signal:
    """The signal that arrives along one ray."""
    name = f"{name}_{step[0]}_{step[1]}"
    inside = landing(step[0])
    senders, passing = named(m, f"{name}_senders", senders), named(m, f"{name}_passing", passing & inside)
    return named(m, f"{name}_sent", run(m, name, senders, passing, step) & inside)


def once_and_twice(m: Module, signals: Iterable[Value]) -> tuple[Value, Value]:
    """Where one of the signals arrives at least, and where two do."""
    found = [(signal, C(0, 64)) for signal in signals]
    while len(found) > 1:
        pairs = zip(found[::2], found[1::2], strict=False)
        joined: list[tuple[Value, Value]] = [
            (
                named(m, f"once_{len(found)}_{number}", once | once_too),
                named(m, f"twice_{len(found)}_{number}", twice | twice_too | (once & once_too)),
            )
            for number, ((once, twice), (once_too, twice_too)) in enumerate(pairs)
        ]
        found = joined + found[2 * len(joined) :]
    return found[0]
