/** A set-up link on the wire. */
import { z } from "zod";
import type { LinkPlace, SetupLink } from "../../accounts/onboarding/administration.ts";
import type { Config } from "../../config/schema.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { isoTime } from "../../lib/wire.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonExchange } from "../../web/route.ts";

export const SetupLinkBody = z.object({
  url: z.string().describe("Works once; the answer alone has it."),
  expires_at: isoTime,
});

export interface SetupLinkDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "auth">;
}

export function placeOf({ config }: SetupLinkDeps, { publicUrl }: PersonExchange): LinkPlace {
  return { config, publicUrl };
}

export function linkBody({ url, expiresAt }: SetupLink): z.infer<typeof SetupLinkBody> {
  return { url, expires_at: toIsoTime(expiresAt) };
}
