// On the page Analyse: the game goes into the collection, and the collection's games from its position are a click away.

import {pageAt} from "../address.js";
import {Connection, kept} from "../connection.js";
import {notice, tellLost} from "../notice.js";
import {headOf, openedGame, rememberGame} from "./open_game.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
let connection = null;

/** The number of the game whose place this one takes; 0 if it is another one. */
function replaced() {
  const opened = openedGame();
  return opened && opened.head === headOf(kept.game) ? opened.game : 0;
}

function save() {
  const saying = ["savegame", {pgn: kept.game, chapter: kept.chapter, replaced: replaced()}];
  if (connection?.say(...saying)) return;
  connection = new Connection(message => {
    if (message.type === "collected" && saying.length) connection.say(...saying.splice(0));
    else if (message.type === "savedgame") {
      rememberGame(message.game, headOf(kept.game));
      notice(word("saved"));
    } else if (message.type === "notice") notice([word(message.code), message.detail].filter(Boolean).join(" "));
  }, code => { if (code) tellLost(code, word); }, {path: "mygames/tab", greeting: () => ["enter", {}]});
}

const link = document.createElement("a"), button = document.createElement("button");
link.id = "from-here";
link.textContent = word("from_here");
link.href = pageAt("mygames/");
for (const kind of ["pointerdown", "focus", "click"]) {
  link.addEventListener(kind, () => { link.href = pageAt("mygames/", {fen: kept.fen}); });
}
button.id = "to-my-games";
button.type = "button";
button.textContent = word("save");
button.addEventListener("click", save);
at("my-games").append(button, link);
