// A position of shogi set up by hand: the men on the board, those in hand, and who is to move.

import {made, man as drawnMan} from "../drawn_board.js";
import {SetupBoard} from "../setup_board.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const SIZE = 9, RANKS = "abcdefghi", KINDS = {P: 18, L: 4, N: 4, S: 4, G: 4, B: 2, R: 2};
const OWN = ["K", "R", "B", "G", "S", "N", "L", "P", "+R", "+B", "+S", "+N", "+L", "+P"];
const EMPTY = "9/9/9/9/9/9/9/9/9 b - 1", SIDES = ["black", "white"];
export const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const isBlack = man => man === man.toUpperCase();

/** The men of an SFEN's board, square by square from 9a on; undefined if they aren't those of 81 squares. */
function menOf(placement) {
  const ranks = placement.split("/").map(rank => (rank.match(/[1-9]|\+?[A-Za-z]|./g) ?? [])
    .flatMap(part => /[1-9]/.test(part) ? Array(Number(part)).fill("") : [part]));
  const isKnown = man => !man || OWN.includes(man.toUpperCase());
  return ranks.length === SIZE && ranks.every(rank => rank.length === SIZE && rank.every(isKnown)) ? ranks.flat() : undefined;
}

function nameOf(man) {
  return man ? `${word(isBlack(man) ? "black" : "white")} ${word(`man_${man.toUpperCase()}`)}` : word("nothing");
}

export class Editor {
  /** `seen` says how men are drawn, `use` is given the SFEN of a position to be shown, `current` gives that of the page. */
  constructor(seen, use, current) {
    Object.assign(this, {current, isOn: false, unread: ""});
    this.board = new SetupBoard({
      board: at("setup-board"), boxes: [at("setup-black"), at("setup-white")],
      letters: [["", ...OWN], OWN.map(man => man.toLowerCase())], rows: SIZE, columns: SIZE, place: at("stage"), nameOf,
      draw: man => {
        const half = seen.square / 2;
        return made("svg", {class: "man shogi", viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`, "aria-hidden": "true"},
          ...drawnMan(seen, man, [0, 0]));
      },
      squareName: index => `${SIZE - index % SIZE}${RANKS[Math.floor(index / SIZE)]}`, isDark: () => false,
      changed: () => this.tell(),
    });
    this.hands = SIDES.map(side => Object.keys(KINDS).reverse().map(kind => {
      const label = document.createElement("label"), count = document.createElement("input");
      Object.assign(count, {type: "number", min: 0, max: KINDS[kind], value: 0});
      count.dataset.kind = side === "black" ? kind : kind.toLowerCase();
      count.addEventListener("input", () => this.tell());
      label.append(word(`man_${kind}`), count);
      at(`setup-hand-${side}`).append(label);
      return count;
    })).flat();
    at("setup-turn").addEventListener("input", () => this.tell());
    at("setup-sfen").addEventListener("input", () => this.read(at("setup-sfen").value));
    at("set-up").addEventListener("click", () => this.turn(!this.isOn));
    at("setup-cancel").addEventListener("click", () => this.turn(false));
    at("setup-start").addEventListener("click", () => this.read(START));
    at("setup-empty").addEventListener("click", () => this.read(EMPTY));
    at("setup-rest").addEventListener("click", () => this.giveRest());
    at("setup-mirror").addEventListener("click", () =>
      this.board.show(this.board.men.map((_, index, men) => men[index - 2 * (index % SIZE) + SIZE - 1])));
    at("setup-form").addEventListener("submit", event => {
      event.preventDefault();
      use(this.unread || this.sfen());
    });
  }

  /** Begin to set up the position that the page shows, or end without it. */
  turn(isOn) {
    this.isOn = isOn;
    at("set-up").setAttribute("aria-pressed", isOn);
    at("stage").classList.toggle("setting", isOn);
    if (!isOn) return;
    this.read(this.current());
    at("stage").scrollIntoView({block: "nearest"});
  }

  /** Take over a position; what is none stays as it is typed, and the server says of it what is wrong when it is used. */
  read(sfen) {
    const [placement, turn = "b", hands = "-"] = sfen.trim().split(/\s+/), men = menOf(placement);
    this.unread = men ? "" : sfen;
    if (!men) return;
    at("setup-turn").value = turn === "w" ? "w" : "b";
    const held = new Map([...hands.matchAll(/(\d*)([A-Za-z])/g)].map(([, count, kind]) => [kind, count || "1"]));
    for (const count of this.hands) count.value = held.get(count.dataset.kind) ?? 0;
    this.board.show(men);
  }

  /** Give White all men that are nowhere, as problems of mate have it. */
  giveRest() {
    const base = man => man.replace("+", "").toUpperCase();
    for (const [kind, all] of Object.entries(KINDS)) {
      const own = this.hands.find(count => count.dataset.kind === kind), other = this.hands.find(count => count.dataset.kind === kind.toLowerCase());
      const used = this.board.men.filter(man => base(man) === kind).length + Number(own.value);
      other.value = Math.max(0, all - used);
    }
    this.tell();
  }

  sfen() {
    const ranks = Array.from({length: SIZE}, (_, rank) =>
      this.board.men.slice(SIZE * rank, SIZE * rank + SIZE).map(man => man || " ").join("").replace(/ +/g, gap => gap.length));
    const held = this.hands.filter(({value}) => Number(value) > 0)
      .map(({value, dataset}) => `${Number(value) > 1 ? Number(value) : ""}${dataset.kind}`).join("");
    return `${ranks.join("/")} ${at("setup-turn").value} ${held || "-"} 1`;
  }

  tell() {
    this.unread = "";
    if (document.activeElement !== at("setup-sfen")) at("setup-sfen").value = this.sfen();
  }
}
