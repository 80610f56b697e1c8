/**
 * Speech for as long as one likes: right times to the end, in memory that does not grow with it.
 * `bun test/engine/long-speech.ts MINUTES` for more of it than a test has time for.
 */
import { expect } from "bun:test";
import { expectRightTimes } from "./conformance.ts";
import { clip, joined, SAMPLE_RATE, silence, startEngine } from "./support.ts";

/** A host with the starter pack at rest takes 120 MB, at work on one recording up to 240 MB. */
const MOST_BYTES = 320_000_000;

export async function hearForLong(minutes: number): Promise<void> {
  const engine = startEngine({ processes: 1, interactive_process: false });
  try {
    const { samples, starterText } = clip("synth_02_rms.wav");
    const turn = joined(samples, silence(8));
    const turnSeconds = turn.length / SAMPLE_RATE;
    const turns = Math.floor((60 * minutes) / turnSeconds);
    const speech = async function* () {
      for (let i = 0; i < turns; i++) yield turn;
    };
    let mostBytes = 0;
    const onProgress = () => {
      mostBytes = Math.max(mostBytes, ...engine.status().processes.map((process) => process.rssBytes ?? 0));
    };
    const recognition = await engine.recognize(speech(), { lane: "batch", onProgress });
    expect(recognition.pieces.map((piece) => piece.text)).toEqual(
      Array.from({ length: turns }, () => starterText),
    );
    recognition.pieces.forEach((piece, i) => {
      // The first word begins 0.24 s into the recording, and times come in steps of 80 ms.
      expect(Math.abs(piece.startSeconds - (i * turnSeconds + 0.24))).toBeLessThan(0.1);
    });
    expectRightTimes(recognition, { length: turns * turn.length } as Int16Array);
    expect(mostBytes).toBeGreaterThan(50_000_000);
    expect(mostBytes).toBeLessThan(MOST_BYTES);
  } finally {
    await engine.close();
  }
}

if (import.meta.main) {
  const [minutes = "60"] = process.argv.slice(2);
  await hearForLong(Number(minutes));
  console.log(`${minutes} minutes: every word at its time`);
}
