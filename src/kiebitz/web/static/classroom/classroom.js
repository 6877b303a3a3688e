// The classroom: algorithms at work on trees, and the claims with what was measured.

import {Connection} from "../connection.js";
import {language, translate} from "../language.js";
import {listen, notice, tellLost} from "../notice.js";
import {Views} from "../views.js";
import {AnimationView} from "../animation/animation.js";
import {claimPage} from "./claim_page.js";
import {verdictText, word} from "./words.js";

const at = id => document.getElementById(id);
const VIEWS = ["algorithms", "claims"];
const TREES = ["tartan", "uniform:2,3", "best:2,4", "worst:2,4", "ordered:3,3,0.7", "costliest:2,4", "random:1", "[[3, 12], [2, 4]]"];

translate(word);
const wanted = new URLSearchParams(location.search);
const shown = {view: VIEWS.includes(wanted.get("view")) ? wanted.get("view") : VIEWS[0], claim: wanted.get("claim") ?? "",
  algorithm: wanted.get("algorithm") ?? "alphabeta", tree: wanted.get("tree") ?? TREES[0]};
let animation = null, hasList = false;
at("tree").value = shown.tree;
at("trees").append(...TREES.map(tree => new Option(tree, tree)));
const views = new Views(VIEWS, view => look({view}));

const HEARD = {
  lessons({algorithms, trees}) {
    notice("");
    at("algorithm").replaceChildren(...algorithms.map(({name, title}) => new Option(title, name)));
    at("algorithm").value = shown.algorithm;
    at("forms").replaceChildren(...trees.map(form => {
      const item = document.createElement("li");
      item.textContent = form;
      return item;
    }));
    look();
  },

  animated({animation: data}) {
    animation?.pause();
    animation = new AnimationView(at("animation"), data, {language});
    animation.show(0);
  },

  claims({claims}) {
    hasList = true;
    at("list").tBodies[0].replaceChildren(...claims.map(claim => {
      const line = document.createElement("tr"), button = document.createElement("button");
      button.type = "button";
      button.textContent = `${claim.id}: ${claim.title}`;
      button.addEventListener("click", () => look({claim: claim.id}));
      line.insertCell().append(button);
      line.insertCell().textContent = verdictText(claim.verdict);
      line.insertCell().textContent = claim.why;
      return line;
    }));
  },

  claimopened(claim) {
    at("claim").replaceChildren(...claimPage(claim, () => look({claim: ""})));
    at("claim").hidden = false;
    at("list-panel").hidden = true;
    at("claim").querySelector("h2").focus();
  },

  notice: ({detail}) => notice(detail),
};
const connection = new Connection(message => HEARD[message.type](message), code => tellLost(code, word),
  {path: "classroom/tab", greeting: () => ["enter", {}]});

/** Show something else than is shown, as `changes` say. */
function look(changes = {}) {
  Object.assign(shown, changes);
  views.show(shown.view);
  const {view, claim, algorithm, tree} = shown;
  const query = new URLSearchParams(view === "claims" ? {view, ...claim && {claim}} : {view, algorithm, tree});
  history.replaceState(null, "", `?${query}${location.hash}`);
  if (view === "algorithms") {
    if (!animation || "tree" in changes) connection.say("animate", {algorithm, tree});
    return;
  }
  animation?.pause();
  if (!hasList) connection.say("list");
  if (claim) return connection.say("open", {claim});
  at("claim").hidden = true;
  at("list-panel").hidden = false;
}

at("animate").addEventListener("submit", event => {
  event.preventDefault();
  notice("");
  look({algorithm: at("algorithm").value, tree: at("tree").value.trim()});
});
at("animation").addEventListener("keydown", event => animation?.press(event));
listen(connection);
