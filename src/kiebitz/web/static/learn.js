// Learn from your mistakes: the position before each marked move of one side, to find better.

import {ownLetters} from "./language.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const SIGNS = {inaccuracy: "?!", mistake: "?", blunder: "??"};

export class Learn {
  /** `report` knows the mistakes, `go` is given a node, `pointAt` a move to draw, `rest` ends the search, `turn` turns the board to a side. */
  constructor(connection, report, {go, pointAt, rest, turn}) {
    Object.assign(this, {connection, report, go, pointAt, rest, turn});
    this.tasks = [];
    this.index = 0;
    at("learn-worst").addEventListener("click", () => this.begin(""));
    at("learn-white").addEventListener("click", () => this.begin("white"));
    at("learn-black").addEventListener("click", () => this.begin("black"));
    at("hint").addEventListener("click", () => this.say(`${word("hint_is")} ${this.task.best.slice(0, 2)}.`));
    at("solution").addEventListener("click", () => {
      this.say(...this.task.said);
      this.pointAt(this.task.best);
    });
    at("once-more").addEventListener("click", () => this.pose());
    at("next-task").addEventListener("click", () => this.next());
    at("end-learning").addEventListener("click", () => this.end());
  }

  get isOn() { return this.tasks.length > 0; }

  get task() { return this.tasks[this.index]; }

  /** Begin with the moves of one side, in a game whose author has made a lesson of them: they are to be found. */
  beginLesson(side) {
    const {game} = this.report, line = game.mainLine();
    this.lesson(line.slice(1).map((node, index) => {
      const {ply, san, move, comment} = game.nodes.get(node);
      return {node: line[index], best: move, san, said: [ownLetters(san), comment].filter(Boolean), side: ply % 2 ? "white" : "black", after: node};
    }).filter(task => task.side === side));
  }

  lesson(tasks) {
    Object.assign(this, {tasks, index: 0});
    document.body.classList.toggle("learning", this.isOn);
    at("learn").hidden = !this.isOn;
    if (this.isOn) this.pose();
  }

  /** What a move is worth that was tried in a lesson: the author's, or one of which the author says something. */
  answer(uci) {
    const {task, report: {game}} = this, tried = game.below.get(task.node).find(({move}) => move === uci);
    if (uci !== task.best) return this.say(tried?.comment || word("not_better"));
    const {comment} = game.nodes.get(task.after);
    if (this.index + 1 < this.tasks.length) this.next();
    else {
      this.tasks = [];
      document.body.classList.remove("learning");
      this.go(task.after);
    }
    this.say(word("right"), comment, ...(this.isOn ? [this.posed] : []));
  }

  /** Begin with the mistakes of one side, or with the worst moves of both. */
  begin(side) {
    const {line, shown, game} = this.report, worst = this.report.moments();
    this.tasks = shown.moves
      .map((move, index) => ({...move, node: line[index], at: index + 1, side: game.nodes.get(line[index + 1]).ply % 2 ? "white" : "black"}))
      .filter(task => task.judgement && task.best && (side ? task.side === side : worst.includes(task.at)));
    this.index = 0;
    this.rest();
    document.body.classList.toggle("learning", this.isOn);
    at("learn").hidden = false;
    for (const id of ["hint", "solution", "once-more", "next-task"]) at(id).disabled = !this.isOn;
    if (this.isOn) this.pose();
    else this.say(word("no_mistakes"));
  }

  pose() {
    this.pointAt("");
    this.turn(this.task.side);
    this.go(this.task.node);
    const {judgement, san} = this.task, {comment} = this.report.game.nodes.get(this.task.node);
    const asked = judgement ? `${ownLetters(san)}${SIGNS[judgement]} – ${word("find_better")}` : `${comment} ${word("find_move")}`;
    this.posed = `${this.index + 1}/${this.tasks.length}: ${asked}`;
    this.say(this.posed);
    at("next-task").disabled = this.index + 1 === this.tasks.length;
  }

  next() {
    this.index += 1;
    this.pose();
  }

  attempt(text) {
    if (!this.task.judgement) {
      queueMicrotask(() => this.answer(text));
      return false;  // nothing is to be waited for
    }
    this.say(word("thinking"));
    return this.connection.say("attempt", {text, best: this.task.best});
  }

  /** Hear what a move is worth that was tried. */
  hear({node, san, verdict, score, refutation, reply}) {
    if (!this.isOn || node !== this.task.node) return;
    const found = verdict in SIGNS ? "not_better" : `found_${verdict}`;
    this.say(`${ownLetters(san)}${SIGNS[verdict] ?? ""} ${score} – ${word(found)}`,
      ...(refutation ? [`${word("refutation")} ${ownLetters(refutation)}`] : []));
    this.pointAt(reply);
  }

  /** What was tried is no move. */
  refuse(why) {
    this.say(why);
  }

  /** Another position is shown: a person who walks away has had enough. */
  leave(node) {
    if (this.isOn && node !== this.task.node) this.end();
  }

  end() {
    this.tasks = [];
    document.body.classList.remove("learning");
    at("learn").hidden = true;
    this.pointAt("");
  }

  say(...texts) {
    at("learn-text").replaceChildren(...texts.filter(Boolean).map(text => {
      const paragraph = document.createElement("p");
      paragraph.textContent = text;
      return paragraph;
    }));
  }
}
