// The page of parts: what the style sheet of all pages names, each as a sample, and a board.

import {Board} from "../board.js";

const at = id => document.getElementById(id);
const names = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
  .flatMap(rule => rule.selectorText === ":root" ? [...rule.style] : []);

function made(kind, of, text = "") {
  const element = document.createElement(kind);
  Object.assign(element, of);
  element.textContent = text;
  return element;
}

for (const name of names.filter(name => name.startsWith("--"))) {
  if (name.startsWith("--text")) {
    const sample = made("p", {}, `${name} Nf3`);
    sample.style.fontSize = `var(${name})`;
    at("texts").append(sample);
  } else if (name.startsWith("--space")) {
    const row = made("div", {}, `${name} `), gap = made("span", {className: "gap"});
    gap.style.width = `var(${name})`;
    row.append(gap);
    at("gaps").append(row);
  } else {
    const row = made("li", {}), swatch = made("span", {className: "swatch"});
    swatch.style.background = `var(${name})`;
    row.append(swatch, made("span", {}, name.slice(2)));
    at("swatches").append(row);
  }
}

const board = new Board(at("board"), () => false);
board.show({fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", legal: [], last: ["e7", "e5"], turn: "w"});
board.draw("best", "g1f3");
board.draw("threat", "d8h4");
