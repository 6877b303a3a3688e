// The page that plays: what the server says of the game goes to its place, what the person does goes to the server.

import {pageAt} from "../address.js";
import {appear} from "../appear.js";
import {Board} from "../board.js";
import {Connection, keep} from "../connection.js";
import {showKept} from "../kept_list.js";
import {englishLetters, ownLetters, translate} from "../language.js";
import {listen, notice, tellLost} from "../notice.js";
import {savePgn} from "../save_file.js";
import {ClockFaces} from "./clock_faces.js";
import {Terms} from "./terms.js";
import {word} from "./words.js";
import {tabStorage} from "../storage.js";

const at = id => document.getElementById(id), main = document.querySelector("main");
const NAME = "kiebitz-play", SURE_MS = 4000;
const FIRST = {fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", turn: "w", check: "", last: [], legal: []};

translate(word);
let standing = null, shown = FIRST, unkept = "", surely = 0;
const board = new Board(at("board"), make), clocks = new ClockFaces();
const connection = new Connection(message => HEARD[message.type](message), lost,
  {path: "play/tab", greeting: () => ["join", {game: tabStorage.getItem(NAME) ?? ""}]});
const terms = new Terms(fields => connection.say("begin", fields));
board.show(FIRST);

const isOn = () => standing?.result === "*";
const isMine = () => isOn() && shown.turn === standing.player;

/** Make a move, as people type it; whether the server was told. */
function make(text) {
  return connection.say("move", {text});
}

function lost(code) {
  clocks.stop();
  tellLost(code, word);
}

// ------------------------------------------------------------------ what is heard

const HEARD = {
  offers(message) {
    notice("");
    terms.offer(message);
  },

  keptgames(message) {
    showKept(message, connection, word);
    leave();
    appear();
  },

  standing(message) {
    const isNew = message.name !== standing?.name;
    if (isNew) unkept = "";
    notice(unkept);  // holds until the server tells that the game is kept
    standing = message;
    tabStorage.setItem(NAME, message.name);
    clocks.hear(message);
    if (isNew) begin();
  },

  shown(message) {
    const made = standing.moves.length - (shown.node ?? 0);
    shown = message;
    board.show({...message, waiting: isOn() && !isMine() ? standing.player : undefined});
    at("opening").textContent = message.opening;
    showMoves();
    showState();
    place();
    say(made === 1);
    appear();
  },

  hinted({move, san}) {
    board.draw("best", move);
    at("spoken").textContent = `${word("hint")}: ${ownLetters(san)}`;
  },

  kept() {
    if (unkept) notice(unkept = "");
  },

  notice({code, detail}) {
    const text = [word(code), detail].filter(Boolean).join(" ");
    if (code === "unkept") unkept = text;
    if (code === "elsewhere") leave();
    if (code === "refused" && isOn()) board.show(shown);  // a move that was not one is taken back
    notice(text);
  },
};

/** A game begins, or is gone on with, at this board. */
function begin() {
  shown = FIRST;
  const isChosen = at("terms").contains(document.activeElement);
  at("kept").hidden = at("terms").hidden = true;
  at("game").hidden = false;
  main.classList.remove("choosing");
  if (isChosen) at("game").focus({preventScroll: true});
  at("place").scrollIntoView({block: "nearest"});
  if (board.board.getOrientation() !== standing.player) board.flip().then(place);
}

/** No game is played here. */
function leave() {
  standing = null;
  tabStorage.removeItem(NAME);
  shown = FIRST;
  board.show(shown);
  clocks.hear({white_ms: -1, black_ms: -1, runs: ""});
  place();
  at("game").hidden = true;
  at("terms").hidden = false;
  main.classList.add("choosing");
}

const opponent = () => standing.elo ? `Kiebitz (${standing.elo})` : standing.era;

/** Put names and clocks where the colours are. */
function place() {
  const isWhiteNear = board.board.getOrientation() === "w", sides = isWhiteNear ? ["w", "b"] : ["b", "w"];
  for (const [index, side] of sides.entries()) {
    const name = !standing ? "" : side === standing.player ? word("you") : opponent();
    at(["near-name", "far-name"][index]).textContent = name;
    at(["near-clock", "far-clock"][index]).setAttribute("aria-label", `${word("clock")}: ${word(side === "w" ? "white" : "black")}`);
  }
  clocks.place({[sides[0]]: at("near-clock"), [sides[1]]: at("far-clock")});
}

function showMoves() {
  const content = [];
  standing.moves.forEach((san, index) => {
    const ply = standing.first_ply + index, move = document.createElement("span");
    if (ply % 2 === 0 || index === 0) {
      const number = document.createElement("b");
      number.textContent = `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."}`;
      content.push(number, " ");
    }
    move.textContent = ownLetters(san);
    content.push(move, " ");
  });
  at("moves").replaceChildren(...content);
  at("moves").scrollTop = at("moves").scrollHeight;
}

/** How the game ended, in words. */
function ending() {
  const winner = {"1-0": "w", "0-1": "b"}[standing.result];
  return `${word(winner ? winner === standing.player ? "you_won" : "kiebitz_won" : "drawn")} ${word(standing.cause)}`;
}

function showState() {
  at("state").textContent = !isOn() ? ending() : isMine() ? word("your_move") : word("thinking");
  for (const id of ["hint", "draw", "resign"]) at(id).hidden = !isOn();
  for (const id of ["rematch", "analyse", "save"]) at(id).hidden = isOn();
  at("hint").disabled = at("draw").disabled = !isMine();
  at("take-back").hidden = standing.white_ms >= 0;
  at("take-back").disabled = !standing.can_take_back;
  at("new").hidden = false;
  calm();
}

/** Tell screen readers what has happened: `isMove` if a move was made. */
function say(isMove) {
  const maker = shown.turn === standing.player ? "Kiebitz" : word("you");
  const parts = isMove ? [`${maker}: ${ownLetters(standing.moves.at(-1))}`] : [];
  if (!isOn()) parts.push(ending());
  else if (shown.check) parts.push(word("in_check"));
  at("spoken").textContent = parts.length ? parts.join(", ") : isMine() ? word("your_move") : "";
}

// ------------------------------------------------------------------ what is done

/** Resigning takes two clicks. */
function resign() {
  if (surely) {
    calm();
    return connection.say("resign");
  }
  at("resign").textContent = word("surely");
  surely = setTimeout(calm, SURE_MS);
}

function calm() {
  clearTimeout(surely);
  surely = 0;
  at("resign").textContent = word("resign");
}

const DONE = {
  flip: () => board.flip().then(place),
  "take-back": () => connection.say("takeback"),
  hint: () => connection.say("hint"),
  draw: () => connection.say("offerdraw"),
  resign,
  save: () => savePgn(standing.pgn),
  analyse() {
    keep({game: standing.pgn, path: standing.moves.map(() => 0), chapter: 1, kept: "", analysing: 0, judged: null, listed: null, isDirty: false, isFollowing: false});
    location.assign(pageAt(""));
  },
  rematch: () => connection.say("begin", {...terms.agreed(), colour: standing.player === "w" ? "black" : "white"}),
  new() {
    at("terms").hidden = false;
    at("new").hidden = true;
    at("opponent").focus();
  },
  later: () => { at("kept").hidden = true; },
};
for (const [id, act] of Object.entries(DONE)) at(id).addEventListener("click", act);
listen(connection);

at("typed").addEventListener("submit", event => {
  event.preventDefault();
  make(englishLetters(at("move").value));
  at("move").value = "";
});

addEventListener("beforeunload", event => {
  if (unkept && isOn()) event.preventDefault();
});

const KEYS = {f: "flip", h: "hint", "Ctrl+z": "take-back"};
document.addEventListener("keydown", event => {
  const id = KEYS[(event.ctrlKey || event.metaKey ? "Ctrl+" : "") + event.key];
  if (!id || event.altKey || event.defaultPrevented || event.target.closest?.("input, textarea, select")) return;
  event.preventDefault();
  if (at(id).offsetParent) at(id).click();  // what isn't there to be clicked does nothing by its key, either
});
