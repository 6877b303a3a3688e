// What the page that watches the engine think says.

import {CONNECTION_WORDS} from "../connection_words.js";
import {vocabulary} from "../language.js";

export const word = vocabulary({
  en: {
    ...CONNECTION_WORDS.en,
    position: "Position (FEN)", position_hint: "the first one, or a FEN", show: "Show",
    views: "What is shown", tree: "Tree", table: "Table", evaluation: "Evaluation",
    about_tree: "Every node of a real search: open it, filter by what ended nodes, see a node's board. Switch a technique over, and two searches stand side by side.",
    depth: "Depth", nodes: "at most nodes", switched: "compare with", nothing: "nothing", search: "Search",
    without: "without", with: "with", together: "walk through both together", searching: "Searching …", one: "Search", other: "The other search",
    tree_shown: "The tree is shown; positions searched:",
    about_table: "The transposition table while a search fills it. A small one is full within seconds; with moves made on the way the entries of earlier searches age.",
    size: "Size (MB)", policy: "Policy", move_every: "make a move every (s; 0: never)", start: "Fill", stop: "Stop", at_depth: "depth",
    used: "In use", earlier: "Searches so far", searches: "Searches", depth_reached: "Depth", seconds: "Seconds", second: "s",
    entries: "entries", of: "of", in_use: "in use", sampled: "looked at", search_number: "search", positions: "positions", hashfull: "hashfull",
    by_depth: "Entries by depth (plies)", by_bound: "Entries by bound", by_age: "Entries by generation (searches ago)",
    by_taken: "Clusters by entries in use", exact: "exact", lower: "at least", upper: "at most", ended: "The search has ended.",
    about_evaluation: "What the engine says without searching. Under each man, in pawns: what the network's value would lose without him, or what the classical evaluation counts for him wherever he stands.",
    worths: "Worths", by_network: "Network", by_values: "Classical values", modules: "The classical evaluation",
    about_modules: "In pawns, each side's own view; White above, Black below. Piece values have no bar: it would dwarf the others.",
    all_men: "All men", man: "Man", total: "Network, White's view", classical: "Classical, White's view", phase: "phase of the game",
    white: "White", black: "Black", special_cases: "special cases", piece_values: "piece values", first_order_values: "squares of pieces",
    pawn_structure: "pawn structure", king_cover: "king's cover", dynamic: "activity and threats", tempo: "tempo",
  },
  de: {
    ...CONNECTION_WORDS.de,
    position: "Stellung (FEN)", position_hint: "die Grundstellung, oder eine FEN", show: "Zeigen",
    views: "Was gezeigt wird", tree: "Baum", table: "Tabelle", evaluation: "Bewertung",
    about_tree: "Jeder Knoten einer echten Suche: öffnen, nach dem Grund des Endes filtern, das Brett eines Knotens sehen. Mit einer umgeschalteten Technik stehen zwei Suchen nebeneinander.",
    depth: "Tiefe", nodes: "höchstens Knoten", switched: "verglichen mit", nothing: "nichts", search: "Suchen",
    without: "ohne", with: "mit", together: "beide zusammen durchgehen", searching: "Die Suche läuft …", one: "Suche", other: "Die andere Suche",
    tree_shown: "Der Baum ist da; durchsuchte Stellungen:",
    about_table: "Die Hashtabelle, während eine Suche sie füllt. Eine kleine ist in Sekunden voll; werden unterwegs Züge gemacht, so altern die Einträge früherer Suchen.",
    size: "Größe (MB)", policy: "Regel", move_every: "ein Zug alle (s; 0: nie)", start: "Füllen", stop: "Anhalten", at_depth: "Tiefe",
    used: "Belegt", earlier: "Bisherige Suchen", searches: "Suchen", depth_reached: "Tiefe", seconds: "Sekunden", second: "s",
    entries: "Einträgen", of: "von", in_use: "belegt", sampled: "angesehen", search_number: "Suche", positions: "Stellungen", hashfull: "hashfull",
    by_depth: "Einträge nach Tiefe (Halbzüge)", by_bound: "Einträge nach Schranke", by_age: "Einträge nach Generation (vor so vielen Suchen)",
    by_taken: "Gruppen nach belegten Einträgen", exact: "genau", lower: "mindestens", upper: "höchstens", ended: "Die Suche ist zu Ende.",
    about_evaluation: "Was die Engine ohne Suche sagt. Unter jeder Figur, in Bauern: was der Wert des Netzes ohne sie verlöre, oder was die klassische Bewertung für sie zählt, wo immer sie steht.",
    worths: "Werte", by_network: "Netz", by_values: "Klassische Werte", modules: "Die klassische Bewertung",
    about_modules: "In Bauern, jede Seite aus eigener Sicht; oben Weiß, unten Schwarz. Figurenwerte haben keinen Balken: er ließe die anderen verschwinden.",
    all_men: "Alle Figuren", man: "Figur", total: "Netz, Sicht von Weiß", classical: "Klassisch, Sicht von Weiß", phase: "Partiephase",
    white: "Weiß", black: "Schwarz", special_cases: "Sonderfälle", piece_values: "Figurenwerte", first_order_values: "Felder der Figuren",
    pawn_structure: "Bauernstruktur", king_cover: "Schutz des Königs", dynamic: "Wirkung und Drohungen", tempo: "Tempo",
  },
});
