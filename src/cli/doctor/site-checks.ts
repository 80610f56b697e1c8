/** Resources of this site: a data folder, room on the disk, a port, a model pack. */

import { accessSync, constants, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { exposures } from "../../config/exposures.ts";
import { limits } from "../../config/limits.ts";
import { configuredUrl, type ListenAddress, parseListen } from "../../config/listen.ts";
import type { Config } from "../../config/schema.ts";
import { GIB } from "../../lib/units.ts";
import { verifyPack } from "../../packs/verify.ts";
import { defaultRecognizer } from "../../recognition/default-recognizer.ts";
import { defaultPackOf } from "../../recognition/open-router.ts";
import { diskSpace } from "../../store/data-folder/disk-space.ts";
import { cutOffCopies } from "../../store/database/database-copy.ts";
import type { ModelChoices } from "../../store/recognition/model-choices.ts";
import { type Finding, fail, ok, warn } from "./check.ts";
import { greetTls } from "./tls-connection.ts";

export function checkDataFolder(dataDir: string): Finding {
  const probe = join(dataDir, `.doctor-${process.pid}-${crypto.randomUUID()}.tmp`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    writeFileSync(probe, "x", { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    return fail(
      `${dataDir} is not writable (${(error as NodeJS.ErrnoException).code ?? error})`,
      "Make it writable for the user that runs tiro, or choose another with --data.",
    );
  }
  if (isNoExec(dataDir, readFileSync("/proc/self/mountinfo", "utf8")))
    return fail(
      `${dataDir} lies on a file system that is mounted noexec`,
      "Native libraries cannot be loaded from it. Remount it without noexec, or choose another with --data.",
    );
  const open = statSync(dataDir).mode & 0o077;
  if (open !== 0)
    return warn(`${dataDir} can be entered by other users of this machine`, `chmod 700 ${dataDir}`);
  const copies = cutOffCopies(dataDir);
  if (copies.length > 0)
    return warn(
      `copies of the database that were cut off lie in it, with all that they hold: ${copies.join(", ")}`,
      "tiro removes them when it next opens the database.",
    );
  return ok(dataDir);
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

/** As the server's health sees it. */
export async function checkDisk(dataDir: string, read = diskSpace): Promise<Finding> {
  const { freeBytes, state } = await read(dataDir);
  const detail = `${(freeBytes / GIB).toFixed(1)} GiB free in ${dataDir}`;
  if (state === "ok") return ok(detail);
  const advice =
    "Uploads wait on this disk while they are decoded: free some space, or move the data folder.";
  return state === "full" ? fail(detail, advice) : warn(detail, advice);
}

/** @param running where the data folder's own server is, if one runs. */
export async function checkPort(
  server: Pick<Config["server"], "listen" | "tls">,
  running: string | null = null,
): Promise<Finding> {
  if (running !== null) return checkServer(running);
  const { listen, tls } = server;
  const { redirect_listen: redirect = listen } = tls;
  for (const each of new Set([listen, redirect])) {
    const refusal = await tryListen(parseListen(each));
    if (refusal === "EADDRINUSE" && (await tiroHealth(configuredUrl(server))))
      return ok(`tiro is serving on ${listen}`);
    if (refusal !== null) {
      const advice = PORT_ADVICE[refusal] ?? "Choose another address with --listen.";
      return fail(`cannot listen on ${each} (${refusal})`, advice);
    }
  }
  return ok(redirect === listen ? `${listen} is free` : `${listen} and ${redirect} are free`);
}

const PORT_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: "Another program listens there: stop it, or choose another address with --listen.",
  EACCES: "Ports below 1024 need the capability CAP_NET_BIND_SERVICE; choose a higher one with --listen.",
  EADDRNOTAVAIL: "This machine does not have the address: choose another with --listen.",
};

async function checkServer(url: string): Promise<Finding> {
  const { host } = new URL(url);
  if (await tiroHealth(url)) return ok(`tiro is serving on ${host}`);
  if (await isClosedToUs(url)) return ok(`a server answers on ${host} to clients with a certificate only`);
  return fail(
    `a server uses this data folder and does not answer at ${url}`,
    "See its log; if it hangs, stop it and start it again.",
  );
}

async function isClosedToUs(url: string): Promise<boolean> {
  return url.startsWith("https:") && (await greetTls(url))?.asksForCertificate === true;
}

function tryListen({ host, port }: ListenAddress): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const server = createServer();
  server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  server.listen({ host, port }, () => server.close(() => resolve(null)));
  return promise;
}

/** Packs that the running server has loaded. */
export async function checkLoaded(url: string): Promise<Finding> {
  const health = await tiroHealth(url);
  if (!health && (await isClosedToUs(url)))
    return ok("the server shows them to clients with a certificate only");
  if (!health) return ok("no server is running");
  const { packs = [], quarantined = [], loaded = null } = health.checks.models ?? {};
  const { provider, device = null } = health.checks.engine;
  const place = device === null ? provider : `${provider}, ${device}`;
  const detail = `${packs.map((pack) => `${pack.id} (${pack.state}, ${pack.memory_mib} MiB)`).join(", ") || loaded} on ${place}`;
  if (quarantined.length === 0) return ok(detail);
  return warn(
    `${detail}; could not be loaded: ${quarantined.map(({ id }) => id).join(", ")}`,
    "tiro models verify says whether a file is damaged, the server's log why. A SIGHUP makes it try again.",
  );
}

export interface TiroHealth {
  checks: {
    workers?: { lost: number; refused: number; faulty: number; clock_off: number };
    engine: { provider: string; device?: string | null };
    models?: {
      loaded: string | null;
      packs?: { id: string; state: string; memory_mib: number }[];
      quarantined?: { id: string }[];
    };
  };
}

/** Null if what answers there has not tiro's health page, or nothing answers: that is somebody else, or nobody. */
export async function tiroHealth(url: string): Promise<TiroHealth | null> {
  try {
    const answer = await fetch(`${url}/health`, {
      signal: AbortSignal.timeout(limits.doctorHealthMs),
      // Its certificate is for other names than this machine's own, and a check for itself.
      tls: { rejectUnauthorized: false },
    });
    const health = (await answer.json()) as { checks?: Record<string, unknown> };
    return health.checks !== undefined && "engine" in health.checks ? (health as TiroHealth) : null;
  } catch {
    return null;
  }
}

/** The pack for speech of which no language is known, byte for byte; and that every configured one is there. */
export async function checkPack(
  config: Pick<Config, "data" | "models">,
  choices: ModelChoices = {},
): Promise<Finding> {
  const pack = defaultPackOf(config, choices);
  const damaged = await verifyPack(pack);
  if (damaged.length > 0)
    return fail(
      `${pack.name}: ${damaged.join(", ")} differ from their checksums`,
      `Copy the pack again to ${pack.folder}; the built-in one is restored by deleting that folder.`,
    );
  const detail = `${pack.name}, every checksum right, in ${pack.folder}`;
  const { id, forLackOfMemory } = defaultRecognizer(config.models);
  if (!forLackOfMemory || pack.manifest.id !== id) return ok(detail);
  return warn(
    `${detail}; the better moonshine-tiny-en needs ${limits.defaultRecognizerMib} MiB for packs`,
    "Give the machine 2 GB of memory or raise models.memory_mib; or set models.default to starter-en, which is weak on real voices.",
  );
}

/** Exposure to others: addresses of callers, metrics. */
export function checkExposure(config: Pick<Config, "server" | "metrics">): Finding {
  const found = exposures(config);
  if (found.length === 0) return ok("callers are distinguished, and metrics are not public");
  const detail = found.map(({ event }) => event.replaceAll("_", " ")).join(", ");
  return warn(detail, found.map(({ text }) => text).join(" "));
}
