/** All that is kept of what a person said and wrote, as one JSON document in pieces: its length is not bounded by memory. */

import { limits } from "../../config/limits.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { exportRecordings } from "../../recordings/library/export.ts";
import type { Db } from "../../store/db.ts";
import { customizationsOf } from "../../store/dictation/customizations.ts";
import { feedbackOf } from "../../store/dictation/feedback.ts";
import { type Session, sessionsAfter } from "../../store/dictation/sessions.ts";
import { settingsOf } from "../../store/dictation/settings.ts";
import { proposalsOfMember } from "../../store/organizations/dictionary-proposals.ts";
import type { User } from "../../store/people/users.ts";
import { toCustomizations } from "../personal/customizations.ts";
import { toSettings } from "../personal/settings.ts";
import { listTemplates, ownTemplates } from "../personal/templates.ts";

/** Sessions oldest first, hidden ones too. */
export function* exportPerson(db: Db, person: User): Generator<string> {
  const { id } = person;
  const user = wireForm(person, "id", "email", "name", "createdAt");
  const settings = toSettings(settingsOf(db, id));
  const customizations = toCustomizations(customizationsOf(db, id));
  yield `{"user":${JSON.stringify(user)},\n"settings":${JSON.stringify(settings)},\n`;
  const templates = listTemplates(db, [ownTemplates(id)]);
  yield `"customizations":${JSON.stringify(customizations)},\n"templates":${JSON.stringify(templates)},\n`;
  const proposals = proposalsOfMember(db, id).map((proposal) =>
    wireForm(proposal, "organizationId", "word", "heard", "createdAt"),
  );
  yield `"dictionary_proposals":${JSON.stringify(proposals)},\n"sessions":[`;
  let separator = "\n";
  for (let last = 0; ; ) {
    const sessions = sessionsAfter(db, id, last, limits.sessionsExportedAtOnce);
    for (const session of sessions) {
      yield `${separator}${JSON.stringify(toJson(db, session))}`;
      separator = ",\n";
      last = session.number;
    }
    if (sessions.length < limits.sessionsExportedAtOnce) break;
  }
  yield '\n],\n"recordings":';
  yield* exportRecordings(db, id);
  yield "}\n";
}

function toJson(db: Db, session: Session): Record<string, unknown> {
  const feedback = feedbackOf(db, session.number);
  return {
    ...wireForm(session, "id", "createdAt", "updatedAt", "app", "durationSeconds"),
    ...wireForm(session, "finalText", "rawText", "originalText"),
    feedback: feedback && wireForm(feedback, "feedbackType", "message", "correctedText", "updatedAt"),
  };
}
