/** `kill -9` of the whole server while somebody speaks: at most a minute of usage is lost. */
import { expect, test } from "bun:test";
import { openDatabase } from "../../src/store/open-database.ts";
import { temporaryFolder, testBinding } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { LiveClient, session } from "../support/live-client.ts";
import { startServerProcess } from "../support/server-process.ts";

test("a killed server has written all usage but the last minute", async () => {
  using folder = temporaryFolder();
  const server = await startServerProcess({ dataDir: folder.path });
  const db = openDatabase({ dataDir: folder.path, nativeBinding: testBinding() });
  try {
    const headers = { Authorization: `Bearer ${server.key}` };
    const client = await LiveClient.open(server.url.replace(/\/v1$/, ""), { headers });
    client.send(session());
    for (let sent = 0; sent < 100; sent += 10) client.append(10, false);
    const written = () =>
      db.prepare<[], { seconds: number | null }>("SELECT SUM(audio_seconds) AS seconds FROM usage").get()
        ?.seconds ?? 0;
    await eventually(() => written() >= 60, true);
    await server.kill();
    const kept = written();
    expect(kept).toBeWithin(100 - 60, 101);
  } finally {
    await server.kill();
    db.close();
  }
});
