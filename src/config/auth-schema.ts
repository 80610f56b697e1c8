import { z } from "zod";
import { limits } from "./limits.ts";

/** `[auth]`: API keys. */
export const authSchema = z
  .strictObject({
    key_prefixes: z
      .array(z.string().regex(/^[a-z0-9]+_$/))
      .min(1)
      .max(limits.keyPrefixes)
      .default(["tiro_", "sk_"])
      .describe("Accepted prefixes of API keys. New keys get the first one."),
    key_days: z
      .number()
      .int()
      .min(1)
      .max(limits.keyExpiryDays)
      .optional()
      .describe(
        "Days after which every API key ends, also one that exists already. An organization's policy can set fewer for its own and its members' keys. Left out, keys live as long as they were created for.",
      )
      .meta({ examples: [365] }),
  })
  .prefault({});
