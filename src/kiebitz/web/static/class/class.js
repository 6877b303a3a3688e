// The page of a pupil: the coach's board, and the question which move is best.

import {appear} from "../appear.js";
import {Board} from "../board.js";
import {Connection} from "../connection.js";
import {drawnShape} from "../drawing.js";
import {ownLetters, translate} from "../language.js";
import {listen, notice, tellBack, tellLost} from "../notice.js";
import {tabStorage} from "../storage.js";
import {word} from "./words.js";

const at = id => document.getElementById(id), PUPIL = "kiebitz-pupil", DIGITS = 16, NO_TOKEN = 4002;
const NOTHING = {number: 0, is_open: false, answer: "", san: ""};

translate(word);
let shown = {legal: [], last: [], check: "", turn: "w", fen: ""}, task = NOTHING, marked = null, words = "";
const board = new Board(at("board"), answer);
const connection = new Connection(message => HEARD[message.type]?.(message), code => tellLost(code, name => word(name === NO_TOKEN ? "no_class" : name)),
  {path: "class/tab", greeting: () => ["attend", {pupil: pupil()}]});
listen(connection);
at("flip").addEventListener("click", () => board.flip());

/** This tab's number, which stays while the tab is there. */
function pupil() {
  let number = tabStorage.getItem(PUPIL);
  if (!number) {
    number = [...crypto.getRandomValues(new Uint8Array(DIGITS))].map(digit => (digit & 15).toString(16)).join("");
    tabStorage.setItem(PUPIL, number);
  }
  return number;
}

/** Answer with a move, as UCI text; the man goes back, an arrow stays. */
function answer(move) {
  connection.say("answer", {number: task.number, move});
  return false;
}

const HEARD = {
  shown(message) {
    shown = message;
    words = "";
    if (!task.is_open) [task, marked] = [NOTHING, null];
    board.point("drawn", []);
    show();
    tellBack();
    appear();
  },

  presented({node, shapes, words: said}) {
    if (node !== shown.node) return;
    board.point("drawn", shapes.map(drawnShape));
    words = said;
    say();
  },

  task(message) {
    if (message.is_open && message.number !== task.number) board.turnTo(shown.turn === "w" ? "white" : "black");
    if (message.number !== task.number) marked = null;
    task = message;
    show();
    appear();
  },

  marked(message) {
    marked = message;
    show();
  },

  notice({code, detail}) {
    notice([word(code), detail].filter(Boolean).join(" "));
  },
};

function show() {
  board.show({...shown, legal: task.is_open ? shown.legal : []});
  board.draw("best", task.answer);
  board.draw("threat", marked?.reply ?? "");
  say();
}

/** What is to be said of the question, or of the position. */
function say() {
  const lines = [];
  if (task.is_open) lines.push(task.san ? `${word("yours")} ${ownLetters(task.san)}` : word(`which_${shown.turn}`), task.san && word("may_change"));
  else if (marked) {
    if (marked.san) lines.push(`${ownLetters(marked.san)}: ${word(`verdict_${marked.verdict}`)}`);
    if (marked.refutation) lines.push(`${word("refutation")} ${ownLetters(marked.refutation)}.`);
    if (marked.verdict !== "best") lines.push(`${word("best_is")} ${ownLetters(marked.best)}.`);
  } else if (task.number) lines.push(word("closed"), word("coming"));
  else lines.push(words || word("looking_on"));
  at("task").replaceChildren(...lines.filter(Boolean).map(text => Object.assign(document.createElement("p"), {textContent: text})));
}
