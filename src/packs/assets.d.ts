/** Files that are embedded as they are: the import's value is their path. */
declare module "*.md" {
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
