import { expect, test } from "bun:test";
import { refusalOf } from "../../test/support/refusal.ts";
import { limits } from "../config/limits.ts";
import { parseParameters } from "./parameters.ts";

test.each([
  ["selected_text", limits.surroundingTextChars],
  ["text_before", limits.surroundingTextChars],
  ["text_after", limits.surroundingTextChars],
  ["app", limits.appNameChars],
  ["app_bundle_id", limits.appNameChars],
  ["focused_element_description", limits.elementDescriptionChars],
])("%s has at most %p characters", (name, most) => {
  // As people count them: each is two for JavaScript.
  const parse = (count: number) => parseParameters([[name, "𝒳".repeat(count)]]);
  expect(() => parse(most)).not.toThrow();
  expect(refusalOf(() => parse(most + 1), "invalid_request").extras.issues).toEqual([
    { param: name, message: `must be a text of 0 to ${most} characters` },
  ]);
});
