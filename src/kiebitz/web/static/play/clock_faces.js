// Both clocks as the page shows them; the server keeps them, the page only counts on between what it hears.

const SHORT_MS = 20_000, TICK_MS = 100;

/** Time on a clock: '1:05:00', '4:59', below 20 seconds '9.4'. */
export function timeText(ms) {
  if (ms < SHORT_MS) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000), two = number => String(number % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

export class ClockFaces {
  constructor() {
    this.faces = {};
    this.heard = {white_ms: -1, black_ms: -1, runs: "", at: 0};
    setInterval(() => { if (this.heard.runs) this.draw(); }, TICK_MS);
  }

  /** Show the clocks on these elements, by 'w' and 'b'. */
  place(faces) {
    this.faces = faces;
    this.draw();
  }

  /** Go on from what the server says. */
  hear({white_ms, black_ms, runs}) {
    this.heard = {white_ms, black_ms, runs, at: performance.now()};
  }

  /** Let both stand, for there is nobody who keeps them. */
  stop() {
    this.heard = {...this.heard, white_ms: this.left("w"), black_ms: this.left("b"), runs: ""};
    this.draw();
  }

  left(side) {
    const {white_ms, black_ms, runs, at} = this.heard, left = side === "w" ? white_ms : black_ms;
    return runs === side ? Math.max(0, left - (performance.now() - at)) : left;
  }

  draw() {
    for (const [side, face] of Object.entries(this.faces)) {
      const left = this.left(side), text = left < 0 ? "" : timeText(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("runs", this.heard.runs === side);
      face.classList.toggle("short", left >= 0 && left < SHORT_MS);
    }
  }
}
