/** JSON bodies of product routes. */
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { characterCount } from "../lib/characters.ts";
import { type ErrorIssue, invalidRequest, TiroError } from "../lib/errors.ts";
import { contentTypeOf, readBody } from "./body.ts";

/** @throws `unsupported_media_type`, `payload_too_large`, `invalid_json`; `invalid_request` with every fault. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (contentTypeOf(request) !== "application/json")
    throw new TiroError(
      "unsupported_media_type",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  const parsed = schema.safeParse(parseJson(await readBody(request, limits.jsonBodyBytes)));
  if (parsed.success) return parsed.data;
  throw invalidRequest(issuesOf(parsed.error));
}

/** Everything that is wrong with an input, field by field. */
export function issuesOf({ issues }: z.ZodError): ErrorIssue[] {
  return issues.flatMap(toIssues);
}

/** A text of so many characters, which is how JSON Schema counts too. */
export function text(minCharacters: number, maxCharacters: number) {
  const range = `must be a text of ${minCharacters} to ${maxCharacters} characters`;
  return z
    .string(range)
    .refine((value) => {
      const count = characterCount(value);
      return count >= minCharacters && count <= maxCharacters;
    }, range)
    .meta({ ...(minCharacters > 0 && { minLength: minCharacters }), maxLength: maxCharacters });
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (cause) {
    throw new TiroError("invalid_json", "The body is not valid JSON in UTF-8.", { cause });
  }
}

function toIssues(issue: z.core.$ZodIssue): ErrorIssue[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      param: [...path, key.slice(0, limits.fieldNameBytes)].join("."),
      message: "is not a field of this request",
    }));
  }
  return [{ param: path.join(".") || "body", message: issue.message }];
}
