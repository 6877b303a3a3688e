// A position of shogi on the board that all pages draw: `drawing` has its squares, its men and where they go.
import {arrow, drawPlacement} from "../drawn_board.js";
import {handsOf, isShogiPass, shogiBoardOf, shogiPlacementOf, usiText} from "./shogi.js";

const parsed = text => new DOMParser().parseFromString(text, "text/html").body.firstElementChild;

// `arrived` and `best` are codes of moves, 0 for none.
export function shogiPicture(position, {arrived = 0, best = 0, turned = false} = {}, {definitions, board, places}) {
  // All boards of a document refer to the same men.
  if (!document.querySelector("svg.definitions")) document.body.prepend(parsed(definitions));
  const svg = parsed(board), seen = places[turned ? 1 : 0], hands = handsOf(position);
  svg.classList.add("board-picture");
  svg.setAttribute("aria-label", shogiPlacementOf(position));
  drawPlacement(svg, seen, `${shogiBoardOf(position)} ${hands}`, arrived && !isShogiPass(arrived) ? usiText(arrived) : null);
  if (best && !isShogiPass(best)) svg.append(arrow(seen, usiText(best), hands, position.isBlack));
  return svg;
}
