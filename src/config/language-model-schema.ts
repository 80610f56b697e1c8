/** The settings of a site's own language model: section `language_model` of the configuration. */

import { z } from "zod";
import { limits } from "./limits.ts";
import { secretText } from "./secret-text.ts";
import { whole } from "./whole.ts";

export const languageModelSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "Address of an OpenAI-compatible server on your own network, without `/chat/completions`. Dictated text is sent there, in clear only to this machine and to `server.clear_text_hosts`. Without it, tiro uses its rules alone.",
      )
      .meta({ examples: ["https://llm.example.internal/v1"] }),
    model: z
      .string()
      .min(1)
      .max(limits.configNameChars)
      .optional()
      .describe("The model to ask, as that server names it.")
      .meta({ examples: ["qwen3-8b-instruct"] }),
    server: z
      .enum(["openai", "vllm", "llama.cpp", "ollama"])
      .default("openai")
      .describe(
        "Which server it is, so that thinking is switched off in its way. `openai`: any other; choose a model that does not think.",
      ),
    api_key: secretText
      .optional()
      .describe(
        "API key for that server, if it needs one. Secret: prefer the environment variable, or keep the file readable to tiro only.",
      )
      .meta({ examples: ["change-me"], writeOnly: true }),
    timeout_ms: whole(limits.languageModelMsMin, limits.languageModelMsMax)
      .default(3_000)
      .describe(
        "Longest time a dictation waits for the model before it uses the text from the rules, in milliseconds.",
      ),
    steps: z
      .array(z.enum(["instructions", "edit", "clean_up"]))
      .min(1)
      .max(3)
      .default(["instructions", "edit"])
      .describe(
        "Uses of the model: `instructions` that the rules cannot follow, spoken `edit`s that they do not understand, and `clean_up` of the punctuation and false starts of every dictation.",
      ),
  })
  .prefault({});
