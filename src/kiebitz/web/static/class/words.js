// What a pupil's page says.

import {CONNECTION_WORDS} from "../connection_words.js";
import {vocabulary} from "../language.js";

export const word = vocabulary({
  en: {
    ...CONNECTION_WORDS.en,
    no_class: "the address must be the one that the coach shows",
    class: "The class", board: "Board", flip: "Flip", looking_on: "You see what the coach shows.",
    which_w: "White to move: which move is best? Make it on the board.", which_b: "Black to move: which move is best? Make it on the board.",
    yours: "Your answer:", may_change: "You may change it while the question is open.",
    closed: "The question is closed.", coming: "What your answer is worth comes in a moment.",
    verdict_best: "the best move!", verdict_good: "a good move.", verdict_inaccuracy: "there is something better.",
    verdict_mistake: "a mistake.", verdict_blunder: "a blunder.", refutation: "It is answered by", best_is: "Best is",
  },
  de: {
    ...CONNECTION_WORDS.de,
    no_class: "die Adresse muss die sein, die der Trainer zeigt",
    class: "Die Klasse", board: "Brett", flip: "Drehen", looking_on: "Du siehst, was der Trainer zeigt.",
    which_w: "Weiß am Zug: Welcher Zug ist der beste? Zieh ihn auf dem Brett.",
    which_b: "Schwarz am Zug: Welcher Zug ist der beste? Zieh ihn auf dem Brett.",
    yours: "Deine Antwort:", may_change: "Du kannst sie ändern, solange die Frage offen ist.",
    closed: "Die Frage ist geschlossen.", coming: "Was deine Antwort wert ist, kommt gleich.",
    verdict_best: "der beste Zug!", verdict_good: "ein guter Zug.", verdict_inaccuracy: "es gibt Besseres.",
    verdict_mistake: "ein Fehler.", verdict_blunder: "ein grober Fehler.", refutation: "Darauf folgt", best_is: "Am besten ist",
  },
});
