/** Chooses the pack that sets marks, loads it, and sees to it that no text is lost for want of them. */
import { limits } from "../config/limits.ts";
import type { Lane } from "../engine/engine.ts";
import { TiroError } from "../lib/errors.ts";
import { languagesOf } from "../lib/languages.ts";
import type { Logger } from "../lib/logger.ts";
import { Tally } from "../lib/tally.ts";
import { capabilitiesOf } from "../packs/capabilities.ts";
import { SENTENCE_WORDS } from "../text/formatting/punctuation/finish-sentences.ts";
import type { MarkedWord } from "../text/formatting/punctuation/marked-words.ts";
import type {
  InstalledPacks,
  InstalledRecognizer,
  LoadablePack,
  PunctuationPack,
} from "./installed-packs.ts";
import { type LoadedPacks, PackUnusable } from "./loaded-packs.ts";
import { type HeardWord, setMarks } from "./set-marks.ts";

export type { HeardWord };

/** `models.punctuation`: `auto`, `off`, or a pack's id or full name. */
export type PunctuationChoice = string;

export interface MarkOptions {
  /** tiro's code. */
  language: string;
  lane: Lane;
  signal?: AbortSignal;
}

export interface PunctuatorOptions {
  installed: InstalledPacks;
  loaded: LoadedPacks<LoadablePack>;
  choice: PunctuationChoice;
  logger: Logger;
}

/** Outcomes of texts that needed marks, by the pack that was to set them. */
export const punctuatedTexts = new Tally<"pack" | "outcome">();

/** The text is as it was heard, because nothing could set its marks, or not in time. */
export class NotPunctuated extends Error {}

export class Punctuator {
  readonly #options: PunctuatorOptions;

  constructor(options: PunctuatorOptions) {
    this.#options = options;
  }

  /** As of `RoutedEngine`. Interactive work waits for so long only; other work waits for memory and processors. */
  async punctuate(
    words: readonly HeardWord[],
    { language, lane, signal }: MarkOptions,
  ): Promise<MarkedWord[] | null> {
    const { loaded, logger } = this.#options;
    const pack = this.#packFor(language);
    if (!pack || words.length < SENTENCE_WORDS) return null;
    const hurries = lane === "interactive";
    const deadline = AbortSignal.timeout(limits.punctuationMs + words.length * limits.punctuationWordMs);
    const ends = [...(signal ? [signal] : []), ...(hurries ? [deadline] : [])];
    const stop = AbortSignal.any(ends);
    try {
      // Text without marks is better than a person's wait for memory that others use.
      const lease = await loaded.acquire(pack, stop, hurries ? { waitMs: 0 } : {});
      try {
        const marked = await setMarks(lease.engine, pack, words, language, { lane, signal: stop });
        punctuatedTexts.add({ pack: pack.name, outcome: "punctuated" });
        return marked;
      } finally {
        lease.release();
      }
    } catch (error) {
      signal?.throwIfAborted();
      punctuatedTexts.add({ pack: pack.name, outcome: "failed" });
      const cause = reasonOf(error);
      logger.error("text_not_punctuated", { pack: pack.name, words: words.length, cause });
      throw new NotPunctuated(cause);
    }
  }

  /** Loads what a recognizer that writes no marks will need, so that the first caller does not wait for it. */
  async warmFor(recognizer: InstalledRecognizer): Promise<void> {
    const { installed, choice, loaded, logger } = this.#options;
    const pack = marksFor(recognizer, installed.now.punctuators, choice);
    try {
      if (pack) (await loaded.acquire(pack, undefined, { waitMs: 0 })).release();
    } catch (error) {
      if (loaded.isClosed) return;
      logger.warn("punctuation_not_loaded", { pack: pack?.name, cause: reasonOf(error) });
    }
  }

  #packFor(language: string): PunctuationPack | null {
    const { installed, choice } = this.#options;
    return punctuationFor(installed.now.punctuators, choice, language);
  }
}

/** The pack for texts of a recognizer that writes no marks, in its first language; null if none is needed, or there. */
export function marksFor(
  { manifest }: InstalledRecognizer,
  packs: readonly PunctuationPack[],
  choice: PunctuationChoice,
): PunctuationPack | null {
  const [language] = languagesOf(manifest.languages);
  if (capabilitiesOf(manifest).punctuation || language === undefined) return null;
  return punctuationFor(packs, choice, language);
}

/** The first that knows the language; null if none does, or the site wants none. */
function punctuationFor(
  packs: readonly PunctuationPack[],
  choice: PunctuationChoice,
  language: string,
): PunctuationPack | null {
  if (choice === "off") return null;
  const wanted = packs.filter(({ name, manifest }) => choice === manifest.id || choice === name);
  const able = [...wanted, ...packs].find(({ manifest }) =>
    languagesOf(manifest.languages).includes(language),
  );
  return able ?? null;
}

/** For the operator. */
export function reasonOf(error: unknown): string {
  const fault = error instanceof PackUnusable ? error.fault : error;
  return (fault instanceof TiroError ? fault.extras.hint : undefined) ?? String(fault);
}
