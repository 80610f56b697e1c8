/** The utterance that is being spoken: its number, where it began, and what was said of it. */
import type { Begun, LiveMessage, LiveOpening, LiveWord } from "../../live-protocol.ts";
import { isUnspaced, type SpacedWord, textOf } from "../words.ts";

const SAMPLE_RATE = 16_000;

export class Utterance {
  readonly #say: (message: LiveMessage) => void;
  #number: number;
  #begun: Begun | null;
  #lastWord: string | null = null;
  #partial = "";
  #language: string | null = null;

  constructor({ utterance, begun }: LiveOpening, say: (message: LiveMessage) => void) {
    this.#say = say;
    this.#number = utterance;
    this.#begun = begun && { ...begun };
    if (begun?.hasWords) this.#lastWord = "";
  }

  get number(): number {
    return this.#number;
  }

  get begun(): Begun | null {
    return this.#begun;
  }

  begin(startSample: number): void {
    this.#begun ??= { startSample, stopSample: null, hasWords: false };
  }

  start(startSample: number): void {
    this.begin(startSample);
    this.#say({ type: "speech_started", utterance: this.#number, atSeconds: startSample / SAMPLE_RATE });
  }

  stop(stopSample: number): void {
    if (this.#begun) this.#begun.stopSample = stopSample;
    this.#say({ type: "speech_stopped", utterance: this.#number, atSeconds: stopSample / SAMPLE_RATE });
  }

  /** Final words. */
  tell(words: SpacedWord[], language: string | null): void {
    const [first] = words;
    if (!first || !this.#begun) return;
    const told: LiveWord[] = words;
    this.#say({
      type: "words",
      utterance: this.#number,
      text: `${this.#separatorBefore(first)}${textOf(words)}`,
      words: told,
    });
    this.#lastWord = words.at(-1)?.text ?? "";
    this.#begun.hasWords = true;
    this.#language = language ?? this.#language;
  }

  /** Text after the final words. */
  guess(words: SpacedWord[]): void {
    const [first] = words;
    const text = first ? `${this.#separatorBefore(first)}${textOf(words)}` : "";
    if (text === this.#partial) return;
    this.#partial = text;
    this.#say({ type: "partial", utterance: this.#number, text });
  }

  end(endSample: number): void {
    const startSeconds = (this.#begun?.startSample ?? endSample) / SAMPLE_RATE;
    this.#say({
      type: "utterance",
      utterance: this.#number,
      startSeconds,
      endSeconds: endSample / SAMPLE_RATE,
      language: this.#language,
    });
    this.#next();
  }

  /** Nothing more is said of it. */
  forget(): void {
    if (this.#begun) this.#next();
  }

  #next(): void {
    this.#number++;
    this.#begun = null;
    this.#lastWord = null;
    this.#partial = "";
  }

  /** Words of scripts without spaces follow each other closely, also if one was decoded later than the other. */
  #separatorBefore(word: SpacedWord): string {
    if (this.#lastWord === null) return "";
    const joins = isUnspaced(word.text) && (this.#lastWord === "" || isUnspaced(this.#lastWord));
    return word.spaced && !joins ? " " : "";
  }
}
