"use strict";
// Homework: a puzzle after the other; what is found at the first try counts, and a reload forgets nothing.
import {drawPlacement, made} from "drawn_board.js";

const WORDS = {
  en: {
    homework: "Homework", typed: "Your move:", make: "Play", solution: "Show the solution", next: "Next", copy: "Copy", again: "Begin anew",
    men: {white: "White", black: "Black"}, white: "White to move", black: "Black to move", right: "Right!", on: "Right! And now?", wrong: "is not it. Try again.", solved: "Solved.",
    none: "is no move here.", done: "All are done. Hand in this line:", name: "Your name:", promote: "What does it become?",
    hard: rating => `about as hard as one for players of ${rating}`, score: (right, all) => `${right} of ${all} at the first try`,
    line: (name, right, all, signs, page) => `${name ? `${name}: ` : ""}${right} of ${all} at the first try, ${signs} (homework ${page})`,
  },
  de: {
    homework: "Hausaufgabe", typed: "Dein Zug:", make: "Ziehen", solution: "Lösung zeigen", next: "Weiter", copy: "Kopieren", again: "Von vorn",
    men: {white: "Weiß", black: "Schwarz"}, white: "Weiß am Zug", black: "Schwarz am Zug", right: "Richtig!", on: "Richtig! Und jetzt?", wrong: "ist es nicht. Versuch es noch einmal.",
    solved: "Gelöst.", none: "ist hier kein Zug.", done: "Alle sind fertig. Gib diese Zeile ab:", name: "Dein Name:", promote: "Was wird daraus?",
    hard: rating => `etwa so schwer wie eine für Spieler mit ${rating}`, score: (right, all) => `${right} von ${all} beim ersten Versuch`,
    line: (name, right, all, signs, page) => `${name ? `${name}: ` : ""}${right} von ${all} beim ersten Versuch, ${signs} (Hausaufgabe ${page})`,
  },
};
const language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en", words = WORDS[language];
const LETTERS = {K: "K", D: "Q", T: "R", L: "B", S: "N"};
const at = id => document.getElementById(id), data = JSON.parse(at("data").textContent), {puzzles} = data;
const svg = document.querySelector(".board"), KEPT = `kiebitz-homework-${data.name}`, REPLY_MS = 500;
const hints = made("g", {class: "hints"});
svg.append(hints);

/** What this browser remembers: of each puzzle undefined, true or false, and who solves them. */
const kept = (() => {
  try {
    return {found: [], name: "", ...JSON.parse(localStorage.getItem(KEPT) ?? "{}")};
  } catch {
    return {found: [], name: ""};  // a browser that keeps nothing, as some do of files
  }
})();
let index = 0, step = 0, from = "", isMoving = false, isShown = false;

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch { /* then a reload begins anew */ }
}

const puzzle = () => puzzles[index], now = () => puzzle().steps[step], board = () => data.boards[puzzle().isBlack ? 1 : 0];
const isDone = () => step >= puzzle().steps.length || isShown;

function say(...texts) {
  at("said").textContent = texts.filter(Boolean).join(" ");
}

/** A placement for those who can't see it: each side's men with their squares. */
function told(placement) {
  const found = {white: [], black: []};
  placement.split("/").forEach((row, rank) => {
    let file = 0;
    for (const sign of row) {
      if (/\d/.test(sign)) file += Number(sign);
      else found[sign < "a" ? "white" : "black"].push(sign.toUpperCase().replace("P", "") + "abcdefgh"[file++] + (8 - rank));
    }
  });
  return `${words.men.white}: ${found.white.join(" ")}; ${words.men.black}: ${found.black.join(" ")}`;
}

function draw(placement, moved) {
  drawPlacement(svg, board(), placement, moved);
  svg.setAttribute("aria-label", told(placement));
  from = "";
  hint();
}

/** Show the chosen man's square, and where he may go. */
function hint() {
  const goals = from && !isDone() ? Object.keys(now().moves).filter(move => move.startsWith(from)).map(move => move.slice(2, 4)) : [];
  const {square, named} = board();
  hints.replaceChildren(
    ...(from ? [made("rect", {class: "chosen", x: named[from][0] + 2, y: named[from][1] + 2, width: square - 4, height: square - 4})] : []),
    ...[...new Set(goals)].map(goal => made("circle", {class: "goal", cx: named[goal][0] + square / 2, cy: named[goal][1] + square / 2, r: square / 7})),
  );
}

function pose(number) {
  [index, step, isMoving, isShown] = [number, 0, false, false];
  at("promotion").hidden = true;
  at("asked").textContent = `${index + 1}/${puzzles.length}: ${puzzle().isBlack ? words.black : words.white}`;
  say(words.hard(puzzle().rating));
  draw(now().men, now().came);
  list();
}

/** Note how a puzzle ended; only the first try counts. */
function note(isFound) {
  kept.found[index] ??= isFound;
  keep();
  list();
}

function list() {
  const right = kept.found.filter(found => found).length;
  at("score").textContent = words.score(right, puzzles.length);
  at("puzzles").replaceChildren(...puzzles.map((_, number) => {
    const item = document.createElement("li"), button = document.createElement("button"), found = kept.found[number];
    button.type = "button";
    button.textContent = `${number + 1}${found === true ? " ✓" : found === false ? " ✗" : ""}`;
    button.className = found === true ? "right" : found === false ? "wrong" : "";
    button.toggleAttribute("aria-current", number === index);
    button.addEventListener("click", () => pose(number));
    item.append(button);
    return item;
  }));
  at("solution").disabled = isDone();
  at("next").disabled = index + 1 >= puzzles.length;
  const isAll = puzzles.every((_, number) => typeof kept.found[number] === "boolean");
  at("handing-in").hidden = !isAll;
  const signs = puzzles.map((_, number) => kept.found[number] ? "✓" : "✗").join("");
  at("line").textContent = words.line(at("name").value.trim(), right, puzzles.length, signs, data.name);
}

/** A move, as UCI text, is tried. */
function attempt(move) {
  const {moves, right, after} = now();
  if (!right.includes(move)) {
    say(`${moves[move]} ${words.wrong}`);
    from = "";
    hint();
    return note(false);
  }
  step += 1;
  draw(after, move);
  if (step >= puzzle().steps.length || move !== right[0]) {
    step = puzzle().steps.length;
    say(words.right, `${puzzle().solution}.`, puzzle().reason);
    return note(true);
  }
  say(words.on);
  isMoving = true;
  const asked = index;
  setTimeout(() => {
    if (asked !== index || !isMoving) return;
    isMoving = false;
    draw(now().men, now().came);
  }, REPLY_MS);
}

/** Move a man from one square to another; where he becomes another, ask which. */
function move(goal) {
  const possible = Object.keys(now().moves).filter(each => each.startsWith(from + goal));
  if (possible.length <= 1) return possible.length === 1 && attempt(possible[0]);
  at("promotion").hidden = false;
  at("promotion").replaceChildren(words.promote, ...possible.map(each => {
    const button = document.createElement("button");
    Object.assign(button, {type: "button", textContent: now().moves[each]});
    button.addEventListener("click", () => {
      at("promotion").hidden = true;
      attempt(each);
    });
    return button;
  }));
  at("promotion").querySelector("button").focus();
}

svg.addEventListener("click", event => {
  if (isDone() || isMoving) return;
  const box = svg.getBoundingClientRect(), {square, named} = board(), size = 8 * square;
  const [x, y] = [(event.clientX - box.left) * size / box.width, (event.clientY - box.top) * size / box.height];
  const [name] = Object.entries(named).find(([, [left, top]]) => x >= left && x < left + square && y >= top && y < top + square) ?? [];
  if (!name) return;
  const moves = Object.keys(now().moves);
  if (from && moves.some(each => each.startsWith(from + name))) return move(name);
  from = from !== name && moves.some(each => each.startsWith(name)) ? name : "";
  hint();
});

at("typed").addEventListener("submit", event => {
  event.preventDefault();
  const text = at("move").value.trim(), plain = each => each.replace(/[+#x=-]/g, "").toLowerCase();
  at("move").value = "";
  if (!text || isDone() || isMoving) return;
  const german = text.replace(/^[KDTLS]|(?<==)[DTLS]|[DTLS]$/g, letter => LETTERS[letter]);
  const {moves} = now(), asked = [text, ...(language === "de" ? [german] : [])];
  const found = Object.entries(moves).find(([uci, san]) => asked.some(each => plain(each) === plain(san) || each.toLowerCase() === uci));
  if (found) attempt(found[0]);
  else say(`${text} ${words.none}`);
});

at("solution").addEventListener("click", () => {
  isMoving = false;
  isShown = true;
  draw(puzzle().steps.at(-1).after, puzzle().steps.at(-1).right[0]);
  say(`${puzzle().solution}.`, puzzle().reason);
  note(false);
});
at("next").addEventListener("click", () => pose(index + 1));
at("name").addEventListener("input", () => {
  kept.name = at("name").value;
  keep();
  list();
});
at("copy").addEventListener("click", () => navigator.clipboard?.writeText(at("line").textContent));
at("again").addEventListener("click", () => {
  kept.found = [];
  keep();
  pose(0);
});

document.documentElement.lang = language;
for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];
document.title = words.homework;
at("name").value = kept.name;
if (puzzles.length) pose(Math.max(0, puzzles.findIndex((_, number) => typeof kept.found[number] !== "boolean")));
