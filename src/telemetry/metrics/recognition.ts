/** Metrics of the recognizer and its packs. */
import type { EngineState } from "../../engine/engine.ts";
import { punctuatedTexts } from "../../recognition/punctuator.ts";
import { recognitionSeconds, recognizedAudioSeconds } from "../../transcription/recognize-recording.ts";
import { type MetricsDeps, one, type Reading, type ReadMetric, seconds } from "./definition.ts";

const STATES: readonly EngineState[] = ["starting", "ready", "restarting", "failed", "stopped"];

export const recognitionMetrics: readonly ReadMetric[] = [
  {
    name: "tiro_recognized_audio_seconds_total",
    type: "counter",
    help: "Audio that was recognized, functional checks included.",
    labels: ["pack"],
    read: () => recognizedAudioSeconds.counts,
  },
  {
    name: "tiro_recognition_seconds_total",
    type: "counter",
    help: "Time that recordings were worked on, without their waits. Divided by the audio: the real-time factor.",
    labels: ["pack"],
    read: () => recognitionSeconds.counts,
  },
  {
    name: "tiro_punctuated_texts_total",
    type: "counter",
    help: "Texts of recognizers that write no punctuation, by what became of them: `punctuated`, or `failed` and left as they were.",
    labels: ["pack", "outcome"],
    read: () => punctuatedTexts.counts,
  },
  {
    name: "tiro_engine_ready",
    type: "gauge",
    help: "1 while speech can be recognized, else 0.",
    labels: [],
    read: ({ engine }) => one(engine.status().state === "ready" ? 1 : 0),
  },
  {
    name: "tiro_engine_processes",
    type: "gauge",
    help: "Recognizer processes, by state.",
    labels: ["state"],
    read: ({ engine }) => {
      const { processes } = engine.status();
      return STATES.map((state) => ({
        labels: { state },
        value: processes.filter((each) => each.state === state).length,
      }));
    },
  },
  {
    name: "tiro_packs_loaded",
    type: "gauge",
    help: "Packs in memory.",
    labels: [],
    read: ({ engine }) => one(engine.status().packs?.loaded.length ?? 1),
  },
  {
    name: "tiro_packs_quarantined",
    type: "gauge",
    help: "Packs that could not be loaded.",
    labels: [],
    read: ({ engine }) => one(engine.status().packs?.quarantined.length ?? 0),
  },
  {
    name: "tiro_pack_memory_bytes",
    type: "gauge",
    help: "Memory of a loaded pack, as measured, or, while it loads, as estimated.",
    labels: ["pack"],
    read: (deps) => ofPacks(deps, ({ memoryBytes }) => memoryBytes),
  },
  {
    name: "tiro_pack_recordings",
    type: "gauge",
    help: "Recordings that a loaded pack works on.",
    labels: ["pack"],
    read: (deps) => ofPacks(deps, ({ recordings }) => recordings),
  },
  {
    name: "tiro_functional_check_age_seconds",
    type: "gauge",
    help: "Time since the last functional check that succeeded; absent until one has.",
    labels: [],
    read: ({ functionalCheck }) => one(functionalCheck.successAgeSeconds),
  },
  {
    name: "tiro_functional_check_duration_seconds",
    type: "gauge",
    help: "How long the last functional check took, waiting included; absent if it failed.",
    labels: [],
    read: ({ functionalCheck }) => one(seconds(functionalCheck.health().latency_ms)),
  },
  {
    name: "tiro_functional_check_word_error_ratio",
    type: "gauge",
    help: "Share of the words that the last functional check got wrong; absent if it failed.",
    labels: [],
    read: ({ functionalCheck }) => one(functionalCheck.health().word_error_rate),
  },
];

type Pack = NonNullable<ReturnType<MetricsDeps["engine"]["status"]>["packs"]>["loaded"][number];

/** While one build of a pack replaces another they share its name, and are added up. */
function ofPacks({ engine }: MetricsDeps, figureOf: (pack: Pack) => number): Reading[] {
  return (engine.status().packs?.loaded ?? []).map((pack) => ({
    labels: { pack: pack.id },
    value: figureOf(pack),
  }));
}
