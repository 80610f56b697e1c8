/** Templates: texts to insert again, a person's own or an organization's. */
import { z } from "zod";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { organizationsOf } from "../../accounts/policies/permissions.ts";
import { limits } from "../../config/limits.ts";
import { type Clock, toIsoTime } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { isId, newId } from "../../lib/ids.ts";
import { characterCount, idOf, isoTime } from "../../lib/wire.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  deleteTemplate,
  insertTemplate,
  type Template as Stored,
  TEMPLATE_KINDS,
  type TemplateKind,
  type TemplateOwner,
  templateOf,
  templatesOf,
  updateTemplate,
} from "../../store/dictation/templates.ts";
import { gapsOf, spokenNameOf } from "../../text/templates/names.ts";
import { personOf } from "../deps.ts";

export const Template = z.object({
  object: z.literal("template"),
  id: idOf("tpl"),
  organization_id: z.string().nullable().describe("Null for a person's own."),
  kind: z.enum(TEMPLATE_KINDS),
  name: z.string(),
  text: z.string().describe("With its gaps as `[[name]]`."),
  gaps: z.array(z.string()).describe("The names of the gaps, each once, in their order."),
  revision: z.int().min(1).describe("Raised by one with every change."),
  created_at: isoTime,
  updated_at: isoTime,
});
export type Template = z.infer<typeof Template>;

/** Within their limits already. */
export interface TemplateInput {
  kind: TemplateKind;
  name: string;
  text: string;
}

export interface TemplateChange extends Partial<TemplateInput> {
  /** Of the template that was changed. */
  revision: number;
}

interface Needs {
  db: Db;
  clock: Clock;
}

export function ownTemplates(userId: string): TemplateOwner {
  return { userId, organizationId: null };
}

export function sharedTemplates(organizationId: string): TemplateOwner {
  return { userId: null, organizationId };
}

/**
 * Whose templates a request may insert: the person's first. An organization's key shows those of this organization
 * alone, what is the person's own those of all organizations to which they belong.
 */
export function templateOwners(db: Db, principal: Pick<Principal, "accountId" | "userId">): TemplateOwner[] {
  const userId = personOf(principal);
  const { accountId } = principal;
  const organizations = isId("org", accountId)
    ? [accountId]
    : organizationsOf(db, userId).flatMap(({ organization: { id, disabledAt } }) =>
        disabledAt === null ? [id] : [],
      );
  return [ownTemplates(userId), ...organizations.map(sharedTemplates)];
}

export function listTemplates(db: Db, owners: readonly TemplateOwner[]): Template[] {
  return owners.flatMap((owner) => templatesOf(db, owner).map(toTemplate));
}

/** @throws TiroError `template_not_found`. */
export function getTemplate(db: Db, owners: readonly TemplateOwner[], id: string): Template {
  for (const owner of owners) {
    const template = templateOf(db, owner, id);
    if (template !== null) return toTemplate(template);
  }
  throw notFound();
}

/** @throws TiroError `invalid_request` if the name is taken, or there would be too many or too much. */
export function addTemplate({ db, clock }: Needs, owner: TemplateOwner, input: TemplateInput): Template {
  return inTransaction(db, () => {
    const now = clock.now();
    const template = {
      ...{ id: newId("tpl"), ...owner, ...input, spokenName: requireSpokenName(input.name) },
      ...{ revision: 1, createdAt: now, updatedAt: now },
    };
    assertFits(templatesOf(db, owner), template);
    insertTemplate(db, template);
    return toTemplate(template);
  });
}

/**
 * Fields that the change leaves out stay. The very same change may come twice: it raises nothing.
 * @throws TiroError `template_not_found`, `revision_conflict`, and as `addTemplate`.
 */
export function changeTemplate(
  { db, clock }: Needs,
  owner: TemplateOwner,
  id: string,
  { revision, ...change }: TemplateChange,
): Template {
  return inTransaction(db, () => {
    const stored = templateOf(db, owner, id);
    if (stored === null) throw notFound();
    const changed = { ...stored, ...change };
    if (Bun.deepEquals(changed, stored)) return toTemplate(stored);
    if (stored.revision !== revision)
      throw new TiroError(
        "revision_conflict",
        `The template was changed elsewhere: it is revision ${stored.revision} now. Read it again before you change it.`,
        { param: "revision" },
      );
    const template = {
      ...changed,
      ...{ spokenName: requireSpokenName(changed.name), revision: revision + 1, updatedAt: clock.now() },
    };
    const others = templatesOf(db, owner).filter((other) => other.id !== id);
    assertFits(others, template);
    updateTemplate(db, template);
    return toTemplate(template);
  });
}

/** @throws TiroError `template_not_found`. */
export function removeTemplate(db: Db, owner: TemplateOwner, id: string): void {
  inTransaction(db, () => {
    if (templateOf(db, owner, id) === null) throw notFound();
    deleteTemplate(db, id);
  });
}

function requireSpokenName(name: string): string {
  const spoken = spokenNameOf(name);
  if (spoken !== "") return spoken;
  throw new TiroError("invalid_request", "The name needs a letter or a digit.", { param: "name" });
}

function assertFits(others: readonly Stored[], template: Stored): void {
  const same = others.find(({ spokenName }) => spokenName === template.spokenName);
  if (same !== undefined) {
    const message = `There is a template named “${same.name}” already; names that sound alike cannot be distinguished.`;
    throw new TiroError("invalid_request", message, { param: "name" });
  }
  if (others.length >= limits.templates)
    throw new TiroError("invalid_request", `At most ${limits.templates} templates can be kept.`);
  const chars = [...others, template].reduce((sum, { text }) => sum + characterCount(text), 0);
  if (chars <= limits.templatesChars) return;
  const message = `The templates would have ${chars} characters together; at most ${limits.templatesChars} are allowed.`;
  throw new TiroError("invalid_request", message, { param: "text" });
}

function notFound(): TiroError {
  return new TiroError("template_not_found", "You have no template with this id.");
}

function toTemplate(stored: Stored): Template {
  const { id, organizationId, kind, name, text, revision, createdAt, updatedAt } = stored;
  return {
    ...{
      object: "template",
      id,
      organization_id: organizationId,
      kind,
      name,
      text,
      gaps: gapsOf(text),
      revision,
    },
    ...{ created_at: toIsoTime(createdAt), updated_at: toIsoTime(updatedAt) },
  };
}
