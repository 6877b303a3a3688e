// Just enough chess to draw a position and to write its moves; legality is the engine's business.
const [, PROMOTION, EN_PASSANT, CASTLING] = [0, 1, 2, 3];
export const FILES = "abcdefgh";
export const fileOf = square => square & 7;
export const rankOf = square => square >> 3;
const squareName = square => FILES[fileOf(square)] + (rankOf(square) + 1);
export const isWhite = man => man < "a";

export function positionFromFen(fen) {
  const [placement, turn, , , , number] = fen.split(" ");
  const board = Array(64).fill("");
  placement.split("/").forEach((text, line) => {
    let square = (7 - line) * 8;
    for (const sign of text) {
      if (/\d/.test(sign)) square += Number(sign);
      else board[square++] = sign;
    }
  });
  return {board, white: turn === "w", number: Number(number) || 1};
}

export function placementOf(position) {
  const lines = [];
  for (let rank = 7; rank >= 0; rank--)
    lines.push(position.board.slice(rank * 8, rank * 8 + 8).map(man => man || "1").join("")
      .replace(/1+/g, ones => ones.length));
  return `${lines.join("/")} ${position.white ? "w" : "b"}`;
}

// A code of a move: origin, target, promotion and sort in 6, 6, 2 and 2 bits; castling as king takes rook.
export const moveParts = code => ({from: code & 63, to: code >> 6 & 63, promoted: code >> 12 & 3, sort: code >> 14});

// A null move goes nowhere.
export const isPass = code => { const {from, to} = moveParts(code); return from === to; };

function castledKing(from, to) { return (from & 56) + (to > from ? 6 : 2); }

export function afterMove(position, code) {
  const board = position.board.slice();
  const next = {board, white: !position.white, number: position.number + (position.white ? 0 : 1)};
  if (isPass(code)) return next;
  const {from, to, promoted, sort} = moveParts(code), man = board[from];
  board[from] = "";
  if (sort === CASTLING) {
    const rook = board[to];
    board[to] = "";
    board[castledKing(from, to)] = man;
    board[(from & 56) + (to > from ? 5 : 3)] = rook;
    return next;
  }
  if (sort === EN_PASSANT) board[to + (position.white ? -8 : 8)] = "";
  board[to] = sort === PROMOTION ? (position.white ? "NBRQ" : "nbrq")[promoted] : man;
  return next;
}

function reaches(board, from, to) {
  const man = board[from], dx = fileOf(to) - fileOf(from), dy = rankOf(to) - rankOf(from);
  const [wide, high] = [Math.abs(dx), Math.abs(dy)];
  switch (man.toLowerCase()) {
    case "p": return wide === 1 && dy === (isWhite(man) ? 1 : -1);
    case "n": return wide * high === 2;
    case "k": return Math.max(wide, high) === 1;
    case "b": if (wide !== high) return false; break;
    case "r": if (dx && dy) return false; break;
    default: if (dx && dy && wide !== high) return false;
  }
  const step = Math.sign(dx) + 8 * Math.sign(dy);
  if (!step) return false;
  for (let square = from + step; square !== to; square += step) if (board[square]) return false;
  return true;
}

function isAttacked(board, square, byWhite) {
  return board.some((man, from) => man && isWhite(man) === byWhite && reaches(board, from, square));
}

function inCheck(position) {
  return isAttacked(position.board, position.board.indexOf(position.white ? "K" : "k"), !position.white);
}

export function uciText(code, chess960) {
  if (isPass(code)) return "0000";
  const {from, to, promoted, sort} = moveParts(code);
  const target = sort === CASTLING && !chess960 ? castledKing(from, to) : to;
  return squareName(from) + squareName(target) + (sort === PROMOTION ? "nbrq"[promoted] : "");
}

// Standard algebraic notation; a null move is "pass". `mates`: whether the position after it is known to be mate.
export function sanText(position, code, mates) {
  if (isPass(code)) return "pass";
  const {board} = position, {from, to, promoted, sort} = moveParts(code), man = board[from];
  const after = afterMove(position, code), sign = inCheck(after) ? (mates ? "#" : "+") : "";
  if (sort === CASTLING) return (to > from ? "O-O" : "O-O-O") + sign;
  const takes = board[to] || sort === EN_PASSANT;
  if (man.toLowerCase() === "p")
    return (takes ? FILES[fileOf(from)] + "x" : "") + squareName(to) + (sort === PROMOTION ? "=" + "NBRQ"[promoted] : "") + sign;
  const rivals = [];
  board.forEach((other, square) => {
    if (other !== man || square === from || !reaches(board, square, to)) return;
    const exposed = afterMove(position, square | to << 6);
    if (!inCheck({...exposed, white: position.white})) rivals.push(square);
  });
  let origin = "";
  if (rivals.length) {
    if (rivals.every(square => fileOf(square) !== fileOf(from))) origin = FILES[fileOf(from)];
    else if (rivals.every(square => rankOf(square) !== rankOf(from))) origin = String(rankOf(from) + 1);
    else origin = squareName(from);
  }
  return man.toUpperCase() + origin + (takes ? "x" : "") + squareName(to) + sign;
}
