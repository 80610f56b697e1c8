import { z } from "zod";
import { Settings } from "../dictation/personal/settings.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson } from "../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../web/operation.ts";
import { settingsFields, toSettingsChanges } from "../web/person-input.ts";
import { type KeyRoute, keyRoute } from "../web/route.ts";

const updateSchema = z.strictObject(settingsFields);

const tags = ["Settings"] as const;
const operations = {
  get: {
    id: "getSettings",
    tags,
    summary: "Your settings",
    answers: { 200: jsonOf("The settings.", Settings) },
  },
  update: {
    id: "updateSettings",
    tags,
    summary: "Change settings",
    description: "Fields that are left out stay as they are.",
    body: jsonBody(updateSchema, { language: "auto" }),
    answers: { 200: jsonOf("The settings as they are now.", Settings) },
  },
} as const satisfies Record<string, Operation>;

export function settingsRoutes({ dictation }: { dictation: DictationUseCases }): KeyRoute[] {
  return [
    keyRoute("read", "GET /v1/settings", operations.get, ({ principal }) =>
      jsonAnswer(200, dictation.getSettings(principal)),
    ),
    keyRoute("write", "PATCH /v1/settings", operations.update, async ({ principal, request }) => {
      const changes = toSettingsChanges(await readJson(request, updateSchema));
      return jsonAnswer(200, await dictation.updateSettings(principal, changes));
    }),
  ];
}
