/** This machine's system, or another one, as a root to install into, in which whatever changes lies aside and is thrown away. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, type Finished } from "./executable.ts";

export interface SystemRoot {
  /** Runs a shell script with `$ROOT`, in name spaces of its own: what it mounts and starts ends with it. */
  run: (script: string, environment?: Record<string, string>) => Finished;
  remove: () => void;
}

const MOUNT = `mount -t overlay overlay -o "lowerdir=$LOWER,upperdir=$ASIDE/upper,workdir=$ASIDE/work" "$ROOT"
mount --rbind /dev "$ROOT/dev"
mount -t proc proc "$ROOT/proc"
ip link set lo up 2>/dev/null || true
`;

/**
 * Null if mounting is not permitted.
 * @param lower folder of the system, that of this machine by default.
 */
export function systemRoot({ lower = "/", ownNetwork = false } = {}): SystemRoot | null {
  const { path, remove } = emptyFolder();
  for (const name of ["root", "upper", "work"]) mkdirSync(join(path, name));
  const run = (script: string, environment: Record<string, string> = {}): Finished => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(
      [
        "unshare",
        ...(ownNetwork ? ["--net"] : []),
        "--mount",
        "--pid",
        "--fork",
        "--kill-child",
        "sh",
        "-ec",
        MOUNT + script,
      ],
      {
        env: {
          PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
          LOWER: lower,
          ASIDE: path,
          ROOT: join(path, "root"),
          ...environment,
        },
        stderr: "pipe",
      },
    );
    return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
  };
  if (Bun.which("unshare") !== null && run("true").exitCode === 0) return { run, remove };
  remove();
  return null;
}
