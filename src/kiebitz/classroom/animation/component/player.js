// What goes through the steps of whatever can be shown step by step: buttons, a slider, keys, and play.

const SLOWEST_MS = 2400;

export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Who extends this has `show(index)`, which draws a step and calls `shown` at its end.
export class Player {
  // `words` are those of `animation_words.js`.
  constructor(frame, steps, words) {
    Object.assign(this, {frame, words, last: steps - 1, step: 0, timer: null});
  }

  // The controls, to be put into the page.
  controls() {
    const w = this.words;
    const button = (name, sign, act) => {
      const made = html("button", {type: "button", "data-act": name, title: w[name], "aria-label": w[name]}, sign);
      made.onclick = act;
      return made;
    };
    const play = html("button", {type: "button", "data-act": "play", title: w.play_hint, "aria-label": w.play_hint}, w.play);
    const where = html("input", {type: "range", class: "where", min: "0", max: this.last, value: "0", "aria-label": w.step});
    const speed = html("input", {type: "range", class: "speed", min: "1", max: "10", value: "5"});
    this.control = {play, where, speed};
    play.onclick = () => this.toggle();
    where.oninput = () => this.move(Number(where.value));
    speed.oninput = () => { if (this.timer) { this.pause(); this.start(); } };
    return [button("first", "|◀", () => this.move(0)), button("back", "◀", () => this.move(this.step - 1)), play,
      button("on", "▶", () => this.move(this.step + 1)), button("last", "▶|", () => this.move(this.last)),
      where, html("label", {class: "count"}, `${w.speed} `, speed)];
  }

  // The nearest step there is.
  within(index) { return Math.max(0, Math.min(index, this.last)); }

  shown() {
    this.control.where.value = this.step;
    if (this.step === this.last) this.pause();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.control.play.textContent = this.words.play;
  }
  start() {
    if (this.step === this.last) this.show(0);
    this.timer = setInterval(() => this.show(this.step + 1), SLOWEST_MS / this.control.speed.value);
    this.control.play.textContent = this.words.pause;
  }
  toggle() { this.timer ? this.pause() : this.start(); }
  move(to) {
    this.pause();
    this.show(to);
  }

  // Does what a key stands for; to be called for those that are pressed where they are meant for this.
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.type === "range") return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;  // a space presses the button it stands on
    const act = {ArrowRight: () => this.move(this.step + 1), ArrowLeft: () => this.move(this.step - 1),
      Home: () => this.move(0), End: () => this.move(this.last), " ": () => this.toggle()}[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
