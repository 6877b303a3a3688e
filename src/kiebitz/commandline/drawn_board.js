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

// `board.turns` is the case of the letters of the men that stand on their heads.
const isOnItsHead = (board, letter) =>
  board.turns === "lower" ? letter === letter.toLowerCase() : board.turns === "upper" && letter === letter.toUpperCase();

function man(board, letter, [x, y]) {
  const isTurned = isOnItsHead(board, letter);
  const transform = `translate(${x} ${y})${isTurned ? " rotate(180)" : ""}`;
  const drawn = [made("use", { href: `#${board.ids[letter]}`, transform })];
  if (board.letters) {
    const sign = letter.startsWith("+") ? "shogi-letter red" : "shogi-letter";
    drawn.push(made("text", { class: sign, x, y: y + board.letters[isTurned ? 1 : 0] }, letter.toUpperCase()));
  }
  return drawn;
}

export function men(board, placement) {
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
