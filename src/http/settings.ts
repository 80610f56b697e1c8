import { z } from "zod";
import { LANGUAGE_CODES } from "../accounts/languages.ts";
import type { DictationService } from "../dictation/service.ts";
import { jsonAnswer } from "../web/answers.ts";
import { readJson } from "../web/json-body.ts";
import type { KeyRoute } from "../web/route.ts";

const updateSchema = z.strictObject({
  language: z
    .enum(["auto", ...LANGUAGE_CODES], `must be auto or one of ${LANGUAGE_CODES.join(", ")}`)
    .optional(),
  casual_messaging: z.boolean("must be true or false").optional(),
});

export function settingsRoutes({ dictation }: { dictation: DictationService }): KeyRoute[] {
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
        const { language, casual_messaging: casualMessaging } = await readJson(request, updateSchema);
        const changes = {
          ...(language !== undefined && { language }),
          ...(casualMessaging !== undefined && { casualMessaging }),
        };
        return jsonAnswer(200, dictation.updateSettings(principal, changes));
      },
    },
  ];
}
