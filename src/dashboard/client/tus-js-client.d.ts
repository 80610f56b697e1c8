/** The library's part for browsers, by its own path: the build of the executable would take that for Node. */
declare module "tus-js-client/lib.esm/browser/index.js" {
  export * from "tus-js-client";
}
