// The games that this tab has open: chapters, one of them shown, and one history of what was changed. No tree and no list
// of chapters is ever changed, so that undoing goes back to the ones before. What a chapter is that nobody has opened
// yet, the server reads from its text.

import {newTree, played, tagged} from "./edits.js";
import {pgnOf} from "./pgn.js";

const EDITS = 200, NAME_TAG = "ChapterName", ROOT = 0;

export class Study {
  /** `show` is called when something else is to be shown, `read` asks for a chapter's tree, `refuse` tells why not. */
  constructor(game, {show, read, refuse}) {
    Object.assign(this, {game, show, read, refuse});
    this.chapters = [];
    this.shown = this.edits = 0;
    this.done = [];
    this.undone = [];
    this.limits = {most_chapters: Infinity, most_positions: Infinity, game_characters: Infinity};
  }

  get isOpen() { return this.chapters.length > 0; }

  get number() { return this.shown + 1; }

  get canUndo() { return this.done.length > 0; }

  get canRedo() { return this.undone.length > 0; }

  /** All chapters as PGN; those that weren't opened as they were read. */
  pgn() { return this.chapters.map(textOf).join("\n\n"); }

  /** The chapters for their list. */
  entries() {
    return this.chapters.map((chapter, index) => ({...(chapter.tree ? entryOf(chapter.tree.headers) : chapter.entry), number: index + 1}));
  }

  // ---------------------------------------------------------------- what comes from the server

  /** A tree that the server has read, its nodes numbered as no others of this tab are. */
  adopted(tree) {
    const {game} = this, first = game.lastId, own = id => (id === ROOT ? ROOT : first + id);
    game.lastId += tree.nodes.length;
    return {...tree, here: own(tree.here), nodes: tree.nodes.map(node => ({...node, id: own(node.id), parent: own(node.parent)}))};
  }

  /** Take what was opened in place of all that was open. */
  open({games, texts, shown}, tree) {
    this.chapters = texts.map((text, index) => ({text, entry: games[index]}));
    this.shown = texts.length ? shown - 1 : 0;
    this.chapters[this.shown] = {tree};
    this.done = [];
    this.undone = [];
    this.edits = 0;
    this.waiting = undefined;
    this.visit(this.shown, tree.here);
  }

  /** Take what a file holds that has grown: who looks at its end goes on, others stay where they are. */
  grow({games, texts, shown}, tree) {
    const {game} = this, path = game.path(), isLast = this.shown === this.chapters.length - 1, isAtEnd = game.next(game.here) === undefined;
    const [own] = this.chapters.slice(this.shown), number = this.shown;
    this.open({games, texts, shown}, tree);
    if (!isLast) {
      this.chapters[number] = own;
      this.visit(number, own.tree.here);
    }
    if (!(isLast && isAtEnd)) game.here = game.nodeAtPath(path);
    this.show();
  }

  /** A chapter was read that somebody waits for. */
  arrived(tree) {
    if (!this.waiting) return;
    const {chapter, act} = this.waiting;
    this.waiting = undefined;
    chapter.tree = tree;
    act();
  }

  whenRead(chapter, act) {
    if (chapter.tree) return act();
    this.waiting = {chapter, act};
    this.read(chapter.text, this.chapters.indexOf(chapter) + 1);
  }

  // ---------------------------------------------------------------- to go, and to change

  visit(index, here) {
    this.shown = index;
    this.game.take(this.chapters[index].tree);
    this.game.here = this.game.nodes.has(here) ? here : ROOT;
    this.show();
  }

  /** Show a chapter. */
  choose(number) {
    const chapter = this.chapters[number - 1];
    if (chapter) this.whenRead(chapter, () => this.visit(this.chapters.indexOf(chapter), chapter.tree.here));
  }

  state(here = this.game.here) { return {chapters: this.chapters, shown: this.shown, here}; }

  /** Do something that can be undone. */
  change({chapters, shown, here}, before = this.state()) {
    this.done.push(before);
    if (this.done.length > EDITS) this.done.shift();
    this.undone = [];
    this.back({chapters, shown, here});
  }

  back({chapters, shown, here}) {
    this.edits += 1;
    this.chapters = chapters;
    this.visit(shown, here);
  }

  undo() {
    if (!this.canUndo) return;
    this.undone.push(this.state());
    this.back(this.done.pop());
  }

  redo() {
    if (!this.canRedo) return;
    this.done.push(this.state());
    this.back(this.undone.pop());
  }

  /** Take another tree for the game shown, and stay at `here`; whether it was taken. No tree: `why` is told. */
  edit(tree, {here = this.game.here, why = "impossible", before = undefined} = {}) {
    const {most_positions: positions, game_characters: characters} = this.limits;
    const isTooLarge = tree && (tree.nodes.length > positions || pgnOf(tree).length > characters);
    if (!tree || isTooLarge) {
      this.refuse(tree ? "game_full" : why);
      return false;
    }
    const chapters = this.chapters.map((chapter, index) => (index === this.shown ? {tree} : chapter));
    const way = this.game.wayTo(here), left = new Set([ROOT, ...tree.nodes.map(({id}) => id)]);
    this.change({chapters, shown: this.shown, here: way.findLast(id => left.has(id))}, before);
    return true;
  }

  /** Make moves, UCI text, from the position shown. */
  play(moves) {
    const before = this.state(), nodes = this.game.make(moves);
    if (!nodes.length) {
      this.show();
      return true;
    }
    const isTaken = this.edit(played(this.game.tree, nodes), {before});
    if (!isTaken) this.visit(this.shown, before.here);
    return isTaken;
  }

  rename(name) {
    this.edit(tagged(this.game.tree, {...this.game.tree.headers, [NAME_TAG]: name}));
  }

  /** Add a chapter, and show it. */
  add() {
    if (this.chapters.length >= this.limits.most_chapters) return this.refuse("game_full");
    this.change({chapters: [...this.chapters, {tree: newTree()}], shown: this.chapters.length, here: ROOT});
  }

  /** Let the chapter shown be so many places further on. */
  move(by) {
    const chapters = [...this.chapters], [own] = chapters.splice(this.shown, 1), to = this.shown + by;
    if (to < 0 || to > chapters.length) return;
    chapters.splice(to, 0, own);
    this.change({chapters, shown: to, here: this.game.here});
  }

  /** Delete the chapter shown. */
  remove() {
    if (this.chapters.length < 2) return;
    const chapters = this.chapters.filter((_, index) => index !== this.shown), shown = Math.min(this.shown, chapters.length - 1);
    this.whenRead(chapters[shown], () => this.change({chapters, shown, here: chapters[shown].tree.here}));
  }
}

/** A chapter's PGN, written once a change. */
function textOf(chapter) {
  if (chapter.tree) chapter.text = chapter.written ??= pgnOf(chapter.tree);
  return chapter.text;
}

function entryOf({White: white = "?", Black: black = "?", Result: result = "*", Date: date = "", Event: event = "", [NAME_TAG]: name = ""}) {
  return {name, white, black, result, date, event};
}
