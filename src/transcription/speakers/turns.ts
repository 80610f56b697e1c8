/** Who speaks when in the whole recording. */
import type { Span, SpeakerAnalysis, Stretch } from "../../engine/speakers/speaker-engine.ts";
import { type ClusterOptions, clusterVoices, mostAlike } from "./cluster-voices.ts";

export interface Turn extends Span {
  /** Number of the speaker. */
  speaker: number;
}

export interface SpeakerTurns {
  /** In order of their starts. Those of different speakers may overlap, those of one do not. */
  turns: Turn[];
  /** The voice of each speaker. */
  centres: Float32Array[];
}

/** A shorter silence of a speaker ends no turn. */
const JOIN_SECONDS = 0.3;
/** A shorter turn is a slip of the network. */
const SHORTEST_TURN_SECONDS = 0.2;
/** A shorter stretch of which no voice was heard is nobody's; so is one over other words that is further from his. */
const SHORTEST_UNHEARD_SECONDS = 0.4;
const UNHEARD_GAP_SECONDS = 2;

export async function speakerTurns(
  { stretches }: SpeakerAnalysis,
  options: ClusterOptions,
): Promise<SpeakerTurns> {
  const heard = stretches.flatMap(({ voices }) =>
    voices.flatMap((voice) => (voice.embedding ? [{ ...voice, embedding: voice.embedding }] : [])),
  );
  const { labels, centres } = await clusterVoices(heard, options);
  let next = 0;
  const spans: Span[][] = centres.map(() => []);
  const unheard: Stretch[] = [];
  for (const stretch of stretches) {
    const known = stretch.voices.flatMap(({ embedding, startSeconds, endSeconds }) =>
      embedding ? [{ startSeconds, endSeconds, speaker: labels[next++] as number }] : [],
    );
    if (known.length === 0) unheard.push(stretch);
    for (const { speaker, ...span } of fillStretch(stretch, known)) spans[speaker]?.push(span);
  }
  placeUnheard(unheard, spans);
  const turns = spans.flatMap((own, speaker) => joinSpans(own).map((span) => ({ speaker, ...span })));
  return { turns: turns.sort((a, b) => a.startSeconds - b.startSeconds || a.speaker - b.speaker), centres };
}

/**
 * Who is left when only the `most` speakers who speak longest are kept: each other one is taken for the kept one who
 * sounds most alike.
 * @returns for each speaker whose words his are.
 */
export function keepLoudest({ turns, centres }: SpeakerTurns, most: number): number[] {
  const seconds = centres.map(() => 0);
  for (const { speaker, startSeconds, endSeconds } of turns)
    seconds[speaker] = (seconds[speaker] as number) + endSeconds - startSeconds;
  const byLength = seconds
    .map((_, speaker) => speaker)
    .sort((a, b) => (seconds[b] as number) - (seconds[a] as number));
  const kept = byLength.slice(0, most);
  const keptCentres = kept.map((speaker) => centres[speaker] as Float32Array);
  return centres.map((centre, speaker) =>
    kept.includes(speaker) ? speaker : (kept[mostAlike(keptCentres, centre)] as number),
  );
}

/**
 * A stretch cut at the middles between its known voices: where others speak too, or there was too little to hear, it
 * is still the one who speaks right before or after.
 */
function fillStretch(stretch: Stretch, known: readonly Turn[]): Turn[] {
  return known.map(({ speaker, startSeconds, endSeconds }, at) => {
    const [before, after] = [known[at - 1], known[at + 1]];
    return {
      speaker,
      startSeconds: before ? (before.endSeconds + startSeconds) / 2 : stretch.startSeconds,
      endSeconds: after ? (endSeconds + after.startSeconds) / 2 : stretch.endSeconds,
    };
  });
}

/**
 * Gives each stretch all of which somebody else talks over to the person who speaks soonest before or after it and is not
 * that somebody. One of those who talk there is somebody known, however far his other turns are.
 * @param spans each speaker's; added to.
 */
function placeUnheard(stretches: readonly Stretch[], spans: Span[][]): void {
  const heard = spans.map((own) => own.slice());
  for (const stretch of stretches) {
    const seconds = stretch.endSeconds - stretch.startSeconds;
    if (seconds < SHORTEST_UNHEARD_SECONDS) continue;
    const shared = spans.map((own) => own.reduce((sum, span) => sum + Math.max(0, -gapOf(span, stretch)), 0));
    const isAlone = shared.every((common) => common <= seconds / 2);
    let [nearest, least]: [number | null, number] = [
      null,
      isAlone ? Number.POSITIVE_INFINITY : UNHEARD_GAP_SECONDS,
    ];
    for (const [speaker, own] of heard.entries()) {
      if ((shared[speaker] as number) > seconds / 2) continue;
      const gap = own.reduce((sum, span) => Math.min(sum, gapOf(span, stretch)), Number.POSITIVE_INFINITY);
      if (gap < least) [nearest, least] = [speaker, gap];
    }
    const { startSeconds, endSeconds } = stretch;
    if (nearest !== null) spans[nearest]?.push({ startSeconds, endSeconds });
  }
}

/** Seconds between two spans; less than 0 is how much they share. */
function gapOf(one: Span, other: Span): number {
  return Math.max(one.startSeconds, other.startSeconds) - Math.min(one.endSeconds, other.endSeconds);
}

function joinSpans(spans: Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.sort((a, b) => a.startSeconds - b.startSeconds)) {
    const last = joined.at(-1);
    if (last && span.startSeconds - last.endSeconds < JOIN_SECONDS)
      last.endSeconds = Math.max(last.endSeconds, span.endSeconds);
    else joined.push({ ...span });
  }
  return joined.filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= SHORTEST_TURN_SECONDS);
}
