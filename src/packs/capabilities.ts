/** Capabilities of a recognizer's pack, derived from its kind and its options. */
import type { RecognizerManifest } from "./manifest.ts";

export interface Capabilities {
  /** Whether the model says when each token was spoken; otherwise times of words are spread over their piece. */
  tokenTimes: boolean;
  /** Whether a recording's own list of rare words steers recognition. */
  hotwords: boolean;
  /** Whether the text comes with punctuation and capitals. */
  punctuation: boolean;
  /** Whether the model says which language it heard. */
  detectsLanguage: boolean;
  /** Whether the model takes the language of a recording: optionally, always, or never. */
  languageChoice: "optional" | "required" | "none";
  longestInputSeconds: number;
}

export function capabilitiesOf(manifest: RecognizerManifest): Capabilities {
  const { longest_input_seconds: longestInputSeconds } = manifest.decoding;
  const several = manifest.languages.length > 1;
  const family = familyOf(manifest);
  return {
    ...family,
    detectsLanguage: several && family.detectsLanguage,
    languageChoice: several ? family.languageChoice : "none",
    longestInputSeconds,
  };
}

type Family = Omit<Capabilities, "longestInputSeconds">;

const PLAIN = { hotwords: false, detectsLanguage: false, languageChoice: "none" } as const;

function familyOf(manifest: RecognizerManifest): Family {
  switch (manifest.kind) {
    case "whisper": {
      const { token_times: tokenTimes, language } = manifest.decoding;
      return {
        ...PLAIN,
        tokenTimes,
        punctuation: true,
        detectsLanguage: language === undefined,
        languageChoice: "optional",
      };
    }
    case "whisper_ggml": {
      const { hotwords, language } = manifest.decoding;
      return {
        hotwords,
        tokenTimes: true,
        punctuation: true,
        detectsLanguage: language === undefined,
        languageChoice: "optional",
      };
    }
    case "paraformer": {
      const { token_times: tokenTimes, punctuated: punctuation } = manifest.decoding;
      return { ...PLAIN, tokenTimes, punctuation };
    }
    case "sense_voice": {
      const { inverse_text_normalization: punctuation, language } = manifest.decoding;
      return { ...PLAIN, tokenTimes: true, punctuation, detectsLanguage: language === undefined };
    }
    case "canary":
    case "cohere_transcribe":
      return {
        ...PLAIN,
        tokenTimes: false,
        punctuation: manifest.decoding.punctuation,
        languageChoice: "required",
      };
    case "qwen3_asr":
      return {
        ...PLAIN,
        tokenTimes: false,
        punctuation: true,
        hotwords: manifest.decoding.hotwords,
        languageChoice: "optional",
      };
    case "funasr_nano":
      return { ...PLAIN, tokenTimes: false, punctuation: true };
    case "moonshine":
    case "moonshine_v2":
    case "fire_red_aed":
    case "streaming_paraformer":
      return { ...PLAIN, tokenTimes: false, punctuation: manifest.decoding.punctuated };
    case "transducer":
    case "nemo_transducer": {
      const { punctuated, modeling_unit } = manifest.decoding;
      return { ...PLAIN, tokenTimes: true, punctuation: punctuated, hotwords: modeling_unit !== undefined };
    }
    case "nemo_ctc": {
      const { punctuated: punctuation } = manifest.decoding;
      return { ...PLAIN, tokenTimes: true, punctuation, hotwords: manifest.files.words !== undefined };
    }
    default:
      return { ...PLAIN, tokenTimes: true, punctuation: manifest.decoding.punctuated };
  }
}
