// The list of games: sorted by its headings, leafed through, a click opens a game.

import {cell, row} from "./table.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const COLUMNS = {date: "date", white: "white", black: "black", result: "result", moves: "moves", opening: "eco"};
const PAGE = 50;

export class GameList {
  /** `changed` is told when other games are wanted, `open` which game is, and where. */
  constructor(changed, open) {
    Object.assign(this, {changed, open, sort: "date", descending: true, skip: 0, total: 0});
    at("list").tHead.rows[0].append(...Object.entries(COLUMNS).map(([name, sort]) => {
      const heading = document.createElement("th"), button = document.createElement("button");
      heading.dataset.sort = sort;
      button.type = "button";
      button.textContent = word(name);
      button.addEventListener("click", () => this.sortBy(sort));
      heading.append(button);
      return heading;
    }));
    at("earlier").addEventListener("click", () => this.leaf(-PAGE));
    at("later").addEventListener("click", () => this.leaf(PAGE));
  }

  get asked() { return {sort: this.sort, descending: this.descending, skip: this.skip}; }

  sortBy(sort) {
    this.descending = this.sort === sort ? !this.descending : sort === "date";
    Object.assign(this, {sort, skip: 0});
    this.changed();
  }

  leaf(step) {
    this.skip = Math.max(0, this.skip + step);
    this.changed();
  }

  show({total, skip, games}) {
    for (const heading of at("list").tHead.rows[0].cells) {
      const isSorted = heading.dataset.sort === this.sort;
      heading.setAttribute("aria-sort", isSorted ? (this.descending ? "descending" : "ascending") : "none");
    }
    at("total").textContent = total ? `${skip + 1}–${skip + games.length} ${word("of")} ${total.toLocaleString()}` : word("none");
    at("earlier").disabled = skip === 0;
    at("later").disabled = skip + games.length >= total;
    at("list").tBodies[0].replaceChildren(...games.map(game => this.row(game)));
  }

  row(game) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = named(game.white, game.white_rating);
    button.addEventListener("click", () => this.open(game.game, game.ply));
    const opening = [game.eco, game.opening].filter(Boolean).join(" ");
    const told = cell(opening, "opening");
    told.title = opening;
    return row([
      cell(game.date || "–"), cell(button), cell(named(game.black, game.black_rating)),
      cell(game.result.replace("1/2-1/2", "½-½")), cell(game.moves, "number"), told,
    ]);
  }
}

const named = (name, rating) => rating ? `${name} (${rating})` : name;
