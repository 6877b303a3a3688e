// The board of shogi, to look at and to move on: by clicks, by dragging, by keys.

import {NARROW, arrow, drawPlacement, held, made} from "../drawn_board.js";

const RANKS = "abcdefghi";
// A pointer that has moved so far drags; less is a click.
const DRAG_PIXELS = 6;

export class ShogiBoard {
  /** `play` is given a move (USI); `ask` is asked whether to promote, and gives a promise; `say` tells by ear. */
  constructor(play, ask, say) {
    Object.assign(this, {play, ask, say});
    this.chosen = null;  // a square, or a man in hand such as "P*"
    this.cursor = "5e";
    this.isTurned = false;
  }

  /** Put the board into an element; `svg` and `places` are the server's. */
  draw(element, svg, places) {
    this.places = places;
    element.replaceChildren(...new DOMParser().parseFromString(svg, "text/html").body.childNodes);
    this.svg = element.querySelector("svg.board");
    this.svg.setAttribute("tabindex", "0");
    this.svg.setAttribute("role", "application");
    this.over = made("g", {id: "over"});
    this.spots = made("g", {id: "spots"});
    this.svg.append(this.over, this.spots);
    this.svg.addEventListener("pointerdown", event => this.press(event));
    this.svg.addEventListener("pointermove", event => this.drag(event));
    this.svg.addEventListener("pointerup", event => this.release(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
    this.svg.addEventListener("keydown", event => this.key(event));
    NARROW.addEventListener("change", () => this.refresh());
  }

  get seen() { return this.places[this.isTurned ? 1 : 0]; }

  turn() {
    this.isTurned = !this.isTurned;
    this.refresh();
  }

  /** Show a position; `moved` is the move that led to it, `best` the engine's, if there is one. */
  show(position, moved, label) {
    Object.assign(this, {position, moved, best: null, chosen: null});
    this.svg.setAttribute("aria-label", label);
    this.refresh();
  }

  point(best) {
    this.best = best;
    this.refreshOver();
  }

  refresh() {
    if (!this.position) return;
    const [board, , hands] = this.position.sfen.split(" "), seen = this.seen;
    drawPlacement(this.svg, seen, `${board} ${hands}`, this.moved);
    const spots = Object.entries(seen.named).map(([name, place]) => this.spot(name, place, this.isOwn(this.man(name))));
    for (const [letter, place] of this.held()) spots.push(this.spot(`${letter}*`, place, true));
    this.spots.replaceChildren(...spots);
    this.refreshOver();
  }

  spot(name, [x, y], isOwn) {
    const half = this.seen.square / 2;
    return made("rect", {class: isOwn ? "place own" : "place", "data-name": name, x: x - half, y: y - half,
      width: 2 * half, height: 2 * half});
  }

  refreshOver() {
    const drawn = [], seen = this.seen, half = seen.square / 2;
    const framed = (kind, [x, y]) =>
      made("rect", {class: kind, x: x - half + 2, y: y - half + 2, width: 2 * half - 4, height: 2 * half - 4, rx: 4});
    if (this.best && !this.chosen) drawn.push(arrow(seen, this.best, this.hands, this.position.is_black_to_move));
    if (this.chosen) {
      drawn.push(framed("chosen", this.place(this.chosen)));
      for (const target of new Set(this.moves(this.chosen).map(move => move.slice(2, 4)))) {
        const [cx, cy] = seen.named[target];
        drawn.push(made("circle", {class: "target", cx, cy, r: 8}));
      }
    }
    drawn.push(framed("cursor", this.place(this.cursor)));
    this.over.replaceChildren(...drawn);
  }

  // ------------------------------------------------------------------ what stands where

  man(square) {
    const row = this.position.sfen.split(" ")[0].split("/")[RANKS.indexOf(square[1])];
    let file = 9;
    for (const part of row.match(/\d|\+?[A-Za-z]/g)) {
      if (/\d/.test(part)) file -= Number(part);
      else if (file-- === Number(square[0])) return part;
    }
    return "";
  }

  isOwn(man) {
    return man !== "" && (man.at(-1) === man.at(-1).toUpperCase()) === this.position.is_black_to_move;
  }

  get hands() { return this.position.sfen.split(" ")[2]; }

  /** What the side to move holds: letters and their places. */
  held() { return held(this.seen, this.hands, this.position.is_black_to_move); }

  place(name) {
    return name[1] === "*" ? this.held().find(([letter]) => letter === name[0])?.[1] : this.seen.named[name];
  }

  moves(from) {
    return this.position.legal.filter(move => move.startsWith(from));
  }

  // ------------------------------------------------------------------ choosing and moving

  choose(name) {
    this.chosen = name && this.moves(name).length ? name : null;
    this.refreshOver();
  }

  async move(target) {
    const from = this.chosen, found = this.moves(from).filter(move => move.slice(2, 4) === target);
    this.choose(null);
    if (!found.length) return false;
    let move = found[0];
    if (found.length > 1) {
      const raises = await this.ask();
      if (raises === null) return true;
      move = found.find(each => each.endsWith("+") === raises);
    }
    this.play(move);
    return true;
  }

  /** A square or a man in hand was pointed at: take it, or go there. */
  async pick(name) {
    if (this.chosen && this.chosen !== name && name[1] !== "*" && await this.move(name)) return;
    this.choose(this.chosen === name ? null : name);
  }

  nameAt(event) {
    return document.elementsFromPoint(event.clientX, event.clientY)
      .find(element => element.dataset?.name && this.svg.contains(element))?.dataset.name ?? null;
  }

  press(event) {
    if (event.button) return;
    const name = this.nameAt(event);
    this.pressed = name && {name, x: event.clientX, y: event.clientY, wasChosen: this.chosen};
    if (name && this.moves(name).length) this.svg.setPointerCapture(event.pointerId);
  }

  drag(event) {
    const pressed = this.pressed;
    if (!pressed || !this.moves(pressed.name).length) return;
    if (!this.dragged && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < DRAG_PIXELS) return;
    if (!this.dragged) {
      this.choose(pressed.name);
      const man = pressed.name[1] === "*" ? pressed.name[0] : this.man(pressed.name).toUpperCase();
      this.dragged = made("use", {class: "dragged", href: `#${this.seen.ids[man]}`});
      this.svg.append(this.dragged);
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const isOnItsHead = this.position.is_black_to_move === this.isTurned;
    this.dragged.setAttribute("transform", `translate(${at.x} ${at.y})${isOnItsHead ? " rotate(180)" : ""}`);
  }

  drop() {
    this.dragged?.remove();
    this.dragged = this.pressed = null;
  }

  release(event) {
    const {pressed, dragged} = this;
    this.drop();
    const name = this.nameAt(event);
    if (!pressed) return;
    if (dragged) {
      if (name && name !== pressed.name && name[1] !== "*") this.move(name);
      else this.choose(null);
    } else if (name === pressed.name) this.pick(name);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.position) return;
    const sign = this.isTurned ? -1 : 1;
    const steps = {ArrowLeft: [sign, 0], ArrowRight: [-sign, 0], ArrowUp: [0, -sign], ArrowDown: [0, sign]};
    const letter = event.key.toUpperCase();
    if (event.key in steps) {
      const [files, ranks] = steps[event.key];
      const file = Math.min(9, Math.max(1, Number(this.cursor[0]) + files));
      const rank = Math.min(8, Math.max(0, RANKS.indexOf(this.cursor[1]) + ranks));
      this.cursor = `${file}${RANKS[rank]}`;
      this.refreshOver();
      this.say(this.cursor, this.man(this.cursor));
    } else if (event.key === "Enter" || event.key === " ") this.pick(this.cursor);
    else if (event.key === "Escape") this.choose(null);
    else if ("PLNSGBR".includes(letter) && letter.length === 1) this.choose(`${letter}*`);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
