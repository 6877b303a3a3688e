// What the museum says around its rooms.

import {CONNECTION_WORDS} from "../connection_words.js";
import {vocabulary} from "../language.js";

export const word = vocabulary({
  en: {
    ...CONNECTION_WORDS.en,
    rooms: "Rooms", exhibits: "What is shown", play: "Play against it", claims: "What it claims, and what was measured",
    recording: "The search is being recorded …", claim: "Claim", verdict: "Verdict", why: "Measured",
    play_shogi: "Kiebitz at shogi", from_example: "from the document's own example",
    no_claims: "The claims are in a package of their own: pip install kiebitz-claims",
    card_about: "The card is a circuit in Amaranth, simulated clock by clock. This command writes a page that steps through a search: board, state machine and wires at every cycle. The first time that takes about a minute.",
    commands: "In the terminal",
  },
  de: {
    ...CONNECTION_WORDS.de,
    rooms: "Räume", exhibits: "Was zu sehen ist", play: "Gegen sie spielen", claims: "Was sie behauptet, und was gemessen wurde",
    recording: "Die Suche wird aufgenommen …", claim: "Behauptung", verdict: "Urteil", why: "Gemessen",
    play_shogi: "Kiebitz im Shogi", from_example: "vom Beispiel des Texts aus",
    no_claims: "Die Behauptungen stehen in einem eigenen Paket: pip install kiebitz-claims",
    card_about: "Die Karte ist eine Schaltung in Amaranth, Takt für Takt simuliert. Dieser Befehl schreibt eine Seite, die durch eine Suche geht: Brett, Zustandsmaschine und Leitungen in jedem Takt. Beim ersten Mal dauert das etwa eine Minute.",
    commands: "Im Terminal",
  },
});
