/** A dictation beside long jobs: how much later its p95 is than alone, without a broker and with a worker, in turns. */

import { MOONSHINE_PACK_ID } from "../../../src/packs/builtin.ts";
import { latencies, tellBeside } from "../figures.ts";
import { benchSpeech, wavFile } from "../speech.ts";
import { localSite, remoteSite, type Site } from "./sites.ts";

const SECONDS = 5;
const JOBS = 12;
const JOB_SECONDS = 600;
const PAUSE_MS = 60;
/** As on one machine (`bench:fairness`). */
const GOAL = 1.5;

export async function measureFairness(dictations: number): Promise<void> {
  for (const [name, open] of [
    ["here", () => localSite(MOONSHINE_PACK_ID)],
    ["on a worker", () => remoteSite(MOONSHINE_PACK_ID, 1)],
  ] as const) {
    await using site: Site = await open();
    const clip = wavFile(benchSpeech(SECONDS));
    for (let i = 0; i < 5; i++) await site.dictate(clip);
    const pause = () => PAUSE_MS * Math.random() * 2;
    const dictate = () => latencies(dictations, pause, () => site.dictate(clip));
    const alone = await dictate();
    const recording = wavFile(benchSpeech(JOB_SECONDS));
    for (let job = 0; job < JOBS; job++) await site.createJob(recording);
    const beside = await dictate();
    tellBeside(`dictation ${name}, alone and beside jobs`, alone, beside, { most: GOAL });
  }
}
