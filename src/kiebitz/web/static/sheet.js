// A game on paper: one page with its moves, and diagrams of the moments.

import {ownLetters} from "./language.js";
import {drawn} from "./mini_board.js";
import {signs} from "./notes.js";

const MOST_DIAGRAMS = 6, NOTABLE = [2, 3, 4];  // ? !! ??

function made(kind, text = "", className = "") {
  return Object.assign(document.createElement(kind), {textContent: text, className});
}

export class Sheet {
  /** Be written before the page is printed. */
  constructor(place, game, report, isTurned) {
    Object.assign(this, {place, game, report, isTurned});
    addEventListener("beforeprint", () => this.write());
  }

  write() {
    const {White: white = "?", Black: black = "?", Result: result = "*", Event: event = "", Date: date = ""} = this.game.tree.headers;
    const facts = [event, date, result].filter(fact => fact && !/^[?*.]+$/.test(fact)).join(" · ");
    const diagrams = made("div", "", "diagrams");
    diagrams.append(...this.moments().map(node => this.diagram(node)));
    const line = this.game.mainLine().slice(1), moves = made("p");
    for (const node of line) {
      const {ply, san, nags} = this.game.nodes.get(node), isNumbered = ply % 2 || node === line[0];
      if (isNumbered) moves.append(made("b", `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}`), "\u00a0");
      moves.append(`${ownLetters(san)}${signs(nags)} `);
    }
    this.place.replaceChildren(made("h1", white === "?" && black === "?" ? "" : `${white} – ${black}`), made("p", facts), moves, diagrams);
  }

  /** The nodes that get a diagram: the worst moves, or those with a sign, or else the position shown. */
  moments() {
    const {report, game} = this, line = game.mainLine();
    if (report.shown) return report.moments().map(ply => line[ply]);
    const notable = line.filter(node => game.nodes.get(node).nags?.some(nag => NOTABLE.includes(nag)));
    return notable.length ? notable.slice(0, MOST_DIAGRAMS) : [game.here];
  }

  diagram(node) {
    const figure = made("figure"), before = this.game.parent(node) ?? 0;
    figure.append(drawn(this.game.fen(before), "", this.isTurned()), made("figcaption"));
    if (node) figure.lastChild.append(made("b", this.report.name(node)), ` ${this.report.said(node).join(" ")}`);
    return figure;
  }
}
