// The WebSocket of this tab. It comes back by itself, and brings the game along that the tab has kept.

import {isStranger, socketTo, token} from "./address.js";
import {language} from "./language.js";
import {tabStorage} from "./storage.js";

const VERSION = 6, NO_TOKEN = 4002, KEPT = "kiebitz", FIRST_WAIT_MS = 250, LONGEST_WAIT_MS = 4000, FAREWELLS = 4000;

/**
 * What this tab keeps over a reload: its games, the way to its position and that position, whether it searches; with how
 * many nodes the whole game is being analysed, and what was thought of it; the games to choose from, and which chapter is
 * shown; the name under which the server keeps its games, the stamps of the versions of them that are this tab's, and
 * whether what is kept is less than this;
 * whether it follows a file.
 */
export const kept = {
  game: "", path: [], chapter: 1, fen: "", kept: "", searching: false, analysing: 0, judged: null, listed: null,
  stamps: [], isDirty: false, isFollowing: false, ...JSON.parse(tabStorage.getItem(KEPT) ?? "{}"),
};

export function keep(changes) {
  Object.assign(kept, changes);
  // A browser keeps some five million characters: the list to choose from can be loaded again.
  if (tabStorage.setItem(KEPT, JSON.stringify(kept))) return;
  tabStorage.setItem(KEPT, JSON.stringify({...kept, listed: null, judged: null}));
}

export class Connection {
  /**
   * `hear` is given each message, `lost` the code of a farewell, or 0 while the connection is tried again. `path` is
   * where the server listens, `greeting` what is said first, beside version and language.
   */
  constructor(hear, lost, {path = "tab", greeting}) {
    Object.assign(this, {hear, lost, path, greeting});
    this.wait = FIRST_WAIT_MS;
    this.before = () => {};  // what is to be done before anything but a step is said
    this.connect();
  }

  connect() {
    if (!token()) {
      queueMicrotask(() => this.lost(NO_TOKEN));
      return;
    }
    let wasOpen = false;
    this.socket = socketTo(this.path);
    this.socket.onopen = () => {
      wasOpen = true;
      const [type, fields] = this.greeting();
      this.send(type, {version: VERSION, language, ...fields});
    };
    this.socket.onmessage = event => {
      this.wait = FIRST_WAIT_MS;
      this.hear(JSON.parse(event.data));
    };
    this.socket.onclose = async event => {
      if (this.hasEnded) return;
      if (event.code >= FAREWELLS) return this.lost(event.code);
      if (!wasOpen && await isStranger(this.path)) return this.lost(NO_TOKEN);
      this.lost(0);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
    };
  }

  /** Say nothing more, and don't come back. */
  end() {
    this.hasEnded = true;
    this.socket?.close();
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  /** Say something; whether there is a connection to say it by: what the tab keeps is told when it is back. */
  say(type, fields = {}) {
    if (!this.isOpen) return false;
    if (type !== "go") this.before();
    this.send(type, fields);
    return true;
  }

  send(type, fields) {
    this.socket.send(JSON.stringify({type, ...fields}));
  }
}
