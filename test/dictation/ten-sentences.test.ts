/** What is spoken as ten sentences is written as ten, by the recognizer and the punctuation that ship with tiro. */
import { afterAll, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { configSchema } from "../../src/config/schema.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { openSpeechRouter } from "../../src/recognition/open-router.ts";
import { formatDictation } from "../../src/text/formatting/format-dictation.ts";
import { recognizeRecording } from "../../src/transcription/recognize-recording.ts";
import { clip } from "../engine/support.ts";

const RATE = 16_000;
/** The third says two sentences without a pause between. */
const SPOKEN = ["01_slt", "02_rms", "03_slt", "04_rms", "05_awb", "07_slt", "02_rms", "04_rms", "07_slt"];

const router = openSpeechRouter({
  ...prepareNativeLibraries({ dataDir: tmpdir() }),
  config: configSchema.parse({
    data: { dir: tmpdir() },
    engine: { processes: 1, interactive_process: false },
  }),
  hostCommand: [process.execPath, join(import.meta.dir, "../../src/main.ts"), "engine-host"],
  logger: silentLogger,
  clock: systemClock,
});
afterAll(() => router.close());

async function* audio(): AsyncGenerator<Int16Array> {
  for (const name of SPOKEN) {
    yield clip(`synth_${name}.wav`).samples;
    yield new Int16Array(0.8 * RATE);
  }
}

test("a dictation of ten sentences comes out as ten sentences, with its times", async () => {
  const source = { info: {} as never, samples: audio(), close: async () => {} };
  const { text, segments } = await recognizeRecording(router, source, { language: "en", prompt: null });
  const written = formatDictation(text, { language: "en" });
  expect(written.split(/(?<=[.?]) (?=\p{Lu})/u)).toHaveLength(10);
  expect(written).toContain("Thursday at 2:30. Thank you for your help with the report. I will call");
  expect(text).toContain("moved to Thursday at half past two. Thank you");
  const words = segments.flatMap(({ words }) => words);
  expect(words.map(({ text }) => text).join(" ")).toBe(text);
  for (const [index, word] of words.entries())
    expect(word.startSeconds).toBeGreaterThanOrEqual(words[index - 1]?.endSeconds ?? 0);
}, 60_000);
