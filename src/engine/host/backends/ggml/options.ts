/** whisper.cpp's options from a pack's manifest. */
import type { HostInit } from "../../../protocol.ts";

export interface WhisperOptions {
  /** As the pack writes it. Null: the model hears it. */
  language: string | null;
  translate: boolean;
  beamSize: number;
  /** From which on a stretch counts as silence, unless the model is sure of its words. */
  noSpeechThreshold: number;
}

const OPTIONS = new Set(["language", "task", "beam_size", "no_speech_threshold", "hotwords"]);

/** @throws on files and options that are not the kind's. */
export function whisperOptions({
  kind,
  files,
  options,
}: HostInit["model"]): WhisperOptions & { path: string } {
  const { model: path, ...others } = files;
  if (path === undefined) throw new Error(`a model of the kind ${kind} needs the file model`);
  const [strange] = Object.keys(others);
  if (strange !== undefined) throw new Error(`a model of the kind ${kind} has no file ${strange}`);
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) throw new Error(`a model of the kind ${kind} has no option ${unknown}`);
  const { language, task, beam_size: beamSize = 1, no_speech_threshold: noSpeech = 0.6 } = options;
  return {
    path,
    language: typeof language === "string" ? language : null,
    translate: task === "translate",
    beamSize: Number(beamSize),
    noSpeechThreshold: Number(noSpeech),
  };
}

/** By ISO 639 as packs write it. */
const OTHER_CODES: Readonly<Record<string, string>> = { cmn: "zh", jv: "jw" };

export function whisperCode(language: string): string {
  return OTHER_CODES[language] ?? language;
}
