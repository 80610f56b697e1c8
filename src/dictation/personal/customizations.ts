/** A person's dictionary, replacements and instructions, changed by lists of desired states: all of a list or nothing. */
import { z } from "zod";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { isoTime } from "../../lib/wire.ts";
import { inTransaction } from "../../store/db.ts";
import {
  customizationsOf,
  customizationsRevisionOf,
  type Customizations as Stored,
  setCustomizations,
} from "../../store/dictation/customizations.ts";
import { readInstructions } from "../../text/formatting/instructions/read.ts";
import { type DictationDeps, personOf } from "../deps.ts";
import { digestOf, type WordChange } from "./word-changes.ts";

export const OPERATION_TYPES = [
  "dictionary_add",
  "dictionary_remove",
  "replacement_set",
  "replacement_remove",
  "custom_instructions_set",
  "suggestion_dismiss",
] as const;

/** Texts are within their limits already. */
export type CustomizationOperation =
  | { type: "dictionary_add"; word: string }
  | { type: "dictionary_remove"; word: string }
  | { type: "replacement_set"; from: string; to: string }
  | { type: "replacement_remove"; from: string }
  | { type: "custom_instructions_set"; text: string }
  | ({ type: "suggestion_dismiss" } & WordChange);

export const Customizations = z.object({
  object: z.literal("customizations"),
  revision: z.int().min(0).describe("Raised by one with every change."),
  updated_at: isoTime.nullable(),
  dictionary: z.array(z.string()).describe("In the order in which the words were added."),
  replacements: z.array(z.object({ from: z.string(), to: z.string() })),
  custom_instructions: z
    .string()
    .describe(
      "Read sentence by sentence. Rules apply those that they can: spelling variant, upper or lower case, style of numbers, quotes, dashes and lists, bullet lists, openings and closings of mails, what is always or never written. The others go to the site's own language model, and have no effect if the site has none.",
    ),
});
export type Customizations = z.infer<typeof Customizations>;

export const UpdatedCustomizations = Customizations.extend({
  warning: z
    .string()
    .optional()
    .describe("Present if the dictionary holds more words than the recognizer reads."),
  results: z
    .array(
      z.object({
        index: z.int().describe("Of the operation in the request."),
        type: z.enum(OPERATION_TYPES),
        status: z.enum(["applied", "unchanged"]),
        message: z
          .string()
          .optional()
          .describe(
            "For `custom_instructions_set`, if the site has no language model for them: the lines that no rule understands, which have no effect.",
          ),
      }),
    )
    .describe("One for each operation, in their order."),
});
export type UpdatedCustomizations = z.infer<typeof UpdatedCustomizations>;

export interface CustomizationsUpdate {
  operations: readonly CustomizationOperation[];
  expectedRevision: number | null;
  /** Computes everything and stores nothing. */
  dryRun: boolean;
}

type Needs = Pick<DictationDeps, "db" | "clock" | "config">;
type Changes = Needs & Pick<DictationDeps, "languageModel">;

/** While a list is applied: insertion order is the order shown. */
interface Draft {
  dictionary: Set<string>;
  replacements: Map<string, string>;
  customInstructions: string;
  dismissed: Set<string>;
}

export function getCustomizations({ db }: Needs, principal: Principal): Customizations {
  return toCustomizations(customizationsOf(db, personOf(principal)));
}

/**
 * @param before what was stored a moment ago.
 * @throws TiroError `transcript_customizations_conflict`; `invalid_request` if there would be too many entries.
 */
export function updateCustomizations(
  deps: Changes,
  principal: Principal,
  { operations, expectedRevision, dryRun }: CustomizationsUpdate,
  before = customizationsOf(deps.db, personOf(principal)),
): UpdatedCustomizations {
  const { db, clock } = deps;
  return inTransaction(db, () => {
    const userId = personOf(principal);
    const isStill = customizationsRevisionOf(db, userId) === before.revision;
    const stored = isStill ? before : customizationsOf(db, userId);
    assertRevision(stored.revision, expectedRevision);
    const draft = draftOf(stored);
    const results = operations.map((operation, index) => {
      const status = apply(draft, operation) ? ("applied" as const) : ("unchanged" as const);
      return { index, type: operation.type, status };
    });
    assertRoom(draft, operations);
    const message = messageFor(deps, operations, draft);
    const told = results.map((result, index) => ({
      ...result,
      ...(setsInstructions(operations[index], draft) && message),
    }));
    const wanted = fromDraft(draft);
    const next = differs(stored, wanted)
      ? { ...wanted, revision: stored.revision + 1, updatedAt: clock.now() }
      : stored;
    if (!dryRun && next !== stored) setCustomizations(db, userId, next, stored);
    return { ...toCustomizations(next), ...warningFor(deps, next), results: told };
  });
}

function assertRevision(revision: number, expected: number | null): void {
  if (expected === null || expected === revision) return;
  throw new TiroError(
    "transcript_customizations_conflict",
    `The customizations are at revision ${revision}, not ${expected}. Read them again before you change them.`,
  );
}

/** Whether it changed anything. */
function apply(draft: Draft, operation: CustomizationOperation): boolean {
  switch (operation.type) {
    case "dictionary_add": {
      const known = draft.dictionary.has(operation.word);
      draft.dictionary.add(operation.word);
      return !known;
    }
    case "dictionary_remove":
      return draft.dictionary.delete(operation.word);
    case "replacement_set": {
      const known = draft.replacements.get(operation.from) === operation.to;
      draft.replacements.set(operation.from, operation.to);
      return !known;
    }
    case "replacement_remove":
      return draft.replacements.delete(operation.from);
    case "custom_instructions_set": {
      const known = draft.customInstructions === operation.text;
      draft.customInstructions = operation.text;
      return !known;
    }
    case "suggestion_dismiss": {
      const digest = digestOf(operation);
      const known = draft.dismissed.has(digest);
      draft.dismissed.add(digest);
      return !known;
    }
  }
}

/** Counted at the end of the list: a moment over the limit within it does no harm. */
function assertRoom(draft: Draft, operations: readonly CustomizationOperation[]): void {
  const lists = [
    {
      type: "dictionary_add",
      size: draft.dictionary.size,
      most: limits.dictionaryWords,
      what: "dictionary words",
    },
    {
      type: "replacement_set",
      size: draft.replacements.size,
      most: limits.replacements,
      what: "replacements",
    },
  ] as const;
  for (const { type, size, most, what } of lists) {
    const index = operations.findLastIndex((operation) => operation.type === type);
    if (size <= most || index < 0) continue;
    const message = `This would make ${size} ${what}; at most ${most} are allowed.`;
    throw new TiroError("invalid_request", message, { param: `operations.${index}` });
  }
  const index = operations.findLastIndex(({ type }) => type === "replacement_set");
  if (index >= 0) assertLength(draft.replacements, index);
}

function assertLength(replacements: Draft["replacements"], index: number): void {
  const most = limits.replacementsChars;
  let chars = 0;
  for (const [from, to] of replacements) chars += from.length + to.length;
  if (chars <= most) return;
  const message = `The replacements would have ${chars} characters together; at most ${most} are allowed.`;
  throw new TiroError("invalid_request", message, { param: `operations.${index}` });
}

/** A list may undo what it did: then nothing changed. */
function differs(stored: Stored, wanted: ReturnType<typeof fromDraft>): boolean {
  const { customInstructions, dictionary, replacements, dismissed } = stored;
  return !Bun.deepEquals({ customInstructions, dictionary, replacements, dismissed }, wanted);
}

function draftOf({ dictionary, replacements, customInstructions, dismissed }: Stored): Draft {
  return {
    dictionary: new Set(dictionary),
    replacements: new Map(replacements.map(({ from, to }) => [from, to])),
    customInstructions,
    dismissed: new Set(dismissed),
  };
}

function fromDraft({ dictionary, replacements, customInstructions, dismissed }: Draft) {
  return {
    dictionary: [...dictionary],
    replacements: [...replacements].map(([from, to]) => ({ from, to })),
    customInstructions,
    dismissed: [...dismissed].slice(-limits.suggestionsDismissed),
  };
}

export function toCustomizations({
  revision,
  updatedAt,
  customInstructions,
  dictionary,
  replacements,
}: Stored): Customizations {
  return {
    object: "customizations",
    revision,
    updated_at: updatedAt === null ? null : toIsoTime(updatedAt),
    dictionary: [...dictionary],
    replacements: [...replacements],
    custom_instructions: customInstructions,
  };
}

function warningFor({ config }: Needs, { dictionary }: Stored): { warning?: string } {
  const most = config.dictation.recognizer_words;
  if (dictionary.length <= most) return {};
  return {
    warning: `The dictionary holds ${dictionary.length} words; the speech recognizer reads the ${most} newest of them.`,
  };
}

/** Those that a later operation of the list replaced have no message. */
function setsInstructions(
  operation: CustomizationOperation | undefined,
  { customInstructions }: Draft,
): boolean {
  return operation?.type === "custom_instructions_set" && operation.text === customInstructions;
}

/** Names instructions without effect. */
function messageFor(
  { languageModel }: Changes,
  operations: readonly CustomizationOperation[],
  draft: Draft,
): { message?: string } {
  if (languageModel?.takesInstructions) return {};
  if (!operations.some((operation) => setsInstructions(operation, draft))) return {};
  const { left } = readInstructions(draft.customInstructions);
  if (left.length === 0) return {};
  const lines = left.map((line) => `“${line}”`).join(", ");
  return {
    message: `No rule understands ${lines}. Without a language model for instructions, that has no effect.`,
  };
}
