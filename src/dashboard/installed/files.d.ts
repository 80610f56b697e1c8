/** Carried as a file: the import's value is its address. */
declare module "*.png" {
  const address: string;
  export default address;
}
/** Carried as text. */
declare module "*/service-worker.js" {
  const text: string;
  export default text;
}
