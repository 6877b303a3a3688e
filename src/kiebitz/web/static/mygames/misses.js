// What a player misses: a table for each way to count it, each example a click from its game.

import {motifText} from "./motifs.js";
import {cell, row} from "./table.js";
import {word} from "./words.js";

const UNTOLD = "not told", AGAIN_MS = 5000;
const at = id => document.getElementById(id);

/** What mistakes have in common, in words. */
function told(about, label) {
  if (about === "opening" && label !== UNTOLD) return label;
  if (about === "motif" && label !== UNTOLD) return motifText(label);
  return word(about === "phase" && label === "opening" ? "opening_phase" : label) || label;
}

export class Misses {
  /** `say` speaks to the server, `open` is told which game is wanted, and where. */
  constructor(say, open) {
    Object.assign(this, {say, open});
    at("analyse").addEventListener("click", () => {
      say("analysemine", {player: at("who").value, on: at("analyse").getAttribute("aria-pressed") !== "true"});
    });
  }

  ask() {
    this.say("tellmisses", {player: at("who").value});
  }

  show({games, left, is_running: isRunning, tables}) {
    const said = [`${games.toLocaleString()} ${word("analysed")}`];
    if (left) said.push(`${left.toLocaleString()} ${word("left")}`);
    if (isRunning) said.push(word("running"));
    at("misses-about").textContent = said.join("; ");
    at("analyse").setAttribute("aria-pressed", isRunning);
    at("analyse").disabled = !left && !isRunning;
    clearTimeout(this.waiting);
    if (isRunning) this.waiting = setTimeout(() => this.ask(), AGAIN_MS);
    at("miss-tables").replaceChildren(...tables.filter(({misses}) => misses.length).map(table => this.table(table)));
  }

  table({about, misses}) {
    const panel = document.createElement("section"), title = document.createElement("h2"), table = document.createElement("table");
    const scroll = document.createElement("div");
    title.textContent = word(about === "opening" ? "opening_" : about);
    panel.className = "panel";
    scroll.className = "scroll";
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", title.textContent);
    const isRated = misses.some(miss => miss.in_100_moves >= 0);
    const heads = ["", word("marks"), word("points"), ...(isRated ? [word("in_100")] : []), word("example")];
    table.createTHead().append(row(heads.map((text, place) => {
      const heading = document.createElement("th");
      heading.textContent = text;
      if (place && place < heads.length - 1) heading.className = "number";
      return heading;
    })));
    const most = Math.max(...misses.map(miss => miss.points));
    table.createTBody().append(...misses.map(miss => {
      const button = document.createElement("button"), label = document.createElement("span");
      button.type = "button";
      button.textContent = miss.example;
      button.addEventListener("click", () => this.open(miss.game, Math.max(0, miss.ply - 1)));
      label.textContent = told(about, miss.label);
      const share = document.createElement("span");
      share.className = "share";
      share.style.width = `${most > 0 ? 6 * miss.points / most : 0}rem`;
      const points = cell(miss.points.toFixed(2), "number");
      points.append(share);
      return row([cell(label, "label"), cell(miss.marks, "number"), points,
        ...(isRated ? [cell(miss.in_100_moves.toFixed(1), "number")] : []), cell(button)]);
    }));
    scroll.append(table);
    panel.append(title, scroll);
    return panel;
  }
}
