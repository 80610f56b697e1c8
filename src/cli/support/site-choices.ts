import type { Config } from "../../config/schema.ts";
import { hasDatabase } from "../../store/data-folder/data-folder.ts";
import { type ModelChoices, modelChoices } from "../../store/recognition/model-choices.ts";
import { type SiteFlags, withDatabase } from "./site.ts";

/** Which packs administrators chose; none before there is a database. @throws as `withDatabase`. */
export function siteChoices({ data }: Pick<Config, "data">, flags: SiteFlags): ModelChoices {
  if (!hasDatabase(data.dir)) return {};
  return withDatabase(flags, { create: false }, ({ db }) => modelChoices(db));
}
