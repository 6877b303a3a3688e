"use strict";
// The board of a report of chess, drawn from FEN's board.
const SQUARE = 45, SVG = "http://www.w3.org/2000/svg";

const made = (name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
};

// Where a square's upper edge, or its left one, is drawn, by where White sees it.
const seen = (edge, isTurned) => isTurned ? 7 * SQUARE - edge : edge;

function men(placement, ids, isTurned) {
  const found = [];
  placement.split("/").forEach((row, y) => {
    let x = 0;
    for (const letter of row) {
      if (letter in ids)
        found.push(made("use", { href: `#${ids[letter]}`, x: seen(SQUARE * x++, isTurned), y: seen(SQUARE * y, isTurned) }));
      else x += Number(letter);
    }
  });
  return found;
}

function drawBoard(board, position, isTurned, { ids }) {
  const moved = position.moved.map(([x, y]) =>
    made("rect", { class: "moved", x: seen(x, isTurned), y: seen(y, isTurned), width: SQUARE, height: SQUARE }));
  board.querySelectorAll("use")[1].setAttribute("href", isTurned ? "#coordinates-turned" : "#coordinates");
  board.querySelector("g").replaceChildren(...moved, ...men(position.men, ids, isTurned));
}
