/** Many people at once: all of them, or nobody where a line cannot be taken. */
import { limits } from "../../config/limits.ts";
import { requirePlan } from "../../config/plans.ts";
import { plainCell } from "../../lib/csv.ts";
import { TiroError } from "../../lib/errors.ts";
import type { CsvRow, LineFault } from "../../lib/read-csv.ts";
import { inTransaction } from "../../store/db.ts";
import { memberOf, type Role } from "../../store/organizations/members.ts";
import { type User, userByEmail } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { requireEmail, requireName } from "../names.ts";
import { addMember, requireRole } from "../organizations/members.ts";
import { findOrganization } from "../organizations/organizations.ts";
import { addUser } from "../people/users.ts";

/** The columns of a table of people. */
export const IMPORT_COLUMNS = {
  email: "required",
  name: "required",
  plan: "optional",
  organization: "optional",
  role: "optional",
} as const;

export type ImportRow = CsvRow<keyof typeof IMPORT_COLUMNS>;

export interface ImportedPerson {
  line: number;
  userId: string;
  email: string;
  name: string;
  /** New; or known and new in the organization; or all of it was so before. */
  outcome: "added" | "joined" | "unchanged";
  /** For somebody new, where links were asked for. */
  setup: { url: string; expiresAt: number } | null;
}

export interface ImportOptions {
  /** Makes a link for somebody new; null: none are made. */
  makeLink: ((user: User) => { url: string; expiresAt: number }) | null;
  /** Does all of it, and then takes it back. */
  dryRun: boolean;
}

/** The lines further up in the same table. */
export interface ImportSeen {
  /** Address and organization → line. */
  lines: Map<string, number>;
  /** Addresses of people whom an earlier line adds. */
  added: Set<string>;
}

export function nothingSeen(): ImportSeen {
  return { lines: new Map(), added: new Set() };
}

/** The decision for a line. */
export interface ImportDecision {
  line: number;
  email: string;
  name: string;
  plan: string;
  /** Null if the line names none, or the person belongs to it already. */
  joins: { id: string; role: Role } | null;
  outcome: ImportedPerson["outcome"];
}

/**
 * Adds who is not there yet, and makes members of those whose line names an organization. Of somebody who has an
 * account neither name nor plan nor role changes: the same table can be imported again with lines added to it.
 */
export function importUsers(
  deps: ChangeDeps,
  rows: readonly ImportRow[],
  { makeLink, dryRun }: ImportOptions,
): { people: ImportedPerson[]; faults: LineFault[] } {
  const people: ImportedPerson[] = [];
  const faults: LineFault[] = [];
  const seen = nothingSeen();
  try {
    inTransaction(deps.db, () => {
      for (const row of rows) {
        const decision = decideLine(deps, row, seen);
        if ("message" in decision) faults.push(decision);
        else people.push(carryOutLine(deps, decision, makeLink));
      }
      if (dryRun || faults.length > 0) throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return { people, faults };
}

class Undone extends Error {}

/** Who decides, because nobody gives themselves a role in an organization. */
type ImportDeps = Pick<ChangeDeps, "db" | "actor">;

/** Changes nothing. @returns the fault of a line that cannot be taken. */
export function decideLine(deps: ImportDeps, row: ImportRow, seen: ImportSeen): ImportDecision | LineFault {
  try {
    return decided(deps, row, seen);
  } catch (error) {
    if (!(error instanceof TiroError) || error.code !== "invalid_request") throw error;
    return { line: row.line, message: error.message };
  }
}

function decided({ db, actor }: ImportDeps, { line, values }: ImportRow, seen: ImportSeen): ImportDecision {
  const { email, organization, role } = values;
  const address = email.toLowerCase();
  const key = `${address} ${organization}`;
  const before = seen.lines.get(key);
  if (before !== undefined) throw new TiroError("invalid_request", `${email} is on line ${before} already.`);
  seen.lines.set(key, line);
  if (role !== "" && organization === "")
    throw new TiroError("invalid_request", "A role needs an organization.", { param: "role" });
  const known = userByEmail(db, email);
  const isNew = known === null && !seen.added.has(address);
  // A cell that was written for a spreadsheet has an apostrophe before what looks like a formula.
  const name = plainCell(values.name);
  const plan = values.plan || "free";
  if (isNew) {
    requireEmail(email);
    requireName("name", name, limits.personNameChars);
    requirePlan(plan);
  }
  const id = organization === "" ? null : findOrganization(db, organization).id;
  const isMember = id !== null && known !== null && memberOf(db, id, known.id) !== null;
  const joins = id === null || isMember ? null : { id, role: requireRole(role || "member") };
  if (joins !== null && known?.id === actor.id)
    throw new TiroError(
      "invalid_request",
      "Nobody changes their own role; another administrator does, or the command line.",
      { param: "organization" },
    );
  if (isNew) seen.added.add(address);
  const outcome = isNew ? "added" : joins !== null ? "joined" : "unchanged";
  return { line, email, name, plan, joins, outcome };
}

/** @throws TiroError `invalid_request` if something changed since it was decided. */
export function carryOutLine(
  deps: ChangeDeps,
  { line, email, name, plan, joins, outcome }: ImportDecision,
  makeLink: ImportOptions["makeLink"],
): ImportedPerson {
  const user = userByEmail(deps.db, email) ?? addUser(deps, { email, name, plan });
  if (joins !== null) addMember(deps, joins.id, user.id, joins.role);
  const setup = outcome === "added" && makeLink !== null ? makeLink(user) : null;
  return { line, userId: user.id, email: user.email, name: user.name ?? "", outcome, setup };
}
