/**
 * Permissions in an organization, by their role in it. None of it is content, but for `content.review`, which
 * asks a policy of the operator as well (`content-review.ts`). All code that shows or changes an organization asks this table.
 */
import { TiroError } from "../../lib/errors.ts";
import type { Db } from "../../store/db.ts";
import { memberOf, membershipsOf, type Role } from "../../store/organizations/members.ts";
import { type Organization, organizationById } from "../../store/organizations/organizations.ts";
import { type User, userById } from "../../store/people/users.ts";

/** Permission → roles. */
export const PERMISSIONS = {
  /** Its name and policies, which bind everybody in it. */
  "organization.read": ["owner", "admin", "auditor", "billing", "member"],
  "policy.change": ["owner"],
  /** The words it adds for all of its members; each of them may read it. */
  "dictionary.change": ["owner", "admin"],
  /** Words for it, which those who change it take or decline. */
  "dictionary.propose": ["owner", "admin", "auditor", "billing", "member"],
  /** Texts for its members to insert; each of them may read them. */
  "templates.change": ["owner", "admin"],
  "keys.read": ["owner", "admin", "auditor"],
  "keys.change": ["owner", "admin"],
  "webhooks.read": ["owner", "admin", "auditor"],
  "webhooks.change": ["owner", "admin"],
  "members.read": ["owner", "admin", "auditor"],
  /** Below owner; owners change everybody. */
  "members.change": ["owner", "admin"],
  /** If the operator's policy `content_review` allows it. */
  "content.review": ["owner"],
  "audit.read": ["owner", "admin", "auditor"],
  "usage.read": ["owner", "admin", "auditor", "billing"],
  "invoices.read": ["owner", "admin", "auditor", "billing"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export interface Membership {
  organization: Organization;
  role: Role;
}

function isAllowed(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission];
  return roles.includes(role);
}

/** In the order of the table. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => isAllowed(role, permission));
}

/** Every organization to which the person belongs, in the order in which they joined. */
export function organizationsOf(db: Db, userId: string): Membership[] {
  return membershipsOf(db, userId).map(({ organizationId, role }) => ({
    organization: organizationById(db, organizationId) as Organization,
    role,
  }));
}

/** Those in which the person may do this. */
export function organizationsWhere(db: Db, userId: string, permission: Permission): Organization[] {
  return organizationsOf(db, userId).flatMap(({ organization, role }) =>
    isAllowed(role, permission) ? [organization] : [],
  );
}

/**
 * The organization, if the person may do this with it.
 * @throws TiroError `organization_not_found` if they do not belong to it, `role_required` where their role is too small.
 */
export function requirePermission(
  db: Db,
  { userId, organizationId }: { userId: string; organizationId: string },
  permission: Permission,
): Membership {
  const member = memberOf(db, organizationId, userId);
  const organization = member === null ? null : organizationById(db, organizationId);
  if (member === null || organization === null)
    throw new TiroError("organization_not_found", "You belong to no organization with this id.", {
      param: "organization",
    });
  if (isAllowed(member.role, permission)) return { organization, role: member.role };
  const roles = PERMISSIONS[permission].join(", ");
  throw new TiroError(
    "role_required",
    `This requires one of the roles ${roles} in the organization; yours is ${member.role}.`,
  );
}

export const SERVER_ROLES = ["administrator", "auditor"] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

/** Permissions for the whole server, by their role in it: permission → roles. None of it is content either. */
export const SERVER_PERMISSIONS = {
  "people.read": ["administrator", "auditor"],
  "people.change": ["administrator"],
  "organizations.read": ["administrator", "auditor"],
  "organizations.change": ["administrator"],
  "audit.read": ["administrator", "auditor"],
  "audit.verify": ["administrator", "auditor"],
  "backups.read": ["administrator", "auditor"],
  "backups.verify": ["administrator", "auditor"],
  "backups.change": ["administrator"],
  "clock.confirm": ["administrator"],
  /** The guide through a first run. */
  "first_run.read": ["administrator"],
  "first_run.change": ["administrator"],
  /** Debts and payments; absent if billing is off. */
  "payments.read": ["administrator", "auditor"],
  "payments.change": ["administrator"],
  "limits.read": ["administrator", "auditor"],
  "limits.change": ["administrator"],
  "mail.test": ["administrator"],
  "server.read": ["administrator", "auditor"],
  "server.examine": ["administrator", "auditor"],
  "support_bundle.make": ["administrator"],
  /** How people come in from the company, and what its directory calls with. */
  "directory.read": ["administrator", "auditor"],
  "directory.change": ["administrator"],
  "jobs.read": ["administrator", "auditor"],
  "jobs.change": ["administrator"],
  "requests.read": ["administrator", "auditor"],
  "report.read": ["administrator", "auditor"],
  "packs.read": ["administrator", "auditor"],
  "packs.change": ["administrator"],
  /** The queue and the recognizers. */
  "recognition.read": ["administrator", "auditor"],
  "recognition.change": ["administrator"],
  /** Tasks that were started and continue in the background. */
  "tasks.read": ["administrator", "auditor"],
  "tasks.change": ["administrator"],
} as const satisfies Record<string, readonly ServerRole[]>;

export type ServerPermission = keyof typeof SERVER_PERMISSIONS;

/** Null: they have none. */
export function serverRoleOf({
  administrator,
  auditor,
}: Pick<User, "administrator" | "auditor">): ServerRole | null {
  if (administrator) return "administrator";
  return auditor ? "auditor" : null;
}

/** In the order of the table. */
export function serverPermissionsOf(user: Pick<User, "administrator" | "auditor">): ServerPermission[] {
  const role = serverRoleOf(user);
  return (Object.keys(SERVER_PERMISSIONS) as ServerPermission[]).filter((permission) =>
    SERVER_PERMISSIONS[permission].some((allowed) => allowed === role),
  );
}

/** @throws TiroError `administrator_required` if the person's role in the server does not allow it. */
export function requireServerPermission(db: Db, userId: string, permission: ServerPermission): void {
  const user = userById(db, userId);
  if (user !== null && serverPermissionsOf(user).includes(permission)) return;
  const roles = SERVER_PERMISSIONS[permission].join(" or ");
  throw new TiroError("administrator_required", `This requires the role of an ${roles} of the server.`, {
    hint: "`tiro users list` shows who they are.",
  });
}
