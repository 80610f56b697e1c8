import { z } from "zod";
import { limits } from "../config/limits.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson, text } from "../web/json-body.ts";
import { dictionaryWord, phrase } from "../web/person-input.ts";
import type { KeyRoute } from "../web/route.ts";

const word = dictionaryWord;
const from = phrase(limits.replacementFromChars);
const TYPES = [
  "dictionary_add",
  "dictionary_remove",
  "replacement_set",
  "replacement_remove",
  "custom_instructions_set",
];

const operationSchema = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("dictionary_add"), word }),
    z.strictObject({ type: z.literal("dictionary_remove"), word }),
    z.strictObject({ type: z.literal("replacement_set"), from, to: text(0, limits.replacementToChars) }),
    z.strictObject({ type: z.literal("replacement_remove"), from }),
    z.strictObject({
      type: z.literal("custom_instructions_set"),
      text: text(0, limits.customInstructionsChars),
    }),
  ],
  `must be one of ${TYPES.join(", ")}`,
);

const most = limits.customizationOperations;
const operationCount = `must be a list of 1 to ${most} operations`;
const revision = "must be a whole number, 0 or more";

const updateSchema = z.strictObject({
  expected_revision: z.int(revision).min(0, revision).optional(),
  dry_run: z.boolean("must be true or false").default(false),
  operations: z.array(operationSchema, operationCount).min(1, operationCount).max(most, operationCount),
});

export function customizationRoutes({ dictation }: { dictation: DictationUseCases }): KeyRoute[] {
  const common = { path: "/v1/customizations", family: "product", access: "key" } as const;
  return [
    {
      ...common,
      method: "GET",
      scope: "read",
      handle: ({ principal }) => jsonAnswer(200, dictation.getCustomizations(principal)),
    },
    {
      ...common,
      method: "PATCH",
      scope: "write",
      handle: async ({ principal, request }) => {
        const body = await readJson(request, updateSchema);
        const { operations, expected_revision: expectedRevision = null, dry_run: dryRun } = body;
        const update = { operations, expectedRevision, dryRun };
        return jsonAnswer(200, dictation.updateCustomizations(principal, update));
      },
    },
  ];
}
