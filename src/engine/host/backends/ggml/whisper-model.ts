/** One loaded model, and the places in which it decodes side by side. */
import { limits } from "../../../../config/limits.ts";
import type { WhisperSizes } from "../../../../lib/whisper-file/layout.ts";
import { languagesOf } from "../../../../lib/whisper-file/read.ts";
import type { Decoded, DecodeOptions, Decoder } from "../backend.ts";
import { hotwordPrompt } from "../hotword-prompt.ts";
import { cString, type Handle, type WhisperLibrary } from "./library.ts";
import { type WhisperOptions, whisperCode } from "./options.ts";
import { NUMBERS_OF_TOKEN, readTokens } from "./tokens.ts";

/** The library leaves out what begins in the last second of what it is given. */
const LEAST_SECONDS = 1.2;
/** The library's own list, of which a model may know fewer. */
const LIBRARY_LANGUAGES = 100;
/** Of a language that is not worth telling. */
const LEAST_PROBABILITY = 0.01;
/** The model takes half of its text for a prompt: with room for the marks around it. */
const PROMPT_SHARE = 0.45;

interface Settings extends WhisperOptions {
  path: string;
  sizes: WhisperSizes;
  threads: number;
  /** As the pack writes them. */
  languages: readonly string[];
}

export class WhisperModel implements Decoder {
  readonly #library: WhisperLibrary;
  readonly #settings: Settings;
  readonly #context: Handle;
  /** The pack's languages by the library's number. */
  readonly #languages: ReadonlyMap<number, string>;
  readonly #places: Handle[] = [];
  readonly #idle: Handle[] = [];
  /** Buffers that the library reads meanwhile. */
  readonly #inUse = new Set<object>();
  readonly #prompts = new Map<string, Buffer>();
  readonly #text = Buffer.alloc(limits.decodeTextBytes);
  readonly #numbers = new Float64Array(limits.decodeTokens * NUMBERS_OF_TOKEN);

  /** @throws if the library refuses the file, or the pack names a language that the model does not know. */
  constructor(library: WhisperLibrary, settings: Settings) {
    this.#library = library;
    this.#settings = settings;
    requireLanguages(settings);
    const numberOf = (language: string) => library.language_number(cString(whisperCode(language)));
    this.#languages = new Map(settings.languages.map((language) => [numberOf(language), language]));
    const context = library.load_model(cString(settings.path));
    if (context === null) throw new Error("whisper.cpp refuses the model");
    this.#context = context;
  }

  get stepsDone(): number {
    return this.#places.reduce((sum, place) => sum + this.#library.steps_of(place), 0);
  }

  prepare(samples: Float32Array, sampleRate: number, options: DecodeOptions): () => Promise<Decoded> {
    const least = Math.ceil(LEAST_SECONDS * sampleRate);
    const padded = samples.length < least ? new Float32Array(least) : samples;
    if (padded !== samples) padded.set(samples);
    return () => this.#inPlace(options.signal, (place) => this.#decode(place, padded, options));
  }

  async #inPlace<T>(signal: AbortSignal | undefined, use: (place: Handle) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    const place = this.#idle.pop() ?? this.#openPlace();
    const cancel = () => this.#library.cancel(place);
    signal?.addEventListener("abort", cancel, { once: true });
    let sound = true;
    try {
      const result = await use(place);
      signal?.throwIfAborted();
      return result;
    } catch (fault) {
      sound = signal?.aborted === true;
      throw sound ? signal?.reason : fault;
    } finally {
      signal?.removeEventListener("abort", cancel);
      this.#library.reset(place);
      // The library lets go of parts of a place in which it ran out of memory.
      if (sound) this.#idle.push(place);
    }
  }

  #openPlace(): Handle {
    const { threads, beamSize, translate, noSpeechThreshold } = this.#settings;
    const place = this.#library.open_place(
      this.#context,
      threads,
      beamSize,
      translate ? 1 : 0,
      noSpeechThreshold,
    );
    if (place === null) throw new Error("there is too little memory for one more decode");
    this.#places.push(place);
    return place;
  }

  async #decode(
    place: Handle,
    samples: Float32Array,
    { language, hotwords, signal }: DecodeOptions,
  ): Promise<Decoded> {
    const told = language ?? this.#onlyLanguage();
    const languages = told === null ? await this.#detect(place, samples) : null;
    signal?.throwIfAborted();
    const heard = told ?? (languages?.[0]?.[0] as string);
    const prompt = this.#prompt(hotwords);
    const code = cString(whisperCode(heard));
    await this.#finished(place, { samples, code, prompt }, () =>
      this.#library.start_decode(place, samples, code, prompt),
    );
    return {
      ...this.#read(place),
      language: heard,
      ...(languages && { languageProbabilities: Object.fromEntries(languages) }),
    };
  }

  /** The pack's own choice, or its only language. */
  #onlyLanguage(): string | null {
    const { language, languages } = this.#settings;
    return language ?? (languages.length === 1 ? (languages[0] as string) : null);
  }

  /** The pack's languages with their probabilities, the likeliest first. */
  async #detect(place: Handle, samples: Float32Array): Promise<[string, number][]> {
    const probabilities = new Float32Array(LIBRARY_LANGUAGES);
    await this.#finished(place, { samples, probabilities }, () =>
      this.#library.start_detection(place, samples, probabilities),
    );
    const own = [...this.#languages].map(([number, language]): [string, number] => [
      language,
      probabilities[number] as number,
    ]);
    const all = own.reduce((sum, [, probability]) => sum + probability, 0);
    const [first, ...others] = own
      .sort(([, a], [, b]) => b - a)
      .map(([language, p]): [string, number] => [language, all > 0 ? p / all : 0]);
    return [
      first as [string, number],
      ...others.filter(([, probability]) => probability >= LEAST_PROBABILITY),
    ];
  }

  /** @throws if the library gave up. */
  async #finished(place: Handle, used: object, start: () => Promise<null>): Promise<void> {
    this.#inUse.add(used);
    try {
      await start();
    } finally {
      this.#inUse.delete(used);
    }
    const failure = this.#library.failure_of(place);
    if (failure !== 0) throw new Error(`whisper.cpp did not decode (${failure})`);
  }

  #read(place: Handle) {
    const count = this.#library.read_tokens(place, this.#text, this.#numbers);
    if (count < 0) throw new Error("whisper.cpp returned more text than fits into one piece");
    return readTokens(this.#text, this.#numbers, count);
  }

  /** As many words as the model takes, the first of them. */
  #prompt(hotwords: readonly string[]): Buffer | null {
    const words = hotwordPrompt(hotwords).split(",");
    const key = words.join(",");
    if (key === "") return null;
    const known = this.#prompts.get(key);
    if (known) return known;
    if (this.#prompts.size >= limits.decodePrompts) this.#prompts.clear();
    const prompt = cString(` ${this.#fitting(words).join(", ")}`.trimEnd());
    this.#prompts.set(key, prompt);
    return prompt;
  }

  #fitting(words: readonly string[]): string[] {
    let room = Math.floor(this.#settings.sizes.textContext * PROMPT_SHARE);
    const fitting: string[] = [];
    for (const word of words) {
      room -= this.#library.count_tokens(this.#context, cString(`, ${word}`));
      if (room < 0) break;
      fitting.push(word);
    }
    return fitting;
  }
}

/** @throws if the pack names a language that the model does not know. */
function requireLanguages({ sizes, languages, language }: Settings): void {
  const known = languagesOf(sizes);
  const unknown = [...languages, ...(language === null ? [] : [language])].find(
    (code) => !known.includes(whisperCode(code)),
  );
  if (unknown !== undefined)
    throw new Error(`the model has no ${unknown}; its languages are ${known.join(" ")}`);
}
