/** All that is kept of what a person said and wrote, as one JSON document in pieces: its length is not bounded by memory. */
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { exportRecordings } from "../../recordings/library/export.ts";
import type { Db } from "../../store/db.ts";
import { customizationsOf } from "../../store/dictation/customizations.ts";
import { feedbackOf } from "../../store/dictation/feedback.ts";
import { type Session, sessionsAfter } from "../../store/dictation/sessions.ts";
import { settingsOf } from "../../store/dictation/settings.ts";
import {
  type DictionaryProposal,
  proposalsOfMember,
} from "../../store/organizations/dictionary-proposals.ts";
import type { User } from "../../store/people/users.ts";
import { toCustomizations } from "../personal/customizations.ts";
import { toSettings } from "../personal/settings.ts";
import { listTemplates, ownTemplates } from "../personal/templates.ts";

/** Sessions oldest first, hidden ones too. */
export function* exportPerson(db: Db, { id, email, name, createdAt }: User): Generator<string> {
  const user = { id, email, name, created_at: toIsoTime(createdAt) };
  const settings = toSettings(settingsOf(db, id));
  const customizations = toCustomizations(customizationsOf(db, id));
  yield `{"user":${JSON.stringify(user)},\n"settings":${JSON.stringify(settings)},\n`;
  const templates = listTemplates(db, [ownTemplates(id)]);
  yield `"customizations":${JSON.stringify(customizations)},\n"templates":${JSON.stringify(templates)},\n`;
  yield `"dictionary_proposals":${JSON.stringify(proposalsOfMember(db, id).map(toProposal))},\n"sessions":[`;
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

function toProposal({ organizationId, word, heard, createdAt }: DictionaryProposal): Record<string, unknown> {
  return { organization_id: organizationId, word, heard, created_at: toIsoTime(createdAt) };
}

function toJson(db: Db, session: Session): Record<string, unknown> {
  const feedback = feedbackOf(db, session.number);
  return {
    id: session.id,
    created_at: toIsoTime(session.createdAt),
    updated_at: toIsoTime(session.updatedAt),
    app: session.app,
    duration_seconds: session.durationSeconds,
    final_text: session.finalText,
    raw_text: session.rawText,
    original_text: session.originalText,
    feedback: feedback && {
      feedback_type: feedback.feedbackType,
      message: feedback.message,
      corrected_text: feedback.correctedText,
      updated_at: toIsoTime(feedback.updatedAt),
    },
  };
}
