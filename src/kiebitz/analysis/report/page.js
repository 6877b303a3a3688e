// The board follows the move that is chosen: in the graph, in the lists, by buttons or by keys.
const data = JSON.parse(document.getElementById("data").textContent);
const { positions, board: boardLabel, start } = data;
const stage = document.getElementById("stage");
let chosen = 0, isTurned = false;

function show(ply) {
  chosen = Math.max(0, Math.min(positions.length - 1, ply));
  const position = positions[chosen];
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
  turn: () => { isTurned = !isTurned; return chosen; },
};
const keys = { ArrowLeft: "previous", ArrowRight: "next", n: "mark", f: "turn" };

if (stage) {
  stage.hidden = false;
  document.querySelector("main").classList.add("has-board");
  document.addEventListener("click", event => {
    const link = event.target.closest("a[data-ply]");
    if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      show(Number(link.dataset.ply));
      stage.scrollIntoView({ block: "nearest" });
    }
    const button = event.target.closest("button[data-go]");
    if (button) show(goals[button.dataset.go]());
  });
  document.addEventListener("keydown", event => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(goals[keys[event.key]]());
  });
  const asked = /^#(?:ply|moment)-(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) : 0);
}
