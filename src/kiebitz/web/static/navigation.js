// The links between the pages, written into the `nav` of each page that loads this.

import {pageAt, under} from "./address.js";
import {language, languageOfShogi} from "./language.js";

const PAGES = [
  {path: "./", en: "Analyse", de: "Analyse", ja: "検討（チェス）"},
  {path: "mygames/", en: "My games", de: "Meine Partien", ja: "棋譜集"},
  {path: "repertoire/", en: "Repertoire", de: "Repertoire", ja: "定跡（チェス）"},
  {path: "play/", en: "Play", de: "Spielen", ja: "対局（チェス）"},
  {path: "shogi/", en: "Shogi", de: "Shogi", ja: "将棋"},
  {path: "think/", en: "Watch it think", de: "Beim Denken zusehen", ja: "思考を見る"},
  {path: "classroom/", en: "Classroom", de: "Klassenzimmer", ja: "教室"},
  {path: "museum/", en: "Museum", de: "Museum", ja: "博物館"},
];

const spoken = under("shogi/").pathname === location.pathname ? languageOfShogi : language;
const nav = document.querySelector("header nav");
nav.setAttribute("aria-label", {en: "Pages", de: "Seiten", ja: "ページ"}[spoken]);
for (const page of PAGES) {
  const link = document.createElement("a");
  link.href = pageAt(page.path);
  link.textContent = page[spoken];
  if (under(page.path).pathname === location.pathname) link.setAttribute("aria-current", "page");
  nav.append(link);
}
