// The game that is shown: its tree, the position shown, and every position of it, by the rules of chessops.

import {newNode} from "./edits.js";
import {movesBelow} from "./pgn.js";
import {Chess, normalizeMove} from "./vendor/chessops/dist/esm/chess.js";
import {makeFen, parseFen} from "./vendor/chessops/dist/esm/fen.js";
import {makeSanAndPlay, parseSan} from "./vendor/chessops/dist/esm/san.js";
import {kingCastlesTo, makeSquare, makeUci, parseUci} from "./vendor/chessops/dist/esm/util.js";

const NULL_MOVE = "0000", PASSES = ["--", "Z0", NULL_MOVE], PROMOTIONS = ["queen", "rook", "bishop", "knight"];
const EMPTY = {headers: {}, start: {id: 0, comment: "", shapes: [], expected: -1, score: ""}, fen: "", chess960: false, nodes: []};

export class Game {
  constructor() {
    this.here = 0;
    this.lastId = 0;  // the highest number that a node of this tab has
    this.take(EMPTY);
  }

  /** Show another tree, or one that was changed. */
  take(tree) {
    if (tree.fen !== this.tree?.fen || tree.chess960 !== this.tree.chess960) this.positions = new Map();
    this.tree = tree;
    this.nodes = new Map([[0, tree.start], ...tree.nodes.map(node => [node.id, node])]);
    this.below = movesBelow(tree.nodes);
  }

  parent(node) { return node === 0 ? undefined : this.nodes.get(node)?.parent; }

  next(node) { return this.below.get(node)?.[0]?.id; }

  end(node) {
    while (this.next(node) !== undefined) node = this.next(node);
    return node;
  }

  /** The nodes of the main line, the first position before them. */
  mainLine() {
    const line = [0];
    while (this.next(line.at(-1)) !== undefined) line.push(this.next(line.at(-1)));
    return line;
  }

  /** The nodes from the first position to one of them, both included. */
  wayTo(node) {
    const way = [node];
    while (way.at(-1) !== 0) way.push(this.parent(way.at(-1)));
    return way.reverse();
  }

  /** The way to the position shown: which variation to take, move by move. */
  path() {
    const way = this.wayTo(this.here);
    return way.slice(1).map((node, index) => this.below.get(way[index]).findIndex(({id}) => id === node));
  }

  /** The node at the end of a path from the start, as far as it goes. */
  nodeAtPath(path) {
    let node = 0;
    for (const step of path) node = this.below.get(node)[step]?.id ?? node;
    return node;
  }

  /** The moves, UCI text, that lead to the position shown. */
  line() { return this.wayTo(this.here).slice(1).map(node => this.nodes.get(node).move); }

  /** The node that moves lead to, from the start or from another node; undefined where they aren't in the game. */
  nodeAfter(moves, node = 0) {
    for (const uci of moves) node = this.below.get(node)?.find(({move}) => move === uci)?.id;
    return node;
  }

  /** The moves that lead to a node as text, in the server's letters: 1. e4 e5 2. Nf3. */
  text(node) {
    return this.wayTo(node).slice(1).map((id, index) => {
      const {ply, san} = this.nodes.get(id), number = Math.ceil(ply / 2);
      return (ply % 2 ? `${number}. ` : index ? "" : `${number}... `) + san;
    }).join(" ");
  }

  /** What an address calls the position shown: 26w after White's 26th move, 26w.e7e5 a variation there; empty for the start. */
  place() {
    const way = this.wayTo(this.here), main = new Set(this.mainLine()), left = way.findLast(id => main.has(id));
    const {ply} = this.nodes.get(left), beside = way.slice(way.indexOf(left) + 1).map(id => this.nodes.get(id).move);
    return way.length === 1 ? "" : [Math.ceil(ply / 2) + (ply % 2 ? "w" : "b"), ...beside].join(".");
  }

  /** The node that an address means; undefined if it isn't in the game. */
  nodeAt(place) {
    const [main, ...beside] = place.split("."), ply = 2 * parseInt(main || "0", 10) - (main.endsWith("w") ? 1 : 0);
    const node = place ? this.mainLine().find(id => this.nodes.get(id).ply === ply) : 0;
    return node === undefined ? undefined : this.nodeAfter(beside, node);
  }

  /** The position after a node's move; worked out once. Nobody may change it. */
  position(node) {
    const known = this.positions.get(node);
    if (known) return known;
    const ahead = [];
    let at = node;
    while (at !== 0 && !this.positions.has(at)) {
      ahead.push(at);
      at = this.parent(at);
    }
    if (!this.positions.has(0)) this.positions.set(0, positionOf(this.tree.fen));
    let position = this.positions.get(at);
    for (const id of ahead.reverse()) {
      position = position.clone();
      play(position, this.nodes.get(id).move);
      this.positions.set(id, position);
    }
    return position;
  }

  fen(node = this.here) { return this.tree.fen ? makeFen(this.position(node).toSetup()) : ""; }

  /** What the board shows of a position. */
  shown(node = this.here) {
    const position = this.position(node), {move} = this.nodes.get(node), outcome = position.outcome();
    const king = position.isCheck() ? position.board.kingOf(position.turn) : undefined;
    return {
      node, fen: this.fen(node), turn: position.turn[0],
      check: king === undefined ? "" : makeSquare(king),
      last: move && move !== NULL_MOVE ? [move.slice(0, 2), move.slice(2, 4)] : [],
      legal: movable(position, this.tree.chess960),
      outcome: !outcome ? "" : position.isInsufficientMaterial() ? "insufficient_material"
        : outcome.winner ? "checkmate" : "stalemate",
    };
  }

  /** The UCI text of a move, as people type it, in the position shown; undefined if it is none that is known here. */
  read(text) {
    const position = this.position(this.here), typed = text.trim();
    if (PASSES.includes(typed)) return position.isCheck() ? undefined : NULL_MOVE;
    const move = parseSan(position, typed.replace(/^0-0-0/, "O-O-O").replace(/^0-0/, "O-O"));
    if (move) return uciOf(position, move, this.tree.chess960);
    return movable(position, this.tree.chess960).find(([uci]) => uci === typed.toLowerCase())?.[0];
  }

  /** The position, as FEN, after moves in UCI text from the one shown; empty if they aren't moves of it. */
  fenAfter(moves) {
    const position = this.position(this.here).clone();
    for (const uci of moves) {
      if (!position.isLegal(normalizeMove(position, parseUci(uci)))) return "";
      play(position, uci);
    }
    return makeFen(position.toSetup());
  }

  /** Go along moves, UCI text, one after the other; answers those that are new, which are to be taken into a tree. */
  make(moves) {
    const added = [];
    for (const uci of moves) {
      const known = this.below.get(this.here).find(({move}) => move === uci);
      if (!known) added.push(this.add(uci));
      this.here = known ? known.id : this.lastId;
    }
    return added;
  }

  add(uci) {
    const position = this.position(this.here).clone(), {ply} = this.nodes.get(this.here);
    const san = uci === NULL_MOVE ? "--" : makeSanAndPlay(position, parseUci(uci));
    if (uci === NULL_MOVE) play(position, uci);
    this.lastId += 1;
    const node = newNode({id: this.lastId, parent: this.here, ply: ply + 1, san, move: uci});
    this.positions.set(node.id, position);
    this.nodes.set(node.id, node);
    this.below.set(node.id, []);
    this.below.get(this.here).push(node);
    return node;
  }
}

function play(position, uci) {
  if (uci !== NULL_MOVE) return position.play(parseUci(uci));
  if (position.turn === "black") position.fullmoves += 1;
  position.halfmoves += 1;
  position.epSquare = undefined;
  position.turn = position.turn === "white" ? "black" : "white";
}

/** A position as a FEN has it; the server has looked at it. */
export function positionOf(fen) {
  const position = Chess.default();
  position.setupUnchecked(parseFen(fen).unwrap());
  return position;
}

/** A move as the server writes it: where the game is no Chess960, a king castles by going two squares. */
function uciOf(position, move, is960) {
  const isCastling = position.board[position.turn].has(move.to);
  if (!isCastling || is960) return makeUci(move);
  return makeUci({from: move.from, to: kingCastlesTo(position.turn, move.to > move.from ? "h" : "a")});
}

/** The legal moves by UCI text, from and to. A king castles by going to its square or onto its rook. */
export function movable(position, is960) {
  const rows = [], castlings = [], {turn, board} = position;
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const isPromotion = board.pawn.has(from) && (to < 8 || to > 55);
      for (const promotion of isPromotion ? PROMOTIONS : [undefined]) {
        const uci = uciOf(position, {from, to, promotion}, is960);
        if (board[turn].has(to)) castlings.push([uci, from, kingCastlesTo(turn, to > from ? "h" : "a"), to]);
        else rows.push([uci, makeSquare(from), makeSquare(to)]);
      }
    }
  }
  const taken = new Set(rows.map(([, from, to]) => from + to));
  for (const [uci, from, ...targets] of castlings) {
    for (const to of targets) {
      const name = makeSquare(from) + makeSquare(to);
      if (to === from || taken.has(name)) continue;
      taken.add(name);
      rows.push([uci, makeSquare(from), makeSquare(to)]);
    }
  }
  return rows;
}
