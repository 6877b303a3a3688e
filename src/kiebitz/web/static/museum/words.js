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
    commands: "In the terminal",
  },
  de: {
    ...CONNECTION_WORDS.de,
    rooms: "Räume", exhibits: "Was zu sehen ist", play: "Gegen sie spielen", claims: "Was sie behauptet, und was gemessen wurde",
    recording: "Die Suche wird aufgenommen …", claim: "Behauptung", verdict: "Urteil", why: "Gemessen",
    play_shogi: "Kiebitz im Shogi", from_example: "vom Beispiel des Texts aus",
    no_claims: "Die Behauptungen stehen in einem eigenen Paket: pip install kiebitz-claims",
    commands: "Im Terminal",
  },
});
