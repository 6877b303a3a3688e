// Rows and cells, whose texts stay texts.

/** A cell with a text or an element. */
export function cell(content, className = "") {
  const element = document.createElement("td");
  if (className) element.className = className;
  element.append(content);
  return element;
}

export function row(cells) {
  const element = document.createElement("tr");
  element.append(...cells);
  return element;
}
