/** The settings of a site's own language model: section `language_model` of the configuration. */

import { z } from "zod";
import { limits } from "./limits.ts";
import { name, optional, secret, secretText, section, setting, webAddress, whole } from "./setting.ts";

export const languageModelSchema = section({
  url: optional(
    webAddress,
    "https://llm.example.internal/v1",
    "Address of an OpenAI-compatible server on your own network, without `/chat/completions`. Dictated text is sent there, without encryption only to this machine and to `server.clear_text_hosts`. Without it, tiro uses only its rules.",
  ),
  model: optional(name, "qwen3-8b-instruct", "The model to ask, as that server names it."),
  server: setting(
    z.enum(["openai", "vllm", "llama.cpp", "ollama"]),
    "openai",
    "Which server it is, which decides how tiro turns thinking off. `openai`: any other; choose a model that does not think.",
  ),
  api_key: secret(secretText, "API key for that server, if it needs one."),
  timeout_ms: setting(
    whole(limits.languageModelMsMin, limits.languageModelMsMax),
    3_000,
    "Longest time a dictation waits for the model before it uses the text from the rules, in milliseconds.",
  ),
  steps: setting(
    z
      .array(z.enum(["instructions", "edit", "clean_up"]))
      .min(1)
      .max(3),
    ["instructions", "edit"],
    "Uses of the model: `instructions` that the rules cannot follow, spoken `edit`s that they do not understand, and `clean_up` of the punctuation and false starts of every dictation.",
  ),
});
