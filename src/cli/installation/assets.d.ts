/** Imported as text. */
declare module "*.service" {
  const text: string;
  export default text;
}
declare module "*.conf" {
  const text: string;
  export default text;
}
declare module "*/Caddyfile" {
  const text: string;
  export default text;
}
/** A file that is embedded as it is: the import's value is its path. */
declare module "*/LICENSE" {
  const path: string;
  export default path;
}
