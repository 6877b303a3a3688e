// The page: one cycle is chosen, everything else follows from it.
const byId = id => document.getElementById(id);
const [STATE, MEN, BLACK, VICTIMS, VICTIM, AGGRESSORS, AGGRESSOR, SIGHT, CHECK, EVALUATION, GAIN, NODES, BEST,
  STACK] = Array(14).keys();
const INFINITY = 32000, MATE = 30000, PLIES = 64, PLAY_MS = 350;
const HUES = {AlphaBetaFSM: "#9aa0a8", GenVictim: "#3f83d6", GenAggressor: "#2f9e6b", Board: "#e0762b", Evaluate: "#8a5cd6",
  SearchStack: "#d6457a"};
const SVG = "http://www.w3.org/2000/svg", SQUARE = 48, EDGE = 16, FILES = "abcdefgh";
const GLYPHS = {k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟"};
const boards = data.squares.map(text => BigInt("0x" + text));
const sights = data.sights.map(({layers, rings}) => ({layers: layers.map(([colour, text]) => [colour, BigInt("0x" + text)]), rings}));
const last = data.frames.length - 1;
const state = {cycle: 0, turned: false, playing: 0};

const nameOf = frame => data.states[frame[STATE]][0];
const moduleOf = frame => data.states[frame[STATE]][1];
const squareName = square => FILES[square & 7] + ((square >> 3) + 1);
const has = (board, square) => (board >> BigInt(square) & 1n) === 1n;
const isSet = text => text && text !== "a1a1";

function valueText(value) {
  if (Math.abs(value) >= INFINITY) return value > 0 ? "∞" : "−∞";
  if (Math.abs(value) >= MATE - PLIES) return `${value > 0 ? "mate" : "mated"} at ply ${MATE - Math.abs(value)}`;
  return String(value).replace("-", "−");
}

// ---------------------------------------------------------------- the board

// What the colours on the board mean.
const SEEN = {candidate: "squares reached", victim: "victim", signal: "super piece", aggressor: "men who can go there, and who goes",
  attacked: "attacked by the other side", king: "the king is attacked", moved: "squares of the move"};

function make(name, attributes, parent, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

function drawBoard(frame) {
  const {layers, rings} = sights[frame[SIGHT]], men = data.men[frame[MEN]], size = 8 * SQUARE + EDGE;
  const board = make("svg", {viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": men}, document.createDocumentFragment());
  for (let square = 0; square < 64; square++) {
    const [file, rank] = [square & 7, square >> 3];
    const x = EDGE + SQUARE * (state.turned ? 7 - file : file), y = SQUARE * (state.turned ? rank : 7 - rank);
    const cell = {x, y, width: SQUARE, height: SQUARE};
    make("rect", {...cell, style: `fill:var(--${(file + rank) % 2 ? "light" : "dark"}-square)`}, board);
    for (const [colour, squares] of layers)
      if (has(squares, square)) make("rect", {...cell, class: "layer", style: `fill:var(--${colour})`}, board);
    for (const [colour, ringed] of rings)
      if (ringed === square)
        make("rect", {x: x + 2, y: y + 2, width: SQUARE - 4, height: SQUARE - 4, class: "ring", style: `stroke:var(--${colour})`}, board);
    const man = men[square];
    // The selector keeps browsers from drawing a coloured picture instead of the sign.
    if (man !== ".") make("text", {x: x + SQUARE / 2, y: y + SQUARE / 2 + 1, class: `man ${man < "a" ? "white" : "black"}`}, board, GLYPHS[man.toLowerCase()] + "\ufe0e");
  }
  for (let line = 0; line < 8; line++) {
    make("text", {x: EDGE / 2, y: SQUARE * (line + .5), class: "coordinate"}, board, state.turned ? line + 1 : 8 - line);
    make("text", {x: EDGE + SQUARE * (line + .5), y: 8 * SQUARE + EDGE / 2, class: "coordinate"}, board, FILES[state.turned ? 7 - line : line]);
  }
  byId("board").replaceChildren(board);
  const colours = new Set([...layers, ...rings].map(([colour]) => colour));
  byId("legend").replaceChildren(...[...colours].map(colour => {
    const entry = document.createElement("span"), dot = document.createElement("i");
    dot.className = "dot";
    dot.style.setProperty("--c", `var(--${colour})`);
    entry.append(dot, SEEN[colour]);
    return entry;
  }));
}

// ---------------------------------------------------------------- beside the board

function wiresOf(frame) {
  const name = nameOf(frame), stack = data.stacks[frame[STACK]], [move, depth, alpha, beta] = stack.at(-1);
  const count = board => board.toString(2).replaceAll("0", "").length;
  return {
    "side to move": frame[BLACK] ? "Black" : "White",
    ply: stack.length - 1,
    "depth left": depth || "0 (quiescence)",
    "window (α, β)": `${valueText(alpha)}, ${valueText(beta)}`,
    "squares to choose from": name === "VICTIM" ? count(boards[frame[VICTIMS]]) : "–",
    victim: name === "VICTIM" && boards[frame[VICTIMS]] ? squareName(frame[VICTIM]) : "–",
    "men to choose from": name === "AGGRESSOR" ? count(boards[frame[AGGRESSORS]]) : "–",
    aggressor: name === "AGGRESSOR" ? squareName(frame[AGGRESSOR]) : "–",
    move: /^(DO|EVAL|UNDO)/.test(name) ? move : "–",
    check: /^EVALUATE [23]/.test(name) ? (frame[CHECK] ? "yes: illegal" : "no") : "–",
    evaluate: name === "EVALUATE 3" ? valueText(frame[EVALUATION]) : "–",
    gain: name.startsWith("UNDO") ? valueText(frame[GAIN]) : "–",
    nodes: frame[NODES],
    "best move": data.moves[frame[BEST]] || "–",
  };
}

function drawWires(frame, before) {
  const old = before ? wiresOf(before) : {};
  byId("wires").replaceChildren(...Object.entries(wiresOf(frame)).flatMap(([name, value]) => {
    const term = document.createElement("dt"), said = document.createElement("dd");
    term.textContent = name;
    said.textContent = value;
    if (before && old[name] !== value) said.className = "changed";
    return [term, said];
  }));
}

function drawStack(frame) {
  const stack = data.stacks[frame[STACK]], found = !/^(VICTIM|AGGRESSOR)/.test(nameOf(frame));
  byId("stack").replaceChildren(...stack.map(([move, depth, alpha, beta], ply) => {
    const row = document.createElement("tr"), isCurrent = ply === stack.length - 1;
    const cells = [ply, depth || "q", `${valueText(alpha)}, ${valueText(beta)}`, isCurrent && !found || !isSet(move) ? "" : move];
    for (const cell of cells) row.insertCell().textContent = cell;
    return row;
  }));
}

function drawStates(frame) {
  byId("states").replaceChildren(...data.states.slice(1).map(([name, module]) => {
    const item = document.createElement("li"), by = document.createElement("span");
    item.style.setProperty("--c", HUES[module]);
    item.className = name === nameOf(frame) ? "now" : "";
    by.textContent = module;
    item.append(name, by);
    return item;
  }));
  byId("meaning").textContent = data.states[frame[STATE]][2];
}

function drawStrip() {
  const canvas = byId("strip"), width = canvas.width = canvas.clientWidth, ink = canvas.getContext("2d");
  const wide = width / (last + 1);
  data.frames.forEach((frame, cycle) => {
    ink.fillStyle = HUES[moduleOf(frame)];
    ink.fillRect(cycle * wide, 0, Math.ceil(wide), canvas.height);
  });
  ink.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink");
  ink.fillRect(state.cycle * wide - 1, 0, Math.max(wide, 3), canvas.height);
}

function draw() {
  const frame = data.frames[state.cycle];
  drawBoard(frame);
  drawStates(frame);
  drawWires(frame, data.frames[state.cycle - 1]);
  drawStack(frame);
  drawStrip();
  byId("cycle").value = state.cycle;
  byId("clock").textContent = `cycle ${state.cycle + 1} of ${last + 1}`;
  byId("caption").textContent = `${nameOf(frame)}, ${moduleOf(frame)}`;
  byId("play").setAttribute("aria-pressed", state.playing > 0);
}

// ---------------------------------------------------------------- going through it

function go(cycle) { state.cycle = Math.min(Math.max(cycle, 0), last); draw(); }
const isMove = cycle => nameOf(data.frames[cycle]) === "DO MOVE";
function goMove(step) {
  let cycle = state.cycle + step;
  while (cycle > 0 && cycle < last && !isMove(cycle)) cycle += step;
  go(cycle);
}
function play() {
  clearInterval(state.playing);
  state.playing = state.playing || state.cycle === last ? 0 : setInterval(() => {
    if (state.cycle === last) play(); else go(state.cycle + 1);
  }, PLAY_MS);
  draw();
}
const KEYS = {ArrowLeft: () => go(state.cycle - 1), ArrowRight: () => go(state.cycle + 1), ArrowUp: () => goMove(-1),
  ArrowDown: () => goMove(1), Home: () => go(0), End: () => go(last), " ": play, f: () => { state.turned = !state.turned; draw(); }};
document.onkeydown = event => {
  const pressesIt = ["BUTTON", "SUMMARY"].includes(event.target.tagName) && event.key === " ";
  if (event.ctrlKey || event.altKey || event.metaKey || pressesIt || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
};
byId("back").onclick = KEYS.ArrowLeft;
byId("on").onclick = KEYS.ArrowRight;
byId("node-back").onclick = KEYS.ArrowUp;
byId("node-on").onclick = KEYS.ArrowDown;
byId("play").onclick = play;
byId("cycle").max = last;
byId("cycle").oninput = event => go(Number(event.target.value));
byId("strip").onclick = event => go(Math.floor((last + 1) * event.offsetX / byId("strip").clientWidth));
addEventListener("resize", drawStrip);

byId("subtitle").textContent = `${data.fen} · depth ${data.depth}, then captures · ${last + 1} cycles, ${data.nodes} nodes · `
  + (data.best ? `best move ${data.best}, value ${valueText(data.value)} for the side to move` : "no move raises the window");
const asked = Number(location.hash.slice(1));
go(Number.isInteger(asked) ? asked - 1 : 0);
document.documentElement.dataset.state = "ready";
