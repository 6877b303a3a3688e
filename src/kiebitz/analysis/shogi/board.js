// The board of a report of shogi, drawn by `drawn_board.js` from either side.
function drawBoard(board, position, isTurned, { places }) {
  const seen = places[isTurned ? 1 : 0];
  board.querySelector("#names").setAttribute("href", `#${seen.names}`);
  board.querySelector("#marks").replaceChildren(...marks(seen, position.moved));
  board.querySelector("#men").replaceChildren(...men(seen, position.men));
}
