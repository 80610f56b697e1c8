/** The time that a broker and a worker add to a dictation of five seconds, call by call in turns. */
import { percentile } from "../../../src/lib/percentile.ts";
import { latencies, tell } from "../figures.ts";
import { benchSpeech, wavFile } from "../speech.ts";
import { localSite, remoteSite } from "./sites.ts";

const SECONDS = 5;
const WARM_UP = 10;
const PAUSE_MS = 20;
const GOALS = { p50Ms: 5, p99Ms: 25 };

export async function measureLatency(pairs: number): Promise<void> {
  await using local = await localSite("starter-en");
  await using remote = await remoteSite("starter-en", 1);
  const wav = wavFile(benchSpeech(SECONDS));
  for (let i = 0; i < WARM_UP; i++) for (const site of [local, remote]) await site.dictate(wav);
  const pause = () => PAUSE_MS * Math.random() * 2;
  const here: number[] = [];
  const there: number[] = [];
  for (let i = 0; i < pairs; i++) {
    const both = [
      { site: local, took: here },
      { site: remote, took: there },
    ];
    for (const { site, took } of i % 2 === 0 ? both : both.reverse())
      took.push(...(await latencies(1, pause, () => site.dictate(wav))));
  }
  for (const [name, share, most] of [
    ["p50", 0.5, GOALS.p50Ms],
    ["p99", 0.99, GOALS.p99Ms],
  ] as const) {
    const [one, other] = [percentile(here, share), percentile(there, share)];
    tell(
      `dictation, ${name} ${one.toFixed(1)} here, ${other.toFixed(1)} on a worker: added`,
      other - one,
      "ms",
      { most },
    );
  }
}
