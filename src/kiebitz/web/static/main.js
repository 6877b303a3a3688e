// The page Analyse: what the server says goes to its place, and what the person does goes to the server.

import {pageAt} from "./address.js";
import {appear} from "./appear.js";
import {Bar} from "./bar.js";
import {Board} from "./board.js";
import {Chapters} from "./chapters.js";
import {letCopy, tellCopied} from "./copying.js";
import {Connection, keep, kept} from "./connection.js";
import {Drawing} from "./drawing.js";
import {commented, drawn, madeMain, marked, promoted, removed, tagged} from "./edits.js";
import {Editor} from "./editor.js";
import {Game} from "./game.js";
import {Keeping} from "./keeping.js";
import {showKept} from "./kept_list.js";
import {englishLetters, language, ownLetters, translate} from "./language.js";
import {Known} from "./known.js";
import {Learn} from "./learn.js";
import {arrowsOf, Lines} from "./lines.js";
import {sound} from "./looks.js";
import {letLooks} from "./looks_form.js";
import {MiniBoard} from "./mini_board.js";
import {MoveMenu} from "./move_menu.js";
import {Moves} from "./moves.js";
import {addGames} from "./mygames/add_games.js";
import {word as ofMyGames} from "./mygames/words.js";
import {listen, notice, tellBack, tellLost} from "./notice.js";
import {judgedBy, Notes, withoutSign} from "./notes.js";
import {pgnOf} from "./pgn.js";
import {Place} from "./place.js";
import {Places} from "./places.js";
import {PlayOn} from "./play_on.js";
import {Pupils} from "./pupils.js";
import {Report} from "./report.js";
import {savePgn} from "./save_file.js";
import {saveGif, savePng, saveSvg, svgOf} from "./picture.js";
import {Sheet} from "./sheet.js";
import {Sides} from "./sides.js";
import {Study} from "./study.js";
import {Tags} from "./tags.js";
import {textOf} from "./text_file.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const number = new Intl.NumberFormat(language), short = new Intl.NumberFormat(language, {notation: "compact"});
const START = "startpos", WHEEL_STEP = 50, SIGN_MS = 800;
const SETTINGS = {lines: "line-count", threads: "threads", hash_mb: "hash", seconds: "seconds", depth: "depth"};

translate(word);
let opened = null, shownChapter = 1, maxCharacters = Infinity, hasThreat = false, loaded = "", given = null, isBack = false, isOld = false, signTyped;
const game = new Game(), told = new Map();  // told: what the server has said of positions
const board = new Board(at("board"), make);
const moves = new Moves(at("moves"), go);
const connection = new Connection(message => HEARD[message.type](message), lost, {greeting: hello});
const study = new Study(game, {
  show: showChange, read: (text, chapter) => connection.say("read", {text, chapter}), refuse: why => notice(word(why)),
});
const keeping = new Keeping(study, connection);
const place = new Place(game, connection, () => keep({path: game.path(), fen: game.fen()}), present);
const pupils = new Pupils(connection, arrows => board.point("answers", arrows));
const edit = (change, ...given) => study.edit(change(game.tree, ...given), {why: "in_main_line"});
const mark = (node, nag) => node && edit(marked, node, nag);
const report = new Report(connection, game, {go, annotate}), bar = new Bar(), sides = new Sides(game);
const notes = new Notes({mark, say: (node, text) => game.nodes.has(node) && edit(commented, node, text)});
const known = new Known(make);
const lines = new Lines(new MiniBoard(), {
  play: (line, isWhole) => play(line, isWhole ? game.here : undefined), fenAfter: line => game.fenAfter(line),
  isTurned: () => board.isTurned,
});
const drawing = new Drawing(board, shapes => edit(drawn, game.here, shapes));
const editor = new Editor(fen => connection.say("examine", {fen}), fen => load(fen), () => game.fen());
const learn = new Learn(connection, report, {
  go, pointAt: move => board.draw("best", move), rest: () => search(false), turn: colour => board.turnTo(colour),
});
const chapters = new Chapters(study, number => leaveFor("choose", {number}));
const tags = new Tags(given => study.edit(tagged(game.tree, given), {why: "bad_tag"}));
const playOn = new PlayOn({
  make: uci => play([uci]), read: san => game.read(san), fen: () => game.fen(), rest: () => search(false),
});
const places = new Places(game, go);
new Sheet(at("sheet"), game, report, () => board.isTurned);
letLooks(() => {
  board.dress();
  showGame();
  showPlace();
});
letCopy({fen: () => game.fen(), pgn: () => pgnOf(game.tree), place: () => game.place()});
new MoveMenu(at("moves"), at("move-menu"), {
  comment: node => (go(node), writeNote()), explain: node => (go(node), connection.say("explain")),
  play: node => (go(node), playOn.begin()), promote: node => edit(promoted, node), main: node => edit(madeMain, node),
  remove: node => edit(removed, node),
  line: node => tellCopied(ownLetters(game.text(node))), fen: node => tellCopied(game.fen(node)),
}, mark);

/** Say what this tab has: its game, or what it remembers of it, or nothing. */
function hello() {
  isOld = !study.isOpen && kept.game !== "" && !kept.isFollowing;
  const isNew = kept.isFollowing || !study.isOpen && !isOld;
  return ["hello", {game: isOld ? kept.game : "", path: isOld ? kept.path : [], chapter: kept.chapter, has_game: !isNew && !isOld}];
}

/** Show the position of a node. */
function go(node) {
  if (node === undefined || node === game.here) return;
  game.here = node;
  showPlace();
}

/** Show those who look on what this page shows beside the men. */
function present() {
  const {here} = game, said = learn.isOn || here === 0 ? [] : [report.name(here), ...report.said(here)];
  connection.say("present", {node: here, shapes: game.nodes.get(here).shapes ?? [], words: said.join(" ")});
}

/** Make moves, UCI text, and stay at `stay` if it is given; whether they were made. */
function play(moves, stay) {
  const isMade = study.play(moves);
  if (isMade) go(stay);
  return isMade;
}

let annotatedEdits = 0;

/** Have what was found of the game written into it. */
function annotate() {
  annotatedEdits = study.edits;
  connection.say("annotate", {game: pgnOf(game.tree)});
}

function lost(code) {
  keeping.rest();
  tellLost(code, word);
}

/** Make a move, as people type it; who learns only tries it. Whether it was made, or the server was asked. */
function make(text) {
  const uci = game.read(text);
  if (learn.isOn) return learn.attempt(uci ?? text);
  if (!uci) return connection.say("move", {text});
  if (playOn.isOn && !playOn.isMine) return false;
  const isMade = play([uci]);
  if (isMade && playOn.isOn) {
    playOn.moved(game.nodes.get(game.here).san);
    showBoard();
  }
  return isMade;
}

/** Take what is typed: a move, with a sign perhaps, or a sign for the move that led here. */
function typed(text) {
  const [move, nag] = withoutSign(text);
  const before = game.here, isMade = move ? make(englishLetters(move)) : game.here !== 0;
  signTyped = learn.isOn ? undefined : nag;
  if (isMade && nag !== undefined && !learn.isOn && (!move || game.here !== before)) mark(game.here, nag);
}

// ------------------------------------------------------------------ what is heard

const HEARD = {
  welcome(message) {
    maxCharacters = message.max_characters;
    study.limits = message;
    keeping.isPossible = message.keeps;
    if (message.follows && !isOld && !study.isOpen) keep({isFollowing: true});
    report.offer(message.judges);
    for (const [name, id] of Object.entries(SETTINGS)) {
      Object.assign(at(id), {value: message.settings[name], max: message.most[name]});
    }
    keepRoom();
    if (kept.listed !== null) connection.say("list", {text: kept.listed});
    search(kept.searching);
    isBack = true;
    if (study.isOpen) {
      place.note();
      keeping.tell();
      back();
    }
  },

  games(message) {
    if (at("text").value === loaded) at("text").value = "";  // what was refused stays, to be mended
    keep({listed: message.are_chapters ? null : loaded || kept.listed || ""});
    opened = message;
    if (!message.are_chapters) chapters.show(message);
  },

  keptgames: message => showKept(message, connection, word),

  kept: message => keeping.hear(message),

  tree(message) {
    const tree = study.adopted(message), games = opened;
    opened = null;
    if (!games) return study.arrived(tree);
    if (games.is_grown && kept.isFollowing) return study.grow(games, tree);
    told.clear();
    keeping.begin(isOld);
    study.open(games, tree);
    isOld = false;
    back();
    places.note(true);
    obey();
    if (!takeAddress()) places.arrive();
    appear();
  },

  shown(message) {
    if (!game.nodes.has(message.node) || game.fen(message.node) !== message.fen) return;  // of another game
    told.set(message.node, message);
    if (message.node === game.here) showKnownPlace();
  },

  moveread({node, move}) {
    if (node !== game.here || !play([move])) return;
    if (signTyped !== undefined) mark(game.here, signTyped);
  },

  annotated({tree}) {
    if (study.edits !== annotatedEdits) return annotate();  // something was said of a move meanwhile
    const path = game.path();
    if (study.edit(study.adopted(tree), {here: 0, before: study.state()})) go(game.nodeAtPath(path));
  },

  known(message) {
    if (message.node === game.here) known.show(message);
  },

  examined: message => editor.hear(message),

  lines(message) {
    if (message.node !== game.here) return;
    lines.show(message.lines);
    if (message.lines.length) {
      at("speed").textContent = `${word("depth")} ${message.depth}/${message.selective_depth} · ` +
        `${short.format(message.nodes)} ${word("nodes")} · ${short.format(message.nodes_per_second)} ${word("per_second")}` +
        ` · ${word("table")} ${number.format(Math.round(message.hashfull / 10))} %`;
      bar.show({score: message.lines[0].score, expected: message.expected});
    }
    if (!learn.isOn) board.point("best", arrowsOf(message.lines));
  },

  thinking(message) {
    if (message.node !== game.here) return;
    if (message.about === "threat") showThreat(word("thinking"));
    else reasons([word("thinking")]);
  },

  threatfound(message) {
    if (message.node !== game.here) return;
    board.draw("threat", message.move);
    showThreat(message.move ? `${word("threat_is")}: ${message.score} ${ownLetters(message.text)}` : word("no_threat"));
  },

  explained(message) {
    if (message.node !== game.here) return;
    reasons(message.sentences.length ? message.sentences : [word("no_reason")]);
  },

  attempted(message) {
    board.show(game.shown());  // the move was only tried
    learn.hear(message);
  },

  progress: message => report.progress(message),

  judged: message => {
    report.hear(message);
    report.mark(game.here);
    present();
  },

  classtold: message => pupils.hear(message, game.here),

  notice(message) {
    if (message.code === "too_large") return offerToCollection(message.detail);
    if (message.code === "unkept") keeping.fail();
    if (message.code === "refused") isOld = false;  // what this tab remembers can't be read: nothing is kept in its place
    notice([word(message.code), message.detail].filter(Boolean).join(" "));
    if (message.code === "busy") {
      keep({searching: false});
      press(at("search"), false);
      document.body.classList.remove("searching");
    } else if (message.code === "refused" && learn.isOn) learn.refuse(message.detail);
  },
};

/** The connection is back, and what was under way goes on. */
function back() {
  if (isBack) {
    tellBack();
    report.takeUp();
  }
  isBack = false;
}

/** Show the game after a change of it, or another chapter. */
function showChange() {
  if (study.number !== shownChapter && kept.analysing && !isBack) connection.say("leaveanalysis");
  shownChapter = study.number;
  if (study.edits && kept.isFollowing) {
    keep({isFollowing: false});
    connection.say("unfollow");
    notice(word("left_file"));
  }
  showFacts();
  showGame();
  showPlace();
  keeping.note();
}

/** Show what is known of the game beside its moves. */
function showFacts() {
  const {headers} = game.tree;
  if (!kept.listed && kept.listed !== "") chapters.show({games: study.entries(), are_chapters: true, shown: study.number});
  tags.show(headers);
  at("undo").disabled = !study.canUndo;
  at("redo").disabled = !study.canRedo;
  const {White: white = "?", Black: black = "?", Result: result = "*"} = headers;
  at("players").textContent = white === "?" && black === "?" ? "" : `${white} – ${black} ${result === "*" ? "" : result}`;
}

let obeyed = "";

/** Do what a chapter asks for that was opened: turn the board, begin a lesson. */
function obey() {
  const {Orientation: side = "", ChapterMode: mode = "", ChapterName: name = "", White: white = ""} = game.tree.headers;
  const own = [study.number, side, mode, name, white].join("\n"), isOther = own !== obeyed;
  obeyed = own;
  if (!isOther || study.edits || !["white", "black"].includes(side.toLowerCase())) return;
  board.turnTo(side.toLowerCase());
  if (mode.toLowerCase() === "gamebook") learn.beginLesson(side.toLowerCase());
}

/** Show the moves of the game. */
function showGame() {
  moves.show(game);
  report.match();
}

/** Show the position that the tab is at. */
function showPlace() {
  const shown = game.shown(), {here} = game;
  place.note();
  moves.mark(here);
  places.note();
  report.mark(here);
  showNotes();
  showBoard();
  if (game.nodes.get(here).san) sound(game.nodes.get(here).san.includes("x"));
  learn.leave(here);
  at("stream").href = pageAt("stream/", {bar: 1, arrows: 1});  // programs that broadcast know the token by nothing else
  at("watch").href = pageAt("think/", {fen: shown.fen});
  at("promote").disabled = at("make-main").disabled = at("remove").disabled = here === 0;
  at("back").disabled = at("first").disabled = here === 0;
  at("forth").disabled = at("last").disabled = game.next(here) === undefined;
  known.hide();
  showThreat("");
  at("reasons").hidden = true;
  lines.show([]);
  if (!learn.isOn) board.draw("best", report.better(here));
  drawing.show(game.nodes.get(here).shapes);
  sides.show(shown.turn);
  pupils.place(here);
  bar.show(ended(shown) ?? game.nodes.get(here));
  showKnownPlace();
}

/** Show the position on the board; while an opponent thinks, a move may be said beforehand. */
function showBoard() {
  const shown = game.shown();
  board.show(playOn.isOn && !playOn.isMine ? {...shown, waiting: playOn.standing.player} : shown);
  board.sign(shown.last[1], shown.last.length ? judgedBy(game.nodes.get(game.here).nags) : undefined);
}

/** What the bar tells of a position in which the game has ended; undefined of any other. */
function ended({outcome, turn}) {
  if (outcome) return {score: "", expected: outcome !== "checkmate" ? 500 : turn === "w" ? 0 : 1000};
}

/** Show what only the server knows of the position: its opening, and what ends the game by repetition. */
function showKnownPlace() {
  const shown = game.shown(), seen = told.get(game.here);
  const outcome = seen?.outcome || shown.outcome, san = ownLetters(game.nodes.get(game.here).san ?? "");
  if (seen) at("opening").textContent = seen.opening;
  if (!at("lines").children.length) at("speed").textContent = word(outcome);
  const state = outcome ? word(outcome) : shown.check ? word("in_check") : "";
  say([san ? `${word("move_made")} ${san}` : word("start"), state].filter(Boolean).join(", "));
}

function say(text) {
  if (at("spoken").textContent !== text) at("spoken").textContent = text;
}

function showNotes() {
  const {comment, nags} = game.nodes.get(game.here);
  notes.show(game.here, comment, game.here === 0 ? undefined : nags);
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
  document.body.classList.toggle("searching", on);
  connection.say("search", {on});
}

/** Load a text, which came as `file` if it came as one. */
function load(text, file = undefined) {
  given = file ?? new Blob([text]);
  if (text.length > maxCharacters) offerToCollection(`${word("too_long")} ${number.format(maxCharacters)}`);
  else if (text.trim()) {
    loaded = text;
    leaveFor("load", {text});
  }
}

/** Ask for another game, once what was changed in this one is kept. */
async function leaveFor(type, fields) {
  notes.write();
  await keeping.settled();
  keep({isFollowing: false});
  connection.say(type, fields);
}

/** Load the game or position that the address of the page names, once; whether it names one. */
function takeAddress() {
  const query = new URLSearchParams(location.search), text = query.get("pgn") ?? query.get("fen");
  if (!text) return false;
  history.replaceState(null, "", pageAt(""));
  load(text);
  return true;
}

/** Load a file; a long one isn't read. */
async function loadFile(file) {
  given = file;
  if (file.size > 4 * maxCharacters) offerToCollection(`${word("too_long")} ${number.format(maxCharacters)}`);
  else load(textOf(await file.arrayBuffer()), file);
}

/** What is more than a tab takes may go to My games. */
function offerToCollection(why) {
  const file = given;
  notice(why, false, {label: word("to_collection"), async act() {
    notice(ofMyGames("adding"));
    notice(`${word("my_games")}: ${await addGames(file)}`);
  }});
}

/** The position shown as a picture, with what is drawn over it. */
function picture() {
  return svgOf(game.fen(), {move: game.nodes.get(game.here).move, isTurned: board.isTurned, shapes: board.shapes.svg});
}

/** The line that the position shown is in, from its first position on, as pictures. */
function film() {
  const way = game.wayTo(game.end(game.here));
  return way.map(node => svgOf(game.fen(node), {move: game.nodes.get(node).move, isTurned: board.isTurned}));
}

function save() {
  savePgn(study.pgn());
  keeping.saved = study.edits;
}

const DONE = {
  first: () => go(0),
  back: () => go(game.parent(game.here)),
  forth: () => go(game.next(game.here)),
  last: () => go(game.end(game.here)),
  flip: () => board.flip(),
  search: () => search(at("search").getAttribute("aria-pressed") !== "true"),
  threat() {
    if (hasThreat) {
      board.draw("threat", "");
      return showThreat("");
    }
    connection.say("threat");
  },
  why: () => connection.say("explain"),
  "make-main": () => edit(madeMain, game.here),
  draw() {
    drawing.isOn = !drawing.isOn;
    press(at("draw"), drawing.isOn);
    at("colours").hidden = !drawing.isOn;
  },
  "rub-out": () => drawing.clear(),
  promote: () => edit(promoted, game.here),
  remove: () => edit(removed, game.here),
  undo: () => study.undo(),
  redo: () => study.redo(),
  open: () => at("file").click(),
  "save-png": () => savePng(picture()),
  "save-svg": () => saveSvg(picture()),
  "save-gif": () => saveGif(film()),
  print: () => window.print(),
  save,
  new: () => load(START),
  later: () => { at("kept").hidden = true; },
};
for (const [id, act] of Object.entries(DONE)) at(id).addEventListener("click", act);
listen(connection);

at("typed").addEventListener("submit", event => {
  event.preventDefault();
  if (!(drawing.isOn && drawing.type(at("move").value))) typed(at("move").value);
  at("move").value = "";
});
at("colours").addEventListener("click", event => {
  const {colour} = event.target.dataset;
  if (!colour) return;
  drawing.colour = colour;
  for (const button of at("colours").querySelectorAll("[data-colour]")) press(button, button.dataset.colour === colour);
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
  if (isTyping(event)) return;
  const text = event.clipboardData.getData("text");
  if (editor.isOn) editor.read(text);
  else load(text);
});
document.addEventListener("dragover", event => event.preventDefault());
document.addEventListener("drop", event => {
  event.preventDefault();
  if (event.dataTransfer.files.length) loadFile(event.dataTransfer.files[0]);
  else load(event.dataTransfer.getData("text"));
});

addEventListener("beforeunload", event => {
  notes.write();
  if (!keeping.isSafe) event.preventDefault();
});

/** The variation beside the one shown, so many further; where there is none, the place where this line began. */
function beside(step) {
  const parent = game.parent(game.here);
  if (parent === undefined) return;
  const lines = game.below.get(parent).map(({id}) => id), other = lines[lines.indexOf(game.here) + step];
  if (other !== undefined) return go(other);
  if (step > 0) return;
  let begun = parent;
  while (begun !== 0 && game.below.get(game.parent(begun))[0].id === begun) begun = game.parent(begun);
  go(begun === 0 ? parent : game.parent(begun));
}

/** Play what the engine would, if it has said so. */
function playBest() {
  const [best] = lines.lines;
  if (best && !learn.isOn && !playOn.isOn) play(best.moves.slice(0, 1));
}

let wheeled = 0;
at("board").addEventListener("wheel", event => {
  if (event.ctrlKey) return;
  event.preventDefault();
  wheeled += event.deltaY;
  if (Math.abs(wheeled) < WHEEL_STEP) return;
  (wheeled > 0 ? DONE.forth : DONE.back)();
  wheeled = 0;
}, {passive: false});

let sign = "", signedAt = 0, signed = 0;

/** Signs typed for a move one soon after the other are one: ! and ? make !?. */
function writeSign(key, at) {
  sign = at - signedAt < SIGN_MS && signed === game.here ? sign + key : key;
  signedAt = at;
  signed = game.here;
  typed(sign);
}

function writeNote() {
  at("notes").open = true;
  at("comment").focus();
}

const KEYS = {
  ArrowLeft: DONE.back, ArrowRight: DONE.forth, Home: DONE.first, End: DONE.last,
  PageUp: () => chapters.step(-1), PageDown: () => chapters.step(1), p: () => at(playOn.isOn ? "stop-playing" : "play-on").click(),
  F: () => at("full-screen").click(), f: DONE.flip, d: DONE.draw, a: DONE.search, t: DONE.threat, x: DONE.threat, w: DONE.why, c: writeNote,
  i: () => at("save-png").click(), e: () => editor.turn(!editor.isOn),
  ArrowUp: () => beside(-1), ArrowDown: () => beside(1), "Shift+ArrowRight": () => go(game.below.get(game.here)[1]?.id), " ": playBest,
  "Ctrl+z": DONE.undo, "Ctrl+y": DONE.redo, "Ctrl+Z": DONE.redo,
};
document.addEventListener("keydown", event => {
  if (event.altKey || event.defaultPrevented || isTyping(event)) return;
  const isShifted = event.shiftKey && event.key.startsWith("Arrow");
  const act = KEYS[(event.ctrlKey || event.metaKey ? "Ctrl+" : isShifted ? "Shift+" : "") + event.key]
    ?? ("!?=".includes(event.key) && !event.ctrlKey && (() => writeSign(event.key, event.timeStamp)));
  if (!act || (event.key === " " && event.target.closest?.("button, a, summary"))) return;
  event.preventDefault();
  act();
});
