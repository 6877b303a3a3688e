"""How a transposition table is made: replacement policy, key, index, verification. The default is what plays best.

The others are for the laboratory and the eras: they run in their own code (``laboratory_table``), so that the default
pays nothing for them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

MAX_KEY_BITS = 64
DEFAULT_KEY_BITS = 16
LARGEST_BUCKET = 8
LEAST_ENTRIES = LARGEST_BUCKET


class DesignError(ValueError):
    """A table that nobody can build; the message says what to choose instead."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A rule by which a new entry takes the place of an old one."""

    bucket: int
    """Entries that share one index, unless the design says otherwise."""
    adjustable: bool
    """True if a design may choose another number of them."""
    meaning: str
    """The rule in a sentence, with its source."""


POLICIES = {
    "always": Policy(1, False, "the newest result replaces whatever is there"),
    "depth": Policy(
        1,
        False,
        "a result replaces another position's only from an equal or greater depth ('MiniMAX und Hashtabellen')",
    ),
    "two_tier": Policy(
        2,
        False,
        "one entry for the deepest result of this search, beside one for the newest"
        " (Breuker, Uiterwijk, van den Herik 1994, 'Replacement Schemes for Transposition Tables')",
    ),
    "clearing": Policy(
        1,
        False,
        "as 'depth', and before each search every depth is set to an impossible one:"
        " the values are gone, the moves still order ('MiniMAX und Hashtabellen')",
    ),
    "buckets": Policy(4, True, "of a bucket the entry of least depth and greatest age goes (the article on the HASH)"),
    "lockless": Policy(
        4,
        True,
        "as 'buckets', each key XORed with its data, so that an entry torn by two threads is not recognised"
        " (Hyatt, Mann 2002, 'A Lockless Transposition-Table Implementation for Parallel Search')",
    ),
    "depth_strict": Policy(
        1, False, "as 'depth', and refuses a shallower result of the same position, too: that sentence to the letter"
    ),
}

INDEXES = {
    "multiply": "the high half of key times size: any size, no division (Lemire 2016)",
    "and": "the key AND size - 1: sizes that are powers of two only",
    "mod": "the key MOD size: any size, a division",
}

KEYS = {
    "whole": "men, side to move, castling rights, en passant square",
    "reduced": "men and side to move only, as the MiniMAX article proposes",
}

VERIFICATIONS = {
    "off": "trust the key",
    "count": "keep the whole position beside the entry; count false hits, but answer with them",
    "reject": "the same, and a false hit counts as not found",
}

HASHFULL_RULES = {
    "recent": "entries of the last search in the first 1000 buckets (today's rule)",
    "used": "entries in use among the first 1000 (the rule that the article on the HASH describes)",
}


@dataclass(frozen=True, slots=True)
class TableDesign:
    """The design of a table. Raises DesignError for what can't be built."""

    policy: str = "buckets"
    """Which entry goes: one of ``POLICIES``."""
    key_bits: int = DEFAULT_KEY_BITS
    """Bits of the key kept in an entry, from 1 to 64. Fewer make more positions look alike."""
    index: str = "multiply"
    """How the key chooses a bucket: one of ``INDEXES``."""
    independent_index: bool = True
    """True if the index comes from the other end of the key than the bits kept. Independent up to 32 of these."""
    own_index_codes: bool = False
    """True if the index has 768 codes of its own, of 32 bits, as the MiniMAX article has it; then it shares nothing
    with the key, whatever ``independent_index`` says. They are summed up anew for each question, which takes time."""
    key: str = "whole"
    """The kind of key: one of ``KEYS``."""
    verify: str = "off"
    """The treatment of false hits: one of ``VERIFICATIONS``. Needs 40 bytes an entry beyond the table's size."""
    bucket: int | None = None
    """Entries that share one index, 1 to 8, for the policies 'buckets' and 'lockless'; None for the policy's own."""
    neighbours: bool = False
    """True if buckets overlap, each beginning at any entry, and so cross cache lines (linear probing)."""
    entries: int | None = None
    """At most so many entries, 8 or more, for tables of less than a megabyte; None for as many as the size has."""
    hashfull: str = "recent"
    """The entries that the use in permille counts: one of ``HASHFULL_RULES``."""

    def __post_init__(self) -> None:
        for name, choices in (
            ("policy", POLICIES),
            ("index", INDEXES),
            ("key", KEYS),
            ("verify", VERIFICATIONS),
            ("hashfull", HASHFULL_RULES),
        ):
            if getattr(self, name) not in choices:
                raise DesignError(f"there is no {name} '{getattr(self, name)}'; choose from {', '.join(choices)}")
        for name in ("independent_index", "own_index_codes", "neighbours"):
            if not isinstance(getattr(self, name), bool):
                raise DesignError(f"{name} is True or False, not {getattr(self, name)!r}")
        if not _is_whole(self.key_bits) or not 1 <= self.key_bits <= MAX_KEY_BITS:
            raise DesignError(f"key_bits = {self.key_bits!r} is not a whole number from 1 to {MAX_KEY_BITS}")
        if self.entries is not None and (not _is_whole(self.entries) or self.entries < LEAST_ENTRIES):
            raise DesignError(f"entries = {self.entries!r} is not a whole number from {LEAST_ENTRIES} on")
        if self.bucket is not None:
            if not POLICIES[self.policy].adjustable:
                raise DesignError(
                    f"the policy '{self.policy}' has {POLICIES[self.policy].bucket} in a bucket; say None"
                )
            if not _is_whole(self.bucket) or not 1 <= self.bucket <= LARGEST_BUCKET:
                raise DesignError(f"bucket = {self.bucket!r} is not a whole number from 1 to {LARGEST_BUCKET}")

    def __str__(self) -> str:
        """The policy, and what differs from the design that plays best: 'always (key_bits=32, index=and)'."""
        others = [
            f"{field.name}={getattr(self, field.name)}"
            for field in fields(self)
            if field.name != "policy" and getattr(self, field.name) != field.default
        ]
        return f"{self.policy} ({', '.join(others)})" if others else self.policy

    @property
    def is_default_layout(self) -> bool:
        """True if the table is the compact one of the ordinary search (``table``), else it is ``laboratory_table``."""
        return all(getattr(self, field.name) == field.default for field in fields(self) if field.name != "hashfull")

    @property
    def bucket_entries(self) -> int:
        """Entries that share one index."""
        if self.is_default_layout:
            return 3
        return POLICIES[self.policy].bucket if self.bucket is None else self.bucket


@dataclass(frozen=True, slots=True)
class ProbeCounts:
    """Counts of a verifying table since it was made, cleared or resized."""

    probes: int
    """Questions asked."""
    hits: int
    """Entries met with the key asked for, false ones included."""
    false_hits: int
    """Of these, entries of a position with other men, or with the other side to move."""
    rights_hits: int
    """Of these, entries of a position that differs in castling rights or en passant square alone."""


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
