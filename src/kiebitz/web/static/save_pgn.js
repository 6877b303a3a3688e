// A game handed to the person as a file.

export function savePgn(pgn) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([pgn, "\n"], {type: "application/x-chess-pgn"}));
  link.download = "kiebitz.pgn";
  link.click();
  URL.revokeObjectURL(link.href);
}
