// Games on their way into the collection.

import {credentials, under} from "../address.js";
import {word} from "./words.js";

/** Add a file, or a text as a Blob; what is to be told of it. */
export async function addGames(file) {
  try {
    const sent = await fetch(`${under("mygames/games")}?name=${encodeURIComponent(file.name ?? "")}`, {method: "POST", body: file, headers: credentials()});
    const answer = await sent.json();
    if (answer.fault) return answer.fault;
    const parts = [`${answer.games.toLocaleString()} ${word("new_games")}`];
    if (answer.known) parts.push(`${answer.known.toLocaleString()} ${word("known")}`);
    if (answer.faulty) parts.push(`${answer.faulty.toLocaleString()} ${word("faulty")}`);
    return [parts.join(", "), ...answer.faults].join("; ");
  } catch {
    return word("lost");
  }
}
