/** JSON Schema as the least of the clients understand it. */
import { z } from "zod";

/** Keywords that answers satisfy, but validators of some clients refuse or count otherwise. */
const TEXT_RULES = ["format", "pattern", "maxLength"] as const;

type JsonSchema = Record<string, unknown>;

/**
 * Without the dialect's name, which is the default of the protocol and which clients of early 2025 refuse; and with one
 * type in a place, because some models' own dialects know no list of types.
 */
export function portableSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    override: ({ jsonSchema }) => {
      if (io === "output") for (const rule of TEXT_RULES) delete jsonSchema[rule];
    },
  });
  return withSingleTypes(made) as JsonSchema;
}

function withSingleTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withSingleTypes);
  if (typeof node !== "object" || node === null) return node;
  const { type, ...rest } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, withSingleTypes(value)]),
  );
  if (Array.isArray(type)) return { anyOf: type.map((each) => ({ type: each })), ...rest };
  return type === undefined ? rest : { type, ...rest };
}
