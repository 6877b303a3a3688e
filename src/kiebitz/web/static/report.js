// The whole game: its analysis under way, and what came of it.

import {keep, kept} from "./connection.js";
import {Graph} from "./graph.js";
import {language, ownLetters} from "./language.js";
import {signs} from "./notes.js";
import {pgnOf} from "./pgn.js";
import {word} from "./words.js";
import {browserStorage} from "./storage.js";

const JUDGE = "kiebitz-judge";
const JUDGEMENTS = {6: "inaccuracy", 2: "mistake", 4: "blunder"}, LEAST_STORED = 2, EVEN = 500;
const SIGNS = {inaccuracy: "?!", mistake: "?", blunder: "??"};
const COUNTED = {inaccuracies: "inaccuracy", mistakes: "mistake", blunders: "blunder"};
const WORST = ["blunder", "mistake", "inaccuracy"], MOMENTS = 5;
const at = id => document.getElementById(id);
const tenth = new Intl.NumberFormat(language, {minimumFractionDigits: 1, maximumFractionDigits: 1});
const whole = new Intl.NumberFormat(language, {maximumFractionDigits: 0});

function cell(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

export class Report {
  /** `go` is given a node; `annotate` has what was found written into the game. */
  constructor(connection, game, {go, annotate}) {
    this.annotate = annotate;
    this.connection = connection;
    this.game = game;
    this.graph = new Graph(at("graph"), ply => go(this.line[ply]));
    this.line = [];
    this.judged = kept.judged;
    at("moments").addEventListener("click", event => {
      const button = event.target.closest("button");
      if (button) go(Number(button.dataset.node));
    });
    at("players-judged").addEventListener("click", event => {
      const button = event.target.closest("button");
      if (button) go(this.following(button.dataset.side, button.dataset.judgement));
    });
    at("analyse-game").addEventListener("click", () => this.begin(Number(at("game-nodes").value)));
    at("leave-game").addEventListener("click", () => {
      keep({analysing: 0});
      connection.say("leaveanalysis");
    });
  }

  begin(nodes) {
    keep({analysing: nodes});
    this.isAsked = true;
    this.connection.say("analysegame", {nodes, judge: Math.max(0, at("judge").selectedIndex), game: pgnOf(this.game.tree)});
  }

  /** Offer the programs that may judge, Kiebitz first. */
  offer(judges) {
    at("judging").hidden = !judges.length;
    at("judge").replaceChildren(...["Kiebitz", ...judges].map(name => new Option(name, name)));
    at("judge").value = browserStorage.getItem(JUDGE) ?? "Kiebitz";
    if (!at("judge").value) at("judge").selectedIndex = 0;
    at("judge").onchange = () => browserStorage.setItem(JUDGE, at("judge").value);
  }

  /** Go on with what was under way when the page was reloaded. */
  takeUp() {
    if (kept.analysing) this.begin(kept.analysing);
  }

  progress(message) {
    at("analyse-game").hidden = at("game-nodes").hidden = message.running;
    at("leave-game").hidden = at("progress").hidden = !message.running;
    at("progress").max = message.of;
    at("progress").value = message.done;
    if (message.running) return;
    keep({analysing: 0});
    this.isAsked = false;
  }

  hear(judged) {
    this.judged = judged;
    keep({judged});
    this.match();
    if (this.isAsked) this.annotate();
    this.isAsked = false;
  }

  /** Show what was found if it belongs to the main line of the game as it is now; `isOther`: another game was loaded. */
  match() {
    this.line = this.game.mainLine();
    const sans = this.line.slice(1).map(node => this.game.nodes.get(node).san);
    const fits = this.judged && sans.length > 0 && this.judged.moves.length === sans.length
      && this.judged.moves.every(({san}, index) => san === sans[index]);
    at("players-judged").parentElement.hidden = at("learners").hidden = at("moments").hidden = !fits;
    at("analyse-game").disabled = sans.length === 0;
    this.shown = fits ? this.judged : undefined;
    const stored = fits ? [] : this.stored();
    at("report").hidden = !fits && !stored.length;
    if (!fits) return this.graph.show(stored);
    this.graph.show([{expected: this.judged.expected, judgement: ""}, ...this.judged.moves]);
    at("players-judged").replaceChildren(...["white", "black"].map(side => this.row(side)));
    at("moments").replaceChildren(...this.moments().map(ply => this.moment(ply)));
  }

  /** The plies of the worst moves, as many as are looked at, in the order of the game. */
  moments() {
    const {moves} = this.judged, worst = ply => WORST.indexOf(moves[ply - 1].judgement);
    const marked = moves.map((_, index) => index + 1).filter(ply => worst(ply) >= 0);
    return marked.sort((one, other) => worst(one) - worst(other) || one - other).slice(0, MOMENTS).sort((one, other) => one - other);
  }

  moment(ply) {
    const {said} = this.judged.moves[ply - 1], button = document.createElement("button"), item = document.createElement("li");
    button.type = "button";
    button.dataset.node = this.line[ply];
    button.append(cell("b", this.name(this.line[ply])), " ", said[0] ?? "");
    item.append(button);
    return item;
  }

  /** The move, UCI text, that would have been better than the one played from a node; empty if that has no mark. */
  better(node) {
    const ply = this.line.indexOf(node);
    return ply < 0 ? "" : this.shown?.moves[ply]?.best ?? "";
  }

  /** A node's move with its number and its sign. */
  name(node) {
    const {ply, san, nags} = this.game.nodes.get(node), judgement = this.shown?.moves[this.line.indexOf(node) - 1]?.judgement;
    return `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${ownLetters(san)}${signs(nags) || (SIGNS[judgement] ?? "")}`;
  }

  /** The points of the graph that the game has stored; none if there are too few. */
  stored() {
    const nodes = this.line.map(node => this.game.nodes.get(node)), told = nodes.filter(({expected}) => expected >= 0);
    if (told.length < LEAST_STORED) return [];
    let expected = EVEN;
    return nodes.map(node => {
      if (node.expected >= 0) ({expected} = node);
      return {expected, judgement: JUDGEMENTS[node.nags?.find(nag => nag in JUDGEMENTS)] ?? ""};
    });
  }

  row(side) {
    const player = this.judged[side], row = document.createElement("tr");
    const known = (value, format) => (value === null ? "–" : format.format(value));
    const name = player.name === "?" ? word(side) : player.name;
    row.append(
      Object.assign(cell("th", name), {scope: "row"}),
      cell("td", player.accuracy === null ? "–" : `${tenth.format(player.accuracy)} %`),
      cell("td", known(player.centipawn_loss, whole)),
      ...Object.entries(COUNTED).map(([name, judgement]) => this.count(player[name], side, judgement, word(name))),
    );
    return row;
  }

  /** How many moves of a kind a side has made: a click goes to the next of them. */
  count(number, side, judgement, label) {
    const made = cell("td", number ? "" : whole.format(0)), button = Object.assign(cell("button", whole.format(number)), {type: "button"});
    Object.assign(button.dataset, {side, judgement});
    button.setAttribute("aria-label", `${number} ${label}`);
    if (number) made.append(button);
    return made;
  }

  /** The node of the next move of this kind after the position shown, and after the last one the first. */
  following(side, judgement) {
    const nodes = this.line.slice(1).filter((node, index) =>
      this.shown.moves[index].judgement === judgement && this.game.nodes.get(node).ply % 2 === (side === "white" ? 1 : 0));
    return nodes.find(node => this.line.indexOf(node) > this.line.indexOf(this.game.here)) ?? nodes[0];
  }

  /** What there is to say of a node's move: why it is marked, or else its comment. */
  said(node) {
    const move = this.shown?.moves[this.line.indexOf(node) - 1];
    return (move?.judgement ? move.said : [this.game.nodes.get(node).comment]).filter(Boolean);
  }

  /** Mark the node whose position is shown, and say what there is to say of its move. */
  mark(node) {
    const ply = this.line.indexOf(node);
    this.graph.mark(ply);
    const {score} = this.game.nodes.get(node);
    at("now").textContent = node === 0 ? "" : `${this.name(node)} ${score}`;
    at("said").replaceChildren(...this.said(node).map(text => cell("p", text)));
    for (const button of at("moments").querySelectorAll("button")) {
      button.toggleAttribute("aria-current", Number(button.dataset.node) === node);
    }
  }
}
