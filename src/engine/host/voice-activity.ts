/** The voice-activity detector's decisions on one stretch, window by window. */
export interface VoiceActivity {
  /** Where the first window begins. */
  fromSample: number;
  windowSamples: number;
  speech: boolean[];
}

export function speechSamples({ speech, windowSamples }: VoiceActivity): number {
  return speech.filter(Boolean).length * windowSamples;
}

/**
 * The share, 0 to 1, of the windows between two positions in which no speech was heard; at least one window is looked
 * at, and what lies outside the stretch is silence.
 */
export function noSpeechShare(activity: VoiceActivity, fromSample: number, untilSample: number): number {
  const windowAt = (sample: number) => (sample - activity.fromSample) / activity.windowSamples;
  const first = Math.floor(windowAt(fromSample));
  const end = Math.max(Math.ceil(windowAt(untilSample)), first + 1);
  let silent = 0;
  for (let window = first; window < end; window++) if (!activity.speech[window]) silent++;
  return silent / (end - first);
}
