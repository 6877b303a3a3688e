// What a tree asks of the game whose search it shows. Notations come in the order in which they are changed to; the last
// one is what the engine's protocol writes.
import {afterMove, isPass, placementOf, positionFromFen, sanText, uciText} from "./chess.js";
import {positionPicture} from "./position_picture.js";
import {afterShogiMove, isShogiPass, japaneseText, positionFromSfen, shogiPlacementOf, usiText, westernText} from "./shogi.js";
import {shogiPicture} from "./shogi_picture.js";

export const GAMES = {
  chess: {
    start: positionFromFen, after: afterMove, placement: placementOf, isPass,
    // Whether it is the turn of the side that begins a game.
    isFirst: position => position.white,
    // `mates`: whether the position after the move is known to be mate.
    notations: [["SAN", (position, code, mates) => sanText(position, code, mates)],
      ["UCI", (position, code, mates, data) => uciText(code, data.chess960)]],
    // What stands before a move in a line of them.
    number: (position, begins) => position.white ? `${position.number}.` : begins ? `${position.number}…` : "",
    // Centipawns, without a sign.
    points: size => (size / 100).toFixed(2),
    picture: (position, shown) => positionPicture(position, shown),
  },
  shogi: {
    start: positionFromSfen, after: afterShogiMove, placement: shogiPlacementOf, isPass: isShogiPass,
    isFirst: position => position.isBlack,
    notations: [["japanese", (position, code, mates, data) => japaneseText(position, code, data.writing)],
      ["western", westernText], ["USI", (position, code) => usiText(code)]],
    number: position => `${position.number}.`,
    points: String,
    picture: (position, shown, data) => shogiPicture(position, shown, data.drawing),
  },
};
