/** The person who is logged in. */
import { call, type Schemas } from "../client/api.ts";
import { createResource } from "./resource.ts";

export const me = createResource((signal) => call("GET /v1/me/profile", { signal }));

export function nameOf({ name, email }: Pick<Schemas["Profile"], "name" | "email">): string {
  return name || email;
}

/** Such as “MH”. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0) ?? "")
    .join("")
    .toUpperCase();
}
