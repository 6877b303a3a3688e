// What is thought of the whole game: asked for, shown as a graph, as marks of moves, and in a sentence for each.

import {Graph} from "../graph.js";

const SIGNS = {inaccuracy: "?!", mistake: "?", blunder: "??"};

const scored = ({centipawns, mate}, word) => mate === null ? `${centipawns > 0 ? "+" : ""}${centipawns}`.replace("-", "−")
  : mate === 0 ? word("checkmate") : `${word(mate > 0 ? "black" : "white").at(-2)} ${word("mates")} ${Math.abs(mate)}`;

export class JudgedGame {
  /** `at` finds elements, `word` says words, `go` goes to a ply. */
  constructor(at, word, go) {
    Object.assign(this, {at, word, found: null});
    this.graph = new Graph(at("graph"), go);
  }

  /** The game as it is, if it is the one that was judged. */
  of(game) {
    const found = this.found;
    return found && found.start === game.start && found.moves.join() === game.moves.join() ? found : null;
  }

  running(done, of) {
    const bar = this.at("judging");
    Object.assign(bar, {hidden: false, max: of, value: done});
    bar.setAttribute("aria-label", `${done} / ${of}`);
  }

  rested() { this.at("judging").hidden = true; }

  show(found) {
    this.found = found;
    this.at("judged").hidden = false;
    this.graph.show([{expected: found.expected, judgement: ""}, ...found.judged]);
    const {word} = this, row = (kind, cells) => {
      const line = document.createElement("tr");
      line.append(...cells.map((text, column) => {
        const cell = document.createElement(kind === "th" || !column ? "th" : "td");
        cell.textContent = text;
        return cell;
      }));
      return line;
    };
    const number = player => player.accuracy === null ? "–" : `${player.accuracy.toFixed(1)} %`;
    this.at("players").replaceChildren(
      row("th", ["", word("accuracy"), ...Object.values(SIGNS)]),
      ...["black", "white"].map(side => {
        const player = found[side];
        return row("td", [word(side), number(player), player.inaccuracies, player.mistakes, player.blunders]);
      }));
  }

  /** Show what is thought of the move that led here, if the game is the one that was judged. */
  mark(game) {
    const found = this.of(game), judged = found?.judged[game.at - 1];
    this.at("judged").hidden = !found;
    if (found) this.graph.mark(game.at);
    const better = judged?.judgement && `${this.word("better")} ${game.isWestern ? judged.western : judged.japanese}`;
    this.at("said").textContent = judged ? [`${this.sign(game, game.at - 1)} ${scored(judged, this.word)}`.trim(),
      better, ...(judged?.reasons ?? [])].filter(Boolean).join("; ") : "";
  }

  sign(game, index) { return SIGNS[this.of(game)?.judged[index].judgement] ?? ""; }

  kind(game, index) { return this.of(game)?.judged[index].judgement ?? ""; }
}
