// Practice: a position where somebody went wrong, a better move to find.

import {Board} from "../board.js";
import {language, ownLetters} from "../language.js";
import {word} from "./words.js";

const at = id => document.getElementById(id);

export class Practice {
  /** `say` speaks to the server, `open` is told which game is wanted, and where. */
  constructor(say, open) {
    Object.assign(this, {say, card: null, board: null});
    at("practise").addEventListener("submit", event => {
      event.preventDefault();
      this.ask();
    });
    at("solution").addEventListener("click", () => this.answer(""));
    at("open-card").addEventListener("click", () => open(this.card.game, this.card.ply - 1));
  }

  ask() {
    this.say("askcard", {player: at("practiser").value});
  }

  answer(move) {
    if (!this.isAsked) return false;
    this.isAsked = false;
    at("task").textContent = word("thinking");
    return this.say("answercard", {move});
  }

  show(card) {
    this.card = card;
    this.isAsked = Boolean(card.fen);
    at("standing").textContent = `${card.due} ${word("due")}, ${card.new} ${word("new_cards")}, ${card.later} ${word("for_later")}`;
    at("card-title").textContent = card.title;
    at("practice-board").hidden = at("open-card").disabled = at("solution").disabled = !card.fen;
    at("open-card").disabled = at("solution").disabled = !card.fen;
    at("task").textContent = word(card.fen ? (card.turn === "w" ? "white_to_move" : "black_to_move") : "nothing");
    if (!card.fen) return;
    this.board ??= new Board(at("practice-board"), move => this.answer(move));
    this.board.show(card);
    const isTurned = card.turn === "b";
    if (isTurned !== Boolean(this.isTurned)) this.board.flip();
    this.isTurned = isTurned;
  }

  hear(answered) {
    this.board.show({...this.card, legal: []});
    this.board.draw("best", answered.best_move);
    const parts = [answered.verdict === "shown" ? "" : `${word(answered.verdict)} ${ownLetters(answered.move)}.`];
    if (answered.verdict !== "best") parts.push(`${word("best_is")} ${ownLetters(answered.best)},`);
    const again = new Date(answered.due).toLocaleString(language, {dateStyle: "short", timeStyle: "short"});
    parts.push(`${word("was_played")} ${ownLetters(answered.played)}.`, answered.reason, `${word("again_at")}: ${again}.`);
    at("task").textContent = parts.filter(Boolean).join(" ");
    at("solution").disabled = true;
    at("next").focus();
  }
}
