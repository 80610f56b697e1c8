/** The dictionary and the replacements as CSV, and what a person's rules make of a text. */
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { limits } from "../config/limits.ts";
import {
  countsOf,
  IMPORT_MODES,
  operationsOf,
  type ReadLine,
  readTable,
  TABLES,
  type Table,
  tableCsv,
} from "../dictation/personal/tables.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import { TiroError } from "../lib/errors.ts";
import { LanguageCode, oneOf, text } from "../lib/wire.ts";
import { csvAnswer, jsonAnswer } from "../web/answers.ts";
import { contentTypeOf, readBody } from "../web/body.ts";
import { readJson } from "../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../web/operation.ts";
import { readQuery } from "../web/query.ts";
import { type AuthenticatedExchange, type KeyRoute, keyRoute } from "../web/route.ts";
import { CustomizationOperation } from "./customizations.ts";

const tags = ["Customizations"] as const;
const table = oneOf(TABLES);
const yes = z.enum(["true", "false"], "must be true or false");

const exportQuery = z.object({ table });
const importQuery = z.object({
  table,
  mode: oneOf(IMPORT_MODES).default("add").describe("`replace` also removes what is not in the file."),
  dry_run: yes.default("false").describe("Says what would be and stores nothing."),
});

const CustomizationsImport = z.object({
  object: z.literal("customizations_import"),
  revision: z.int().describe("Of the customizations, now or as it would be."),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  warning: z.string().optional(),
});

const tryOutSchema = z.strictObject({
  text: text(1, limits.surroundingTextChars).describe("As it would be recognized."),
  language: LanguageCode.optional(),
  operations: z
    .array(CustomizationOperation)
    .max(limits.customizationOperations)
    .default([])
    .describe("Changes to try before they are made."),
});

const TryOut = z.object({
  object: z.literal("customizations_tryout"),
  language: z.string(),
  before: z.string(),
  after: z.string().describe("Without what a language model of the site would do to it."),
  instructions_left: z.array(z.string()).describe("Instructions that no rule understands."),
  fault: z
    .string()
    .nullable()
    .describe("Why the rules could not be applied, so that the text is as it was; null if they were."),
});

const operations = {
  export: {
    id: "exportCustomizations",
    tags,
    summary: "The dictionary or the replacements as CSV",
    query: exportQuery.shape,
    answers: {
      200: { description: "A table.", content: { "text/csv": { schema: z.string() } } },
    },
  },
  import: {
    id: "importCustomizations",
    tags,
    summary: "Take the dictionary or the replacements from CSV",
    description:
      "A first line of names, `word`, or `from` and `to`; comma, semicolon or tab between the cells. All lines are taken or none: with a line that cannot be taken the answer names each of them.",
    query: importQuery.shape,
    body: { required: true, content: { "text/csv": { schema: z.string() } } },
    answers: { 200: jsonOf("The outcome of each line.", CustomizationsImport) },
    errors: ["unsupported_media_type", "payload_too_large"],
  },
  tryOut: {
    id: "tryCustomizations",
    tags,
    summary: "See what your rules make of a text",
    description: "Nothing is stored or billed.",
    body: jsonBody(tryOutSchema, { text: "the meeting is at half past two" }),
    answers: { 200: jsonOf("The text before and after.", TryOut) },
  },
} as const satisfies Record<string, Operation>;

export function customizationTableRoutes({ dictation }: { dictation: DictationUseCases }): KeyRoute[] {
  return [
    keyRoute("read", "GET /v1/customizations/table", operations.export, ({ principal, request }) => {
      const { table } = readQuery(request, exportQuery);
      return csvAnswer(`${table}.csv`, tableCsv(dictation.getCustomizations(principal), table));
    }),
    keyRoute("write", "POST /v1/customizations/table", operations.import, (exchange) =>
      importTable(dictation, exchange),
    ),
    keyRoute("read", "POST /v1/customizations/try", operations.tryOut, async ({ principal, request }) => {
      const sent = await readJson(request, tryOutSchema);
      const { text: before, language = null, operations } = sent;
      const { signal } = request;
      const tried = await dictation.tryOut(principal, { text: before, language, operations }, signal);
      return jsonAnswer(200, {
        object: "customizations_tryout",
        language: tried.language,
        before,
        after: tried.text,
        instructions_left: tried.instructionsLeft,
        fault: tried.fault,
      });
    }),
  ];
}

async function importTable(
  dictation: DictationUseCases,
  { principal, request }: AuthenticatedExchange,
): Promise<Response> {
  const { table, mode, dry_run } = readQuery(request, importQuery);
  if (contentTypeOf(request) !== "text/csv")
    throw new TiroError("unsupported_media_type", "Send the table as CSV, with Content-Type: text/csv.");
  const bytes = await readBody(request, TABLE_BYTES[table]);
  const read = await readTable(bytes, table, LINES[table]);
  const before = dictation.getCustomizations(principal);
  const operations = operationsOf(before, read, mode);
  // Reading all that a person has, and what is to go of it, was work enough for one turn.
  await setImmediate();
  const updated = await dictation.updateCustomizations(principal, {
    operations,
    expectedRevision: before.revision,
    dryRun: dry_run === "true",
  });
  const { revision, warning, results } = updated;
  return jsonAnswer(200, {
    object: "customizations_import",
    revision,
    ...countsOf(before, operations, results),
    ...(warning !== undefined && { warning }),
  });
}

const TABLE_BYTES: Record<Table, number> = {
  dictionary: limits.dictionaryTableBytes,
  replacements: limits.replacementsTableBytes,
};

/** A line is what an operation of the API is. */
const LINES: Record<Table, ReadLine> = {
  dictionary: ({ word }) => asOperation({ type: "dictionary_add", word }),
  replacements: ({ from, to }) => asOperation({ type: "replacement_set", from, to }),
};

function asOperation(line: Record<string, unknown>): ReturnType<ReadLine> {
  const read = CustomizationOperation.safeParse(line);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return { fault: `\`${issue?.path.join(".") ?? ""}\` ${issue?.message ?? "cannot be taken"}.` };
}
