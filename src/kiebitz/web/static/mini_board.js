// A small board beside the pointer: the position that a line leads to.

import {parseFen} from "./vendor/chessops/dist/esm/fen.js";

const SVG = "http://www.w3.org/2000/svg", TILE = 45, LETTERS = {
  pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k",
};

function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

export class MiniBoard {
  constructor() {
    this.place = document.createElement("div");
    this.place.className = "mini-board";
    this.place.hidden = true;
    this.place.setAttribute("aria-hidden", "true");
    document.body.append(this.place);
  }

  /** Show a position beside an element; `move` in UCI text led there. */
  show(element, fen, move, isTurned) {
    this.place.replaceChildren(drawn(fen, move, isTurned));
    this.place.hidden = false;
    const box = element.getBoundingClientRect(), {width, height} = this.place.getBoundingClientRect();
    const below = box.bottom + height + 8 < innerHeight ? box.bottom + 6 : box.top - height - 6;
    this.place.style.left = `${Math.max(4, Math.min(box.left, innerWidth - width - 4))}px`;
    this.place.style.top = `${Math.max(4, below)}px`;
  }

  hide() {
    this.place.hidden = true;
  }
}

/** A position as SVG, its men those that the board has loaded; the squares of `move`, UCI text, are marked. */
export function drawn(fen, move, isTurned) {
  const svg = made("svg", {viewBox: `0 0 ${8 * TILE} ${8 * TILE}`}), {board} = parseFen(fen).unwrap();
  const last = [move.slice(0, 2), move.slice(2, 4)];
  for (let square = 0; square < 64; square += 1) {
    const [file, rank] = [square % 8, square >> 3], name = "abcdefgh"[file] + (rank + 1);
    const [x, y] = [TILE * (isTurned ? 7 - file : file), TILE * (isTurned ? rank : 7 - rank)];
    const shade = (file + rank) % 2 ? "light" : "dark";
    svg.append(made("rect", {x, y, width: TILE, height: TILE, class: shade}));
    if (last.includes(name)) svg.append(made("rect", {x, y, width: TILE, height: TILE, class: "last"}));
    const man = board.get(square);
    if (man) svg.append(made("use", {href: `#${man.color[0]}${LETTERS[man.role]}`, x, y}));
  }
  return svg;
}
