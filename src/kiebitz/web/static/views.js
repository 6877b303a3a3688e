// The views of a page, of which one is shown: tabs to click or to walk through by arrow keys.

const at = id => document.getElementById(id);

export class Views {
  /** `names` are the ids of the views; each has a tab whose id ends in `-tab`. `chosen` is told of a choice. */
  constructor(names, chosen) {
    this.names = names;
    for (const name of names) at(`${name}-tab`).addEventListener("click", () => chosen(name));
    document.querySelector("[role=tablist]").addEventListener("keydown", event => {
      const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (!step) return;
      event.preventDefault();
      const next = names[(names.indexOf(this.shown) + step + names.length) % names.length];
      chosen(next);
      at(`${next}-tab`).focus();
    });
  }

  show(shown) {
    this.shown = shown;
    for (const name of this.names) {
      at(name).hidden = name !== shown;
      at(`${name}-tab`).setAttribute("aria-selected", name === shown);
      at(`${name}-tab`).tabIndex = name === shown ? 0 : -1;
    }
  }
}
