// The bar beside the board: what White can expect of the game, by the search or by what is stored in the game.

import {word} from "./words.js";

const at = id => document.getElementById(id);
const PERCENT = 10;

export class Bar {
  /** Show a score in White's view, and what White can expect, in permille; nothing where that is below 0. */
  show({score, expected}) {
    at("bar").classList.toggle("unknown", expected < 0);
    at("white").style.height = `${expected < 0 ? 50 : expected / PERCENT}%`;
    at("bar-score").textContent = score;
    at("bar").setAttribute("aria-label", `${word("evaluation")}: ${score || "–"}`);
  }
}
