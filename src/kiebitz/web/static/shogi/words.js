// What the page with the board of shogi says.

import {CONNECTION_WORDS} from "../connection_words.js";
import {vocabulary} from "../language.js";

export const word = vocabulary({
  en: {
    ...CONNECTION_WORDS.en,
    board_section: "Board", first: "first position", back: "one move back", on: "one move on", last: "last position",
    turn: "turn the board", new_game: "New game", move: "Move", move_hint: "7g7f, 76歩, P-7f", play: "Play",
    keys: "Click or drag a man, also from a hand. By keyboard: Tab to the board, arrows move the cursor, Enter takes and puts, P L N S G B R take a man from the hand, Esc lets go. Outside the board ← and → go through the game, f turns it.",
    search: "Analyse", judge: "Analyse the game", accuracy: "accuracy", better: "better:",
    graph: "Black’s winning chances by move", lines: "lines", western: "Western moves", moves: "Moves",
    paste: "Paste an SFEN, or a record in KIF, KI2 or CSA", paste_hint: "startpos moves 7g7f …", read: "Read",
    copy: "Copy the position", tree: "Tree of a search", raise: "Promote?", raise_yes: "成 Promote", raise_no: "不成 Don't",
    black: "Black (☗)", white: "White (☖)", to_move: "to move", check: "check",
    checkmate: "mate", sennichite: "draw: the position has come about four times (sennichite)",
    perpetual_check: "loses by perpetual check", wins: "wins", may_declare: "may declare a win (27 points)",
    depth: "depth", positions: "positions", per_second: "a second", hash: "HASH", searching: "searching …",
    mates: "mates in", holds: "in hand", free: "free", chosen: "taken", copied: "The position is copied.",
  },
  de: {
    ...CONNECTION_WORDS.de,
    board_section: "Brett", first: "erste Stellung", back: "ein Zug zurück", on: "ein Zug vor", last: "letzte Stellung",
    turn: "das Brett drehen", new_game: "Neue Partie", move: "Zug", move_hint: "7g7f, 76歩, P-7f", play: "Ziehen",
    keys: "Klick oder zieh eine Figur, auch aus der Hand. Mit Tasten: Tab zum Brett, Pfeile bewegen die Marke, Enter nimmt und setzt, P L N S G B R nehmen aus der Hand, Esc lässt los. Neben dem Brett gehen ← und → durch die Partie, f dreht es.",
    search: "Analysieren", judge: "Die Partie analysieren", accuracy: "Genauigkeit", better: "besser:",
    graph: "Gewinnaussichten von Schwarz nach jedem Zug", lines: "Varianten", western: "Westliche Züge", moves: "Züge",
    paste: "Eine SFEN einfügen, oder eine Partie in KIF, KI2 oder CSA", paste_hint: "startpos moves 7g7f …", read: "Lesen",
    copy: "Stellung kopieren", tree: "Baum einer Suche", raise: "Umwandeln?", raise_yes: "成 Umwandeln", raise_no: "不成 Nicht",
    black: "Schwarz (☗)", white: "Weiß (☖)", to_move: "am Zug", check: "Schach",
    checkmate: "matt", sennichite: "remis: die Stellung kam viermal vor (Sennichite)",
    perpetual_check: "verliert durch Dauerschach", wins: "gewinnt", may_declare: "darf den Sieg erklären (27 Punkte)",
    depth: "Tiefe", positions: "Stellungen", per_second: "je Sekunde", hash: "HASH", searching: "sucht …",
    mates: "matt in", holds: "in der Hand", free: "frei", chosen: "genommen", copied: "Die Stellung ist kopiert.",
  },
});
