// The explorer: a board, and what was played in its position.

import {Board} from "../board.js";
import {ownLetters} from "../language.js";
import {cell, row} from "./table.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);

export class Explorer {
  /** `changed` is told when another position is wanted. */
  constructor(fen, changed) {
    Object.assign(this, {fen, changed, moves: []});
    this.board = new Board(at("explorer-board"), move => this.play(move));
    at("start").addEventListener("click", () => this.go([], ""));
    at("back").addEventListener("click", () => this.go(this.moves.slice(0, -1)));
    at("flip").addEventListener("click", () => this.board.flip());
  }

  get asked() { return {fen: this.fen, moves: this.moves}; }

  play(move) {
    this.go([...this.moves, move]);
    return true;
  }

  go(moves, fen = this.fen) {
    Object.assign(this, {moves, fen});
    this.changed();
  }

  show(message) {
    this.board.show(message);
    at("line").textContent = ownLetters(numbered(message));
    at("opening").textContent = message.opening;
    at("start").disabled = !this.moves.length && !this.fen;
    at("back").disabled = !this.moves.length;
    const ends = message.ends ? `, ${message.ends.toLocaleString()} ${word("end")}` : "";
    at("visits").textContent = `${message.visits.toLocaleString()} ${word("here")}${ends}`;
    at("played").tBodies[0].replaceChildren(...message.played.map(move => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = ownLetters(move.san);
      button.addEventListener("click", () => this.play(move.move));
      return row([
        cell(button), cell(move.games.toLocaleString(), "number"),
        cell(move.score < 0 ? "–" : `${move.score.toFixed(1)} %`, "number"), cell(bar(move)),
        cell(move.rating || "–", "number"), cell(move.years),
      ]);
    }));
  }
}

/** The moves that led here, with their numbers. */
function numbered({line, turn, fen}) {
  const last = 2 * (Number(fen.split(" ")[5]) - 1) + (turn === "w" ? 0 : 1), first = last - line.length;
  return line.map((san, index) => {
    const ply = first + index, number = Math.floor(ply / 2) + 1;
    return ply % 2 === 0 ? `${number}. ${san}` : index === 0 ? `${number}… ${san}` : san;
  }).join(" ");
}

/** What White won, drew and lost, as a bar. */
function bar({white, draws, black}) {
  const all = white + draws + black, element = document.createElement("span");
  element.className = "outcome";
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", `${white} / ${draws} / ${black}`);
  element.title = `${white} / ${draws} / ${black}`;
  for (const [name, count] of Object.entries({white, draws, black})) {
    const part = document.createElement("span");
    part.className = name;
    part.style.flexGrow = all ? count / all : 0;
    element.append(part);
  }
  return element;
}
