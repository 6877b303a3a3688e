"use strict";
// The board follows the move that is chosen: in the graph, in the lists, by buttons or by keys.
const { positions, ids, board: boardLabel, start } = JSON.parse(document.getElementById("data").textContent);
const stage = document.getElementById("stage");
const SQUARE = 45, SVG = "http://www.w3.org/2000/svg";
let chosen = 0, isTurned = false;

const made = (name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
};

// Where a square's upper edge, or its left one, is drawn, by where White sees it.
const seen = edge => isTurned ? 7 * SQUARE - edge : edge;

function men(placement) {
  const found = [];
  placement.split("/").forEach((row, y) => {
    let x = 0;
    for (const letter of row) {
      if (letter in ids) found.push(made("use", { href: `#${ids[letter]}`, x: seen(SQUARE * x++), y: seen(SQUARE * y) }));
      else x += Number(letter);
    }
  });
  return found;
}

function show(ply) {
  chosen = Math.max(0, Math.min(positions.length - 1, ply));
  const position = positions[chosen];
  const board = stage.querySelector(".board");
  const moved = position.moved.map(([x, y]) =>
    made("rect", { class: "moved", x: seen(x), y: seen(y), width: SQUARE, height: SQUARE }));
  board.querySelectorAll("use")[1].setAttribute("href", isTurned ? "#coordinates-turned" : "#coordinates");
  board.querySelector("g").replaceChildren(...moved, ...men(position.men));
  board.setAttribute("aria-label", boardLabel.replace("{move}", position.name || start));
  const name = document.getElementById("chosen");
  name.textContent = position.name;
  name.className = position.mark;
  document.getElementById("said").replaceChildren(...position.said.map(sentence => {
    const item = document.createElement("li");
    item.textContent = sentence;
    return item;
  }));
  const across = `${100 * chosen / (positions.length - 1)}%`;
  const cursor = document.getElementById("cursor");
  cursor.setAttribute("x1", across);
  cursor.setAttribute("x2", across);
  cursor.setAttribute("visibility", "visible");
  document.querySelector(".moves .chosen")?.classList.remove("chosen");
  document.getElementById(`ply-${chosen}`)?.classList.add("chosen");
}

const nextMark = () => {
  const found = positions.findIndex((position, ply) => ply > chosen && position.mark);
  return found < 0 ? positions.findIndex(position => position.mark) : found;
};
const goals = {
  first: () => 0, previous: () => chosen - 1, next: () => chosen + 1, last: () => positions.length - 1,
  mark: () => Math.max(nextMark(), 0),
  turn: () => { isTurned = !isTurned; return chosen; },
};
const keys = { ArrowLeft: "previous", ArrowRight: "next", n: "mark", f: "turn" };

if (stage) {
  stage.hidden = false;
  document.querySelector("main").classList.add("has-board");
  document.addEventListener("click", event => {
    const link = event.target.closest("a[data-ply]");
    if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      show(Number(link.dataset.ply));
      stage.scrollIntoView({ block: "nearest" });
    }
    const button = event.target.closest("button[data-go]");
    if (button) show(goals[button.dataset.go]());
  });
  document.addEventListener("keydown", event => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(goals[keys[event.key]]());
  });
  const asked = /^#(?:ply|moment)-(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) : 0);
}
