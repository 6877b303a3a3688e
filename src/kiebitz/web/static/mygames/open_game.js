// A game of the collection on its way to the page Analyse, and back.

import {pageAt} from "../address.js";
import {keep} from "../connection.js";
import {tabStorage} from "../storage.js";

const OPENED = "kiebitz-my-game";

/** Which game of the collection the page Analyse has, as far as this tab knows: its number, and how it began. */
export const openedGame = () => JSON.parse(tabStorage.getItem(OPENED) ?? "null");

export function rememberGame(game, head) {
  tabStorage.setItem(OPENED, JSON.stringify({game, head}));
}

/** The lines of a PGN by which a game is known again when it comes back: its players and date. */
export const headOf = pgn => (pgn.match(/^\[(White|Black|Date) ".*"\]$/gm) ?? []).sort().join("\n");

/** Go to the page Analyse with a game that the server has given. */
export function openGame({game, pgn, path}) {
  rememberGame(game, headOf(pgn));
  keep({game: pgn, path, chapter: 1, fen: "", kept: "", judged: null, listed: null, searching: false, analysing: 0, isDirty: false, isFollowing: false});
  location.assign(pageAt(""));
}
