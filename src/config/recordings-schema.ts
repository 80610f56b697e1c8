import { limits } from "./limits.ts";
import { section, setting, whole } from "./setting.ts";

export const recordingsSchema = section({
  upload_mib: setting(
    whole(1, limits.uploadMibMax),
    2_048,
    "The largest file of a recording that is uploaded in parts, in MiB.",
  ),
  unfinished_uploads_gib: setting(
    whole(1, limits.unfinishedUploadsGibMax),
    32,
    "Room for files that are being uploaded in parts, over all accounts, in GiB; one account may use its share (`limits.share_percent`), or one file of the largest size. They expire a day after their last byte.",
  ),
  audio_days: setting(
    whole(0, limits.audioDaysMax),
    7,
    "How long the sound of a recording is kept, encrypted, in days, so that its transcript can be checked against it. 0: no sound is kept.",
  ),
});
