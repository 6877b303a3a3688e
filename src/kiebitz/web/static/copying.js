// What is copied: the position, the game, the way to a position as an address, without the
// token: this browser knows it.

import {under} from "./address.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);

/** Let the buttons copy; `fen` and `pgn` give what is shown. */
export function letCopy({fen, pgn}) {
  const texts = {
    "copy-fen": fen, "copy-pgn": pgn,
    "copy-link": () => `${under("")}?${new URLSearchParams({fen: fen()})}`,
  };
  for (const [id, text] of Object.entries(texts)) {
    at(id).addEventListener("click", async () => {
      at("copied").textContent = await copy(await text()) ? word("copied") : word("not_copied");
    });
  }
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
