/** Folders whose recordings are transcribed: section `watch` of the configuration. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { BUCKET_PLACE } from "./s3-schema.ts";
import { listOf, patterned, section, setting, whole } from "./setting.ts";

/** An absolute path, or a bucket with a prefix. */
const folder = patterned(
  new RegExp(`^/|${BUCKET_PLACE.source}`),
  "an absolute path, or a bucket with a prefix such as `s3://tiro/inbox`",
);

export const watchSchema = section({
  folders: setting(
    listOf(
      z.strictObject({
        dir: folder,
        account: z.string().min(1).max(limits.configNameChars),
        format: z.enum(["text", "json", "srt", "vtt", "verbose_json"]).default("text"),
        language: z.string().min(1).max(limits.configNameChars).optional(),
        originals: z.enum(["keep", "move", "remove"]).default("keep"),
        moved_to: folder.optional(),
      }),
      limits.watchFolders,
    ),
    [],
    "Folders whose recordings are transcribed: `dir`, an absolute path, or `s3://BUCKET/PREFIX` of the storage in `s3`; `account`, the person (e-mail address or id) or the organization (name or id) by whose rules and on whose account it is done; `format` of the result, which is written beside the recording: `text`, `json`, `srt`, `vtt` or `verbose_json`; `language`, detected if left out; `originals`: `keep`, `move` (to `moved_to`, on the same file system or in the same bucket) or `remove`. Folders within a folder are not watched. Not for accounts under zero retention.",
    [{ dir: "/srv/recordings", account: "ada@example.com", originals: "move", moved_to: "/srv/done" }],
  ),
  every_seconds: setting(
    whole(1, limits.watchSecondsMax),
    10,
    "How often the server checks the folders, in seconds. If a check takes long, it checks less often, so that it uses at most a twentieth of a processor.",
  ),
  settle_seconds: setting(
    whole(1, limits.watchSecondsMax),
    10,
    "How long the size and the time of a recording must stay the same before it is transcribed, in seconds.",
  ),
});

export type WatchedFolder = z.output<typeof watchSchema>["folders"][number];
