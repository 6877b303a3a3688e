// Motifs of mistakes, which come in English, in the language of the page.

import {language} from "../language.js";

const GERMAN = {
  "back rank": "Grundreihe", deflection: "Ablenkung", "discovered attack": "Abzug", fork: "Gabel", hanging: "ungedeckte Figur",
  interference: "Verstellung", "intermediate move": "Zwischenzug", "king's cover": "Königsdeckung", mate: "Matt",
  material: "Material", "only move": "einziger Zug", "overloaded piece": "überlastete Figur",
  "passed pawn made": "Freibauer gebildet", "passed pawn stopped": "Freibauer aufgehalten", "perpetual check": "Dauerschach",
  pin: "Fesselung", "pinned defender": "gefesselter Verteidiger", promotion: "Umwandlung",
  "removed defender": "beseitigter Verteidiger", repetition: "Wiederholung", skewer: "Spieß", stalemate: "Patt",
  "trapped piece": "gefangene Figur", "win thrown away": "Gewinn vergeben", zugzwang: "Zugzwang",
  "isolated pawn": "isolierter Bauer", "doubled pawns": "Doppelbauern", "backward pawn": "rückständiger Bauer",
  "passed pawn of the other side": "Freibauer des Gegners", "castling lost": "Rochade verloren",
  "open file before the king": "offene Linie vor dem König", "outpost of the other side": "Vorposten des Gegners",
  "open file of the other side": "offene Linie des Gegners", "rook on the seventh rank": "Turm auf der siebten Reihe",
  "bishop pair of the other side": "Läuferpaar des Gegners", development: "Entwicklung",
};

export const motifText = motif => language === "de" ? GERMAN[motif] ?? motif : motif;
