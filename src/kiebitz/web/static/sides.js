// Who plays, above and below the board, with the clocks that the game has stored.

const at = id => document.getElementById(id);
const WORTH = {p: 1, n: 3, b: 3, r: 5, q: 9}, HOUR_S = 3600, MINUTE_S = 60;

export class Sides {
  constructor(game) {
    this.game = game;
  }

  /** Show names and clocks at the position shown; `turn` is 'w' or 'b'. */
  show(turn) {
    const here = this.game.nodes.get(this.game.here), before = this.game.nodes.get(this.game.parent(this.game.here));
    const mover = turn === "w" ? "black" : "white", other = turn === "w" ? "white" : "black";
    const ahead = materialOf(this.game.fen());
    for (const [side, more] of [["white", ahead], ["black", -ahead]]) at(`side-${side}`).firstChild.dataset.ahead = more > 0 ? `+${more}` : "";
    this.write(mover, told(here), false);
    this.write(other, told(before), true);
  }

  write(side, time, isMoving) {
    const place = at(`side-${side}`), name = side === "white" ? "White" : "Black", {headers} = this.game.tree;
    const elo = headers[`${name}Elo`], player = headers[name] ?? "?";
    place.firstChild.textContent = player === "?" ? "" : elo && elo !== "?" ? `${player} (${elo})` : player;
    place.lastChild.textContent = time;
    place.classList.toggle("moving", isMoving);
  }
}

/** White's men less Black's, in pawns as they are counted. */
function materialOf(fen) {
  const worth = man => (WORTH[man.toLowerCase()] ?? 0) * (man === man.toLowerCase() ? -1 : 1);
  return [...fen.split(" ", 1)[0]].reduce((sum, man) => sum + worth(man), 0);
}

/** What was left on a clock after a move or, if only that is stored, what the move took. */
function told(node) {
  if (!node) return "";
  if (typeof node.clock === "number") return clockText(node.clock);
  return typeof node.spent === "number" ? `+${clockText(node.spent)}` : "";
}

function clockText(seconds) {
  const sign = seconds < 0 ? "−" : "", left = Math.abs(seconds), whole = Math.floor(left), two = count => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / HOUR_S), Math.floor(whole / MINUTE_S) % MINUTE_S];
  return `${sign}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % MINUTE_S)}`;
}
