// The tree of a search, or two of them side by side that are walked through together.

import {language} from "../language.js";
import {SearchTree} from "../tree/search_tree.js";
import {meaningOf} from "./meanings.js";
import {word} from "./words.js";

const WHY_NODES = 100_000;
const at = id => document.getElementById(id);

export class TreeView {
  /** `ask` is given what is to be traced, `askWhy` about which move; `say` what is to be read out. */
  constructor(ask, say, askWhy) {
    Object.assign(this, {ask, say, trees: [], offered: {}, techniques: new Map(), isWalking: false});
    at("technique").addEventListener("change", () => this.explain());
    at("trace").addEventListener("submit", event => {
      event.preventDefault();
      this.begin();
    });
    at("why").addEventListener("submit", event => {
      event.preventDefault();
      this.showWhy();
      askWhy({move: at("why-move").value.trim(), nodes: Math.min(at("nodes").valueAsNumber || WHY_NODES, WHY_NODES)});
    });
  }

  offer({techniques, shogi_techniques, max_depth: depth, max_nodes: nodes}, game) {
    this.offered = {chess: techniques, shogi: shogi_techniques};
    at("depth").max = depth;
    Object.assign(at("nodes"), {max: nodes, value: at("nodes").value || nodes});
    this.play(game);
  }

  /** Offer the techniques of a game; what was chosen stays chosen if the game has it. */
  play(game) {
    this.showWhy([]);
    const techniques = this.offered[game], was = at("technique").value;
    this.techniques = new Map(techniques.map(each => [each.name, each]));
    const chosen = this.techniques.has(was) ? was : "";
    at("technique").replaceChildren(new Option(word("nothing"), ""), ...techniques.map(({name, is_default: isOn}) =>
      new Option(`${word(isOn ? "without" : "with")} ${name.replaceAll("_", " ")}`, name)));
    at("technique").value = chosen;
    this.explain();
  }

  /** Choose the technique that the second search has switched over, if there is such a one. */
  choose(technique) {
    if (this.techniques.has(technique)) at("technique").value = technique;
    this.explain();
  }

  explain() {
    at("meaning").textContent = meaningOf(this.techniques.get(at("technique").value));
  }

  begin() {
    if (!at("trace").reportValidity()) return;
    this.say(word("searching"));
    at("trees").setAttribute("aria-busy", "true");
    const technique = at("technique").value;
    this.ask({depth: at("depth").valueAsNumber, nodes: at("nodes").valueAsNumber,
      switched: technique ? [technique] : []});
  }

  /** Show why a move isn't seen; without lines that they are looked for. */
  showWhy(lines = [word("searching")]) {
    at("why-told").replaceChildren(...lines.map(line => Object.assign(document.createElement("p"), {textContent: line})));
  }

  /** Nothing comes of what was asked. */
  refuse() {
    at("trees").removeAttribute("aria-busy");
    this.showWhy([]);
  }

  async show(data) {
    const frames = data.runs.map((_, run) => {
      const frame = document.createElement("section");
      frame.setAttribute("aria-label", word(run ? "other" : "one"));
      return frame;
    });
    at("trees").replaceChildren(...frames);
    at("trees").removeAttribute("aria-busy");
    at("together-choice").hidden = frames.length < 2;
    this.trees = frames.map((frame, run) => {
      const tree = new SearchTree(frame, data, {language, run, chosen: chosen => this.follow(chosen)});
      frame.addEventListener("keydown", event => tree.press(event));
      return tree;
    });
    this.isWalking = true;  // each finds its own way to the beginning
    for (const tree of this.trees) await tree.show();
    this.isWalking = false;
    this.say(`${word("tree_shown")} ${data.runs.map(run => run.nodes.toLocaleString(language)).join(", ")}`);
  }

  /** Go with the other tree where one has gone, as near as there is such a place. */
  follow(tree) {
    if (this.isWalking || !at("together").checked) return;
    this.isWalking = true;
    for (const other of this.trees) if (other !== tree) other.goTo(tree.place());
    this.isWalking = false;
  }
}
