"use strict";
// A board of chess or shogi drawn from text (FEN's board, or SFEN's board and hands) on an SVG that has its squares;
// `board` says where squares and hands are and what the drawings of the men are called.
const SVG = "http://www.w3.org/2000/svg";

export const made = (name, attributes, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
};

// On a narrow screen hands lie above and below the board of shogi: `board.tall` says where, and what is seen then.
export const NARROW = matchMedia("(max-width: 560px)");
const fitted = board => board.tall && NARROW.matches ? { ...board, ...board.tall } : board;

// `board.turns` is the case of the letters of the men that stand on their heads.
const isOnItsHead = (board, letter) =>
  board.turns === "lower" ? letter === letter.toLowerCase() : board.turns === "upper" && letter === letter.toUpperCase();

// A man as elements, its middle at a point.
export function man(board, letter, [x, y]) {
  const isTurned = isOnItsHead(board, letter);
  const transform = `translate(${x} ${y})${isTurned ? " rotate(180)" : ""}`;
  const drawn = [made("use", { href: `#${board.ids[letter]}`, transform })];
  if (board.letters) {
    const sign = letter.startsWith("+") ? "shogi-letter red" : "shogi-letter";
    drawn.push(made("text", { class: sign, x, y: y + board.letters[isTurned ? 1 : 0] }, letter.toUpperCase()));
  }
  return drawn;
}

export function men(given, placement) {
  const board = fitted(given);
  const [rows, hands] = placement.split(" ");
  const found = [];
  rows.split("/").forEach((row, rank) => {
    let column = 0;
    for (const part of row.match(/\d|\+?[A-Za-z]/g)) {
      if (part in board.ids) found.push(...man(board, part, board.squares[rank][column++]));
      else column += Number(part);
    }
  });
  if (!board.hands) return found;
  const held = [...hands.matchAll(/(\d*)([A-Za-z])/g)];
  [/[A-Z]/, /[a-z]/].forEach((own, side) => {
    const kinds = held.filter(([, , letter]) => own.test(letter));
    kinds.forEach(([, count, letter], index) => {
      const [x, y] = board.hands[side][kinds.length - 1][index];
      const [right, down] = board.count;
      found.push(...man(board, letter, [x, y]));
      if (count) found.push(made("text", { class: "shogi-count", x: x + right, y: y + down }, count));
    });
  });
  return found;
}

export function marks(board, move) {
  const names = move === null ? [] : move[1] === "*" ? [move.slice(2, 4)] : [move.slice(0, 2), move.slice(2, 4)];
  return names.map(name => {
    const [x, y] = board.named[name];
    const { mark, corner, square } = board;
    return made("rect", { class: mark, x: x + corner, y: y + corner, width: square, height: square });
  });
}

// Shows a placement, and the move (UCI or USI) that led to it, null for none, on an SVG with groups for marks and men.
export function drawPlacement(svg, board, placement, moved) {
  if (board.view) svg.setAttribute("viewBox", fitted(board).view);
  svg.querySelector(".names")?.setAttribute("href", `#${board.names}`);
  svg.querySelector(".marks").replaceChildren(...marks(board, moved));
  svg.querySelector(".men").replaceChildren(...men(board, placement));
}

// What a side holds, of SFEN's field of hands: letters in their order, and their places.
export function held(board, hands, isBlack) {
  const letters = [...hands.matchAll(/[A-Za-z]/g)].map(([letter]) => letter);
  const own = letters.filter(letter => (letter === letter.toUpperCase()) === isBlack);
  return own.map((letter, index) => [letter.toUpperCase(), fitted(board).hands[isBlack ? 0 : 1][own.length - 1][index]]);
}

// How long the wings of an arrow are, along it and across.
const HEAD = 9;

// A move (USI) as an arrow, a drop's from the hand of the side to move.
export function arrow(board, move, hands, isBlack) {
  const [x, y] = board.named[move.slice(2, 4)];
  const from = move[1] === "*" ? held(board, hands, isBlack).find(([letter]) => letter === move[0])?.[1]
    : board.named[move.slice(0, 2)];
  if (!from) return made("g", {});
  const length = Math.hypot(x - from[0], y - from[1]), across = (x - from[0]) / length, along = (y - from[1]) / length;
  const wings = [1, -1].map(side =>
    `M${x - HEAD * (across + side * along)} ${y - HEAD * (along - side * across)}L${x} ${y}`).join("");
  return made("path", { class: "arrow", d: `M${from[0]} ${from[1]}L${x} ${y}${wings}` });
}
