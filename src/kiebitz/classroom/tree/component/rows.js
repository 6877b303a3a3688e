// The rows of a search: unpacked into typed arrays, and what follows from them.
const [PV, CUT, ALL, UNFINISHED] = [0, 1, 2, 3], [ROOT, TREE, QUIESCENCE] = [0, 1, 2];
export {PV, CUT, ALL, UNFINISHED, ROOT, TREE, QUIESCENCE};
const ARRAYS = {Int32Array, Int16Array, Uint16Array, Uint8Array, Int8Array};

async function unpack(run) {
  const packed = Uint8Array.from(atob(run.packed), sign => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer(), columns = {};
  let offset = 0;
  for (const [name, type] of run.columns) {
    const bytes = run.rows * ARRAYS[type].BYTES_PER_ELEMENT;
    columns[name] = new ARRAYS[type](buffer.slice(offset, offset + bytes));
    offset += bytes;
  }
  return columns;
}

export class Rows {
  // Those of a run; `unfinished` holds the reasons of searches that never ended.
  static async of(run, unfinished) {
    return new Rows(run.rows, await unpack(run), unfinished);
  }

  constructor(count, columns, unfinished) {
    Object.assign(this, columns, {count});
    this.parent = new Int32Array(count).fill(-1);
    this.found = new Uint8Array(count);
    this.visited = new Uint32Array(count + 1);     // fresh rows before this one: positions, as the engine counts them
    this.visitedOnly = new Uint32Array(count + 1); // of these, the ones that the other run never saw
    this.roots = [];
    const above = [];
    for (let row = 0; row < count; row++) {
      while (above.length && row >= this.endOf(above[above.length - 1])) above.pop();
      if (above.length) this.parent[row] = above[above.length - 1];
      else this.roots.push(row);
      above.push(row);
      this.found[row] = unfinished.has(this.reason[row]) ? UNFINISHED
        : this.value[row] >= this.beta[row] ? CUT : this.value[row] <= this.alpha[row] ? ALL : PV;
      this.visited[row + 1] = this.visited[row] + this.fresh[row];
      this.visitedOnly[row + 1] = this.visitedOnly[row] + (this.fresh[row] & this.only_here[row]);
    }
  }

  endOf(row) { return row + this.span[row]; }
  positionsBelow(row) { return this.visited[this.endOf(row)] - this.visited[row]; }
  positionsOnlyHere(row) { return this.visitedOnly[this.endOf(row)] - this.visitedOnly[row]; }
  isMove(row) { return this.parent[row] >= 0 && this.ply[row] > this.ply[this.parent[row]]; }

  childrenOf(row) {
    const found = [];
    for (let child = row + 1; child < this.endOf(row); child = this.endOf(child)) found.push(child);
    return found;
  }

  // From the root's row to this one, both included.
  pathTo(row) {
    const path = [];
    for (; row >= 0; row = this.parent[row]) path.push(row);
    return path.reverse();
  }
  // Which one a search of the root belongs to: a value above its window may have made it less deep.
  iteration(root) { return this.depth[root] + this.reduction[root]; }
  rootOf(row) { return this.pathTo(row)[0]; }
  movesTo(row) { return this.pathTo(row).filter(each => this.isMove(each)).map(each => this.move[each]); }

  // The row that moves lead to from a root, as far as they were made there.
  follow(root, moves) {
    let row = root;
    for (const move of moves) {
      const next = this.lastSearchOf(row, move);
      if (next < 0) break;
      row = next;
    }
    return row;
  }

  // The last search below a row of one of its moves; -1 if there is none.
  lastSearchOf(row, move) {
    return this.childrenOf(row).filter(child => this.isMove(child) && this.move[child] === move).pop() ?? -1;
  }

  // The child whose value became the node's: the last search of its best move. -1 if there is none.
  principalChild(row) {
    return this.best_move[row] ? this.lastSearchOf(row, this.best_move[row]) : -1;
  }
}
