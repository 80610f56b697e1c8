/** Changes of an organization's templates: as a person's own, with a line in the audit log. */
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import { inTransaction } from "../../store/db.ts";
import {
  addTemplate,
  changeTemplate,
  removeTemplate,
  sharedTemplates,
  type Template,
  type TemplateChange,
  type TemplateInput,
} from "./templates.ts";

/** @throws TiroError as `addTemplate`. */
export function addOrganizationTemplate(
  deps: ChangeDeps,
  organizationId: string,
  input: TemplateInput,
): Template {
  return inTransaction(deps.db, () => {
    const template = addTemplate(deps, sharedTemplates(organizationId), input);
    recordAudit(deps, "organization.template_added", organizationId, { template: template.id });
    return template;
  });
}

/** @throws TiroError as `changeTemplate`. */
export function changeOrganizationTemplate(
  deps: ChangeDeps,
  organizationId: string,
  id: string,
  change: TemplateChange,
): Template {
  return inTransaction(deps.db, () => {
    const { revision } = change;
    const template = changeTemplate(deps, sharedTemplates(organizationId), id, change);
    if (template.revision > revision)
      recordAudit(deps, "organization.template_changed", organizationId, { template: id });
    return template;
  });
}

/** @throws TiroError as `removeTemplate`. */
export function removeOrganizationTemplate(deps: ChangeDeps, organizationId: string, id: string): void {
  inTransaction(deps.db, () => {
    removeTemplate(deps.db, sharedTemplates(organizationId), id);
    recordAudit(deps, "organization.template_removed", organizationId, { template: id });
  });
}
