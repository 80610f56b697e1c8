/** Who speaks when in the whole recording. */
import type {
  LocalSpeaker,
  Span,
  SpeakerAnalysis,
  SpeakerWindow,
} from "../../engine/speakers/speaker-engine.ts";
import { type ClusterOptions, clusterVoices, mostAlike } from "./cluster-voices.ts";

export interface Turn extends Span {
  /** Number of the speaker. */
  speaker: number;
}

export interface SpeakerTurns {
  /** In order of their starts. Those of different speakers may overlap, those of one do not. */
  turns: Turn[];
  /** What each speaker sounds like. */
  centres: Float32Array[];
}

/** A shorter silence of a speaker ends no turn. */
const JOIN_SECONDS = 0.3;
/** A shorter turn is a slip of the network. */
const SHORTEST_TURN_SECONDS = 0.15;

export function speakerTurns({ windows }: SpeakerAnalysis, options: ClusterOptions): SpeakerTurns {
  const heard = windows.flatMap((window) =>
    window.speakers.flatMap((local) =>
      local.embedding ? [{ window, local, embedding: local.embedding }] : [],
    ),
  );
  const { labels, centres } = clusterVoices(
    heard.map(({ local, embedding }) => ({ embedding, seconds: local.soloSeconds })),
    options,
  );
  const spans: Span[][] = centres.map(() => []);
  for (const [i, { window, local }] of heard.entries())
    spans[labels[i] as number]?.push(...ownSpans(window, local));
  const turns = spans.flatMap((own, speaker) => joinSpans(own).map((span) => ({ speaker, ...span })));
  return { turns: turns.sort((a, b) => a.startSeconds - b.startSeconds || a.speaker - b.speaker), centres };
}

/**
 * Where somebody else than the `most` speakers who speak longest speaks, the one of them who sounds most like it.
 * @returns for each speaker whom its words are given to.
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

function ownSpans({ ownFromSeconds, ownUntilSeconds }: SpeakerWindow, { spans }: LocalSpeaker): Span[] {
  return spans
    .map(({ startSeconds, endSeconds }) => ({
      startSeconds: Math.max(startSeconds, ownFromSeconds),
      endSeconds: Math.min(endSeconds, ownUntilSeconds),
    }))
    .filter(({ startSeconds, endSeconds }) => endSeconds > startSeconds);
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
