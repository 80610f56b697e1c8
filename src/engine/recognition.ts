/** One recording through the recognizer, seen from the parent: its pieces in order, and how much of it was speech. */
import { CarriedRecording } from "./carried-recording.ts";
import { ENGINE_SAMPLE_RATE, type Piece, type Recognition, type RecognizeOptions } from "./engine.ts";
import type { Hosts } from "./hosts.ts";
import type { ModelSpec } from "./model-spec.ts";
import type { Settled } from "./protocol.ts";

export interface RecognizedBy extends Pick<ModelSpec, "id" | "languages" | "takesHotwords" | "files"> {
  /** Whether the starter's network listens too, which finds hotwords and phrases. */
  isAligned: boolean;
}

export class RunningRecognition {
  readonly #options: RecognizeOptions;
  readonly #model: RecognizedBy;
  readonly #carried: CarriedRecording<Settled>;
  readonly #pieces: Piece[] = [];
  readonly #language: string | null;
  readonly #hotwords: string[];
  /** Characters of text by the language that the model heard; in part, where it says how sure it is. */
  readonly #heard = new Map<string, number>();
  #speechBeforeStream = 0;
  #speechOfStream = 0;

  constructor(hosts: Hosts, options: RecognizeOptions, model: RecognizedBy) {
    this.#options = options;
    this.#model = model;
    const wishes = wishesFor(model, options);
    this.#language = wishes.language;
    this.#hotwords = wishes.hotwords;
    const { lane } = options;
    const told = { lane, isText: false, ...wishes };
    this.#carried = new CarriedRecording({
      what: "Recognition",
      open: (startSample, listener, signal) => hosts.open({ ...told, startSample }, listener, signal),
      onSettled: (settled) => this.#settle(settled),
      onOpen: () => {
        this.#speechBeforeStream += this.#speechOfStream;
        this.#speechOfStream = 0;
      },
      signal: options.signal,
    });
  }

  /** @throws what `audio` throws, the signal's reason, or `engine_unavailable`. */
  async run(audio: AsyncIterable<Int16Array>): Promise<Recognition> {
    await this.#carried.run(audio);
    return {
      pieces: this.#pieces,
      audioDurationSeconds: this.#carried.receivedSeconds,
      speechDurationSeconds: (this.#speechBeforeStream + this.#speechOfStream) / ENGINE_SAMPLE_RATE,
      modelId: this.#model.id,
      language: this.#language ?? mostHeard(this.#heard),
      // A word model finds them, and writes them in letters of its own.
      hotwordsUsed:
        this.#hotwords.length > 0 && this.#model.takesHotwords && this.#model.files.words === undefined,
    };
  }

  #settle({ untilSample, speechSamples, pieces }: Settled): void {
    for (const { language, languageProbabilities, ...piece } of pieces) {
      this.#pieces.push(piece);
      const sure = languageProbabilities ?? (language === null ? {} : { [language]: 1 });
      for (const [code, probability] of Object.entries(sure))
        this.#heard.set(code, (this.#heard.get(code) ?? 0) + probability * piece.text.length);
    }
    this.#speechOfStream = speechSamples;
    this.#options.onProgress?.(untilSample / ENGINE_SAMPLE_RATE, pieces.map(({ text }) => text).join(" "));
  }
}

/** Mandarin is `cmn` or, as a macrolanguage, `zh`. */
const SAME: Readonly<Record<string, string>> = { zh: "cmn", cmn: "zh" };

/** The part of a caller's wishes that the model takes. */
export function wishesFor(
  model: RecognizedBy,
  { language, hotwords, phrases }: Pick<RecognizeOptions, "language" | "hotwords" | "phrases">,
) {
  return {
    language: languageFor(model.languages, language ?? null),
    hotwords: model.takesHotwords || model.isAligned ? [...(hotwords ?? [])] : [],
    phrases: model.isAligned ? [...(phrases ?? [])] : [],
  };
}

/** The model's own code for the language; its only one in any case, and null if it has none or several to choose from. */
function languageFor(languages: readonly string[], wanted: string | null): string | null {
  if (languages.length === 1) return languages[0] ?? null;
  if (wanted === null) return null;
  return [wanted, SAME[wanted] ?? wanted].find((code) => languages.includes(code)) ?? null;
}

function mostHeard(heard: ReadonlyMap<string, number>): string | null {
  return [...heard].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
