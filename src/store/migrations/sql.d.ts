/** Migrations are imported as text, so that they also lie inside a compiled executable. */
declare module "*.sql" {
  const sql: string;
  export default sql;
}
