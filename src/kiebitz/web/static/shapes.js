// Squares and arrows over a board, in layers that are shown and taken away one by one.

const SVG = "http://www.w3.org/2000/svg", SQUARES = 8;
const HEAD = 0.42, GAP = 0.12, RING = 0.44, CORNER = 0.4, BADGE = 0.2;

function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

export class Shapes {
  /** Lie over `board`, an element that has a square board and nothing else. */
  constructor(board) {
    this.svg = made("svg", {viewBox: `0 0 ${SQUARES} ${SQUARES}`, class: "shapes", "aria-hidden": "true"});
    this.layers = new Map();
    this.isTurned = false;
    board.append(this.svg);
  }

  /** Show shapes in a layer, in place of those there: `from` and `to` are squares, the same for a ring or for a `sign`. */
  show(layer, shapes) {
    if (JSON.stringify(this.layers.get(layer) ?? []) === JSON.stringify(shapes)) return;
    this.layers.set(layer, shapes);
    this.draw();
  }

  turn(isTurned) {
    this.isTurned = isTurned;
    this.draw();
  }

  draw() {
    this.svg.replaceChildren(...[...this.layers.values()].flat().map(shape => this.drawn(shape)));
  }

  drawn({from, to, kind, sign, width = 0.16}) {
    const group = made("g", {class: `shape ${kind}`}), [x, y] = this.middle(from), [ex, ey] = this.middle(to);
    const length = Math.hypot(ex - x, ey - y);
    if (sign) {
      const [cx, cy] = [Math.min(x + CORNER, SQUARES - BADGE), Math.max(y - CORNER, BADGE)];
      const text = made("text", {x: cx, y: cy, "font-size": 0.3, "text-anchor": "middle", "dominant-baseline": "central"});
      text.textContent = sign;
      group.append(made("path", {d: `M${cx - BADGE} ${cy} a${BADGE} ${BADGE} 0 1 0 ${2 * BADGE} 0 a${BADGE} ${BADGE} 0 1 0 ${-2 * BADGE} 0`}), text);
      return group;
    }
    if (!length) {
      group.append(made("circle", {cx: x, cy: y, r: RING, "stroke-width": 0.08}));
      return group;
    }
    const [dx, dy] = [(ex - x) / length, (ey - y) / length], tip = length - GAP, head = Math.max(HEAD * width / 0.16, 0.24);
    const at = (along, beside) => `${x + dx * along - dy * beside} ${y + dy * along + dx * beside}`;
    group.append(made("path", {d: `M${at(0.1, width / 2)} L${at(tip - head, width / 2)} L${at(tip - head, head / 2)} L${at(tip, 0)}
      L${at(tip - head, -head / 2)} L${at(tip - head, -width / 2)} L${at(0.1, -width / 2)} Z`}));
    return group;
  }

  middle(square) {
    const [x, y] = [square.charCodeAt(0) - 97 + 0.5, SQUARES - Number(square[1]) + 0.5];
    return this.isTurned ? [SQUARES - x, SQUARES - y] : [x, y];
  }
}
