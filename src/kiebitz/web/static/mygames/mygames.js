// The page of one's own games: what the server says goes to its place, and what the person does goes to the server.

import {pageAt} from "../address.js";
import {appear} from "../appear.js";
import {Connection} from "../connection.js";
import {translate} from "../language.js";
import {listen, notice, tellLost} from "../notice.js";
import {Views} from "../views.js";
import {addGames} from "./add_games.js";
import {showDossier} from "./dossier.js";
import {Explorer} from "./explorer.js";
import {GameList} from "./game_list.js";
import {Misses} from "./misses.js";
import {openGame} from "./open_game.js";
import {Practice} from "./practice.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const VIEWS = ["mine", "misses", "dossier", "practice"], FILTERS = ["player", "color", "since", "until", "result", "eco", "material", "pawns"];

translate(word);
const wanted = new URLSearchParams(location.search);
const explorer = new Explorer(wanted.get("fen") ?? "", () => browse(0));
const list = new GameList(() => browse(), open);
const say = (...said) => connection.say(...said);
const misses = new Misses(say, open), practice = new Practice(say, open);
const views = new Views(VIEWS, look);
const asked = new Set();

const HEARD = {
  collected({games}) {
    notice("");
    at("count").textContent = games ? `${games.toLocaleString()} ${word("in_collection")}` : "";
    document.body.classList.toggle("empty", !games);
    browse();
  },
  browsed(message) {
    const {records} = message;
    at("records").hidden = !records;
    at("records").textContent = `${records.toLocaleString()} ${word("records")}`;
    at("records").href = pageAt("shogi/");
    explorer.show(message);
    list.show(message);
    appear();
  },
  fetched({account, games, known, is_running: isRunning, said}) {
    const parts = [`${account}: ${games.toLocaleString()} ${word("new_games")}`];
    if (known) parts.push(`${known.toLocaleString()} ${word("known")}`);
    at("taken").textContent = [parts.join(", "), said].filter(Boolean).join("; ");
    at("take-games").hidden = isRunning;
    at("leave-taking").hidden = !isRunning;
    if (games) document.body.classList.remove("empty");
    browse(0);
  },
  openedgame: openGame,
  misses: message => misses.show(message),
  dossier: showDossier,
  card: message => practice.show(message),
  cardanswered: message => practice.hear(message),
  notice: message => notice([word(message.code), message.detail].filter(Boolean).join(" ")),
};
const connection = new Connection(message => HEARD[message.type](message), code => tellLost(code, word),
  {path: "mygames/tab", greeting: () => ["enter", {}]});
listen(connection);
look(VIEWS.includes(wanted.get("view")) ? wanted.get("view") : VIEWS[0]);

function browse(skip = list.skip) {
  list.skip = skip;
  const filter = Object.fromEntries(FILTERS.map(name => [name, at(name).value.trim()]));
  connection.say("browse", {...explorer.asked, ...filter, ...list.asked});
}

function open(game, ply) {
  connection.say("opengame", {game, ply});
}

function look(view) {
  views.show(view);
  if (view === "mine" || view === "dossier" || asked.has(view)) return;
  asked.add(view);
  const ask = () => view === "misses" ? misses.ask() : practice.ask();
  if (connection.isOpen) ask();
  else connection.socket?.addEventListener("open", ask);
}

/** Add files to the collection, one after the other. */
async function add(files) {
  const told = [];
  for (const file of files) {
    at("added").textContent = `${word("adding")} ${file.name}`;
    told.push(`${file.name}: ${await addGames(file)}`);
  }
  at("added").textContent = told.join(" · ");
  document.body.classList.remove("empty");
  browse(0);
}

at("filter").addEventListener("submit", event => {
  event.preventDefault();
  browse(0);
});
at("filter").addEventListener("reset", () => setTimeout(() => browse(0)));
at("whose").addEventListener("submit", event => {
  event.preventDefault();
  misses.ask();
});
at("opponent").addEventListener("submit", event => {
  event.preventDefault();
  say("telldossier", {player: at("about-whom").value.trim()});
});
at("take").addEventListener("submit", event => {
  event.preventDefault();
  say("fetchgames", {account: `${at("site").value}:${at("account").value.trim()}`});
});
at("leave-taking").addEventListener("click", () => say("fetchgames", {account: ""}));
at("choose").addEventListener("click", () => at("files").click());
at("files").addEventListener("change", () => {
  add([...at("files").files]);
  at("files").value = "";
});
document.addEventListener("dragover", event => event.preventDefault());
document.addEventListener("drop", event => {
  event.preventDefault();
  if (event.dataTransfer.files.length) add([...event.dataTransfer.files]);
});
document.addEventListener("keydown", event => {
  if (event.target.closest?.("input, select, [role=tablist], .cm-chessboard") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft" && !at("mine").hidden && !at("back").disabled) at("back").click();
});
