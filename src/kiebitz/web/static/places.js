// The place in the game that the page's address names: a link opens there, and the browser's back and forward go from
// place to place. Steps that follow each other quickly are one.

import {placeNamed, withPlace} from "./address.js";

const PAUSE_MS = 400;

export class Places {
  /** `go` is given the node to go to. */
  constructor(game, go) {
    Object.assign(this, {game, go, timer: undefined});
    // Who reloads the page finds what the tab has kept, which may be newer.
    this.wanted = performance.getEntriesByType("navigation")[0]?.type === "navigate" ? placeNamed() : "";
    addEventListener("popstate", () => {
      clearTimeout(this.timer);
      this.visit(placeNamed());
    });
  }

  visit(place) {
    const node = this.game.nodeAt(place);
    if (node !== undefined) this.go(node);
  }

  /** There is a game to go to the place in that the page was opened with; only the first one can be meant. */
  arrive() {
    const place = this.wanted;
    this.wanted = "";
    if (!place) return;
    this.visit(place);
    this.note(true);
  }

  /** Name the place shown in the address; in place of the one there if the game is another one. */
  note(isNew) {
    clearTimeout(this.timer);
    const write = () => {
      const place = this.game.place();
      if (place !== placeNamed()) history[isNew ? "replaceState" : "pushState"](null, "", withPlace(place));
    };
    if (isNew) write();
    else this.timer = setTimeout(write, PAUSE_MS);
  }
}
