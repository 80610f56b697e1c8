/**
 * A site's own language model, if it has one: it obeys the custom instructions that no rule can, and makes the edits
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
  /** A code of the contract; `auto` if it is not known. */
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

/** The outcome: a text that passed the check, or the reason why there is none; no reason if nothing was asked. */
export type Refined = { text: string } | { text: null; reason: Reason | null };

/** Neither method throws or rejects; without a text the rules' one stands. The log has the reason, never text. */
export interface LanguageModel {
  /** Whether it is asked to obey the instructions that no rule understands. */
  readonly takesInstructions: boolean;
  refineDictation(dictation: DictationToRefine): Promise<Refined>;
  /** The text is empty only if the instruction asks to delete; it is never the selection unchanged. */
  refineEdit(edit: EditToMake): Promise<Refined>;
}

export interface LanguageModelDeps {
  clock: Pick<Clock, "monotonic">;
  logger: Logger;
}

type Settings = Config["language_model"];
type Step = Settings["steps"][number];
/** Why a model's text is not used. */
export type Reason = Objection | ChatFailure["kind"] | "busy" | "paused" | "text_too_long" | "not_the_form";

/** Null if the site has configured none. */
export function createLanguageModel(
  { language_model: settings }: Pick<Config, "language_model">,
  { languageModelApiKey }: Secrets,
  deps: LanguageModelDeps,
): LanguageModel | null {
  const { url, model, timeout_ms: timeoutMs, steps, server: kind } = settings;
  if (url === undefined || model === undefined) return null;
  const server = new ChatServer({ url, model, kind, apiKey: languageModelApiKey, timeoutMs });
  return new SiteLanguageModel(server, new Set(steps), deps);
}

const NOT_ASKED: Refined = { text: null, reason: null };

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

  async refineDictation({ text, instructions, language, signal }: DictationToRefine): Promise<Refined> {
    const wishes = this.takesInstructions ? instructions : [];
    const cleanUp = this.#steps.has("clean_up");
    if ((wishes.length === 0 && !cleanUp) || text.trim() === "") return NOT_ASKED;
    const step = wishes.length > 0 ? "instructions" : "clean_up";
    const question = dictationQuestion(text, { wishes, cleanUp, language });
    const answer = await this.#ask(step, text.length, question, signal);
    if (answer.text === null) return answer;
    const refined = withEdgesOf(text, answer.text);
    const objection = objectionToDictation({ text, instructions: wishes, answer: refined, language });
    return objection === null ? { text: refined } : this.#notUsed(step, objection);
  }

  async refineEdit(edit: EditToMake): Promise<Refined> {
    const { instruction, selectedText, language, signal } = edit;
    if (!this.#steps.has("edit") || instruction.trim() === "") return NOT_ASKED;
    const question = editQuestion(instruction, selectedText, language);
    const answer = await this.#ask("edit", selectedText.length + instruction.length, question, signal);
    if (answer.text === null) return answer;
    const text = withLostEdgesOf(selectedText, answer.text);
    const objection = objectionToEdit({ instruction, selectedText, answer: text });
    return objection === null ? { text } : this.#notUsed("edit", objection);
  }

  /** The model's text, unchecked. */
  async #ask(step: Step, textChars: number, question: ChatQuestion, signal?: AbortSignal): Promise<Refined> {
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
      const { kind, ...details } = answer.failure;
      const refined = this.#notUsed(step, kind, { ...details, durationMs });
      this.#settle(attempt, answer.failure);
      return refined;
    }
    attempt.succeeded();
    this.#deps.logger.debug("language_model_answered", { step, durationMs });
    const text = readAnswer(answer.content);
    return text === null ? this.#notUsed(step, "not_the_form", { durationMs }) : { text };
  }

  #settle(attempt: Attempt, failure: ChatFailure): void {
    if (failure.kind === "aborted") attempt.abandoned();
    else if (isBadRequest({ failure })) attempt.succeeded();
    else {
      const pauseMs = attempt.failed();
      if (pauseMs !== null) this.#deps.logger.warn("language_model_paused", { pauseMs });
    }
  }

  /** Skipped calls during a pause are not logged. */
  #notUsed(step: Step, reason: Reason, fields: LogFields = {}): Refined {
    const level = reason === "paused" || reason === "aborted" ? "debug" : "warn";
    this.#deps.logger[level]("language_model_not_used", { step, reason, ...fields });
    return { text: null, reason };
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
