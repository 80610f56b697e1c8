import { z } from "zod";
import { DAY_MS, HOUR_MS } from "../lib/units.ts";
import { limits } from "./limits.ts";
import { flag, optional, patterned, section, setting, whole } from "./setting.ts";

/** `[auth]`: API keys, and what the installation's own log-in asks. */
export const authSchema = section({
  key_prefixes: setting(
    z
      .array(patterned(/^[a-z0-9]+_$/, "small letters and digits with a `_` at the end, such as `acme_`"))
      .min(1)
      .max(limits.keyPrefixes),
    ["tiro_", "sk_"],
    "Accepted prefixes of API keys. New keys get the first one.",
  ),
  key_days: optional(
    whole(1, limits.keyExpiryDays),
    365,
    "Days after which every API key ends, including existing ones. An organization's policy can set fewer days for its own keys and its members'. Default: each key ends when it was created to end.",
  ),
  setup_link_hours: setting(
    whole(1, limits.setupLinkMsMax / HOUR_MS),
    limits.setupLinkMs / HOUR_MS,
    "How long a new set-up link works, in hours, if it is not used before.",
  ),
  invitation_days: setting(
    whole(1, limits.invitationMsMax / DAY_MS),
    limits.invitationMs / DAY_MS,
    "How long a new invitation to an organization works, in days.",
  ),
  administrators_second_step: flag(
    false,
    "Whether administrators of this server have to log in with a second step, a passkey or the company's log-in. Organizations can require it of their members (`tiro orgs policy --second-step`).",
  ),
});
