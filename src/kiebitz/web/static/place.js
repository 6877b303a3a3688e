// Where this tab is, told to the server, which searches there: steps that follow each other quickly are told as one.

const PAUSE_MS = 100;

export class Place {
  /** `placed` is called when steps rest, `told` when the server knows. */
  constructor(game, connection, placed, told) {
    Object.assign(this, {game, connection, placed, told, isDue: false, timer: undefined});
    connection.before = () => this.tell();
    addEventListener("pagehide", () => this.tell());
  }

  /** The tab is at another position, or there is another connection. */
  note() {
    this.isDue = true;
    if (this.timer === undefined) this.begin();
  }

  begin() {
    this.tell();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.isDue) this.begin();
    }, PAUSE_MS);
  }

  /** Tell it, if the server doesn't know yet. */
  tell() {
    const {game, connection} = this, {fen, chess960} = game.tree;
    if (!this.isDue || !fen) return;
    this.placed();
    this.isDue = !connection.say("go", {node: game.here, fen, chess960, moves: game.line()});
    if (!this.isDue) this.told();
  }
}
