// What a person says of a move: a comment, and signs.

const at = id => document.getElementById(id);
const SIGNS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!",
  10: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+",
};
const KINDS = {1: "praise", 2: "mistake", 3: "praise", 4: "blunder", 5: "praise", 6: "inaccuracy"};
// Of these a move may have several.
const OTHERS = {7: "□", 22: "⨀", 32: "⟳", 36: "↑", 40: "→", 44: "=∞", 132: "⇆", 138: "⊕", 140: "∆", 146: "N"};
const ALL = {...SIGNS, ...OTHERS};
const MOVE_SIGNS = 7, PAUSE_MS = 500;
const AS_TYPED = {"+/-": 16, "-/+": 17, "+-": 18, "-+": 19, "+/=": 14, "=/+": 15, "!!": 3, "??": 4};
const BY_SIGN = new Map([...Object.entries(ALL).map(([nag, sign]) => [sign, Number(nag)]), ...Object.entries(AS_TYPED)]
  .filter(([sign]) => sign !== "N"));  // what a pawn becomes
const LONGEST_SIGN = 3;

/** The signs that say how good a move is, with their numbers. */
export const SIGNS_OF_MOVES = Object.entries(SIGNS).map(([nag, sign]) => [Number(nag), sign]).filter(([nag]) => nag < MOVE_SIGNS);

/** The first of these signs, as text, and the kind of move that it tells of; undefined where there is none. */
export function judgedBy(nags) {
  const nag = nags?.find(one => KINDS[one]);
  return nag && {sign: SIGNS[nag], kind: KINDS[nag]};
}

/** What is typed as a move with a sign behind it, or as a sign alone: the move's text, and the sign's number, if any. */
export function withoutSign(text) {
  const typed = text.trim();
  for (let length = Math.min(LONGEST_SIGN, typed.length); length; length -= 1) {
    const nag = BY_SIGN.get(typed.slice(-length));
    if (nag !== undefined && !/=[QRBNDTLS]?$/.test(typed.slice(0, -length))) return [typed.slice(0, -length).trim(), nag];
  }
  return [typed, undefined];
}

/** The signs of a move as text; what there is no sign for is left out. */
export function signs(nags) {
  const [after, apart] = [nags.filter(nag => nag <= MOVE_SIGNS), nags.filter(nag => nag > MOVE_SIGNS)]
    .map(some => some.map(nag => ALL[nag] ?? "").join(""));
  return apart ? `${after} ${apart}` : after;
}

export class Notes {
  /** `mark` is given a node and a sign for it, `say` a node and a comment. */
  constructor({mark, say}) {
    this.node = 0;
    for (const [nag, sign] of Object.entries(ALL)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.dataset.nag = nag;
      at("signs").append(button);
    }
    at("signs").addEventListener("click", event => {
      const button = event.target.closest("button");
      if (button) mark(this.node, Number(button.dataset.nag));
    });
    const write = () => {
      clearTimeout(this.timer);
      this.timer = undefined;
      if (at("comment").value.trim() !== this.told) say(this.node, at("comment").value);
      this.told = at("comment").value.trim();
    };
    this.write = () => { if (this.timer !== undefined) write(); };
    at("note").addEventListener("submit", event => {
      event.preventDefault();
      write();
    });
    at("comment").addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(write, PAUSE_MS);
    });
    at("comment").addEventListener("change", this.write);
  }

  /** Show what is said of a node: `nags` undefined for the first position, which has no signs. */
  show(node, comment, nags) {
    if (node !== this.node) this.write();
    if (node !== this.node || document.activeElement !== at("comment")) at("comment").value = comment;
    if (document.activeElement !== at("comment") || node !== this.node) this.told = comment;
    this.node = node;
    for (const button of at("signs").children) {
      button.disabled = nags === undefined;
      button.setAttribute("aria-pressed", Boolean(nags?.includes(Number(button.dataset.nag))));
    }
  }
}
