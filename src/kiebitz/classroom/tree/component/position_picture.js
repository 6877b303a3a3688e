// A position of chess as an SVG, with the move that led to it and an arrow for the best one.
import {made} from "../drawn_board.js";
import {FILES, fileOf, isPass, isWhite, moveParts, placementOf, rankOf} from "./chess.js";

const SQUARE = 48, EDGE = 16;
const GLYPHS = {k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟"};

function make(name, attributes, parent, ...text) {
  const drawn = made(name, attributes, ...text);
  parent.append(drawn);
  return drawn;
}

// `arrived` and `best` are codes of moves, 0 for none; `captions` holds what is written under men, by square. `layers` are
// squares by class, `rings` pairs of a class and a square; the page's style says how they look.
export function positionPicture(position, {arrived = 0, best = 0, turned = false, captions = new Map(), layers = {}, rings = []} = {}) {
  const size = 8 * SQUARE + EDGE;
  const board = make("svg", {viewBox: `0 0 ${size} ${size}`, class: "board-picture", role: "img",
    "aria-label": placementOf(position)}, document.createDocumentFragment());
  const corner = square => [EDGE + SQUARE * (turned ? 7 - fileOf(square) : fileOf(square)),
    SQUARE * (turned ? rankOf(square) : 7 - rankOf(square))];
  const centre = square => corner(square).map(edge => edge + SQUARE / 2);
  const last = arrived && !isPass(arrived) ? moveParts(arrived) : null;
  for (let square = 0; square < 64; square++) {
    const [x, y] = corner(square), dark = (fileOf(square) + rankOf(square)) % 2 === 0;
    make("rect", {x, y, width: SQUARE, height: SQUARE, style: `fill:var(--${dark ? "dark" : "light"}-square)`}, board);
    if (last && (square === last.from || square === last.to))
      make("rect", {x, y, width: SQUARE, height: SQUARE, style: "fill:var(--moved);opacity:.62"}, board);
    for (const [name, squares] of Object.entries(layers))
      if (squares.includes(square)) make("rect", {x, y, width: SQUARE, height: SQUARE, class: `layer ${name}`}, board);
    for (const [name, ringed] of rings)
      if (ringed === square) make("rect", {x: x + 2, y: y + 2, width: SQUARE - 4, height: SQUARE - 4, class: `ring ${name}`}, board);
    const man = position.board[square];
    if (!man) continue;
    const caption = captions.get(square), middle = x + SQUARE / 2;
    // The selector keeps browsers from drawing a coloured picture instead of the sign.
    make("text", {x: middle, y: y + SQUARE * (caption ? .37 : .52),
      class: `man ${isWhite(man) ? "white" : "black"}${caption ? " small" : ""}`}, board, GLYPHS[man.toLowerCase()] + "\ufe0e");
    if (caption) make("text", {x: middle, y: y + SQUARE * .84, class: "caption"}, board, caption);
  }
  for (let line = 0; line < 8; line++) {
    make("text", {x: EDGE / 2, y: SQUARE * (line + .5), class: "coordinate"}, board, turned ? line + 1 : 8 - line);
    make("text", {x: EDGE + SQUARE * (line + .5), y: 8 * SQUARE + EDGE / 2, class: "coordinate"}, board,
      FILES[turned ? 7 - line : line]);
  }
  if (best && !isPass(best)) {
    const {from, to} = moveParts(best), [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1, [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [hx, hy] = [x2 - 18 * ux, y2 - 18 * uy];
    const arrow = make("g", {opacity: .72}, board);
    make("line", {x1: x1 + 10 * ux, y1: y1 + 10 * uy, x2: hx, y2: hy, class: "arrow"}, arrow);
    make("polygon", {points: `${x2 - 4 * ux},${y2 - 4 * uy} ${hx - 9 * uy},${hy + 9 * ux} ${hx + 9 * uy},${hy - 9 * ux}`,
      class: "arrowhead"}, arrow);
  }
  return board;
}
