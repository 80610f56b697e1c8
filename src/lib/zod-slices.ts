/** `safeParse` of a large value in steps: what is in its lists and records one after another. */
import { z } from "zod";
import { oncePer } from "./once-per.ts";
import type { Slices } from "./slices.ts";

/** `data` counts only if there are no issues. */
export interface Checked {
  data: unknown;
  issues: z.core.$ZodIssue[];
}

type Schema = z.core.$ZodType;
type Fields = Readonly<Record<string, unknown>>;

/** The same issues; those of lists come after the others of their object. */
export function* checking(schema: Schema, value: unknown): Slices<Checked> {
  if (schema instanceof z.ZodOptional && value !== undefined)
    return yield* checking(schema.def.innerType, value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) return yield* checkingList(schema, value);
  if (schema instanceof z.ZodRecord && isObject(value)) return yield* checkingRecord(schema, value);
  if (schema instanceof z.ZodObject && isObject(value)) return yield* checkingObject(schema, value);
  return checked(schema, value);
}

/** At once. */
export function checked(schema: Schema, value: unknown): Checked {
  const { data, error } = z.safeParse(schema, value);
  return { data, issues: error?.issues ?? [] };
}

function* checkingList(schema: z.ZodArray, value: readonly unknown[]): Slices<Checked> {
  // Its length first: a list that is too long is not looked at.
  const { issues } = checked(new z.ZodArray({ ...schema.def, element: z.unknown() }), value);
  const data: unknown[] = [];
  for (const [index, element] of issues.length > 0 ? [] : value.entries()) {
    const part = yield* checking(schema.element, element);
    data.push(part.data);
    issues.push(...below(index, part));
    yield;
  }
  return { data, issues };
}

function* checkingRecord(schema: z.ZodRecord, value: Fields): Slices<Checked> {
  const whole: Checked = { data: {}, issues: [] };
  for (const entry of Object.entries(value)) {
    const part = checked(schema, Object.fromEntries([entry]));
    Object.assign(whole.data as object, part.data);
    whole.issues.push(...part.issues);
    yield;
  }
  return whole;
}

function* checkingObject(schema: z.ZodObject, value: Fields): Slices<Checked> {
  const bare = withoutLists(schema);
  if (bare === null) return checked(schema, value);
  const { data, issues } = checked(bare.schema, value);
  for (const name of bare.lists) {
    const part = yield* checking(schema.shape[name] as Schema, value[name]);
    issues.push(...below(name, part));
    if (issues.length === 0 && name in value) (data as Record<string, unknown>)[name] = part.data;
  }
  return { data, issues };
}

interface Bare {
  /** With anything in the place of lists and records. */
  schema: Schema;
  lists: readonly string[];
}

/** Null if it has none, or rules about itself as a whole. */
const withoutLists = oncePer((schema: z.ZodObject): Bare | null => {
  const lists = Object.keys(schema.shape).filter((name) => isList(schema.shape[name] as Schema));
  if (lists.length === 0 || schema.def.checks?.length) return null;
  const anything = z.unknown().optional();
  return { schema: schema.extend(Object.fromEntries(lists.map((name) => [name, anything]))), lists };
});

function isList(schema: Schema): boolean {
  if (schema instanceof z.ZodOptional) return isList(schema.def.innerType);
  return schema instanceof z.ZodArray || schema instanceof z.ZodRecord;
}

function below(key: string | number, { issues }: Checked): z.core.$ZodIssue[] {
  return issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }));
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
