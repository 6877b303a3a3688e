// What the page Analyse says.

import {CONNECTION_WORDS} from "./connection_words.js";
import {vocabulary} from "./language.js";

/** A word or sentence by its name. */
export const word = vocabulary({
  en: {
    ...CONNECTION_WORDS.en,
    board: "Board", engine: "Engine", moves: "Moves", game: "Game",
    first: "To the start", back: "One move back", forth: "One move on", last: "To the end", flip: "Flip",
    type_move: "Type a move", type_hint: "Nf3, e2e4", analyse: "Analyse", threat: "Threat", why: "Why?",
    settings: "Settings", lines: "Lines", threads: "Threads", hash: "Hash (MB)", apply: "Apply",
    promote: "Move up", remove: "Delete from here", open: "Open a file", save: "Save PGN", new: "New game",
    paste: "PGN or FEN, typed, pasted or dropped", load: "Load",
    keys: "Keys: ← → Home End walk through the game, F flips, A analyses, T shows the threat, W says why.",
    depth: "depth", nodes: "nodes", per_second: "nodes/s", table: "table", evaluation: "Evaluation for White",
    no_threat: "There is no threat.", threat_is: "Threat", no_reason: "Nothing could be proven about it.",
    thinking: "One moment …", move_made: "Move", in_check: "check", start: "Start of the game",
    checkmate: "checkmate", stalemate: "stalemate", insufficient_material: "draw: nobody can mate",
    seventyfive_moves: "draw: seventy-five moves", fivefold_repetition: "draw: five repetitions",
    fault: "Read with faults:", too_long: "This file is too long. At most so many characters are read:",
  },
  de: {
    ...CONNECTION_WORDS.de,
    board: "Brett", engine: "Engine", moves: "Züge", game: "Partie",
    first: "Zum Anfang", back: "Einen Zug zurück", forth: "Einen Zug vor", last: "Zum Ende", flip: "Drehen",
    type_move: "Zug eingeben", type_hint: "Sf3, e2e4", analyse: "Analysieren", threat: "Drohung", why: "Warum?",
    settings: "Einstellungen", lines: "Varianten", threads: "Threads", hash: "Hash (MB)", apply: "Übernehmen",
    promote: "Aufwerten", remove: "Ab hier löschen", open: "Datei öffnen", save: "PGN speichern", new: "Neue Partie",
    paste: "PGN oder FEN, getippt, eingefügt oder hierher gezogen", load: "Laden",
    keys: "Tasten: ← → Pos1 Ende gehen durch die Partie, F dreht, A analysiert, T zeigt die Drohung, W sagt warum.",
    depth: "Tiefe", nodes: "Knoten", per_second: "Knoten/s", table: "Tabelle", evaluation: "Bewertung für Weiß",
    no_threat: "Es droht nichts.", threat_is: "Drohung", no_reason: "Beweisen ließ sich dazu nichts.",
    thinking: "Einen Moment …", move_made: "Zug", in_check: "Schach", start: "Anfang der Partie",
    checkmate: "Schachmatt", stalemate: "Patt", insufficient_material: "Remis: niemand kann mattsetzen",
    seventyfive_moves: "Remis: fünfundsiebzig Züge", fivefold_repetition: "Remis: fünfmal dieselbe Stellung",
    fault: "Mit Fehlern gelesen:",
    too_long: "Die Datei ist zu lang. Gelesen werden höchstens so viele Zeichen:",
  },
});
