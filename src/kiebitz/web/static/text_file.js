// The text of a file: UTF-8, UTF-16 with its mark, or else the eight-bit encoding of old programs.

export function textOf(buffer) {
  const [first, second] = new Uint8Array(buffer, 0, Math.min(2, buffer.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(buffer);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(buffer);
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(buffer);
  } catch {
    return new TextDecoder("windows-1252").decode(buffer);
  }
}
