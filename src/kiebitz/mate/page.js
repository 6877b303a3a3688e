// A proof to step through: one line of it is open, from the start to a mate; at each of its nodes another defence may
// be chosen, which opens the longest line behind it.
const { nodes, board, isNumberedByPlies, first } = JSON.parse(document.getElementById("data").textContent);
// Before "more" is asked for, so many defences of a node are shown.
const SHOWN = 12;
const isStacked = matchMedia("(max-width: 760px)");
const picture = document.querySelector(".board"), tree = document.getElementById("tree");
// The nodes of the open line, and of each but the last the number of the defence that leads on.
let line = [], chosen = [];
let ply = 0;
const unfolded = new Set();

const plies = () => 2 * line.length - 1;

// A number before the first player's moves of chess and before those that begin a line; in shogi each ply has its own.
function numbered(at, text) {
  if (isNumberedByPlies) return `${first + at}. ${text}`;
  const half = first + at;
  return `${Math.floor(half / 2)}${half % 2 ? "…" : "."} ${text}`;
}

// ---------------------------------------------------------------------------------------------- the board

function show() {
  const node = nodes[line[ply >> 1]];
  const [move, text] = moveAt(ply);
  drawPlacement(picture, board, ply % 2 ? node.after : node.before, move);
  const left = node.plies - ply % 2;
  const rest = left ? `mate in ${left} ${left === 1 ? "ply" : "plies"}` : "mate";
  const said = text ? `${numbered(ply - 1, text)}: ${rest}` : rest;
  document.getElementById("said").textContent = said;
  picture.setAttribute("aria-label", said);
  tree.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const at = tree.querySelector(`[data-ply="${ply}"]:is(.open, [aria-pressed=true])`);
  at?.setAttribute("aria-current", "step");
  // Where the board stands above the moves, they scroll under it.
  const covered = isStacked.matches ? `${picture.closest("section").offsetHeight}px` : "";
  document.documentElement.style.scrollPaddingTop = covered;
  at?.scrollIntoView({ block: "nearest" });
  for (const [names, isOff] of [["first back", ply === 0], ["on last", ply === plies()]])
    for (const name of names.split(" ")) document.querySelector(`[data-go=${name}]`).disabled = isOff;
}

// The move that led to a ply, and how it is told.
function moveAt(at) {
  if (at === 0) return [null, ""];
  const node = nodes[line[at - 1 >> 1]];
  return at % 2 ? [node.move, node.told] : node.replies[chosen[(at >> 1) - 1]];
}

// ---------------------------------------------------------------------------------------------- the tree

// Open the longest line behind a node, which is the open line's next one.
function follow(number) {
  line.push(number);
  for (;;) {
    const { replies } = nodes[line.at(-1)];
    const best = replies.findIndex(([, , child]) => child >= 0);
    if (best < 0) return;
    chosen.push(best);
    line.push(replies[best][2]);
  }
}

function choose(level, reply) {
  const child = nodes[line[level]].replies[reply][2];
  line.length = level + 1;
  chosen.length = level;
  chosen.push(reply);
  follow(child);
  for (const unused of unfolded) if (unused > level) unfolded.delete(unused);
  draw();
}

function button(text, attributes, note) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (note) {
    const small = document.createElement("small");
    small.textContent = note;
    element.append(small);
  }
  return element;
}

function defences(level) {
  const { replies } = nodes[line[level]];
  const group = document.createElement("div");
  group.className = "defences";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Defences");
  replies.forEach(([, text, child, left], reply) => {
    const isChosen = chosen[level] === reply;
    if (reply >= SHOWN && !isChosen && !unfolded.has(level)) return;
    const attributes = {
      "data-ply": 2 * level + 2, "data-level": level, "data-reply": reply, "aria-pressed": isChosen,
    };
    const told = button(numbered(2 * level + 1, text), attributes, String(left));
    told.disabled = child < 0;
    group.append(told);
  });
  if (replies.length > SHOWN && !unfolded.has(level))
    group.append(button(`all ${replies.length}`, { "data-unfold": level }));
  return group;
}

function draw() {
  tree.replaceChildren(...line.map((number, level) => {
    const item = document.createElement("li");
    const node = nodes[number];
    item.append(button(numbered(2 * level, node.told), { "data-ply": 2 * level + 1, class: "open" }));
    if (node.replies.length) item.append(defences(level));
    return item;
  }));
}

// ---------------------------------------------------------------------------------------------- steps

const goals = { first: () => 0, back: () => ply - 1, on: () => ply + 1, last: plies };

function go(to) {
  ply = Math.max(0, Math.min(plies(), to));
  show();
}

// Another defence of the node whose defence was played last or comes next.
function other(step) {
  const level = Math.max(0, ply - 1 >> 1);
  const { replies } = nodes[line[level]];
  if (!replies.length) return;
  let reply = chosen[level] ?? 0;
  do reply = (reply + step + replies.length) % replies.length;
  while (replies[reply][2] < 0 && reply !== chosen[level]);
  if (replies[reply][2] < 0) return;
  choose(level, reply);
  go(2 * level + 2);
}

document.addEventListener("click", event => {
  const { go: goal, ply: at, level, reply, unfold } = event.target.closest("button")?.dataset ?? {};
  if (goal) return go(goals[goal]());
  if (unfold) {
    unfolded.add(Number(unfold));
    draw();
    return show();
  }
  if (level !== undefined) choose(Number(level), Number(reply));
  if (at) {
    go(Number(at));
    tree.querySelector("[aria-current]")?.focus({ preventScroll: true });
  }
});

const steps = {
  ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), ArrowUp: () => other(-1), ArrowDown: () => other(1),
  Home: () => go(0), End: () => go(plies()),
};
document.addEventListener("keydown", event => {
  if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  steps[event.key]();
});

// A swipe across the board is a step; a tap is none.
const SWIPE = 30;
let touched = null;
picture.addEventListener("pointerdown", event => { touched = event.clientX; });
picture.addEventListener("pointerup", event => {
  const way = touched === null ? 0 : event.clientX - touched;
  touched = null;
  if (Math.abs(way) >= SWIPE) go(ply + (way < 0 ? 1 : -1));
});

follow(0);
draw();
go(0);
