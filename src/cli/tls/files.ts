/** Where the authority and its certificate lie. Keys are for their owner alone. */
import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueCertificate, type KeyPair, makeAuthority, vouchesFor } from "../../certificates/authority.ts";
import { OperatorError } from "../../lib/errors.ts";

export interface MadeFiles {
  certificate: string;
  key: string;
  authority: string;
  isNewAuthority: boolean;
  endsAtMs: number;
}

export interface FilesToMake {
  dir: string;
  hosts: readonly string[];
  days: number;
  nowMs: number;
}

/** @throws OperatorError if the authority that lies there cannot be used, or nothing can be written. */
export async function makeFiles({ dir, hosts, days, nowMs }: FilesToMake): Promise<MadeFiles> {
  const former = await formerAuthority(dir, hosts);
  const authority = former ?? (await makeAuthority(hosts, nowMs));
  const subject = { name: `tiro at ${hosts[0]}`, hosts };
  const issued = await issueCertificate(authority, subject, { nowMs, days });
  try {
    // Keys are closed themselves; clients on this machine read the authority.
    mkdirSync(dir, { recursive: true, mode: 0o755 });
    if (!former) write(dir, "authority", authority);
    write(dir, "server", issued);
  } catch (cause) {
    throw new OperatorError("not_writable", `${dir} cannot be written (${(cause as Error).message}).`, {
      cause,
      hint: "Run the command as tiro's user, or choose another folder with --out DIR.",
    });
  }
  return {
    certificate: join(dir, "server.crt"),
    key: join(dir, "server.key"),
    authority: join(dir, "authority.crt"),
    isNewAuthority: !former,
    endsAtMs: Date.parse(new X509Certificate(issued.certificate).validTo),
  };
}

/** Null if the folder has none yet. */
async function formerAuthority(dir: string, hosts: readonly string[]): Promise<KeyPair | null> {
  const [certificate, key] = [join(dir, "authority.crt"), join(dir, "authority.key")];
  if (!existsSync(certificate)) return null;
  const unusable = (message: string, hint: string, cause?: unknown) =>
    new OperatorError("certificate_unusable", message, { hint, cause });
  const anew = `Remove ${certificate} and ${key} to make a new one, which every client must then trust.`;
  try {
    const pair = { certificate: readFileSync(certificate, "utf8"), key: readFileSync(key, "utf8") };
    if (await vouchesFor(pair, hosts)) return pair;
  } catch (cause) {
    throw unusable(`The authority in ${dir} cannot be used (${(cause as Error).message}).`, anew, cause);
  }
  throw unusable(`The authority in ${dir} was made for other hosts than ${hosts.join(", ")}.`, anew);
}

/** Each appears whole, the key first. */
function write(dir: string, name: string, { certificate, key }: KeyPair): void {
  for (const [file, content, mode] of [
    [`${name}.key`, key, 0o600],
    [`${name}.crt`, certificate, 0o644],
  ] as const) {
    const path = join(dir, file);
    writeFileSync(`${path}.tmp`, content, { mode, flush: true });
    renameSync(`${path}.tmp`, path);
  }
}
