/** Memory and processor time of a worker with nothing to do, beside a server with the same recognizer. */
import { MOONSHINE_PACK_ID, STARTER_PACK_ID } from "../../../src/packs/builtin.ts";
import { tell } from "../figures.ts";
import { localSite, remoteSite } from "./sites.ts";

/** Memory of the start is given back by then. */
const SETTLE_MS = 20_000;
const IDLE_MS = 30_000;

export async function measureIdle(): Promise<void> {
  for (const pack of [MOONSHINE_PACK_ID, STARTER_PACK_ID]) await measureWith(pack);
}

async function measureWith(pack: string): Promise<void> {
  await using server = await localSite(pack);
  await using worker = await remoteSite(pack, 1);
  await Bun.sleep(SETTLE_MS);
  const both = [server, worker] as const;
  const before = both.map((site) => site.machineSeconds());
  await Bun.sleep(IDLE_MS);
  const [ofServer = 0, ofWorker = 0] = both.map(
    (site, at) => (100_000 * (site.machineSeconds() - (before[at] ?? 0))) / IDLE_MS,
  );
  const [here, there] = [server.machineBytes(), worker.machineBytes()].map((bytes) => bytes / 1e6) as [
    number,
    number,
  ];
  tell(`idle worker with ${pack}; a server ${here.toFixed(0)} MB:`, there, "MB", { most: here });
  tell(`its processor; a server's ${ofServer.toFixed(2)} %:`, ofWorker, "%");
}
