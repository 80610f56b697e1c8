/** A person is erased for good, as a task that can be followed. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { type ErasureDeps, startErasure } from "../../dictation/erase-person.ts";
import { text } from "../../lib/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";
import { personPath } from "./person-body.ts";
import { AdministrationTask, taskBody } from "./tasks.ts";

const erasureSchema = z.strictObject({
  email: text(1, limits.emailChars).describe("The person's address, typed once more."),
});

export function personErasureRoute(deps: PersonDeps & ErasureDeps): PersonRoute {
  return administrationRoute(
    deps,
    "/people/:person/erase",
    {
      method: "POST",
      permission: "people.change",
      id: "erasePerson",
      summary: "Erase a person for good",
      description:
        "The account is disabled first; then history, recordings, keys and log-ins are erased. Usage, invoices and the audit log stay. Recordings of an organization stay. Cancelled, it leaves the account disabled.",
      path: personPath,
      body: jsonBody(erasureSchema, { email: "ada@example.com" }),
      answers: { 202: jsonOf("The task that does it.", AdministrationTask) },
      errors: ["invalid_request", "person_not_found", "task_conflict", "concurrency_limit_exceeded"],
    },
    async (exchange) => {
      const { email } = await readJson(exchange.request, erasureSchema);
      const id = exchange.params.person ?? "";
      const task = startErasure(deps, changesOf(deps, exchange), { id, email });
      return jsonAnswer(202, taskBody(deps, task));
    },
  );
}
