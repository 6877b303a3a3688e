// Pictures of the board that stand alone: a position as SVG or PNG, a game as GIF.

import {under} from "./address.js";
import {drawn} from "./mini_board.js";
import {saveFile} from "./save_file.js";

const PNG_PIXELS = 1080, GIF_PIXELS = 400, FRAME_MS = 1000, LAST_MS = 3000, COLOURS = 64, SQUARES = 8;
const FILLS = {light: "--light-square", dark: "--dark-square", last: "--moved"};

/** A position as the text of an SVG; `shapes` is what is drawn over the board on the page, if it is wanted, too. */
export function svgOf(fen, {move = "", isTurned = false, shapes = undefined} = {}) {
  const svg = drawn(fen, move, isTurned), looks = getComputedStyle(document.documentElement);
  const definitions = document.createElementNS(svg.namespaceURI, "defs");
  for (const id of new Set([...svg.querySelectorAll("use")].map(use => use.getAttribute("href").slice(1)))) {
    definitions.append(document.getElementById(id).cloneNode(true));
  }
  for (const square of svg.querySelectorAll("rect")) {
    square.setAttribute("fill", looks.getPropertyValue(FILLS[square.getAttribute("class")]).trim());
    if (square.matches(".last")) square.setAttribute("opacity", 0.5);
  }
  svg.prepend(definitions);
  if (shapes) svg.append(overlay(shapes));
  svg.setAttribute("xmlns", svg.namespaceURI);
  return new XMLSerializer().serializeToString(svg);
}

/** Arrows and rings with the colours that the page gives them. */
function overlay(shapes) {
  const copy = shapes.cloneNode(true);
  copy.setAttribute("viewBox", `0 0 ${SQUARES} ${SQUARES}`);
  copy.removeAttribute("class");
  shapes.querySelectorAll(".shape").forEach((shape, index) => {
    const {color, opacity} = getComputedStyle(shape), group = copy.querySelectorAll(".shape")[index];
    group.setAttribute("opacity", opacity);
    for (const path of group.querySelectorAll("path")) path.setAttribute("fill", color);
    for (const [place, sign] of [...shape.querySelectorAll("text")].entries()) {
      group.querySelectorAll("text")[place].setAttribute("fill", getComputedStyle(sign).fill);
    }
    for (const ring of group.querySelectorAll("circle")) {
      ring.setAttribute("fill", "none");
      ring.setAttribute("stroke", color);
    }
  });
  return copy;
}

async function painted(svg, pixels) {
  const image = new Image(pixels, pixels), canvas = Object.assign(document.createElement("canvas"), {width: pixels, height: pixels});
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace("<svg ", `<svg width="${pixels}" height="${pixels}" `))}`;
  await image.decode();
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.drawImage(image, 0, 0, pixels, pixels);
  return {canvas, data: () => context.getImageData(0, 0, pixels, pixels).data};
}

export function saveSvg(svg) {
  saveFile("kiebitz.svg", new Blob([svg], {type: "image/svg+xml"}));
}

export async function savePng(svg) {
  const {canvas} = await painted(svg, PNG_PIXELS);
  canvas.toBlob(blob => saveFile("kiebitz.png", blob), "image/png");
}

/** Save positions, each the text of an SVG, as a film. */
export async function saveGif(svgs) {
  const {GIFEncoder, quantize, applyPalette} = await import(under("vendor/gifenc/dist/gifenc.esm.js"));
  const gif = GIFEncoder();
  for (const [index, svg] of svgs.entries()) {
    const pixels = (await painted(svg, GIF_PIXELS)).data(), palette = quantize(pixels, COLOURS);
    const delay = index === svgs.length - 1 ? LAST_MS : FRAME_MS;
    gif.writeFrame(applyPalette(pixels, palette), GIF_PIXELS, GIF_PIXELS, {palette, delay});
  }
  gif.finish();
  saveFile("kiebitz.gif", new Blob([gif.bytes()], {type: "image/gif"}));
}
