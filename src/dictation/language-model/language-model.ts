/**
 * A site's own language model, where it has one: it obeys the custom instructions that no rule can, and makes the edits
 * that the command grammar does not understand. It is a help only: whatever goes wrong, the rules' result stands.
 */
import { limits } from "../../config/limits.ts";
import type { Config, Secrets } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import type { LogFields, Logger } from "../../lib/logger.ts";
import { type ChatFailure, type ChatQuestion, ChatServer, isBadRequest } from "./chat-server.ts";
import { type Objection, objectionToDictation, objectionToEdit } from "./check-answer.ts";
import { type Attempt, CircuitBreaker } from "./circuit-breaker.ts";
import { dictationQuestion, editQuestion } from "./questions.ts";
import { readAnswer } from "./read-answer.ts";

export interface DictationToRefine {
  /** As the rules have formatted it. */
  text: string;
  /** The person's own instructions that the rules could not obey. */
  instructions: readonly string[];
  /** A code of the contract; `auto` where it is not known. */
  language: string;
  signal?: AbortSignal | undefined;
}

export interface EditToMake {
  /** As it was spoken. */
  instruction: string;
  selectedText: string;
  language: string;
  signal?: AbortSignal | undefined;
}

/** Neither method throws or rejects; null always means: take what the rules have. The log has the reason, never text. */
export interface LanguageModel {
  /** Whether it is asked to obey the instructions that no rule understands. */
  readonly takesInstructions: boolean;
  refineDictation(dictation: DictationToRefine): Promise<string | null>;
  /** The text is empty only where the instruction asks to delete; it is never the selection unchanged. */
  refineEdit(edit: EditToMake): Promise<{ text: string } | null>;
}

export interface LanguageModelDeps {
  clock: Pick<Clock, "monotonic">;
  logger: Logger;
}

type Settings = Config["language_model"];
type Step = Settings["steps"][number];
type Reason = Objection | ChatFailure["kind"] | "busy" | "paused" | "text_too_long" | "not_the_form";

/** Null where the site has configured none. */
export function createLanguageModel(
  { language_model: settings }: Pick<Config, "language_model">,
  { languageModelApiKey }: Secrets,
  deps: LanguageModelDeps,
): LanguageModel | null {
  const { url, model, timeout_ms: timeoutMs, steps } = settings;
  if (url === undefined || model === undefined) return null;
  const server = new ChatServer({ url, model, apiKey: languageModelApiKey, timeoutMs });
  return new SiteLanguageModel(server, new Set(steps), deps);
}

class SiteLanguageModel implements LanguageModel {
  readonly #server: ChatServer;
  readonly #steps: ReadonlySet<Step>;
  readonly #deps: LanguageModelDeps;
  readonly #breaker: CircuitBreaker;
  #calls = 0;

  constructor(server: ChatServer, steps: ReadonlySet<Step>, deps: LanguageModelDeps) {
    this.#server = server;
    this.#steps = steps;
    this.#deps = deps;
    this.#breaker = new CircuitBreaker(
      {
        failures: limits.languageModelFailures,
        pauseFirstMs: limits.languageModelPauseFirstMs,
        pauseLongestMs: limits.languageModelPauseLongestMs,
      },
      deps.clock,
    );
  }

  get takesInstructions(): boolean {
    return this.#steps.has("instructions");
  }

  async refineDictation({ text, instructions, language, signal }: DictationToRefine): Promise<string | null> {
    if (!this.takesInstructions || instructions.length === 0 || text.trim() === "") return null;
    const question = dictationQuestion(text, instructions, language);
    const answer = await this.#ask("instructions", text.length, question, signal);
    if (answer === null) return null;
    const refined = withEdgesOf(text, answer);
    const objection = objectionToDictation({ text, instructions, answer: refined, language });
    if (objection === null) return refined;
    this.#notUsed("instructions", objection);
    return null;
  }

  async refineEdit(edit: EditToMake): Promise<{ text: string } | null> {
    const { instruction, selectedText, language, signal } = edit;
    if (!this.#steps.has("edit") || instruction.trim() === "") return null;
    const question = editQuestion(instruction, selectedText, language);
    const answer = await this.#ask("edit", selectedText.length + instruction.length, question, signal);
    if (answer === null) return null;
    const text = withLostEdgesOf(selectedText, answer);
    const objection = objectionToEdit({ instruction, selectedText, answer: text });
    if (objection === null) return { text };
    this.#notUsed("edit", objection);
    return null;
  }

  /** What the model wrote as its text, unchecked; null where there is none. */
  async #ask(
    step: Step,
    textChars: number,
    question: ChatQuestion,
    signal?: AbortSignal,
  ): Promise<string | null> {
    if (textChars > limits.languageModelTextChars) return this.#notUsed(step, "text_too_long");
    if (this.#calls >= limits.languageModelCallsAtOnce) return this.#notUsed(step, "busy");
    const attempt = this.#breaker.begin();
    if (attempt === null) return this.#notUsed(step, "paused");
    this.#calls += 1;
    const begin = this.#deps.clock.monotonic();
    const answer = await this.#server.ask(question, signal).finally(() => {
      this.#calls -= 1;
    });
    const durationMs = Math.round(this.#deps.clock.monotonic() - begin);
    if ("failure" in answer) {
      this.#notUsed(step, answer.failure.kind, { ...answer.failure, kind: undefined, durationMs });
      this.#settle(attempt, answer.failure);
      return null;
    }
    attempt.succeeded();
    this.#deps.logger.debug("language_model_answered", { step, durationMs });
    return readAnswer(answer.content) ?? this.#notUsed(step, "not_the_form", { durationMs });
  }

  #settle(attempt: Attempt, failure: ChatFailure): void {
    if (failure.kind === "aborted") attempt.abandoned();
    else if (isBadRequest({ failure })) attempt.succeeded();
    else {
      const pauseMs = attempt.failed();
      if (pauseMs !== null) this.#deps.logger.warn("language_model_paused", { pauseMs });
    }
  }

  /** What happens to every dictation of a pause is no news. */
  #notUsed(step: Step, reason: Reason, fields: LogFields = {}): null {
    const level = reason === "paused" || reason === "aborted" ? "debug" : "warn";
    this.#deps.logger[level]("language_model_not_used", { step, reason, ...fields });
    return null;
  }
}

/** White space at either end is layout that was dictated; models drop it. */
function withEdgesOf(text: string, answer: string): string {
  return `${startOf(text)}${answer.trim()}${endOf(text)}`;
}

/** The same for an edit, which may ask for white space there. */
function withLostEdgesOf(selectedText: string, answer: string): string {
  if (answer.trim() === "") return "";
  return `${startOf(answer) || startOf(selectedText)}${answer.trim()}${endOf(answer) || endOf(selectedText)}`;
}

function startOf(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function endOf(text: string): string {
  return text.slice(text.trimEnd().length);
}
