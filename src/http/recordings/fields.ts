/** Fields of the routes of recordings. */
import { z } from "zod";
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { idOf, LanguageCode, pageLimit } from "../../lib/wire.ts";
import type { RecordingUseCases } from "../../recordings/use-cases.ts";
import type { Db } from "../../store/db.ts";
import { pageCursor, visibleName } from "../../web/person-input.ts";
import type { AuthenticatedExchange } from "../../web/route.ts";

export interface RecordingRouteDeps {
  recordings: RecordingUseCases;
  db: Db;
  clock: Clock;
}

export const RECORDINGS = "/v1/recordings";
export const recordingPath = { recording: idOf("rec") };
export const recordingName = visibleName(limits.recordingNameChars);
export const recordingTags = z
  .array(visibleName(limits.recordingTagChars))
  .max(limits.recordingTags, `must be at most ${limits.recordingTags} tags`);
export const recordingLanguage = LanguageCode.exclude(["auto"]).nullable();
export const folderId = idOf("fld").nullable().describe("null: no folder.");

export const pageFields = {
  cursor: pageCursor.optional(),
  limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
};

export function recordingOf({ params }: AuthenticatedExchange): string {
  return params.recording ?? "";
}

/** The actor of a change in the audit log. */
export function changesOf(
  { db, clock }: RecordingRouteDeps,
  { principal, address }: AuthenticatedExchange,
): ChangeDeps {
  const { userId, accountId, credential } = principal;
  return { db, clock, actor: { id: userId ?? accountId, credential: credential.id, address: address() } };
}
