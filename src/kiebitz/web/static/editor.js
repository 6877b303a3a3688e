// A position set up by hand on the board: men dragged from the boxes beside it, put by click and by keys, taken away by a
// right click or dragged off the board; and what else a FEN says.

import {word} from "./words.js";

const at = id => document.getElementById(id);
const FILES = "abcdefgh", WHITE = ["", ..."KQRBNP"], BLACK = [..."kqrbnp"], SVG = "http://www.w3.org/2000/svg";
const STEPS = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8}, NOWHERE = -1;
const CASTLINGS = {K: ["white", "O-O"], Q: ["white", "O-O-O"], k: ["black", "O-O"], q: ["black", "O-O-O"]};
const FIELDS = ["setup-turn", "setup-passing", "setup-clock", "setup-number"];
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";

/** The drawing of a man; the board has loaded them into the page. */
function drawing(man) {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 45 45");
  svg.setAttribute("class", "man");
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

/** The men of a placement, square by square from a8 on; undefined if they aren't those of 64 squares. */
function menOf(placement) {
  const ranks = placement.split("/").map(rank => rank.replace(/[1-8]/g, count => " ".repeat(Number(count))));
  const isBoard = ranks.length === 8 && ranks.every(rank => /^[kqrbnp ]{8}$/i.test(rank));
  return isBoard ? [...ranks.join("")].map(man => man.trim()) : undefined;
}

export class Editor {
  /** `examine` is given a FEN to be looked at, `use` one to be played on from, `current` gives that of the page. */
  constructor(examine, use, current) {
    Object.assign(this, {examine, current, isOn: false, chosen: "", from: NOWHERE, held: "", men: Array(64).fill("")});
    this.squares = this.men.map((_, index) => this.square(index));
    at("setup-board").append(...this.squares);
    this.choices = [...WHITE, ...BLACK].map(man => this.choice(man));
    at("setup-white").append(...this.choices.slice(0, WHITE.length));
    at("setup-black").append(...this.choices.slice(WHITE.length));
    this.rights = Object.entries(CASTLINGS).map(([letter, [side, text]]) => {
      const label = document.createElement("label"), box = Object.assign(document.createElement("input"), {type: "checkbox", value: letter});
      label.append(box, ` ${word(side)} ${text}`);
      at("setup-castling").append(label);
      return box;
    });
    for (const field of [...FIELDS.map(at), ...this.rights]) field.addEventListener("input", () => this.tell());
    at("setup-fen").addEventListener("input", () => this.read(at("setup-fen").value));
    at("set-up").addEventListener("click", () => this.turn(!this.isOn));
    at("setup-cancel").addEventListener("click", () => this.turn(false));
    at("setup-start").addEventListener("click", () => this.read(START));
    at("setup-empty").addEventListener("click", () => this.read(EMPTY));
    at("setup-mirror").addEventListener("click", () => {
      this.men = this.men.map((_, index) => this.men[index ^ 7]);
      for (const box of this.rights) box.checked = false;
      this.show();
    });
    at("setup-form").addEventListener("submit", event => {
      event.preventDefault();
      use(this.fen());
      this.turn(false);
    });
    addEventListener("pointermove", event => this.carry(event));
    addEventListener("pointerup", event => this.release(event));
    addEventListener("pointercancel", () => this.rest());
  }

  /** Begin to set up the position that the page shows, or end without it. */
  turn(isOn) {
    this.isOn = isOn;
    at("set-up").setAttribute("aria-pressed", isOn);
    at("place").classList.toggle("setting", isOn);
    at("board").inert = isOn;
    if (!isOn) return;
    this.read(this.current());
    at("place").scrollIntoView({block: "nearest"});
  }

  square(index) {
    const made = button("", []);
    made.classList.toggle("dark", (index + (index >> 3)) % 2 === 1);
    made.tabIndex = index ? -1 : 0;
    made.addEventListener("pointerdown", event => this.grasp(event, this.men[index], index));
    made.addEventListener("contextmenu", event => {
      event.preventDefault();
      this.put(index, "");
    });
    made.addEventListener("keydown", event => this.key(event, index));
    return made;
  }

  choice(man) {
    const made = button(man ? nameOf(man) : word("nothing"), [man ? drawing(man) : "×"]);
    made.dataset.man = man;
    made.setAttribute("aria-pressed", man === this.chosen);
    made.addEventListener("pointerdown", event => this.grasp(event, man, NOWHERE));
    made.addEventListener("click", () => {
      this.chosen = man;
      this.choices.forEach(other => other.setAttribute("aria-pressed", other === made));
    });
    return made;
  }

  /** A pointer takes a man, from a square or from a box. */
  grasp(event, man, from) {
    if (event.button !== 0) return;
    event.target.releasePointerCapture(event.pointerId);  // a finger, too, shall end on another square
    Object.assign(this, {isGrasped: true, from, held: man});
  }

  carry({clientX, clientY}) {
    if (!this.held) return;
    if (!this.carried) {
      this.carried = Object.assign(document.createElement("div"), {className: "held-man"});
      this.carried.append(drawing(this.held));
      at("place").append(this.carried);
    }
    Object.assign(this.carried.style, {left: `${clientX}px`, top: `${clientY}px`});
  }

  /** A man that was taken is put where it is let go, off the board nowhere; where nothing moved, it was a click. */
  release({clientX, clientY}) {
    if (!this.isGrasped) return;
    const {from, held} = this, target = this.squares.indexOf(document.elementFromPoint(clientX, clientY)?.closest("button"));
    this.rest();
    if (from === NOWHERE && target === NOWHERE) return;
    if (target === from || !held) this.put(target, this.men[target] === this.chosen ? "" : this.chosen);
    else {
      if (from !== NOWHERE) this.men[from] = "";
      this.put(target, held);
    }
  }

  rest() {
    this.carried?.remove();
    Object.assign(this, {isGrasped: false, from: NOWHERE, held: "", carried: undefined});
  }

  put(index, man) {
    if (index !== NOWHERE) this.men[index] = man;
    this.show();
  }

  key(event, index) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key] * (at("place").classList.contains("turned") ? -1 : 1);
    if (step) {
      const target = index + step;
      const isOff = target < 0 || target > 63 || (Math.abs(step) === 1 && target >> 3 !== index >> 3);
      if (!isOff) this.focus(target);
    } else if (["Delete", "Backspace"].includes(event.key)) this.put(index, "");
    else if ([...WHITE, ...BLACK].includes(event.key)) this.put(index, event.key);
    else if (event.key === "Enter" || event.key === " ") this.put(index, this.men[index] === this.chosen ? "" : this.chosen);
    else return;
    event.preventDefault();
  }

  focus(index) {
    this.squares.forEach((square, other) => { square.tabIndex = other === index ? 0 : -1; });
    this.squares[index].focus();
  }

  /** Take over a position; what is none is examined, so that its fault is told. */
  read(fen) {
    const [placement, turn = "w", castling = "-", ...rest] = fen.trim().split(/\s+/), men = menOf(placement);
    if (!men) return this.ask(fen);
    this.men = men;
    [turn, rest[0] ?? "-", rest[1] ?? 0, rest[2] ?? 1].forEach((value, index) => { at(FIELDS[index]).value = value; });
    for (const box of this.rights) box.checked = this.hasRight(box.value, castling);
    this.show();
  }

  /** The file of the king that a castling moves, if he stands on the first rank; and those of the rooks on that wing. */
  castling(letter) {
    const isWhite = letter === letter.toUpperCase(), rank = this.men.slice(isWhite ? 56 : 0, isWhite ? 64 : 8);
    const king = rank.indexOf(isWhite ? "K" : "k"), isShort = letter.toUpperCase() === "K";
    const rooks = rank.flatMap((man, file) => man === (isWhite ? "R" : "r") && (file > king) === isShort ? [file] : []);
    return {king, rooks: king < 0 ? [] : rooks};
  }

  /** Whether a FEN's field gives a right, by this letter or by the file of its rook. */
  hasRight(letter, field) {
    const {rooks} = this.castling(letter), isWhite = letter === letter.toUpperCase();
    return field.includes(letter) || rooks.some(file => field.includes(isWhite ? FILES[file].toUpperCase() : FILES[file]));
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
    const [turn, ...rest] = FIELDS.map(id => at(id).value.trim() || "-");
    const rights = this.rights.filter(({checked}) => checked).map(({value}) => value).join("") || "-";
    return [ranks.join("/"), turn, rights, ...rest].join(" ");
  }

  tell() {
    for (const box of this.rights) {
      box.disabled = !this.castling(box.value).rooks.length;
      box.checked &&= !box.disabled;
    }
    const fen = this.fen();
    if (document.activeElement !== at("setup-fen")) at("setup-fen").value = fen;
    this.ask(fen);
  }

  ask(fen) {
    this.asked = fen;
    at("setup-use").disabled = true;
    this.examine(fen);
  }

  /** Hear what is wrong with a position and what is left out of it, if it is still the same. */
  hear({fen, fault, note}) {
    if (fen !== this.asked) return;
    at("setup-fault").textContent = fault || note;
    at("setup-use").disabled = fault !== "";
  }
}
