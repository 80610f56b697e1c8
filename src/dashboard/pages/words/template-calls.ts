/** Changes of templates by the routes of their owner. */
import { call, type Schemas } from "../../client/api.ts";

export type Template = Schemas["Template"];
export type TemplateFields = Pick<Template, "name" | "kind" | "text">;

/** @param organization null for one's own. @throws ApiFault. */
export function addTemplate(organization: string | null, body: TemplateFields): Promise<Template> {
  if (organization === null) return call("POST /v1/templates", { body });
  return call("POST /v1/organizations/{organization}/templates", { path: { organization }, body });
}

/** @throws ApiFault. */
export function changeTemplate(
  { id: template, organization_id: organization, revision }: Template,
  fields: TemplateFields,
): Promise<Template> {
  const body = { ...fields, revision };
  if (organization === null) return call("PATCH /v1/templates/{template}", { path: { template }, body });
  return call("PATCH /v1/organizations/{organization}/templates/{template}", {
    path: { organization, template },
    body,
  });
}

/** @throws ApiFault. */
export function removeTemplate({ id: template, organization_id: organization }: Template): Promise<void> {
  if (organization === null) return call("DELETE /v1/templates/{template}", { path: { template } });
  return call("DELETE /v1/organizations/{organization}/templates/{template}", {
    path: { organization, template },
  });
}
