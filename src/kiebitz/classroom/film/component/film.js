// A film of a machine at work: panes of several kinds, drawn step by step. `film.py` says what stands in them.
import {made} from "../drawn_board.js";
import {ANIMATION_WORDS} from "../animation/animation_words.js";
import {Player, html} from "../animation/player.js";
import {GAMES} from "../tree/games.js";

const [LANE, LETTER, WIDTH] = [26, 6.2, 640];  // of lanes: height, room for a letter of a name, width of all
const SEEN = 9, LOG_LINES = 7;  // messages of a kind that are seen at a time, and lines
const MANY_BARS = 8;  // more are drawn narrower
const ADDED = new Set(["lines"]), MERGED = new Set(["cells"]);

export class FilmView extends Player {
  // Draws `data` (see film_data) into `frame`. `show` begins.
  constructor(frame, data, {language = "en"} = {}) {
    super(frame, data.steps.length, ANIMATION_WORDS[language]);
    this.data = data;
    this.say = html("p", {class: "say", "aria-live": "polite"});
    this.count = html("span", {class: "count"});
    this.panes = data.panes.map(pane => {
      const body = html("div", {class: `body ${pane.kind}`});
      const place = html("section", {class: `panel pane of-${pane.kind}`, "aria-label": pane.title}, html("h3", {}, pane.title), body);
      const drawn = new PANES[pane.kind](body, pane, data, this.most(pane));
      return {name: pane.name, place, drawn};
    });
    frame.classList.add("film");
    const deck = html("div", {class: "deck"}, this.say, html("div", {class: "controls"}, ...this.controls(), this.count));
    frame.replaceChildren(html("p", {class: "about"}, data.about), html("div", {class: "panes"}, ...this.panes.map(({place}) => place)),
      deck, html("p", {class: "about recorded"}, data.recorded, " ", this.words.keys));
    this.at = -1;
  }

  // The most that one part of a pane holds at any step, so that nothing has to move when there is less.
  most({name, kind}) {
    const part = {rows: "rows", codes: "rows", bars: "bars"}[kind];
    const held = this.data.steps.map(({set}) => set[name]?.[part]).filter(Boolean);
    return {rows: Math.max(0, ...held.map(rows => rows.length)),
      value: Math.max(1, ...held.flat().map(row => Number(row[1]) || 0))};
  }

  // What stands in each pane at a step: what was there before, and what the steps up to it changed.
  stateAt(index) {
    const goesOn = this.at >= 0 && index >= this.at;
    if (!goesOn) this.state = Object.fromEntries(this.data.panes.map(({name}) => [name, {}]));
    for (let i = goesOn ? this.at + 1 : 0; i <= index; i++)
      for (const [name, change] of Object.entries(this.data.steps[i].set))
        for (const [part, value] of Object.entries(change)) {
          const before = this.state[name][part];
          this.state[name][part] = MERGED.has(part) ? {...before, ...value} : ADDED.has(part) ? [...before ?? [], ...value] : value;
        }
    this.at = index;
    return this.state;
  }

  show(index) {
    const step = this.step = this.within(index), state = this.stateAt(step);
    this.say.textContent = this.data.steps[step].say;
    this.count.textContent = `${step + 1} / ${this.last + 1}`;
    for (const {name, drawn} of this.panes) drawn.show(state[name]);
    this.shown();
  }
}

class BoardPane {
  constructor(body, pane, data) { Object.assign(this, {body, data, game: GAMES[data.game], was: ""}); }
  show({text, arrived = 0, best = 0, layers = {}, rings = []}) {
    const now = JSON.stringify([text, arrived, best, layers, rings]);
    if (!text || now === this.was) return;
    this.was = now;
    this.body.replaceChildren(this.game.picture(this.game.start(text), {arrived, best, layers, rings}, this.data));
  }
}

class RowsPane {
  constructor(body, {headings}, data, most) {
    const table = html("table");
    if (headings.length) table.append(html("thead", {}, html("tr", {}, ...headings.map(text => html("th", {scope: "col"}, text)))));
    this.rows = html("tbody");
    table.append(this.rows);
    body.style.setProperty("--rows", most.rows + (headings.length ? 1 : 0));
    body.append(table);
  }
  show({rows = []}) {
    this.rows.replaceChildren(...rows.map(([name, ...values]) =>
      html("tr", {}, html("th", {scope: "row"}, name), ...values.map(value => html("td", {}, String(value))))));
  }
}

class CodesPane {
  constructor(body, pane, data, most) {
    body.style.setProperty("--rows", most.rows);
    body.tabIndex = 0;
    body.setAttribute("role", "group");
    body.setAttribute("aria-label", pane.title);
    this.body = body;
  }
  show({rows = []}) {
    this.body.replaceChildren(...rows.map(([name, bits, kind]) =>
      html("div", {class: `code ${kind}`}, html("span", {class: "name"}, name), html("span", {class: "bits"}, bits))));
  }
}

class CellsPane {
  constructor(body, {count, group, size, title}) {
    this.cells = Array.from({length: count}, () => html("span", {class: "cell"}));
    const groups = [];
    for (let first = 0; first < count; first += group)
      groups.push(group === 1 ? this.cells[first] : html("span", {class: "group"}, ...this.cells.slice(first, first + group)));
    body.classList.add(size, group === 1 ? "single" : "grouped");
    body.setAttribute("role", "img");
    body.setAttribute("aria-label", title);
    body.append(...groups);
  }
  show({cells = {}, at = [], marks = {}}) {
    const looked = new Set(at);
    this.cells.forEach((cell, number) => {
      const [text, kind, hint] = cells[number] ?? ["", "", ""];
      cell.textContent = text;
      cell.title = hint;
      cell.className = `cell ${kind} ${looked.has(number) ? "at" : ""} ${marks[number] ?? ""}`;
    });
  }
}

class BarsPane {
  constructor(body, {scale}, data, most) {
    Object.assign(this, {body, scale, most: most.value});
    body.classList.toggle("many", most.rows > MANY_BARS);
    body.style.setProperty("--rows", most.rows);
  }
  part(value) {
    const size = number => this.scale === "log" ? Math.log10(Math.max(number, 1)) : number;
    return 100 * size(value) / size(this.most);
  }
  show({bars = []}) {
    this.body.replaceChildren(...bars.map(([name, value, text, kind]) => {
      const bar = html("span", {class: "bar"});
      bar.style.width = `${this.part(value)}%`;
      return html("div", {class: `row ${kind ?? ""}`}, html("span", {class: "name"}, name),
        html("span", {class: "room"}, bar), html("span", {class: "text"}, text));
    }));
  }
}

class LanesPane {
  constructor(body, {names, end, spans, messages, title}) {
    Object.assign(this, {end, spans, messages, left: 8 + LETTER * Math.max(4, ...names.map(name => name.length))});
    const height = LANE * names.length + 4;
    this.picture = made("svg", {viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": title});
    const lanes = names.map((name, lane) => made("g", {},
      made("text", {x: 2, y: this.y(lane) + 4, class: "name"}, name),
      made("line", {x1: this.left, x2: WIDTH, y1: this.y(lane), y2: this.y(lane), class: "lane"})));
    this.worked = made("g", {}), this.sent = made("g", {}), this.now = made("line", {y1: 0, y2: height, class: "now"});
    this.picture.append(...lanes, this.worked, this.sent, this.now);
    body.append(this.picture);
    body.tabIndex = 0;
    body.setAttribute("role", "group");
    body.setAttribute("aria-label", title);
  }
  x(time) { return this.left + (WIDTH - this.left - 4) * time / this.end; }
  y(lane) { return LANE * (lane + .5) + 2; }
  show({now = 0}) {
    this.worked.replaceChildren(...this.spans.filter(([, from]) => from <= now).map(([lane, from, to, kind, hint]) => {
      const x = this.x(from), width = Math.max(.6, this.x(Math.min(to, now)) - x);
      return made("rect", {x, y: this.y(lane) - 8, width, height: 16, class: `span ${kind}`}, made("title", {}, hint));
    }));
    const sent = this.messages.filter(([, , at]) => at <= now), isAsked = ([, , , , kind]) => kind === "request";
    const seen = [...sent.filter(isAsked).slice(-SEEN), ...sent.filter(each => !isAsked(each)).slice(-SEEN)];
    this.sent.replaceChildren(...seen.map(([from, to, sent, arrived, kind]) =>
      made("line", {x1: this.x(sent), y1: this.y(from), x2: this.x(Math.max(arrived, sent)) + 3, y2: this.y(to), class: `message ${kind}`})));
    this.now.setAttribute("x1", this.x(now));
    this.now.setAttribute("x2", this.x(now));
  }
}

class LogPane {
  constructor(body) {
    this.list = html("ol");
    body.style.setProperty("--rows", LOG_LINES);
    body.append(this.list);
  }
  show({lines = []}) {
    this.list.replaceChildren(...lines.slice(-LOG_LINES).map(text => html("li", {}, text)));
  }
}

const PANES = {board: BoardPane, rows: RowsPane, codes: CodesPane, cells: CellsPane, bars: BarsPane, lanes: LanesPane, log: LogPane};
