// What is copied: the position, the game, the way to a position as an address, without the
// token: this browser knows it.

import {under} from "./address.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const LONGEST_LINK = 8000;

/** Let the buttons copy; `fen`, `pgn` and `place` give what is shown. */
export function letCopy({fen, pgn, place}) {
  const texts = {"copy-fen": fen, "copy-pgn": pgn, "copy-link": async () => linkTo(await pgn(), fen(), place())};
  for (const [id, text] of Object.entries(texts)) at(id).addEventListener("click", async () => tellCopied(await text()));
}

/** An address that opens the game at the place shown, or, if it would get too long for a mail, the position alone. */
function linkTo(pgn, fen, place) {
  const link = `${under("")}?${new URLSearchParams({pgn})}${place && `#${place}`}`;
  return link.length <= LONGEST_LINK ? link : `${under("")}?${new URLSearchParams({fen})}`;
}

/** Copy a text, and say whether that was possible. */
export async function tellCopied(text) {
  at("copied").textContent = await copy(text) ? word("copied") : word("not_copied");
}

/** Copy a text; browsers let pages of other machines do it only in the old way. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }
}
