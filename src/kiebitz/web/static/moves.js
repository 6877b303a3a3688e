// The list of moves, with variations and comments; everything in it is text.

import {ownLetters} from "./language.js";
import {judgedBy, signs} from "./notes.js";

function element(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

export class Moves {
  /** `go` is given the node of a move that was chosen. */
  constructor(list, go) {
    this.list = list;
    this.buttons = new Map();
    // The list may be written anew between press and release, and then there is no click: what counts is the release.
    let isPressed = false;
    const choose = element => {
      const button = element?.closest?.("button");
      if (button && list.contains(button)) go(Number(button.dataset.node));
    };
    list.addEventListener("pointerdown", event => { isPressed = event.button === 0; });
    addEventListener("pointercancel", () => { isPressed = false; });
    addEventListener("pointerup", event => {
      if (isPressed) choose(document.elementFromPoint(event.clientX, event.clientY));
      isPressed = false;
    });
    list.addEventListener("click", event => { if (event.detail === 0) choose(event.target); });
  }

  /** Show a game. */
  show(game) {
    this.below = game.below;
    this.buttons.clear();
    const content = document.createDocumentFragment();
    const {comment} = game.tree.start;
    if (comment) content.append(element("span", "comment", comment), " ");
    this.write(content, 0, true);
    this.list.replaceChildren(content);
  }

  /** Write the line that begins after a node, each move followed by its variations. */
  write(into, from, isNumbered) {
    for (let moves = this.below.get(from); moves.length; moves = this.below.get(moves[0].id)) {
      const [main, ...others] = moves;
      isNumbered = this.writeMove(into, main, isNumbered) || others.length > 0;
      for (const other of others) {
        const variation = element("div", "variation");
        this.write(variation, other.id, this.writeMove(variation, other, true));
        into.append(variation);
      }
    }
  }

  /** Write a move; whether the next one needs its number because a comment stands between. */
  writeMove(into, node, isNumbered) {
    const isWhite = node.ply % 2 === 1, number = Math.ceil(node.ply / 2);
    const count = isWhite ? `${number}. ` : isNumbered ? `${number}… ` : "";
    const kind = judgedBy(node.nags)?.kind;
    const button = element("button", kind ? `move ${kind}` : "move", count + ownLetters(node.san) + signs(node.nags));
    button.type = "button";
    button.dataset.node = node.id;
    if (node.score) button.dataset.score = node.score;
    this.buttons.set(node.id, button);
    into.append(button, " ");
    if (node.comment) into.append(element("span", "comment", node.comment), " ");
    return Boolean(node.comment);
  }

  /** Mark the node whose position is shown. */
  mark(node) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.buttons.get(node);
    button?.setAttribute("aria-current", "true");
    if (!button) this.list.scrollTop = 0;
    else this.list.scrollTop += button.getBoundingClientRect().top - this.list.getBoundingClientRect().top - 60;
  }
}
