"""The sentences of the steps, in English and German: templates by name, filled with numbers, sides and moves."""

from __future__ import annotations

from kiebitz.analysis.explanation.language import Language

ENGLISH = {
    "node": "Node {node}{after}",
    "again": "Again node {node}{after}",
    "leaf": "{what}: a leaf.",
    "moves": "{what}: {side} moves.",
    "unknown": "{what}: {side} moves; nothing is known yet.",
    "question": "{what}: {side} moves; the question is only whether it is worth {beta} or more.",
    "above": "{what}: {side} moves; only a value above {alpha} matters.",
    "below": "{what}: {side} moves; only a value below {beta} matters.",
    "between": "{what}: {side} moves; only a value between {alpha} and {beta} matters.",
    "evaluated": "Leaf {node}{after}: its evaluation is {value}.",
    "best": "Back at node {node}: the best for {side} so far is {value}.",
    "nothing_better": "Back at node {node}: nothing better for {side}; the window stays.",
    "sure": "Back at node {node}: {side} is sure of {value}.",
    "both_sure": "Back at node {node}: {side} is sure of {value}, {other} of {bound} elsewhere.",
    "remembered": "Node {node}{after} is remembered: {value} answers at once, without a search.",
    "shown": "The pass has shown that node {node} is worth {lower}.",
    "shown_at_least": "The pass has shown that node {node} is worth at least {lower}. Another pass looks closer.",
    "shown_at_most": "The pass has shown that node {node} is worth at most {upper}. Another pass looks closer.",
    "shown_between": (
        "The pass has shown that node {node} is worth between {lower} and {upper}. Another pass looks closer."
    ),
    "answers": "Node {node}: {side} has {value} here, which answers the question.",
    "refutes": "Node {node}: {side} has {value} here, {other} already has {bound} elsewhere and will not come here.",
    "none_cut": "Nothing is left to cut.",
    "one_cut": "The other branch can be cut off: {cut}.",
    "some_cut": "The other {count} branches can be cut off: {cut}.",
    "alpha_cut": "an alpha cut",
    "beta_cut": "a beta cut",
    "worth": "All moves of node {node} are done: it is worth {value}.",
    "worth_at_most": "All moves of node {node} are done: it is worth at most {value}.",
    "worth_at_least": "All moves of node {node} are done: it is worth at least {value}.",
    "end": "Done. The root is worth {value}: {seen} evaluations, {leaves} leaves in the tree.",
}
GERMAN = {
    "node": "Knoten {node}{after}",
    "again": "Noch einmal Knoten {node}{after}",
    "leaf": "{what}: ein Blatt.",
    "moves": "{what}: {side} zieht.",
    "unknown": "{what}: {side} zieht; noch ist nichts bekannt.",
    "question": "{what}: {side} zieht; die Frage ist nur, ob er {beta} oder mehr wert ist.",
    "above": "{what}: {side} zieht; nur ein Wert über {alpha} zählt.",
    "below": "{what}: {side} zieht; nur ein Wert unter {beta} zählt.",
    "between": "{what}: {side} zieht; nur ein Wert zwischen {alpha} und {beta} zählt.",
    "evaluated": "Blatt {node}{after}: seine Bewertung ist {value}.",
    "best": "Zurück am Knoten {node}: das Beste für {side} ist bisher {value}.",
    "nothing_better": "Zurück am Knoten {node}: nichts Besseres für {side}; das Fenster bleibt.",
    "sure": "Zurück am Knoten {node}: {side} hat {value} sicher.",
    "both_sure": "Zurück am Knoten {node}: {side} hat {value} sicher, {other} anderswo {bound}.",
    "remembered": "Knoten {node}{after} ist schon bekannt: {value} antwortet sofort, ohne Suche.",
    "shown": "Der Durchgang hat gezeigt: Knoten {node} ist {lower} wert.",
    "shown_at_least": (
        "Der Durchgang hat gezeigt: Knoten {node} ist mindestens {lower} wert. Ein weiterer sieht genauer hin."
    ),
    "shown_at_most": (
        "Der Durchgang hat gezeigt: Knoten {node} ist höchstens {upper} wert. Ein weiterer sieht genauer hin."
    ),
    "shown_between": (
        "Der Durchgang hat gezeigt: Knoten {node} liegt zwischen {lower} und {upper}. Ein weiterer sieht genauer hin."
    ),
    "answers": "Knoten {node}: {side} hat hier {value}, und das beantwortet die Frage.",
    "refutes": "Knoten {node}: {side} hat hier {value}, {other} hat anderswo schon {bound} und kommt nicht hierher.",
    "none_cut": "Abzuschneiden ist nichts mehr.",
    "one_cut": "Der andere Zweig kann abgeschnitten werden: {cut}.",
    "some_cut": "Die anderen {count} Zweige können abgeschnitten werden: {cut}.",
    "alpha_cut": "ein Alpha-Schnitt",
    "beta_cut": "ein Beta-Schnitt",
    "worth": "Alle Züge von Knoten {node} sind durch: er ist {value} wert.",
    "worth_at_most": "Alle Züge von Knoten {node} sind durch: er ist höchstens {value} wert.",
    "worth_at_least": "Alle Züge von Knoten {node} sind durch: er ist mindestens {value} wert.",
    "end": "Fertig. Die Wurzel ist {value} wert: {seen} Bewertungen, {leaves} Blätter im Baum.",
}
SENTENCES = {Language.ENGLISH: ENGLISH, Language.GERMAN: GERMAN}
