// Files handed to the person.

export function saveFile(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function savePgn(pgn) {
  saveFile("kiebitz.pgn", new Blob([pgn, "\n"], {type: "application/x-chess-pgn"}));
}
