/** The router as use cases need it. */
import type { Recognition, RecognizeOptions } from "../engine/engine.ts";
import type { ConfidenceBounds } from "../packs/kinds.ts";
import type { MarkedWord } from "../text/formatting/punctuation/marked-words.ts";
import type { HeardWord, MarkOptions } from "./punctuator.ts";

export interface RoutedOptions extends RecognizeOptions {
  /** The id of the pack that shall recognize; absent: the one of the language's route. */
  pack?: string | undefined;
  /** An organization's; null if all are. */
  allowedLanguages?: readonly string[] | null;
}

/** A recognition, and what its pack is known for. */
export interface RoutedRecognition extends Recognition {
  /** Whether it writes marks and capitals; unknown where it is absent. */
  punctuated?: boolean;
  /** The meaning of its words' confidences; none if absent. */
  confidence?: ConfidenceBounds | undefined;
}

/** An engine with one model serves as well. */
export interface RoutedEngine {
  recognize(audio: AsyncIterable<Int16Array>, options: RoutedOptions): Promise<RoutedRecognition>;
  /** @throws `engine_unavailable` if nothing that could recognize it is there now. */
  requireAvailable?(options: Pick<RoutedOptions, "language" | "pack" | "allowedLanguages">): void;
  /**
   * Marks and capitals for words of which a recognizer gave none. Null if they are too few, or no pack does that for
   * the language. @throws NotPunctuated if it failed, or was late, which log and metrics show; the signal's reason.
   */
  punctuate?(words: readonly HeardWord[], options: MarkOptions): Promise<MarkedWord[] | null>;
}
