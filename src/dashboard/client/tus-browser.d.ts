/** Its part for browsers: the build of the executable would take the part for Node. */
declare module "tus-js-client/lib.esm/browser/index.js" {
  export * from "tus-js-client";
}
