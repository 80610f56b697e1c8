/** Everything that is kept of what a person said and wrote, for them alone: nobody saves it for somebody else in a browser. */
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import { requirePerson } from "../../accounts/people/users.ts";
import { allowsHistory, policyOf } from "../../accounts/policies/policy.ts";
import { limits } from "../../config/limits.ts";
import { exportPerson } from "../../dictation/history/export.ts";
import { TiroError } from "../../lib/errors.ts";
import { transact } from "../../store/database/write-lock.ts";
import { fileAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { personApi } from "./person-api.ts";

export function exportRoute(deps: PersonDeps): PersonRoute {
  const { db } = deps;
  return personApi("GET /v1/me/export", {
    id: "exportMe",
    summary: "Everything that is kept of your words, as one JSON document",
    description:
      "Settings, dictionary, templates, dictations with their corrections, and your own recordings with all of their words, without sound. The audit log says that you did it.",
    answers: { 200: jsonOf("A file.", z.looseObject({ user: z.looseObject({ id: z.string() }) })) },
    errors: ["history_unavailable"],
    handle: async (exchange) => {
      const { userId } = exchange.logIn;
      if (!allowsHistory(policyOf(db, { accountId: userId, userId })))
        throw new TiroError("history_unavailable", "Your organization's policy does not allow history.");
      const changes = changesOf(deps, exchange);
      await transact(db, () => recordAudit(changes, "user.data_exported", userId));
      const pieces = exportPerson(db, requirePerson(db, userId));
      return fileAnswer("tiro.json", "application/json", inBlocks(pieces));
    },
  });
}

/** A block at a time, as the reader takes them; others have their turn between two. */
function inBlocks(pieces: Generator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await setImmediate();
      let block = "";
      let next = pieces.next();
      for (; !next.done; next = pieces.next()) {
        block += next.value;
        if (block.length >= limits.exportBlockChars) break;
      }
      if (block !== "") controller.enqueue(encoder.encode(block));
      if (next.done) controller.close();
    },
    cancel() {
      pieces.return(undefined);
    },
  });
}
