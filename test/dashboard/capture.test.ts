/** The browser's thread for sound, played by the test: what the microphone hears at its rate, what is sent at 16 kHz. */
import { expect, test } from "bun:test";

interface Sent {
  samples: Int16Array;
  level: number;
}
interface Processor {
  process(inputs: Float32Array[][]): boolean;
  port: { onmessage: () => void };
}

const BLOCK = 128;
const scope = globalThis as unknown as Record<string, unknown>;

async function heard(rate: number, signal: (second: number) => number, seconds = 1): Promise<Sent[]> {
  const sent: Sent[] = [];
  let registered: (new () => Processor) | null = null;
  scope.sampleRate = rate;
  scope.AudioWorkletProcessor = class {
    port = { onmessage: () => {}, postMessage: (message: Sent | null) => message && sent.push(message) };
  };
  scope.registerProcessor = (_name: string, type: new () => Processor) => {
    registered = type;
  };
  const script = await Bun.file(
    new URL("../../src/dashboard/pages/dictate/capture.js", import.meta.url),
  ).text();
  new Function(script)();
  const processor = new (registered as unknown as new () => Processor)();
  for (let at = 0; at < rate * seconds; at += BLOCK)
    processor.process([[Float32Array.from({ length: BLOCK }, (_, index) => signal((at + index) / rate))]]);
  processor.port.onmessage();
  expect(processor.process([[new Float32Array(BLOCK)]])).toBe(false);
  return sent;
}

const tone = (hertz: number) => (second: number) => 0.5 * Math.sin(2 * Math.PI * hertz * second);

/** Root mean square of the middle, if the filter has settled. */
function loudness(sent: Sent[]): number {
  const samples = sent.flatMap((each) => [...each.samples]).slice(1_600, 14_400);
  return Math.sqrt(samples.reduce((sum, value) => sum + (value / 32_767) ** 2, 0) / samples.length);
}

test.each([8_000, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000])(
  "a second at %d Hz is a second at 16 kHz, as loud as it was",
  async (rate) => {
    const sent = await heard(rate, tone(1_000));
    const count = sent.reduce((sum, { samples }) => sum + samples.length, 0);
    expect(Math.abs(count - 16_000)).toBeLessThanOrEqual(130);
    expect(sent[0]?.samples.length).toBe(800);
    expect(loudness(sent)).toBeCloseTo(0.5 / Math.SQRT2, 2);
    expect(sent[5]?.level).toBeCloseTo(0.5 / Math.SQRT2, 1);
  },
);

test.each([9_000, 12_000, 15_500, 20_000])("a tone of %d Hz does not come back as another", async (hertz) => {
  expect(loudness(await heard(48_000, tone(hertz)))).toBeLessThan(0.0005);
});

test("samples come when they were heard", async () => {
  const sent = await heard(44_100, (second) => (Math.abs(second - 0.5) < 1e-5 ? 1 : 0));
  const samples = sent.flatMap((each) => [...each.samples]);
  const loudest = samples.indexOf(Math.max(...samples));
  expect(Math.abs(loudest - 8_000)).toBeLessThanOrEqual(1);
});

test("what is too loud is cut, not turned over", async () => {
  const sent = await heard(16_000, () => 1.5);
  expect(Math.min(...(sent[5]?.samples ?? []))).toBe(32_767);
});
