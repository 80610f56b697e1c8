import type { z } from "zod";
import { invalidRequest } from "../lib/errors.ts";
import { issuesOf } from "./json-body.ts";

/** Parameters after the `?`, each sent once. @throws TiroError `invalid_request` with everything that is wrong. */
export function readQuery<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!read.success) throw invalidRequest(issuesOf(read.error));
  return read.data;
}
