// The links between the pages, written into the `nav` of each page that loads this.

import {pageAt, under} from "./address.js";
import {language} from "./language.js";

const PAGES = [
  {path: "./", en: "Analyse", de: "Analyse"},
  {path: "mygames/", en: "My games", de: "Meine Partien"},
  {path: "play/", en: "Play", de: "Spielen"},
  {path: "shogi/", en: "Shogi", de: "Shogi"},
  {path: "think/", en: "Watch it think", de: "Beim Denken zusehen"},
  {path: "classroom/", en: "Classroom", de: "Klassenzimmer"},
  {path: "museum/", en: "Museum", de: "Museum"},
];

const nav = document.querySelector("header nav");
nav.setAttribute("aria-label", {en: "Pages", de: "Seiten"}[language]);
for (const page of PAGES) {
  const link = document.createElement("a");
  link.href = pageAt(page.path);
  link.textContent = page[language];
  if (under(page.path).pathname === location.pathname) link.setAttribute("aria-current", "page");
  nav.append(link);
}
