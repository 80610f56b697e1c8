/** Modules that are embedded as they are: the import's value is their path. */
declare module "*.wasm" {
  const path: string;
  export default path;
}
declare module "*/libav-4.10.6.1.1-fat.simd.js" {
  const path: string;
  export default path;
}
declare module "*/libav-6.10.9.0-obsolete.wasm.js" {
  const path: string;
  export default path;
}
