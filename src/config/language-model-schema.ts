/** The settings of a site's own language model: section `language_model` of the configuration. */

import { z } from "zod";
import { limits } from "./limits.ts";
import { secretText } from "./secret-text.ts";

export const languageModelSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "Address of an OpenAI-compatible server on your own network, without `/chat/completions`. Dictated text is sent there; without it tiro works by rules alone.",
      )
      .meta({ examples: ["http://llm.example.internal:8000/v1"] }),
    model: z
      .string()
      .min(1)
      .max(limits.configNameChars)
      .optional()
      .describe("The model to ask, as that server names it.")
      .meta({ examples: ["qwen3-8b-instruct"] }),
    api_key: secretText
      .optional()
      .describe(
        "The key that the server wants, if any. Secret: prefer the environment variable, or keep the file readable to tiro only.",
      )
      .meta({ examples: ["change-me"], writeOnly: true }),
    timeout_ms: z
      .number()
      .int()
      .min(limits.languageModelMsMin)
      .max(limits.languageModelMsMax)
      .default(3_000)
      .describe(
        "A dictation waits at most this long for the model before the rules' text is taken, in milliseconds.",
      ),
    steps: z
      .array(z.enum(["instructions", "edit"]))
      .min(1)
      .max(2)
      .default(["instructions", "edit"])
      .describe(
        "What the model is asked for: `instructions` that the rules cannot obey, and spoken `edit`s that they do not understand.",
      ),
  })
  .prefault({});
