// What techniques and table policies do. The server tells it in English; here it stands in German.

import {language} from "../language.js";

const GERMAN = {
  aspiration: "jede Iteration in einem engen Fenster um den letzten Wert suchen (Slate und Atkin 1977)",
  aspiration_reduction: "einen Halbzug weniger tief neu suchen, sooft der Wert über dem Fenster lag",
  principal_variation_search: "alle Züge außer dem ersten mit einem Nullfenster suchen (Marsland 1983)",
  table_cutoffs: "Einträge der Hashtabelle, die tief genug sind, beenden einen Knoten (Greenblatt 1967)",
  hash_move: "den Zug der Hashtabelle zuerst versuchen",
  killers: "ruhige Züge früh versuchen, die einen Geschwisterknoten widerlegten (Huberman 1968)",
  history: "ruhige Züge danach ordnen, wie oft sie widerlegten (Schaeffer 1983)",
  null_move: "passen; reicht selbst das, ist Schluss (Donninger 1993, „Null Move and Deep Search“)",
  late_move_reductions: "späte Züge zuerst weniger tief suchen (Levy 1989, Fruit 2005)",
  check_extension: "ein Schach einen Halbzug tiefer suchen",
  exchange_pruning: "in der Ruhesuche Schlagzüge auslassen, die beim Abtausch Material verlieren",
  dead_draws: "enden, wo nach bewiesener Regel keine Seite mehr gewinnen kann: falsche Ecke, König und Bauer",
  upcoming_repetition: "aufhören, wo ein Zug eine Stellung wiederholt und Remis genügt (van Kervinck)",
  mate_distance_pruning: "abschneiden, wo kein kürzeres Matt als das bekannte zu finden ist",
  counter_moves: "die letzte Widerlegung des gegnerischen Zuges früh versuchen (Uiterwijk 1992)",
  continuation_history: "ruhige Züge auch nach den zwei Zügen davor ordnen",
  capture_history: "Schlagzüge auch danach ordnen und verkürzen, wie oft sie widerlegten",
  reverse_futility: "aufhören, wo die statische Bewertung weit über Beta liegt (Heinz 1998)",
  futility: "ruhige Züge auslassen, wo die statische Bewertung weit unter Alpha liegt (Schaeffer 1986)",
  razoring: "nur Ruhesuche, wo die Bewertung hoffnungslos unter Alpha liegt (unbewiesen)",
  research_depth: "einen verkürzten Zug tiefer oder weniger tief neu suchen, je nachdem, wie gut er war (nach Stockfish)",
  late_move_pruning: "ruhige Züge ab einer Anzahl auslassen",
  history_pruning: "ruhige Züge auslassen, die fast nie widerlegten",
  see_pruning: "bei kleiner Tiefe Züge auslassen, die beim Abtausch viel Material verlieren",
  internal_iterative_reduction: "weniger tief suchen, wo die Hashtabelle keinen Zug hat (Rasmussen und Pradhan 2021)",
  singular_extension: "den Zug der Hashtabelle tiefer suchen, wenn er allein steht (Anantharaman 1988)",
  threat_history: "ruhige Züge auch danach ordnen, ob sie ein angegriffenes Feld verlassen oder betreten",
  evaluation_history: "ruhige Züge auch danach ordnen, wie die Bewertung sich änderte, als sie gespielt wurden",
  unanswered_history: "ruhige Züge auch danach ordnen, ob nichts sie widerlegte",
  correction_history: "die statische Bewertung danach berichtigen, wie weit Suchen ähnlicher Stellungen von ihr abwichen (Caissa 2023)",
  prob_cut: "aufhören, wo ein Schlagzug, weniger tief gesucht, weit über Beta liegt (Buro 1995)",
  improving: "weniger abschneiden und verkürzen, wo die Bewertung über zwei Halbzüge stieg",
  enhanced_transposition_cutoff: "alle Züge in der Hashtabelle nachschlagen, bevor einer gesucht wird (Plaat u. a. 1996)",
  delta_pruning: "in der Ruhesuche Schlagzüge auslassen, die Alpha nicht erreichen können",
  transposition_table: "sich Stellungen merken; ausgeschaltet wird nichts nachgeschlagen und nichts gespeichert",
  capture_ordering: "Schlagzüge nach Opfer und Angreifer versuchen, verlustreiche zuletzt; ausgeschaltet, wie sie erzeugt werden",
  zugzwang_rule_1: "donninger: kein Nullzug, wenn eine Seite an der Wurzel keine Figuren hat",
  zugzwang_rule_2: "donninger: kein Nullzug einer Seite, die neben Bauern höchstens einen Läufer hat",
  zugzwang_rule_3: "donninger: auch an der Wurzel passen; ist das am besten, ohne Nullzüge noch einmal suchen",
  special_cases: "Modul der Bewertung, auch der des Netzes: bekannte Endspiele, Vorteile, die nicht gewinnen",
  first_order_values: "Modul der Bewertung: wo jede Figur steht",
  pawn_structure: "Modul der Bewertung: Bauern und Freibauern",
  king_cover: "Modul der Bewertung: Bauern vor dem König",
  dynamic: "Modul der Bewertung: Beweglichkeit, Königsangriff, Drohungen",
  wired_dynamic: "mit „dynamic“: in der Form, die eine Schaltung erlaubt (lineare Beweglichkeit, Batterien einfach)",
  tempo: "Modul der Bewertung: das Zugrecht",
  always: "das neueste Ergebnis ersetzt, was immer da ist",
  depth: "ein Ergebnis ersetzt ein anderes nur mit gleicher oder größerer Tiefe („MiniMAX und Hashtabellen“)",
  two_tier: "ein Platz für das tiefste Ergebnis dieser Suche, daneben einer für das neueste (Breuker, Uiterwijk, van den Herik 1994)",
  clearing: "wie „depth“, und vor jeder Suche bekommt jeder Eintrag eine unmögliche Tiefe: die Werte sind weg, die Züge ordnen noch („MiniMAX und Hashtabellen“)",
  buckets: "aus einer Gruppe weicht der Eintrag mit kleinster Tiefe und größtem Alter (der Artikel über den HASH)",
  lockless: "wie „buckets“, jeder Schlüssel mit seinen Daten verknüpft (XOR), so dass ein von zwei Threads zerrissener Eintrag nicht erkannt wird (Hyatt und Mann 2002)",
};

/** What a technique or policy does, as the server names it, in the browser's language; nothing for none. */
export function meaningOf(choice) {
  if (!choice) return "";
  return (language === "de" && GERMAN[choice.name]) || choice.meaning;
}
