// The chapters that are open, to go to, add, name, order and delete; or the games of a file that has too many for that, to
// choose from.

import {word} from "./words.js";

const at = id => document.getElementById(id);
const MOST = 200, ENDS = 1;

export class Chapters {
  /** `study` has the chapters; `choose` is given the number of a game of a list. */
  constructor(study, choose) {
    Object.assign(this, {study, chooseGame: choose});
    this.games = [];
    this.shown = 1;
    this.areChapters = true;
    at("filter").addEventListener("input", () => this.list());
    at("games").addEventListener("click", event => {
      const button = event.target.closest("button");
      if (button) this.choose(Number(button.dataset.number));
    });
    at("chapter-name").addEventListener("submit", event => {
      event.preventDefault();
      study.rename(at("chapter-title").value);
    });
    const done = {
      "add-chapter": () => study.add(), "chapter-up": () => study.move(-1), "chapter-down": () => study.move(1),
      "remove-chapter": () => study.remove(),
    };
    for (const [id, act] of Object.entries(done)) at(id).addEventListener("click", act);
  }

  choose(number) {
    this.shown = number;
    if (this.areChapters) this.study.choose(number);
    else this.chooseGame(number);
    this.list();
  }

  /** Go to the next chapter, or to the one before. */
  step(by) {
    const number = this.shown + by;
    if (number >= 1 && number <= this.games.length) this.choose(number);
  }

  /** Show chapters, or games to choose from. */
  show({games, are_chapters, shown}) {
    const isOther = games.length !== this.games.length;
    this.games = games.map(game => ({...game, text: told(game)}));
    Object.assign(this, {areChapters: are_chapters, shown});
    at("choice").hidden = games.length <= ENDS;
    at("chapter-tools").hidden = !are_chapters;
    if (isOther) at("filter").value = "";
    at("chapter-up").disabled = shown <= 1;
    at("chapter-down").disabled = shown >= games.length;
    at("remove-chapter").disabled = games.length <= ENDS;
    if (document.activeElement !== at("chapter-title")) at("chapter-title").value = games[shown - 1]?.name ?? "";
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
      if (number === this.shown) button.setAttribute("aria-current", "true");
      item.append(button);
      return item;
    }));
    at("found").textContent = found.length > MOST ? `${word("first_of")} ${MOST} / ${found.length}` : `${found.length} / ${this.games.length}`;
  }
}

/** A game in one line; what nobody knows is left out. */
function told({name, white, black, result, date, event}) {
  const known = [date, event].filter(text => text && !text.startsWith("?"));
  return [...(name ? [name] : []), `${white} – ${black}`, result, ...known].join(" · ");
}
