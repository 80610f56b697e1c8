/** Carried as a file: the import's value is its path. */
declare module "*.woff2" {
  const path: string;
  export default path;
}
