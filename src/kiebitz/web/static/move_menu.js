// The menu of a move: by right click, by a long press, or by the key for menus on a move that has the focus.

import {SIGNS_OF_MOVES} from "./notes.js";

const LONG_PRESS_MS = 500, MOST_MOVED = 8;
const STEPS = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1};

export class MoveMenu {
  /** `acts` is what a move, given as its node, can have done to it, by the names in the menu; `mark` gives it a sign. */
  constructor(list, menu, acts, mark) {
    Object.assign(this, {list, menu, node: 0});
    for (const [nag, sign] of SIGNS_OF_MOVES) {
      const button = document.createElement("button");
      Object.assign(button, {type: "button", textContent: sign});
      button.setAttribute("role", "menuitem");
      button.addEventListener("click", () => this.done(() => mark(this.node, nag)));
      menu.querySelector(".signs").append(button);
    }
    for (const button of menu.querySelectorAll("[data-act]")) {
      button.addEventListener("click", () => this.done(() => acts[button.dataset.act](this.node)));
    }
    list.addEventListener("contextmenu", event => this.open(event, event.clientX, event.clientY));
    list.addEventListener("pointerdown", event => this.press(event));
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => clearTimeout(this.timer));
    addEventListener("pointermove", event => {
      if (Math.hypot(event.clientX - this.x, event.clientY - this.y) > MOST_MOVED) clearTimeout(this.timer);
    });
    menu.addEventListener("keydown", event => {
      event.stopPropagation();  // no arrow steps through the game meanwhile
      const items = [...menu.querySelectorAll("button")], step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      items.at((items.indexOf(document.activeElement) + step) % items.length).focus();
    });
  }

  /** A finger that rests on a move asks for its menu; browsers of some systems say nothing of it themselves. */
  press(event) {
    clearTimeout(this.timer);
    if (event.pointerType !== "touch") return;
    [this.x, this.y] = [event.clientX, event.clientY];
    this.timer = setTimeout(() => this.open(event, this.x, this.y), LONG_PRESS_MS);
  }

  open(event, x, y) {
    const button = event.target.closest?.(".move");
    if (!button) return;
    event.preventDefault();
    this.button = button;
    this.node = Number(button.dataset.node);
    if (!this.menu.matches(":popover-open")) this.menu.showPopover();
    const {width, height} = this.menu.getBoundingClientRect(), box = button.getBoundingClientRect();
    const [left, top] = x || y ? [x, y] : [box.left, box.bottom];  // a key has no place
    this.menu.style.left = `${Math.max(0, Math.min(left, innerWidth - width - 4))}px`;
    this.menu.style.top = `${Math.max(0, Math.min(top, innerHeight - height - 4))}px`;
    this.menu.querySelector("button").focus();
  }

  done(act) {
    this.menu.hidePopover();
    if (this.button.isConnected) this.button.focus();
    act();
  }
}
