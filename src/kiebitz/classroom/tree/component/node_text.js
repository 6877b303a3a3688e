// A node in words: its position, its move, its scores and its type.
import {GAMES} from "./games.js";
import {CUT, PV, QUIESCENCE, UNFINISHED} from "./rows.js";

const KEPT_POSITIONS = 4000;  // at hand; more are computed anew
export const TYPES = ["PV", "cut", "all", "–"];

export class NodeText {
  // Of the rows of a run of `data`; `shown` says how: `byFirst` (in the view of the side that begins a game, or in the
  // mover's), `notation` (its number among the game's).
  constructor(data, rows, shown) {
    Object.assign(this, {data, rows, shown, game: GAMES[data.game]});
    this.positions = new Map();
  }

  positionOf(row) {
    if (this.positions.has(row)) return this.positions.get(row);
    const {rows} = this, parent = rows.parent[row];
    const position = parent < 0 ? this.game.start(this.data.fen)
      : rows.isMove(row) ? this.game.after(this.positionOf(parent), rows.move[row]) : this.positionOf(parent);
    if (this.positions.size > KEPT_POSITIONS) this.positions = new Map();
    this.positions.set(row, position);
    return position;
  }

  reasonOf(row) { return this.data.reasons[this.rows.reason[row]]; }

  codeText(position, code, mates = false) {
    return this.game.notations[this.shown.notation][1](position, code, mates, this.data);
  }

  // As the engine's protocol writes it.
  protocolText(position, code) { return this.game.notations.at(-1)[1](position, code, false, this.data); }

  // The move that leads to a row. That it mates is known only where the search itself found that.
  moveText(row) {
    const mates = this.data.reasons[this.rows.reason[row]].id === "mated";
    return this.codeText(this.positionOf(this.rows.parent[row]), this.rows.move[row], mates);
  }

  isTurned(row) { return this.shown.byFirst && !this.game.isFirst(this.positionOf(row)); }
  score(row, value) {
    return scoreText(value, this.rows.ply[row], this.isTurned(row) ? -1 : 1, this.data.scale, this.game.points);
  }
  isMate(value) { return isMate(value, this.data.scale); }

  windowText(row) {
    const bounds = [this.score(row, this.rows.alpha[row]), this.score(row, this.rows.beta[row])];
    return (this.isTurned(row) ? bounds.reverse() : bounds).join(", ");
  }

  valueText(row) {
    const found = this.rows.found[row];
    if (found === UNFINISHED) return "–";
    const bound = found === PV ? "" : (found === CUT) !== this.isTurned(row) ? "≥ " : "≤ ";
    return bound + this.score(row, this.rows.value[row]);
  }

  depthText(row) {
    const {depth, extension, kind, reduction} = this.rows;
    return (kind[row] === QUIESCENCE ? "q" : depth[row])
      + (reduction[row] ? ` −${reduction[row]}` : "") + (extension[row] > 0 ? ` +${extension[row]}` : "");
  }

  typeText(row) {
    const [expected, found] = [this.rows.expected[row], this.rows.found[row]];
    return expected === found || expected === UNFINISHED ? TYPES[found] : `${TYPES[expected]} → ${TYPES[found]}`;
  }
}

// The scale of scores inside the search: MATE - n is mate in n plies from the root.
const isMate = (value, {LONGEST_MATE, INFINITE}) => Math.abs(value) >= LONGEST_MATE && Math.abs(value) < INFINITE;

// A score for the side to move, in the game's points or as '#3', '#-2', moves to mate from the node; `sign` -1 turns it
// to the other side's view.
function scoreText(value, ply, sign, scale, points) {
  if (value === scale.NO_VALUE) return "–";
  const score = value * sign, before = score < 0 ? "−" : "+", size = Math.abs(score);
  if (size === scale.INFINITE) return before + "∞";
  if (isMate(value, scale)) {
    const moves = Math.max(0, Math.ceil((scale.MATE - size - ply) / 2));
    return `#${score < 0 && moves ? "-" : ""}${moves}`;
  }
  return (score === 0 ? "" : before) + points(size);
}
