import {
  addOrganizationTemplate,
  changeOrganizationTemplate,
  removeOrganizationTemplate,
} from "../../dictation/personal/organization-templates.ts";
import { listTemplates, sharedTemplates, Template } from "../../dictation/personal/templates.ts";
import { idOf } from "../../lib/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changed, changing, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import {
  addTemplateSchema,
  changeTemplateSchema,
  TemplateList,
  templateExample,
  toTemplateChange,
} from "../templates.ts";
import { organizationRoute } from "./organization-route.ts";

const parts = { template: idOf("tpl") };

export function organizationTemplateRoutes(deps: PersonDeps): PersonRoute[] {
  return [
    organizationRoute(deps, "organization.read", "GET /templates", {
      id: "listOrganizationTemplates",
      summary: "Templates that an organization has for its members",
      answers: { 200: jsonOf("All of them, by name.", TemplateList) },
      handle: (_exchange, { organization }) => {
        const data = listTemplates(deps.db, [sharedTemplates(organization.id)]);
        return jsonAnswer(200, { object: "list", data });
      },
    }),
    organizationRoute(deps, "templates.change", "POST /templates", {
      id: "addOrganizationTemplate",
      summary: "Add a template for an organization's members",
      body: jsonBody(addTemplateSchema, templateExample),
      answers: { 201: jsonOf("The template.", Template) },
      handle: async (exchange, { organization }) => {
        const input = await readJson(exchange.request, addTemplateSchema);
        return jsonAnswer(
          201,
          await changing(deps, exchange, (changes) =>
            addOrganizationTemplate(changes, organization.id, input),
          ),
        );
      },
    }),
    organizationRoute(deps, "templates.change", "PATCH /templates/:template", {
      parts,
      id: "changeOrganizationTemplate",
      summary: "Change a template of an organization",
      description: "Fields that are not named stay. The same change may be sent again: it raises nothing.",
      body: jsonBody(changeTemplateSchema, { name: "Second reminder", revision: 1 }),
      answers: { 200: jsonOf("The template as it is now.", Template) },
      errors: ["template_not_found", "revision_conflict"],
      handle: async (exchange, { organization }) => {
        const change = toTemplateChange(await readJson(exchange.request, changeTemplateSchema));
        const { template = "" } = exchange.params;
        return jsonAnswer(
          200,
          await changing(deps, exchange, (changes) =>
            changeOrganizationTemplate(changes, organization.id, template, change),
          ),
        );
      },
    }),
    organizationRoute(deps, "templates.change", "DELETE /templates/:template", {
      parts,
      id: "removeOrganizationTemplate",
      summary: "Delete a template of an organization",
      answers: { 204: { description: "It is gone." } },
      errors: ["template_not_found"],
      handle: async (exchange, { organization }) => {
        const { template = "" } = exchange.params;
        return changed(deps, exchange, (changes) =>
          removeOrganizationTemplate(changes, organization.id, template),
        );
      },
    }),
  ];
}
