/** Ten spoken sentences are written as ten, by the recognizer and the punctuation that ship with tiro. */
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
    models: { default: "starter-en" },
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
}, 300_000);

/** Of our own writing; `/` is where a speaker hesitates in the middle. */
const DICTATED = {
  mail: `Good morning Clara. Thank you for coming to our office last week. The team enjoyed your talk very much. We would like to
invite you again in the spring. Could you tell us which dates would suit you? We can pay for the train / and the hotel. If you
prefer to speak online, that is fine too. My colleague Martin will send you the contract. Please let him know if anything is
missing. I look forward to hearing from you.`,
  visit: `The patient came in this morning with pain in her left knee. She fell on the stairs two days ago. There is some
swelling, but no fever. She can walk short distances. I ordered an x ray for tomorrow. Until then she should rest / and keep the
leg up. She takes nothing for her blood pressure any more. Her last blood test was normal. Is there a free appointment next
Friday? We will talk about the results then.`,
  notes: `We met in the small room today. Everyone was there except Paul. The new website is almost ready. Susan found two
mistakes in the price list. Who is going to fix them? Tom said that he has time on Wednesday. The printer on the second floor
is broken again. We need a new one before the end of the month. I will ask for / three offers. Our next meeting is in two
weeks.`,
};
/** Seconds of silence after a sentence, a comma and where a speaker hesitates; otherwise words follow each other at once. */
const CALM = { sentence: 0.8, comma: 0.35, hesitation: 0.3 };
const QUICK = { sentence: 0.45, comma: 0, hesitation: 0.3 };

/** How many words stand before each sentence end. */
function endsOf(words: readonly string[]): Set<number> {
  return new Set(words.flatMap((word, index) => (/[.?]$/.test(word) ? [index + 1] : [])));
}

// The starter misses 2 of 30 ends of calm speakers, and 4 of 30 of quick ones.
test.each([
  ["calm", CALM, 28],
  ["quick", QUICK, 26],
] as const)(
  "of %s speakers' sentences none is cut, and most end where they end",
  async (_, silence, found) => {
    let right = 0;
    for (const text of Object.values(DICTATED)) {
      const words = [...text.matchAll(/([^\s/]+)(\s+\/)?/g)].map(([, word = "", hesitates]) => ({
        word,
        pauseSeconds: pauseAfter(word, hesitates !== undefined, silence),
      }));
      const heard = words.map(({ word, pauseSeconds }) => ({
        text: word.toLowerCase().replace(/[.,?]/g, ""),
        pauseSeconds,
      }));
      const marked = await router.punctuate(heard, { language: "en", lane: "interactive" });
      const told = endsOf((marked ?? []).map(({ marks }) => marks));
      const spoken = endsOf(words.map(({ word }) => word));
      expect(spoken.size).toBe(10);
      expect([...told].filter((end) => !spoken.has(end))).toEqual([]);
      right += told.size;
    }
    expect(right).toBeGreaterThanOrEqual(found);
  },
);

function pauseAfter(word: string, hesitates: boolean, silence: typeof CALM): number {
  if (/[.?]$/.test(word)) return silence.sentence;
  if (word.endsWith(",")) return silence.comma;
  return hesitates ? silence.hesitation : 0;
}
