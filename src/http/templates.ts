/** Templates: a person's own, and those of their organizations to read. */
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { Template, type TemplateChange } from "../dictation/personal/templates.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import { idOf, oneOf, text } from "../lib/wire.ts";
import { TEMPLATE_KINDS } from "../store/dictation/templates.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson } from "../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../web/operation.ts";
import { visibleName } from "../web/person-input.ts";
import { type KeyRoute, keyRoute } from "../web/route.ts";

const fields = {
  kind: oneOf(TEMPLATE_KINDS),
  name: visibleName(limits.templateNameChars).describe("As it is said after “insert template”."),
  text: text(1, limits.templateChars).describe("Gaps to fill stand in it as `[[name]]`."),
};
export const addTemplateSchema = z.strictObject({ ...fields, kind: fields.kind.default("snippet") });
export const changeTemplateSchema = z.strictObject({
  kind: fields.kind.optional(),
  name: fields.name.optional(),
  text: fields.text.optional(),
  revision: z.int("must be a whole number").min(1, "must be 1 or more").describe("Of the template changed."),
});
export const templateExample = {
  kind: "letter",
  name: "Reminder",
  text: "Dear [[recipient]],\n\nthe invoice [[number]] is open.\n\nYours sincerely\n",
};
export const TemplateList = z.object({ object: z.literal("list"), data: z.array(Template) });

/** Fields that are left out stay. */
export function toTemplateChange(body: z.infer<typeof changeTemplateSchema>): TemplateChange {
  const { revision, kind, name, text } = body;
  return {
    revision,
    ...(kind !== undefined && { kind }),
    ...(name !== undefined && { name }),
    ...(text !== undefined && { text }),
  };
}

const tags = ["Customizations"] as const;
const path = { template: idOf("tpl") };
const operations = {
  list: {
    id: "listTemplates",
    tags,
    summary: "Templates that you can insert",
    description:
      "Your own first, then those of your organizations, each by name. With an organization's key: the member's own and this organization's. Templates are written, not dictated: they are kept under zero retention, as the dictionary is.",
    answers: { 200: jsonOf("All of them.", TemplateList) },
  },
  get: {
    id: "getTemplate",
    tags,
    path,
    summary: "One template",
    answers: { 200: jsonOf("The template.", Template) },
    errors: ["template_not_found"],
  },
  add: {
    id: "addTemplate",
    tags,
    summary: "Add a template of your own",
    description: `A dictation that says “insert template NAME” inserts it, in English, German, French or Spanish. At most ${limits.templates}, with ${limits.templatesChars} characters together; each name once, without regard to case, accents and spaces.`,
    body: jsonBody(addTemplateSchema, templateExample),
    answers: { 201: jsonOf("The template.", Template) },
  },
  change: {
    id: "changeTemplate",
    tags,
    path,
    summary: "Change a template of your own",
    description: "Fields that are not named stay. The same change may be sent again: it raises nothing.",
    body: jsonBody(changeTemplateSchema, { name: "Second reminder", revision: 1 }),
    answers: { 200: jsonOf("The template as it is now.", Template) },
    errors: ["template_not_found", "revision_conflict"],
  },
  remove: {
    id: "removeTemplate",
    tags,
    path,
    summary: "Delete a template of your own",
    answers: { 204: { description: "It is gone." } },
    errors: ["template_not_found"],
  },
} as const satisfies Record<string, Operation>;

export function templateRoutes({ dictation: { templates } }: { dictation: DictationUseCases }): KeyRoute[] {
  return [
    keyRoute("read", "GET /v1/templates", operations.list, ({ principal }) =>
      jsonAnswer(200, { object: "list", data: templates.list(principal) }),
    ),
    keyRoute("write", "POST /v1/templates", operations.add, async ({ principal, request }) =>
      jsonAnswer(201, await templates.add(principal, await readJson(request, addTemplateSchema))),
    ),
    keyRoute("read", "GET /v1/templates/:template", operations.get, ({ principal, params }) =>
      jsonAnswer(200, templates.get(principal, params.template ?? "")),
    ),
    keyRoute(
      "write",
      "PATCH /v1/templates/:template",
      operations.change,
      async ({ principal, params, request }) => {
        const change = toTemplateChange(await readJson(request, changeTemplateSchema));
        return jsonAnswer(200, await templates.change(principal, params.template ?? "", change));
      },
    ),
    keyRoute("write", "DELETE /v1/templates/:template", operations.remove, async ({ principal, params }) => {
      await templates.remove(principal, params.template ?? "");
      return new Response(null, { status: 204 });
    }),
  ];
}
