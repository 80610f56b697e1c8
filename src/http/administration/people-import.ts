/** Many people at once, from a table: looked at line by line, then imported as a task. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { requireMail } from "../../delivery/mail/channel.ts";
import { mailSetupLink } from "../../delivery/mail/links.ts";
import { TiroError } from "../../lib/errors.ts";
import { HOUR_MS } from "../../lib/units.ts";
import type { User } from "../../store/people/users.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { contentTypeOf, readBody } from "../../web/body.ts";
import { jsonOf } from "../../web/operation.ts";
import { changesOf } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import {
  checkPeopleTable,
  countsOfImport,
  isFault,
  type PeopleTable,
  startPeopleImport,
} from "../../work/import-people.ts";
import { administrationRoute } from "./administration-route.ts";
import type { SetupLinkDeps } from "./setup-link.ts";
import { AdministrationTask, type TaskRouteDeps, taskBody } from "./tasks.ts";

const checkSchema = z.object({
  organization: z
    .string()
    .max(limits.organizationNameChars)
    .optional()
    .describe("For lines that name none: id or name."),
});
const importSchema = checkSchema.extend({
  mail: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .describe("`true`: everybody new gets a set-up link by mail."),
});

const PeopleImportReport = z.object({
  object: z.literal("people_import_report"),
  added: z.int(),
  joined: z.int().describe("Known, and new in the organization."),
  unchanged: z.int(),
  faults: z.int().describe("Lines that cannot be taken; as long as there are any, nothing is imported."),
  lines: z.array(
    z.object({
      line: z.int(),
      email: z.string().nullable(),
      outcome: z.enum(["added", "joined", "unchanged", "fault"]),
      message: z.string().nullable().describe("Why the line cannot be taken."),
    }),
  ),
});

export interface PeopleImportDeps extends SetupLinkDeps, TaskRouteDeps {
  config: SetupLinkDeps["config"] & Pick<Config, "mail">;
}

const body = { required: true, content: { "text/csv": { schema: z.string() } } };

export function peopleImportRoutes(deps: PeopleImportDeps): PersonRoute[] {
  return [checkRoute(deps), importRoute(deps)];
}

function checkRoute(deps: PeopleImportDeps): PersonRoute {
  return administrationRoute(deps, "people.change", "POST /people/import/check", {
    changesNothing: true,
    id: "checkPeopleImport",
    summary: "Say what an import of people would do, line by line",
    description:
      "The first line names the columns: `email`, `name`, and optionally `plan`, `organization` and `role`; comma, semicolon or tab between the cells.",
    query: checkSchema.shape,
    body,
    answers: { 200: jsonOf("The outcome of each line.", PeopleImportReport) },
    errors: ["invalid_request", "unsupported_media_type", "payload_too_large"],
    handle: async (exchange) => {
      const { request } = exchange;
      const { organization = null } = readQuery(request, checkSchema);
      const table = await tableOf(request, organization);
      const { lines } = await checkPeopleTable(changesOf(deps, exchange), table);
      const report: z.infer<typeof PeopleImportReport> = {
        object: "people_import_report",
        ...countsOfImport(lines),
        lines: lines.map((each) =>
          isFault(each)
            ? { line: each.line, email: null, outcome: "fault", message: each.message }
            : { line: each.line, email: each.email, outcome: each.outcome, message: null },
        ),
      };
      return jsonAnswer(200, report);
    },
  });
}

function importRoute(deps: PeopleImportDeps): PersonRoute {
  const { tasks, config } = deps;
  return administrationRoute(deps, "people.change", "POST /people/import", {
    id: "importPeople",
    summary: "Add the people of a table",
    description:
      "All lines are checked first; one that cannot be taken refuses the whole table. Then they are written a few at a time. An import that was cut off is repeated with the same table: lines that were written before are unchanged then.",
    query: importSchema.shape,
    body,
    answers: { 202: jsonOf("The task that does it.", AdministrationTask) },
    errors: [
      "invalid_request",
      "unsupported_media_type",
      "payload_too_large",
      "task_conflict",
      "concurrency_limit_exceeded",
    ],
    handle: async (exchange) => {
      const { request, publicUrl } = exchange;
      const { organization = null, mail } = readQuery(request, importSchema);
      if (mail === "true") requireMail(config);
      const table = await tableOf(request, organization);
      const changes = changesOf(deps, exchange);
      const where = { publicUrl, validMs: config.auth.setup_link_hours * HOUR_MS };
      const makeLink = mail === "true" ? (user: User) => mailSetupLink(changes, user, where) : null;
      return jsonAnswer(202, taskBody(deps, await startPeopleImport(tasks, changes, table, makeLink)));
    },
  });
}

async function tableOf(request: Request, organization: string | null): Promise<PeopleTable> {
  if (contentTypeOf(request) !== "text/csv")
    throw new TiroError("unsupported_media_type", "Send the table as CSV, with Content-Type: text/csv.");
  return { csv: await readBody(request, limits.importBytes), organization };
}
