/** The person who is logged in. */
import { call, policyChanges, type Schemas } from "../client/api.ts";
import { adoptPolicy, session } from "../client/session.ts";
import { createResource } from "./resource.ts";

export const me = createResource(async (signal) => {
  const profile = await call("GET /v1/me/profile", { signal });
  adoptPolicy(profile);
  return profile;
}, session.profile);

policyChanges.subscribe((count) => {
  if (count > 0) void me.reload();
});

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

/** Whether the person's role on this server allows it; not before it is known. */
export function mayOnServer(permission: Schemas["Profile"]["server_permissions"][number]): boolean {
  return me.data.value?.server_permissions.includes(permission) ?? false;
}
