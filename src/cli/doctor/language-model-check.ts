import type { Config, Secrets } from "../../config/schema.ts";
import { createLanguageModel } from "../../dictation/language-model/language-model.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLogger } from "../../lib/logger.ts";
import { type Finding, ok, warn } from "./check.ts";

const TEXT = "We meet tomorrow at noon.";
const INSTRUCTION = 'Write "midday" instead of "noon".';

/** Asks the site's language model, if there is one, as a dictation does. Without it tiro works too: a warning at most. */
export async function checkLanguageModel(
  { language_model: settings }: Pick<Config, "language_model">,
  secrets: Secrets,
): Promise<Finding> {
  const log: { event: string; reason?: string; status?: number; cause?: string }[] = [];
  const logger = createLogger("debug", (line) => void log.push(JSON.parse(line)));
  const steps = ["instructions"] as const;
  const deps = { clock: systemClock, logger };
  const model = createLanguageModel({ language_model: { ...settings, steps } }, secrets, deps);
  if (model === null) return ok("none configured; rules alone");
  const begin = systemClock.monotonic();
  const answer = await model.refineDictation({ text: TEXT, instructions: [INSTRUCTION], language: "en" });
  const tookMs = Math.round(systemClock.monotonic() - begin);
  const where = `${settings.model} at ${settings.url}`;
  if (answer.text !== null) return ok(`${where} answered in ${tookMs} ms`);
  const { reason = "", status, cause } = log.find(({ event }) => event === "language_model_not_used") ?? {};
  const words = [reason.replaceAll("_", " "), status, cause].filter((word) => word !== undefined);
  return warn(`${where} is of no use: ${words.join(", ")} (${tookMs} ms)`, adviceOn(reason, status));
}

function adviceOn(reason: string, status = 0): string {
  if (reason === "unreachable") return "See that the server runs and that language_model.url is right.";
  if (reason === "late") return "Raise language_model.timeout_ms, or choose a smaller model.";
  if (reason === "redirected")
    return "Redirects are not followed: write the last address into language_model.url.";
  if (status === 401 || status === 403) return "See that language_model.api_key is the server's.";
  if (status === 404)
    return "Check that language_model.url ends as the server needs it (often /v1) and that language_model.model is one of its models.";
  if (reason === "refused") return "The server's own log says why it refused.";
  if (reason === "not_a_completion")
    return "The address is no OpenAI-compatible server: see language_model.url.";
  return "The model does not follow its instructions: choose another that does.";
}
