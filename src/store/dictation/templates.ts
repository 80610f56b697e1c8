import { change, row, rows } from "../statements.ts";

export const TEMPLATE_KINDS = ["letter", "note", "email", "snippet"] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** Exactly one of the two is not null. */
export interface TemplateOwner {
  userId: string | null;
  organizationId: string | null;
}

/** Times are milliseconds since the epoch. */
export interface Template extends TemplateOwner {
  id: string;
  kind: TemplateKind;
  name: string;
  /** As `spokenNameOf` of `src/text/templates/` makes it. */
  spokenName: string;
  text: string;
  /** 1, and one more with every change. */
  revision: number;
  createdAt: number;
  updatedAt: number;
}

export type TemplateName = Pick<Template, "id" | "spokenName">;

const COLUMNS = `id, user_id AS userId, organization_id AS organizationId, kind, name, spoken_name AS spokenName, text,
  revision, created_at AS createdAt, updated_at AS updatedAt`;
const OWNER = "user_id IS @userId AND organization_id IS @organizationId";

export const insertTemplate = change<[template: Template]>(
  `INSERT INTO templates
     (id, user_id, organization_id, kind, name, spoken_name, text, revision, created_at, updated_at)
   VALUES
     (@id, @userId, @organizationId, @kind, @name, @spokenName, @text, @revision, @createdAt, @updatedAt)`,
);

export const updateTemplate = change<[template: Template]>(
  `UPDATE templates SET kind = @kind, name = @name, spoken_name = @spokenName, text = @text,
     revision = @revision, updated_at = @updatedAt
   WHERE id = @id`,
);

export const deleteTemplate = change<[id: string]>("DELETE FROM templates WHERE id = ?");

export const templateOf = row<[owner: TemplateOwner, id: string], Template>(
  `SELECT ${COLUMNS} FROM templates WHERE id = @id AND ${OWNER}`,
  (owner, id) => ({ ...owner, id }),
);

/** By name. */
export const templatesOf = rows<[owner: TemplateOwner], Template>(
  `SELECT ${COLUMNS} FROM templates WHERE ${OWNER} ORDER BY spoken_name`,
);

/** As `templatesOf`, without their texts, which may be long. */
export const templateNamesOf = rows<[owner: TemplateOwner], TemplateName>(
  `SELECT id, spoken_name AS spokenName FROM templates WHERE ${OWNER} ORDER BY spoken_name`,
);
