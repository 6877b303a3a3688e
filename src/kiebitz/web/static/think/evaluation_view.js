// A static evaluation taken apart: each man's worth on the board, the classical modules as bars.

import {positionFromFen} from "../tree/chess.js";
import {positionPicture} from "../tree/position_picture.js";
import {language, ownLetters} from "../language.js";
import {barTable} from "./bars.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const WITHOUT_BAR = "piece_values";
const pawns = centipawns => (centipawns < 0 ? "−" : "") + (Math.abs(centipawns) / 100).toFixed(2);
const signed = centipawns => (centipawns > 0 ? "+" : "") + pawns(centipawns);
const squareOf = name => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);

export class EvaluationView {
  constructor() {
    this.isByNetwork = true;
    at("by-network").addEventListener("click", () => this.choose(true));
    at("by-values").addEventListener("click", () => this.choose(false));
  }

  choose(isByNetwork) {
    this.isByNetwork = isByNetwork;
    at("by-network").setAttribute("aria-pressed", isByNetwork);
    at("by-values").setAttribute("aria-pressed", !isByNetwork);
    if (this.shown) this.draw();
  }

  show(message) {
    this.shown = message;
    this.draw();
    const totals = {total: signed(message.total), classical: signed(message.classical), phase: `${message.phase} / 24`};
    at("totals").textContent = Object.entries(totals).map(([name, text]) => `${word(name)}: ${text}`).join("\n");
    const sizes = message.modules.filter(each => each.name !== WITHOUT_BAR).flatMap(each => [each.white, each.black]);
    const greatest = Math.max(...sizes.map(Math.abs), 1);
    at("modules").replaceChildren(...message.modules.map(module => {
      const frame = document.createElement("div");
      frame.className = "module";
      frame.dataset.name = module.name;
      const table = barTable(["white", "black"].map(side => ({
        label: word(side), text: pawns(module[side]), kind: side + (module[side] < 0 ? " against" : ""),
        share: module.name === WITHOUT_BAR ? undefined : Math.abs(module[side]) / greatest,
      })));
      table.createCaption().textContent = word(module.name) || module.name;
      frame.append(table);
      return frame;
    }));
    const {board} = positionFromFen(message.fen);
    at("men").tBodies[0].replaceChildren(...Object.keys(message.values).sort().map(square => {
      const line = document.createElement("tr"), man = board[squareOf(square)];
      const letter = man.toUpperCase() === "P" ? (language === "de" ? "B" : "P") : ownLetters(man.toUpperCase());
      const name = `${word(man < "a" ? "white" : "black")} ${letter}${square}`;
      for (const text of [name, pawns(message.worths[square]), pawns(message.values[square])])
        line.insertCell().textContent = text;
      return line;
    }));
  }

  draw() {
    const worths = this.isByNetwork ? this.shown.worths : this.shown.values;
    const captions = new Map(Object.entries(worths).map(([square, worth]) => [squareOf(square), pawns(worth)]));
    at("picture").replaceChildren(positionPicture(positionFromFen(this.shown.fen), {captions}));
  }
}
