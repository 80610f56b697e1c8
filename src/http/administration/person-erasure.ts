/** A person is erased for good, as a task that can be followed; or their history alone. */
import { z } from "zod";
import { requirePerson } from "../../accounts/people/users.ts";
import { limits } from "../../config/limits.ts";
import { type ErasureDeps, requireNamed, startErasure } from "../../dictation/erase-person.ts";
import type { DictationUseCases } from "../../dictation/use-cases.ts";
import { text } from "../../lib/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { HistoryErasure } from "../erase-session.ts";
import { administrationRoute } from "./administration-route.ts";
import { personPath } from "./person-body.ts";
import { AdministrationTask, taskBody } from "./tasks.ts";

const erasureSchema = z.strictObject({
  email: text(1, limits.emailChars).describe("The person's address, typed once more."),
});

export type PersonErasureDeps = PersonDeps &
  ErasureDeps & { dictation: Pick<DictationUseCases, "eraseHistory"> };

export function personErasureRoutes(deps: PersonErasureDeps): PersonRoute[] {
  return [personErasureRoute(deps), historyErasureRoute(deps)];
}

function historyErasureRoute(deps: PersonErasureDeps): PersonRoute {
  return administrationRoute(deps, "people.change", "POST /people/:person/erase-history", {
    id: "erasePersonHistory",
    summary: "Erase everything a person dictated",
    description: "With its feedback, and off the disk. Recordings, dictionary and settings stay.",
    parts: personPath,
    body: jsonBody(erasureSchema, { email: "ada@example.com" }),
    answers: { 200: jsonOf("The number of erased things.", HistoryErasure) },
    errors: ["invalid_request", "person_not_found"],
    handle: async (exchange) => {
      const { email } = await readJson(exchange.request, erasureSchema);
      const user = requirePerson(deps.db, exchange.params.person ?? "");
      requireNamed(user, email);
      exchange.holdOpen();
      const sessions = await deps.dictation.eraseHistory(changesOf(deps, exchange), user.id);
      return jsonAnswer(200, { object: "history_erasure", sessions });
    },
  });
}

function personErasureRoute(deps: PersonErasureDeps): PersonRoute {
  return administrationRoute(deps, "people.change", "POST /people/:person/erase", {
    id: "erasePerson",
    summary: "Erase a person for good",
    description:
      "The account is disabled first; then history, recordings, keys and log-ins are erased. Usage, invoices and the audit log stay. Recordings of an organization stay. Cancelled, it leaves the account disabled.",
    parts: personPath,
    body: jsonBody(erasureSchema, { email: "ada@example.com" }),
    answers: { 202: jsonOf("The task that does it.", AdministrationTask) },
    errors: ["invalid_request", "person_not_found", "task_conflict", "concurrency_limit_exceeded"],
    handle: async (exchange) => {
      const { email } = await readJson(exchange.request, erasureSchema);
      const id = exchange.params.person ?? "";
      const task = startErasure(deps, changesOf(deps, exchange), { id, email });
      return jsonAnswer(202, taskBody(deps, task));
    },
  });
}
