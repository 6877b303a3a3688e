// What the page of a repertoire says.

import {CONNECTION_WORDS} from "../connection_words.js";
import {vocabulary} from "../language.js";

export const word = vocabulary({
  en: {
    ...CONNECTION_WORDS.en,
    lines: "Lines", add: "Add lines (PGN) …", save: "Save as a file", remove: "Remove", really: "Remove {name}, with all its lines?",
    invitation: "No lines yet. Add a PGN file with variations, or drop it here: then you see it as a tree, learn it, and find its holes.",
    for_white: "For White", for_black: "For Black", of_positions: "positions", to_know: "moves to know", due: "to ask now",
    with_evaluation: "evaluated", board: "Board", start: "To the start", back: "A move back", flip: "Turn", views: "What is shown",
    tree: "Tree", training: "Training", games: "My games", move: "Move", evaluation: "Evaluation", positions: "Positions", comment: "Comment",
    keep: "Add this move", cut: "Cut this move off", evaluate: "Evaluate the lines", evaluated: "evaluated", left: "left",
    unknown: "This position isn't in your lines.", open_end: "The line ends here, without an answer of yours.", end: "The line ends here.",
    own: "Your move:", theirs: "They may play:", next: "Next position", solution: "Show it", for_later: "for later",
    which: "Which move is in your lines?", nothing: "Nothing to ask now; come back later.", right: "Right:", other: "in your lines, too; first comes",
    wrong: "No: it is", shown: "It is", again_at: "Asked again", player: "Player", compare: "Hold against my games",
    about_games: "Where your games left your lines, and what opponents played that they have no answer to. Name yourself.",
    games_held: "games came here", plies: "plies in your lines on average", ended: "to their end", deviations: "Left by you",
    holes: "Without an answer", after: "After", they: "They played", you: "You played", games_: "Games", score: "Your score",
    the_start: "the start", left_at: "You left it at move {number}:", line_is: "your line is", once: "you met this once",
    times: "you met this {games} times", last: "last on", there: "there",
    rating: "Rating", winning: "What wins at my rating", against_people: "Against people", answers: "They answer", searching: "searching …",
    at_rating: "at {rating}", with_games: "at {rating}, your games counted", over: "The game is over here.", engines: "(first)",
  },
  de: {
    ...CONNECTION_WORDS.de,
    lines: "Varianten", add: "Varianten hinzufügen (PGN) …", save: "Als Datei speichern", remove: "Entfernen",
    really: "{name} mit allen Varianten entfernen?",
    invitation: "Noch keine Varianten. Füge eine PGN-Datei mit Varianten hinzu, oder leg sie hier ab: dann siehst du sie als Baum, lernst sie"
      + " und findest ihre Lücken.",
    for_white: "Für Weiß", for_black: "Für Schwarz", of_positions: "Stellungen", to_know: "Züge zu lernen", due: "jetzt zu fragen",
    with_evaluation: "bewertet", board: "Brett", start: "Zum Anfang", back: "Einen Zug zurück", flip: "Drehen", views: "Was gezeigt wird",
    tree: "Baum", training: "Üben", games: "Meine Partien", move: "Zug", evaluation: "Bewertung", positions: "Stellungen", comment: "Kommentar",
    keep: "Diesen Zug aufnehmen", cut: "Diesen Zug abschneiden", evaluate: "Varianten bewerten", evaluated: "bewertet", left: "übrig",
    unknown: "Diese Stellung steht nicht in deinen Varianten.", open_end: "Die Variante endet hier, ohne eine Antwort von dir.",
    end: "Die Variante endet hier.", own: "Dein Zug:", theirs: "Gespielt werden kann:", next: "Nächste Stellung", solution: "Zeigen",
    for_later: "für später", which: "Welcher Zug steht in deinen Varianten?", nothing: "Jetzt ist nichts zu fragen; komm später wieder.",
    right: "Richtig:", other: "steht auch in deinen Varianten; zuerst kommt", wrong: "Nein: es ist", shown: "Es ist", again_at: "Wieder gefragt",
    player: "Spieler", compare: "Mit meinen Partien vergleichen",
    about_games: "Wo deine Partien deine Varianten verließen, und was Gegner spielten, worauf sie keine Antwort haben. Nenn dich.",
    games_held: "Partien kamen hierher", plies: "Halbzüge im Mittel in deinen Varianten", ended: "bis zum Ende", deviations: "Von dir verlassen",
    holes: "Ohne Antwort", after: "Nach", they: "Der Gegner spielte", you: "Du spieltest", games_: "Partien", score: "Deine Ausbeute",
    the_start: "dem Anfang", left_at: "Du hast sie im Zug {number} verlassen:", line_is: "deine Variante ist", once: "du hattest das einmal",
    times: "du hattest das {games} mal", last: "zuletzt am", there: "dort",
    rating: "Wertung", winning: "Was bei meiner Wertung gewinnt", against_people: "Gegen Menschen", answers: "Sie antworten",
    searching: "es wird gesucht …", at_rating: "bei {rating}",
    with_games: "bei {rating}, deine Partien mitgezählt", over: "Hier ist die Partie zu Ende.",
    engines: "(erster)",
  },
});
