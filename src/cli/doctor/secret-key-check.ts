/** Whether the key that seals secrets is there, belongs to the database, and is readable for nobody else. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/schema.ts";
import { hasSecretKey, requireSecretKey } from "../../store/secrets/sealed-secrets.ts";
import { secretKeyFile } from "../../store/secrets/secret-key.ts";
import { type SiteFlags, withDatabase } from "../support/site.ts";
import { type Finding, ok, warn } from "./check.ts";

export function checkSecretKey(config: Pick<Config, "data" | "secret">, flags: SiteFlags): Finding {
  const { path, own } = secretKeyFile(config.data.dir, config.secret.key_file);
  const isNew =
    !existsSync(join(config.data.dir, "tiro.db")) ||
    withDatabase(flags, { create: false }, ({ db }) => !hasSecretKey(db));
  if (isNew && own) return ok("none yet; tiro serve makes it");
  if (!isNew) withDatabase(flags, { create: false }, ({ db }) => requireSecretKey(db));
  if ((statSync(path).mode & 0o077) !== 0)
    return warn(`${path} can be read by other users of this machine`, `chmod 600 ${path}`);
  const detail = own ? `${path}; keep a copy of it apart from those of the database` : path;
  return ok(detail);
}
