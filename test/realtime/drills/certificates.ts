/**
 * A new certificate every half minute, under streams that last much longer than the server lives that they began with: what was
 * said must come out once. `bun test/realtime/drills/certificates.ts [STREAMS] [SECONDS]`
 */
import { expect } from "bun:test";
import { LiveClient, session } from "../../support/live-client.ts";
import { startSecureServer } from "../secure.ts";

const RENEWED_EVERY_SECONDS = 30;
const COMPLETED = "conversation.item.input_audio_transcription.completed";

const [streams = 4, seconds = 300] = process.argv.slice(2).map(Number);
const site = await startSecureServer();
const begin = performance.now();
const clients = await Promise.all(
  Array.from({ length: streams }, () =>
    LiveClient.open(site.url, {
      headers: { Authorization: `Bearer ${site.server.key}` },
      tls: { ca: site.authority },
    }),
  ),
);
for (const client of clients) client.send(session());
let renewed = 0;
for (let second = 1; second <= seconds; second++) {
  for (const client of clients) client.append(1);
  if (second % RENEWED_EVERY_SECONDS === 0) {
    await site.renew();
    renewed++;
  }
  const dueMs = second * 1000 - (performance.now() - begin);
  if (dueMs > 0) await Bun.sleep(dueMs);
}
const said = Array.from({ length: seconds }, (_, second) => second).join(" ");
for (const client of clients) {
  client.send({ type: "input_audio_buffer.commit" });
  expect((await client.next(COMPLETED)).transcript).toBe(said);
  client.close();
}
await site.close();
console.log(`${streams} streams of ${seconds} s, ${renewed} new certificates: every word came out once`);
process.exit(0);
