/** What a person's rules make of a text, tried without a recording: nothing is stored and nothing is billed. */
import { z } from "zod";
import type { Principal } from "../../accounts/principal.ts";
import { TiroError } from "../../lib/errors.ts";
import { customizationsOf, customizationsRevisionOf } from "../../store/customizations.ts";
import { settingsOf } from "../../store/dictation-settings.ts";
import { type DictationDeps, personOf } from "../deps.ts";
import type { FinishedText, PersonalRules } from "../finishing/finish.ts";
import { TextFailure } from "../finishing/text-process.ts";

export const CustomizationsTrial = z.object({
  object: z.literal("customizations_trial"),
  before: z.string().describe("As tiro formats it for everybody."),
  after: z.string().describe("As your dictionary, replacements and instructions make it."),
  instructions_left: z.array(z.string()).describe("Instructions that no rule understands."),
});
export type CustomizationsTrial = z.infer<typeof CustomizationsTrial>;

export interface TrialRequest {
  /** As the recognizer would give it. */
  text: string;
  language: string | null;
  /** In place of those that are stored. */
  customInstructions: string | null;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
}

const NO_RULES: PersonalRules = { dictionary: [], replacements: [], customInstructions: "" };

/** One at a time for each person: a trial is for somebody who looks at it. */
export class Trials {
  readonly #deps: DictationDeps;
  readonly #running = new Set<string>();

  constructor(deps: DictationDeps) {
    this.#deps = deps;
  }

  /** @throws TiroError `concurrency_limit_exceeded`, or the signal's reason. */
  async run(principal: Principal, request: TrialRequest): Promise<CustomizationsTrial> {
    const userId = personOf(principal);
    if (this.#running.has(userId)) {
      const message = "A text of yours is being tried already; wait for its answer.";
      throw new TiroError("concurrency_limit_exceeded", message, { retryAfterSeconds: 1 });
    }
    this.#running.add(userId);
    try {
      return await this.#try(userId, request);
    } finally {
      this.#running.delete(userId);
    }
  }

  async #try(userId: string, request: TrialRequest): Promise<CustomizationsTrial> {
    const { customInstructions: draft } = request;
    const { db } = this.#deps;
    const state = `${userId} ${customizationsRevisionOf(db, userId)}`;
    const own = () => customizationsOf(db, userId);
    const rules =
      draft === null
        ? { key: state, read: own }
        : { key: `${state} ${Bun.hash(draft)}`, read: () => ({ ...own(), customInstructions: draft }) };
    const before = await this.#finish(userId, request, { key: "", read: () => NO_RULES });
    const after = await this.#finish(userId, request, rules);
    return {
      object: "customizations_trial",
      before: before.text,
      after: after.text,
      instructions_left: [...after.instructionsLeft],
    };
  }

  /** The text as it is where that fails, as a dictation would come out. */
  async #finish(
    userId: string,
    { text, language, signal }: TrialRequest,
    rules: { key: string; read: () => PersonalRules },
  ): Promise<Pick<FinishedText, "text" | "instructionsLeft">> {
    const { db, texts, logger } = this.#deps;
    const settings = settingsOf(db, userId);
    const spoken = language ?? settings.language ?? "auto";
    const place = { casual: settings.casualMessaging ?? false };
    const job = { operation: "dictate", rawText: text, language: spoken, place } as const;
    try {
      return await texts.finish({ account: userId, job, rules, signal });
    } catch (error) {
      if (!(error instanceof TextFailure)) throw error;
      const { fault, where } = error;
      logger.warn("text_not_finished", { operation: "trial", language: spoken, fault, where });
      return { text, instructionsLeft: [] };
    }
  }
}
