/** Live speech with scripted models, so that what is lost or said twice shows. */
import { expect, test } from "bun:test";
import { eventually } from "../../../../test/support/eventually.ts";
import type { LiveHeard, LiveWord } from "../../live-protocol.ts";
import type { Decoder, LastSound, RunningDecode } from "../backends/backend.ts";
import { DecodeQueue } from "../decode-queue.ts";
import type { StreamParts } from "../stream.ts";
import { HostLiveStream } from "./host-live-stream.ts";

const RATE = 16_000;
const WORD_SAMPLES = RATE / 2;
/** A word is reported so long after its end. */
const DELAY_SAMPLES = 0.2 * RATE;
const ENDPOINTING = { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs: 500 };

/** Says `w7` for a stretch of sound whose samples are 7 thousandths, if it hears at least half of it. */
class ScriptedDecode implements RunningDecode {
  readonly #runs: { value: number; from: number; end: number }[] = [];
  #heard = 0;

  async hear(samples: Float32Array, end: LastSound | null) {
    for (const sample of samples) {
      const value = Math.round(sample * 1000);
      const last = this.#runs.at(-1);
      this.#heard++;
      if (last?.value === value) last.end++;
      else this.#runs.push({ value, from: this.#heard - 1, end: this.#heard });
    }
    const until = end ? this.#heard : this.#heard - DELAY_SAMPLES;
    const said = this.#runs.filter(
      ({ value, from, end }) => value > 0 && end - from >= WORD_SAMPLES / 2 && end <= until,
    );
    const tokens = said.map(({ value }) => `▁w${value}`);
    const timestamps = said.map(({ from }) => from / RATE);
    const text = tokens.map((token) => token.slice(1)).join(" ");
    return { decoded: { text, language: null, tokens, timestamps, durations: [] }, processorMs: 1 };
  }
}

const SPEECH_OF_ITS_OWN = { isSpeech: (window: Float32Array) => window.some((v) => v !== 0) };
/** Hears speech as it comes. */
const RUNNING: Decoder = {
  prepare: () => () => Promise.reject(new Error("is decoded as it comes")),
  openRunning: () => new ScriptedDecode(),
};
/** Decodes whole stretches only. */
const REPEATED: Decoder = {
  prepare: (samples) => async () => (await new ScriptedDecode().hear(samples, { silentSamples: 0 })).decoded,
};

function parts(decoder: Decoder): StreamParts {
  return {
    decoder,
    decodes: new DecodeQueue(1),
    openDetector: () => SPEECH_OF_ITS_OWN,
    segmentation: { maxSamples: 30 * RATE } as StreamParts["segmentation"],
    tokenTimes: true,
    sampleRate: RATE,
  };
}

/** Words of half a second each; 0 is a pause. */
function sound(words: readonly number[]): Int16Array {
  return Int16Array.from({ length: words.length * WORD_SAMPLES }, (_, i) =>
    Math.round(((words[Math.floor(i / WORD_SAMPLES)] as number) / 1000) * 32_768),
  );
}

interface Told {
  words: string[];
  utterances: number;
  greys: string[];
}

/** Sends the sound block by block; at each sample in `losses` the host is lost, and another continues where it was. */
async function hear(samples: Int16Array, losses: readonly number[] = []): Promise<Told> {
  const told: Told = { words: [], utterances: 0, greys: [] };
  const settings = { language: null, hotwords: [], phrases: [], endpointing: ENDPOINTING, holdBackMs: 0 };
  let words: LiveWord[] = [];
  let state: Pick<LiveHeard, "untilSample" | "utterance" | "begun" | "keptWords"> = {
    untilSample: 0,
    utterance: 0,
    begun: null,
    keptWords: 0,
  };
  const take = (heard: LiveHeard) => {
    for (const event of heard.events) {
      if (event.type === "partial") told.greys.push(event.text.trim());
      if (event.type === "words") {
        words.push(...event.words);
        told.words.push(...event.words.map(({ text }) => text));
      }
      if (event.type !== "utterance") continue;
      told.utterances++;
      words = [];
    }
    state = heard;
  };
  const over = Promise.withResolvers<void>();
  const open = () => {
    const { untilSample: startSample, utterance, begun, keptWords } = structuredClone(state);
    const said = keptWords > 0 ? words.slice(-keptWords) : [];
    let isLost = false;
    const live = { settings: { ...settings, partials: true }, utterance, begun, said };
    const stream = new HostLiveStream(
      { lane: "interactive", isText: false, startSample, language: null, hotwords: [], phrases: [], live },
      parts(RUNNING),
      {
        settled() {},
        woken() {},
        heard: (heard) => isLost || take(heard),
        done: over.resolve,
        failed: over.reject,
      },
    );
    let at = startSample;
    return {
      lose: () => {
        isLost = true;
        stream.close();
      },
      end: () => stream.end(),
      async listen(until: number) {
        for (; at < until; at += RATE / 20) {
          const block = samples.slice(at, Math.min(at + RATE / 20, until));
          stream.append(new Uint8Array(block.buffer));
          await work(stream);
        }
      },
      work: () => work(stream),
    };
  };
  let host = open();
  for (const loss of losses) {
    await host.listen(loss);
    host.lose();
    host = open();
  }
  await host.listen(samples.length);
  host.end();
  await host.work();
  await over.promise;
  return told;
}

async function work(stream: HostLiveStream): Promise<void> {
  do {
    stream.work(() => false);
    await new Promise(setImmediate);
  } while (stream.hasWork);
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const names = (count: number) => numbers(count).map((i) => `w${i}`);

test("each word is grey before it is final, which it is once another follows", async () => {
  const told = await hear(sound([0, 1, 2, 3, 0, 0, 0, 4, 5, 0, 0, 0]));
  expect(told.words).toEqual(names(5));
  expect(told.utterances).toBe(2);
  expect(told.greys.filter(Boolean)).toEqual(["w1", "w2", "w3", "w4", "w5"]);
});

test("speech without a pause is cut again and again, and no word is lost or said twice", async () => {
  expect((await hear(sound([...numbers(90), 0, 0]))).words).toEqual(names(90));
});

test("a long stretch ends at a pause that does not end the utterance", async () => {
  const spoken = numbers(60).flatMap((i) => (i % 25 === 0 ? [i, 0] : [i]));
  const told = await hear(sound([0, ...spoken, 0, 0]));
  expect(told.words).toEqual(names(60));
});

test("a lost host costs no word, wherever it is lost", async () => {
  const words = [0, ...numbers(40), 0, 0, 0, ...numbers(60).slice(40), 0, 0];
  const samples = sound(words);
  for (const seconds of [0.7, 3.1, 9.85, 10.4, 19.95, 21.2, 22.4, 26.3]) {
    const told = await hear(samples, [Math.round(seconds * RATE)]);
    expect([seconds, told.words]).toEqual([seconds, names(60)]);
  }
});

/** One that is given all at once, and then left alone; it is worked on only when it asks for it. */
function leftAlone(decoder: Decoder, samples: Int16Array) {
  const told: LiveHeard["events"] = [];
  const settings = { language: null, hotwords: [], phrases: [], endpointing: ENDPOINTING, holdBackMs: 0 };
  const live = { settings: { ...settings, partials: true }, utterance: 0, begun: null, said: [] };
  const stream: HostLiveStream = new HostLiveStream(
    { lane: "interactive", isText: false, startSample: 0, language: null, hotwords: [], phrases: [], live },
    parts(decoder),
    {
      settled() {},
      heard: ({ events }) => told.push(...events),
      woken: () => setImmediate(() => stream.work(() => false)),
      done() {},
      failed(fault) {
        throw fault;
      },
    },
  );
  stream.append(new Uint8Array(samples.buffer));
  stream.work(() => false);
  return { stream, told };
}

test.each([
  ["a model that hears speech as it comes", RUNNING],
  ["one that decodes it again and again", REPEATED],
])("with %s a stream goes on after each utterance, though nothing more comes", async (_, decoder) => {
  const { stream, told } = leftAlone(decoder, sound([0, 1, 2, 0, 0, 0, 3, 0, 0, 0, 4, 5, 6, 0, 0]));
  await eventually(() => told.filter(({ type }) => type === "utterance").length, 3);
  stream.close();
});

test("what was said last is shown, though no silence comes behind it", async () => {
  const { stream, told } = leftAlone(REPEATED, sound([0, 1, 2, 3]));

  await eventually(() => told.findLast(({ type }) => type === "partial"), {
    type: "partial",
    utterance: 0,
    text: "w1 w2 w3",
  });
  stream.close();
});
