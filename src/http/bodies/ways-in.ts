/** How a person can log in, and when they were seen last, as those who look after them see it. */
import { z } from "zod";
import { toIsoTime } from "../../lib/clock.ts";
import { isoTime } from "../../lib/wire.ts";
import type { ListedPerson } from "../../store/people/people-list.ts";

export const waysIn = {
  last_seen_at: isoTime
    .nullable()
    .describe("In a browser where the person is still logged in, or with a key; to the minute."),
  ways_in: z
    .array(z.enum(["password", "second_step", "passkey", "company"]))
    .describe("How the person can log in; `second_step`: a code is asked for beside the password."),
};

type WaysIn = z.infer<z.ZodObject<typeof waysIn>>;

export function waysInBody({
  lastSeenAt,
  hasPassword,
  hasSecondStep,
  hasPasskey,
  hasCompanyLogIn,
}: ListedPerson): WaysIn {
  return {
    last_seen_at: lastSeenAt === null ? null : toIsoTime(lastSeenAt),
    ways_in: [
      ...(hasPassword ? (["password"] as const) : []),
      ...(hasSecondStep ? (["second_step"] as const) : []),
      ...(hasPasskey ? (["passkey"] as const) : []),
      ...(hasCompanyLogIn ? (["company"] as const) : []),
    ],
  };
}
