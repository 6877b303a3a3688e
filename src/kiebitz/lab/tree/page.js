// The page: what is chosen, what is drawn. Only opened nodes are in the document.
const byId = id => document.getElementById(id);
const MATCH_BOARDS = 4000;  // positions kept at hand; more are computed anew
const SMALL = "(max-width: 700px)";  // as in the style
const TYPES = ["PV", "cut", "all", "–"], KINDS = ["root", "main search", "quiescence"];
const COMPARED = [["gone", "−", "only in this run: gone in the other"], ["come", "+", "only in this run: not in the first"]];
const thousands = number => number.toLocaleString("en");
const percent = part => `${(100 * part).toFixed(part < .1 ? 1 : 0)} %`;

const runs = [];         // unpacked rows by run
let rows = null;         // those of the run shown
const state = {run: 0, root: 0, selected: 0, white: false, san: true, turned: false,
  reasons: new Set(), types: new Set(), kinds: new Set(), onlyHere: false};
const opened = new Set();
const items = new Map(); // row → {line, group}
let deepest = 0;         // levels drawn, which the column of names leaves room for
let matched = null;      // matching rows before this one, or null without a filter
let boards = new Map();  // row → position

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key === "on") made.onclick = value; else if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// ---------------------------------------------------------------- positions, moves and scores in words

function positionOf(row) {
  if (boards.has(row)) return boards.get(row);
  const parent = rows.parent[row];
  const position = parent < 0 ? positionFromFen(data.fen)
    : isMove(rows, row) ? afterMove(positionOf(parent), rows.move[row]) : positionOf(parent);
  if (boards.size > MATCH_BOARDS) boards = new Map();
  boards.set(row, position);
  return position;
}
const reasonOf = row => data.reasons[rows.reason[row]];
const codeText = (position, code, mates) => state.san ? sanText(position, code, mates) : uciText(code, data.chess960);
const moveText = row => codeText(positionOf(rows.parent[row]), rows.move[row], reasonOf(row).name === "mated");
const signOf = row => state.white && !positionOf(row).white ? -1 : 1;
const score = (row, value) => scoreText(value, rows.ply[row], signOf(row));
function windowText(row) {
  const bounds = [score(row, rows.alpha[row]), score(row, rows.beta[row])];
  return (signOf(row) < 0 ? bounds.reverse() : bounds).join(", ");
}
function valueText(row) {
  if (rows.found[row] === UNFINISHED) return "–";
  const turned = signOf(row) < 0, found = rows.found[row];
  const bound = found === PV ? "" : (found === CUT) !== turned ? "≥ " : "≤ ";
  return bound + score(row, rows.value[row]);
}
const depthText = row => (rows.kind[row] === QUIESCENCE ? "q" : rows.depth[row])
  + (rows.reduction[row] ? ` −${rows.reduction[row]}` : "") + (rows.extension[row] > 0 ? ` +${rows.extension[row]}` : "");
function typeText(row) {
  const [expected, found] = [rows.expected[row], rows.found[row]];
  return expected === found || expected === UNFINISHED ? TYPES[found] : `${TYPES[expected]} → ${TYPES[found]}`;
}

// ---------------------------------------------------------------- the filter

const isFiltered = () => state.reasons.size + state.types.size + state.kinds.size > 0 || state.onlyHere;
function matches(row) {
  return (!state.reasons.size || state.reasons.has(rows.reason[row]))
    && (!state.types.size || state.types.has(rows.found[row]))
    && (!state.kinds.size || state.kinds.has(rows.kind[row]))
    && (!state.onlyHere || rows.only_here[row] === 1);
}
function applyFilter() {
  matched = null;
  if (isFiltered()) {
    matched = new Uint32Array(rows.count + 1);
    for (let row = 0; row < rows.count; row++) matched[row + 1] = matched[row] + (matches(row) ? 1 : 0);
  }
  const [from, to] = [state.root, endOf(rows, state.root)];
  byId("matches").textContent = matched ? `${thousands(matched[to] - matched[from])} of ${thousands(to - from)} searches of a node` : "";
  byId("clear").disabled = !matched;
  for (const [id, chosen] of [["reasons", state.reasons], ["types", state.types], ["kinds", state.kinds]])
    for (const button of byId(id).querySelectorAll("button"))
      button.setAttribute("aria-pressed", chosen.has(Number(button.dataset.index)));
  byId("only-here").setAttribute("aria-pressed", state.onlyHere);
  for (const id of ["next", "previous"]) byId(id).disabled = !matched;
}
const isShown = row => !matched || matched[endOf(rows, row)] > matched[row];
const isMatch = row => !matched || matched[row + 1] > matched[row];
function step(direction) {
  if (!matched) return;
  const to = endOf(rows, state.root);
  for (let row = state.selected + direction; row >= state.root && row < to; row += direction)
    if (isMatch(row)) return select(row);
}
function toggle(chosen, index) {
  if (!chosen.delete(index)) chosen.add(index);
  applyFilter();
  drawTree();
}

// ---------------------------------------------------------------- the tree

// Scrolls the frame, and not the page, until the line is below the headings and above the edge.
function reveal(line, frame) {
  const [inner, outer, heading] = [line.getBoundingClientRect(), frame.getBoundingClientRect(), line.clientHeight];
  if (inner.top < outer.top + heading) frame.scrollTop += inner.top - outer.top - heading;
  else if (inner.bottom > outer.bottom) frame.scrollTop += inner.bottom - outer.bottom + heading;
}
function makeLine(row, level, isBest) {
  const shown = childrenOf(rows, row).some(isShown), parent = rows.parent[row];
  const positions = positionsBelow(rows, row), only = positionsOnlyHere(rows, row);
  const whole = parent < 0 ? positions : positionsBelow(rows, parent);
  const [mark, sign, meaning] = COMPARED[state.run];
  const name = parent < 0 ? [`iteration ${rows.depth[row]}`]
    : !isMove(rows, row) ? [element("em", {title: rows.kind[row] === QUIESCENCE ? "quiescence at the same position" : "a search within the search: the same position without its best move, or less deep"}, "same position")]
    : rows.fresh[row] ? [moveText(row)] : [moveText(row), element("em", {title: "searched again: wider window or full depth"}, "↻")];
  const move = element("span", {class: `move${isBest ? " best" : ""}`, style: `--level:${level}`},
    element("button", {class: "twisty", tabindex: "-1", "aria-hidden": "true"}, shown ? "▸" : ""), ...name);
  if (isBest) move.title = "the best or refuting move";
  if (rows.only_here[row]) move.append(element("span", {class: `only ${mark}`, title: meaning}, sign));
  const bar = element("div", {class: "bar", style: `width:${Math.max(1, 100 * positions / Math.max(whole, 1))}%`,
    title: `${percent(positions / Math.max(whole, 1))} of the parent's positions`});
  if (only) bar.append(element("i", {class: mark, style: `width:${100 * only / positions}%`, title: `${thousands(only)} only in this run`}));
  const reason = reasonOf(row), order = rows.order[row];
  const line = element("div", {class: `row node${isMatch(row) ? "" : " way"}`, role: "treeitem", "data-row": row,
    "aria-level": level + 1, "aria-expanded": shown ? "false" : undefined},
    move, element("span", {class: "number"}, thousands(positions)), bar,
    element("span", {class: "type"}, typeText(row)),
    element("span", {class: "chip", title: reason.meaning, style: `--c:${reason.colour}`}, element("span", {class: "dot"}),
      reason.name, element("span", {class: "aside"}, reason.name === "beta cut" ? `by move ${rows.searched[row]}` : "")),
    element("span", {class: "number"}, depthText(row)),
    element("span", {class: "number"}, valueText(row)),
    element("span", {class: "number aside"}, windowText(row)),
    element("span", {class: "number aside"}, score(row, rows.evaluation[row])),
    element("span", {class: "number aside"}, order || ""));
  line.onclick = event => {
    select(row);
    if (event.target.classList.contains("twisty")) opened.has(row) ? close(row) : open(row);
  };
  line.ondblclick = () => opened.has(row) ? close(row) : open(row);
  const group = element("div", {role: "group"});
  items.set(row, {line, group, level, shown});
  return [line, group];
}
function fill(row) {
  const {line, group, level, shown} = items.get(row);
  if (!shown) return;
  const best = principalChild(rows, row);
  if (level + 1 > deepest) byId("tree-frame").style.setProperty("--levels", deepest = level + 1);
  line.setAttribute("aria-expanded", "true");
  line.querySelector(".twisty").textContent = "▾";
  for (const child of childrenOf(rows, row)) {
    if (!isShown(child)) continue;
    group.append(...makeLine(child, level + 1, child === best));
    if (opened.has(child)) fill(child);
  }
}
function open(row) {
  if (opened.has(row) || !items.get(row)?.shown) return;
  opened.add(row);
  fill(row);
}
function close(row) {
  if (!opened.delete(row) || !items.has(row)) return;
  const {line, group} = items.get(row);
  for (const inner of group.querySelectorAll("[data-row]")) items.delete(Number(inner.dataset.row));
  group.replaceChildren();
  line.setAttribute("aria-expanded", "false");
  line.querySelector(".twisty").textContent = "▸";
  if (pathTo(rows, state.selected).includes(row)) select(row);
}
function drawTree() {
  items.clear();
  opened.add(state.root);
  byId("tree").replaceChildren(...makeLine(state.root, 0, false));
  fill(state.root);
  select(state.selected, {scroll: false});
}
function openPrincipal() {
  let row = state.root;
  for (let next = row; next >= 0; next = principalChild(rows, row)) { row = next; open(row); }
  select(row);
}
function rootOf(row) { return pathTo(rows, row)[0]; }

function select(row, {scroll = true} = {}) {
  const root = rootOf(row);
  if (root !== state.root) { state.selected = row; return showIteration(root, row); }
  for (const above of pathTo(rows, row).slice(0, -1)) open(above);
  const former = items.get(state.selected)?.line;
  former?.classList.remove("selected");
  former?.removeAttribute("aria-selected");
  state.selected = row;
  const item = items.get(row);
  if (item) {
    item.line.classList.add("selected");
    item.line.setAttribute("aria-selected", "true");
    if (scroll) reveal(item.line, byId("tree-frame"));
  }
  drawNode(row);
  const fragment = new URLSearchParams({row});
  if (state.run) fragment.set("run", state.run + 1);
  if (state.reasons.size) fragment.set("reason", [...state.reasons].map(index => data.reasons[index].name).join(","));
  try { history.replaceState(null, "", `#${fragment}`); } catch { /* a page without an address keeps no place */ }
}

// ---------------------------------------------------------------- the node

function drawNode(row) {
  const position = positionOf(row), parent = rows.parent[row], reason = reasonOf(row);
  const arrived = parent >= 0 && isMove(rows, row) ? rows.move[row] : pathTo(rows, row).filter(each => isMove(rows, each)).map(each => rows.move[each]).pop();
  byId("board").replaceChildren(drawBoard(position, arrived, rows.best_move[row], state.turned));
  byId("board").dataset.placement = placementOf(position);
  byId("caption").textContent = `${position.white ? "White" : "Black"} to move` + (arrived === NULL_MOVE ? ", after a null move" : "")
    + (rows.best_move[row] ? ` · arrow: ${rows.found[row] === CUT ? "the move that refutes" : "the best move"}` : "");
  drawPath(row);
  byId("reason").style.setProperty("--c", reason.colour);
  byId("reason").replaceChildren(element("b", {}, reason.name), `: ${reason.meaning}`);
  const view = state.white ? "White's view" : `view of ${position.white ? "White" : "Black"}, to move`;
  const bounds = ["", "at most", "at least", "exactly"];
  const facts = [
    ["value", `${valueText(row)}${isMate(rows.value[row]) ? "" : " pawns"} (${view})`],
    ["window on entry", `α, β = ${windowText(row)}`],
    ["evaluation", rows.evaluation[row] === NO_VALUE ? "none (in check, or never asked for)" : `${score(row, rows.evaluation[row])} pawns, without search`],
    ["type", `expected ${TYPES[rows.expected[row]]}, found ${TYPES[rows.found[row]]}`],
    ["kind", KINDS[rows.kind[row]]],
    ["depth", `${rows.depth[row]} plies left, ${rows.ply[row]} from the root`],
    ["reduction", rows.reduction[row] ? `${rows.reduction[row]} plies` : "none"],
    ["extension", rows.extension[row] ? `${rows.extension[row]} plies` : "none"],
    ["order", rows.order[row] ? `move ${rows.order[row]} of those tried` : parent < 0 ? "the root" : isMove(rows, row) ? "before all moves" : "a search within the search"],
    ["moves searched", `${rows.searched[row]}` + (rows.best_move[row] ? `, ${rows.found[row] === CUT ? "refuted by" : "best"} ${codeText(position, rows.best_move[row], false)}` : "")],
    ["table", rows.table_bound[row] ? `${bounds[rows.table_bound[row]]} known, from depth ${rows.table_depth[row]}` : "unknown"],
    ["visit", rows.fresh[row] ? "the first since the move was made" : "searched again"],
    ["positions", `${thousands(positionsBelow(rows, row))} below and here`
      + (data.runs.length > 1 ? `, ${thousands(positionsOnlyHere(rows, row))} only in this run` : "")],
  ];
  byId("facts").replaceChildren(...facts.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]));
}
function drawPath(row) {
  const path = pathTo(rows, row).filter(each => each === rootOf(row) || isMove(rows, each));
  const parts = [element("button", {on: () => select(path[0]), title: "to the root"}, "root")];
  const written = [];
  path.slice(1).forEach((each, index) => {
    const before = positionOf(rows.parent[each]);
    if (before.white) parts.push(` ${before.number}.`); else if (!index) parts.push(` ${before.number}…`);
    parts.push(element("button", {on: () => select(each)}, codeText(before, rows.move[each], reasonOf(each).name === "mated")));
    written.push(uciText(rows.move[each], data.chess960));
  });
  if (state.san && written.length) parts.push(element("span", {class: "uci aside"}, written.join(" ")));
  byId("path").replaceChildren(...parts);
}

const SVG = "http://www.w3.org/2000/svg", SQUARE = 48, EDGE = 16;
const GLYPHS = {k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟"};
function drawBoard(position, arrived, best, turned) {
  const size = 8 * SQUARE + EDGE;
  const make = (name, attributes, parent, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  };
  const board = make("svg", {viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": placementOf(position)}, document.createDocumentFragment());
  const corner = square => [EDGE + SQUARE * (turned ? 7 - fileOf(square) : fileOf(square)), SQUARE * (turned ? rankOf(square) : 7 - rankOf(square))];
  const centre = square => corner(square).map(edge => edge + SQUARE / 2);
  const last = arrived && arrived !== NULL_MOVE ? moveParts(arrived) : null;
  for (let square = 0; square < 64; square++) {
    const [x, y] = corner(square), dark = (fileOf(square) + rankOf(square)) % 2 === 0;
    make("rect", {x, y, width: SQUARE, height: SQUARE, style: `fill:var(--${dark ? "dark" : "light"}-square)`}, board);
    if (last && (square === last.from || square === last.to))
      make("rect", {x, y, width: SQUARE, height: SQUARE, style: "fill:var(--moved);opacity:.62"}, board);
    const man = position.board[square];
    // The selector keeps browsers from drawing a coloured picture instead of the sign.
    if (man) make("text", {x: x + SQUARE / 2, y: y + SQUARE / 2 + 1, class: `man ${isWhite(man) ? "white" : "black"}`}, board, GLYPHS[man.toLowerCase()] + "\ufe0e");
  }
  for (let line = 0; line < 8; line++) {
    make("text", {x: EDGE / 2, y: SQUARE * (line + .5), class: "coordinate"}, board, turned ? line + 1 : 8 - line);
    make("text", {x: EDGE + SQUARE * (line + .5), y: 8 * SQUARE + EDGE / 2, class: "coordinate"}, board, FILES[turned ? 7 - line : line]);
  }
  if (best && best !== NULL_MOVE) {
    const {from, to} = moveParts(best), [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1, [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [hx, hy] = [x2 - 18 * ux, y2 - 18 * uy];
    const arrow = make("g", {opacity: .72}, board);
    make("line", {x1: x1 + 10 * ux, y1: y1 + 10 * uy, x2: hx, y2: hy, class: "arrow"}, arrow);
    make("polygon", {points: `${x2 - 4 * ux},${y2 - 4 * uy} ${hx - 9 * uy},${hy + 9 * ux} ${hx + 9 * uy},${hy - 9 * ux}`, class: "arrowhead"}, arrow);
  }
  return board;
}

// ---------------------------------------------------------------- iterations and runs

function drawIterations() {
  const largest = Math.max(...rows.roots.map(root => positionsBelow(rows, root)), 1);
  const outcomes = ["inside the window", "failed high: at least", "failed low: at most", "not finished"];
  byId("iterations").tBodies[0].replaceChildren(...rows.roots.map(root => {
    const positions = positionsBelow(rows, root), best = rows.best_move[root];
    const cells = [["number", rows.depth[root]], ["number", windowText(root)], ["number", valueText(root)],
      ["", outcomes[rows.found[root]]], ["", best ? codeText(positionOf(root), best, false) : ""], ["number", thousands(positions)]];
    const line = element("tr", {tabindex: "0", "data-root": root, class: root === state.root ? "chosen" : undefined,
      on: () => showIteration(root)}, ...cells.map(([kind, text]) => element("td", {class: kind}, String(text))),
      element("td", {}, element("div", {class: "bar", style: `width:${100 * positions / largest}%`})));
    line.onkeydown = event => { if (event.key === "Enter") showIteration(root); };
    return line;
  }));
  const chosen = byId("iterations").querySelector(".chosen");
  if (chosen) reveal(chosen, byId("iterations-frame"));
}
function drawLegend() {
  const counts = data.reasons.map(() => 0);
  for (let row = state.root; row < endOf(rows, state.root); row++) counts[rows.reason[row]]++;
  byId("reasons").replaceChildren(...data.legend.filter(index => counts[index] || state.reasons.has(index)).map(index =>
    element("button", {"data-index": index, title: data.reasons[index].meaning, style: `--c:${data.reasons[index].colour}`,
      on: () => toggle(state.reasons, index)}, element("span", {class: "dot"}), data.reasons[index].name,
      element("span", {class: "count"}, thousands(counts[index])))));
}
function showIteration(root, row = root) {
  Object.assign(state, {root, selected: row});
  opened.clear();
  drawIterations();
  drawLegend();
  applyFilter();
  drawTree();
}
async function showRun(run) {
  // The same place in the other run: the iteration of the same depth, then move by move.
  const path = rows ? pathTo(rows, state.selected).filter(row => isMove(rows, row)).map(row => rows.move[row]) : [];
  const depth = rows ? rows.depth[state.root] : null;
  runs[run] ??= await unpack(data.runs[run], data.reasons);
  state.run = run;
  rows = runs[run];
  boards = new Map();
  opened.clear();
  const finished = rows.roots.filter(root => rows.found[root] === PV);
  const root = rows.roots.filter(each => rows.depth[each] === depth).pop() ?? finished.pop() ?? rows.roots[rows.roots.length - 1];
  let row = root;
  for (const move of path) {
    const next = childrenOf(rows, row).filter(child => isMove(rows, child) && rows.move[child] === move).pop();
    if (next === undefined) break;
    row = next;
  }
  for (const button of byId("runs").querySelectorAll("button")) button.setAttribute("aria-pressed", Number(button.dataset.run) === run);
  drawSubtitle();
  showIteration(root, row);
}
function drawSubtitle() {
  const run = data.runs[state.run];
  byId("subtitle").textContent = `${data.fen} · ${run.title} · ${thousands(run.nodes)} positions in ${(run.milliseconds / 1000).toFixed(2)} s · Kiebitz ${data.version}`;
  const fault = byId("fault");
  fault.hidden = !run.unrecorded;
  fault.textContent = `${thousands(run.unrecorded)} searches of a node found no room: the last iterations are incomplete. Ask for more with --max-nodes.`;
}
function drawRuns() {
  if (data.runs.length < 2) return;
  byId("runs").hidden = byId("only-here").hidden = false;
  const counts = data.runs.map(run => run.paths_only_here);
  byId("runs").replaceChildren(...data.runs.map((run, index) => element("button", {"data-run": index, on: () => showRun(index)},
    `${index + 1}: ${run.title} `, element("span", {class: "count"}, `${thousands(run.nodes)} positions`))),
    element("span", {}, `${thousands(data.common)} paths in both, `,
      element("span", {class: "swatch gone"}, `− ${thousands(counts[0])} only in 1`), ", ",
      element("span", {class: "swatch come"}, `+ ${thousands(counts[1])} only in 2`)));
}

// ---------------------------------------------------------------- controls

function redraw() { boards = new Map(); labels(); drawIterations(); drawTree(); }
function labels() {
  byId("view").textContent = state.white ? "White's view" : "mover's view";
  byId("notation").textContent = state.san ? "SAN" : "UCI";
}
function changeView() { state.white = !state.white; redraw(); }
function changeNotation() { state.san = !state.san; redraw(); }
function turnBoard() { state.turned = !state.turned; drawNode(state.selected); }
function collapse() { opened.clear(); state.selected = state.root; drawTree(); }
function neighbour(direction) {
  const lines = [...byId("tree").querySelectorAll("[data-row]")];
  const next = lines[lines.indexOf(items.get(state.selected)?.line) + direction];
  if (next) select(Number(next.dataset.row));
}
function inward() { opened.has(state.selected) ? neighbour(1) : open(state.selected); }
function outward() {
  if (opened.has(state.selected) && state.selected !== state.root) return close(state.selected);
  if (rows.parent[state.selected] >= 0) select(rows.parent[state.selected]);
}
function clearFilter() {
  for (const chosen of [state.reasons, state.types, state.kinds]) chosen.clear();
  state.onlyHere = false;
  applyFilter();
  drawTree();
}
byId("types").append(element("span", {class: "faint"}, "type"), ...[PV, CUT, ALL].map(index =>
  element("button", {"data-index": index, on: () => toggle(state.types, index)}, TYPES[index])));
byId("kinds").append(element("span", {class: "faint"}, "kind"), ...[TREE, QUIESCENCE].map(index =>
  element("button", {"data-index": index, on: () => toggle(state.kinds, index)}, KINDS[index])));
const CLICKS = {principal: openPrincipal, collapse, view: changeView, notation: changeNotation, clear: clearFilter,
  next: () => step(1), previous: () => step(-1),
  "only-here": () => { state.onlyHere = !state.onlyHere; applyFilter(); drawTree(); }};
for (const [id, act] of Object.entries(CLICKS)) byId(id).onclick = act;
byId("board").onclick = turnBoard;
byId("board").title = "click to turn the board (f)";
const KEYS = {ArrowDown: () => neighbour(1), ArrowUp: () => neighbour(-1), ArrowRight: inward, ArrowLeft: outward,
  n: () => step(1), N: () => step(-1), p: openPrincipal, c: collapse, v: changeView, m: changeNotation, f: turnBoard};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key] || !rows) return;
  event.preventDefault();
  KEYS[event.key]();
});

// page.html#row=17&run=2&reason=null+move,table+hit shows that place; &open=best opens the best line.
async function begin() {
  // A small window shows the tree first; what filters it is unfolded when wanted.
  if (matchMedia(SMALL).matches) for (const id of ["iterations-panel", "legend-panel"]) byId(id).open = false;
  const wanted = new URLSearchParams(location.hash.slice(1));
  for (const name of (wanted.get("reason") ?? "").split(",")) {
    const index = data.reasons.findIndex(reason => reason.name === name);
    if (index >= 0) state.reasons.add(index);
  }
  labels();
  drawRuns();
  await showRun(wanted.get("run") === "2" && data.runs.length > 1 ? 1 : 0);
  const row = Number(wanted.get("row"));
  if (wanted.has("row") && Number.isInteger(row) && row >= 0 && row < rows.count) select(row);
  if (wanted.get("open") === "best") openPrincipal();
  document.body.dataset.state = "ready";
}
const ready = begin().catch(error => {
  byId("fault").hidden = false;
  byId("fault").textContent = `The search can't be shown: ${error}. The page needs a browser of 2023 or later.`;
});
