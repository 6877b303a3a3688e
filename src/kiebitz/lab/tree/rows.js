// The rows of a search: unpacked into typed arrays, and what follows from them.
// The scale of scores inside the search: MATE - n is mate in n plies from the root.
const {MATE, LONGEST_MATE, INFINITE, NO_VALUE} = data.scale;
const [PV, CUT, ALL, UNFINISHED] = [0, 1, 2, 3], [ROOT, TREE, QUIESCENCE] = [0, 1, 2];
const ARRAYS = {Int32Array, Int16Array, Uint16Array, Uint8Array, Int8Array};

async function unpack(run, reasons) {
  const packed = Uint8Array.from(atob(run.packed), sign => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer();
  const rows = {count: run.rows};
  let offset = 0;
  for (const [name, type] of run.columns) {
    const bytes = run.rows * ARRAYS[type].BYTES_PER_ELEMENT;
    rows[name] = new ARRAYS[type](buffer.slice(offset, offset + bytes));
    offset += bytes;
  }
  const count = rows.count;
  rows.parent = new Int32Array(count).fill(-1);
  rows.found = new Uint8Array(count);
  rows.visited = new Uint32Array(count + 1);     // fresh rows before this one: positions, as the engine counts them
  rows.visitedOnly = new Uint32Array(count + 1); // of these, the ones that the other run never saw
  rows.roots = [];
  const unfinished = new Set(["open", "stopped"].map(name => reasons.findIndex(reason => reason.name === name)));
  const above = [];
  for (let row = 0; row < count; row++) {
    while (above.length && row >= endOf(rows, above[above.length - 1])) above.pop();
    if (above.length) rows.parent[row] = above[above.length - 1];
    else rows.roots.push(row);
    above.push(row);
    rows.found[row] = unfinished.has(rows.reason[row]) ? UNFINISHED
      : rows.value[row] >= rows.beta[row] ? CUT : rows.value[row] <= rows.alpha[row] ? ALL : PV;
    rows.visited[row + 1] = rows.visited[row] + rows.fresh[row];
    rows.visitedOnly[row + 1] = rows.visitedOnly[row] + (rows.fresh[row] & rows.only_here[row]);
  }
  return rows;
}

const endOf = (rows, row) => row + rows.span[row];
const positionsBelow = (rows, row) => rows.visited[endOf(rows, row)] - rows.visited[row];
const positionsOnlyHere = (rows, row) => rows.visitedOnly[endOf(rows, row)] - rows.visitedOnly[row];
const isMove = (rows, row) => rows.parent[row] >= 0 && rows.ply[row] > rows.ply[rows.parent[row]];

function childrenOf(rows, row) {
  const found = [];
  for (let child = row + 1; child < endOf(rows, row); child = endOf(rows, child)) found.push(child);
  return found;
}

// From the root's row to this one, both included.
function pathTo(rows, row) {
  const path = [];
  for (; row >= 0; row = rows.parent[row]) path.push(row);
  return path.reverse();
}

// The child whose value became the node's: the last search of its best move. -1 if there is none.
function principalChild(rows, row) {
  if (!rows.best_move[row]) return -1;
  return childrenOf(rows, row).filter(child => isMove(rows, child) && rows.move[child] === rows.best_move[row]).pop() ?? -1;
}

const isMate = value => Math.abs(value) >= LONGEST_MATE && Math.abs(value) < INFINITE;
// A score for the side to move, in pawns or as '#3', '#-2', moves to mate from the node; `sign` -1 turns it to the other side's view.
function scoreText(value, ply, sign) {
  if (value === NO_VALUE) return "–";
  const score = value * sign, before = score < 0 ? "−" : "+", size = Math.abs(score);
  if (size === INFINITE) return before + "∞";
  if (isMate(value)) {
    const moves = Math.max(0, Math.ceil((MATE - size - ply) / 2));
    return `#${score < 0 && moves ? "-" : ""}${moves}`;
  }
  return (score === 0 ? "" : before) + (size / 100).toFixed(2);
}
