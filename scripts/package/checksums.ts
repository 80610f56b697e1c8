/** `SHA256SUMS` of a release, and a signature that OpenSSH verifies without a network. */
import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { run } from "./command.ts";

/** The purpose of the signature, so that it counts for nothing else that the key signs. */
export const NAMESPACE = "tiro-release";

/** Returns the path of the sums. @param files all in one folder. */
export function writeChecksums(files: readonly string[]): string {
  const folder = dirname(files[0] ?? "");
  const names = files.map((path) => basename(path)).sort();
  const path = join(folder, "SHA256SUMS");
  writeFileSync(path, run(["sha256sum", ...names], { cwd: folder }));
  return path;
}

/** Writes `SHA256SUMS.sig`. @param key private key in OpenSSH's format, or a public one whose private half an agent holds. */
export function sign(sums: string, key: string): string {
  run(["rm", "-f", `${sums}.sig`]);
  run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", NAMESPACE, sums]);
  return `${sums}.sig`;
}
