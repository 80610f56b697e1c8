import { z } from "zod";
import { Settings } from "../../dictation/personal/settings.ts";
import { defineTool, READS } from "./tool.ts";

export const getSettings = defineTool({
  name: "get_settings",
  title: "Read dictation settings",
  description: "Gives the person's dictation settings: the language, and whether messages are casual.",
  scope: "read",
  annotations: READS,
  input: z.strictObject({}),
  output: Settings,
  run: ({ dictation, principal }) => dictation.getSettings(principal),
});
