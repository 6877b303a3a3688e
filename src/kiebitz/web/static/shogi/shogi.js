// The page with the board of shogi: a game that this tab keeps, and what the engine thinks of a position.

import {pageAt} from "../address.js";
import {appear} from "../appear.js";
import {Connection} from "../connection.js";
import {languageOfShogi, translate} from "../language.js";
import {listen, notice, tellLost} from "../notice.js";
import {ShogiBoard} from "./board.js";
import {saveFile} from "../save_file.js";
import {Editor, START} from "./editor.js";
import {JudgedGame} from "./judged.js";
import {Mine} from "./mine.js";
import {word} from "./words.js";
import {tabStorage} from "../storage.js";

const at = id => document.getElementById(id);
const KEPT = "kiebitz-shogi", WHEEL_STEP = 50;

translate(word, languageOfShogi);
// What this tab keeps over a reload: the game, where in it one stands, and how it is shown.
const game = {start: START, moves: [], at: 0, title: "", isWestern: false, isTurned: false,
  ending: "", opponent: "", level: 5, mine: 0,
  ...JSON.parse(tabStorage.getItem(KEPT) ?? "{}")};
let position = null, isSearching = false, isJudging = false, found = null;
let isAnswering = false, editor = null;
let opening = 0;  // the game of the collection that is asked for
let waiting = 0;  // answers that are still to come; of positions asked for in a row only the last is shown
let known = null;  // the last position that the server told of, be it shown or not

const keep = changes => {
  Object.assign(game, changes);
  tabStorage.setItem(KEPT, JSON.stringify(game));
};
const asked = () => ({start: game.start, moves: game.moves, at: game.at});

const board = new ShogiBoard(move => playOn(move), askToRaise, (square, man) => {
  at("spoken").textContent = `${square} ${man || word("free")}`;
});

const mine = new Mine(at, word, {
  ask: player => position && connection.say("findmine", {...asked(), player}), play: move => playOn(move),
  open: (number, ply) => {
    opening = number;
    connection.say("openmine", {game: number, at: ply});
  },
});
const judgement = new JudgedGame(at, word, ply => go(ply));

const HEARD = {
  drawing(message) {
    notice("");
    board.draw(at("drawing"), message.svg, message.places);
    board.isTurned = game.isTurned;
    at("count").max = message.most_lines;
    at("level").replaceChildren(...Array.from({length: message.levels}, (_, index) =>
      new Option(index + 1 < message.levels ? String(index + 1) : word("full"), String(index + 1))));
    at("level").value = String(Math.min(game.level, message.levels));
    waiting = 0;
    editor ??= new Editor(message.places[0], start => show({start, moves: [], at: 0, title: "", ending: "", mine: 0}), () => position.sfen);
    show();
  },
  loaded(message) {
    notice("");
    keep({start: message.start, moves: message.moves, at: message.at, title: message.title,
      ending: message.ending, mine: opening});
    opening = 0;
    show();
  },
  shownposition(message) {
    known = message;
    waiting = Math.max(0, waiting - 1);
    if (waiting) return;
    notice("");
    take();
    editor.turn(false);
    appear();
    if (isSearching) search();
    mine.look();
    answer();
  },
  foundlines(message) {
    if (waiting || !position || message.sfen !== position.sfen) return;
    found = message;
    if (!message.is_running) ended();
    tellFound();
  },
  minefound(message) {
    if (message.sfen === position?.sfen) mine.show(message, game.isWestern);
  },
  savedmine(message) {
    keep({mine: message.game});
    notice(word("saved_to_mine"));
    mine.look();
  },
  saved(message) {
    saveFile(message.name, new Blob([message.text], {type: "text/plain"}));
    notice(message.lost);
  },
  answered(message) {
    const isHere = message.at === game.at && message.moves.join() === game.moves.join() && message.start === game.start;
    isAnswering = false;
    if (!isHere) return answer();
    if (message.move) return playOn(message.move);
    keep({ending: {resigns: "投了", declares: "入玉勝ち"}[message.word]});
    notice(word(message.word));
  },
  progress(message) {
    if (isJudging) judgement.running(message.done, message.of);
  },
  gameofshogijudged(message) {
    ended();
    judgement.show(message);
    if (position) look();
  },
  notice(message) {
    if (waiting && known) take();  // what was asked for was refused: back to what is known to be right
    waiting = 0;
    isAnswering = false;
    ended();
    notice([word(message.code), message.detail].filter(Boolean).join(" "));
  },
};
const connection = new Connection(message => HEARD[message.type](message), code => {
  ended();
  tellLost(code, word);
}, {path: "shogi/tab", greeting: () => ["enter", {language: languageOfShogi}]});

/** Go to the position that the server told of. */
function take() {
  position = known;
  keep({start: known.start, moves: known.moves, at: known.at});
  look();
}

function show(changes = {}) {
  keep(changes);
  found = null;
  tellSteps();
  tellFound();  // lines of another position can't be played any more
  if (connection.say("show", asked())) waiting++;
}

function playOn(move) {
  const goesOn = game.moves[game.at] === move;
  const moves = goesOn ? game.moves : [...game.moves.slice(0, game.at), move];
  show({moves, at: game.at + 1, ending: goesOn ? game.ending : ""});
}

/** Ask for the engine's move, if it plays the side to move and the game goes on from here. */
function answer() {
  const side = position?.is_black_to_move ? "black" : "white";
  if (isAnswering || !position || position.ending || game.opponent !== side || game.at < game.moves.length) return;
  ended();
  isAnswering = connection.say("answer", {...asked(), level: game.level});
  if (isAnswering) at("standing").textContent = word("thinking");
}

function go(ply) {
  if (ply !== game.at && ply >= 0 && ply <= game.moves.length) show({at: ply});
}

// A move that was just made has no words before the server's answer.
const wordsOf = index => position.told[index]?.[game.isWestern ? 1 : 0] ?? "";

/** Show the position that the server told of. */
function look() {
  const moved = game.at ? game.moves[game.at - 1] : null;
  const standing = tellStanding();
  board.show(position, moved, [moved ? wordsOf(game.at - 1) : "", standing].filter(Boolean).join(": "));
  at("standing").textContent = standing;
  at("spoken").textContent = [moved ? wordsOf(game.at - 1) : "", standing].filter(Boolean).join(": ");
  at("title").textContent = game.title;
  at("tree").href = pageAt("think/", {fen: position.sfen, view: "tree"});
  at("game").replaceChildren(...position.told.map((_, index) => {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.textContent = `${index + 1}. ${wordsOf(index)}`;
    const sign = document.createElement("b");
    sign.textContent = judgement.sign(game, index);
    button.append(sign);
    button.className = judgement.kind(game, index);
    if (index + 1 === game.at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => go(index + 1));
    item.append(button);
    return item;
  }));
  at("game").querySelector("[aria-current]")?.scrollIntoView({block: "nearest"});
  tellSteps();
  at("search").disabled = position.ending !== "";
  at("judge").disabled = !game.moves.length;
  judgement.mark(game);
  tellFound();
}

/** Say which steps there are from here: at once, before the server has told of the position. */
function tellSteps() {
  const isAtEnd = game.at === game.moves.length;
  for (const [name, isOff] of [["first", !game.at], ["back", !game.at], ["on", isAtEnd], ["last", isAtEnd]])
    document.querySelector(`[data-go=${name}]`).disabled = isOff;
}

function tellStanding() {
  const side = position.is_black_to_move ? "black" : "white";
  const winner = position.winner && word(position.winner);
  if (position.ending === "checkmate") return `${word("checkmate")}: ${winner} ${word("wins")}`;
  if (position.ending === "perpetual_check")
    return `${word(position.winner === "black" ? "white" : "black")} ${word("perpetual_check")}`;
  if (position.ending) return word(position.ending);
  const said = [`${game.at + 1}. ${word(side)} ${word("to_move")}`];
  if (position.is_check) said.push(word("check"));
  if (position.may_declare) said.push(word("may_declare"));
  return said.join(", ");
}

// ---------------------------------------------------------------------------------------------- the engine

function search() {
  isSearching = position !== null && position.ending === "";
  isJudging = false;
  judgement.rested();
  found = null;
  press();
  tellFound();
  if (isSearching) connection.say("analyse", {...asked(), lines: Number(at("count").value) || 1});
}

function judge() {
  ended();
  isJudging = connection.say("judgegame", {start: game.start, moves: game.moves});
  press();
}

function ended() {
  isSearching = isJudging = false;
  judgement.rested();
  press();
}

function press() {
  at("search").setAttribute("aria-pressed", String(isSearching));
  at("judge").setAttribute("aria-pressed", String(isJudging));
}

const scored = line => {
  const sign = {exact: "", lower: "≥ ", upper: "≤ "}[line.bound];
  if (line.mate !== null) return `${word(line.mate > 0 ? "black" : "white").at(-2)} ${word("mates")} ${Math.abs(line.mate)}`;
  return `${sign}${line.centipawns > 0 ? "+" : ""}${line.centipawns}`.replace("-", "−");
};

function lineItem(index) {
  const item = document.createElement("li"), button = document.createElement("button");
  button.type = "button";
  button.addEventListener("click", () => playOn(found.lines[index].moves[0]));
  item.append(document.createElement("b"), button);
  at("found").append(item);
  return item;
}

function tellFound() {
  const figures = at("figures");
  if (!found) {
    figures.textContent = isSearching ? word("searching") : "";
    at("found").replaceChildren();
    board.point(null);
    return;
  }
  const number = count => count.toLocaleString(document.documentElement.lang);
  figures.textContent = `${word("depth")} ${found.depth} · ${number(found.nodes)} ${word("positions")} · `
    + `${number(found.nodes_per_second)} ${word("per_second")} · ${word("hash")} ${(found.hashfull / 10).toFixed(1)} %`;
  // Buttons that are there stay, so that a click or a focus holds while lines come in.
  const list = at("found");
  while (list.children.length > found.lines.length) list.lastChild.remove();
  found.lines.forEach((line, index) => {
    const [value, button] = (list.children[index] ?? lineItem(index)).children;
    value.textContent = scored(line);
    button.textContent = game.isWestern ? line.western : line.japanese;
  });
  board.point(found.lines[0].moves[0]);
}

// ---------------------------------------------------------------------------------------------- what people do

/** Ask whether a man is to promote: true, false, or null if neither. */
function askToRaise() {
  at("raise").hidden = false;
  at("raise-yes").focus();
  return new Promise(resolve => {
    const answer = raises => {
      at("raise").hidden = true;
      board.svg.focus({preventScroll: true});
      resolve(raises);
    };
    at("raise-yes").onclick = () => answer(true);
    at("raise-no").onclick = () => answer(false);
    at("raise").onkeydown = event => { if (event.key === "Escape") answer(null); };
  });
}

const GOALS = {first: () => 0, back: () => game.at - 1, on: () => game.at + 1, last: () => game.moves.length};
for (const button of document.querySelectorAll("[data-go]"))
  button.addEventListener("click", () => go(GOALS[button.dataset.go]()));
const turn = () => {
  board.turn();
  keep({isTurned: board.isTurned});
};
at("turn").addEventListener("click", turn);
at("new").addEventListener("click", () => show({start: START, moves: [], at: 0, title: "", ending: "", mine: 0}));
at("search").addEventListener("click", () => {
  if (!isSearching) return search();
  ended();
  connection.say("rest");
});
at("judge").addEventListener("click", () => {
  if (!isJudging) return judge();
  ended();
  connection.say("rest");
});
at("count").addEventListener("change", () => { if (isSearching) search(); });
at("notation").addEventListener("click", () => {
  keep({isWestern: !game.isWestern});
  at("notation").setAttribute("aria-pressed", String(game.isWestern));
  if (position) look();
  mine.look();
});
at("notation").setAttribute("aria-pressed", String(game.isWestern));
at("typing").addEventListener("submit", event => {
  event.preventDefault();
  const text = at("typed").value.trim();
  if (text && connection.say("type", {...asked(), text})) {
    waiting++;
    at("typed").value = "";
  }
});
at("load").addEventListener("submit", event => {
  event.preventDefault();
  if (at("text").value.trim()) connection.say("load", {text: at("text").value});
});
at("opponent").value = game.opponent;
at("opponent").addEventListener("change", () => {
  keep({opponent: at("opponent").value});
  answer();
});
at("level").addEventListener("change", () => keep({level: Number(at("level").value)}));
for (const button of document.querySelectorAll("[data-save]")) button.addEventListener("click", () =>
  connection.say("save", {start: game.start, moves: game.moves, title: game.title, ending: game.ending,
    format: button.dataset.save}));
at("to-mine").addEventListener("click", () =>
  connection.say("savemine", {start: game.start, moves: game.moves, title: game.title, ending: game.ending, game: game.mine}));
at("copy").addEventListener("click", async () => {
  at("text").value = position.sfen;
  await navigator.clipboard?.writeText(position.sfen).catch(() => null);
  at("spoken").textContent = word("copied");
});
let wheeled = 0;
at("drawing").addEventListener("wheel", event => {
  if (event.ctrlKey) return;
  event.preventDefault();
  wheeled += event.deltaY;
  if (Math.abs(wheeled) < WHEEL_STEP) return;
  go(GOALS[wheeled > 0 ? "on" : "back"]());
  wheeled = 0;
}, {passive: false});

const playBest = () => { if (found?.lines.length) playOn(found.lines[0].moves[0]); };
const KEYS = {
  ArrowLeft: () => go(GOALS.back()), ArrowRight: () => go(GOALS.on()), Home: () => go(0), End: () => go(GOALS.last()),
  f: turn, e: () => at("set-up").click(), a: () => at("search").click(), " ": playBest,
};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest("input, textarea, select, dialog, #raise")) return;
  if (!KEYS[event.key] || (event.key === " " && event.target.closest("button, a, summary"))) return;
  event.preventDefault();
  KEYS[event.key]();
});
listen(connection);
