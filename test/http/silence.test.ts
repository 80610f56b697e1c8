/** Silence between other people's speech never answers with their words (whisper.cpp #3250, #3595). */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import OpenAI, { toFile } from "openai";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, RECORDING_TEXT } from "../support/transcription.ts";

const server = await testServer();
await server.context.engine.ready();

/** A person's own client, and what it hears in a recording. */
function listener(): (audio: Uint8Array) => Promise<string> {
  const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.newKey(), maxRetries: 0 });
  return async (audio) => {
    const file = await toFile(audio, "talk.wav");
    return (await client.audio.transcriptions.create({ model: "speech-v1.5", file })).text;
  };
}

/** The recording's own header with all of its samples zero, or at the level of a quiet room. */
function quiet(speech: Uint8Array, noise: number): Uint8Array {
  const audio = speech.slice();
  const samples = new Int16Array(audio.buffer, audio.byteOffset + 44, (audio.byteLength - 44) >> 1);
  // A fixed sequence, so that every run hears the same noise.
  for (let index = 0, state = 1; index < samples.length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    samples[index] = noise === 0 ? 0 : ((state >>> 16) % (2 * noise)) - noise;
  }
  return audio;
}

test("speech, silence and speech of different accounts, in turn and at once", async () => {
  const speech = new Uint8Array(readFileSync(RECORDING));
  const [ada, ben, cleo] = [listener(), listener(), listener()];
  for (const noise of [0, 3]) {
    expect(await ada(speech)).toBe(RECORDING_TEXT);
    expect(await ben(quiet(speech, noise))).toBe("");
    expect(await cleo(speech)).toBe(RECORDING_TEXT);
  }
  const heard = await Promise.all(
    Array.from({ length: 12 }, (_, index) => (index % 2 ? ben(quiet(speech, 0)) : ada(speech))),
  );
  expect(heard).toEqual(heard.map((_, index) => (index % 2 ? "" : RECORDING_TEXT)));
});
