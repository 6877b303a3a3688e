// A board on which a position is set up by hand: men dragged from the boxes beside it, put by click and by keys, taken
// away by a right click or dragged off the board. Which game it is of, its editor says.

const NOWHERE = -1;

function button(label, content) {
  const made = document.createElement("button");
  made.type = "button";
  made.setAttribute("aria-label", label);
  made.append(...content);
  return made;
}

export class SetupBoard {
  /**
   * `board` gets `rows` times `columns` squares, from the upper left one on, each of the two `boxes`, of Black and of White,
   * the men that `letters` names for it. A game draws a man (`draw`), names it (`nameOf`) and a square (`squareName`), and
   * hears of each change (`changed`); `place` is where men are carried, and says by its class whether the board is turned.
   */
  constructor({board, boxes, letters, rows, columns, place, draw, nameOf, squareName, isDark, changed}) {
    Object.assign(this, {columns, place, draw, nameOf, squareName, isDark, changed});
    Object.assign(this, {chosen: letters[0][0], from: NOWHERE, held: "", men: Array(rows * columns).fill("")});
    this.letters = new Set(letters.flat());
    this.squares = this.men.map((_, index) => this.square(index));
    board.append(...this.squares);
    this.choices = boxes.flatMap((box, side) => {
      const choices = letters[side].map(man => this.choice(man));
      box.append(...choices);
      return choices;
    });
    addEventListener("pointermove", event => this.carry(event));
    addEventListener("pointerup", event => this.release(event));
    addEventListener("pointercancel", () => this.rest());
  }

  square(index) {
    const made = button("", []);
    made.classList.toggle("dark", this.isDark(index));
    made.tabIndex = index ? -1 : 0;
    made.addEventListener("pointerdown", event => this.grasp(event, this.men[index], index));
    made.addEventListener("contextmenu", event => {
      event.preventDefault();
      this.put(index, "");
    });
    made.addEventListener("keydown", event => this.key(event, index));
    return made;
  }

  choice(man) {
    const made = button(this.nameOf(man), [man ? this.draw(man) : "×"]);
    made.dataset.man = man;
    made.setAttribute("aria-pressed", man === this.chosen);
    made.addEventListener("pointerdown", event => this.grasp(event, man, NOWHERE));
    made.addEventListener("click", () => {
      this.chosen = man;
      this.choices.forEach(other => other.setAttribute("aria-pressed", other === made));
    });
    return made;
  }

  /** A pointer takes a man, from a square or from a box. */
  grasp(event, man, from) {
    if (event.button !== 0) return;
    event.target.releasePointerCapture(event.pointerId);  // a finger, too, shall end on another square
    Object.assign(this, {isGrasped: true, from, held: man});
  }

  carry({clientX, clientY}) {
    if (!this.held) return;
    if (!this.carried) {
      this.carried = Object.assign(document.createElement("div"), {className: "held-man"});
      this.carried.append(this.draw(this.held));
      this.place.append(this.carried);
    }
    Object.assign(this.carried.style, {left: `${clientX}px`, top: `${clientY}px`});
  }

  /** A man that was taken is put where it is let go, off the board nowhere; where nothing moved, it was a click. */
  release({clientX, clientY}) {
    if (!this.isGrasped) return;
    const {from, held} = this, target = this.squares.indexOf(document.elementFromPoint(clientX, clientY)?.closest("button"));
    this.rest();
    if (from === NOWHERE && target === NOWHERE) return;
    if (target === from || !held) this.put(target, this.men[target] === this.chosen ? "" : this.chosen);
    else {
      if (from !== NOWHERE) this.men[from] = "";
      this.put(target, held);
    }
  }

  rest() {
    this.carried?.remove();
    Object.assign(this, {isGrasped: false, from: NOWHERE, held: "", carried: undefined});
  }

  put(index, man) {
    if (index !== NOWHERE) this.men[index] = man;
    this.show(this.men);
  }

  key(event, index) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns};
    const step = steps[event.key] * (this.place.classList.contains("turned") ? -1 : 1);
    if (step) {
      const target = index + step, row = square => Math.floor(square / this.columns);
      const isOff = target < 0 || target >= this.men.length || (Math.abs(step) === 1 && row(target) !== row(index));
      if (!isOff) this.focus(target);
    } else if (["Delete", "Backspace"].includes(event.key)) this.put(index, "");
    else if (this.letters.has(event.key)) this.put(index, event.key);
    else if (event.key === "+" && this.letters.has(`+${this.men[index]}`)) this.put(index, `+${this.men[index]}`);
    else if (event.key === "Enter" || event.key === " ") this.put(index, this.men[index] === this.chosen ? "" : this.chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(index) {
    this.squares.forEach((square, other) => { square.tabIndex = other === index ? 0 : -1; });
    this.squares[index].focus();
  }

  /** Show men, from the upper left square on. */
  show(men) {
    this.men = men;
    this.squares.forEach((square, index) => {
      const man = men[index], name = this.squareName(index);
      square.replaceChildren(...(man ? [this.draw(man)] : []));
      square.setAttribute("aria-label", man ? `${name} ${this.nameOf(man)}` : name);
    });
    this.changed();
  }
}
