/** One row of the matrix: whom a route of administration lets in, and what they get. */
import { SERVER_ROLES } from "../../../src/accounts/policies/permissions.ts";

export const ROLES = [...SERVER_ROLES, "nobody"] as const;
export type Who = (typeof ROLES)[number];

/** The answer is that to an empty body and to ids that nobody has. */
export type Row = [who: readonly Who[], status: number, code?: string];

export const READ: readonly Who[] = SERVER_ROLES;
export const CHANGE: readonly Who[] = ["administrator"];
