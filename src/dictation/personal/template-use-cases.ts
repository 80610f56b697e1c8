/** The use cases of a person's templates, as the doors see it; listeners hear of changes. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import { type DictationDeps, personOf } from "../deps.ts";
import { publishTemplate } from "../person-events.ts";
import {
  addTemplate,
  changeTemplate,
  getTemplate,
  listTemplates,
  ownTemplates,
  removeTemplate,
  type Template,
  type TemplateChange,
  type TemplateInput,
  templateOwners,
} from "./templates.ts";

/** Every method throws TiroErrors of the contract. */
export interface TemplateUseCases {
  list(principal: Principal): Template[];
  get(principal: Principal, id: string): Template;
  add(principal: Principal, input: TemplateInput): Promise<Template>;
  change(principal: Principal, id: string, change: TemplateChange): Promise<Template>;
  remove(principal: Principal, id: string): Promise<void>;
}

type Needs = Pick<DictationDeps, "db" | "clock" | "events">;

export function createTemplateUseCases(deps: Needs): TemplateUseCases {
  const { db } = deps;
  return {
    list: (principal) => listTemplates(db, templateOwners(db, principal)),
    get: (principal, id) => getTemplate(db, templateOwners(db, principal), id),
    add: async (principal, input) => {
      const userId = personOf(principal);
      const template = await whenWritable(db, () => addTemplate(deps, ownTemplates(userId), input));
      publishTemplate(deps, userId, { templateId: template.id, change: "added" });
      return template;
    },
    change: async (principal, id, change) => {
      const userId = personOf(principal);
      const template = await whenWritable(db, () => changeTemplate(deps, ownTemplates(userId), id, change));
      if (template.revision > change.revision)
        publishTemplate(deps, userId, { templateId: id, change: "changed" });
      return template;
    },
    remove: async (principal, id) => {
      const userId = personOf(principal);
      await whenWritable(db, () => removeTemplate(db, ownTemplates(userId), id));
      publishTemplate(deps, userId, { templateId: id, change: "removed" });
    },
  };
}
