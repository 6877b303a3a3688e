// The transposition table while a search fills it.

import {language} from "../language.js";
import {barTable} from "./bars.js";
import {meaningOf} from "./meanings.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const KEPT_SEARCHES = 8;
const TENTHS = {minimumFractionDigits: 1, maximumFractionDigits: 1};
const seconds = message => message.seconds.toLocaleString(language, TENTHS);

export class TableView {
  /** `ask` is given what is to be filled, `stop` called when that is to end, `say` given what is to be read out. */
  constructor(ask, stop, say) {
    Object.assign(this, {ask, say, now: null, policies: new Map()});
    at("policy").addEventListener("change", () => this.explain());
    at("stop").addEventListener("click", () => {
      stop();
      this.end();
    });
    at("fill").addEventListener("submit", event => {
      event.preventDefault();
      this.begin();
    });
  }

  offer({policies, max_hash_mb: size, max_move_ms: moveMs}) {
    this.policies = new Map(policies.map(each => [each.name, each]));
    at("hash").max = size;
    at("move-every").max = moveMs / 1000;
    const chosen = at("policy").value || policies.find(each => each.is_default).name;
    at("policy").replaceChildren(...policies.map(({name}) => new Option(name.replaceAll("_", " "), name)));
    at("policy").value = chosen;
    this.explain();
  }

  explain() {
    at("rule").textContent = meaningOf(this.policies.get(at("policy").value));
  }

  begin() {
    this.end();
    this.ask({hash_mb: at("hash").valueAsNumber, policy: at("policy").value,
      move_ms: Math.round(1000 * at("move-every").valueAsNumber)});
  }

  /** The search has ended: it joins those before it. */
  end() {
    at("stop").disabled = true;
    const {now} = this;
    this.now = null;
    if (!now) return;
    const line = document.createElement("tr"), share = Math.round(100 * now.used / Math.max(now.sampled, 1));
    for (const text of [now.policy, now.hash_mb, now.search, now.depth, seconds(now), `${share} %`])
      line.insertCell().textContent = text;
    const lines = at("earlier").tBodies[0];
    lines.prepend(line);
    while (lines.rows.length > KEPT_SEARCHES) lines.deleteRow(-1);
    at("earlier-panel").hidden = false;
    this.say(word("ended"));
  }

  show(message) {
    const share = message.used / Math.max(message.sampled, 1), number = value => value.toLocaleString(language);
    this.now = message;
    at("filling").hidden = false;
    at("stop").disabled = !message.running;
    at("figures").textContent = [
      `${number(Math.round(1000 * share) / 10)} % ${word("of")} ${number(message.entries)} ${word("entries")} ${word("in_use")}`,
      `${word("hashfull")} ${message.hashfull}`,
      `${word("search_number")} ${message.search}, ${word("at_depth")} ${message.depth}, ${number(message.nodes)} ${word("positions")}`,
      `${seconds(message)} ${word("second")}`, `${message.policy}, ${message.hash_mb} MB`, message.fen,
    ].join(" · ");
    at("fullness").setAttribute("aria-valuenow", Math.round(100 * share));
    at("fullness").firstElementChild.style.width = `${100 * share}%`;
    at("histograms").replaceChildren(...message.counts.map(({name, rows}) => {
      const frame = document.createElement("section"), heading = document.createElement("h2");
      frame.className = "histogram";
      frame.dataset.name = name;
      heading.textContent = word(`by_${name}`);
      const greatest = Math.max(...rows.map(([, count]) => count), 1);
      frame.append(heading, barTable(rows.map(([label, count]) =>
        ({label: word(label) || label, text: number(count), share: count / greatest}))));
      return frame;
    }));
    if (!message.running) this.end();
  }
}
