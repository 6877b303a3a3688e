// The best lines: each move is a button that plays the line up to it, and shows the position there on a small board.

import {ownLetters} from "./language.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const STEPS = {ArrowRight: 1, ArrowLeft: -1};
const WIDEST = 0.2, NARROWEST = 0.06, NOTHING_LEFT = 250;

export class Lines {
  /** `play` is given moves to make, `fenAfter` tells the position after moves, `isTurned` how the board stands. */
  constructor(mini, {play, fenAfter, isTurned}) {
    Object.assign(this, {mini, play, fenAfter, isTurned});
    this.list = at("lines");
    this.lines = [];
    this.list.addEventListener("click", event => this.choose(event));
    for (const type of ["pointerover", "focusin"]) this.list.addEventListener(type, event => this.look(event));
    for (const type of ["pointerleave", "focusout"]) this.list.addEventListener(type, () => this.mini.hide());
    this.list.addEventListener("keydown", event => this.walk(event));
  }

  /** Show lines as the server tells them; buttons that are there stay, so that a click or a focus holds. */
  show(lines) {
    this.lines = lines;
    while (this.list.children.length > lines.length) this.list.lastChild.remove();
    lines.forEach((line, index) => this.write(this.list.children[index] ?? this.item(), line));
    if (!lines.length) this.mini.hide();
  }

  item() {
    const item = document.createElement("li"), score = document.createElement("b"), whole = document.createElement("button");
    whole.type = "button";
    whole.className = "whole";
    whole.textContent = "+";
    whole.title = word("whole_line");
    whole.setAttribute("aria-label", word("whole_line"));
    item.append(score, " ", whole);
    this.list.append(item);
    return item;
  }

  write(item, {score, text, moves}) {
    item.firstChild.textContent = score;
    const buttons = item.getElementsByClassName("pv"), told = numbered(text);
    while (buttons.length > moves.length) {
      buttons[buttons.length - 1].nextSibling?.remove();
      buttons[buttons.length - 1].remove();
    }
    moves.forEach((_, index) => {
      const button = buttons[index] ?? this.move(item, index), shown = ownLetters(told[index]);
      if (button.textContent !== shown) button.textContent = shown;
    });
  }

  move(item, index) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "pv";
    button.tabIndex = index ? -1 : 0;
    item.insertBefore(button, item.lastChild);
    item.insertBefore(document.createTextNode(" "), item.lastChild);
    return button;
  }

  /** The moves up to a button; all of its line for the one that takes it whole. */
  upTo(button) {
    const item = button.closest("li"), line = this.lines[[...this.list.children].indexOf(item)];
    if (!line) return [];
    if (button.className === "whole") return line.moves;
    return line.moves.slice(0, [...item.getElementsByClassName("pv")].indexOf(button) + 1);
  }

  choose(event) {
    const button = event.target.closest("button");
    if (!button) return;
    this.mini.hide();
    this.play(this.upTo(button), button.className === "whole");
  }

  look(event) {
    const button = event.target.closest(".pv"), moves = button ? this.upTo(button) : [];
    if (!moves.length) return this.mini.hide();
    const fen = this.fenAfter(moves);
    if (fen) this.mini.show(button, fen, moves.at(-1), this.isTurned());
  }

  walk(event) {
    const step = STEPS[event.key], buttons = [...event.target.closest("li")?.getElementsByTagName("button") ?? []];
    const next = buttons[buttons.indexOf(event.target) + step];
    if (!step) return;
    event.preventDefault();
    next?.focus();
  }
}

/** An arrow for each line, the wider the better it is beside the best. */
export function arrowsOf(lines) {
  const seen = new Set(), best = lines[0]?.expected;
  return lines.map(({first, expected}, index) => {
    const share = Math.max(0, 1 - Math.abs(best - expected) / NOTHING_LEFT);
    return {
      from: first.slice(0, 2), to: first.slice(2, 4), kind: index ? "arrow-other" : "arrow-best",
      width: index ? NARROWEST + (WIDEST - NARROWEST) * share * 0.8 : WIDEST,
    };
  }).filter(({from, to}) => !seen.has(from + to) && seen.add(from + to)).reverse();
}

/** The moves of a line, each with the number that stands before it. */
function numbered(text) {
  const told = [];
  let number = "";
  for (const part of text.split(" ")) {
    if (/^\d+\.+$/.test(part)) number = `${part} `;
    else {
      told.push(number + part);
      number = "";
    }
  }
  return told;
}
