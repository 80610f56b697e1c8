import type { Plan } from "../../config/plans.ts";
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import { type Db, perDatabase } from "../db.ts";
import { exists } from "../statements.ts";

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

const statements = perDatabase((db) => ({
  insert: db.prepare<[UserRow]>(
    `INSERT INTO users (id, email, name, plan, administrator, auditor, privacy_mode, interface_language, disabled_at, created_at)
     VALUES (@id, @email, @name, @plan, @administrator, @auditor, @privacyMode, @interfaceLanguage, @disabledAt, @createdAt)`,
  ),
  update: db.prepare<[UserRow]>(
    `UPDATE users SET email = @email, name = @name, plan = @plan, administrator = @administrator,
       auditor = @auditor, privacy_mode = @privacyMode, interface_language = @interfaceLanguage, disabled_at = @disabledAt
     WHERE id = @id`,
  ),
  byId: db.prepare<[string], UserRow>(`SELECT ${COLUMNS} FROM users WHERE id = ?`),
  byEmail: db.prepare<[string], UserRow>(`SELECT ${COLUMNS} FROM users WHERE email = ?`),
  all: db.prepare<[], UserRow>(`SELECT ${COLUMNS} FROM users ORDER BY created_at, id`),
}));

export function insertUser(db: Db, user: User): void {
  statements(db).insert.run(toRow(user));
}

/** Writes everything but the id and the time of creation. */
export function updateUser(db: Db, user: User): void {
  statements(db).update.run(toRow(user));
}

export function userById(db: Db, id: string): User | null {
  return fromRow(statements(db).byId.get(id));
}

/** Upper and lower case do not count. */
export function userByEmail(db: Db, email: string): User | null {
  return fromRow(statements(db).byEmail.get(email));
}

/** Oldest first. */
export function allUsers(db: Db): User[] {
  return statements(db)
    .all.all()
    .map((row) => fromRow(row) as User);
}

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

function fromRow(row: UserRow | undefined): User | null {
  if (row === undefined) return null;
  return {
    ...row,
    administrator: row.administrator === 1,
    auditor: row.auditor === 1,
    privacyMode: row.privacyMode === 1,
  };
}
