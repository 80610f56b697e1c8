import { z } from "zod";
import { settingsOutput } from "./schemas.ts";
import { defineTool, READS } from "./tool.ts";

export const getSettings = defineTool({
  name: "get_settings",
  title: "Read dictation settings",
  description: "Gives the person's dictation settings: the language, and whether messages are casual.",
  scope: "read",
  annotations: READS,
  input: z.strictObject({}),
  output: settingsOutput,
  run: ({ dictation, principal }) => dictation.getSettings(principal),
});
