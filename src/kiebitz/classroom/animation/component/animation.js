// An algorithm's code beside its tree, step by step.
import {ANIMATION_WORDS} from "./animation_words.js";
import {Player, html} from "./player.js";

const SVG = "http://www.w3.org/2000/svg";
const [GAP, RISE, MARGIN, HALF] = [66, 116, 50, 19];
const LARGEST = 1.5;  // how far a tree is scaled to fit; how small, the style says, and beyond that it scrolls

function svg(name, attributes, parent, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

// Scrolls the frame, and never the page, until the whole line is seen.
function reveal(line, frame) {
  const [above, below] = [line.offsetTop, line.offsetTop + line.offsetHeight];
  if (above < frame.scrollTop || below > frame.scrollTop + frame.clientHeight)
    frame.scrollTop = (above + below - frame.clientHeight) / 2;
}

export class AnimationView extends Player {
  // Draws `data` (see page_data) into `frame`. `show` begins.
  constructor(frame, data, {language = "en"} = {}) {
    super(frame, data.steps.length, ANIMATION_WORDS[language]);
    this.data = data;
    this.nodes = new Map(data.nodes.map(node => [node.n, {...node}]));
    this.build();
    this.drawTree();
  }

  build() {
    const {data, words: w} = this;
    this.lines = data.code.map(({text, report}) => html("li", report ? {class: "report"} : {}, text));
    const part = this.part = {
      code: html("ol", {class: "code", tabindex: "0", lang: "en"}, ...this.lines), vars: html("div", {class: "vars"}),
      tree: html("section", {class: "panel tree", "aria-label": w.tree, tabindex: "0"}),
      say: html("p", {class: "say", "aria-live": "polite"}),
      count: html("span", {class: "count"}),
      types: html("input", {type: "checkbox"}),
    };
    this.critical = data.nodes.filter(node => node.leaf !== null && node.type).map(node => node.n);
    part.types.onchange = () => {
      this.frame.classList.toggle("typed", part.types.checked);
      this.show(this.step);
    };
    const sign = (text, meaning, colour) => html("span", {}, html("b", colour ? {style: `color:var(--${colour})`} : {}, text), ` ${meaning}`);
    this.frame.classList.add("animation");
    this.frame.replaceChildren(
      html("div", {class: "screen"},
        html("header", {}, html("h1", {lang: "en"}, data.title), html("p", {lang: "en"}, `${data.tree} · ${data.source}`)),
        html("div", {class: "stage"}, html("section", {class: "panel text", "aria-label": w.code}, part.code, part.vars), part.tree),
        part.say,
        html("div", {class: "controls"},
          ...this.controls(),
          html("label", {class: "count", title: w.types_hint}, part.types, ` ${w.types}`), part.count)),
      html("p", {class: "legend"}, sign("□", w.max), sign("○", w.min), sign("//", w.cut, "cut"), sign("(α, β)", w.window, "window"),
        html("span", {}, w.view), html("span", {}, w.keys)));
  }

  drawTree() {
    const {data, nodes} = this;
    const depth = Math.max(...data.nodes.map(node => node.depth));
    this.width = 2 * MARGIN + Math.max(data.leaves - 1, 1) * GAP;
    const height = 2 * MARGIN + depth * RISE + 26;
    this.picture = svg("svg", {viewBox: `0 0 ${this.width} ${height}`, width: "100%", role: "img", "aria-label": data.tree}, this.part.tree);
    this.picture.style.setProperty("--width", `${this.width}px`);
    this.picture.style.maxWidth = `${LARGEST * this.width}px`;
    const [edges, marks, shapes] = [0, 0, 0].map(() => svg("g", {}, this.picture));
    for (const node of nodes.values()) {
      const [x, y] = [node.cx, node.cy] = [MARGIN + node.x * GAP, MARGIN + node.depth * RISE];
      const above = nodes.get(node.parent), isLeaf = node.leaf !== null;
      if (above) {
        const [x1, y1] = [above.cx, above.cy], at = part => [x1 + (x - x1) * part, y1 + (y - y1) * part];
        node.edge = svg("line", {x1, y1, x2: x, y2: y, class: "edge"}, edges);
        const [mx, my] = at(node.move ? .3 : .5);
        node.strikes = [-4, 4].map(dx => svg("line",
          {x1: mx + dx - 6, y1: my + 9, x2: mx + dx + 6, y2: my - 9, class: "strike"}, marks));
        if (node.move) {
          const [tx, ty] = at(isLeaf ? .68 : .55);
          svg("text", {x: tx, y: ty, class: "move"}, marks, node.move);
        }
      }
      node.group = svg("g", {}, shapes);
      if (isLeaf) svg("rect", {x: x - 15, y: y - 13, width: 30, height: 26, rx: 7, class: "shape"}, node.group);
      else if (node.max) svg("rect", {x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, class: "shape"}, node.group);
      else svg("ellipse", {cx: x, cy: y, rx: HALF + 5, ry: HALF, class: "shape"}, node.group);
      svg("text", {x, y, class: "number"}, node.group, node.n);
      if (node.type) svg("text", {x: x + (isLeaf ? 24 : HALF + 12), y: y - 6, class: "type"}, node.group, node.type);
      node.window = svg("text", {x, y: y - HALF - 11, class: "window"}, node.group, "");
      node.value = svg("text", {x, y: isLeaf ? y + 25 : y - HALF - 11, class: `value${isLeaf ? " leaf" : ""}`}, node.group, "");
    }
  }

  stateAt(index) {
    const state = new Map(this.data.nodes.map(node => [node.n, ["unseen", "", ""]]));
    for (let i = 0; i <= index; i++)
      for (const [number, now] of Object.entries(this.data.steps[i].set)) state.set(Number(number), now);
    return state;
  }

  show(index) {
    const {data, nodes, part} = this;
    const step = this.step = this.within(index);
    const now = data.steps[step], state = this.stateAt(step), hasEnded = now.line === null;
    this.lines.forEach((item, i) => item.classList.toggle("lit", i === now.line));
    if (!hasEnded) reveal(this.lines[now.line], part.code);
    part.vars.textContent = now.vars;
    part.say.textContent = now.say;
    const seen = this.critical.filter(number => state.get(number)[0] === "done").length;
    part.count.textContent = this.words.count(step + 1, data.steps.length, now.leaves, data.leaves)
      + (part.types.checked ? ` · ${this.words.critical(seen, this.critical.length)}` : "");
    for (const node of nodes.values()) {
      const [status, bounds, value] = state.get(node.n);
      node.group.setAttribute("class", `${status} type-${node.type}${!hasEnded && node.n === now.node ? " current" : ""}`);
      node.window.textContent = bounds;
      node.value.textContent = node.leaf !== null ? (value ? node.leaf : `(${node.leaf})`) : value;
      if (!node.edge) continue;
      node.edge.setAttribute("class", `edge ${status}`);
      const isStruck = status === "cut" && state.get(node.parent)[0] !== "cut";
      node.strikes.forEach(line => line.classList.toggle("shown", isStruck));
    }
    const scale = this.picture.clientWidth / this.width, current = nodes.get(now.node);
    part.tree.scrollLeft = current.cx * scale - part.tree.clientWidth / 2;
    part.tree.scrollTop = current.cy * scale - part.tree.clientHeight / 2;
    this.shown();
  }
}
