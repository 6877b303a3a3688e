// What was changed is safe: in this tab at once, and with the server as soon as it says so. One version is under way at a
// time; whatever was changed meanwhile goes with the next. Nothing is lost with a connection: the tab tells it again, and
// by their stamps the server knows its own earlier versions from those of other tabs, whether it heard of them or not.

import {keep, kept} from "./connection.js";

const PATIENCE_MS = 2000, MOST_STAMPS = 8;

export class Keeping {
  constructor(study, connection) {
    Object.assign(this, {study, connection});
    this.isPossible = this.isUnderWay = false;
    this.safe = this.saved = 0;  // how many edits the server keeps, and the person has as a file
    this.waiting = [];
  }

  get isSafe() { return [this.safe, this.saved].includes(this.study.edits); }

  /** Another game is about to be opened: `isOld` if it is the one that this tab has had, perhaps with more than was kept. */
  begin(isOld) {
    this.safe = isOld && kept.isDirty ? -1 : 0;
    this.saved = this.safe;
    if (!isOld) keep({kept: "", stamps: []});
  }

  /** Remember the games and the place; tell the server what was changed. */
  note() {
    const {study} = this, {game} = study, isDirty = study.edits !== this.safe;
    keep({game: study.pgn(), chapter: study.number, path: game.path(), fen: game.fen(), isDirty});
    if (isDirty) this.tell();
  }

  tell() {
    if (!this.isPossible || this.isUnderWay || this.study.edits === this.safe) return;
    const text = this.study.pgn(), name = kept.kept || newName(), {stamps} = kept;
    if (!this.connection.isOpen) return;
    keep({kept: name, stamps: [...stamps, stampOf(text)].slice(-MOST_STAMPS)});
    this.isUnderWay = this.connection.say("keep", {name, stamps, edits: this.study.edits, text});
  }

  /** The server keeps a version. */
  hear({name, stamp, edits}) {
    this.isUnderWay = false;
    this.safe = edits;
    keep({kept: name, stamps: [stamp], isDirty: this.study.edits !== edits});
    if (this.isSafe) for (const done of this.waiting.splice(0)) done();
    else this.tell();
  }

  /** The server can't keep it; the next change is another try. */
  fail() {
    this.isUnderWay = false;
    for (const done of this.waiting.splice(0)) done();
  }

  /** There is another connection, or none. */
  rest() { this.isUnderWay = false; }

  /** When all is kept, or the server doesn't answer. */
  settled() {
    if (!this.isUnderWay) return Promise.resolve();
    return new Promise(done => {
      this.waiting.push(done);
      setTimeout(done, PATIENCE_MS);
    });
  }
}

const BITS = 8, POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({length: 256}, (_, index) => {
  let value = index;
  for (let bit = 0; bit < BITS; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The stamp that tells one version of a game from another, as the server has it: CRC-32 and length. */
export function stampOf(pgn) {
  const bytes = new TextEncoder().encode(`${pgn}\n`);
  const sum = ~bytes.reduce((crc, byte) => (crc >>> BITS) ^ TABLE[(crc ^ byte) & 0xff], -1) >>> 0;
  return sum.toString(16).padStart(8, "0") + bytes.length.toString(16);
}

const newName = () => [...crypto.getRandomValues(new Uint8Array(8))].map(byte => byte.toString(16).padStart(2, "0")).join("");
