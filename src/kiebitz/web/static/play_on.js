// The game is played on from the position shown, against Kiebitz: its moves come into the tree as they are made.

import {Connection} from "./connection.js";
import {ownLetters} from "./language.js";
import {word} from "./words.js";
import {browserStorage} from "./storage.js";

const at = id => document.getElementById(id);
const CHOSEN = "kiebitz-play-on", STEP = 200, FIRST = "1200", ERA = "era:";

export class PlayOn {
  /** `make` makes a move, UCI text; `read` reads one in SAN; `fen` tells the position shown; `rest` ends the search. */
  constructor({make, read, fen, rest}) {
    Object.assign(this, {make, read, fen, rest});
    this.connection = undefined;
    at("play-on").addEventListener("click", () => this.begin());
    at("stop-playing").addEventListener("click", () => this.end());
    at("opponent").addEventListener("change", () => browserStorage.setItem(CHOSEN, at("opponent").value));
    at("playing").addEventListener("toggle", () => { if (at("playing").open && !this.connection) this.ask(); });
  }

  get isOn() { return Boolean(this.standing) && this.standing.result === "*"; }

  /** Ask whom one may play against. */
  ask(then = () => {}) {
    this.connection?.end();
    this.standing = undefined;
    this.connection = new Connection(message => this.hear(message, then), () => this.say(word("lost")),
      {path: "play/tab", greeting: () => ["join", {game: ""}]});
  }

  begin() {
    at("playing").open = true;
    this.rest();
    this.ask(() => {
      const chosen = at("opponent").value, isEra = chosen.startsWith(ERA);
      this.made = 0;
      this.connection.say("begin", {
        elo: isEra ? 0 : Number(chosen), era: isEra ? chosen.slice(ERA.length) : "today", colour: this.side(), base_ms: 0,
        increment_ms: 0, fen: this.fen(), chess960: -1,
      });
    });
  }

  /** Whom the person plays: the side to move. */
  side() { return this.fen().split(" ")[1] === "w" ? "white" : "black"; }

  hear(message, then) {
    if (message.type === "offers") {
      this.offer(message);
      then();
    } else if (message.type === "standing") this.stand(message);
    else if (message.type === "notice" && message.code === "refused") this.say(message.detail);
  }

  offer({least_elo, most_elo, eras}) {
    if (at("opponent").children.length) return;
    const ratings = [];
    for (let elo = least_elo; elo <= most_elo; elo += STEP) ratings.push(new Option(`Kiebitz ${elo}`, elo));
    at("opponent").append(...ratings, ...eras.map(({name, title}) => new Option(title, ERA + name)));
    at("opponent").value = browserStorage.getItem(CHOSEN) ?? FIRST;
    if (!at("opponent").value) at("opponent").value = FIRST;
  }

  stand(standing) {
    this.standing = standing;
    at("play-on").hidden = true;
    at("stop-playing").hidden = false;
    const known = this.made;
    this.made = Math.max(known, standing.moves.length);  // before they are shown: a move said beforehand may follow at once
    for (const san of standing.moves.slice(known)) {
      const uci = this.read(san);
      if (uci) this.make(uci);
    }
    if (standing.result !== "*") {
      this.say(`${standing.result} ${word(standing.cause)}`);
      this.leave();
    } else this.say(word(this.isMine ? "your_move" : "thinking"));
  }

  /** A move was made here, in SAN; the opponent is told. */
  moved(san) {
    if (!this.isOn) return;
    this.made += 1;
    this.say(word("thinking"));
    this.connection.say("move", {text: san});
  }

  /** Whether it is the person's turn. */
  get isMine() {
    return this.isOn && (this.standing.first_ply + this.made) % 2 === (this.standing.player === "w" ? 0 : 1);
  }

  /** Leave the game as it stands; what was played stays in the tree. */
  end() {
    if (this.isOn) this.connection.say("forget", {name: this.standing.name});
    this.say("");
    this.leave();
  }

  leave() {
    this.connection?.end();
    this.connection = this.standing = undefined;
    at("play-on").hidden = false;
    at("stop-playing").hidden = true;
  }

  say(text) {
    at("play-state").textContent = ownLetters(text);
  }
}
