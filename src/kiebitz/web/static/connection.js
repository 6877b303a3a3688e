// The WebSocket of this tab. It comes back by itself, and brings the game along that the tab has kept.

import {isStranger, socketTo, token} from "./address.js";
import {language} from "./language.js";
import {tabStorage} from "./storage.js";

const VERSION = 4, NO_TOKEN = 4002, KEPT = "kiebitz", FIRST_WAIT_MS = 250, LONGEST_WAIT_MS = 4000, FAREWELLS = 4000;

/**
 * What this tab keeps over a reload or a lost connection: its game, the way to its position and that position, whether
 * it searches; with how many nodes the whole game is being analysed, and what was thought of it; the games to choose
 * from, and which chapter is shown; moves that the server has not told of yet; the name under which the server keeps
 * its game, and the stamp of what was kept.
 */
export const kept = {
  game: "", path: [], chapter: 1, fen: "", kept: "", searching: false, analysing: 0, judged: null, listed: null,
  unheard: [], ...JSON.parse(tabStorage.getItem(KEPT) ?? "{}"),
};

export function keep(changes) {
  Object.assign(kept, changes);
  // A browser keeps some five million characters: the list to choose from can be loaded again.
  if (tabStorage.setItem(KEPT, JSON.stringify(kept))) return;
  tabStorage.setItem(KEPT, JSON.stringify({...kept, listed: null, judged: null}));
}

const hello = () => ["hello", {game: kept.game, path: kept.path, chapter: kept.chapter, kept: kept.kept}];

export class Connection {
  /**
   * `hear` is given each message, `lost` the code of a farewell, or 0 while the connection is tried again. `path` is
   * where the server listens, `greeting` what is said first, beside version and language.
   */
  constructor(hear, lost, {path = "tab", greeting = hello} = {}) {
    Object.assign(this, {hear, lost, path, greeting});
    this.wait = FIRST_WAIT_MS;
    this.said = 0;  // how many messages, since there is this connection
    this.before = () => {};  // what is to be done before anything but a step is said
    this.connect();
  }

  connect() {
    this.said = 0;
    if (!token()) {
      queueMicrotask(() => this.lost(NO_TOKEN));
      return;
    }
    let wasOpen = false;
    this.socket = socketTo(this.path);
    this.socket.onopen = () => {
      wasOpen = true;
      const [type, fields] = this.greeting();
      this.say(type, {version: VERSION, language, ...fields});
    };
    this.socket.onmessage = event => {
      this.wait = FIRST_WAIT_MS;
      this.hear(JSON.parse(event.data));
    };
    this.socket.onclose = async event => {
      if (this.hasEnded) return;
      if (event.code >= FAREWELLS) return this.lost(event.code);
      if (!wasOpen && await isStranger()) return this.lost(NO_TOKEN);
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
    this.said += 1;
    this.socket.send(JSON.stringify({type, ...fields}));
    return true;
  }
}
