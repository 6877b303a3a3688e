// The games of a file, to choose from.

import {word} from "./words.js";

const at = id => document.getElementById(id);
const MOST = 200;

export class Games {
  /** `choose` is given the number of a game. */
  constructor(choose) {
    this.games = [];
    this.chosen = 1;
    at("filter").addEventListener("input", () => this.list());
    at("games").addEventListener("click", event => {
      const button = event.target.closest("button");
      if (!button) return;
      this.chosen = Number(button.dataset.number);
      choose(this.chosen);
      this.list();
    });
  }

  /** Show the games that the server tells of; a text with one game needs no list. */
  show(games) {
    this.games = games.map(game => ({...game, text: told(game)}));
    at("choice").hidden = games.length === 0;
    at("filter").value = "";
    this.list();
  }

  list() {
    const words = at("filter").value.toLowerCase().split(/\s+/);
    const found = this.games.filter(({text}) => words.every(part => text.toLowerCase().includes(part)));
    at("games").replaceChildren(...found.slice(0, MOST).map(({number, text}) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.dataset.number = number;
      button.textContent = `${number}. ${text}`;
      if (number === this.chosen) button.setAttribute("aria-current", "true");
      item.append(button);
      return item;
    }));
    at("found").textContent = found.length > MOST ? `${word("first_of")} ${MOST} / ${found.length}` : `${found.length} / ${this.games.length}`;
  }
}

/** A game in one line; what nobody knows is left out. */
function told({white, black, result, date, event}) {
  const known = [date, event].filter(text => text && !text.startsWith("?"));
  return [`${white} – ${black}`, result, ...known].join(" · ");
}
