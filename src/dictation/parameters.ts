/** The multipart fields of a dictation, checked: every rule that needs no look into the recording. */

import { limits } from "../config/limits.ts";
import { characterCount } from "../lib/characters.ts";
import { type ErrorIssue, invalidRequest } from "../lib/errors.ts";
import { LANGUAGE_CODES } from "../lib/language-codes.ts";

const OPERATIONS = ["dictate", "edit"] as const;
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

/** Longest text of each field, in characters; those without one are checked by their values. */
const FIELDS = {
  operation: null,
  language: null,
  selected_text: limits.surroundingTextChars,
  app: limits.appNameChars,
  app_bundle_id: limits.appNameChars,
  text_before: limits.surroundingTextChars,
  text_after: limits.surroundingTextChars,
  focused_element_description: limits.elementDescriptionChars,
} as const;
type Field = keyof typeof FIELDS;

/** @throws TiroError `invalid_request` with everything that is wrong. */
export function parseParameters(
  fields: readonly (readonly [name: string, value: string])[],
): DictationParameters {
  const issues: ErrorIssue[] = [];
  const values = readFields(fields, issues);
  const operation = values.get("operation") ?? "dictate";
  if (!isOperation(operation))
    issues.push({ param: "operation", message: `must be one of ${OPERATIONS.join(", ")}` });
  const selectedText = values.get("selected_text") ?? null;
  if (operation === "edit" && selectedText === null)
    issues.push({ param: "selected_text", message: "is required where the operation is edit" });
  const language = values.get("language") ?? null;
  if (language !== null && language !== "auto" && !LANGUAGE_CODES.includes(language))
    issues.push({ param: "language", message: `must be auto or one of ${LANGUAGE_CODES.join(", ")}` });
  if (issues.length > 0 || !isOperation(operation)) throw invalidRequest(issues);
  return {
    operation,
    selectedText: operation === "edit" ? selectedText : null,
    language,
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
    const most = FIELDS[name];
    if (values.has(name)) issues.push({ param: name, message: "was sent more than once" });
    else if (most !== null && characterCount(value) > most)
      issues.push({ param: name, message: `may have at most ${most} characters` });
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
