// The board follows the move that is chosen: in the graph, in the lists, by buttons or by keys.
const data = JSON.parse(document.getElementById("data").textContent);
const { positions, board: boardLabel, start } = data;
const stage = document.getElementById("stage");
let chosen = 0, depth = 0, isTurned = false;  // depth: so many moves of the better line are made

const line = () => positions[chosen].line ?? [];

function show(ply, into = 0) {
  chosen = Math.max(0, Math.min(positions.length - 1, ply));
  depth = Math.max(0, Math.min(line().length, into));
  const position = depth ? { ...line()[depth - 1], mark: "", said: positions[chosen].said } : positions[chosen];
  for (const [go, isOff] of [["into", depth >= line().length], ["out", !depth]]) {
    const button = stage.querySelector(`[data-go=${go}]`);
    if (button) button.disabled = isOff;
  }
  const board = stage.querySelector(".board");
  drawBoard(board, position, isTurned, data);
  board.setAttribute("aria-label", boardLabel.replace("{move}", position.name || start));
  const name = document.getElementById("chosen");
  name.textContent = position.name;
  name.className = position.mark;
  document.getElementById("said").replaceChildren(...position.said.map(sentence => {
    const item = document.createElement("li");
    item.textContent = sentence;
    return item;
  }));
  const across = `${100 * chosen / (positions.length - 1)}%`;
  const cursor = document.getElementById("cursor");
  cursor.setAttribute("x1", across);
  cursor.setAttribute("x2", across);
  cursor.setAttribute("visibility", "visible");
  document.querySelector(".moves .chosen")?.classList.remove("chosen");
  document.getElementById(`ply-${chosen}`)?.classList.add("chosen");
}

const nextMark = () => {
  const found = positions.findIndex((position, ply) => ply > chosen && position.mark);
  return found < 0 ? positions.findIndex(position => position.mark) : found;
};
const goals = {
  first: () => 0, previous: () => chosen - 1, next: () => chosen + 1, last: () => positions.length - 1,
  mark: () => Math.max(nextMark(), 0),
  turn: () => { isTurned = !isTurned; return [chosen, depth]; },
  into: () => [chosen, depth + 1], out: () => [chosen, depth - 1],
};
const keys = { ArrowLeft: "previous", ArrowRight: "next", ArrowDown: "into", ArrowUp: "out", n: "mark", f: "turn" };
const go = name => show(...[goals[name]()].flat());

// On paper nothing is folded.
addEventListener("beforeprint", () => { for (const folded of document.querySelectorAll("details")) folded.open = true; });

if (stage) {
  stage.hidden = false;
  const hasLines = positions.some(position => position.line?.length);
  for (const button of stage.querySelectorAll("[data-go=into], [data-go=out]")) button.hidden = !hasLines;
  document.querySelector("main").classList.add("has-board");
  document.addEventListener("click", event => {
    const link = event.target.closest("a[data-ply]");
    if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      show(Number(link.dataset.ply));
      stage.scrollIntoView({ block: "nearest" });
    }
    const button = event.target.closest("button[data-go]");
    if (button) go(button.dataset.go);
  });
  document.addEventListener("keydown", event => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (keys[event.key] === "into" && !line().length) return;  // the page scrolls as ever
    if (keys[event.key] === "out" && !depth) return;
    event.preventDefault();
    go(keys[event.key]);
  });
  const asked = /^#(?:ply|moment)-(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) : data.critical ?? 0);
}
