/** Loaded with the first token or key: it takes 11 ms and 2 MB, which a start need not. */
export function jose(): typeof import("jose") {
  return require("jose");
}
