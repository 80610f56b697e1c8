/** Stores a finished text: its session, its usage and the answer of its idempotency key. */
import { billedCredentialOf, type Principal } from "../accounts/authentication/principal.ts";
import { mayKeep } from "../accounts/policies/policy.ts";
import { newId } from "../lib/ids.ts";
import { recordUsage } from "../metering/usage.ts";
import { flushed, transactUnflushed } from "../store/database/log-flush.ts";
import { NOT_PUNCTUATED, usageSeconds } from "../transcription/transcription.ts";
import type { Claim } from "../work/idempotency.ts";
import type { Answer } from "../work/request.ts";
import type { BrokenSound } from "./broken-streams.ts";
import type { DictationDeps } from "./deps.ts";
import type { RecognizedText } from "./finish-dictation.ts";
import { keepSession } from "./history/keep-session.ts";
import type { DictationParameters } from "./parameters.ts";
import { publishSession } from "./person-events.ts";
import type { FinishedDictation } from "./refine.ts";
import type { DictationResult } from "./result.ts";
import { unsureWordsHeader } from "./unsure-words.ts";

export interface MadeDictation {
  /** `req_…`. */
  id: string;
  principal: Principal;
  userId: string;
  parameters: DictationParameters;
  durationSeconds: number;
  /** Null if the call has no idempotency key. */
  claim: Claim | null;
  acceptedAtMs: number;
  /** Of its sound, what a live stream was billed for already; all of it, if the stream made the dictation. */
  billedBefore: BrokenSound | "all" | null;
}

/** All effects or none: the session, where it may be kept, usage, and the answer that the key gives from now on. */
export async function commitDictation(
  { db, clock, idempotency, meter, events, brokenStreams }: DictationDeps,
  made: MadeDictation,
  { rawText, language, lacksMarks }: RecognizedText,
  { text, unclear, deleted, steps, unsure }: FinishedDictation,
  signal: AbortSignal,
): Promise<Answer> {
  const { id, principal, userId, parameters, durationSeconds, claim, acceptedAtMs, billedBefore } = made;
  const { accountId, credential } = principal;
  const organizationId = accountId === userId ? null : accountId;
  const sessionId = newId("ses");
  const result: DictationResult = {
    object: "dictation",
    session_id: sessionId,
    operation: parameters.operation,
    raw_text: rawText,
    text,
    language,
    duration_seconds: durationSeconds,
    edit_unclear: unclear,
    edit_deleted: deleted,
  };
  const answer = { status: 200, contentType: "application/json", body: JSON.stringify(result) };
  const kept = await transactUnflushed(db, () => {
    signal.throwIfAborted();
    const createdAt = clock.now();
    const keep = mayKeep(db, principal, userId);
    if (keep) {
      const texts = { finalText: text, rawText, unsureWords: unsure };
      const session = { id: sessionId, userId, organizationId, app: parameters.app, durationSeconds };
      // Silence is nothing that anybody would look for.
      if (rawText !== "") keepSession(db, { ...session, ...texts }, createdAt);
      if (claim) idempotency.answer(claim, answer);
    }
    const memberId = organizationId && userId;
    const use = {
      requestId: id,
      accountId,
      memberId,
      keyId: billedCredentialOf(credential),
      kind: "dictation",
    } as const;
    if (billedBefore !== "all") {
      const left = usageSeconds(durationSeconds) - (billedBefore?.billedSeconds ?? 0);
      const part = { audioSeconds: Math.max(0, left), continues: billedBefore !== null };
      recordUsage(meter, db, { ...use, ...part, acceptedAt: acceptedAtMs, createdAt });
    }
    return keep;
  });
  if (billedBefore !== null && billedBefore !== "all") brokenStreams.forget(billedBefore);
  const formatting = lacksMarks ? `${steps}, ${NOT_PUNCTUATED}` : steps;
  if (!kept && claim) idempotency.remember(claim, answer);
  if (kept && rawText !== "") publishSession({ events }, "made", { userId, organizationId, sessionId });
  await flushed(db);
  const headers = { "Tiro-Formatting": formatting, ...unsureWordsHeader(unsure) };
  return { ...answer, replayed: false, headers };
}
