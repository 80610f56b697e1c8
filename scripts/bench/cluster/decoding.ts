/**
 * Audio by second of processor time that the recognizing processes take, a worker's own process included: three workers
 * against one, and one against the same recognizers without a broker, round by round in turns. Time on the clock would say
 * nothing: all of them share this machine. In all three cases three recognizers work at once, on one piece each: on
 * a machine with fewer processors, more of them take more time for the same words, with a broker or without.
 */
import { Seal } from "../../../src/engine/workers/sealing.ts";
import { MOONSHINE_PACK_ID } from "../../../src/packs/builtin.ts";
import { tell } from "../figures.ts";
import { benchSpeech, wavFile } from "../speech.ts";
import { localSite, remoteSite, type Site } from "./sites.ts";

const RECORDINGS = 6;
const AT_ONCE = 3;
/** Of a site: alone with its recording, a process would take the decodes of all that have none. */
const recognizers = (count: number) => ({ TIRO_ENGINE_PROCESSES: String(count) });
const GOALS = { ofOne: 0.95, ofNone: 0.97, sealingPercent: 1 };
/** Audio goes by the second, of which each is sealed on its own. */
const SECOND_BYTES = 32_000;
const OPENINGS = 5_000;

interface Sum {
  audio: number;
  recognizing: number;
  serving: number;
}

export async function measureDecoding({
  rounds,
  seconds,
}: {
  rounds: number;
  seconds: number;
}): Promise<void> {
  await using local = await localSite(MOONSHINE_PACK_ID, recognizers(AT_ONCE));
  await using one = await remoteSite(MOONSHINE_PACK_ID, 1, { workerSettings: recognizers(AT_ONCE) });
  await using three = await remoteSite(MOONSHINE_PACK_ID, AT_ONCE, { workerSettings: recognizers(1) });
  const speech = benchSpeech(seconds);
  const share = Math.floor(speech.length / RECORDINGS);
  const wavs = Array.from({ length: RECORDINGS }, (_, i) =>
    wavFile(speech.subarray(i * share, (i + 1) * share)),
  );
  const sites = { local, one, three };
  const sums = { local: empty(), one: empty(), three: empty() };
  for (const site of Object.values(sites)) await Promise.all(wavs.map((wav) => site.transcribe(wav)));
  for (let round = 0; round < rounds; round++)
    for (const [name, site] of Object.entries(sites))
      add(sums[name as keyof typeof sums], await decode(site, wavs, seconds));
  for (const [name, { audio, recognizing, serving }] of Object.entries(sums))
    console.log(
      `  ${name}: ${(audio / recognizing).toFixed(1)} s of audio a processor second, and of the server's own ${(audio / serving).toFixed(0)}`,
    );
  const rate = ({ audio, recognizing }: Sum) => audio / recognizing;
  tell("one worker, of the same without a broker", rate(sums.one) / rate(sums.local), "", {
    least: GOALS.ofNone,
  });
  tell("share of a worker's time that goes into seals", 100 * openingSeconds() * rate(sums.one), "%", {
    most: GOALS.sealingPercent,
  });
  tell("three workers, of one worker's", rate(sums.three) / rate(sums.one), "", { least: GOALS.ofOne });
}

async function decode(site: Site, wavs: readonly Uint8Array[], seconds: number): Promise<Sum> {
  const before = site.processorTime();
  const left = [...wavs];
  const transcribeNext = async () => {
    for (let wav = left.pop(); wav !== undefined; wav = left.pop()) await site.transcribe(wav);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, transcribeNext));
  const after = site.processorTime();
  return {
    audio: seconds,
    recognizing: after.recognizing - before.recognizing,
    serving: after.serving - before.serving,
  };
}

/** Of a second of audio. */
function openingSeconds(): number {
  const seal = new Seal(Buffer.alloc(32, 7), "to worker", 1);
  const header = Buffer.alloc(24);
  const sealed = seal.seal(1, header, Buffer.alloc(SECOND_BYTES, 1)).subarray(header.length);
  const begin = performance.now();
  for (let i = 0; i < OPENINGS; i++)
    if (seal.open(1, header, sealed) === null) throw new Error("does not open");
  return (performance.now() - begin) / 1000 / OPENINGS;
}

function empty(): Sum {
  return { audio: 0, recognizing: 0, serving: 0 };
}

function add(sum: Sum, more: Sum): void {
  sum.audio += more.audio;
  sum.recognizing += more.recognizing;
  sum.serving += more.serving;
}
