// Where this server's pages and doors are, whatever stands before them (another port, TLS, a path of a proxy's), and
// the token that opens the doors: the printed address has it in its fragment, which browsers never send by themselves.

import {browserStorage} from "./storage.js";

const KEPT = document.documentElement.dataset.token ?? "kiebitz-token", PROTOCOL = "kiebitz", TOKEN = /^[\w-]+$/, PLACE = /^\d{1,4}[wb](?:\.[a-h0-9qrbn]{4,5})*$/;

/** The address of a page or a file, by its place under the server's root. */
export const under = path => new URL(path, new URL("./", import.meta.url));

/** The address of a page with a query, and with the token if this page's address has it. */
export function pageAt(path, query = {}) {
  const url = under(path), search = new URLSearchParams(query).toString();
  url.search = search;
  url.hash = ownToken();
  return url.href;
}

/** The parts of this page's fragment: a token, a place in the game, or both with & between them. */
const parts = () => location.hash.slice(1).split("&");
const ownToken = () => parts().find(part => TOKEN.test(part) && !PLACE.test(part)) ?? "";

/** The place in the game that this page's address names; empty if it names none. */
export const placeNamed = () => parts().find(part => PLACE.test(part)) ?? "";

/** This page's address with another place in it. */
export const withPlace = place => `#${[ownToken(), place].filter(Boolean).join("&")}`;

/** The token: the address's, or that of the page that was here last; empty if there is none. */
export function token() {
  const own = ownToken();
  if (own) browserStorage.setItem(KEPT, own);
  return own || (browserStorage.getItem(KEPT) ?? "");
}

/** A WebSocket to one of the server's doors. */
export function socketTo(path) {
  const url = under(path);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(url, [PROTOCOL, token()]);
}

/** What is sent with a request that only the owner may make. */
export const credentials = () => ({authorization: `Bearer ${token()}`});

/** Whether the server is there and doesn't know the token, for the door at `path`: a class has one of its own. */
export async function isStranger(path) {
  try {
    return (await fetch(under(path.startsWith("class/") ? "class/known" : "known"), {headers: credentials()})).status === 401;
  } catch {
    return false;
  }
}
