// The page of a claim; everything in it is text, but for the figure, which is a picture.

import {verdictText, word} from "./words.js";

const ROWS_SHOWN = 12;

function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** The parts of a claim's page; `back` is called by its button. */
export function claimPage(claim, back) {
  const button = element("button", word("all_claims"));
  button.type = "button";
  button.addEventListener("click", back);
  const heading = element("h2", `${claim.id}: ${claim.title}`);
  heading.tabIndex = -1;
  const parts = [button, heading, ...said(word("says"), [claim.statement]), ...said(word("source"), [claim.source]),
    ...said(`${word("verdict")}: ${verdictText(claim.verdict)}`, [claim.why, ...claim.earlier])];
  if (claim.figure) {
    const figure = document.createElement("img");
    figure.src = `data:image/svg+xml,${encodeURIComponent(claim.figure)}`;
    figure.alt = claim.title;
    parts.push(figure);
  }
  parts.push(...claim.tables.map(figures), folded(word("method"), claim.method), folded(word("conditions"), claim.conditions),
    ...said(word("repeat"), []), element("code", claim.command));
  return parts;
}

function said(label, paragraphs) {
  return [element("p", label, "label"), ...paragraphs.filter(Boolean).map(text => element("p", text))];
}

function folded(label, paragraphs) {
  const made = document.createElement("details");
  made.append(element("summary", label), ...paragraphs.map(text => element("p", text)));
  return made;
}

/** A table of figures; a long one is unfolded when wanted. */
function figures({title, headings, rows, is_numeric: isNumeric}) {
  const table = document.createElement("table"), frame = element("div", "", "scroll"), kind = index => isNumeric[index] ? "number" : "";
  const head = table.createTHead().insertRow(), body = table.createTBody();
  head.append(...headings.map((text, index) => element("th", text, kind(index))));
  for (const row of rows) body.insertRow().append(...row.map((text, index) => element("td", text, kind(index))));
  frame.append(table);
  frame.tabIndex = 0;  // so that keys can scroll it
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", title || word("figures"));
  if (rows.length <= ROWS_SHOWN) {
    table.createCaption().textContent = title;
    return frame;
  }
  const made = document.createElement("details");
  made.append(element("summary", `${title || word("figures")} (${rows.length})`), frame);
  return made;
}
