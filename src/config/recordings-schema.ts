/** The library of recordings: section `recordings` of the configuration. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { whole } from "./whole.ts";

export const recordingsSchema = z
  .strictObject({
    upload_mib: whole(1, limits.uploadMibMax)
      .default(2_048)
      .describe("The largest file of a recording that is uploaded in parts, in MiB."),
    unfinished_uploads_gib: whole(1, limits.unfinishedUploadsGibMax)
      .default(32)
      .describe(
        "Room for files that are being uploaded in parts, over all accounts, in GiB; one account may use its share (`limits.share_percent`), or one file of the largest size. They expire a day after their last byte.",
      ),
    audio_days: whole(0, limits.audioDaysMax)
      .default(7)
      .describe(
        "How long the sound of a recording is kept, encrypted, in days, so that its transcript can be checked against it. 0: no sound is kept.",
      ),
  })
  .prefault({});
