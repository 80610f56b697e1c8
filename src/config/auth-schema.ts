import { z } from "zod";
import { DAY_MS, HOUR_MS } from "../lib/units.ts";
import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";
import { whole } from "./whole.ts";

/** `[auth]`: API keys, and what the installation's own log-in asks. */
export const authSchema = z
  .strictObject({
    key_prefixes: z
      .array(patterned(/^[a-z0-9]+_$/, "small letters and digits with a `_` at the end, such as `acme_`"))
      .min(1)
      .max(limits.keyPrefixes)
      .default(["tiro_", "sk_"])
      .describe("Accepted prefixes of API keys. New keys get the first one."),
    key_days: whole(1, limits.keyExpiryDays)
      .optional()
      .describe(
        "Days after which every API key ends, also one that exists already. An organization's policy can set fewer for its own and its members' keys. Left out, keys live as long as they were created for.",
      )
      .meta({ examples: [365] }),
    setup_link_hours: whole(1, limits.setupLinkMsMax / HOUR_MS)
      .default(limits.setupLinkMs / HOUR_MS)
      .describe("How long a new set-up link works, in hours, if it is not used before."),
    invitation_days: whole(1, limits.invitationMsMax / DAY_MS)
      .default(limits.invitationMs / DAY_MS)
      .describe("How long a new invitation to an organization works, in days."),
    administrators_second_step: z
      .boolean()
      .default(false)
      .describe(
        "Whether administrators of this server have to log in with a second step, a passkey or the company's log-in. Organizations ask it of their own people (`tiro orgs policy --second-step`).",
      ),
  })
  .prefault({});
