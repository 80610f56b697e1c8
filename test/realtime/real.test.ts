/** The recognizer in the box, live: a real voice over the wire, cut at its pauses and as a whole. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { filesHolding } from "../support/data-search.ts";
import { eventually } from "../support/eventually.ts";
import { deltasOf, LiveClient, session } from "../support/live-client.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const server = await testServer();
await server.context.engine.ready();

const words = (text: string) => text.toLowerCase().match(/[a-z']+/g);

test("a recording's words come as deltas, and its text when its client commits", async () => {
  const client = await LiveClient.open(server.url, { headers: { Authorization: `Bearer ${server.key}` } });
  client.send(session());
  const pcm = readFileSync(RECORDING).subarray(44);
  for (let at = 0; at < pcm.length; at += 3_200)
    client.send({
      type: "input_audio_buffer.append",
      audio: pcm.subarray(at, at + 3_200).toString("base64"),
    });
  client.send({ type: "input_audio_buffer.commit" });
  const { transcript, usage } = await client.next("conversation.item.input_audio_transcription.completed");
  expect(words(transcript)).toEqual(words(RECORDING_TEXT));
  expect(words(deltasOf(client.events))).toEqual(words(transcript));
  expect(usage.seconds).toBeCloseTo(pcm.length / 32_000, 1);
  client.close();
  // Nothing of a stream is stored, whatever its account keeps of dictations.
  await eventually(() => server.context.liveStreams.size, 0);
  expect(filesHolding(server.dataDir, "moved to Thursday")).toEqual([]);
});
