import { z } from "zod";
import { Settings } from "../../dictation/personal/settings.ts";
import { settingsFields, toSettingsChanges } from "../../web/person-input.ts";
import { defineTool, REPLACES } from "./tool.ts";

const { language, casual_messaging } = settingsFields;

export const updateSettings = defineTool({
  name: "update_settings",
  title: "Change dictation settings",
  description: "Changes the settings that are given and leaves the others as they are. Gives all of them.",
  scope: "write",
  annotations: REPLACES,
  input: z
    .strictObject({
      language: language.describe("Language of dictation, or auto to detect it."),
      casual_messaging: casual_messaging.describe(
        "Whether messages are written casually: no capital at the beginning and no full stop at the end.",
      ),
    })
    .refine((settings) => Object.keys(settings).length > 0, "give at least one of language, casual_messaging")
    .meta({ minProperties: 1 }),
  output: Settings,
  run: ({ dictation, principal }, input) => dictation.updateSettings(principal, toSettingsChanges(input)),
});
