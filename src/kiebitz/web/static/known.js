// What the opening book and the tablebases know of the position shown; each move is a button that makes it.

import {language, ownLetters} from "./language.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const percent = new Intl.NumberFormat(language, {style: "percent", maximumFractionDigits: 1});
const PERMILLE = 1000;

export class Known {
  /** `make` is given the UCI text of a move that was chosen. */
  constructor(make) {
    at("known").addEventListener("click", event => {
      const button = event.target.closest("button");
      if (button) make(button.dataset.move);
    });
  }

  show({book, verdict, keeping}) {
    at("known").hidden = !book.length && !verdict;
    if (!at("known").hidden) at("known").classList.add("placed");  // its room stays, so that nothing below moves
    write(at("book"), book, ({san, share}) => `${san} ${percent.format(share / PERMILLE)}`);
    at("verdict").textContent = word(verdict);
    write(at("tables"), keeping, ({san}) => san);
  }

  hide() {
    at("known").hidden = true;
  }
}

/** Put moves behind what they are told as. */
function write(row, moves, told) {
  row.hidden = !moves.length;
  row.replaceChildren(row.firstElementChild, ...moves.map(known => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.move = known.move;
    button.textContent = ownLetters(told(known));
    return button;
  }));
}
