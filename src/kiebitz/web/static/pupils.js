// The class that looks on: its address, the question put to it, and what it answers.

import {ownLetters} from "./language.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const SIGNS = {inaccuracy: "?!", mistake: "?", blunder: "??", best: "!"};
const LEAST_WIDTH = 0.08, MORE_WIDTH = 0.22;

function made(name, text, kind = "") {
  return Object.assign(document.createElement(name), {textContent: text, className: kind});
}

export class Pupils {
  /** `draw` is given the answers as arrows. */
  constructor(connection, draw) {
    this.draw = draw;
    this.told = null;
    at("ask-class").addEventListener("click", () => connection.say("askclass", {on: !this.told.is_open}));
  }

  hear(message, here) {
    this.told = message;
    at("pupils").hidden = false;
    at("class-link").href = at("class-link").textContent = message.link;
    at("class-code").hidden = !message.picture;
    if (at("class-code").src !== message.picture) at("class-code").src = message.picture;
    at("ask-class").textContent = word(message.is_open ? "close_question" : "ask_class");
    const given = message.answers.reduce((sum, {count}) => sum + count, 0);
    at("class-count").textContent = `${word("pupils")}: ${message.pupils}` + (message.number ? ` · ${word("answers")}: ${given}` : "");
    at("class-best").textContent = message.number && !message.is_open && message.best ? `${word("best_is")} ${ownLetters(message.best)}` : "";
    at("class-answers").replaceChildren(...message.answers.map(answer => this.row(answer, given)));
    this.place(here);
  }

  row({san, count, verdict, score, refutation}, given) {
    const row = document.createElement("tr"), share = made("td", ""), meter = document.createElement("meter");
    Object.assign(meter, {value: count, max: given});
    share.append(meter, ` ${count}`);
    row.append(made("th", ownLetters(san) + (SIGNS[verdict] ?? "")), share, made("td", `${score} ${ownLetters(refutation)}`));
    row.firstChild.scope = "row";
    return row;
  }

  /** Show the answers as arrows where they were asked for, once no more are taken: the thicker, the more frequent. */
  place(here) {
    const {answers = [], is_open: isOpen, node} = this.told ?? {}, most = Math.max(...answers.map(({count}) => count));
    this.draw(isOpen || here !== node ? [] : answers.map(({move, count, verdict}) => ({
      from: move.slice(0, 2), to: move.slice(2, 4), width: LEAST_WIDTH + MORE_WIDTH * count / most,
      kind: ["best", "good", ""].includes(verdict) ? "arrow-best" : "arrow-threat",
    })));
  }
}
