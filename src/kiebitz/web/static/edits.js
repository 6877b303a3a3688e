// What can be done to a game: each makes another tree of one, and leaves that as it was. No tree: it can't be done.

import {commentFields, movesBelow, rawComment, withShapes, withWords} from "./pgn.js";

// Of each group a move has one sign at most: what it is worth, and how the position stands after it.
const SIGN_GROUPS = [[1, 2, 3, 4, 5, 6], [10, 13, 14, 15, 16, 17, 18, 19]];
const ROSTER = {Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*"};
const OF_THE_POSITION = ["FEN", "SetUp", "Variant"], TAG_NAME = /^[A-Za-z][A-Za-z0-9_]{0,59}$/, TAGS = 60, TAG_CHARACTERS = 300;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const SILENT = {comment: "", raw: "", before: "", nags: [], score: "", expected: -1, clock: null, spent: null, shapes: []};

/** A game without moves. */
export const newTree = () =>
  ({headers: ROSTER, start: {id: 0, parent: 0, ply: 0, san: "", move: "", ...SILENT}, fen: START, chess960: false, nodes: [], here: 0});

/** A move that nothing is said of. */
export const newNode = fields => ({...SILENT, ...fields});

function changed(tree, id, change) {
  if (id === 0) return {...tree, start: {...tree.start, ...change(tree.start)}};
  return {...tree, nodes: tree.nodes.map(node => (node.id === id ? {...node, ...change(node)} : node))};
}

export const commented = (tree, id, text) => changed(tree, id, node => commentFields(withWords(rawComment(node), text)));

export const drawn = (tree, id, shapes) =>
  changed(tree, id, node => ({...commentFields(withShapes(rawComment(node), shapes)), shapes}));

/** A sign is set beside a move, in place of another of its group, or taken away. */
export function marked(tree, id, nag) {
  const group = SIGN_GROUPS.find(some => some.includes(nag)) ?? [nag];
  return changed(tree, id, ({nags}) => {
    const others = nags.filter(other => other !== nag && !group.includes(other));
    return {nags: (nags.includes(nag) ? others : [...others, nag]).sort((one, other) => one - other)};
  });
}

export const played = (tree, nodes) => ({...tree, nodes: [...tree.nodes, ...nodes]});

/** The variation that a move is in comes before the one above it. */
export const promoted = (tree, id) => raised(tree, id, false);

/** The line that a move is in is the main line. */
export const madeMain = (tree, id) => raised(tree, id, true);

function raised(tree, id, isToTheTop) {
  const below = movesBelow(tree.nodes), byId = new Map(tree.nodes.map(node => [node.id, node]));
  let isRaised = false;
  for (let node = byId.get(id); node; node = byId.get(node.parent)) {
    const lines = below.get(node.parent), place = lines.indexOf(node);
    if (!place) continue;
    lines.splice(place, 1);
    lines.splice(isToTheTop ? 0 : place - 1, 0, node);
    isRaised = true;
    if (!isToTheTop) break;
  }
  return isRaised ? {...tree, nodes: inOrder(below)} : undefined;
}

/** A move is taken out with all that follows. */
export function removed(tree, id) {
  const below = movesBelow(tree.nodes);
  for (const lines of below.values()) {
    const place = lines.findIndex(node => node.id === id);
    if (place >= 0) lines.splice(place, 1);
  }
  return {...tree, nodes: inOrder(below)};
}

/** The game has these tags, in place of those there but for what the first position says. */
export function tagged(tree, tags) {
  const given = Object.entries(tags).filter(([name, value]) => value.trim() && !OF_THE_POSITION.includes(name));
  if (given.length > TAGS || given.some(([name]) => !TAG_NAME.test(name))) return undefined;
  const fixed = Object.entries(tree.headers).filter(([name]) => OF_THE_POSITION.includes(name));
  const told = given.map(([name, value]) => [name, value.split(/\s+/).filter(Boolean).join(" ").slice(0, TAG_CHARACTERS)]);
  return {...tree, headers: {...ROSTER, ...Object.fromEntries([...fixed, ...told])}};
}

/** All moves: parents before children, of siblings the main one first. */
function inOrder(below) {
  const nodes = [], waiting = [...below.get(0)].reverse();
  while (waiting.length) {
    const node = waiting.pop();
    nodes.push(node);
    waiting.push(...[...below.get(node.id)].reverse());
  }
  return nodes;
}
