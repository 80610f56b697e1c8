import { type Db, inTransaction } from "../db.ts";
import { change, value } from "../statements.ts";
import { openSecret, sealSecret } from "./sealed-secrets.ts";

const SECRET_BYTES = 32;

const put = change<[string, Uint8Array]>("INSERT OR REPLACE INTO secrets (name, sealed_value) VALUES (?, ?)");
const byName = value<[string], Buffer>("SELECT sealed_value FROM secrets WHERE name = ?");

/** The installation's own key of that name, 256 random bits; made at its first use. */
export function installationSecret(db: Db, name: string): Uint8Array {
  // Nearly always it is there: a start then waits for no writer.
  return secretNamed(db, name) ?? inTransaction(db, () => secretNamed(db, name) ?? makeSecret(db, name));
}

/** Null if there is none. */
export function secretNamed(db: Db, name: string): Uint8Array | null {
  const known = byName(db, name);
  return known === null ? null : openSecret(db, "secrets", name, known);
}

/** In the place of the former one. */
export function putSecret(db: Db, name: string, secret: Uint8Array): void {
  put(db, name, sealSecret(db, "secrets", name, secret));
}

function makeSecret(db: Db, name: string): Uint8Array {
  const made = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  putSecret(db, name, made);
  return made;
}
