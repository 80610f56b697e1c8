import { z } from "zod";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson } from "../web/json-body.ts";
import { settingsFields, toSettingsChanges } from "../web/person-input.ts";
import type { KeyRoute } from "../web/route.ts";

const updateSchema = z.strictObject(settingsFields);

export function settingsRoutes({ dictation }: { dictation: DictationUseCases }): KeyRoute[] {
  const common = { path: "/v1/settings", family: "product", access: "key" } as const;
  return [
    {
      ...common,
      method: "GET",
      scope: "read",
      handle: ({ principal }) => jsonAnswer(200, dictation.getSettings(principal)),
    },
    {
      ...common,
      method: "PATCH",
      scope: "write",
      handle: async ({ principal, request }) => {
        const changes = toSettingsChanges(await readJson(request, updateSchema));
        return jsonAnswer(200, dictation.updateSettings(principal, changes));
      },
    },
  ];
}
