/** What this site gives tiro: a data folder, room on the disk, a port, a model pack. */
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { listenUrl, parseListen } from "../../config/listen.ts";
import { choosePack, type PackPlaces } from "../../packs/choose-pack.ts";
import { verifyPack } from "../../packs/verify.ts";
import type { CheckResult } from "./check.ts";

const GIB = 1024 ** 3;
/** Below the first uploads may fail at any moment, below the second soon. */
const DISK_FAIL_BYTES = 0.5 * GIB;
const DISK_WARN_BYTES = 5 * GIB;
const HEALTH_TIMEOUT_MS = 2_000;

export function checkDataFolder(dataDir: string): CheckResult {
  const name = "data folder";
  const probe = join(dataDir, `.doctor-${process.pid}-${crypto.randomUUID()}.tmp`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    writeFileSync(probe, "x", { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    return {
      name,
      status: "fail",
      detail: `${dataDir} is not writable (${(error as NodeJS.ErrnoException).code ?? error})`,
      advice: "Make it writable for the user that runs tiro, or choose another with --data.",
    };
  }
  if (isNoExec(dataDir, readFileSync("/proc/self/mountinfo", "utf8")))
    return {
      name,
      status: "fail",
      detail: `${dataDir} lies on a file system that is mounted noexec`,
      advice:
        "Native libraries cannot be loaded from it. Remount it without noexec, or choose another with --data.",
    };
  const open = statSync(dataDir).mode & 0o077;
  if (open !== 0)
    return {
      name,
      status: "warn",
      detail: `${dataDir} can be entered by other users of this machine`,
      advice: `chmod 700 ${dataDir}`,
    };
  return { name, status: "ok", detail: dataDir };
}

/** Whether the mount that `path` (absolute) lies on forbids execution. Format: proc_pid_mountinfo(5). */
export function isNoExec(path: string, mountinfo: string): boolean {
  const mounts = mountinfo
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .map(([, , , , point = "/", options = ""]) => ({
      point: unescapeOctal(point),
      options: options.split(","),
    }))
    .filter(({ point }) => point === "/" || path === point || path.startsWith(`${point}/`));
  const nearest = mounts.reduce((a, b) => (b.point.length >= a.point.length ? b : a), {
    point: "",
    options: [""],
  });
  return nearest.options.includes("noexec");
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

export function checkDisk(dataDir: string, free = freeBytes(dataDir)): CheckResult {
  const name = "disk";
  const detail = `${(free / GIB).toFixed(1)} GiB free in ${dataDir}`;
  if (free >= DISK_WARN_BYTES) return { name, status: "ok", detail };
  const advice =
    "Uploads wait on this disk while they are decoded: free some space, or move the data folder.";
  return { name, status: free < DISK_FAIL_BYTES ? "fail" : "warn", detail, advice };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export async function checkPort(listen: string): Promise<CheckResult> {
  const name = "port";
  const address = parseListen(listen);
  const refusal = await tryListen(address.host, address.port);
  if (refusal === null) return { name, status: "ok", detail: `${listen} is free` };
  if (refusal === "EADDRINUSE" && (await isTiro(listenUrl(address))))
    return { name, status: "ok", detail: `tiro is serving on ${listen}` };
  const advice: Record<string, string> = {
    EADDRINUSE: "Another program listens there: stop it, or choose another address with --listen.",
    EACCES: "Ports below 1024 need the capability CAP_NET_BIND_SERVICE; choose a higher one with --listen.",
    EADDRNOTAVAIL: "This machine does not have the address: choose another with --listen.",
  };
  return {
    name,
    status: "fail",
    detail: `cannot listen on ${listen} (${refusal})`,
    advice: advice[refusal] ?? "Choose another address with --listen.",
  };
}

function tryListen(host: string, port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const server = createServer();
  server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  server.listen({ host, port }, () => server.close(() => resolve(null)));
  return promise;
}

/** Whether what answers there has tiro's health page; anything else, and no answer, is somebody else. */
async function isTiro(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    const health = (await answer.json()) as { checks?: Record<string, unknown> };
    return health.checks !== undefined && "engine" in health.checks;
  } catch {
    return false;
  }
}

export async function checkPack(places: PackPlaces, wanted: string | undefined): Promise<CheckResult> {
  const name = "model pack";
  const pack = choosePack(places, wanted);
  const damaged = await verifyPack(pack);
  if (damaged.length === 0)
    return { name, status: "ok", detail: `${pack.name}, every checksum right, in ${pack.folder}` };
  return {
    name,
    status: "fail",
    detail: `${pack.name}: ${damaged.join(", ")} differ from their checksums`,
    advice: `Copy the pack again to ${pack.folder}; the built-in one is restored by deleting that folder.`,
  };
}
