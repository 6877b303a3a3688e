// The museum: a room a document. What a room shows is a real search, filmed when somebody first asks for it.

import {pageAt} from "../address.js";
import {appear} from "../appear.js";
import {AnimationView} from "../animation/animation.js";
import {verdictText} from "../classroom/words.js";
import {Connection} from "../connection.js";
import {FilmView} from "../film/film.js";
import {language, translate} from "../language.js";
import {listen, notice, tellLost} from "../notice.js";
import {Views} from "../views.js";
import {ROOMS} from "./rooms.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);
const NARROW = matchMedia("(max-width: 820px)");

function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

translate(word);
const wanted = new URLSearchParams(location.search);
const named = (all, name) => all.find(each => each.name === name) ?? all[0];
let room = named(ROOMS, wanted.get("room")), exhibit = named(room.exhibits, wanted.get("exhibit"));
let view = null, claims = null, near = false;

/** What a person may play against in a room, as links to the page that plays. */
function opponents({opponents: all}) {
  const list = element("ul", "", {class: "opponents"});
  for (const {era, title, fen, shogi} of all) {
    const item = element("li"), link = element("a", shogi ? word("play_shogi") : title + (fen ? `, ${word("from_example")}` : ""));
    link.href = pageAt(shogi ? "shogi/" : "play/", shogi ? {} : {era, ...fen && {fen}});
    item.append(link);
    list.append(item);
  }
  return list;
}

function build() {
  for (const each of ROOMS) {
    at("rooms").append(element("button", each.title, {id: `${each.name}-tab`, type: "button", role: "tab", "aria-controls": each.name}));
    const wall = element("section", "", {id: each.name, role: "tabpanel", class: "room", "aria-labelledby": `${each.name}-tab`});
    const head = element("header"), choice = element("div", "", {class: "controls", role: "group", "aria-label": word("exhibits")});
    head.append(element("h2", each.title), element("p", [each.author, each.year].filter(Boolean).join(", "), {class: "source"}), element("p", each.about[language]));
    head.children[1].append(head.children[1].textContent ? ": " : "", element("i", each.document, {lang: each.original}));
    for (const shown of each.exhibits) {
      const button = element("button", shown.title[language], {type: "button", "data-exhibit": shown.name});
      button.addEventListener("click", () => look(each, shown, NARROW.matches));
      choice.append(button);
    }
    const shown = element("div", "", {class: "exhibit"}), commands = element("details");
    commands.append(element("summary", word("commands")), ...each.machines.map(machine => element("code", `kiebitz machines ${machine}`)));
    wall.append(head, choice, shown, element("h3", word("play")), opponents(each), element("h3", word("claims")),
      element("div", "", {class: "panel scroll claims", tabindex: "0", role: "region", "aria-label": word("claims")}), commands);
    at("walls").append(wall);
  }
}

build();
const views = new Views(ROOMS.map(each => each.name), chosen => look(named(ROOMS, chosen)));

const HEARD = {
  lessons() {
    notice("");
    connection.say("list");
    look(room, exhibit);
  },
  filmed({name: film, film: data}) {
    if (film === exhibit.film) show(frame => new FilmView(frame, data, {language}));
  },
  animated({animation: data}) {
    if (!exhibit.animation) return;
    show(frame => new AnimationView(frame, data, {language}));
    if (exhibit.typed) view.part.types.click();
  },
  claims({claims: all}) {
    claims = all;
    for (const each of ROOMS) hang(each);
    if (view) appear();
  },
  notice({code, detail}) {
    if (code === "refused" && !claims && /kiebitz-claims/.test(detail)) {
      for (const each of ROOMS) at(each.name).querySelector(".claims").textContent = word("no_claims");
      return;
    }
    const waiting = at(room.name).querySelector(".waiting");
    if (code === "refused" && waiting) {  // a film that needs what isn't installed
      waiting.replaceWith(element("p", detail, {class: "missing", role: "status", lang: "en"}));
      return;
    }
    notice([word(code), detail].filter(Boolean).join(" "));
  },
};
const connection = new Connection(message => HEARD[message.type](message), code => tellLost(code, word),
  {path: "classroom/tab", greeting: () => ["enter", {}]});

/** Hang a room's claims on its wall; each leads to its page. */
function hang(each) {
  const table = element("table"), body = table.createTBody();
  table.createTHead().insertRow().append(...["claim", "verdict", "why"].map(name => element("th", word(name), {scope: "col"})));
  for (const claim of claims.filter(({id}) => each.claims.test(id))) {
    const line = body.insertRow(), link = element("a", `${claim.id}: ${claim.title}`, {lang: "en"});
    link.href = pageAt("classroom/", {view: "claims", claim: claim.id});
    line.insertCell().append(link);
    line.insertCell().textContent = verdictText(claim.verdict);
    Object.assign(line.insertCell(), {textContent: claim.why, lang: "en"});
  }
  at(each.name).querySelector(".claims").replaceChildren(table);
}

/** Go to a room and what it shows; `isNear` brings that to where it is seen at once. */
function look(to, what = to.exhibits[0], isNear = false) {
  view?.pause();
  [room, exhibit, view, near] = [to, what, null, isNear];
  views.show(room.name);
  history.replaceState(null, "", `?${new URLSearchParams({room: room.name, exhibit: exhibit.name})}${location.hash}`);
  for (const button of at(room.name).querySelectorAll("[data-exhibit]")) button.setAttribute("aria-pressed", button.dataset.exhibit === exhibit.name);
  const quote = element("blockquote"), {original} = room, {sentence} = exhibit;
  quote.append(element("p", sentence[original], {lang: original, class: "original"}),
    ...["en", "de", "ja"].filter(each => each !== original).map(each => element("p", sentence[each], {lang: each, class: "translation"})));
  const frame = element("div", "", {class: "stage-of"});
  for (const each of ROOMS) at(each.name).querySelector(".exhibit").replaceChildren();
  const more = (exhibit.more ?? []).map(({path, query, title}) => {
    const link = element("a", title[language]);
    link.href = pageAt(path, query);
    return link;
  });
  at(room.name).querySelector(".exhibit").append(quote, frame, ...more);
  frame.append(element("p", word("recording"), {class: "waiting", role: "status"}));
  if (exhibit.film) connection.say("watch", {film: exhibit.film});
  else connection.say("animate", {algorithm: exhibit.animation[0], tree: exhibit.animation[1]});
}

/** Put a view into the frame of what is shown. */
function show(made) {
  const old = at(room.name).querySelector(".stage-of"), frame = element("div", "", {class: "stage-of"});
  old.replaceWith(frame);
  view = made(frame);
  view.show(0);
  if (claims) appear();
  if (near) frame.scrollIntoView({block: "start"});
}

at("walls").addEventListener("keydown", event => {
  if (event.target.closest(".stage-of")) view?.press(event);
});
listen(connection);
