// One's own games beside the board: those that came to the position shown, and what was played there.

const made = (name, text, className = "") => Object.assign(document.createElement(name), {textContent: text, className});

function button(text, act) {
  const element = Object.assign(made("button", text), {type: "button"});
  element.addEventListener("click", act);
  return element;
}

export class Mine {
  /** `at` finds elements, `word` words; `ask` asks for the games, of a player's; `play` plays a move, `open` opens a game. */
  constructor(at, word, {ask, play, open}) {
    Object.assign(this, {at, word, ask, play, open, isOn: false});
    at("mine").addEventListener("click", () => {
      this.isOn = !this.isOn;
      at("mine").setAttribute("aria-pressed", String(this.isOn));
      at("mine-found").hidden = !this.isOn;
      this.look();
    });
    at("mine-player").addEventListener("change", () => this.look());
  }

  /** Ask for the games of the position shown, if they are wanted. */
  look() {
    if (this.isOn) this.ask(this.at("mine-player").value.trim());
  }

  show({total, ends, games, moves}, isWestern) {
    const {at, word} = this, count = number => number.toLocaleString(document.documentElement.lang);
    at("mine-count").textContent = `${count(total)} ${word("games_here")}${ends ? `, ${count(ends)} ${word("end_here")}` : ""}`;
    at("mine-moves").replaceChildren(...moves.map(({move, japanese, western, games: number, black, draws, white, score}) => {
      const row = document.createElement("tr"), cell = document.createElement("td");
      cell.append(button(isWestern ? western : japanese, () => this.play(move)));
      row.append(cell, made("td", count(number), "number"), made("td", score < 0 ? "" : `${Math.round(score)} %`, "number"),
        made("td", `☗${count(black)} ${draws ? `= ${count(draws)} ` : ""}☖${count(white)}`, "number"));
      return row;
    }));
    at("mine-games").replaceChildren(...games.map(({game, black, white, date, result, opening, ply}) => {
      const item = document.createElement("li"), won = {"1-0": "☗", "0-1": "☖"}[result];
      item.append(button(`☗ ${black || "?"} – ☖ ${white || "?"}`, () => this.open(game, ply)),
        made("span", [date, won && `${won} ${word("wins")}`, opening].filter(Boolean).join(" · "), "faint"));
      return item;
    }));
  }
}
