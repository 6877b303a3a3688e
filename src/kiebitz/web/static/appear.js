// A page is seen once what it opens with is there, or takes too long: nothing moves on it that nobody touched.

const PATIENCE_MS = 3000;

/** Let the page be seen. */
export function appear() {
  document.documentElement.classList.remove("coming");
}

setTimeout(appear, PATIENCE_MS);
