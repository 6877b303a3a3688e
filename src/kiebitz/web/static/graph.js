// The graph of a game: White's winning chances after each move, the marked moves as dots; a click goes to a move.

import uPlot from "./vendor/uplot/dist/uPlot.esm.js";

const HEIGHT = 130, DOT = 4, PADDING = [8, 8, 4, 0];
const COLOURS = {inaccuracy: "--focus", mistake: "--accent", blunder: "--gone"};
const dark = matchMedia("(prefers-color-scheme: dark)");

export class Graph {
  /** `go` is given the ply that was clicked. */
  constructor(element, go) {
    this.element = element;
    this.go = go;
    this.points = [];
    this.ply = -1;
    new ResizeObserver(() => this.plot?.setSize({width: element.clientWidth, height: HEIGHT})).observe(element);
    dark.addEventListener("change", () => this.draw());
  }

  /** Show points, from the first position on: what White can expect, in permille, and the judgement of the move. */
  show(points) {
    this.points = points;
    this.draw();
  }

  /** Mark the ply that is shown; -1: none of the game. */
  mark(ply) {
    this.ply = ply;
    this.plot?.redraw(false);
  }

  draw() {
    this.plot?.destroy();
    this.plot = undefined;
    if (!this.points.length) return;
    const colour = name => getComputedStyle(this.element).getPropertyValue(name).trim();
    const axis = {stroke: colour("--faint"), grid: {stroke: colour("--line"), width: 1}, ticks: {show: false}};
    this.plot = new uPlot({
      width: this.element.clientWidth, height: HEIGHT, padding: PADDING, legend: {show: false},
      cursor: {y: false, drag: {setScale: false}},
      scales: {x: {time: false}, y: {range: [0, 100]}},
      axes: [{...axis, show: false}, {...axis, size: 48, splits: () => [0, 50, 100], values: (_, all) => all.map(y => `${y} %`)}],
      series: [{}, {stroke: colour("--ink"), fill: colour("--bar"), width: 1.5, points: {show: false}}],
      hooks: {draw: [plot => this.drawMarks(plot, colour)]},
    }, [this.points.map((_, ply) => ply), this.points.map(point => point.expected / 10)], this.element);
    this.plot.over.addEventListener("click", event => this.go(this.plot.posToIdx(event.offsetX)));
  }

  drawMarks(plot, colour) {
    const context = plot.ctx, scale = devicePixelRatio;
    if (this.ply >= 0) {
      const x = plot.valToPos(this.ply, "x", true);
      context.fillStyle = colour("--focus");
      context.fillRect(x - scale / 2, plot.bbox.top, scale, plot.bbox.height);
    }
    this.points.forEach(({expected, judgement}, ply) => {
      if (!judgement) return;
      context.beginPath();
      context.arc(plot.valToPos(ply, "x", true), plot.valToPos(expected / 10, "y", true), DOT * scale, 0, 2 * Math.PI);
      context.fillStyle = colour(COLOURS[judgement]);
      context.fill();
    });
  }
}
