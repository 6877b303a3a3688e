// A game as PGN, line by line as python-chess writes it; and what comments hold beside words.

const COLUMNS = 80, COMMAND = /\[%[^[\]]*\]/g, DRAWN = /\[%c[sa]l\s[^[\]]*\]\s?/g;

/** The moves that follow each node of a tree, the main one first. */
export function movesBelow(nodes) {
  const below = new Map([[0, []], ...nodes.map(({id}) => [id, []])]);
  for (const node of nodes) below.get(node.parent).push(node);
  return below;
}

/** The text of a game. */
export function pgnOf({headers, start, nodes}) {
  const below = movesBelow(nodes), byId = new Map(nodes.map(node => [node.id, node]));
  const lines = Object.entries(headers).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`);
  if (lines.length) lines.push("");
  let line = "", isNumbered = true;
  const write = token => {
    if (line && COLUMNS - line.length < token.length) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += token;
  };
  const comment = text => {
    if (!text) return;
    write(`{ ${text.replaceAll("}", "").trim()} } `);
    isNumbered = true;
  };
  const move = node => {
    const number = Math.ceil(node.ply / 2);
    comment(node.before);
    if (node.ply % 2) write(`${number}. `);
    else if (isNumbered) write(`${number}... `);
    write(`${node.san} `);
    isNumbered = false;
    for (const nag of [...node.nags].sort((one, other) => one - other)) write(`$${nag} `);
    comment(rawComment(node));
  };
  comment(rawComment(start));
  // What is still to be written, the next last: a node, and whether it begins a variation; null ends one.
  const waiting = below.get(0).slice(0, 1).map(node => [node, false]);
  while (waiting.length) {
    const step = waiting.pop();
    if (step === null) {
      write(") ");
      isNumbered = true;
      continue;
    }
    const [node, begins] = step;
    if (begins) {
      write("( ");
      isNumbered = true;
    }
    move(node);
    const [next] = below.get(node.id);
    if (next) waiting.push([next, false]);
    if (begins) continue;
    for (const other of below.get(byId.get(node.id).parent).slice(1).reverse()) waiting.push(null, [other, true]);
  }
  write(`${headers.Result ?? "*"} `);
  return [...lines, line].join("\n").trimEnd();
}

/** A comment as PGN has it, with what programs write there. */
export const rawComment = node => node.raw || node.comment;

const words = text => text.split(/\s+/).filter(Boolean);

/** What a node's entry says once its comment is this one. */
export function commentFields(raw) {
  const comment = words(raw.replace(COMMAND, " ")).join(" ");
  return {comment, raw: comment === raw ? "" : raw};
}

/** A comment with other words; what programs wrote there stays. */
export const withWords = (raw, text) =>
  [...raw.match(COMMAND) ?? [], ...words(text.replaceAll("{", "[").replaceAll("}", "]"))].join(" ");

/** A comment with other squares and arrows drawn. */
export function withShapes(raw, shapes) {
  const told = (name, some) => (some.length ? `[%${name} ${some.join(",")}]` : "");
  const drawn = told("csl", shapes.filter(({length}) => length === 3)) + told("cal", shapes.filter(({length}) => length > 3));
  return [drawn, raw.replace(DRAWN, "").trim()].filter(Boolean).join(" ");
}
