"""German translations of error messages; Japanese ones, of shogi's, stand in ``japanese_phrases``.

Errors speak English where they are raised: in the reader of PGN, of FEN and of moves, in the laboratory, here. A tab
that speaks another language gets their sentences through this book. A sentence is found by its pattern; what fills a
``{hole}`` is looked up too (``White``), but for a ``{quoted}`` one, which is text from outside. What the book hasn't
got stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

from kiebitz.analysis.explanation.language import Language
from kiebitz.web.japanese_phrases import JAPANESE
from kiebitz.web.messages import Examined, Notice

_SHOGI_MOVES = {
    "is not written as USI writes moves (7g7f, 8h2b+, P*5e)": "ist kein Zug, wie USI ihn schreibt (7g7f, 8h2b+, P*5e)",
    "moves a man that the side to move doesn't have there": "zieht eine Figur, die die Seite am Zug dort nicht hat",
    "goes where the man can't go": "geht, wohin die Figur nicht ziehen kann",
    "goes to a square that is occupied": "geht auf ein besetztes Feld",
    "promotes what can't be promoted there": "wandelt um, was dort nicht umgewandelt werden kann",
    "leaves a man where it could never move; it must promote": (
        "lässt eine Figur stehen, wo sie nie mehr ziehen könnte; sie muss umgewandelt werden"
    ),
    "drops a pawn on a file that has one (nifu)": "setzt einen Bauern auf eine Linie, die schon einen hat (Nifu)",
    "leaves the own king in check": "lässt den eigenen König im Schach",
    "mates by dropping a pawn (uchifuzume)": "setzt mit einem eingesetzten Bauern matt (Uchifuzume)",
    "takes the king, which no hand can hold": "schlägt den König, den keine Hand halten kann",
}
"""The rules of shogi that moves break."""

GERMAN = {
    # Shogi
    "'{quoted}' is ambiguous: it means {moves}": "„{quoted}“ ist mehrdeutig: gemeint sein kann {moves}",
    "'{quoted}': {why}": "„{quoted}“: {why}",
    "no {man} of {side} can go to {square}": "kein {man} von {side} kann nach {square}",
    "it means several moves: {moves}": "das sind mehrere Züge: {moves}",
    "'同' (to the same square) has no move before it": "vor „同“ (auf dasselbe Feld) steht kein Zug",
    "on {square} stands {man}, not {other}": "auf {square} steht {man}, nicht {other}",
    **{f"'{{quoted}}' {english}": f"„{{quoted}}“ {german}" for english, german in _SHOGI_MOVES.items()},
    # With the position, which the board shows.
    **{
        f"'{{quoted}}' {english}: {{sfen}}": f"„{{quoted}}“ {german} ({{sfen}})"
        for english, german in _SHOGI_MOVES.items()
    },
    "there is no position after move {at}; the game has {moves} moves": (
        "nach Zug {at} gibt es keine Stellung; die Partie hat {moves} Züge"
    ),
    "the text has {length} characters; {most} is the most": (
        "der Text hat {length} Zeichen; höchstens {most} sind möglich"
    ),
    "the game is over; go back to make another move": "die Partie ist aus; geh zurück, um anders zu ziehen",
    "a record is saved as one of {formats}, not as {quoted}": (
        "eine Partie wird als {formats} gespeichert, nicht als {quoted}"
    ),
    "a level is a number from 1 to {most}, not {number}": "eine Stufe ist eine Zahl von 1 bis {most}, nicht {number}",
    "the game has no moves to judge; make some, or read a record": (
        "die Partie hat keine Züge zu beurteilen; zieh, oder lies eine Partie ein"
    ),
    "the text holds no position or game of shogi; paste an SFEN, or a record in KIF, KI2, CSA or JKF": (
        "der Text enthält keine Stellung oder Partie des Shogi; füg eine SFEN oder eine Partie in KIF, KI2, CSA oder"
        " JKF ein"
    ),
    # SFEN
    "the SFEN has no board or no side to move; give both": (
        "die SFEN hat kein Brett oder keine Seite am Zug; gib beides"
    ),
    "the SFEN has {fields} fields; it has at most four": "die SFEN hat {fields} Felder; sie hat höchstens vier",
    "'{quoted}' is no side to move; write 'b' or 'w'": "„{quoted}“ ist keine Seite am Zug; schreib „b“ oder „w“",
    "the board has {ranks} ranks; write nine, separated by '/'": (
        "das Brett hat {ranks} Reihen; schreib neun, getrennt durch „/“"
    ),
    "'{quoted}' in rank {rank} is neither a man (PLNSBRGK, plnsbrgk), a '+' before one nor a digit 1 to 9": (
        "„{quoted}“ in Reihe {rank} ist weder eine Figur (PLNSBRGK, plnsbrgk) noch ein „+“ davor noch eine Ziffer von 1"
        " bis 9"
    ),
    "'+{quoted}' in rank {rank}: gold and king don't promote": (
        "„+{quoted}“ in Reihe {rank}: Gold und König werden nicht umgewandelt"
    ),
    "rank {rank} ends with a '+'; write the man after it": "Reihe {rank} endet mit „+“; schreib die Figur dahinter",
    "rank {rank} ('{quoted}') has {count} squares, not nine": (
        "Reihe {rank} („{quoted}“) hat {count} Felder, nicht neun"
    ),
    "'{quoted}' is not a piece in hand; write PLNSBRG, plnsbrg or '-'": (
        "„{quoted}“ hält keine Hand; schreib PLNSBRG, plnsbrg oder „-“"
    ),
    "'{quoted}' stands twice in the hands; write a number before it": (
        "„{quoted}“ steht zweimal in den Händen; schreib eine Zahl davor"
    ),
    "'{quoted}': write a number from 1 to 18, or none for one": (
        "„{quoted}“: schreib eine Zahl von 1 bis 18, oder keine für eins"
    ),
    "the hands end with '{quoted}'; write the man after it": (
        "die Hände enden mit „{quoted}“; schreib die Figur dahinter"
    ),
    "{side} has {count} kings; one is the most": "{side} hat {count} Könige; mehr als einer geht nicht",
    "there is no king; one side needs one at least": "es gibt keinen König; eine Seite braucht wenigstens einen",
    "there are {count} {men}, with promoted ones; {most} is the most": (
        "es gibt {count} {men}, umgewandelte mitgezählt; höchstens {most} sind möglich"
    ),
    "pawns": "Bauern",
    "lances": "Lanzen",
    "knights": "Springer",
    "silvers": "Silberne",
    "bishops": "Läufer",
    "rooks": "Türme",
    "golds": "Goldene",
    "{side} has two unpromoted pawns on file {file}; one is the most": (
        "{side} hat zwei Bauern, die nicht umgewandelt sind, auf Linie {file}; mehr als einer geht nicht"
    ),
    "{side}'s man on {square} could never move; promote it with a '+'": (
        "die Figur von {side} auf {square} könnte nie ziehen; wandle sie mit „+“ um"
    ),
    # the tree of a search
    "there is nothing to search: the side to move has no move": (
        "es gibt nichts zu suchen: die Seite am Zug hat keinen Zug"
    ),
    "table and evaluation are shown of chess alone; the tree shows searches of shogi, too": (
        "Tabelle und Bewertung gibt es nur für Schach; der Baum zeigt auch Suchen des Shogi"
    ),
    # FEN
    "the FEN is empty; give at least the board and the side to move": (
        "die FEN ist leer; gib wenigstens das Brett und die Seite am Zug an"
    ),
    "the FEN has {fields} fields; it has at most six": "die FEN hat {fields} Felder; sie hat höchstens sechs",
    "the board has {ranks} ranks; write eight, separated by '/'": (
        "das Brett hat {ranks} Reihen; schreib acht, getrennt durch „/“"
    ),
    "'{quoted}' in rank {rank} is neither a man (PNBRQK, pnbrqk) nor a digit 1 to 8": (
        "„{quoted}“ in Reihe {rank} ist weder eine Figur (PNBRQK, pnbrqk) noch eine Ziffer von 1 bis 8"
    ),
    "rank {rank} ('{quoted}') has {squares} squares; it needs eight": (
        "die Reihe {rank} („{quoted}“) hat {squares} Felder; sie braucht acht"
    ),
    "{side} has {kings} kings; each side needs exactly one": (
        "{side} hat {kings} Könige; jede Seite braucht genau einen"
    ),
    "a pawn stands on {square}; pawns live on ranks 2 to 7": (
        "auf {square} steht ein Bauer; Bauern stehen auf den Reihen 2 bis 7"
    ),
    "{side} has {men} men; {most} is the most": "{side} hat {men} Figuren; höchstens {most} sind möglich",
    "{side} has {pawns} pawns; {most} is the most": "{side} hat {pawns} Bauern; höchstens {most} sind möglich",
    "'{quoted}' is no side to move; write 'w' or 'b'": "„{quoted}“ ist keine Seite am Zug; schreib „w“ oder „b“",
    "'{quoted}' is no castling right; write KQkq, rook files (HAha) or '-'": (
        "„{quoted}“ ist kein Rochaderecht; schreib KQkq, die Linien der Türme (HAha) oder „-“"
    ),
    "castling '{quoted}' dropped: {fault}": "Rochade „{quoted}“ weggelassen: {fault}",
    "the king of {side} is on {square}, not on rank {rank}": (
        "der König von {side} steht auf {square}, nicht auf Reihe {rank}"
    ),
    "there is no rook of {side} to castle with": "es gibt keinen Turm von {side}, mit dem zu rochieren wäre",
    "only Chess960 castles with the king on {square} and the rook on {home}": (
        "mit dem König auf {square} und dem Turm auf {home} rochiert nur Chess960"
    ),
    "there is another right of {side} on that wing": "an diesem Flügel gibt es schon ein Recht von {side}",
    "'{quoted}' is no square; write the square behind the pawn (e3, d6) or '-'": (
        "„{quoted}“ ist kein Feld; schreib das Feld hinter dem Bauern (e3, d6) oder „-“"
    ),
    "en passant square {quoted} dropped: with {letter} to move it is on rank {rank}": (
        "das Feld für en passant, {quoted}, weggelassen: mit {letter} am Zug liegt es auf Reihe {rank}"
    ),
    "en passant square {quoted} dropped: no pawn of {side} has just passed it": (
        "das Feld für en passant, {quoted}, weggelassen: darüber ist gerade kein Bauer von {side} gezogen"
    ),
    "en passant square {quoted} dropped: a man stands where the pawn passed": (
        "das Feld für en passant, {quoted}, weggelassen: wo der Bauer zog, steht eine Figur"
    ),
    "the {counter} '{quoted}' is not a whole number from 0 to {largest}": (
        "{counter}: „{quoted}“ ist keine ganze Zahl von 0 bis {largest}"
    ),
    "halfmove clock": "Halbzüge",
    "move number": "Zugnummer",
    "{side}'s king on {square} is in check though {other} is to move; give the other side the move": (
        "der König von {side} auf {square} steht im Schach, obwohl {other} am Zug ist; lass die andere Seite ziehen"
    ),
    "White": "Weiß",
    "Black": "Schwarz",
    # a move that was typed
    "'{quoted}' is no move": "„{quoted}“ ist kein Zug",
    "'{quoted}' promotes a pawn: say to what, as in {move}=Q": (
        "„{quoted}“ verwandelt einen Bauern: sag in was, wie in {move}=Q"
    ),
    "'{quoted}' is not legal here": "„{quoted}“ ist hier nicht erlaubt",
    "'{quoted}' is ambiguous: say from where, as in Nbd2": "„{quoted}“ ist mehrdeutig: sag, von wo, wie in Sbd2",
    # PGN
    "the comment that begins here is never closed": "der Kommentar, der hier beginnt, wird nie geschlossen",
    "and {count} more faults in this game": "und {count} weitere Fehler in dieser Partie",
    "the tag {quoted} goes over several lines; joined": "das Tag {quoted} geht über mehrere Zeilen; zusammengefügt",
    "this tag is damaged, and read as well as can be: {quoted}": (
        "dieses Tag ist beschädigt und so gut wie möglich gelesen: {quoted}"
    ),
    "a tag without name or value; left out: {quoted}": "ein Tag ohne Namen oder Wert; weggelassen: {quoted}",
    "PGN knows no tag named {quoted}; kept as {name}": "PGN kennt kein Tag namens {quoted}; behalten als {name}",
    "the tag {name} has {count} characters; cut to {most}": "das Tag {name} hat {count} Zeichen; gekürzt auf {most}",
    "the tag {name} is here a second time; the first one counts": (
        "das Tag {name} steht hier zum zweiten Mal; das erste gilt"
    ),
    "of the variant {quoted}, which Kiebitz doesn't play; not analysed": (
        "eine Partie der Variante {quoted}, die Kiebitz nicht spielt; nicht analysiert"
    ),
    "the position in its tag FEN can't be analysed: {fault}": (
        "die Stellung in ihrem Tag FEN lässt sich nicht analysieren: {fault}"
    ),
    "in the tag FEN: {note}": "im Tag FEN: {note}",
    "a variation that replaces no move; kept as a comment": (
        "eine Variante, die keinen Zug ersetzt; als Kommentar behalten"
    ),
    "a variation more than {most} others deep; kept as a comment": (
        "eine Variante, mehr als {most} andere tief; als Kommentar behalten"
    ),
    "a closing parenthesis too many; ignored": "eine schließende Klammer zu viel; übergangen",
    "a variation is never closed": "eine Variante wird nie geschlossen",
    "a null move in check": "ein Nullzug im Schach",
    "{fault}; analysed up to there": "{fault}; bis dahin analysiert",
    "{fault}; the rest of this variation is kept as a comment": (
        "{fault}; der Rest dieser Variante ist als Kommentar behalten"
    ),
    "{quoted} comes after the game's result": "{quoted} steht nach dem Ergebnis der Partie",
    "{quoted} is ambiguous: more than one piece could make it": (
        "{quoted} ist mehrdeutig: mehr als eine Figur könnte so ziehen"
    ),
    "{quoted} is illegal": "{quoted} ist nicht erlaubt",
    "{quoted} is no move (moves are read with the English letters K Q R B N)": (
        "{quoted} ist kein Zug (gelesen wird mit den englischen Buchstaben K Q R B N)"
    ),
    "a stray {quoted}, and {count} more signs astray; ignored": (
        "ein verirrtes {quoted} und {count} weitere verirrte Zeichen; übergangen"
    ),
    "a stray {quoted}; ignored": "ein verirrtes {quoted}; übergangen",
    "the tag Result says {quoted}; read as {result}": "das Tag Result sagt {quoted}; gelesen als {result}",
    "the moves end with {result}, but the tag Result says {quoted}, which counts": (
        "die Züge enden mit {result}, aber das Tag Result sagt {quoted}, und das gilt"
    ),
    "expected a tag or a move, found {quoted}; skipped": (
        "keine Partie: weder ein Tag noch ein Zug hier, sondern {quoted}; weggelassen"
    ),
    "a record of shogi is read from a file named .kif, .ki2, .csa or .jkf; skipped": (
        "ein Shogi-Protokoll wird aus einer Datei gelesen, die auf .kif, .ki2, .csa oder .jkf endet; weggelassen"
    ),
    # the game on the board
    "the text has {count} characters; at most {most} are read": (
        "der Text hat {count} Zeichen; gelesen werden höchstens {most}"
    ),
    "that is an address, and nothing is fetched from it; paste the PGN or the FEN itself": (
        "das ist eine Adresse, und von dort wird nichts geholt; füg die PGN oder die FEN selbst ein"
    ),
    "there is neither a game nor a position in it": "darin ist weder eine Partie noch eine Stellung",
    "there are more than {most} games in it": "darin sind mehr als {most} Partien",
    "there is no game {number} in it; there are {count}": "darin ist keine Partie {number}; es sind {count}",
    "there is no game in it": "darin ist keine Partie",
    "the game has more than {most} positions": "die Partie hat mehr als {most} Stellungen",
    "the game has {length} characters; at most {most} are read": (
        "die Partie hat {length} Zeichen; höchstens {most} werden gelesen"
    ),
    "the game has {count} bytes; at most {most} are kept": (
        "die Partie hat {count} Bytes; aufbewahrt werden höchstens {most}"
    ),
    "{most} games are kept already; delete some where a new tab offers them, or in {folder}": (
        "es sind schon {most} Partien aufbewahrt; lösch welche, wo ein neuer Tab sie anbietet, oder in {folder}"
    ),
    "{folder} can't keep the game: {reason}": "{folder} kann die Partie nicht aufbewahren: {reason}",
    "this game isn't kept any more": "diese Partie ist nicht mehr aufbewahrt",
    "the game can't be deleted: {reason}": "die Partie lässt sich nicht löschen: {reason}",
    "there are no games of this player; add some, or name another": (
        "von diesem Spieler gibt es keine Partien; füg welche hinzu, oder nenn einen anderen"
    ),
    "no games are kept here": "hier werden keine Partien aufbewahrt",
    "the moves of the game were changed while it was analysed": (
        "die Züge der Partie wurden geändert, während sie analysiert wurde"
    ),
    "a damaged table: {reason}": "eine beschädigte Endspieltabelle: {reason}",
    # a game against the engine
    "there is no colour '{quoted}'": "es gibt keine Farbe „{quoted}“",
    "there is no era '{quoted}'": "es gibt keine Ära „{quoted}“",
    "a move adds time only where there are clocks": "Zeit je Zug gibt es nur mit Uhr",
    "the board of 120 squares doesn't play Chess960": "das Brett mit 120 Feldern spielt kein Chess960",
    "a rating is today's engine's; an era plays its best": (
        "eine Wertungszahl hat nur die Engine von heute; eine Ära spielt, so gut sie kann"
    ),
    "a level of {elo} is outside {least} to {most}": (
        "eine Wertungszahl von {elo} liegt nicht zwischen {least} und {most}"
    ),
    "a clock has {least} to {most} seconds for a game": "eine Uhr hat {least} bis {most} Sekunden für eine Partie",
    "a move adds 0 to {most} seconds": "ein Zug bringt 0 bis {most} Sekunden",
    "the positions of Chess960 have numbers from 0 to {most}": (
        "die Stellungen von Chess960 haben Nummern von 0 bis {most}"
    ),
    "this position is the end of a game: {end}": "diese Stellung ist das Ende einer Partie: {end}",
    "White mates": "Weiß setzt matt",
    "Black mates": "Schwarz setzt matt",
    "draw: stalemate": "remis: patt",
    "draw: neither side can mate with what is left": "remis: mit dem, was übrig ist, kann keine Seite mattsetzen",
    "draw: the position has come about three times": "remis: die Stellung ist dreimal entstanden",
    "draw: fifty moves without capture and pawn move": "remis: fünfzig Züge ohne Schlagen und Bauernzug",
    "no game is played here": "hier wird keine Partie gespielt",
    "the game is over": "die Partie ist zu Ende",
    "it is Kiebitz's turn": "Kiebitz ist am Zug",
    "with clocks no move is taken back": "mit Uhr wird kein Zug zurückgenommen",
    "there is no move of yours to take back": "du hast noch keinen Zug gemacht",
    "this game can't be gone on with: {fault}": "diese Partie lässt sich nicht fortsetzen: {fault}",
    # limits
    "{name} is {value}; it can be {least} to {most}": "{name}: {value} geht nicht, nur {least} bis {most}",
    "lines": "Varianten",
    "threads": "Threads",
    "hash_mb": "Hash (MB)",
    "seconds": "Sekunden",
    "depth": "Tiefe",
    "nodes": "Knoten",
    "move_ms": "Millisekunden je Zug",
    "there is no technique '{quoted}'": "es gibt keine Technik „{quoted}“",
    "all tabs together may have only {left} MB more for their tables": (
        "alle Tabs zusammen dürfen für ihre Tabellen nur noch {left} MB mehr haben"
    ),
    "a table of {size} MB can't be had: {reason}; the old table of {old} MB stays; choose a smaller one": (
        "eine Tabelle von {size} MB ist nicht zu haben: {reason}; die alte von {old} MB bleibt; nimm eine kleinere"
    ),
    "a table of {size} MB can't be had: {reason}; choose a smaller one": (
        "eine Tabelle von {size} MB ist nicht zu haben: {reason}; nimm eine kleinere"
    ),
    "{size} MB are more than the {available} MB available": "{size} MB sind mehr als die {available} MB, die es gibt",
    "the system refuses {size} MB": "das System verweigert {size} MB",
    # the classroom
    "no experiment measures '{quoted}'; there are {claims}": "kein Experiment misst „{quoted}“; es gibt {claims}",
    "the claims are in a package of their own: pip install {package}": (
        "die Behauptungen sind ein eigenes Paket: pip install {package}"
    ),
    "{package} can't be loaded: {quoted}; install it again": (
        "{package} lässt sich nicht laden: {quoted}; installiere es noch einmal"
    ),
    "there is no algorithm '{quoted}'; choose from {names}": "es gibt keinen Algorithmus „{quoted}“; wähl aus {names}",
    "there is no film '{quoted}'; choose from {names}": "es gibt keinen Film „{quoted}“; wähl aus {names}",
    "there is no tree '{quoted}'; give {forms}": "es gibt keinen Baum „{quoted}“; möglich sind {forms}",
    "a tree of more than {most} leaves is too large to be watched; make it smaller": (
        "ein Baum mit mehr als {most} Blättern ist zu groß zum Zusehen; mach ihn kleiner"
    ),
    "{plies} plies are too many to be watched; at most {most}": (
        "{plies} Halbzüge sind zu viele zum Zusehen; höchstens {most}"
    ),
    "the tree '{quoted}' wants {form}: {fault}": "der Baum „{quoted}“ braucht {form}: {fault}",
    "branches": "Zweige",
    "plies": "Halbzüge",
    "seed": "Startzahl",
    "quality": "Güte",
    "{what}: '{quoted}' is no whole number from {least} to {greatest}": (
        "{what}: „{quoted}“ ist keine ganze Zahl von {least} bis {greatest}"
    ),
    "{what}: '{quoted}' is no number from 0 to 1": "{what}: „{quoted}“ ist keine Zahl von 0 bis 1",
    "'{quoted}' is too much": "„{quoted}“ ist zu viel",
    "the tree is too large; at most {nodes} nodes and {plies} plies": (
        "der Baum ist zu groß; höchstens {nodes} Knoten und {plies} Halbzüge"
    ),
    "{quoted} is no part of a tree; write a number for a leaf, a list for a node": (
        "{quoted} ist kein Teil eines Baums; schreib eine Zahl für ein Blatt, eine Liste für einen Knoten"
    ),
    "{quoted} is no value of a leaf; write a finite number": (
        "{quoted} ist kein Wert eines Blatts; schreib eine endliche Zahl"
    ),
    "a node without moves is a leaf and needs a value; write a number instead of []": (
        "ein Knoten ohne Züge ist ein Blatt und braucht einen Wert; schreib eine Zahl statt []"
    ),
    "not a tree: {reason}; write nested lists of numbers such as [[3, 12], [2, 4]]": (
        "kein Baum: {reason}; schreib verschachtelte Listen von Zahlen wie [[3, 12], [2, 4]]"
    ),
    "the tree has more than {count} characters": "der Baum hat mehr als {count} Zeichen",
    # My games
    "there is no collection here; kiebitz serve without --host has yours": (
        "hier ist keine Sammlung; kiebitz serve ohne --host hat deine"
    ),
    "Other pages have no business here.": "Andere Seiten haben hier nichts zu suchen.",
    "the file was not sent to its end": "die Datei kam nicht bis zu ihrem Ende",
    "{folder} can't take the file: {why}": "{folder} kann die Datei nicht aufnehmen: {why}",
    "the file has more than {most} MB; use kiebitz games add": (
        "die Datei hat mehr als {most} MB; nimm kiebitz games add"
    ),
    "the game is over here; ask in another position": "hier ist die Partie aus; frag in einer anderen Stellung",
    "this question is closed; wait for the next one": "diese Frage ist geschlossen; warte auf die nächste",
    "this is no move here; make another": "das ist hier kein Zug; mach einen anderen",
    "{number} have answered already, and no more are counted": (
        "{number} haben schon geantwortet; mehr werden nicht gezählt"
    ),
    "a pupil is 16 hexadecimal digits; reload the page": (
        "ein Schüler besteht aus 16 Hexadezimalziffern; lade die Seite neu"
    ),
    "there is no class; start the server with --class": "es gibt keine Klasse; starte den Server mit --class",
    "these shapes can't be drawn; clear them, and draw them anew": (
        "diese Zeichen lassen sich nicht malen; lösch sie und mal sie neu"
    ),
    "a card of your practice is damaged; delete what was kept of it": (
        "eine Karte deiner Übungen ist beschädigt; lösch, was von ihr aufgehoben ist"
    ),
    "there is no game to save": "da ist keine Partie zum Speichern",
    "no position was asked; ask for one first": "es wurde keine Stellung gefragt; lass dir erst eine geben",
    "there is no repertoire here; kiebitz serve without --host has yours": (
        "hier gibt es keine Varianten; kiebitz serve ohne --host hat deine"
    ),
    "no repertoire is open; add lines first, or choose some": (
        "es sind keine Varianten offen; füg erst welche hinzu, oder wähl welche"
    ),
    "make a move first": "zieh erst",
    "a rating is a number from {lowest} to {highest}": "eine Wertung ist eine Zahl von {lowest} bis {highest}",
    "this move is not in your lines": "dieser Zug steht nicht in deinen Varianten",
    "your answers can't be kept: {why}": "deine Antworten können nicht aufgehoben werden: {why}",
    "there are no moves in this text; give PGN with your lines as variations": (
        "in diesem Text sind keine Züge; gib PGN mit deinen Varianten"
    ),
    "lines for White and for Black are mixed; add each side's under a name of its own": (
        "Varianten für Weiß und für Schwarz sind gemischt; füg die jeder Seite unter einem eigenen Namen hinzu"
    ),
    "lines of Chess960 and of standard chess are mixed; give those of one alone": (
        "Varianten von Chess960 und von normalem Schach sind gemischt; gib nur die von einem"
    ),
    "this repertoire is too large to be kept; make two of it": (
        "diese Varianten sind zu viele, um sie aufzuheben; mach zwei Dateien daraus"
    ),
    "a repertoire's name is letters, digits, spaces, '.' and '-', at most 60 of them": (
        "ein Name von Varianten besteht aus Buchstaben, Ziffern, Leerzeichen, „.“ und „-“, höchstens 60"
    ),
    "{file} can't be used: {why}": "{file} ist nicht zu gebrauchen: {why}",
    "{file} is damaged ({why}); move it away to begin anew": (
        "{file} ist beschädigt ({why}); leg sie weg, um neu anzufangen"
    ),
    "{file} is damaged; move it away to begin anew": "{file} ist beschädigt; leg sie weg, um neu anzufangen",
    "this move is not legal here": "dieser Zug ist hier nicht erlaubt",
    "game {number} isn't in the collection any more; save this one as a new game": (
        "Partie {number} ist nicht mehr in der Sammlung; speichere diese als neue Partie"
    ),
    "the analysis of game {number} is damaged ({why}); make it anew: kiebitz games analyse --again": (
        "die Analyse von Partie {number} ist beschädigt ({why}); mach sie neu: kiebitz games analyse --again"
    ),
    "there is no game {number} in the collection": "in der Sammlung gibt es keine Partie {number}",
    "the text of game {number} is damaged ({why}); remove it: kiebitz games remove": (
        "der Text von Partie {number} ist beschädigt ({why}); entferne sie: kiebitz games remove"
    ),
    "what the collection says of game {number} is damaged; remove it": (
        "was die Sammlung von Partie {number} sagt, ist beschädigt; entferne sie"
    ),
    "{file} has triggers or views, as none of ours has; name another with --collection": (
        "{file} hat Trigger oder Views, wie keine von uns; nenn eine andere mit --collection"
    ),
    "this game can't be kept: {why}": "diese Partie kann nicht aufgenommen werden: {why}",
    "{file} can't be used as a collection: {why}; name another with --collection": (
        "{file} taugt nicht als Sammlung: {why}; nenn eine andere mit --collection"
    ),
    "the collection's index is damaged; export its games and add them to a new one": (
        "das Verzeichnis der Sammlung ist beschädigt; exportiere ihre Partien und füge sie einer neuen hinzu"
    ),
    "{file} can't be written ({why}): make room on its disk, and do it again; what was added before is safe": (
        "{file} lässt sich nicht schreiben ({why}): mach Platz auf der Platte und versuch es noch einmal; was vorher"
        " hinzukam, ist sicher"
    ),
    "{file} has been busy for {seconds} s with another process; try again later": (
        "{file} ist seit {seconds} s von einem anderen Prozess belegt; versuch es später noch einmal"
    ),
    "{file} is damaged or no collection ({why}); name another with --collection": (
        "{file} ist beschädigt oder keine Sammlung ({why}); nenn eine andere mit --collection"
    ),
    "{file} is no collection of Kiebitz's; name another with --collection": (
        "{file} ist keine Sammlung von Kiebitz; nenn eine andere mit --collection"
    ),
    "{file} was written by another version of Kiebitz; name another with --collection": (
        "{file} hat eine andere Version von Kiebitz geschrieben; nenn eine andere mit --collection"
    ),
    "{quoted} names no material; write it as KRPvKR, w:KRPvKR (White's pawn) or KRP*vKRP*": (
        "{quoted} nennt kein Material; schreib es wie KRPvKR, w:KRPvKR (Weiß hat den Bauern) oder KRP*vKRP*"
    ),
    "{quoted} names no pawns; write White's, a slash and Black's: d4 e3 / d5 e6 -c": (
        "{quoted} nennt keine Bauern; schreib die weißen, einen Schrägstrich und die schwarzen: d4 e3 / d5 e6 -c"
    ),
    "{quoted} has a pawn where it says there is none": "{quoted} hat einen Bauern, wo keiner stehen soll",
    "{quoted} is no placement of a FEN": "{quoted} ist keine Aufstellung einer FEN",
    "{quoted} is no place of a pawn; write d4, -d4 (none there) or -d (none on the file)": (
        "{quoted} ist kein Platz eines Bauern; schreib d4, -d4 (dort keiner) oder -d (keiner auf der Linie)"
    ),
    "{quoted} is no result; write 1-0, 0-1, 1/2-1/2, * or 0-0": (
        "{quoted} ist kein Ergebnis; schreib 1-0, 0-1, 1/2-1/2, * oder 0-0"
    ),
    "{quoted} is no date; write 2024-05-01, 2024-05 or 2024": (
        "{quoted} ist kein Datum; schreib 2024-05-01, 2024-05 oder 2024"
    ),
    "{quoted} is no code of an opening; write B33, B3 or B, or a range B20-B99": (
        "{quoted} ist kein Eröffnungsschlüssel; schreib B33, B3 oder B, oder einen Bereich B20-B99"
    ),
    "{quoted} names no opening; write B33, B3 or B, or a range B20-B99": (
        "{quoted} nennt keine Eröffnung; schreib B33, B3 oder B, oder einen Bereich B20-B99"
    ),
    "{quoted} is no range of openings; write the lower code first, as in B20-B99": (
        "{quoted} ist kein Bereich von Eröffnungen; schreib den kleineren Schlüssel zuerst, wie in B20-B99"
    ),
    "{quoted} is no player's name; it would fit every one": "{quoted} ist kein Name; er würde zu jedem passen",
    "{quoted} is no opening's name; it would fit every one": (
        "{quoted} ist kein Name einer Eröffnung; er würde zu jeder passen"
    ),
}
BOOKS = {Language.GERMAN: GERMAN, Language.JAPANESE: JAPANESE}
MOST_CHARACTERS = 300
QUOTED = "quoted"
HOLE = re.compile(r"\{(\w+)\}")
NUMBER = re.compile(r"\d{1,3}(,\d{3})+")


def in_words(message: Any, language: Language) -> Any:
    """A message to a tab, its refusal or fault in the tab's language."""
    match message:
        case Notice(_, detail):
            return replace(message, detail=told(detail, language))
        case Examined(_, fault, note):
            return replace(message, fault=told(fault, language), note=told(note, language))
    return message


def told(text: str, language: Language) -> str:
    """Translate a message line by line, so far as anybody reads it: it may quote all that was sent."""
    if len(text) > MOST_CHARACTERS:
        text = f"{text[:MOST_CHARACTERS]} …"
    return "\n".join(_translated(line, language) for line in text.split("\n")) if language in BOOKS else text


def _translated(sentence: str, language: Language) -> str:
    if NUMBER.fullmatch(sentence):
        return sentence.replace(",", ".") if language is Language.GERMAN else sentence
    if sentence in BOOKS[language]:
        return BOOKS[language][sentence]
    for pattern, other in _patterns(language):
        if found := pattern.fullmatch(sentence):
            fillings = found.groupdict()
            return other.format(
                **{hole: text if hole == QUOTED else _translated(text, language) for hole, text in fillings.items()}
            )
    return sentence


@cache
def _patterns(language: Language) -> list[tuple[re.Pattern[str], str]]:
    """The sentences with holes; those that say most come first, as ``{fault}; analysed up to there`` says little."""
    book = BOOKS[language]
    with_holes = sorted((english for english in book if HOLE.search(english)), key=_own_words, reverse=True)
    return [(re.compile(HOLE.sub(r"(?P<\1>.+?)", _escaped(english))), book[english]) for english in with_holes]


def _own_words(english: str) -> int:
    return len(HOLE.sub("", english))


def _escaped(english: str) -> str:
    """A pattern for the words; the holes stay."""
    return "".join(part if HOLE.fullmatch(part) else re.escape(part) for part in re.split(r"(\{\w+\})", english))
