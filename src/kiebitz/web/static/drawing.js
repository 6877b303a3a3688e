// Squares and arrows drawn by hand: with the right button, or with any pointer while drawing is on; on the keyboard,
// squares are typed where moves are typed.

const COLOURS = ["G", "R", "B", "Y"], SHAPE = /^([grby])?([a-h][1-8])([a-h][1-8])?$/i;

export class Drawing {
  /** `change` is given the shapes of the position, as PGN has them, once one was drawn or taken away. */
  constructor(board, change) {
    Object.assign(this, {board, change});
    this.shapes = [];
    this.isOn = false;
    this.colour = COLOURS[0];
    this.from = "";
    const {element} = board;
    element.addEventListener("pointerdown", event => this.begin(event), {capture: true});
    for (const type of ["mousedown", "touchstart", "click"]) {
      element.addEventListener(type, event => {
        if (!this.isOn) return;
        event.stopPropagation();
        if (event.cancelable) event.preventDefault();
      }, {capture: true, passive: false});
    }
    addEventListener("pointermove", event => this.preview(event));
    addEventListener("pointerup", event => this.finish(event));
    addEventListener("pointercancel", () => { this.from = ""; });
  }

  /** Show the shapes of a position. */
  show(shapes) {
    this.shapes = shapes;
    this.board.shapes.show("drawn", shapes.map(drawnShape));
  }

  begin(event) {
    const square = this.squareAt(event);
    if (!square || !(this.isOn || event.button === 2)) return;
    event.preventDefault();
    this.from = square;
    this.used = this.isOn ? this.colour : colourOf(event);
  }

  preview(event) {
    if (!this.from) return;
    const to = this.squareAt(event);
    this.board.shapes.show("preview", to ? [drawnShape(name(this.used, this.from, to))] : []);
  }

  finish(event) {
    if (!this.from) return;
    const to = this.squareAt(event), drawn = to && name(this.used, this.from, to);
    this.from = "";
    this.board.shapes.show("preview", []);
    if (drawn) this.toggle(drawn);
  }

  /** Draw what was typed, such as e4, e2e4 or Re2e4; whether it can be drawn. */
  type(text) {
    const found = text.trim().match(SHAPE);
    if (!found) return false;
    const [, colour = this.colour, from, to = from] = found;
    this.toggle(name(colour.toUpperCase(), from.toLowerCase(), to.toLowerCase()));
    return true;
  }

  /** Draw a shape, in place of one of another colour there, or take it away if it is there. */
  toggle(drawn) {
    const others = this.shapes.filter(shape => shape.slice(1) !== drawn.slice(1));
    this.change(this.shapes.includes(drawn) ? others : [...others, drawn]);
  }

  clear() {
    if (this.shapes.length) this.change([]);
  }

  squareAt({clientX, clientY}) {
    return document.elementsFromPoint(clientX, clientY).map(element => element.dataset?.square)
      .find(square => square) ?? "";
  }
}

const name = (colour, from, to) => colour + from + (to === from ? "" : to);

/** As in Lichess: green, with Shift or Ctrl red, with Alt blue, with both yellow. */
const colourOf = event => COLOURS[(event.shiftKey || event.ctrlKey ? 1 : 0) + (event.altKey ? 2 : 0)];

/** A shape as PGN has it, as the board draws it. */
export function drawnShape(shape) {
  const from = shape.slice(1, 3);
  return {from, to: shape.slice(3) || from, kind: `drawn-${shape[0].toLowerCase()}`};
}
