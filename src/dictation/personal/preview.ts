/** Changes that a replacement would make in existing texts, shown before it is added. Nothing is changed. */
import { z } from "zod";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { allowsHistory, historyBoundTo, policyOf } from "../../accounts/policies/policy.ts";
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Slices } from "../../lib/slices.ts";
import { isoTime } from "../../lib/wire.ts";
import { passagesWith } from "../../recordings/search/passages.ts";
import type { Db } from "../../store/db.ts";
import { type HistoryView, type Session, searchSessions } from "../../store/dictation/sessions.ts";
import { settingsOf } from "../../store/dictation/settings.ts";
import { type Edit, type Replacement, replacementEdits } from "../../text/formatting/replacements.ts";
import { queryTerms } from "../../text/search/terms.ts";
import { type DictationDeps, personOf } from "../deps.ts";

const PreviewPlace = z.object({
  source: z.enum(["session", "recording"]),
  id: z.string().describe("`ses_…` or `rec_…`."),
  name: z.string().nullable().describe("Of the recording."),
  created_at: isoTime,
  start_seconds: z.number().nullable().describe("When the words are said; null in a session."),
  segment_id: z.string().nullable(),
  before: z.string().describe("The words, and a few characters around them."),
  after: z.string().describe("The same with the replacement."),
});
type PreviewPlace = z.infer<typeof PreviewPlace>;

export const CustomizationPreview = z.object({
  object: z.literal("customization_preview"),
  data: z.array(PreviewPlace).max(limits.previewPlaces),
  has_more: z.boolean(),
});
export type CustomizationPreview = z.infer<typeof CustomizationPreview>;

export interface TriedRule extends Replacement {
  /** A recording that is left out. */
  exceptRecordingId: string | null;
}

/** One more than is shown, to see whether there are more. */
const MOST = limits.previewPlaces + 1;

/** None if no history is kept. */
export async function previewCustomization(
  { db }: Pick<DictationDeps, "db">,
  principal: Principal,
  rule: TriedRule,
): Promise<CustomizationPreview> {
  const places = allowsHistory(policyOf(db, principal))
    ? await inTurns(placesOf(db, principal, rule), limits.transcriptTurnMs)
    : [];
  const newest = places.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  return {
    object: "customization_preview",
    data: newest.slice(0, limits.previewPlaces),
    has_more: newest.length > limits.previewPlaces,
  };
}

function* placesOf(db: Db, principal: Principal, rule: TriedRule): Slices<PreviewPlace[]> {
  const tokens = [...new Set(queryTerms(rule.from).flatMap((term) => term.tokens))];
  if (tokens.length === 0) return [];
  const userId = personOf(principal);
  const language = settingsOf(db, userId).language ?? "en";
  const view = { userId, organizationId: historyBoundTo(db, principal) };
  const places = yield* inSessions(sessionsWith(db, view, tokens), rule, language);
  // An organization's key does not see the recordings of people.
  if (principal.accountId !== userId) return places;
  return [...places, ...(yield* inRecordings(db, userId, { tokens, rule, language }))];
}

/** Read at once: between what a search finds nothing may be written. */
function sessionsWith(db: Db, view: HistoryView, tokens: readonly string[]): Session[] {
  const sessions: Session[] = [];
  let chars = 0;
  for (const session of searchSessions(db, view, tokens, { before: null, sinceMs: null, untilMs: null })) {
    sessions.push(session);
    chars += session.finalText.length;
    if (sessions.length >= limits.previewTexts || chars >= limits.previewTextChars) break;
  }
  return sessions;
}

function* inSessions(
  sessions: readonly Session[],
  rule: Replacement,
  language: string,
): Slices<PreviewPlace[]> {
  const places: PreviewPlace[] = [];
  for (const { id, createdAt, finalText } of sessions) {
    for (const edit of replacementEdits(finalText, rule, language))
      places.push({
        source: "session",
        ...{ id, name: null, created_at: toIsoTime(createdAt) },
        ...{ start_seconds: null, segment_id: null },
        ...shown(finalText, edit),
      });
    if (places.length >= MOST) break;
    yield;
  }
  return places.slice(0, MOST);
}

function* inRecordings(
  db: Db,
  userId: string,
  { tokens, rule, language }: { tokens: readonly string[]; rule: TriedRule; language: string },
): Slices<PreviewPlace[]> {
  const places: PreviewPlace[] = [];
  for (const { recording, segmentId, text, startSecondsAt } of passagesWith(
    db,
    { accountId: userId },
    tokens,
  )) {
    const { id, name, createdAt } = recording;
    if (id === rule.exceptRecordingId) continue;
    for (const edit of replacementEdits(text, rule, recording.language ?? language))
      places.push({
        source: "recording",
        ...{ id, name, created_at: toIsoTime(createdAt) },
        ...{ start_seconds: startSecondsAt(edit.start), segment_id: segmentId },
        ...shown(text, edit),
      });
    if (places.length >= MOST) break;
    yield;
  }
  return places.slice(0, MOST);
}

/** Whole characters, in one line. */
function shown(text: string, { start, end, to }: Edit): { before: string; after: string } {
  const head = [...text.slice(0, start)];
  const tail = [...text.slice(end)];
  const most = limits.previewContextChars;
  const before = `${head.length > most ? "…" : ""}${head.slice(-most).join("")}`;
  const behind = `${tail.slice(0, most).join("")}${tail.length > most ? "…" : ""}`;
  const line = (middle: string) => `${before}${middle}${behind}`.replace(/\s+/gu, " ").trim();
  return { before: line(text.slice(start, end)), after: line(to) };
}
