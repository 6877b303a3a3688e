// The language of the browser: English or German, with its letters for the men.

export const language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en";

/** What gives a page's words and sentences by name; `words` holds them for both languages. */
export const vocabulary = words => name => words[language][name] ?? "";

const LETTERS = language === "de" ? {Q: "D", R: "T", B: "L", N: "S"} : {};
const ENGLISH = Object.fromEntries(Object.entries(LETTERS).map(([english, own]) => [own, english]));

/** Moves in SAN, as the server writes them, with the letters of this language. */
export const ownLetters = moves => moves.replace(/[QRBN]/g, letter => LETTERS[letter] ?? letter);

/** A move that was typed, in the server's letters. */
export const englishLetters = move => move.replace(/[DTLS]/g, letter => ENGLISH[letter] ?? letter);

/** Put words into the page: `data-word` is an element's text, `data-label` its name, `data-hint` an example. */
export function translate(word) {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
    if (["BUTTON", "TH"].includes(element.tagName)) element.title = word(element.dataset.label);
  }
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = word(element.dataset.hint);
}
