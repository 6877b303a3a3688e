"""Work stealing among processors, as Hydra's cluster does it: who asks whom, who gives what away, who waits.

The protocol is the cluster's own (``cluster.member``), in simulated time on subtrees that are really searched; what is
simulated is when messages arrive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film.film import Film, Pane, Step, Words, number_text
from kiebitz.cluster.messages import Cutoff, Message, Result, WindowUpdate, Work
from kiebitz.cluster.question import Question
from kiebitz.cluster.simulate import Conditions, Jobs, simulate
from kiebitz.cluster.virtual import Machine, Searched, Sent, SimulatedSearch
from kiebitz.core.value import INFINITE
from kiebitz.engine import uci_text

RUY_LOPEZ = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
PROCESSORS, DEPTH, SPLIT_DEPTH = 8, 5, 3
TOLD = (Work, Result, WindowUpdate, Cutoff)
"""The messages that make a step; requests and their refusals are drawn and counted."""
NAMES = {
    "Request": "REQUEST",
    "NoWork": "NO-WORK",
    "Work": "WORK",
    "Result": "RESULT",
    "WindowUpdate": "WINDOW_UPDATE",
    "Cutoff": "CUTOFF",
}
DIGITS = 6
"""Of a second."""

WORDS: dict[Language, Words] = {
    Language.ENGLISH: {
        "title": "Work stealing among {count} processors",
        "about": (
            "A processor without work asks another one, by chance. Whoever has some gives a part of the tree away, near"
            " the root, behind a move that is settled. He is the master of that part until its answer comes, or is no"
            " longer wanted. Grey dots are questions, green is work, blue are answers, red calls work off."
        ),
        "recorded": (
            "{fen} to {depth} plies, subtrees of {split} plies searched as a whole: {nodes} nodes; {seconds} ms"
            " with {count} processors, {alone} ms with one, in simulated time."
        ),
        "lanes": "Processors: what each is searching, and who tells whom",
        "counts": "Messages",
        "busy": "How busy each has been",
        "begin": "Processor 0 is asked for the move; the others have nothing to do and ask.",
        "Work": "{from_} gives {to} work: {line}, {depth} plies.",
        "Result": "{from_} answers {to}: {bound}.",
        "WindowUpdate": "{from_} tells {to} that by now only values between {alpha} and {beta} matter.",
        "Cutoff": "{from_} calls {to} off: that answer is no longer wanted.",
        "exact": "exactly {value}",
        "lower": "at least {value}",
        "upper": "at most {value}",
        "root": "the root",
        "end": "Done: {factor} times as fast as one processor. {wasted} of {nodes} nodes were searched in vain.",
        "span": "{line}, {depth} plies",
        "subtrees": "subtrees searched",
    },
    Language.GERMAN: {
        "title": "Arbeit stehlen unter {count} Prozessoren",
        "about": (
            "Ein Prozessor ohne Arbeit fragt einen anderen, zufällig. Wer welche hat, gibt einen Teil des Baums ab, nah"
            " an der Wurzel, hinter einem Zug, der geklärt ist. Er ist Herr dieses Teils, bis die Antwort kommt oder"
            " niemand sie mehr braucht. Graue Punkte sind Anfragen, Grün ist Arbeit, Blau sind Antworten, Rot ruft"
            " Arbeit zurück."
        ),
        "recorded": (
            "{fen} bis {depth} Halbzüge, Teilbäume bis {split} Halbzüge am Stück gesucht: {nodes} Knoten; {seconds} ms"
            " mit {count} Prozessoren, {alone} ms mit einem, in simulierter Zeit."
        ),
        "lanes": "Prozessoren: was jeder sucht, und wer wem etwas sagt",
        "counts": "Nachrichten",
        "busy": "Wie beschäftigt jeder war",
        "begin": "Prozessor 0 wird nach dem Zug gefragt; die anderen haben nichts zu tun und fragen.",
        "Work": "{from_} gibt {to} Arbeit ab: {line}, {depth} Halbzüge.",
        "Result": "{from_} antwortet {to}: {bound}.",
        "WindowUpdate": "{from_} sagt {to}, dass jetzt nur noch Werte zwischen {alpha} und {beta} zählen.",
        "Cutoff": "{from_} ruft {to} zurück: diese Antwort braucht niemand mehr.",
        "exact": "genau {value}",
        "lower": "mindestens {value}",
        "upper": "höchstens {value}",
        "root": "die Wurzel",
        "end": "Fertig: {factor} Mal so schnell wie ein Prozessor. {wasted} von {nodes} Knoten waren umsonst.",
        "span": "{line}, {depth} Halbzüge",
        "subtrees": "Teilbäume gesucht",
    },
}


def stealing(language: Language) -> Film:
    """The film."""
    words = WORDS[language]
    jobs, conditions = Jobs(RUY_LOPEZ), Conditions(depth=DEPTH, split_depth=SPLIT_DEPTH)
    bare = simulate(jobs, Conditions(depth=DEPTH, split_depth=SPLIT_DEPTH, machine=Machine()), 1, 1.0)
    speed = bare.nodes / max(bare.effort.searches, 1) / conditions.job_s
    alone = simulate(jobs, conditions, 1, speed)
    happened: list[Sent | Searched] = []
    run = simulate(jobs, conditions, PROCESSORS, speed, watch=happened.append)
    messages = [each for each in happened if isinstance(each, Sent) and each.sent_s <= run.seconds]
    searches = [each for each in happened if isinstance(each, Searched) and each.began_s <= run.seconds]
    return Film(
        title=words["title"].format(count=PROCESSORS),
        about=words["about"],
        recorded=words["recorded"].format(
            fen=RUY_LOPEZ,
            depth=DEPTH,
            split=SPLIT_DEPTH,
            nodes=number_text(run.nodes, language),
            seconds=number_text(round(1000 * run.seconds), language),
            count=PROCESSORS,
            alone=number_text(round(1000 * alone.seconds), language),
        ),
        panes=(
            Pane(
                "lanes",
                "lanes",
                words["lanes"],
                {
                    "names": [f"P{rank}" for rank in range(PROCESSORS)],
                    "end": run.seconds,
                    "spans": [_span(each, words) for each in searches],
                    "messages": [_drawn(each) for each in messages if type(each.message).__name__ != "NoWork"],
                },
            ),
            Pane("counts", "rows", words["counts"], {"headings": []}),
            Pane("busy", "bars", words["busy"], {"scale": "linear"}),
        ),
        steps=tuple(_steps(messages, searches, run, alone, words=words, language=language)),
    )


def _span(search: Searched, words: Words) -> list[Any]:
    kind = "" if search.is_whole else "wasted"
    hint = words["span"].format(line=_line(search.question, words), depth=search.question.depth)
    return [search.rank, round(search.began_s, DIGITS), round(search.ended_s, DIGITS), kind, hint]


def _drawn(sent: Sent) -> list[Any]:
    name = type(sent.message).__name__.lower()
    return [sent.sender, sent.to, round(sent.sent_s, DIGITS), round(sent.arrives_s, DIGITS), name]


def _line(question: Question, words: Words) -> str:
    return " ".join(uci_text(move, False) for move in question.path) or words["root"]


def _steps(
    messages: list[Sent],
    searches: list[Searched],
    run: SimulatedSearch,
    alone: SimulatedSearch,
    *,
    words: Words,
    language: Language,
) -> Iterator[Step]:
    counts: Counter[str] = Counter()

    def change(now: float) -> dict[str, Any]:
        done = sum(1 for each in searches if each.ended_s <= now)
        rows = [[NAMES[name], number_text(counts[name], language)] for name in NAMES]
        busy = [0.0] * PROCESSORS
        for each in searches:
            busy[each.rank] += max(0.0, min(each.ended_s, now) - each.began_s)
        shares = [round(100 * min(part / now, 1)) if now else 0 for part in busy]
        return {
            "lanes": {"now": now},
            "counts": {"rows": [*rows, [words["subtrees"], number_text(done, language)]]},
            "busy": {"bars": [[f"P{rank}", share, f"{share} %", ""] for rank, share in enumerate(shares)]},
        }

    yield Step(words["begin"], change(0.0))
    for sent in sorted(messages, key=lambda each: each.sent_s):
        counts[type(sent.message).__name__] += 1
        if isinstance(sent.message, TOLD):
            yield Step(_sentence(sent, words), change(round(sent.sent_s, DIGITS)))
    yield Step(
        words["end"].format(
            factor=number_text(round(alone.seconds / run.seconds, 1), language),
            wasted=number_text(run.effort.wasted_nodes, language),
            nodes=number_text(run.nodes, language),
        ),
        change(run.seconds),
    )


def _sentence(sent: Sent, words: Words) -> str:
    ends = {"from_": f"P{sent.sender}", "to": f"P{sent.to}"}
    message: Message = sent.message
    match message:
        case Work(question=question):
            return words["Work"].format(**ends, line=_line(question, words), depth=question.depth)
        case Result(answer=answer):
            name, value = "exact", answer.lower
            if answer.lower != answer.upper:
                name, value = ("upper", answer.upper) if answer.lower <= -INFINITE else ("lower", answer.lower)
            return words["Result"].format(**ends, bound=words[name].format(value=value))
        case WindowUpdate(alpha=alpha, beta=beta):
            return words["WindowUpdate"].format(**ends, alpha=_end(alpha), beta=_end(beta))
        case _:
            return words["Cutoff"].format(**ends)


def _end(value: int) -> str:
    return "∞" if value >= INFINITE else "−∞" if value <= -INFINITE else str(value)
