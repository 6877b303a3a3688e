"""The machines of the documents, in the order in which the documents are told.

What a machine shows here is its document's own example; ``docs/eras.md`` and the pages named say what of it is ours.
"""

from __future__ import annotations

from kiebitz_claims.claims.documents import LORENZ, MINIMAX, NIMZO, TARTAN, YANEURAOU
from kiebitz_claims.machines.machine import Figure, Machine, Shown

LASKER_REICHHELM = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
KOFLER = "3R4/8/p1p3r1/1p5p/1P5p/8/PPP2K1p/7k w - - 0 1"
ZUGZWANG = "1q1k4/2Rr4/7K/2Q5/8/8/8/8 b - - 0 1"
SHOGI_START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
TSUME = "l8/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1"
RUY_LOPEZ = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"


class UnknownMachineError(KeyError):
    """A word that means no machine."""

    def __str__(self) -> str:
        return str(self.args[0])


MACHINES = (
    Machine(
        "tartan",
        "Minimax with alpha and beta cuts",
        TARTAN,
        "A move generator, the minimax algorithm and an evaluation of five terms. The article's tree has sixteen "
        "leaves, and with alpha and beta cuts seven of them are evaluated. The era tartan plays by its rules; "
        "kiebitz.classroom.board is the program with 120 squares, in plain Python.",
        (
            Shown(
                "lab animate alphabeta",
                "evaluations of figure 3",
                "7 instead of 16",
                r"evaluations (7 of 16) leaves",
            ),
            Shown(
                "lab animate tartan",
                "evaluations by minimax alone",
                "2^4 = 16 positions",
                r"evaluations (16 of 16) leaves",
            ),
        ),
        Figure("T1", "7 evaluations of 16", "{} of {}", ("evaluations by alpha-beta", "evaluations by minimax")),
        "images/animate.png",
        "game-tree-search.md",
    ),
    Machine(
        "minimax",
        "The hash table",
        MINIMAX,
        "Alpha-beta with a table: a code of 32 bits, an index with 768 codes of its own, taken by AND, and the newest "
        "entry stays. What the article proposes beside it is minimax+depth, minimax+clearing and minimax+etc.",
        (
            Shown(
                f'best "{LASKER_REICHHELM}" --era minimax -t 2000',
                "the move within two seconds",
                "1.Kb1! by 25 plies",
                r"Best move: (Kb1)",
            ),
        ),
        Figure(
            "M3",
            "1.Kb1 within 2 seconds, with a table",
            "1.Kb1 after {} nodes",
            ("nodes to the solution, minimax, with table",),
        ),
        "claims/M3.svg",
        "transposition-table.md",
    ),
    Machine(
        "hash",
        "The table of shogi programs",
        YANEURAOU,
        "Three entries in a cluster, the least worth of which gives way, in half a cache line; threads share it "
        "without locks. His analysis lowers the number of candidate moves from 7 to 3 to 1, and each stage finds its "
        "work in the table.",
        (
            Shown(
                f'lab table "{SHOGI_START}" --depth 9 --multipv 7,3,1',
                "nodes for 7, 3 and 1 candidates",
                "what was searched is used again",
                r"(7 lines [\d,]+, then 3 lines [\d,]+, then 1 line [\d,]+; the last afresh: [\d,]+)",
            ),
        ),
        Figure(
            "Y8",
            "the table is used again, though not wholly",
            "the last stage takes {} of a search afresh",
            ("last stage against a search afresh, 1 MB, both",),
        ),
        "claims/Y8.svg",
        "transposition-table.md",
    ),
    Machine(
        "tsume",
        "Mates proved by a table that collects garbage",
        YANEURAOU,
        "Proof numbers in a table: where it is small and overwrites, mates that are there are no longer found; at 30% "
        "in use it is cleared of what is worth least.",
        (
            Shown(
                f'lab mate "{TSUME}" --entries 1024 --keeping "collect small" --collect-at 0.3 --table-only',
                "a mate of 9 plies with 1,024 entries, garbage collected at 30%",
                "it is found",
                r"Mate within 15 moves by checks alone: [^\n]+\n[^\n]*(garbage collected [1-9]\d* times)",
            ),
            Shown(
                f'lab mate "{TSUME}" --entries 1024 --keeping overwrite --table-only --nodes 200000',
                "the same, entries overwritten",
                "mates that are there are lost",
                r"(not known: 200,000 nodes did not suffice)",
            ),
        ),
        Figure(
            "Y5",
            "overwriting loses mates",
            "{} % lost in small tables, {} % collecting at 30 %",
            (
                "lost with small tables in shogi, overwrite (the table alone)",
                "lost with small tables in shogi, collect at 30% (the table alone)",
            ),
        ),
        "claims/Y5.svg",
        "mate.md",
    ),
    Machine(
        "nimzo",
        "The null move, and zugzwang",
        NIMZO,
        "Who may pass and still stands well enough needs no search: a reduction of two plies, three rules against "
        "zugzwang. Nimzo finds 1.Rd1+ Rg1 2.Rf1 and sees no mate behind it. The era nimzo1 is the program before it.",
        (
            Shown(
                f'best "{KOFLER}" --era nimzo -t 2000',
                "the line, and whether a mate is seen",
                "1.Rd1+ Rg1 2.Rf1, no idea of the mate",
                r"([+-]\d+\.\d\d)\s+\d+\s+(1\. Rd1\+ Rg1 2\. Rf1)",
            ),
            Shown(
                f'best "{ZUGZWANG}" --era nimzo -d 8',
                "rule III at the root",
                "passing would be best: the table is cleared, the search begins again",
                r"(Zugzwang: passing would be best)",
            ),
        ),
        Figure("N1", "one or two plies deeper", "{} plies deeper", ("plies gained, nimzo, R = 2",)),
        "claims/N1.svg",
        "eras.md",
    ),
    Machine(
        "lecture",
        "Alpha-beta, critical nodes and their windows",
        LORENZ,
        "Nodes of type 1, 2 and 3 are those that no algorithm can do without: b^⌊t/2⌋ + b^⌈t/2⌉ − 1 leaves. On a "
        "well-ordered tree alpha-beta looks at these alone, with the windows of the statements A1 to A3.",
        (
            Shown(
                "lab animate negamax --tree best:2,4 --types",
                "critical leaves, and windows by type",
                "2² + 2² − 1 = 7 leaves; (−∞, ∞), (−∞, β), (α, ∞)",
                r"looked at (7 of 7)[^~]*type 1 (\(−∞, ∞\)) 5 times; type 2 (\(−∞, β\)) 8 times;\s+"
                r"type 3 (\(α, ∞\)) 5 times",
            ),
        ),
        Figure(
            "L1",
            "no algorithm looks at fewer leaves",
            "{} of {} runs did",
            ("runs with fewer leaves than the bound", "runs on random trees"),
        ),
        "images/critical.png",
        "game-tree-search.md",
    ),
    Machine(
        "cluster",
        "Hydra's cluster",
        LORENZ,
        "Processes without work ask others by chance, and who has some gives a part of the tree away, near the root, "
        "behind an eldest brother that is searched. Six kinds of message, by MPI.",
        (
            Shown(
                "cluster startpos -j 2 -d 12",
                "two processes on one position",
                "REQUEST, WORK, RESULT …",
                r"(2 processes, [\d,]+ nodes)[^~]*?([\d,]+ subtrees)[^~]*?([\d,]+ messages)",
            ),
        ),
        Figure(
            "H1",
            "2 processors 1.99 times as fast, 32 17 times",
            "{} times, and {} simulated",
            (
                "speed-up of 2 processors, real (era Hydra, told)",
                "speed-up of 32 processors, simulated (shared)",
            ),
        ),
        "claims/H1.svg",
        "cluster.md",
    ),
    Machine(
        "card",
        "Hydra's chess coprocessor",
        LORENZ,
        "The last plies as a circuit: GenVictim and GenAggressor find moves by signals that cross the board, Evaluate "
        "is a sum of modules, a state machine does the alpha-beta search. Described in Python, simulated by the cycle.",
        (
            Shown(
                "hardware budget --depth 1 --evaluation bare",
                "cycles a node (bare evaluation)",
                "9 cycles",
                r"All\s+(\d+\.\d+)\s+9",
            ),
            Shown(
                f'hardware search "{RUY_LOPEZ}" --depth 3 --plies-above 2 --processors 2 --evaluation bare',
                "two processors, a card each, in simulated time",
                "the last plies on the cards",
                r"(2 processors: [\d.]+ ms)",
            ),
        ),
        Figure("H4", "nine cycles a node", "{} cycles with every module", ("cycles a node, depth 3",)),
        "images/coprocessor.png",
        "coprocessor.md",
    ),
)


def find(word: str) -> tuple[Machine, ...]:
    """The machines that a word means: by name, program or author. Raises UnknownMachineError."""
    named = tuple(machine for machine in MACHINES if machine.name == word.casefold())
    found = named or tuple(machine for machine in MACHINES if machine.answers_to(word))
    if not found:
        names = ", ".join(machine.name for machine in MACHINES)
        programs = ", ".join(dict.fromkeys(machine.document.program for machine in MACHINES))
        raise UnknownMachineError(f"no machine is called '{word}'; there are {names}, and the programs {programs}")
    return found
