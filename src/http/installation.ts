/** The facts about the server that are public before anybody has logged in. */
import { z } from "zod";
import { canHavePasskeys } from "../accounts/log-in/passkeys.ts";
import { hasCompanyLogIn } from "../accounts/policies/company-rules.ts";
import type { Config } from "../config/schema.ts";
import { INTERFACE_LANGUAGES } from "../lib/interface-languages.ts";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf } from "../web/operation.ts";
import type { PublicRoute } from "../web/route.ts";

export const Installation = z.object({
  object: z.literal("installation"),
  host: z.string().describe("Under which the server is reached."),
  version: z.string(),
  interface_languages: z.array(z.enum(INTERFACE_LANGUAGES)),
  log_in: z.object({
    password: z.boolean().describe("Whether people log in with a password of this server."),
    passkey: z.boolean(),
    company: z.object({ label: z.string() }).nullable(),
  }),
});

export interface InstallationDeps {
  version: string;
  config: Pick<Config, "company_log_in" | "ldap">;
}

export function installationRoutes({ version, config }: InstallationDeps): PublicRoute[] {
  return [
    {
      method: "GET",
      path: "/v1/installation",
      family: "product",
      access: "public",
      operation: {
        id: "getInstallation",
        tags: ["Account"],
        summary: "How people log in to this server, and the languages of its pages",
        answers: { 200: jsonOf("The installation.", Installation) },
      },
      handle: ({ publicUrl }) => jsonAnswer(200, installationBody(version, config, publicUrl)),
    },
  ];
}

function installationBody(
  version: string,
  config: InstallationDeps["config"],
  publicUrl: string,
): z.infer<typeof Installation> {
  const { label, required } = config.company_log_in;
  return {
    object: "installation",
    host: new URL(publicUrl).host,
    version,
    interface_languages: [...INTERFACE_LANGUAGES],
    log_in: {
      password: !required,
      passkey: !required && canHavePasskeys(publicUrl),
      company: hasCompanyLogIn(config) ? { label } : null,
    },
  };
}
