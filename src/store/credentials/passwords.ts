import { change, value } from "../statements.ts";

/** @param hash argon2id in the PHC string format. */
export const upsertPassword = change<[userId: string, hash: string, nowMs: number]>(
  "INSERT OR REPLACE INTO passwords (user_id, hash, changed_at) VALUES (?, ?, ?)",
);

/** Null if the person has none. */
export const passwordHashOf = value<[userId: string], string>("SELECT hash FROM passwords WHERE user_id = ?");

/** Null if the person has none. */
export const passwordChangedAt = value<[userId: string], number>(
  "SELECT changed_at FROM passwords WHERE user_id = ?",
);
