/** A result of the API, whichever of its formats it has, as a page reads it. */
import type { Schemas } from "../../../client/api.ts";

export interface Turn {
  start: number;
  end: number;
  text: string;
  /** The text in order, in parts with a space between them. */
  passages: readonly Passage[];
  /** `spk_0` and so on; null if speakers were not distinguished. */
  speaker: string | null;
}

interface Passage {
  text: string;
  /** The recognizer was not sure of some of it. */
  unsure: boolean;
}

export interface Transcript {
  /** As it came; a text where the job was made for another format. */
  result: unknown;
  text: string;
  language: string | null;
  durationSeconds: number | null;
  speakers: readonly string[];
  /** Empty if the format has no times. */
  turns: readonly Turn[];
}

type Timed = Schemas["VerboseTranscription"] | Schemas["DiarizedTranscription"];

export function transcriptOf(result: unknown): Transcript {
  if (typeof result === "string") return { ...NONE, result, text: result.trim() };
  const {
    text = "",
    language = null,
    duration = null,
    segments = [],
    speakers = [],
  } = result as Partial<Schemas["DiarizedTranscription"]>;
  return {
    result,
    text,
    language,
    durationSeconds: duration,
    speakers,
    turns: joined(segmentsOf({ segments })),
  };
}

const NONE = { language: null, durationSeconds: null, speakers: [], turns: [] } as const;
const LONGEST_PAUSE_SECONDS = 2;
const LONGEST_TURN_CHARS = 600;

/** One person's words without a long pause make one paragraph. */
function joined(turns: readonly Turn[]): Turn[] {
  const paragraphs: Turn[] = [];
  for (const turn of turns) {
    const last = paragraphs.at(-1);
    const goesOn =
      last !== undefined &&
      last.speaker === turn.speaker &&
      turn.start - last.end <= LONGEST_PAUSE_SECONDS &&
      last.text.length + turn.text.length <= LONGEST_TURN_CHARS;
    if (goesOn)
      paragraphs[paragraphs.length - 1] = {
        ...last,
        end: turn.end,
        text: `${last.text} ${turn.text}`,
        passages: [...last.passages, ...turn.passages],
      };
    else paragraphs.push(turn);
  }
  return paragraphs;
}

/** The segments themselves, for subtitles. */
export function segmentsOf(result: unknown): Turn[] {
  const { segments = [] } = result as { segments?: Timed["segments"] };
  return segments.map((segment) => {
    const text = segment.text.trim();
    return {
      start: segment.start,
      end: segment.end,
      text,
      passages: [{ text, unsure: isUnsure(segment) }],
      speaker: "speaker" in segment ? segment.speaker : null,
    };
  });
}

/**
 * Two words of seven that the recognizer doubts come to -0.34. Of such passages of real voices nine in ten have a wrong word;
 * of those with a wrong word, a third to a half have so many (`src/engine/host/alignment/confidence.ts` says where the
 * figures come from).
 */
const UNSURE_LOG_PROBABILITY = -0.3;

function isUnsure(segment: Timed["segments"][number]): boolean {
  return "avg_logprob" in segment && (segment.avg_logprob ?? 0) < UNSURE_LOG_PROBABILITY;
}
