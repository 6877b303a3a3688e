// A position set up by hand: pieces put on squares by click, drag and keys, and what else a FEN says.

import {word} from "./words.js";

const at = id => document.getElementById(id);
const FILES = "abcdefgh", MEN = "KQRBNPkqrbnp", SVG = "http://www.w3.org/2000/svg";
const STEPS = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8};
const FIELDS = ["setup-turn", "setup-castling", "setup-passing", "setup-clock", "setup-number"];
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";

/** The drawing of a man; the board has loaded them into the page. */
function drawing(man) {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 45 45");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${man === man.toUpperCase() ? "w" : "b"}${man.toLowerCase()}`);
  svg.append(use);
  return svg;
}

function button(label, content) {
  const made = document.createElement("button");
  made.type = "button";
  made.setAttribute("aria-label", label);
  made.append(...content);
  return made;
}

const nameOf = man => word(`man_${man === man.toUpperCase() ? "white" : "black"}_${man.toLowerCase()}`);

export class Editor {
  /** `examine` is given a FEN to be looked at, `use` one to be played on from, `current` gives that of the page. */
  constructor(examine, use, current) {
    this.examine = examine;
    this.men = Array(64).fill("");
    this.chosen = "";
    this.from = -1;
    this.squares = this.men.map((_, index) => this.square(index));
    at("setup-board").append(...this.squares);
    this.choices = ["", ...MEN].map(man => this.choice(man));
    at("setup-men").append(...this.choices);
    for (const id of FIELDS) at(id).addEventListener("input", () => this.tell());
    at("setup").addEventListener("toggle", () => { if (at("setup").open) this.take(current()); });
    at("setup-start").addEventListener("click", () => this.take(START));
    at("setup-empty").addEventListener("click", () => this.take(EMPTY));
    at("setup-form").addEventListener("submit", event => {
      event.preventDefault();
      use(this.fen());
      at("setup").open = false;
    });
  }

  square(index) {
    const made = button("", []);
    made.classList.toggle("dark", (index + (index >> 3)) % 2 === 1);
    made.tabIndex = index ? -1 : 0;
    made.addEventListener("pointerdown", event => {
      this.from = index;
      made.releasePointerCapture(event.pointerId);  // a finger, too, shall end on another square
    });
    made.addEventListener("pointerup", () => this.drop(index));
    made.addEventListener("keydown", event => this.key(event, index));
    return made;
  }

  choice(man) {
    const made = button(man ? nameOf(man) : word("nothing"), [man ? drawing(man) : "×"]);
    made.setAttribute("aria-pressed", man === this.chosen);
    made.addEventListener("click", () => {
      this.chosen = man;
      this.choices.forEach(other => other.setAttribute("aria-pressed", other === made));
    });
    return made;
  }

  /** End a drag or a click: a man goes from square to square, or the chosen one is put here or taken away. */
  drop(index) {
    if (this.from >= 0 && this.from !== index) {
      this.men[index] = this.men[this.from];
      this.men[this.from] = "";
    } else this.men[index] = this.men[index] === this.chosen ? "" : this.chosen;
    this.from = -1;
    this.show();
  }

  key(event, index) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const isErasing = ["Delete", "Backspace"].includes(event.key);
    if (step) {
      const target = index + step;
      const isOff = target < 0 || target > 63 || (Math.abs(step) === 1 && target >> 3 !== index >> 3);
      if (!isOff) this.focus(target);
    } else if (MEN.includes(event.key) || isErasing) {
      this.men[index] = isErasing ? "" : event.key;
      this.show();
    } else if (event.key === "Enter" || event.key === " ") this.drop(index);
    else return;
    event.preventDefault();
  }

  focus(index) {
    this.squares.forEach((square, other) => { square.tabIndex = other === index ? 0 : -1; });
    this.squares[index].focus();
  }

  /** Take over a position. */
  take(fen) {
    const [placement, ...rest] = fen.split(" ");
    this.men = [...placement.replaceAll("/", "").replace(/\d/g, count => " ".repeat(Number(count)))].map(man => man.trim());
    FIELDS.forEach((id, index) => { at(id).value = rest[index]; });
    this.show();
  }

  show() {
    this.squares.forEach((square, index) => {
      const man = this.men[index], name = FILES[index % 8] + (8 - (index >> 3));
      square.replaceChildren(...(man ? [drawing(man)] : []));
      square.setAttribute("aria-label", man ? `${name} ${nameOf(man)}` : name);
    });
    this.tell();
  }

  fen() {
    const ranks = Array.from({length: 8}, (_, rank) =>
      this.men.slice(8 * rank, 8 * rank + 8).map(man => man || " ").join("").replace(/ +/g, gap => gap.length));
    return [ranks.join("/"), ...FIELDS.map(id => at(id).value.trim() || "-")].join(" ");
  }

  tell() {
    at("setup-use").disabled = true;
    this.examine(this.fen());
  }

  /** Hear what is wrong with a position and what is left out of it, if it is still the same. */
  hear({fen, fault, note}) {
    if (fen !== this.fen()) return;
    at("setup-fault").textContent = fault || note;
    at("setup-use").disabled = fault !== "";
  }
}
