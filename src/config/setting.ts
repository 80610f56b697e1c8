/**
 * The parts of a section of the configuration: settings, each with its type, its default or an example, and its meaning.
 * Every method of a schema returns a copy, which each start pays for: what can be said at once is.
 */
import { z } from "zod";
import { limits } from "./limits.ts";

const KEEP_SECRET = "Secret: prefer the environment variable, or keep the file readable to tiro only.";

/** All of its settings may be left out. */
export function section<T extends z.core.$ZodLooseShape>(settings: T) {
  return z.strictObject(settings).prefault({} as never);
}

/** @param example a value to show beside the default. */
export function setting<T extends z.ZodType>(
  type: T,
  byDefault: z.output<T>,
  about: string,
  example?: z.input<T>,
): z.ZodDefault<T> {
  const examples = example === undefined ? {} : { examples: [example] };
  return type.default(byDefault as never).meta({ description: about, ...examples }) as z.ZodDefault<T>;
}

/** A setting without a default. */
export function optional<T extends z.ZodType>(type: T, example: z.input<T>, about: string): z.ZodOptional<T> {
  return type.optional().meta({ description: about, examples: [example] });
}

/** A setting that reaches neither a log nor a report. */
export function secret<T extends z.ZodType>(type: T, about: string, example = "change-me"): z.ZodOptional<T> {
  const description = `${about} ${KEEP_SECRET}`;
  return type.optional().meta({ description, examples: [example], writeOnly: true });
}

export function flag(byDefault: boolean, about: string): z.ZodDefault<z.ZodBoolean> {
  return setting(z.boolean(), byDefault, about);
}

export const words = z.string().min(1);
export const path = z.string().min(1);
export const name = words.max(limits.configNameChars);
export const webAddress = z.url({ protocol: /^https?$/ });

/** A list that may be empty. */
export function listOf<T extends z.ZodType>(item: T, most: number): z.ZodArray<T> {
  return z.array(item).check(z.minLength(0), z.maxLength(most));
}

export function whole(least: number, most: number): z.ZodNumber {
  return z.int().check(z.gte(least), z.lte(most));
}

/** Text of a form that a pattern checks and words describe. @param takes a noun with its article and an example. */
export function patterned(pattern: RegExp, takes: string): z.ZodString {
  return z.string().regex(pattern).meta({ title: takes });
}

/** A secret as it travels in a header: visible ASCII. */
export const secretText = patterned(
  new RegExp(`^[\\x21-\\x7e]{1,${limits.configSecretChars}}$`),
  `at most ${limits.configSecretChars} ASCII characters without spaces`,
);

/** The same with spaces. */
export const secretLine = patterned(
  new RegExp(`^[\\x20-\\x7e]{1,${limits.configSecretChars}}$`),
  `one line of at most ${limits.configSecretChars} ASCII characters`,
);
