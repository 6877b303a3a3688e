// The page that watches the engine think: one position, and three views of what the engine makes of it.

import {Connection} from "../connection.js";
import {translate} from "../language.js";
import {EvaluationView} from "./evaluation_view.js";
import {TableView} from "./table_view.js";
import {TreeView} from "./tree_view.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const START = "startpos", VIEWS = ["tree", "table", "evaluation"];

translate(word);
const wanted = new URLSearchParams(location.search);
let fen = wanted.get("fen") ?? START, view = VIEWS.includes(wanted.get("view")) ? wanted.get("view") : VIEWS[0];
at("fen").value = fen === START ? "" : fen;
const say = text => { at("spoken").textContent = text; };
const trees = new TreeView(what => connection.say("trace", {fen, ...what}), say);
const table = new TableView(what => connection.say("fill", {fen, ...what}), () => connection.say("rest"), say);
const evaluation = new EvaluationView();

const HEARD = {
  choices(message) {
    notice("");
    trees.offer(message);
    table.offer(message);
    look();
  },
  traced: message => trees.show(message.tree),
  filling: message => table.show(message),
  evaluated: message => evaluation.show(message),
  notice(message) {
    trees.refuse();
    notice([word(message.code), message.detail].filter(Boolean).join(" "));
  },
};
const connection = new Connection(message => HEARD[message.type](message), lost, {path: "/think/tab", greeting: () => ["enter", {}]});

function lost(code) {
  table.end();
  notice(code ? `${word("farewell")} ${word(code)}.` : word("lost"), code > 0);
}

/** Tell something, or nothing any more; `again` offers to connect again. */
function notice(text, again = false) {
  at("notice").hidden = !text;
  at("notice-text").textContent = text;
  at("again").hidden = !again;
}

/** Show a view, and begin what it shows of the position; a table is filled when that is asked for. */
function look() {
  for (const name of VIEWS) {
    const isShown = name === view, tab = at(`${name}-tab`);
    at(name).hidden = !isShown;
    tab.setAttribute("aria-selected", isShown);
    tab.tabIndex = isShown ? 0 : -1;
  }
  const query = new URLSearchParams(fen === START ? {view} : {fen, view});
  history.replaceState(null, "", `?${query}${location.hash}`);
  if (view === "tree") trees.begin();
  else if (view === "evaluation") connection.say("evaluate", {fen});
}

function choose(name) {
  view = name;
  look();
}

for (const name of VIEWS) at(`${name}-tab`).addEventListener("click", () => choose(name));
document.querySelector("[role=tablist]").addEventListener("keydown", event => {
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (!step) return;
  event.preventDefault();
  choose(VIEWS[(VIEWS.indexOf(view) + step + VIEWS.length) % VIEWS.length]);
  at(`${view}-tab`).focus();
});
at("position").addEventListener("submit", event => {
  event.preventDefault();
  notice("");
  fen = at("fen").value.trim() || START;
  look();
});
at("again").addEventListener("click", () => connection.connect());
at("dismiss").addEventListener("click", () => notice(""));
