// The language of the browser: English or German, with its letters for the men.

import {worn} from "./looks.js";

export const language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en";

/** The language of a page that speaks Japanese, too. */
export const languageOfShogi = navigator.language.toLowerCase().startsWith("ja") ? "ja" : language;

/** What gives a page's words and sentences by name; `words` holds them for each language. */
export const vocabulary = (words, spoken = language) => name => words[spoken][name] ?? "";

const LETTERS = {
  english: "KQRBN", german: "KDTLS", french: "RDTFC", spanish: "RDTAC", figurine: "♔♕♖♗♘", own: language === "de" ? "KDTLS" : "KQRBN",
};

const IN_SAN = /(?<![A-Za-z])[KQRBN](?=[a-h]?[1-8]?x?[a-h][1-8])|(?<==)[QRBN]/g, TYPED = /[A-Z♔-♘]/g;
const exchanged = (text, letters, from, to) => text.replace(letters, letter => to[from.indexOf(letter)] ?? letter);

/** Moves in SAN, alone or in a sentence, as the server writes them, with the letters that are chosen: at first those of this language. */
export const ownLetters = moves => exchanged(moves, IN_SAN, LETTERS.english, LETTERS[worn.letters]);

/** A move that was typed, in the server's letters. */
export const englishLetters = move => exchanged(move, TYPED, LETTERS[worn.letters], LETTERS.english);

/** Put words into the page: `data-word` is an element's text, `data-label` its name, `data-hint` an example. */
export function translate(word, spoken = language) {
  document.documentElement.lang = spoken;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
    if (["BUTTON", "TH"].includes(element.tagName)) element.title = word(element.dataset.label);
  }
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = word(element.dataset.hint);
}
