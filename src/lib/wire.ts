/** Parts that the schemas of several bodies have. */

import { z } from "zod";
import { SPOKEN_LANGUAGES } from "./spoken-languages.ts";

/** UTF-16 takes one or two for a character. */
const UNITS_OF_CHARACTER = 2;

type IdPrefix = "ses" | "req" | "usr" | "tpl" | "cap" | "org" | "rec" | "fld" | "upl" | "prop" | "tsk";

/** One of each kind: most routes have ids, and every schema costs the start some microseconds. */
const ids = new Map<IdPrefix, z.ZodString>();

/** An identifier: what it is of, and 32 hexadecimal digits. */
export function idOf(prefix: IdPrefix): z.ZodString {
  const known = ids.get(prefix);
  if (known !== undefined) return known;
  const id = z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`));
  ids.set(prefix, id);
  return id;
}

export const isoTime = z.string().meta({ format: "date-time", description: "ISO 8601, UTC." });

/** A page of a list, newest first. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    object: z.literal("list"),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe("Give it as `cursor` to get the next page."),
  });
}

/** A query's size of a page: read as a number, and shown as one although it arrives as text. */
export function pageLimit({ max, byDefault }: { max: number; byDefault: number }) {
  const range = `must be a whole number from 1 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, range)
    .transform(Number)
    .pipe(z.int().min(1, range).max(max, range))
    .default(byDefault)
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: "integer", minimum: 1, maximum: max, default: byDefault });
      },
    });
}

/** A text of so many characters, which is how JSON Schema counts too. */
export function text(minCharacters: number, maxCharacters: number) {
  const range = `must be a text of ${minCharacters} to ${maxCharacters} characters`;
  return z
    .string(range)
    .refine((value) => {
      // Of a much longer one nobody needs to know how much too long it is.
      if (value.length > maxCharacters * UNITS_OF_CHARACTER) return false;
      const count = characterCount(value);
      return count >= minCharacters && count <= maxCharacters;
    }, range)
    .meta({ ...(minCharacters > 0 && { minLength: minCharacters }), maxLength: maxCharacters });
}

/** One of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, `must be one of ${words.join(", ")}`);
}

export const LanguageCode = z.enum(
  ["auto", ...SPOKEN_LANGUAGES],
  `must be auto or one of ${SPOKEN_LANGUAGES.join(", ")}`,
);

/** The length of a text as people and JSON Schema count it: in Unicode's code points. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
