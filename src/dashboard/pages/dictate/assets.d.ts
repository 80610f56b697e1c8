/** Carried as a file: the import's value is its address. */
declare module "*/capture.js" {
  const address: string;
  export default address;
}
