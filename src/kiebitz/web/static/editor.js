// A position of chess set up by hand: the men, and what else a FEN says.

import {SetupBoard} from "./setup_board.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const FILES = "abcdefgh", WHITE = ["", ..."KQRBNP"], BLACK = [..."kqrbnp"], SVG = "http://www.w3.org/2000/svg";
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

const nameOf = man => man === "" ? word("nothing") : word(`man_${man === man.toUpperCase() ? "white" : "black"}_${man.toLowerCase()}`);

/** The men of a placement, square by square from a8 on; undefined if they aren't those of 64 squares. */
function menOf(placement) {
  const ranks = placement.split("/").map(rank => rank.replace(/[1-8]/g, count => " ".repeat(Number(count))));
  const isBoard = ranks.length === 8 && ranks.every(rank => /^[kqrbnp ]{8}$/i.test(rank));
  return isBoard ? [...ranks.join("")].map(man => man.trim()) : undefined;
}

export class Editor {
  /** `examine` is given a FEN to be looked at, `use` one to be played on from, `current` gives that of the page. */
  constructor(examine, use, current) {
    Object.assign(this, {examine, current, isOn: false});
    this.board = new SetupBoard({
      board: at("setup-board"), boxes: [at("setup-white"), at("setup-black")], letters: [WHITE, BLACK], rows: 8, columns: 8,
      place: at("place"), draw: drawing, nameOf, squareName: index => FILES[index % 8] + (8 - (index >> 3)),
      isDark: index => (index + (index >> 3)) % 2 === 1, changed: () => this.tell(),
    });
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
      for (const box of this.rights) box.checked = false;
      this.board.show(this.board.men.map((_, index, men) => men[index ^ 7]));
    });
    at("setup-form").addEventListener("submit", event => {
      event.preventDefault();
      use(this.fen());
      this.turn(false);
    });
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

  /** Take over a position; what is none is examined, so that its fault is told. */
  read(fen) {
    const [placement, turn = "w", castling = "-", ...rest] = fen.trim().split(/\s+/), men = menOf(placement);
    if (!men) return this.ask(fen);
    this.board.men = men;
    [turn, rest[0] ?? "-", rest[1] ?? 0, rest[2] ?? 1].forEach((value, index) => { at(FIELDS[index]).value = value; });
    for (const box of this.rights) box.checked = this.hasRight(box.value, castling);
    this.board.show(men);
  }

  /** The file of the king that a castling moves, if he stands on the first rank; and those of the rooks on that wing. */
  castling(letter) {
    const isWhite = letter === letter.toUpperCase(), rank = this.board.men.slice(isWhite ? 56 : 0, isWhite ? 64 : 8);
    const king = rank.indexOf(isWhite ? "K" : "k"), isShort = letter.toUpperCase() === "K";
    const rooks = rank.flatMap((man, file) => man === (isWhite ? "R" : "r") && (file > king) === isShort ? [file] : []);
    return {king, rooks: king < 0 ? [] : rooks};
  }

  /** Whether a FEN's field gives a right, by this letter or by the file of its rook. */
  hasRight(letter, field) {
    const {rooks} = this.castling(letter), isWhite = letter === letter.toUpperCase();
    return field.includes(letter) || rooks.some(file => field.includes(isWhite ? FILES[file].toUpperCase() : FILES[file]));
  }

  fen() {
    const ranks = Array.from({length: 8}, (_, rank) =>
      this.board.men.slice(8 * rank, 8 * rank + 8).map(man => man || " ").join("").replace(/ +/g, gap => gap.length));
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
