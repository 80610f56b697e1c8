/** Input for a person's history, customizations and settings; each field says in words what it must be. */
import { z } from "zod";
import { limits } from "../config/limits.ts";
import type { SessionFilters } from "../dictation/history/sessions.ts";
import { parseTime } from "../lib/iso-time.ts";
import { isPrintable } from "../lib/visible-names.ts";
import { LanguageCode, oneOf, text } from "../lib/wire.ts";
import { FEEDBACK_TYPES } from "../store/dictation/feedback.ts";
import type { DictationSettings } from "../store/dictation/settings.ts";

/** One line of visible text; white space at its ends is not a part of it, and equal texts are equal however encoded. */
export const phrase = (maxCharacters: number) =>
  z
    .string(`must be a text of 1 to ${maxCharacters} characters`)
    .refine((value) => /^\P{Cc}*$/u.test(value), "must be one line without control characters")
    .meta({ minLength: 1, maxLength: maxCharacters })
    .transform((value) => value.normalize("NFC").trim())
    .pipe(text(1, maxCharacters));

/** A phrase that others find a thing by, so that two of them which look alike are alike. */
export const visibleName = (maxCharacters: number) =>
  phrase(maxCharacters).refine(
    isPrintable,
    "must have no invisible characters and none that turn the text around",
  );

export const dictionaryWord = phrase(limits.dictionaryWordChars);

export const feedbackFields = {
  feedback_type: oneOf(FEEDBACK_TYPES),
  message: text(0, limits.feedbackMessageChars).optional(),
  corrected_text: text(0, limits.correctedTextChars)
    .optional()
    .describe("The exact intended text in place of the output."),
};

export const settingsFields = {
  language: LanguageCode.optional(),
  casual_messaging: z.boolean("must be true or false").optional(),
};

/** @param chosen the values of those fields; others stay. */
export function toSettingsChanges(chosen: {
  language?: string | undefined;
  casual_messaging?: boolean | undefined;
}): Partial<DictationSettings> {
  const { language, casual_messaging: casualMessaging } = chosen;
  return {
    ...(language !== undefined && { language }),
    ...(casualMessaging !== undefined && { casualMessaging }),
  };
}

const { cursorChars, searchQueryChars } = limits;
const time = z.string("must be a text").transform((value, { issues }) => {
  const ms = parseTime(value);
  if (ms !== null) return ms;
  const message = "must be a date or a date and time of ISO 8601, such as 2026-11-21 or 2026-11-21T05:00:00Z";
  issues.push({ code: "custom", input: value, message });
  return z.NEVER;
});

export const pageCursor = text(0, cursorChars).describe("`next_cursor` of the page before.");

const since = time
  .optional()
  .describe(
    "Created at this time or later: a date or a date and time of ISO 8601, UTC unless it has an offset.",
  );
const until = time.optional().describe("Created before this time.");

/** When something was created. */
export const creationFilterFields = { since, until };

export const sessionFilterFields = {
  query: text(1, searchQueryChars)
    .optional()
    .describe(
      "Words to search for. One that holds no meaningful word (only punctuation, or words such as “the”) is refused.",
    ),
  ...creationFilterFields,
};

/** @param chosen what those fields took. */
export function toSessionFilters(chosen: {
  query?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}): SessionFilters {
  const { query, since, until } = chosen;
  return { query: query ?? null, sinceMs: since ?? null, untilMs: until ?? null };
}
