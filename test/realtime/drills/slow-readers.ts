/**
 * Clients that make the server say much and read none of it: what a stream of theirs takes of the server's memory until it is
 * dropped. `bun test/realtime/drills/slow-readers.ts [STREAMS]`
 */
import { connect } from "node:net";
import { memoryOf } from "../../../src/lib/processes.ts";
import { MIB } from "../../../src/lib/units.ts";
import { ScriptedLive } from "../../support/live.ts";
import { startServer } from "../../support/server.ts";
import { handshakeOf, WRONG_MESSAGE } from "../raw-client.ts";

const LIMIT_MIB = 8;
const LOOK_MS = 20;

/** In a process of its own, so that what waits in the client is not counted. */
async function flood(url: string, key: string, streams: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const each = async () => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.write(handshakeOf(url, key));
    await new Promise((resolve) => socket.once("data", resolve));
    socket.pause();
    for (let sent = 0; !socket.destroyed && sent < 60; sent++) {
      for (let i = 0; i < 500; i++) socket.write(WRONG_MESSAGE);
      await Bun.sleep(10);
    }
    await new Promise((resolve) => socket.once("close", resolve));
  };
  await Promise.all(Array.from({ length: streams }, each));
}

async function measure(streams: number): Promise<void> {
  const live = new ScriptedLive();
  const server = await startServer({
    overrides: { live },
    environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "100000" },
  });
  const most = async (count: number, look: () => number) => {
    const opened = live.streams.length + count;
    const clients = Bun.spawn(
      [process.execPath, import.meta.path, "flood", server.url, server.key, String(count)],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    let bytes = 0;
    while (live.streams.length < opened || live.liveLoad.streams > 0) {
      bytes = Math.max(bytes, look());
      await Bun.sleep(LOOK_MS);
    }
    clients.kill();
    return bytes;
  };
  const used = () => memoryOf(process.pid).anonymousBytes;
  const held = () => {
    Bun.gc(true);
    return used();
  };
  // The program's own needs count for no stream.
  await most(1, held);
  const each = (bytes: number, before: number) => (bytes - before) / streams / MIB;
  const before = held();
  const holds = each(await most(streams, held), before);
  const takes = each(await most(streams, used), held());
  console.log(
    `${streams} clients that do not read, all dropped: each made the server hold ${holds.toFixed(2)} MiB (limit ${LIMIT_MIB}), ${takes.toFixed(2)} with what it had not collected yet`,
  );
  await server.close();
  process.exit(holds <= LIMIT_MIB ? 0 : 1);
}

const [what = "16", url = "", key = "", count = ""] = process.argv.slice(2);
if (what === "flood") await flood(url, key, Number(count));
else await measure(Number(what));
