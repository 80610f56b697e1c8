/** Whether a database holds what tiro's migrations make and nothing else: a trigger or a view acts on its own. */
import Database from "better-sqlite3";
import { systemClock } from "../../lib/clock.ts";
import { OperatorError } from "../../lib/errors.ts";
import type { Db } from "../db.ts";
import { MIGRATIONS } from "./list.ts";
import { migrate, schemaOf } from "./migrate.ts";

interface SchemaObject {
  type: string;
  name: string;
  sql: string | null;
}

/**
 * @returns tables, indexes, triggers and views that no migration up to the database's schema made, or made otherwise, each
 * with its kind, such as `trigger keep_passwords`.
 */
export function foreignObjects(db: Db, nativeBinding: string): string[] {
  const ours = objectsOfSchema(schemaOf(db, MIGRATIONS).version, nativeBinding);
  return objectsOf(db)
    .filter(({ type, name, sql }) => ours.get(`${type} ${name}`) !== sql)
    .map(({ type, name }) => `${type} ${name}`);
}

/** @throws OperatorError `foreign_database`. */
export function assertOwnSchema(db: Db, nativeBinding: string): void {
  const [first, ...others] = foreignObjects(db, nativeBinding);
  if (first === undefined) return;
  throw new OperatorError("foreign_database", "The database contains objects that tiro did not make.", {
    hint: `It has the ${JSON.stringify(first)}${others.length > 0 ? `, and ${others.length} more` : ""}. Nothing was restored. Take an older backup; \`tiro doctor\` says whether the database in use is tiro's own.`,
  });
}

function objectsOfSchema(version: number, nativeBinding: string): Map<string, string | null> {
  const made = new Database(":memory:", { nativeBinding });
  try {
    // 0010 seals what it finds, and here there is nothing.
    made.function("seal_secret", { varargs: true }, () => null);
    made.function("secret_key_fingerprint", () => null);
    migrate(made, MIGRATIONS.slice(0, version), systemClock);
    return new Map(objectsOf(made).map(({ type, name, sql }) => [`${type} ${name}`, sql]));
  } finally {
    made.close();
  }
}

/** Without SQLite's own (https://www.sqlite.org/fileformat2.html#internal_schema_objects). */
function objectsOf(db: Db): SchemaObject[] {
  return db
    .prepare<[], SchemaObject>(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    )
    .all();
}
