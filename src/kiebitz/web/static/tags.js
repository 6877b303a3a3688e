// The tags of the game, to be edited: who played, where, when, how it ended, and whatever else is known.

import {word} from "./words.js";

const at = id => document.getElementById(id);
const USUAL = ["White", "Black", "Result", "Event", "Site", "Date", "Round", "WhiteElo", "BlackElo"];
const FIXED = ["FEN", "SetUp", "Variant", "ChapterName"], RESULTS = ["*", "1-0", "0-1", "1/2-1/2"];
const UNKNOWN = /^[?.]*$/;

export class Tags {
  /** `set` is given the tags that the game shall have. */
  constructor(set) {
    this.headers = {};
    at("tags-form").addEventListener("submit", event => {
      event.preventDefault();
      set(this.written());
    });
    at("add-tag").addEventListener("click", () => {
      const row = this.free("", "");
      at("tag-rows").append(row);
      row.querySelector("input").focus();
    });
  }

  /** Show the tags of a game. */
  show(headers) {
    if (JSON.stringify(headers) === JSON.stringify(this.headers)) return;
    this.headers = headers;
    const others = Object.entries(headers).filter(([name]) => !USUAL.includes(name) && !FIXED.includes(name));
    at("tag-rows").replaceChildren(
      ...USUAL.map(name => this.usual(name, headers[name] ?? "")), ...others.map(([name, value]) => this.free(name, value)));
  }

  usual(name, value) {
    const label = document.createElement("label"), text = document.createElement("span");
    const field = document.createElement(name === "Result" ? "select" : "input");
    if (name === "Result") field.append(...RESULTS.map(result => new Option(result, result)));
    field.value = name !== "Result" && UNKNOWN.test(value) ? "" : value;
    field.dataset.tag = name;
    text.textContent = word(`tag_${name.toLowerCase()}`);
    label.append(text, " ", field);
    return label;
  }

  free(name, value) {
    const row = document.createElement("div"), [tag, text] = [document.createElement("input"), document.createElement("input")];
    row.className = "free-tag";
    Object.assign(tag, {value: name, size: 12});
    Object.assign(text, {value});
    tag.setAttribute("aria-label", word("tag_name"));
    text.setAttribute("aria-label", word("tag_value"));
    row.append(tag, text);
    return row;
  }

  written() {
    const fixed = Object.entries(this.headers).filter(([name]) => FIXED.includes(name));
    const usual = [...at("tag-rows").querySelectorAll("[data-tag]")].map(field => [field.dataset.tag, field.value.trim()]);
    const free = [...at("tag-rows").querySelectorAll(".free-tag")].map(row => [...row.children].map(({value}) => value.trim()));
    return Object.fromEntries([...fixed, ...usual, ...free].filter(([name, value]) => name && value));
  }
}
