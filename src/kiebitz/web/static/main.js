// The page Analyse: what the server says goes to its place, and what the person does goes to the server.

import {Board} from "./board.js";
import {Connection, keep, kept} from "./connection.js";
import {Editor} from "./editor.js";
import {Games} from "./games.js";
import {showKept} from "./kept_list.js";
import {englishLetters, language, ownLetters, translate} from "./language.js";
import {Known} from "./known.js";
import {Learn} from "./learn.js";
import {Moves} from "./moves.js";
import {listen, notice, tellLost} from "./notice.js";
import {Notes} from "./notes.js";
import {Report} from "./report.js";
import {savePgn} from "./save_pgn.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const number = new Intl.NumberFormat(language), short = new Intl.NumberFormat(language, {notation: "compact"});
const START = "startpos";
const SETTINGS = {lines: "line-count", threads: "threads", hash_mb: "hash", seconds: "seconds", depth: "depth"};

translate(word);
let shown = {node: 0, turn: "w"}, tree = {pgn: "", edits: 0}, newTree = null, maxCharacters = Infinity, hasThreat = false, loaded = "", isBack = false, safeEdits = 0;
const board = new Board(at("board"), make);
const moves = new Moves(at("moves"), go);
const connection = new Connection(message => HEARD[message.type](message), lost);
const report = new Report(connection, moves, go), notes = new Notes(connection);
const known = new Known(make);
const editor = new Editor(fen => connection.say("examine", {fen}), fen => load(fen), () => shown.fen);
const learn = new Learn(connection, report, {
  go, pointAt: move => board.draw("best", move), rest: () => search(false),
});
const games = new Games(number => connection.say("choose", {number}));

function go(node) {
  if (node !== undefined && node !== shown.node) connection.say("go", {node});
}

function lost(code) {
  if (shown.fen) board.show(shown);  // a move that nobody has answered is taken back
  tellLost(code, word);
}

/** Make a move, as people type it; who learns only tries it. Whether the server was told. */
function make(text) {
  return learn.isOn ? learn.attempt(text) : connection.say("move", {text});
}

// ------------------------------------------------------------------ what is heard

const HEARD = {
  welcome(message) {
    notice("");
    maxCharacters = message.max_characters;
    for (const [name, id] of Object.entries(SETTINGS)) {
      Object.assign(at(id), {value: message.settings[name], max: message.most[name]});
    }
    keepRoom();
    if (kept.listed !== null) connection.say("list", {text: kept.listed});
    search(kept.searching);
    isBack = true;
  },

  games(message) {
    if (at("text").value === loaded) at("text").value = "";  // what was refused stays, to be mended
    keep({listed: message.games.length ? loaded || kept.listed || "" : null});
    games.show(message.games);
  },

  keptgames: message => showKept(message, connection, word),

  kept(message) {
    keep({kept: `${message.name}:${message.stamp}`});
    safeEdits = message.edits;
  },

  tree: message => { newTree = message; },

  shown(message) {
    const isSame = message.node === shown.node && message.fen === shown.fen;
    shown = message;
    keep({path: message.path, fen: message.fen});
    if (newTree) showTree();
    moves.mark(message.node);
    report.mark(message.node);
    showNotes();
    if (isSame) return;  // only the way to it is another, or what is said of it
    board.show(message);
    learn.leave(message.node);
    at("opening").textContent = message.opening;
    at("watch").href = `/think/?${new URLSearchParams({fen: message.fen})}${location.hash}`;
    at("promote").disabled = at("remove").disabled = message.node === 0;
    at("back").disabled = at("first").disabled = message.node === 0;
    at("forth").disabled = at("last").disabled = moves.next(message.node) === undefined;
    known.hide();
    showThreat("");
    at("reasons").hidden = true;
    at("lines").replaceChildren();
    at("speed").textContent = word(message.outcome);
    const san = moves.san(message.node);
    const state = message.outcome ? word(message.outcome) : message.check ? word("in_check") : "";
    at("spoken").textContent = [san ? `${word("move_made")} ${san}` : word("start"), state].filter(Boolean).join(", ");
  },

  known(message) {
    if (message.node === shown.node) known.show(message);
  },

  examined: message => editor.hear(message),

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
    if (!learn.isOn) board.draw("best", message.lines[0]?.first ?? "");
  },

  thinking(message) {
    if (message.node !== shown.node) return;
    if (message.about === "threat") showThreat(word("thinking"));
    else reasons([word("thinking")]);
  },

  threatfound(message) {
    if (message.node !== shown.node) return;
    board.draw("threat", message.move);
    showThreat(message.move ? `${word("threat_is")}: ${message.score} ${ownLetters(message.text)}` : word("no_threat"));
  },

  explained(message) {
    if (message.node !== shown.node) return;
    reasons(message.sentences.length ? message.sentences : [word("no_reason")]);
  },

  attempted(message) {
    board.show(shown);  // the move was only tried
    learn.hear(message);
  },

  progress: message => report.progress(message),

  judged: message => {
    report.hear(message);
    report.mark(shown.node);
  },

  notice(message) {
    notice([word(message.code), message.detail].filter(Boolean).join(" "));
    if (message.code === "busy") {
      keep({searching: false});
      press(at("search"), false);
    } else if (message.code === "refused" && shown.fen) board.show(shown);  // a move that was not one is taken back
  },
};

/** Show a game that the server has told of, now that its position is known, too. */
function showTree() {
  [tree, newTree] = [newTree, null];
  if (tree.edits === 0) {
    safeEdits = 0;
    if (!isBack) keep({kept: ""});
  }
  keep({game: tree.pgn});
  moves.show(tree);
  report.match();
  at("undo").disabled = !tree.can_undo;
  at("redo").disabled = !tree.can_redo;
  const {White: white = "?", Black: black = "?", Result: result = "*"} = tree.headers;
  at("players").textContent = white === "?" && black === "?" ? "" : `${white} – ${black} ${result === "*" ? "" : result}`;
  if (isBack) report.takeUp();
  isBack = false;
}

function showNotes() {
  const node = moves.nodes.get(shown.node);
  notes.show(shown.node, node ? node.comment : tree.comment, node?.nags);
}

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

/** Let the lines have their room before they come, so that nothing moves when they do. */
function keepRoom() {
  at("lines").style.setProperty("--count", at("line-count").value);
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
  else if (text.trim()) {
    loaded = text;
    connection.say("load", {text});
  }
}

/** Load a file; a long one is refused before it is read. */
async function loadFile(file) {
  if (file.size > 4 * maxCharacters) notice(`${word("too_long")} ${number.format(maxCharacters)}`);
  else load(await file.text());
}

function save() {
  savePgn(tree.pgn);
  safeEdits = tree.edits;
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
    connection.say("threat");
  },
  why: () => connection.say("explain"),
  promote: () => connection.say("promote", {node: shown.node}),
  remove: () => connection.say("remove", {node: shown.node}),
  undo: () => connection.say("undo"),
  redo: () => connection.say("redo"),
  open: () => at("file").click(),
  save,
  new: () => load(START),
  later: () => { at("kept").hidden = true; },
};
for (const [id, act] of Object.entries(DONE)) at(id).addEventListener("click", act);
listen(connection);

at("typed").addEventListener("submit", event => {
  event.preventDefault();
  make(englishLetters(at("move").value));
  at("move").value = "";
});
at("settings").addEventListener("submit", event => {
  event.preventDefault();
  const wanted = Object.entries(SETTINGS).map(([name, id]) => [name, at(id).valueAsNumber]);
  connection.say("settings", Object.fromEntries(wanted));
  keepRoom();
});
at("load").addEventListener("submit", event => {
  event.preventDefault();
  load(at("text").value);
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

addEventListener("beforeunload", event => {
  if (tree.edits !== safeEdits) event.preventDefault();
});

function writeNote() {
  at("notes").open = true;
  at("comment").focus();
}

const KEYS = {
  ArrowLeft: DONE.back, ArrowRight: DONE.forth, Home: DONE.first, End: DONE.last,
  f: DONE.flip, a: DONE.search, t: DONE.threat, w: DONE.why, c: writeNote,
  "Ctrl+z": DONE.undo, "Ctrl+y": DONE.redo, "Ctrl+Z": DONE.redo,
};
document.addEventListener("keydown", event => {
  const act = KEYS[(event.ctrlKey || event.metaKey ? "Ctrl+" : "") + event.key];
  if (!act || event.altKey || event.defaultPrevented || isTyping(event)) return;
  event.preventDefault();
  act();
});
