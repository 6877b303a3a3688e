// A dossier of an opponent: sentences, and tables of texts, as the server tells them.

import {cell, row} from "./table.js";

const at = id => document.getElementById(id);
const NUMBER = /^[\d.,]+( %)?$|^–$/;

export function showDossier({title, sentences, tables}) {
  at("dossier-about").hidden = true;
  at("dossier-title").textContent = title;
  at("dossier-sentences").replaceChildren(...sentences.map(text => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  at("dossier-tables").replaceChildren(...tables.map(drawn));
}

function drawn({title, heads, rows}) {
  const section = document.createElement("section"), heading = document.createElement("h2"), table = document.createElement("table");
  const kinds = heads.map((_, place) => rows.every(texts => NUMBER.test(texts[place])) ? "number" : "");
  heading.textContent = title;
  table.createTHead().append(row(heads.map((text, place) => {
    const head = document.createElement("th");
    head.scope = "col";
    head.textContent = text;
    head.className = kinds[place];
    return head;
  })));
  table.createTBody().append(...rows.map(texts => row(texts.map((text, place) => cell(text, kinds[place])))));
  section.append(heading, table);
  return section;
}
