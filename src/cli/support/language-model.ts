import { createLanguageModel, type LanguageModel } from "../../dictation/language-model/language-model.ts";
import { systemClock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { siteConfig } from "./site-config.ts";

/**
 * The site's own language model, as the server uses it.
 * @throws TiroError `invalid_request` if the configuration has none, or is not valid.
 */
export function siteLanguageModel(flags: {
  config?: string | undefined;
  data?: string | undefined;
}): LanguageModel {
  const { config, secrets } = siteConfig({ config: flags.config, data: flags.data });
  const deps = { clock: systemClock, logger: createLogger("error") };
  const model = createLanguageModel(config, secrets, deps);
  if (model !== null) return model;
  throw new TiroError("invalid_request", "The configuration names no language model.", {
    hint: "Set language_model.url and language_model.model, and name the file with --config.",
  });
}
