import type { Plan } from "../../config/plans.ts";
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import { change, exists, rowAs, rowsAs } from "../statements.ts";

/** A person, who is also an account. Times are milliseconds since the epoch. */
export interface User {
  id: string;
  email: string;
  name: string | null;
  plan: Plan;
  /** Runs this server. */
  administrator: boolean;
  /** Sees what administrators see, and changes nothing; never both. */
  auditor: boolean;
  privacyMode: boolean;
  /** Of the pages; null: the one that the browser asks for. */
  interfaceLanguage: InterfaceLanguage | null;
  disabledAt: number | null;
  createdAt: number;
}

type Flag = "administrator" | "auditor" | "privacyMode";
type UserRow = Omit<User, Flag> & Record<Flag, 0 | 1>;

const COLUMNS = `id, email, name, plan, administrator, auditor, privacy_mode AS privacyMode,
  interface_language AS interfaceLanguage, disabled_at AS disabledAt, created_at AS createdAt`;

export const insertUser = change<[user: User]>(
  `INSERT INTO users (id, email, name, plan, administrator, auditor, privacy_mode, interface_language, disabled_at, created_at)
   VALUES (@id, @email, @name, @plan, @administrator, @auditor, @privacyMode, @interfaceLanguage, @disabledAt, @createdAt)`,
  toRow,
);

/** Writes everything but the id and the time of creation. */
export const updateUser = change<[user: User]>(
  `UPDATE users SET email = @email, name = @name, plan = @plan, administrator = @administrator,
     auditor = @auditor, privacy_mode = @privacyMode, interface_language = @interfaceLanguage, disabled_at = @disabledAt
   WHERE id = @id`,
  toRow,
);

export const userById = rowAs<[id: string], UserRow, User>(
  `SELECT ${COLUMNS} FROM users WHERE id = ?`,
  fromRow,
);

/** Upper and lower case do not count. */
export const userByEmail = rowAs<[email: string], UserRow, User>(
  `SELECT ${COLUMNS} FROM users WHERE email = ?`,
  fromRow,
);

/** Oldest first. */
export const allUsers = rowsAs<[], UserRow, User>(
  `SELECT ${COLUMNS} FROM users ORDER BY created_at, id`,
  fromRow,
);

export const hasUsers = exists<[]>("SELECT 1 FROM users LIMIT 1");

export const hasUserBeside = exists<[id: string]>("SELECT 1 FROM users WHERE id <> ? LIMIT 1");

function toRow(user: User): UserRow {
  const flag = (is: boolean) => (is ? 1 : 0);
  return {
    ...user,
    administrator: flag(user.administrator),
    auditor: flag(user.auditor),
    privacyMode: flag(user.privacyMode),
  };
}

function fromRow(row: UserRow): User {
  return {
    ...row,
    administrator: row.administrator === 1,
    auditor: row.auditor === 1,
    privacyMode: row.privacyMode === 1,
  };
}
