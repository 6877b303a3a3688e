// The page that stands alone. page.html#row=17&run=2&reason=null+move,table+hit shows that place; &open=best opens the
// best line.
const data = JSON.parse(document.getElementById("data").textContent);
for (const each of document.querySelectorAll("[data-game]")) each.hidden = each.dataset.game !== data.game;
const tree = new SearchTree(document.getElementById("tree"), data, {chosen: keepPlace});

function keepPlace({data, state}) {
  const fragment = new URLSearchParams({row: state.selected});
  if (state.run) fragment.set("run", state.run + 1);
  if (state.reasons.size) fragment.set("reason", [...state.reasons].map(index => data.reasons[index].id).join(","));
  try { history.replaceState(null, "", `#${fragment}`); } catch { /* a page without an address keeps no place */ }
}

async function begin() {
  const wanted = new URLSearchParams(location.hash.slice(1)), row = Number(wanted.get("row"));
  tree.filter((wanted.get("reason") ?? "").split(","));
  await tree.show(wanted.get("run") === "2" && data.runs.length > 1 ? 1 : 0);
  if (wanted.has("row") && Number.isInteger(row) && row >= 0 && row < tree.rows.count) tree.select(row);
  if (wanted.get("open") === "best") tree.openPrincipal();
  document.addEventListener("keydown", event => tree.press(event));
  document.body.dataset.state = "ready";
}
const ready = begin().catch(error => {
  const fault = document.getElementById("fault");
  fault.hidden = false;
  fault.textContent = `The search can't be shown: ${error}. The page needs a browser of 2023 or later.`;
});
