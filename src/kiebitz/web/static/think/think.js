// The page that watches the engine think: one position, and three views of what the engine makes of it.

import {appear} from "../appear.js";
import {Connection} from "../connection.js";
import {translate} from "../language.js";
import {listen, notice, tellLost} from "../notice.js";
import {Views} from "../views.js";
import {EvaluationView} from "./evaluation_view.js";
import {TableView} from "./table_view.js";
import {TreeView} from "./tree_view.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const START = "startpos", VIEWS = ["tree", "table", "evaluation"];

translate(word);
const wanted = new URLSearchParams(location.search);
let fen = wanted.get("fen") ?? START, view = VIEWS.includes(wanted.get("view")) ? wanted.get("view") : VIEWS[0];
let traced = null;  // the position whose tree was asked for; who comes back to it finds it as it was
at("fen").value = fen === START ? "" : fen;
// A board of shogi has nine ranks.
const game = () => fen.trim().split(" ")[0].split("/").length === 9 ? "shogi" : "chess";
const say = text => { at("spoken").textContent = text; };
const trees = new TreeView(what => connection.say("trace", {fen, ...what}), say,
  what => connection.say("why", {fen, ...what}));
const table = new TableView(what => connection.say("fill", {fen, ...what}), () => connection.say("rest"), say);
const evaluation = new EvaluationView();
const views = new Views(VIEWS, name => {
  view = name;
  look();
});

const HEARD = {
  choices(message) {
    notice("");
    trees.offer(message, game());
    trees.choose(wanted.get("technique") ?? "");
    table.offer(message);
    look();
  },
  async traced(message) {
    await trees.show(message.tree);
    appear();
  },
  reasoned(message) {
    trees.showWhy(message.lines);
  },
  filling(message) {
    table.show(message);
    appear();
  },
  evaluated(message) {
    evaluation.show(message);
    appear();
  },
  notice(message) {
    trees.refuse();
    notice([word(message.code), message.detail].filter(Boolean).join(" "));
  },
};
const connection = new Connection(message => HEARD[message.type](message), lost,
  {path: "think/tab", greeting: () => ["enter", {}]});

function lost(code) {
  table.end();
  tellLost(code, word);
}

/** Show a view, and begin what it shows of the position; a table is filled when that is asked for. */
function look() {
  views.show(view);
  const query = new URLSearchParams(fen === START ? {view} : {fen, view});
  history.replaceState(null, "", `?${query}${location.hash}`);
  if (view === "tree" && traced !== fen) {
    traced = fen;
    trees.play(game());
    trees.begin();
  } else if (view === "evaluation") connection.say("evaluate", {fen});
}

at("position").addEventListener("submit", event => {
  event.preventDefault();
  notice("");
  fen = at("fen").value.trim() || START;
  look();
});
listen(connection);
