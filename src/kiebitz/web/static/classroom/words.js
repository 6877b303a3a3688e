// What the classroom says.

import {CONNECTION_WORDS} from "../connection_words.js";
import {vocabulary} from "../language.js";

export const word = vocabulary({
  en: {
    ...CONNECTION_WORDS.en,
    views: "What is shown", algorithms: "Algorithms", claims: "Claims", algorithm: "Algorithm", tree: "on the tree",
    show: "Show",
    forms: "Which trees there are", claim: "Claim", verdict: "Verdict", why: "Why", all_claims: "All claims",
    about_claims: "What the documents that Kiebitz follows say, measured again. Each claim opens its page.",
    says: "Claim", source: "Source", measured: "Measured", figures: "Figures",
    method: "Method",
    conditions: "Conditions", repeat: "Repeat with",
  },
  de: {
    ...CONNECTION_WORDS.de,
    views: "Was gezeigt wird", algorithms: "Algorithmen", claims: "Behauptungen", algorithm: "Algorithmus",
    tree: "auf dem Baum", show: "Zeigen",
    forms: "Welche Bäume es gibt", claim: "Behauptung", verdict: "Urteil", why: "Warum",
    all_claims: "Alle Behauptungen",
    about_claims: "Was die Texte sagen, denen Kiebitz folgt, nachgemessen (auf Englisch). Jede Behauptung öffnet ihre Seite.",
    says: "Behauptung", source: "Quelle", measured: "Gemessen", figures: "Zahlen",
    method: "Methode",
    conditions: "Bedingungen", repeat: "Wiederholen mit", "holds": "trifft zu",
    "holds under conditions": "trifft unter Bedingungen zu",
    "not testable here": "hier nicht prüfbar", "does not hold": "trifft nicht zu", "undecided": "unentschieden",
    "planned": "geplant", "not yet measured": "noch nicht gemessen", "to be measured again": "neu zu messen",
  },
});

/** A verdict, which comes in English, in parts divided by commas. */
export const verdictText = verdict => verdict.split(", ").map(part => word(part) || part).join(", ");
