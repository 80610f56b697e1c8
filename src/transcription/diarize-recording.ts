/** Who said what: a recording is heard once more, and the words of its transcription get their speakers. */
import type { AudioSource } from "../audio/audio.ts";
import type { SpeakerEngine } from "../engine/speakers/speaker-engine.ts";
import { pausing } from "./recognize-recording.ts";
import { labelSpeakers } from "./speakers/label-speakers.ts";
import type { DiarizedTranscription, Transcription } from "./transcription.ts";

/** The engine that distinguishes speakers. */
export interface Speakers {
  engine: Pick<SpeakerEngine, "analyse">;
  /** Likeness from which on the embedding network's voices are one person's, see `ClusterOptions`. */
  similarity: number;
}

export interface DiarizeRecordingOptions {
  /** Speakers whose labels are kept, or null for all. */
  maxSpeakers: number | null;
  signal?: AbortSignal;
  /** Awaited before each block of audio is handed on: where work can step aside. */
  beforeBlock?: () => Promise<void>;
  /** Called with the seconds of audio that are done. */
  onProgress?: (doneSeconds: number) => void;
}

/**
 * Closes the source, whatever happens.
 * @throws the source's errors, the engine's (`engine_unavailable`), or the signal's reason.
 */
export async function diarizeRecording(
  { engine, similarity }: Speakers,
  source: AudioSource,
  transcription: Transcription,
  { maxSpeakers, signal, beforeBlock, onProgress }: DiarizeRecordingOptions,
): Promise<DiarizedTranscription> {
  try {
    const samples = beforeBlock ? pausing(source.samples, beforeBlock) : source.samples;
    const analysis = await engine.analyse(samples, {
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    });
    return await labelSpeakers(transcription, analysis, { similarity, maxSpeakers });
  } finally {
    await source.close();
  }
}
