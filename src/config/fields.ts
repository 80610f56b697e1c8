import { z } from "zod";
import { configSchema } from "./schema.ts";

/** One setting, found in the schema: nothing about a key is written down twice. */
export interface ConfigField {
  /** The table that it stands in, such as `server` or `server.tls`. */
  section: string;
  key: string;
  /** `section.key`, as errors name it. */
  path: string;
  /** The environment variable that sets it. */
  env: string;
  schema: z.ZodType;
  /** Whether its value must never be shown: `writeOnly` in the words of JSON Schema. */
  secret: boolean;
}

export const CONFIG_FIELDS: readonly ConfigField[] = fieldsOf(configSchema, "");

/** The settings that are an address of http or https. */
export const ADDRESS_FIELDS = CONFIG_FIELDS.filter(({ schema }) => isAddress(schema));

/** In the order of their fields; `server.tls` is one of its own, as in TOML. */
export const CONFIG_SECTIONS = [...new Set(CONFIG_FIELDS.map(({ section }) => section))];

/** @param path such as `server.listen`. */
export function valueAt(config: object, path: string): unknown {
  return path.split(".").reduce<unknown>((table, key) => (table as Record<string, unknown>)[key], config);
}

function fieldsOf(table: z.ZodObject, section: string): ConfigField[] {
  return Object.entries(table.shape).flatMap(([key, schema]) => {
    const path = section === "" ? key : `${section}.${key}`;
    if (schema instanceof z.ZodPrefault && schema.unwrap() instanceof z.ZodObject)
      return fieldsOf(schema.unwrap() as z.ZodObject, path);
    const env = `TIRO_${path.replaceAll(".", "_")}`.toUpperCase();
    const secret = (schema as z.ZodType).meta()?.writeOnly === true;
    return [{ section, key, path, env, schema: schema as z.ZodType, secret }];
  });
}

/** Looked at as it is built: its JSON Schema, of every setting, would take a tenth of the start. */
function isAddress(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isAddress(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return isAddress(schema.in as z.ZodType);
  return schema instanceof z.ZodURL;
}

interface TypeSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: TypeSchema[];
  items?: TypeSchema;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  /** Of text in a form of its own: what it takes. */
  title?: string;
  format?: string;
  properties?: Record<string, TypeSchema>;
}

export interface FieldDescription {
  /** The type of the setting, in words. */
  takes: string;
  description: string;
  /** Undefined if the setting has none. */
  default: unknown;
  /** A value to show where there is no default. */
  example: unknown;
}

/** The schema's own words on a setting: for error messages and the reference. */
export function describeField(field: ConfigField): FieldDescription {
  const schema = z.toJSONSchema(field.schema, { io: "input" });
  return {
    takes: inWords(schema as TypeSchema),
    description: schema.description ?? "",
    default: schema.default,
    example: schema.examples?.[0],
  };
}

function inWords(type: TypeSchema): string {
  if (type.title) return type.title;
  if (type.anyOf) return type.anyOf.map(inWords).join(" or ");
  if (type.const !== undefined) return JSON.stringify(type.const);
  if (type.enum) return `one of ${type.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (type.type === "integer") return `a whole number${range(type.minimum, type.maximum)}`;
  if (type.type === "boolean") return "true or false";
  if (type.type === "array")
    return `a list of ${type.minItems ?? 0} to ${type.maxItems} items, each ${inWords(type.items ?? {})}`;
  if (type.properties) return `a table with ${Object.keys(type.properties).join(", ")}`;
  if (type.type === "object") return "a table";
  if (type.format === "uri") return "an http or https address";
  if (type.maxLength) return `text of ${type.minLength ?? 0} to ${type.maxLength} characters`;
  return type.minLength ? "text that is not empty" : "text";
}

function range(minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER): string {
  const from = minimum > Number.MIN_SAFE_INTEGER;
  const to = maximum < Number.MAX_SAFE_INTEGER;
  if (from && to) return ` from ${minimum} to ${maximum}`;
  if (from) return ` of at least ${minimum}`;
  return to ? ` of at most ${maximum}` : "";
}
