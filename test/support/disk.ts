/** A small disk for one process, in a mount namespace of its own; some machines forbid it. */
import { runChild } from "./spawn-database.ts";

const inNamespace = (script: string) => [
  "unshare",
  ...(process.getuid?.() === 0 ? ["-m"] : ["-rm"]),
  "sh",
  "-ec",
  script,
];

export const canMount =
  Bun.which("unshare") !== null &&
  Bun.spawnSync(inNamespace("mount -t tmpfs -o size=64k tiro /mnt"), { stderr: "ignore" }).success;
if (!canMount) console.warn("skipped: tests on a full and a read-only disk need the right to mount");

export const quoted = (command: string[]) => command.map((word) => `'${word}'`).join(" ");

/** Runs shell commands with a new disk mounted on the folder; the last one's output is the outcome. */
export const onDisk = (size: string, folder: string, ...steps: string[]) =>
  runChild(inNamespace([`mount -t tmpfs -o size=${size} tiro '${folder}'`, ...steps].join("\n")));

/** Before a command: it runs with a disk on the folder that has no byte left. */
export const onFullDisk = (folder: string) => [
  ...inNamespace(
    `mkdir -p '${folder}'; mount -t tmpfs -o size=64k tiro '${folder}'; cat /dev/zero > '${folder}/full' || exec "$@"`,
  ),
  "sh",
];
