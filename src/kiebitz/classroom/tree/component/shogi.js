// Just enough shogi to draw a position and to write its moves; legality is the engine's business. How men move and what
// Japanese records call them is in the data (`writing`, see shogi_data.py).
const RANKS = "abcdefghi", SIDE_LENGTH = 9, ZONE = 3;
const HANDS_IN_ORDER = "RBGSNLP", DROPPED = "PLNSBRG";
// A code of a move: origin, target and promotion in 7, 7 and 1 bits. Squares count from 1a down and then leftwards, with a
// hole before file 8; after them come the men in hand.
const HOLE = 63, HAND = 82, SHOGI_PASS = 65;

const squareOf = code => code > HOLE ? code - 1 : code;
const fileNumber = square => Math.floor(square / SIDE_LENGTH) + 1, rankIndex = square => square % SIDE_LENGTH;
const usiSquare = square => fileNumber(square) + RANKS[rankIndex(square)];

export function positionFromSfen(sfen) {
  const [placement, side, held, number] = sfen.split(" "), men = Array(SIDE_LENGTH * SIDE_LENGTH).fill(""), hands = {};
  placement.split("/").forEach((row, rank) => {
    let file = SIDE_LENGTH;
    for (const part of row.match(/\d|\+?[A-Za-z]/g))
      if (/\d/.test(part)) file -= Number(part);
      else men[SIDE_LENGTH * --file + rank] = part;
  });
  for (const [, count, letter] of held.matchAll(/(\d*)([A-Za-z])/g)) hands[letter] = Number(count) || 1;
  // `last` is where the last move went, -1 for nowhere.
  return {men, hands, isBlack: side === "b", number: Number(number), last: -1};
}

export function handsOf({hands}) {
  return [...HANDS_IN_ORDER, ...HANDS_IN_ORDER.toLowerCase()].filter(letter => hands[letter])
    .map(letter => (hands[letter] > 1 ? hands[letter] : "") + letter).join("") || "-";
}

export function shogiBoardOf({men}) {
  return [...RANKS].map((_, rank) => Array.from({length: SIDE_LENGTH}, (_, column) =>
    men[SIDE_LENGTH * (SIDE_LENGTH - 1 - column) + rank] || "1").join("").replace(/1+/g, ones => ones.length)).join("/");
}

export const shogiPlacementOf = position =>
  `${shogiBoardOf(position)} ${position.isBlack ? "b" : "w"} ${handsOf(position)}`;

export const isShogiPass = code => code === SHOGI_PASS;

// What moves, for a drop its letter and no origin.
function shogiMoveParts(code) {
  const from = code & 127, to = squareOf(code >> 7 & 127);
  return from < HAND ? {from: squareOf(from), to, raises: (code >> 14 & 1) === 1}
    : {dropped: DROPPED[(from - HAND) % DROPPED.length], to, raises: false};
}

export function afterShogiMove(position, code) {
  const {isBlack, number} = position, men = position.men.slice(), hands = {...position.hands};
  const next = {men, hands, isBlack: !isBlack, number: number + 1, last: -1};
  if (isShogiPass(code)) return next;
  const {from, to, dropped, raises} = shogiMoveParts(code), own = letter => isBlack ? letter : letter.toLowerCase();
  next.last = to;
  if (dropped) {
    men[to] = own(dropped);
    hands[own(dropped)]--;
    return next;
  }
  const taken = men[to].replace("+", "").toUpperCase();
  if (taken) hands[own(taken)] = (hands[own(taken)] ?? 0) + 1;
  men[to] = (raises ? "+" : "") + men[from];
  men[from] = "";
  return next;
}

export function usiText(code) {
  if (isShogiPass(code)) return "pass";
  const {from, to, dropped, raises} = shogiMoveParts(code);
  return (dropped ? `${dropped}*` : usiSquare(from)) + usiSquare(to) + (raises ? "+" : "");
}

// With the man's letter: P7g-7f, S4dx3c+, G*5b.
export function westernText({men}, code) {
  if (isShogiPass(code)) return "pass";
  const {from, to, dropped, raises} = shogiMoveParts(code);
  if (dropped) return usiText(code);
  return men[from].toUpperCase() + usiSquare(from) + (men[to] ? "x" : "-") + usiSquare(to) + (raises ? "+" : "");
}

// As Japanese records and books write it, with the mark of its side: ☗７六歩, ☖同銀右上成.
export function japaneseText(position, code, writing) {
  const {men, isBlack, last} = position, mark = writing.marks[isBlack ? 0 : 1];
  if (isShogiPass(code)) return mark + writing.pass;
  const {from, to, dropped, raises} = shogiMoveParts(code), isSame = to === last;
  const square = isSame ? writing.same : writing.files[fileNumber(to) - 1] + writing.ranks[rankIndex(to)];
  const man = dropped ?? men[from].toUpperCase(), name = writing.names[man];
  const others = originsOf(position, man, to, writing).filter(other => other !== from);
  if (dropped) return mark + square + name + (others.length ? writing.drop : "");
  // A space, where 同 and 成銀 would be read as one.
  const space = isSame && name.length === 1 ? "　" : "";
  const isFar = each => isBlack ? rankIndex(each) < ZONE : rankIndex(each) >= SIDE_LENGTH - ZONE;
  const raised = raises ? writing.promotion
    : writing.promoters.includes(man) && (isFar(from) || isFar(to)) ? writing.no_promotion : "";
  return mark + square + space + name + wayOf(man, from, others, to, isBlack, writing) + raised;
}

// From where men of a kind and of the side to move could go to a square, whatever that does to their own king.
function originsOf({men, isBlack}, man, target, {steps, slides}) {
  const found = [], ahead = isBlack ? 1 : -1, sought = isBlack ? man : man.toLowerCase();
  const look = ([toLeft, toFar], goesOn) => {
    let file = fileNumber(target), rank = rankIndex(target);
    do {
      file -= toLeft * ahead;
      rank -= toFar * ahead;
      if (file < 1 || file > SIDE_LENGTH || rank < 0 || rank >= SIDE_LENGTH) return;
      const square = SIDE_LENGTH * (file - 1) + rank;
      if (men[square] === sought) found.push(square);
      if (men[square]) return;
    } while (goesOn);
  };
  for (const direction of steps[man]) look(direction, false);
  for (const direction of slides[man] ?? []) look(direction, true);
  return found;
}

// How far to the mover's right a man stands of its target, and how far forward it goes.
function wayTo(origin, target, isBlack) {
  const ahead = isBlack ? 1 : -1;
  return [ahead * (fileNumber(target) - fileNumber(origin)), ahead * (rankIndex(origin) - rankIndex(target))];
}

// What tells a man from the others of its kind that could go to the same square.
function wayOf(man, origin, others, target, isBlack, writing) {
  if (!others.length) return "";
  const [across, along] = wayTo(origin, target, isBlack), ways = others.map(other => wayTo(other, target, isBlack));
  const motion = along > 0 ? writing.forward : along < 0 ? writing.back : writing.sideways;
  if (ways.every(([, other]) => Math.sign(other) !== Math.sign(along))) return motion;
  if (writing.sliders.includes(man)) return across > ways[0][0] ? writing.right : writing.left;
  if (across === 0) return writing.straight;
  const hand = across > 0 ? writing.right : writing.left;
  return ways.every(([other]) => Math.sign(other) !== Math.sign(across)) ? hand : hand + motion;
}
