/** The multipart fields of a dictation, checked: every rule that needs no look into the recording. */

import { z } from "zod";
import { limits } from "../config/limits.ts";
import { type ErrorIssue, invalidRequest } from "../lib/errors.ts";
import { LanguageCode, oneOf, text } from "../lib/wire.ts";

export const OPERATIONS = ["dictate", "edit"] as const;
type Operation = (typeof OPERATIONS)[number];

/** Also the canonical form for the idempotency fingerprint: defaults are filled in, nothing else is kept. */
export interface DictationParameters {
  operation: Operation;
  /** Null unless the operation is `edit`. */
  selectedText: string | null;
  /** `LanguageCode` of the contract; null: as the person's settings say. */
  language: string | null;
  app: string | null;
  appBundleId: string | null;
  textBefore: string | null;
  textAfter: string | null;
  focusedElementDescription: string | null;
}

const surroundingText = text(0, limits.surroundingTextChars).optional();
const appName = text(0, limits.appNameChars).optional();

export const DictationFields = z.strictObject({
  operation: oneOf(OPERATIONS).default("dictate"),
  selected_text: surroundingText.describe("What `edit` works on; required there."),
  language: LanguageCode.optional(),
  app: appName.describe("The app that receives the text."),
  app_bundle_id: appName,
  text_before: surroundingText.describe("Right before the cursor or the selection."),
  text_after: surroundingText.describe("Right after it."),
  focused_element_description: text(0, limits.elementDescriptionChars).optional(),
});
const FIELDS = DictationFields.shape;
type Field = keyof typeof FIELDS;

/** @throws TiroError `invalid_request` with everything that is wrong. */
export function parseParameters(
  fields: readonly (readonly [name: string, value: string])[],
): DictationParameters {
  const issues: ErrorIssue[] = [];
  const values = readFields(fields, issues);
  const operation = values.get("operation") ?? "dictate";
  const selectedText = values.get("selected_text") ?? null;
  if (operation === "edit" && selectedText === null)
    issues.push({ param: "selected_text", message: "is required if the operation is edit" });
  if (issues.length > 0 || !isOperation(operation)) throw invalidRequest(issues);
  return {
    operation,
    selectedText: operation === "edit" ? selectedText : null,
    language: values.get("language") ?? null,
    app: values.get("app") || null,
    appBundleId: values.get("app_bundle_id") || null,
    textBefore: values.get("text_before") ?? null,
    textAfter: values.get("text_after") ?? null,
    focusedElementDescription: values.get("focused_element_description") || null,
  };
}

function readFields(
  fields: readonly (readonly [name: string, value: string])[],
  issues: ErrorIssue[],
): Map<Field, string> {
  const values = new Map<Field, string>();
  for (const [name, value] of fields) {
    if (!isField(name)) {
      issues.push({ param: name.slice(0, limits.fieldNameBytes), message: "is not a field of this route" });
      continue;
    }
    const fault = FIELDS[name].safeParse(value).error?.issues[0];
    if (values.has(name)) issues.push({ param: name, message: "was sent more than once" });
    else if (fault) issues.push({ param: name, message: fault.message });
    values.set(name, value);
  }
  return values;
}

function isField(name: string): name is Field {
  return Object.hasOwn(FIELDS, name);
}

function isOperation(value: string): value is Operation {
  return OPERATIONS.some((operation) => operation === value);
}
