// The board alone, for a stream or a second screen: what the tab used last shows or, with source=file, the file that the
// server follows. The address says what is on it: bar, words, arrows, turned, coordinates, board (off: none), men.

import {Bar} from "../bar.js";
import {Board} from "../board.js";
import {Connection} from "../connection.js";
import {drawnShape} from "../drawing.js";
import {language} from "../language.js";
import {arrowsOf} from "../lines.js";
import {wear} from "../looks.js";

const at = id => document.getElementById(id), wished = new URLSearchParams(location.search);
const wants = name => !["", "0", "off", null].includes(wished.get(name) ?? null);
const FILE = "file";

document.documentElement.lang = language;
wear({board: wished.get("board") ?? "brown", men: wished.get("men") ?? "classic", coordinates: wished.get("coordinates") ?? "off"});
at("bar").hidden = !wants("bar");
at("board").hidden = wished.get("board") === "off";
document.body.classList.toggle("boardless", at("board").hidden);
const board = new Board(at("board"), () => false), bar = new Bar();
if (wants("turned")) board.flip();

const HEARD = {
  shown(message) {
    board.show({...message, legal: []});
    board.point("drawn", []);
    bar.show({score: "", expected: -1});
    at("words").textContent = "";
  },
  presented({shapes, words}) {
    board.point("drawn", shapes.map(drawnShape));
    if (wants("words")) at("words").textContent = words;
  },
  lines(message) {
    if (!message.lines.length) return;
    bar.show({score: message.lines[0].score, expected: message.expected});
    if (wants("arrows")) board.point("best", arrowsOf(message.lines));
  },
  welcome() {
    if (wants("bar") || wants("arrows")) connection.say("search", {on: true});
  },
};

const isFile = wished.get("source") === FILE;
const connection = new Connection(message => HEARD[message.type]?.(message), () => {}, isFile
  ? {path: "tab", greeting: () => ["hello", {game: "", path: [], chapter: 1, has_game: false}]}
  : {path: "stream/tab", greeting: () => ["enter", {}]});
