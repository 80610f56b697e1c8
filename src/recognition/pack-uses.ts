/** Why a pack must not be removed: the configuration names it. */
import type { Config } from "../config/schema.ts";
import type { Pack } from "../packs/load-pack.ts";

/** The settings that name the pack, by its id or its whole name. */
export function settingsNaming(models: Config["models"], { manifest, name }: Pack): string[] {
  const settings = {
    "models.pack": models.pack,
    "models.routes": models.routes,
    "models.speaker_embedding": models.speaker_embedding,
    "models.speaker_segmentation": models.speaker_segmentation,
    "models.punctuation": models.punctuation,
  };
  const quoted = [manifest.id, name].map((each) => JSON.stringify(each));
  return Object.entries(settings).flatMap(([setting, value]) => {
    const text = JSON.stringify(value) ?? "";
    return quoted.some((each) => text.includes(each)) ? [setting] : [];
  });
}
