// The page Analyse: what the server says goes to its place, and what the person does goes to the server.

import {Board} from "./board.js";
import {Connection, keep, kept} from "./connection.js";
import {englishLetters, language, ownLetters, translate} from "./language.js";
import {Moves} from "./moves.js";
import {listen, notice, tellLost} from "./notice.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const number = new Intl.NumberFormat(language), short = new Intl.NumberFormat(language, {notation: "compact"});
const START = "startpos";

translate(word);
let shown = {node: 0, turn: "w"}, pgn = "", maxCharacters = Infinity, hasThreat = false;
const board = new Board(at("board"), text => connection.say("move", {text}));
const moves = new Moves(at("moves"), go);
const connection = new Connection(message => HEARD[message.type](message), code => tellLost(code, word));

function go(node) {
  if (node !== undefined && node !== shown.node) connection.say("go", {node});
}

// ------------------------------------------------------------------ what is heard

const HEARD = {
  welcome(message) {
    notice("");
    maxCharacters = message.max_characters;
    for (const [id, value, most] of [
      ["line-count", message.lines, message.max_lines], ["threads", message.threads, message.max_threads],
      ["hash", message.hash_mb, message.max_hash_mb],
    ]) Object.assign(at(id), {value, max: most});
    search(kept.searching);
  },

  tree(message) {
    pgn = message.pgn;
    keep({game: pgn});
    moves.show(message);
    const {White: white = "?", Black: black = "?", Result: result = "*"} = message.headers;
    at("players").textContent = white === "?" && black === "?" ? "" : `${white} – ${black} ${result === "*" ? "" : result}`;
  },

  shown(message) {
    shown = message;
    keep({path: message.path});
    board.show(message);
    moves.mark(message.node);
    at("opening").textContent = message.opening;
    at("promote").disabled = at("remove").disabled = message.node === 0;
    at("back").disabled = at("first").disabled = message.node === 0;
    at("forth").disabled = at("last").disabled = moves.next(message.node) === undefined;
    showThreat("");
    at("reasons").hidden = true;
    at("lines").replaceChildren();
    at("speed").textContent = word(message.outcome);
    const san = moves.san(message.node);
    const state = message.outcome ? word(message.outcome) : message.check ? word("in_check") : "";
    at("spoken").textContent = [san ? `${word("move_made")} ${san}` : word("start"), state].filter(Boolean).join(", ");
  },

  lines(message) {
    if (message.node !== shown.node) return;
    at("lines").replaceChildren(...message.lines.map(line => {
      const item = document.createElement("li"), score = document.createElement("b"), text = document.createElement("span");
      score.textContent = line.score;
      text.textContent = ownLetters(line.text);
      item.append(score, " ", text);
      return item;
    }));
    if (message.lines.length) {
      at("speed").textContent = `${word("depth")} ${message.depth}/${message.selective_depth} · ` +
        `${short.format(message.nodes)} ${word("nodes")} · ${short.format(message.nodes_per_second)} ${word("per_second")}` +
        ` · ${word("table")} ${number.format(Math.round(message.hashfull / 10))} %`;
      at("white").style.height = `${message.expected / 10}%`;
      at("bar-score").textContent = message.lines[0].score;
      at("bar").setAttribute("aria-label", `${word("evaluation")}: ${message.lines[0].score}`);
    }
    board.draw("best", message.lines[0]?.first ?? "");
  },

  threatfound(message) {
    if (message.node !== shown.node || !hasThreat) return;
    board.draw("threat", message.move);
    showThreat(message.move ? `${word("threat_is")}: ${message.score} ${ownLetters(message.text)}` : word("no_threat"));
  },

  explained(message) {
    if (message.node !== shown.node) return;
    reasons(message.sentences.length ? message.sentences : [word("no_reason")]);
  },

  notice(message) {
    notice([word(message.code), message.detail].filter(Boolean).join(" "));
    if (message.code === "busy") {
      keep({searching: false});
      press(at("search"), false);
    } else if (message.code === "refused" && shown.fen) board.show(shown);  // a move that was not one is taken back
  },
};

function showThreat(text) {
  hasThreat = Boolean(text);
  press(at("threat"), hasThreat);
  at("threat-text").hidden = !hasThreat;
  at("threat-text").textContent = text;
}

function reasons(sentences) {
  at("reasons").hidden = false;
  at("reasons").replaceChildren(...sentences.map(sentence => {
    const paragraph = document.createElement("p");
    paragraph.textContent = sentence;
    return paragraph;
  }));
}

function press(button, isPressed) {
  button.setAttribute("aria-pressed", isPressed);
}

// ------------------------------------------------------------------ what is done

function search(on) {
  keep({searching: on});
  press(at("search"), on);
  connection.say("search", {on});
}

function load(text) {
  if (text.length > maxCharacters) notice(`${word("too_long")} ${number.format(maxCharacters)}`);
  else if (text.trim()) connection.say("load", {text});
}

/** Load a file; a long one is refused before it is read. */
async function loadFile(file) {
  if (file.size > 4 * maxCharacters) notice(`${word("too_long")} ${number.format(maxCharacters)}`);
  else load(await file.text());
}

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([pgn, "\n"], {type: "application/x-chess-pgn"}));
  link.download = "kiebitz.pgn";
  link.click();
  URL.revokeObjectURL(link.href);
}

const DONE = {
  first: () => go(0),
  back: () => go(moves.parent(shown.node)),
  forth: () => go(moves.next(shown.node)),
  last: () => go(moves.end(shown.node)),
  flip() {
    board.flip();
    at("bar").classList.toggle("flipped");
  },
  search: () => search(at("search").getAttribute("aria-pressed") !== "true"),
  threat() {
    if (hasThreat) {
      board.draw("threat", "");
      return showThreat("");
    }
    showThreat(word("thinking"));
    connection.say("threat");
  },
  why() {
    reasons([word("thinking")]);
    connection.say("explain");
  },
  promote: () => connection.say("promote", {node: shown.node}),
  remove: () => connection.say("remove", {node: shown.node}),
  open: () => at("file").click(),
  save,
  new: () => load(START),
};
for (const [id, act] of Object.entries(DONE)) at(id).addEventListener("click", act);
listen(connection);

at("typed").addEventListener("submit", event => {
  event.preventDefault();
  connection.say("move", {text: englishLetters(at("move").value)});
  at("move").value = "";
});
at("settings").addEventListener("submit", event => {
  event.preventDefault();
  const value = id => at(id).valueAsNumber;
  connection.say("settings", {lines: value("line-count"), threads: value("threads"), hash_mb: value("hash")});
});
at("load").addEventListener("submit", event => {
  event.preventDefault();
  load(at("text").value);
  at("text").value = "";
});
at("file").addEventListener("change", () => {
  if (at("file").files.length) loadFile(at("file").files[0]);
  at("file").value = "";
});

const isTyping = event => event.target.closest?.("input, textarea, select") !== null;
document.addEventListener("paste", event => {
  if (!isTyping(event)) load(event.clipboardData.getData("text"));
});
document.addEventListener("dragover", event => event.preventDefault());
document.addEventListener("drop", event => {
  event.preventDefault();
  if (event.dataTransfer.files.length) loadFile(event.dataTransfer.files[0]);
  else load(event.dataTransfer.getData("text"));
});

const KEYS = {
  ArrowLeft: DONE.back, ArrowRight: DONE.forth, Home: DONE.first, End: DONE.last,
  f: DONE.flip, a: DONE.search, t: DONE.threat, w: DONE.why,
};
document.addEventListener("keydown", event => {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
  event.preventDefault();
  act();
});
