// The board of a report of shogi, drawn by `drawn_board.js` from either side.
function drawBoard(board, position, isTurned, { places }) {
  drawPlacement(board, places[isTurned ? 1 : 0], position.men, position.moved);
}
