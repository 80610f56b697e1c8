import { z } from "zod";
import { limits } from "../config/limits.ts";
import {
  Customizations,
  OPERATION_TYPES,
  UpdatedCustomizations,
} from "../dictation/personal/customizations.ts";
import { CustomizationPreview } from "../dictation/personal/preview.ts";
import { CustomizationSuggestions } from "../dictation/personal/suggestions.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import { idOf, text } from "../lib/wire.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson } from "../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../web/operation.ts";
import { dictionaryWord, phrase } from "../web/person-input.ts";
import { type KeyRoute, keyRoute } from "../web/route.ts";

const word = dictionaryWord;
const from = phrase(limits.replacementFromChars);

/** Those of a dictionary, no matter who owns it. */
export const dictionaryOperations = [
  z.strictObject({ type: z.literal("dictionary_add"), word }),
  z.strictObject({ type: z.literal("dictionary_remove"), word }),
] as const;

export const CustomizationOperation = z.discriminatedUnion(
  "type",
  [
    ...dictionaryOperations,
    z.strictObject({ type: z.literal("replacement_set"), from, to: text(0, limits.replacementToChars) }),
    z.strictObject({ type: z.literal("replacement_remove"), from }),
    z.strictObject({
      type: z.literal("custom_instructions_set"),
      text: text(0, limits.customInstructionsChars),
    }),
    z
      .strictObject({ type: z.literal("suggestion_dismiss"), from, to: phrase(limits.dictionaryWordChars) })
      .describe("A suggestion that is not to be made again. Only a digest of it is kept."),
  ],
  `must be one of ${OPERATION_TYPES.join(", ")}`,
);

const most = limits.customizationOperations;
const operationCount = `must be a list of 1 to ${most} operations`;
const revision = "must be a whole number, 0 or more";

/** A change of something that has a revision, by operations of one kind. */
export function changeBy<Kind extends z.ZodType>(operation: Kind) {
  return z.strictObject({
    expected_revision: z
      .int(revision)
      .min(0, revision)
      .optional()
      .describe("Refuses the change with 409 if the revision is another."),
    dry_run: z
      .boolean("must be true or false")
      .default(false)
      .describe("Says what would be and stores nothing."),
    operations: z.array(operation, operationCount).min(1, operationCount).max(most, operationCount),
  });
}

const updateSchema = changeBy(CustomizationOperation);
const previewSchema = z.strictObject({
  from,
  to: text(0, limits.replacementToChars),
  except_recording_id: idOf("rec").optional().describe("A recording that is left out."),
});

const tags = ["Customizations"] as const;
const operations = {
  get: {
    id: "getCustomizations",
    tags,
    summary: "Your dictionary, replacements and instructions",
    answers: { 200: jsonOf("The customizations.", Customizations) },
  },
  update: {
    id: "updateCustomizations",
    tags,
    summary: "Change customizations",
    description:
      "All operations are applied or none. Each states what shall be, so nothing needs to be read before; a list that changes nothing keeps the revision.",
    body: jsonBody(updateSchema, { operations: [{ type: "dictionary_add", word: "Ngũgĩ" }] }),
    answers: { 200: jsonOf("Their state now, or as it would be.", UpdatedCustomizations) },
    errors: ["transcript_customizations_conflict"],
  },
  suggest: {
    id: "suggestCustomizations",
    tags,
    summary: "Your repeated corrections",
    description:
      "The same words in the place of the same others in at least two of your newest texts: words for your dictionary, or replacements; not those that you dismissed. None if no history is kept.",
    answers: { 200: jsonOf("The most frequent first.", CustomizationSuggestions) },
  },
  preview: {
    id: "previewCustomization",
    tags,
    summary: "Changes that a replacement would make in your texts",
    description:
      "Places in your history, and in recordings that you see, in which `from` stands as a word. Nothing is changed. None if no history is kept.",
    body: jsonBody(previewSchema, { from: "cuban eats", to: "Kubernetes" }),
    answers: { 200: jsonOf("The newest texts first.", CustomizationPreview) },
  },
} as const satisfies Record<string, Operation>;

export function customizationRoutes({ dictation }: { dictation: DictationUseCases }): KeyRoute[] {
  return [
    keyRoute("read", "GET /v1/customizations", operations.get, ({ principal }) =>
      jsonAnswer(200, dictation.getCustomizations(principal)),
    ),
    keyRoute("read", "GET /v1/customizations/suggestions", operations.suggest, ({ principal }) =>
      jsonAnswer(200, dictation.suggestCustomizations(principal)),
    ),
    keyRoute(
      "read",
      "POST /v1/customizations/preview",
      operations.preview,
      async ({ principal, request }) => {
        const {
          from,
          to,
          except_recording_id: exceptRecordingId = null,
        } = await readJson(request, previewSchema);
        const rule = { from, to, exceptRecordingId };
        return jsonAnswer(200, await dictation.previewCustomization(principal, rule));
      },
    ),
    keyRoute("write", "PATCH /v1/customizations", operations.update, async ({ principal, request }) => {
      const body = await readJson(request, updateSchema);
      const { operations, expected_revision: expectedRevision = null, dry_run: dryRun } = body;
      const update = { operations, expectedRevision, dryRun };
      return jsonAnswer(200, await dictation.updateCustomizations(principal, update));
    }),
  ];
}
