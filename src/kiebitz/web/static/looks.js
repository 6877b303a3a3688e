// How the board looks: squares, men, coordinates, animation, sound; kept by the browser for all its pages.

import {under} from "./address.js";
import {browserStorage} from "./storage.js";

const KEPT = "kiebitz-looks", SPRITE = "cm-chessboard-sprite", SVG = "vendor/python-chess/pieces.svg";
export const LOOKS = {
  board: ["brown", "green", "blue", "grey", "contrast"],
  men: ["classic", "plain", "letters"],
  coordinates: ["beside", "inside", "off"],
  animation: ["on", "off"],
  sound: ["off", "on"],
  letters: ["own", "english", "german", "french", "spanish", "figurine"],
  blindfold: ["off", "on"],
};
const FIRST = Object.fromEntries(Object.entries(LOOKS).map(([name, [first]]) => [name, first]));
const MS = 150, NOTE_HZ = {move: 330, taken: 220}, NOTE_S = 0.07;

const kept = () => {
  const found = JSON.parse(browserStorage.getItem(KEPT) ?? "{}");
  return Object.fromEntries(Object.entries(LOOKS).map(([name, all]) => [name, all.includes(found[name]) ? found[name] : FIRST[name]]));
};

/** What is worn now. */
export const worn = kept();

/** The drawings of the men that are worn, by their place under the server's root. */
export const menFile = () => worn.men === "classic" ? SVG : `men/${worn.men}.svg`;

/** How long a man takes from square to square. */
export const animationMs = () =>
  worn.animation === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : MS;

/** Wear other looks; what isn't named stays as it is. */
export function wear(looks) {
  for (const [name, value] of Object.entries(looks)) if (LOOKS[name]?.includes(value)) worn[name] = value;
  for (const name of ["board", "coordinates", "blindfold"]) document.documentElement.dataset[name] = worn[name];
  if ("men" in looks) changeMen();
}

/** Keep what is worn. */
export function keepLooks() {
  browserStorage.setItem(KEPT, JSON.stringify(worn));
}

/** Let the men that are on boards be drawn otherwise: all of them refer to one drawing. */
async function changeMen() {
  const place = document.getElementById(SPRITE);
  if (place) place.innerHTML = await (await fetch(under(menFile()))).text();
}

let audio;

/** A short sound for a move, if sound is on; `isTaken` if a man was taken. */
export function sound(isTaken) {
  if (worn.sound !== "on") return;
  audio ??= new AudioContext();
  const note = audio.createOscillator(), volume = audio.createGain(), now = audio.currentTime;
  note.frequency.value = isTaken ? NOTE_HZ.taken : NOTE_HZ.move;
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + NOTE_S);
  note.connect(volume).connect(audio.destination);
  note.start(now);
  note.stop(now + NOTE_S);
}

wear({});
