// Steps and moves: made in this tab at once, then told to the server, which holds the game. Its word counts as soon as it
// has heard all that was done here; steps that follow each other quickly are told as one.

import {keep, kept} from "./connection.js";

const PAUSE_MS = 100, PATIENCE_MS = 2000;

export class Steps {
  /** `show` is called when another position, `showGame` when another game is to be shown, `placed` when steps rest. */
  constructor(game, connection, {show, showGame, placed}) {
    Object.assign(this, {game, connection, show, showGame, placed});
    this.isReady = false;  // whether the server has told its numbers of the nodes
    this.changed = this.stepped = 0;  // how many messages were said when the game, and when the place was changed here
    this.isDue = false;
    this.timer = undefined;
    this.unheard = kept.unheard;  // moves that the server hasn't told of yet: if it dies or the page goes, they are made again
    this.isBack = false;
    this.heard = 0;  // of these messages, how many the server had heard when it told of the game last
    this.waiting = [];  // who waits until it has heard them all
    connection.before = () => this.tell();
  }

  /** Show the position of a node. */
  go(node) {
    if (node === undefined || node === this.game.here) return;
    this.game.here = node;
    this.isDue = true;
    if (this.timer === undefined) this.begin();
    this.show();
  }

  begin() {
    this.tell();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.isDue) this.begin();
    }, PAUSE_MS);
  }

  /** Tell the server where the tab is, if it doesn't know yet. */
  tell() {
    if (!this.isDue) return;
    this.isDue = false;
    this.placed();
    if (this.isReady && this.connection.say("go", {node: this.game.here})) this.stepped = this.connection.said;
  }

  /** Make moves, UCI text, from the position shown, and stay at `stay` if it is given; false if nobody can be told. */
  make(moves, stay) {
    if (!this.isReady || !this.connection.isOpen) return false;
    this.tell();
    const {nodes: {size}} = this.game, line = this.game.line();
    this.connection.say("play", {moves, nodes: this.game.make(moves)});
    this.changed = this.stepped = this.connection.said;
    if (this.game.nodes.size !== size) this.wait([...this.unheard, {said: this.connection.said, line, moves}]);
    if (this.game.nodes.size !== size) this.showGame();
    this.show();
    if (stay !== undefined) this.go(stay);
    return true;
  }

  /** Draw shapes in the position shown, in place of those there. */
  draw(shapes) {
    if (!this.isReady || !this.connection.say("draw", {node: this.game.here, shapes})) return;
    this.game.nodes.get(this.game.here).shapes = shapes;
    this.changed = this.connection.said;
    this.show();
  }

  /** Wait until the server has told of all that was done here, or doesn't answer. */
  settled() {
    if (this.heard >= this.changed) return Promise.resolve();
    return new Promise(done => {
      this.waiting.push(done);
      setTimeout(done, PATIENCE_MS);
    });
  }

  /** There is another connection or none: the server will tell its numbers of the nodes anew. */
  rest() {
    this.isReady = this.isDue = false;
    this.changed = this.stepped = this.heard = 0;
    this.wait(this.unheard.map(move => ({...move, said: Infinity})));
  }

  wait(unheard) {
    this.unheard = unheard;
    keep({unheard});
  }

  /** Make moves again that another connection took with it, where their positions are still in the game. */
  makeAgain() {
    if (!this.isBack) return;
    this.isBack = false;
    const again = this.unheard;
    this.wait([]);
    for (const {line, moves} of again) {
      const node = this.game.nodeAfter(line);
      if (node === undefined) continue;
      this.go(node);
      this.make(moves);
    }
  }

  /** Take over a game that the server tells of; whether there is nothing newer here. */
  take(tree) {
    if (tree.heard < this.changed) return false;
    this.isBack = !this.isReady;
    if (this.isBack) this.game.here = 0;
    else this.wait(this.unheard.filter(({said}) => said > tree.heard));
    this.game.take(tree);
    this.heard = tree.heard;
    for (const done of this.waiting.splice(0)) done();
    this.isReady = true;
    return true;
  }

  /** Follow the server to the position that it shows, unless the tab has gone elsewhere since. */
  follow(message) {
    if (this.isDue || message.heard < this.stepped || !this.game.nodes.has(message.node)) return;
    this.game.here = message.node;
  }
}
