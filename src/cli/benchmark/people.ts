/** From a measured server to how many people it is enough for. */
import { percentile } from "../../lib/percentile.ts";
import type { Measurement } from "./measure.ts";
import { capacityOf, simulate } from "./queue-model.ts";

/** In the busiest hour; of a day's dictation as much falls into it as of a day's calls in offices, at most a fifth. */
export const BUSY_HOUR_SHARE = 0.2;
const SHARES_SHOWN = [0.25, 0.5, 0.75, 0.9];

export interface Crowd {
  people: number;
  /** Of the machine's capacity, in the busiest hour. */
  load: number;
  /** Null if more is dictated than can be recognized. */
  p50Seconds: number | null;
  p95Seconds: number | null;
}

/** Dictations a second of one person in the busiest hour. */
export function dictationsOfOne(minutesADay: number, meanAudioSeconds: number): number {
  return (minutesADay * 60 * BUSY_HOUR_SHARE) / meanAudioSeconds / 3600;
}

export function predict(measured: Measurement, people: number, minutesADay: number): Crowd {
  const arrivals = people * dictationsOfOne(minutesADay, measured.meanAudioSeconds);
  const took = simulate(measured, arrivals);
  return {
    people,
    load: arrivals / capacityOf(measured),
    p50Seconds: took && percentile(took, 0.5),
    p95Seconds: took && percentile(took, 0.95),
  };
}

/** At some parts of the capacity. */
export function crowds(measured: Measurement, minutesADay: number): Crowd[] {
  return SHARES_SHOWN.map((share) =>
    predict(measured, Math.floor(share * mostPeople(measured, minutesADay)), minutesADay),
  );
}

/** The most people of whom 95 in 100 dictations take no longer than that; null if not even one's do. */
export function largestCrowd(measured: Measurement, minutesADay: number, p95Seconds: number): Crowd | null {
  const isServed = (crowd: Crowd) => crowd.p95Seconds !== null && crowd.p95Seconds <= p95Seconds;
  let best = predict(measured, 1, minutesADay);
  if (!isServed(best)) return null;
  let tooMany = Math.max(2, mostPeople(measured, minutesADay) + 1);
  while (tooMany - best.people > 1) {
    const crowd = predict(measured, Math.floor((best.people + tooMany) / 2), minutesADay);
    if (isServed(crowd)) best = crowd;
    else tooMany = crowd.people;
  }
  return best;
}

function mostPeople(measured: Measurement, minutesADay: number): number {
  return Math.floor(capacityOf(measured) / dictationsOfOne(minutesADay, measured.meanAudioSeconds));
}
