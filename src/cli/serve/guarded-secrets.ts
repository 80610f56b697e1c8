import { statSync } from "node:fs";
import { workerSecretFiles } from "../../cluster/worker-folder.ts";
import { CONFIG_FIELDS } from "../../config/fields.ts";
import type { LoadedConfig } from "../../config/load.ts";
import { OperatorError } from "../../lib/errors.ts";
import { secretKeyFile } from "../../store/secrets/secret-key.ts";

const EVERYBODY = 0o004;

/**
 * A secret that every user of the machine can read is none: anyone who has it acts as this server, or this worker.
 * @throws OperatorError `secret_exposed`, before anything is opened.
 */
export function requireGuardedSecrets({ config, file, sources }: LoadedConfig): void {
  const written = CONFIG_FIELDS.filter(({ secret, path }) => secret && sources.get(path) === file);
  const holders: [file: string | null | undefined, holds: string][] = [
    [written.length > 0 ? file : null, written.map(({ path }) => path).join(", ")],
    [secretKeyFile(config.data.dir, config.secret.key_file).path, "the secret key"],
    [config.server.tls.key, "the key of server.tls"],
    ...workerSecretFiles(config.worker.folder).map((path): [string, string] => [
      path,
      "a key of this worker",
    ]),
  ];
  for (const [path, holds] of holders) {
    const stat = path ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (stat === undefined || (stat.mode & EVERYBODY) === 0) continue;
    throw new OperatorError("secret_exposed", "A secret can be read by every user of this machine.", {
      hint: `${path} holds ${holds}: chmod o-rwx ${path}. In a container, mount it with mode 0440 or less. If others may have read it, replace the secret too.`,
    });
  }
}
