/** Files that the executable carries: of these an import gives the path. */
declare module "*.wasm" {
  const path: string;
  export default path;
}
declare module "*.wav" {
  const path: string;
  export default path;
}
declare module "*.bin" {
  const path: string;
  export default path;
}
declare module "*.vocab" {
  const path: string;
  export default path;
}
declare module "*.woff2" {
  const path: string;
  export default path;
}

/** Of these it gives the text, or the path (`with { type: "file" }`). */
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.c" {
  const text: string;
  export default text;
}
