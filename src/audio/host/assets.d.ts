/** Modules that are embedded as they are: the import's value is their path. */
declare module "*.wasm" {
  const path: string;
  export default path;
}
