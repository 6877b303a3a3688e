// The page of a repertoire: its tree on the board, training, and where games left it.

import {Board} from "../board.js";
import {Connection} from "../connection.js";
import {language, ownLetters, translate} from "../language.js";
import {cell, row} from "../mygames/table.js";
import {listen, notice, tellLost} from "../notice.js";
import {saveFile} from "../save_file.js";
import {browserStorage} from "../storage.js";
import {textOf} from "../text_file.js";
import {Views} from "../views.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const VIEWS = ["tree", "training", "against"];
const RATING = "kiebitz-rating";

translate(word);
const wanted = new URLSearchParams(location.search);
const board = new Board(at("lines-board"), move => made(move));
const views = new Views(VIEWS, look);
let shelved = {name: "", is_white: true}, walked = {moves: [], ways: []}, card = null, isAsked = false, isTurned = false;

const HEARD = {
  shelved(message) {
    const isOther = message.name !== shelved.name;
    shelved = message;
    document.body.classList.toggle("empty", !message.names.length);
    at("invitation").hidden = Boolean(message.names.length);
    at("names").replaceChildren(...message.names.map(name => new Option(name, name, false, name === message.name)));
    if (!message.name && message.names.length) return say("openlines", {name: message.names[0]});
    at("about").textContent = message.name
      ? `${word(message.is_white ? "for_white" : "for_black")}: ${message.positions.toLocaleString()} ${word("of_positions")}, `
        + `${message.to_know.toLocaleString()} ${word("to_know")}, ${message.due.toLocaleString()} ${word("due")}, `
        + `${message.evaluated.toLocaleString()} ${word("with_evaluation")}` : "";
    if (isOther) turn(!message.is_white);
    if (isOther && views.shown === "training") ask();
  },
  walked(message) {
    walked = message;
    if (views.shown !== "training") show(message);
  },
  linecard: asked,
  lineanswered: answered,
  heldgames: held,
  evaluatedlines({done, left, is_running: isRunning}) {
    at("evaluate").setAttribute("aria-pressed", isRunning);
    at("evaluated").textContent = `${done.toLocaleString()} ${word("evaluated")}, ${left.toLocaleString()} ${word("left")}`;
  },
  foundwinning: won,
  savedlines: ({name, pgn}) => saveFile(`${name}.pgn`, new Blob([pgn], {type: "application/x-chess-pgn"})),
  notice: message => notice([word(message.code), message.detail].filter(Boolean).join(" ")),
};
const connection = new Connection(message => HEARD[message.type](message), code => tellLost(code, word),
  {path: "repertoire/tab", greeting: () => ["enter", {}]});
listen(connection);
look(VIEWS.includes(wanted.get("view")) ? wanted.get("view") : VIEWS[0]);

function say(kind, fields = {}) {
  return connection.say(kind, fields);
}

function turn(turned) {
  if (turned !== isTurned) board.flip();
  isTurned = turned;
}

/** A move on the board: an answer, or a step. */
function made(move) {
  if (views.shown === "training") return answer(move);
  return walk([...walked.moves, move]);
}

function walk(moves) {
  return say("walk", {moves});
}

function look(view) {
  views.show(view);
  if (view === "training" && shelved.name && !isAsked) ask();
  if (view !== "training" && walked.fen) show(walked);
}

function show(message) {
  if (at("winning").dataset.moves !== message.moves.join(" ")) at("winning").hidden = true;
  at("winning-state").textContent = "";
  board.show(message);
  at("line").textContent = ownLetters(numbered(message.line));
  at("opening").textContent = message.opening;
  at("start").disabled = at("back").disabled = !message.moves.length;
  const isEnd = message.is_known && !message.ways.length;
  at("here").textContent = word(!message.is_known ? "unknown" : isEnd ? (message.is_own ? "open_end" : "end") : message.is_own ? "own" : "theirs");
  at("keep").disabled = message.is_known || !message.moves.length;
  at("cut").disabled = !message.is_known || !message.moves.length;
  at("ways").tBodies[0].replaceChildren(...message.ways.map(way => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = ownLetters(way.san);
    button.addEventListener("click", () => walk([...message.moves, way.move]));
    return row([cell(button), cell(way.evaluation || "–", "number"), cell(way.positions.toLocaleString(), "number"), cell(way.comment)]);
  }));
}

/** The moves that win against people, if their position is still shown. */
function won({moves, rating, is_searching: isSearching, found}) {
  if (moves.join(" ") !== walked.moves.join(" ")) return;
  at("winning").dataset.moves = moves.join(" ");
  at("winning").hidden = isSearching || !found.length;
  const hasGames = found.some(way => way.games);
  at("winning").classList.toggle("alone", !hasGames);
  at("winning-state").textContent = isSearching ? word("searching") : !found.length ? word("over")
    : word(hasGames ? "with_games" : "at_rating").replace("{rating}", rating);
  at("winning").tBodies[0].replaceChildren(...found.map(way => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = ownLetters(way.san);
    button.addEventListener("click", () => walk([...moves, way.move]));
    return row([cell(button), cell(`${way.points.toFixed(1)} %`, "number"),
      cell(way.is_engines ? `${way.evaluation} ${word("engines")}` : way.evaluation, "number"), cell(way.games.toLocaleString(), "number"),
      cell(ownLetters(way.answers))]);
  }));
}

/** Moves from the first one on, with their numbers. */
function numbered(line) {
  return line.map((san, ply) => ply % 2 ? san : `${ply / 2 + 1}. ${san}`).join(" ");
}

function ask() {
  say("askline");
}

function asked(message) {
  card = message;
  isAsked = Boolean(message.fen);
  at("standing").textContent = `${message.left.toLocaleString()} ${word("due")}, ${message.later.toLocaleString()} ${word("for_later")}`;
  at("solution").disabled = !isAsked;
  at("task").textContent = isAsked ? `${ownLetters(message.line)} ${word("which")}`.trim() : word("nothing");
  if (isAsked && views.shown === "training") board.show(message);
}

function answer(move) {
  if (!isAsked) return false;
  isAsked = false;
  return say("answerline", {move});
}

function answered(message) {
  board.show({...card, legal: []});
  board.draw("best", message.known_move);
  const again = new Date(message.due).toLocaleString(language, {dateStyle: "short", timeStyle: "short"});
  const known = ownLetters(message.known);
  const parts = {
    right: `${word("right")} ${known}.`, other: `${ownLetters(message.move)}: ${word("other")} ${known}.`,
    wrong: `${word("wrong")} ${known}.`, shown: `${word("shown")} ${known}.`,
  };
  at("task").textContent = [parts[message.verdict], message.comment, `${word("again_at")}: ${again}.`].filter(Boolean).join(" ");
  at("solution").disabled = true;
  at("next").focus();
}

function held(message) {
  at("held").textContent = `${message.games.toLocaleString()} ${word("games_held")}, ${message.plies.toFixed(1)} ${word("plies")}, `
    + `${message.ended.toLocaleString()} ${word("ended")}`;
  at("held-tables").replaceChildren(
    ...(message.deviations.length ? [table("deviations", message.deviations, deviation)] : []),
    ...(message.holes.length ? [table("holes", message.holes, hole)] : []),
  );
}

function table(about, rows, tell) {
  const section = document.createElement("section"), title = document.createElement("h2"), element = document.createElement("table");
  title.textContent = word(about);
  element.createTHead().append(row(["after", about === "holes" ? "they" : "you", "games_", "score"].map((name, place) => {
    const head = document.createElement("th");
    head.scope = "col";
    head.textContent = word(name);
    head.className = place > 1 ? "number" : "";
    return head;
  })));
  element.createTBody().append(...rows.map(each => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = ownLetters(each.after) || word("the_start");
    button.addEventListener("click", () => {
      look("tree");
      walk(each.moves);
    });
    return row([cell(button), cell(tell(each)), cell(each.games.toLocaleString(), "number"),
      cell(each.score < 0 ? "–" : `${each.score.toFixed(0)} %`, "number")]);
  }));
  section.append(title, element);
  return section;
}

function deviation({move, number, known, games, last}) {
  const met = games === 1 ? word("once") : word("times").replace("{games}", games.toLocaleString());
  return `${word("left_at").replace("{number}", number)} ${ownLetters(move)}, ${word("line_is")} ${ownLetters(known)}; ${met}`
    + (last ? `, ${word("last")} ${last}` : "");
}

function hole({move, share}) {
  return `${ownLetters(move)} (${share.toFixed(0)} % ${word("there")})`;
}

/** Keep lines: the file's name is theirs. */
async function add(file) {
  say("addlines", {name: file.name.replace(/\.pgn$/i, "").replace(/[^\w .-]+/g, " ").trim().slice(0, 60) || "lines", pgn: textOf(await file.arrayBuffer())});
}

at("names").addEventListener("change", () => say("openlines", {name: at("names").value}));
at("add").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", () => {
  if (at("file").files.length) add(at("file").files[0]);
  at("file").value = "";
});
document.addEventListener("dragover", event => event.preventDefault());
document.addEventListener("drop", event => {
  event.preventDefault();
  if (event.dataTransfer.files.length) add(event.dataTransfer.files[0]);
});
at("save").addEventListener("click", () => say("savelines"));
at("remove").addEventListener("click", () => { if (confirm(word("really").replace("{name}", shelved.name))) say("removelines"); });
at("shelf").addEventListener("submit", event => event.preventDefault());
at("start").addEventListener("click", () => walk([]));
at("back").addEventListener("click", () => walk(walked.moves.slice(0, -1)));
at("flip").addEventListener("click", () => turn(!isTurned));
at("keep").addEventListener("click", () => say("keepmove", {moves: walked.moves, on: true}));
at("cut").addEventListener("click", () => say("keepmove", {moves: walked.moves, on: false}));
at("evaluate").addEventListener("click", () => say("evaluatelines", {on: at("evaluate").getAttribute("aria-pressed") !== "true"}));
at("rating").value = browserStorage.getItem(RATING) ?? 1500;
at("people").addEventListener("submit", event => {
  event.preventDefault();
  browserStorage.setItem(RATING, at("rating").value);
  say("winningmoves", {rating: Number(at("rating").value)});
});
at("next").addEventListener("click", ask);
at("solution").addEventListener("click", () => answer(""));
at("whose").addEventListener("submit", event => {
  event.preventDefault();
  say("holdgames", {player: at("player").value.trim()});
});
document.addEventListener("keydown", event => {
  if (event.target.closest?.("input, select, [role=tablist], .cm-chessboard") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft" && views.shown !== "training" && walked.moves.length) walk(walked.moves.slice(0, -1));
});
