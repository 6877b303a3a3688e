// What pages keep in the browser, for a tab or for good. A browser that keeps nothing (cookies blocked) or has no room
// left remembers until the page is left.

function storageNamed(name) {
  const held = new Map();
  let kept = null;
  try {
    kept = window[name];
  } catch { /* it denies even to be asked */ }
  return {
    getItem(key) {
      if (held.has(key)) return held.get(key);
      try {
        return kept?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    /** Keep a text; whether the browser keeps it. */
    setItem(key, value) {
      try {
        kept.setItem(key, value);
        held.delete(key);
        return true;
      } catch {
        held.set(key, String(value));
        return false;
      }
    },
    removeItem(key) {
      held.delete(key);
      try {
        kept?.removeItem(key);
      } catch { /* nothing is kept */ }
    },
  };
}

export const tabStorage = storageNamed("sessionStorage");
export const browserStorage = storageNamed("localStorage");
