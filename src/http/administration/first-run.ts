/** The guide of a new installation: what is done, and its end. */
import { z } from "zod";
import type { Config } from "../../config/schema.ts";
import { isFirstRunOpen } from "../../store/onboarding/first-run.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import { changing, type PersonDeps } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { doneFirstRunSteps, endGuide, FIRST_RUN_STEPS } from "../../work/first-run-guide.ts";
import { administrationRoute } from "./administration-route.ts";
import type { PackDeps } from "./packs.ts";

const FirstRun = z.object({
  object: z.literal("first_run"),
  open: z.boolean().describe("Whether the app offers the guide."),
  public_url: z.string().describe("The address at which clients reach the server."),
  configuration_file: z.string().nullable(),
  steps: z
    .array(z.object({ name: z.enum(FIRST_RUN_STEPS), done: z.boolean() }))
    .describe("In the order of the guide; password, second step and dictation are those of the caller."),
});

export interface FirstRunDeps extends PackDeps {
  config: PersonDeps["config"] & Pick<Config, "server">;
  configFile: string | null;
}

export function firstRunRoutes(deps: FirstRunDeps): PersonRoute[] {
  return [
    administrationRoute(deps, "first_run.read", "GET /first-run", {
      id: "getFirstRun",
      summary: "How far a new installation is",
      answers: { 200: jsonOf("Every step.", FirstRun) },
      handle: (exchange) => jsonAnswer(200, firstRunBody(deps, exchange)),
    }),
    administrationRoute(deps, "first_run.change", "POST /first-run/end", {
      id: "endFirstRun",
      summary: "End the guide of a new installation",
      description: "The app no longer offers it. The remaining steps can still be done.",
      answers: { 200: jsonOf("Every step.", FirstRun) },
      handle: async (exchange) => {
        await changing(deps, exchange, (changes) => endGuide(changes));
        return jsonAnswer(200, firstRunBody(deps, exchange));
      },
    }),
  ];
}

function firstRunBody(deps: FirstRunDeps, { logIn, publicUrl }: PersonExchange): z.infer<typeof FirstRun> {
  const { db, config, configFile, administeredPacks } = deps;
  const done = doneFirstRunSteps({
    ...{ db, userId: logIn.userId, publicUrl: config.server.public_url, address: publicUrl },
    hasPack: administeredPacks.installed().data.some(({ builtin }) => !builtin),
  });
  return {
    object: "first_run",
    open: isFirstRunOpen(db),
    public_url: publicUrl,
    configuration_file: configFile,
    steps: FIRST_RUN_STEPS.map((name) => ({ name, done: done[name] })),
  };
}
