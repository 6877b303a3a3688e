// What is agreed before a game: against whom, which colour, which clocks, from which position.

import {kept} from "../connection.js";
import {word} from "./words.js";
import {browserStorage, tabStorage} from "../storage.js";

const at = id => document.getElementById(id);
const RATING = "rating", OWN = "own", NONE = "none", CHOSEN = "kiebitz-terms", AGREED = "kiebitz-agreed";
const CLOCKS = ["1+0", "3+2", "5+3", "10+0", "15+10", "30+20"];  // minutes, and seconds a move
const KEPT = ["opponent", "elo", "colour", "clock", "minutes", "increment"];
const FIRST = {opponent: RATING, elo: "1200", clock: NONE, minutes: "5"};
const MINUTE_MS = 60_000, SECOND_MS = 1000;

export class Terms {
  /** `begin` is given the fields of the message that begins a game. */
  constructor(begin) {
    at("clock").append(new Option(word("no_clock"), NONE), ...CLOCKS.map(clock => new Option(clock.replace("+", " + "), clock)),
      new Option(word("own_clock"), OWN));
    at("start").querySelector("[value=analysis]").hidden = !kept.fen;
    at("number").value = Math.floor(960 * Math.random());
    const given = new URLSearchParams(location.search), fen = given.get("fen");
    this.era = given.get("era");
    if (fen) Object.assign(at("start"), {value: "fen"});
    at("fen").value = fen ?? "";
    at("terms").addEventListener("input", () => this.show());
    at("terms").addEventListener("submit", event => {
      event.preventDefault();
      browserStorage.setItem(CHOSEN, JSON.stringify(Object.fromEntries(KEPT.map(id => [id, at(id).value]))));
      tabStorage.setItem(AGREED, JSON.stringify(this.fields()));
      begin(this.fields());
    });
  }

  /** Offer what the server has, with what was chosen last time. */
  offer({least_elo, most_elo, eras, least_base_ms, most_base_ms, most_increment_ms}) {
    at("opponent").replaceChildren(new Option(word("by_rating"), RATING), ...eras.map(({name, title}) => new Option(title, name)));
    Object.assign(at("elo"), {min: least_elo, max: most_elo});
    Object.assign(at("minutes"), {min: least_base_ms / MINUTE_MS, max: most_base_ms / MINUTE_MS});
    at("increment").max = most_increment_ms / SECOND_MS;
    const chosen = {...FIRST, ...JSON.parse(browserStorage.getItem(CHOSEN) ?? "{}")};
    for (const [id, value] of Object.entries(chosen)) {
      at(id).value = value;
      if (at(id).value === "" && FIRST[id]) at(id).value = FIRST[id];
    }
    if (eras.some(({name}) => name === this.era)) at("opponent").value = this.era;
    this.show();
  }

  /** Show what belongs to the choices made. */
  show() {
    const opponent = at("opponent").value, start = at("start").value;
    at("rating").hidden = opponent !== RATING;
    at("elo-shown").value = at("elo").value;
    at("about").textContent = word(`about_${opponent.replace('+', '_')}`) + (opponent === RATING ? "" : ` ${word("about_eras")}`);
    for (const [id, isWanted] of [["own-clock", at("clock").value === OWN], ["fen-choice", start === "fen"],
      ["number-choice", start === "chess960"]]) {
      at(id).hidden = !isWanted;
      for (const input of at(id).querySelectorAll("input")) input.disabled = !isWanted;
    }
  }

  /** What was agreed for the last game that began in this tab, or else what is chosen now. */
  agreed() { return JSON.parse(tabStorage.getItem(AGREED) ?? "null") ?? this.fields(); }

  fields() {
    const opponent = at("opponent").value, start = at("start").value, clock = at("clock").value;
    const [minutes, seconds] = clock === OWN ? [at("minutes").valueAsNumber, at("increment").valueAsNumber]
      : clock === NONE ? [0, 0] : clock.split("+").map(Number);
    return {
      elo: opponent === RATING ? at("elo").valueAsNumber : 0,
      era: opponent === RATING ? "today" : opponent,
      colour: at("colour").value,
      base_ms: Math.round(minutes * MINUTE_MS),
      increment_ms: Math.round(seconds * SECOND_MS),
      fen: {fen: at("fen").value.trim(), analysis: kept.fen}[start] || "startpos",
      chess960: start === "chess960" ? at("number").valueAsNumber : -1,
    };
  }
}
