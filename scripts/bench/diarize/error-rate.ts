/** Diarization error rate, as NIST's evaluations define it: speech missed, falsely found or given to another, over all speech. */

export interface Turn {
  speaker: string;
  startSeconds: number;
  endSeconds: number;
}

export interface DiarizationError {
  /** In seconds; where two speak at once, both count. */
  missed: number;
  falselyFound: number;
  givenToAnother: number;
  speech: number;
}

const STEP_SECONDS = 0.01;

/**
 * Speakers are matched so that the error is least.
 * @param collarSeconds around each true border nothing counts.
 */
export function diarizationError(
  truth: readonly Turn[],
  found: readonly Turn[],
  collarSeconds: number,
): DiarizationError {
  const end = Math.max(0, ...[...truth, ...found].map(({ endSeconds }) => endSeconds));
  const steps = Math.ceil(end / STEP_SECONDS) + 1;
  const counts = outsideCollars(truth, steps, collarSeconds);
  const [real, heard] = [tracksOf(truth, steps), tracksOf(found, steps)];
  const shared = [...real.values()].map((track) =>
    [...heard.values()].map((other) => common(track, other, counts)),
  );
  const error = { missed: 0, falselyFound: 0, givenToAnother: 0, speech: 0 };
  let both = 0;
  for (let step = 0; step < steps; step += 1) {
    if (!counts[step]) continue;
    const talking = activeAt(real, step);
    const told = activeAt(heard, step);
    error.speech += talking;
    error.missed += Math.max(0, talking - told);
    error.falselyFound += Math.max(0, told - talking);
    both += Math.min(talking, told);
  }
  error.givenToAnother = both - bestMatch(shared).shared;
  for (const key of Object.keys(error) as (keyof DiarizationError)[]) error[key] *= STEP_SECONDS;
  return error;
}

export function rateOf({ missed, falselyFound, givenToAnother, speech }: DiarizationError): number {
  return (missed + falselyFound + givenToAnother) / speech;
}

/** Which found speaker stands for which true one: the matching that shares most time. */
export function matchSpeakers(truth: readonly Turn[], found: readonly Turn[]): Map<string, string> {
  const end = Math.max(0, ...[...truth, ...found].map(({ endSeconds }) => endSeconds));
  const steps = Math.ceil(end / STEP_SECONDS) + 1;
  const [real, heard] = [tracksOf(truth, steps), tracksOf(found, steps)];
  const all = new Uint8Array(steps).fill(1);
  const shared = [...real.values()].map((track) =>
    [...heard.values()].map((other) => common(track, other, all)),
  );
  const [realNames, heardNames] = [[...real.keys()], [...heard.keys()]];
  return new Map(
    bestMatch(shared).columns.flatMap((column, row) =>
      column === null ? [] : [[heardNames[column] as string, realNames[row] as string]],
    ),
  );
}

/** By trying all matchings: there are at most eight on a side. */
function bestMatch(
  shared: readonly number[][],
  row = 0,
  taken = 0,
): { shared: number; columns: (number | null)[] } {
  const line = shared[row];
  if (!line) return { shared: 0, columns: [] };
  const without = bestMatch(shared, row + 1, taken);
  let best = { shared: without.shared, columns: [null, ...without.columns] as (number | null)[] };
  for (const [column, steps] of line.entries()) {
    if (taken & (1 << column)) continue;
    const rest = bestMatch(shared, row + 1, taken | (1 << column));
    if (steps + rest.shared > best.shared)
      best = { shared: steps + rest.shared, columns: [column, ...rest.columns] };
  }
  return best;
}

/** For each speaker a mark at every step in which he speaks. */
function tracksOf(turns: readonly Turn[], steps: number): Map<string, Uint8Array> {
  const tracks = new Map<string, Uint8Array>();
  for (const { speaker, startSeconds, endSeconds } of turns) {
    const track = tracks.get(speaker) ?? new Uint8Array(steps);
    track.fill(1, Math.round(startSeconds / STEP_SECONDS), Math.round(endSeconds / STEP_SECONDS));
    tracks.set(speaker, track);
  }
  return tracks;
}

function outsideCollars(truth: readonly Turn[], steps: number, collarSeconds: number): Uint8Array {
  const counts = new Uint8Array(steps).fill(1);
  if (collarSeconds === 0) return counts;
  for (const border of truth.flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])) {
    const from = Math.round((border - collarSeconds) / STEP_SECONDS);
    counts.fill(0, Math.max(0, from), Math.round((border + collarSeconds) / STEP_SECONDS));
  }
  return counts;
}

function common(one: Uint8Array, other: Uint8Array, counts: Uint8Array): number {
  return one.reduce(
    (sum, mark, step) => sum + (mark & (other[step] as number) & (counts[step] as number)),
    0,
  );
}

function activeAt(tracks: ReadonlyMap<string, Uint8Array>, step: number): number {
  let active = 0;
  for (const track of tracks.values()) active += track[step] as number;
  return active;
}
