// Figures with bars, as a table that can also be read out.

/** A table of `{label, text, share, kind}`: a bar is as long as its share of the whole, 0 to 1, and none without one. */
export function barTable(rows) {
  const table = document.createElement("table");
  for (const {label, text, share, kind = ""} of rows) {
    const line = table.insertRow(), heading = document.createElement("th"), figure = document.createElement("td");
    heading.scope = "row";
    heading.textContent = label;
    figure.className = "number";
    figure.textContent = text;
    line.append(heading, figure);
    const cell = line.insertCell();
    if (share === undefined) continue;
    const bar = document.createElement("div");
    bar.className = `bar ${kind}`;
    bar.style.width = `${100 * Math.min(share, 1)}%`;
    cell.append(bar);
  }
  return table;
}
