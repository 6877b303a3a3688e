// What the server tells a page beside its answers, and what becomes of the connection.

import {appear} from "./appear.js";

const at = id => document.getElementById(id);

/** Tell something, or nothing any more; `again` offers to connect again, `offer`, a label and what it does, something else. */
export function notice(text, again = false, offer = undefined) {
  if (text) appear();
  at("notice").querySelector(".offer")?.remove();
  if (offer) {
    const button = Object.assign(document.createElement("button"), {type: "button", className: "offer", textContent: offer.label});
    button.addEventListener("click", offer.act);
    at("again").before(button);
  }
  at("notice").hidden = !text;
  at("notice-text").textContent = text;
  at("again").hidden = !again;
}

let loss = "";

/** Tell that the connection is lost; `code` is that of a farewell, 0 while it is tried again. */
export function tellLost(code, word) {
  loss = code ? `${word("farewell")} ${word(code)}.` : word("lost");
  notice(loss, code > 0);
}

/** What was told of the loss goes, if nothing else was told since: the page takes moves again. */
export function tellBack() {
  if (at("notice-text").textContent === loss) notice("");
}

/** Let the buttons beside what is told do what they say. */
export function listen(connection) {
  at("again").addEventListener("click", () => connection.connect());
  at("dismiss").addEventListener("click", () => notice(""));
}
