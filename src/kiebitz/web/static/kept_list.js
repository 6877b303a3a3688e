// The games that may be gone on with: what each is, and a button to delete it.

import {language} from "./language.js";

const at = id => document.getElementById(id);

/** Show them; `connection` is told which one is chosen or deleted. */
export function showKept({games}, connection, word) {
  at("kept").hidden = games.length === 0;
  at("kept-games").replaceChildren(...games.map(game => keptGame(game, connection, word)));
}

function keptGame({name, title, at: time}, connection, word) {
  const item = document.createElement("li"), resume = document.createElement("button");
  const forget = document.createElement("button");
  resume.type = forget.type = "button";
  resume.textContent = `${title} · ${new Date(time).toLocaleString(language, {dateStyle: "short", timeStyle: "short"})}`;
  resume.addEventListener("click", () => {
    connection.say("resume", {name});
    at("kept").hidden = true;
  });
  forget.textContent = "×";
  forget.setAttribute("aria-label", `${word("forget")}: ${title}`);
  forget.addEventListener("click", () => connection.say("forget", {name}));
  item.append(resume, forget);
  return item;
}
