// The tree of a search, to be opened, filtered and stepped through. Only opened nodes are in the document.
import {GAMES} from "./games.js";
import {NodeText, TYPES} from "./node_text.js";
import {ALL, CUT, PV, QUIESCENCE, Rows, TREE} from "./rows.js";
import {TREE_WORDS} from "./tree_words.js";

const COMPARED = [["gone", "−", "gone_hint"], ["come", "+", "come_hint"]];
const SMALL = 700;  // pixels; as in the style
const UNFINISHED_REASONS = ["open", "stopped"];
let trees = 0;      // so many were made: what gives their nodes ids of their own

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key === "on") made.onclick = value; else if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Scrolls the frame, and not the page, until the line is below the headings and above the edge.
function reveal(line, frame) {
  const [inner, outer, heading] = [line.getBoundingClientRect(), frame.getBoundingClientRect(), line.clientHeight];
  if (inner.top < outer.top + heading) frame.scrollTop += inner.top - outer.top - heading;
  else if (inner.bottom > outer.bottom) frame.scrollTop += inner.bottom - outer.bottom + heading;
}

export class SearchTree {
  // Draws `data` (see page_data) into `frame`. `chosen` is told of each node that is selected. Where `run` is given, that
  // one run is shown; else both can be, one at a time. `show` begins.
  constructor(frame, data, {language = "en", run = null, chosen = () => {}} = {}) {
    Object.assign(this, {frame, data, chosen, onlyRun: run, game: GAMES[data.game]});
    this.words = TREE_WORDS[language];
    this.thousands = number => number.toLocaleString(language);
    this.prefix = `tree${++trees}-`;
    this.runs = [];            // rows by run, once they are unpacked
    this.rows = null;          // those of the run shown
    this.state = {run: 0, root: 0, selected: 0, turned: false, reasons: new Set(), types: new Set(), kinds: new Set(),
      onlyHere: false};
    this.shown = {byFirst: false, notation: 0};
    this.opened = new Set();
    this.items = new Map();    // row → {line, group, level, shown}
    this.deepest = 0;          // levels drawn, which the column of names leaves room for
    this.matched = null;       // matching rows before this one, or null without a filter
    this.build();
  }

  // ---------------------------------------------------------------- the frame

  build() {
    const {words: w} = this;
    const faint = text => element("span", {class: "faint"}, text);
    const group = (...inner) => element("span", {class: "group"}, ...inner);
    const panel = (summary, hint, ...inner) =>
      element("details", {class: "panel", open: ""}, element("summary", {}, `${w[summary]} `, faint(w[hint])), ...inner);
    const button = (name, act) => element("button", {type: "button", "data-act": name, title: w[`${name}_hint`], on: act}, w[name] ?? "");
    const part = this.part = {
      subtitle: element("p", {class: "subtitle"}), fault: element("p", {class: "fault", hidden: ""}),
      runs: element("div", {class: "runs", role: "group", "aria-label": w.runs, hidden: ""}),
      iterations: element("tbody"), iterationsFrame: element("div", {class: "scroll low"}),
      reasons: element("div", {class: "legend", role: "group", "aria-label": w.by_reason}),
      types: element("span", {class: "group", role: "group", "aria-label": w.by_type}, faint(w.type)),
      kinds: element("span", {class: "group", role: "group", "aria-label": w.by_kind}, faint(w.kind)),
      onlyHere: element("button", {type: "button", "data-act": "only-here", hidden: "", on: () => this.toggleOnlyHere()}, w.only_here),
      clear: element("button", {type: "button", "data-act": "clear", on: () => this.clearFilter()}, w.show_all),
      matches: element("span", {class: "faint", "data-part": "matches", "aria-live": "polite"}),
      previous: button("previous", () => this.step(-1)), next: button("next", () => this.step(1)),
      view: element("button", {type: "button", "data-act": "view", title: w.view_hint, on: () => this.changeView()}),
      notation: element("button", {type: "button", "data-act": "notation", title: w.notation_hint, on: () => this.changeNotation()}),
      tree: element("div", {role: "tree", tabindex: "0", "aria-label": w.nodes}), treeFrame: element("div", {class: "scroll"}),
      board: element("div", {class: "board", title: w.turn_hint, on: () => this.turnBoard()}),
      caption: element("p", {class: "caption"}), path: element("p", {class: "path", "aria-label": w.path}),
      reason: element("p", {class: "reason"}), facts: element("dl"),
    };
    part.types.append(...[PV, CUT, ALL].map(index =>
      element("button", {type: "button", "data-index": index, on: () => this.toggle(this.state.types, index)}, TYPES[index])));
    part.kinds.append(...[TREE, QUIESCENCE].map(index =>
      element("button", {type: "button", "data-index": index, on: () => this.toggle(this.state.kinds, index)}, w.kinds[index])));
    part.iterationsFrame.append(element("table", {}, element("thead", {}, element("tr", {},
      ...["depth", "window", "value", "outcome", "best_move", "positions"].map(name => element("th", {}, w[name])),
      element("th"))), part.iterations));
    const heading = (name, hint, kind) => element("span", {class: kind, title: w[hint]}, w[name] ?? name);
    part.treeFrame.append(element("div", {class: "columns row", "aria-hidden": "true"},
      heading("move"), heading("positions", "positions_hint", "number"), element("span"), heading("type", "type_hint"),
      heading("ended_by"), heading("depth", "depth_hint", "number"), heading("value", "value_hint", "number"),
      heading("α, β", "window_hint", "number"), heading("evaluation", "evaluation_hint", "number"),
      heading("tried", "tried_hint", "number")), part.tree);
    part.iterationsPanel = panel("iterations", "iterations_hint", part.iterationsFrame);
    part.reasonsPanel = panel("ended", "ended_hint", part.reasons,
      element("div", {class: "controls"}, part.types, part.kinds, part.onlyHere, part.clear, part.matches));
    this.frame.classList.add("search-tree");
    this.frame.dataset.game = this.data.game;
    this.frame.replaceChildren(part.subtitle, part.fault, part.runs, part.iterationsPanel, part.reasonsPanel,
      element("div", {class: "stage"},
        element("section", {class: "panel tree-panel", "aria-label": w.tree},
          element("div", {class: "controls head"}, group(part.previous, part.next), button("principal", () => this.openPrincipal()),
            button("collapse", () => this.collapse()), group(faint(w.scores), part.view), group(faint(w.moves), part.notation),
            element("span", {class: "faint keys"}, w.keys)),
          part.treeFrame),
        element("aside", {class: "panel node-panel", "aria-label": w.node},
          element("div", {class: "sight"}, part.board, part.caption),
          element("div", {class: "words"}, part.path, part.reason, part.facts))));
    // Where there is little room the tree comes first; what filters it is unfolded when wanted.
    const isSmall = this.frame.clientWidth <= SMALL, isBeside = this.onlyRun !== null && this.data.runs.length > 1;
    part.reasonsPanel.open = !isSmall;
    part.iterationsPanel.open = !isSmall && !isBeside;
  }

  // ---------------------------------------------------------------- what is shown

  // Shows a run; in the place where one was in the other.
  async show(run = this.onlyRun ?? 0) {
    const place = this.rows ? this.place() : null;
    const unfinished = new Set(UNFINISHED_REASONS.map(id => this.data.reasons.findIndex(reason => reason.id === id)));
    this.runs[run] ??= await Rows.of(this.data.runs[run], unfinished);
    this.state.run = run;
    this.rows = this.runs[run];
    this.text = new NodeText(this.data, this.rows, this.shown);
    this.labels();
    this.drawRuns();
    const finished = this.rows.roots.filter(root => this.rows.found[root] === PV);
    this.showIteration(finished.pop() ?? this.rows.roots[this.rows.roots.length - 1]);
    if (place) this.goTo(place);
  }

  // Where one is, in terms that another run understands: the iteration and the moves from there.
  place() {
    return {iteration: this.rows.iteration(this.state.root), moves: this.rows.movesTo(this.state.selected)};
  }

  // Goes to a place of another run, as near as there is one.
  goTo({iteration, moves}) {
    const root = this.rows.roots.filter(each => this.rows.iteration(each) === iteration).pop() ?? this.state.root;
    this.select(this.rows.follow(root, moves));
  }

  showIteration(root, row = root) {
    Object.assign(this.state, {root, selected: row});
    this.opened.clear();
    this.drawIterations();
    this.drawLegend();
    this.applyFilter();
    this.drawTree();
  }

  select(row, {scroll = true} = {}) {
    const {rows, state, items} = this, root = rows.rootOf(row);
    if (root !== state.root) return this.showIteration(root, row);
    for (const above of rows.pathTo(row).slice(0, -1)) this.open(above);
    const former = items.get(state.selected)?.line;
    former?.classList.remove("selected");
    former?.removeAttribute("aria-selected");
    state.selected = row;
    const line = items.get(row)?.line;
    if (line) {
      line.classList.add("selected");
      line.setAttribute("aria-selected", "true");
      this.part.tree.setAttribute("aria-activedescendant", line.id);
      if (scroll) reveal(line, this.part.treeFrame);
    }
    this.drawNode(row);
    this.chosen(this);
  }

  // ---------------------------------------------------------------- the filter

  // Shows only nodes that these reasons, by their English names, have ended.
  filter(names) {
    for (const id of names) {
      const index = this.data.reasons.findIndex(reason => reason.id === id);
      if (index >= 0) this.state.reasons.add(index);
    }
  }
  matches(row) {
    const {rows, state} = this;
    return (!state.reasons.size || state.reasons.has(rows.reason[row]))
      && (!state.types.size || state.types.has(rows.found[row]))
      && (!state.kinds.size || state.kinds.has(rows.kind[row]))
      && (!state.onlyHere || rows.only_here[row] === 1);
  }
  applyFilter() {
    const {part, rows, state, thousands} = this;
    this.matched = null;
    if (state.reasons.size + state.types.size + state.kinds.size > 0 || state.onlyHere) {
      this.matched = new Uint32Array(rows.count + 1);
      for (let row = 0; row < rows.count; row++) this.matched[row + 1] = this.matched[row] + (this.matches(row) ? 1 : 0);
    }
    const [from, to] = [state.root, rows.endOf(state.root)];
    part.matches.textContent = this.matched
      ? this.words.matches(thousands(this.matched[to] - this.matched[from]), thousands(to - from)) : "";
    part.clear.disabled = part.next.disabled = part.previous.disabled = !this.matched;
    for (const name of ["reasons", "types", "kinds"])
      for (const button of part[name].querySelectorAll("button"))
        button.setAttribute("aria-pressed", state[name].has(Number(button.dataset.index)));
    part.onlyHere.setAttribute("aria-pressed", state.onlyHere);
  }
  isShown(row) { return !this.matched || this.matched[this.rows.endOf(row)] > this.matched[row]; }
  isMatch(row) { return !this.matched || this.matched[row + 1] > this.matched[row]; }
  step(direction) {
    if (!this.matched) return;
    const {root, selected} = this.state, to = this.rows.endOf(root);
    for (let row = selected + direction; row >= root && row < to; row += direction)
      if (this.isMatch(row)) return this.select(row);
  }
  filterAnew() {
    this.applyFilter();
    this.drawTree();
  }
  toggle(chosen, index) {
    if (!chosen.delete(index)) chosen.add(index);
    this.filterAnew();
  }
  toggleOnlyHere() {
    this.state.onlyHere = !this.state.onlyHere;
    this.filterAnew();
  }
  clearFilter() {
    for (const chosen of [this.state.reasons, this.state.types, this.state.kinds]) chosen.clear();
    this.state.onlyHere = false;
    this.filterAnew();
  }

  // ---------------------------------------------------------------- the tree

  makeLine(row, level, isBest) {
    const {rows, text, thousands, words: w} = this;
    const shown = rows.childrenOf(row).some(child => this.isShown(child)), parent = rows.parent[row];
    const positions = rows.positionsBelow(row), only = rows.positionsOnlyHere(row);
    const share = positions / Math.max(parent < 0 ? positions : rows.positionsBelow(parent), 1);
    const [mark, sign, meaning] = COMPARED[this.state.run];
    const name = parent < 0 ? [w.iteration(rows.iteration(row))]
      : !rows.isMove(row) ? [element("em", {title: w[rows.kind[row] === QUIESCENCE ? "quiescence_hint" : "within_hint"]}, w.same_position)]
      : rows.fresh[row] ? [text.moveText(row)] : [text.moveText(row), element("em", {title: w.again_hint}, "↻")];
    const move = element("span", {class: `move${isBest ? " best" : ""}`, style: `--level:${level}`},
      element("button", {class: "twisty", type: "button", tabindex: "-1", "aria-hidden": "true"}, shown ? "▸" : ""), ...name);
    if (isBest) move.title = w.best_hint;
    if (rows.only_here[row]) move.append(element("span", {class: `only ${mark}`, title: w[meaning]}, sign));
    const bar = element("div", {class: "bar", style: `width:${Math.max(1, 100 * share)}%`,
      title: w.share(`${(100 * share).toFixed(share < .1 ? 1 : 0)} %`)});
    if (only) bar.append(element("i", {class: mark, style: `width:${100 * only / positions}%`, title: w.only_count(thousands(only))}));
    const reason = text.reasonOf(row);
    const line = element("div", {class: `row node${this.isMatch(row) ? "" : " way"}`, role: "treeitem", "data-row": row,
      id: this.prefix + row, "aria-level": level + 1, "aria-expanded": shown ? "false" : undefined},
      move, element("span", {class: "number"}, thousands(positions)), bar,
      element("span", {class: "type"}, text.typeText(row)),
      element("span", {class: "chip", title: reason.meaning, style: `--c:${reason.colour}`}, element("span", {class: "dot"}),
        reason.name, element("span", {class: "aside"}, reason.id === "beta cut" ? w.by_move(rows.searched[row]) : "")),
      element("span", {class: "number"}, text.depthText(row)),
      element("span", {class: "number"}, text.valueText(row)),
      element("span", {class: "number aside"}, text.windowText(row)),
      element("span", {class: "number aside"}, text.score(row, rows.evaluation[row])),
      element("span", {class: "number aside"}, rows.order[row] || ""));
    line.onclick = event => {
      this.select(row);
      if (event.target.classList.contains("twisty")) this.turn(row);
    };
    line.ondblclick = () => this.turn(row);
    const group = element("div", {role: "group"});
    this.items.set(row, {line, group, level, shown});
    return [line, group];
  }
  turn(row) { this.opened.has(row) ? this.close(row) : this.open(row); }
  fill(row) {
    const {line, group, level, shown} = this.items.get(row);
    if (!shown) return;
    const best = this.rows.principalChild(row);
    if (level + 1 > this.deepest) this.part.treeFrame.style.setProperty("--levels", this.deepest = level + 1);
    line.setAttribute("aria-expanded", "true");
    line.querySelector(".twisty").textContent = "▾";
    for (const child of this.rows.childrenOf(row)) {
      if (!this.isShown(child)) continue;
      group.append(...this.makeLine(child, level + 1, child === best));
      if (this.opened.has(child)) this.fill(child);
    }
  }
  open(row) {
    if (this.opened.has(row) || !this.items.get(row)?.shown) return;
    this.opened.add(row);
    this.fill(row);
  }
  close(row) {
    if (!this.opened.delete(row) || !this.items.has(row)) return;
    const {line, group} = this.items.get(row);
    for (const inner of group.querySelectorAll("[data-row]")) this.items.delete(Number(inner.dataset.row));
    group.replaceChildren();
    line.setAttribute("aria-expanded", "false");
    line.querySelector(".twisty").textContent = "▸";
    if (this.rows.pathTo(this.state.selected).includes(row)) this.select(row);
  }
  drawTree() {
    const {root, selected} = this.state;
    this.items.clear();
    this.opened.add(root);
    this.part.tree.replaceChildren(...this.makeLine(root, 0, false));
    this.fill(root);
    this.select(selected, {scroll: false});
  }
  openPrincipal() {
    let row = this.state.root;
    for (let next = row; next >= 0; next = this.rows.principalChild(row)) { row = next; this.open(row); }
    this.select(row);
  }

  // ---------------------------------------------------------------- the node

  drawNode(row) {
    const {data, game, part, rows, text, thousands, words: w} = this;
    const position = text.positionOf(row), parent = rows.parent[row], reason = text.reasonOf(row);
    const arrived = rows.movesTo(row).pop() ?? 0, best = rows.best_move[row], refutes = rows.found[row] === CUT;
    const side = w.sides[data.game][game.isFirst(position) ? 0 : 1], unit = w.units[data.game];
    part.board.replaceChildren(game.picture(position, {arrived, best, turned: this.state.turned}, data));
    part.board.dataset.placement = game.placement(position);
    part.caption.textContent = w.to_move(side) + (arrived && game.isPass(arrived) ? w.after_pass : "")
      + (best ? w[refutes ? "arrow_refutes" : "arrow_best"] : "");
    this.drawPath(row);
    part.reason.style.setProperty("--c", reason.colour);
    part.reason.replaceChildren(element("b", {}, reason.name), `: ${reason.meaning}`);
    const view = this.shown.byFirst ? w.first_view[data.game] : w.view_of(side);
    const facts = [
      [w.value, `${text.valueText(row)}${text.isMate(rows.value[row]) ? "" : ` ${unit}`} (${view})`],
      [w.window_on_entry, `α, β = ${text.windowText(row)}`],
      [w.static_evaluation, rows.evaluation[row] === data.scale.NO_VALUE ? w.no_evaluation
        : `${text.score(row, rows.evaluation[row])} ${unit}${w.without_search}`],
      [w.type, w.expected_found(TYPES[rows.expected[row]], TYPES[rows.found[row]])],
      [w.kind, w.kinds[rows.kind[row]]],
      [w.depth, w.plies(rows.depth[row], rows.ply[row])],
      [w.reduction, rows.reduction[row] ? w.some_plies(rows.reduction[row]) : w.none],
      [w.extension, rows.extension[row] ? w.some_plies(rows.extension[row]) : w.none],
      [w.order, rows.order[row] ? w.tried_as(rows.order[row]) : parent < 0 ? w.the_root : rows.isMove(row) ? w.before_moves : w.within],
      [w.searched, `${rows.searched[row]}` + (best ? `, ${refutes ? w.refuted_by : w.best} ${text.codeText(position, best)}` : "")],
      [w.table, rows.table_bound[row] ? w.known(w.bounds[rows.table_bound[row]], rows.table_depth[row]) : w.unknown],
      [w.visit, rows.fresh[row] ? w.first_visit : w.again],
      [w.positions, w.below(thousands(rows.positionsBelow(row)))
        + (data.runs.length > 1 ? `, ${w.only_count(thousands(rows.positionsOnlyHere(row)))}` : "")],
    ];
    part.facts.replaceChildren(...facts.flatMap(([name, said]) => [element("dt", {}, name), element("dd", {}, said)]));
  }
  drawPath(row) {
    const {game, rows, shown, text, words: w} = this;
    const path = rows.pathTo(row).filter(each => rows.parent[each] < 0 || rows.isMove(each));
    const parts = [element("button", {type: "button", on: () => this.select(path[0]), title: w.to_root}, w.root)];
    path.slice(1).forEach((each, index) => {
      const number = game.number(text.positionOf(rows.parent[each]), index === 0);
      if (number) parts.push(` ${number}`);
      parts.push(element("button", {type: "button", on: () => this.select(each)}, text.moveText(each)));
    });
    const written = path.slice(1).map(each => text.protocolText(text.positionOf(rows.parent[each]), rows.move[each])).join(" ");
    const isProtocols = shown.notation === game.notations.length - 1;
    if (!isProtocols && written) parts.push(element("span", {class: "uci aside"}, written));
    this.part.path.replaceChildren(...parts);
  }

  // ---------------------------------------------------------------- iterations and runs

  drawIterations() {
    const {part, rows, text, words: w} = this;
    const largest = Math.max(...rows.roots.map(root => rows.positionsBelow(root)), 1);
    part.iterations.replaceChildren(...rows.roots.map(root => {
      const positions = rows.positionsBelow(root), best = rows.best_move[root];
      const cells = [["number", rows.depth[root]], ["number", text.windowText(root)], ["number", text.valueText(root)],
        ["", w.outcomes[rows.found[root]]], ["", best ? text.codeText(text.positionOf(root), best) : ""],
        ["number", this.thousands(positions)]];
      const line = element("tr", {tabindex: "0", "data-root": root, class: root === this.state.root ? "chosen" : undefined,
        on: () => this.showIteration(root)}, ...cells.map(([kind, said]) => element("td", {class: kind}, String(said))),
        element("td", {}, element("div", {class: "bar", style: `width:${100 * positions / largest}%`})));
      line.onkeydown = event => { if (event.key === "Enter") this.showIteration(root); };
      return line;
    }));
    const chosen = part.iterations.querySelector(".chosen");
    if (chosen) reveal(chosen, part.iterationsFrame);
  }
  drawLegend() {
    const {data, rows, state} = this, counts = data.reasons.map(() => 0);
    for (let row = state.root; row < rows.endOf(state.root); row++) counts[rows.reason[row]]++;
    this.part.reasons.replaceChildren(...data.legend.filter(index => counts[index] || state.reasons.has(index)).map(index =>
      element("button", {type: "button", "data-index": index, title: data.reasons[index].meaning, style: `--c:${data.reasons[index].colour}`,
        on: () => this.toggle(state.reasons, index)}, element("span", {class: "dot"}), data.reasons[index].name,
        element("span", {class: "count"}, this.thousands(counts[index])))));
  }
  drawRuns() {
    const {data, part, state, thousands, words: w} = this, run = data.runs[state.run];
    const effort = w.seconds(thousands(run.nodes), (run.milliseconds / 1000).toFixed(2));
    part.subtitle.textContent = `${data.fen} · ${run.title} · ${effort} · Kiebitz ${data.version}`;
    part.fault.hidden = !run.unrecorded;
    part.fault.textContent = w.unrecorded(thousands(run.unrecorded));
    if (data.runs.length < 2) return;
    part.onlyHere.hidden = false;
    if (this.onlyRun !== null) return;
    part.runs.hidden = false;
    part.runs.replaceChildren(...data.runs.map((each, index) => element("button", {type: "button", "data-run": index,
      "aria-pressed": index === state.run, on: () => this.show(index)}, `${index + 1}: ${each.title} `,
      element("span", {class: "count"}, `${thousands(each.nodes)} ${w.positions}`))),
      element("span", {}, w.in_both(thousands(data.common)), ...COMPARED.flatMap(([mark, sign], index) => [index ? ", " : "",
        element("span", {class: `swatch ${mark}`}, `${sign} ${w.only_in(thousands(data.runs[index].paths_only_here), index + 1)}`)])));
  }

  // ---------------------------------------------------------------- controls

  labels() {
    const {data, game, part, shown, words: w} = this, [notation] = game.notations[shown.notation];
    part.view.textContent = shown.byFirst ? w.first_view[data.game] : w.mover_view;
    part.notation.textContent = w.notations[notation] ?? notation;
  }
  redraw() {
    this.labels();
    this.drawIterations();
    this.drawTree();
  }
  changeView() {
    this.shown.byFirst = !this.shown.byFirst;
    this.redraw();
  }
  changeNotation() {
    this.shown.notation = (this.shown.notation + 1) % this.game.notations.length;
    this.redraw();
  }
  turnBoard() {
    this.state.turned = !this.state.turned;
    this.drawNode(this.state.selected);
  }
  collapse() {
    this.opened.clear();
    this.state.selected = this.state.root;
    this.drawTree();
  }
  neighbour(direction) {
    const lines = [...this.part.tree.querySelectorAll("[data-row]")];
    const next = lines[lines.indexOf(this.items.get(this.state.selected)?.line) + direction];
    if (next) this.select(Number(next.dataset.row));
  }
  inward() { this.opened.has(this.state.selected) ? this.neighbour(1) : this.open(this.state.selected); }
  outward() {
    const {root, selected} = this.state;
    if (this.opened.has(selected) && selected !== root) return this.close(selected);
    if (this.rows.parent[selected] >= 0) this.select(this.rows.parent[selected]);
  }

  // Does what a key stands for; to be called for those that are pressed where they are meant for the tree.
  press(event) {
    const act = {ArrowDown: () => this.neighbour(1), ArrowUp: () => this.neighbour(-1), ArrowRight: () => this.inward(),
      ArrowLeft: () => this.outward(), n: () => this.step(1), N: () => this.step(-1), p: () => this.openPrincipal(),
      c: () => this.collapse(), v: () => this.changeView(), m: () => this.changeNotation(), f: () => this.turnBoard()}[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || !this.rows) return;
    event.preventDefault();
    act();
  }
}
