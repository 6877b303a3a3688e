// What tsshogi reads of records: a JSON object for each file, its start and its tree as [depth-first] moves.
import fs from "fs";
import { createRequire } from "module";

const require = createRequire(process.argv[2] + "/");
const shogi = require("tsshogi");
const readers = { kifu: shogi.importKIF, ki2u: shogi.importKI2, csa: shogi.importCSA };
for (const file of process.argv.slice(3)) {
  const record = readers[file.split(".").pop()](fs.readFileSync(file, "utf-8"));
  if (record instanceof Error) {
    console.log(JSON.stringify({ fault: record.message }));
    continue;
  }
  const nodes = [];
  const waiting = [[record.first, []]];
  while (waiting.length) {
    const [node, before] = waiting.pop();
    const isMove = node.move instanceof shogi.Move;
    const path = isMove ? [...before, node.move.usi] : before;
    const end = node.ply > 0 && !isMove ? node.move.type || node.move.name : "";
    nodes.push([path.join(" "), end, node.comment, node.bookmark, node.elapsedMs / 1000]);
    if (node.branch) waiting.push([node.branch, before]);
    if (node.next) waiting.push([node.next, path]);
  }
  console.log(JSON.stringify({ sfen: record.initialPosition.sfen, nodes }));
}
