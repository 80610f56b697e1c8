/** Routes that take a key. */
import { expect } from "bun:test";
import { dictation, wav } from "../../support/dictation.ts";
import { SECRET_WORD, upload, type Victim } from "../../support/tenants.ts";
import {
  type Admitted,
  json,
  noneFound,
  noSession,
  ofSessions,
  ofTemplates,
  one,
  type Row,
  type Seen,
} from "./row.ts";

const ofJobs =
  (suffix = "") =>
  ({ jobIds }: Victim) =>
    jobIds.map((id) => `/v1/audio/transcription-jobs/${id}${suffix}`);
const noTemplate = { status: 404, code: "template_not_found" };
const notTheirs = { status: 404, code: "job_not_found" };
const withVictimsKey = ({ idempotencyKey }: Victim): RequestInit => {
  // Other content than the victim's: were the keys shared, this would be a conflict or a replay.
  const { headers, ...rest } = upload("text");
  return { ...rest, headers: { ...(headers as Record<string, string>), "Idempotency-Key": idempotencyKey } };
};
/** An account's first call is never a replay; its second is one of its own. */
function ownAnswers() {
  const seen = new Set<string>();
  return ({ headers }: Seen, admitted: Admitted) => {
    const accountId = admitted?.accountId ?? "";
    expect([accountId, headers.get("idempotent-replayed") === "true"]).toEqual([
      accountId,
      seen.has(accountId),
    ]);
    seen.add(accountId);
  };
}

export const API_ROWS: Record<string, Row> = {
  // Who gets through a handshake, and to which stream: test/realtime/opening.test.ts.
  "GET /v1/realtime": {
    paths: one("/v1/realtime?intent=transcription"),
    stranger: { status: 400, code: "invalid_request" },
    takesNoCookie: true,
  },
  "POST /v1/realtime/client_secrets": {
    paths: one("/v1/realtime/client_secrets"),
    init: json({}),
    mayNameMember: true,
    stranger: { status: 200 },
  },
  "POST /v1/realtime/transcription_sessions": {
    paths: one("/v1/realtime/transcription_sessions"),
    init: json({}),
    mayNameMember: true,
    stranger: { status: 200 },
  },
  // Who reads along with whom: test/realtime/captions.test.ts.
  "POST /v1/realtime/captions": {
    paths: one("/v1/realtime/captions"),
    init: json({ stream: `sess_${"0".repeat(32)}` }),
    stranger: { status: 404, code: "session_not_found" },
  },
  "GET /v1/realtime/captions/:captions": {
    paths: one(`/v1/realtime/captions/cap_${"0".repeat(32)}`),
    stranger: { status: 404, code: "session_not_found" },
  },
  "POST /v1/audio/transcriptions": {
    paths: one("/v1/audio/transcriptions"),
    init: withVictimsKey,
    stranger: { status: 200, check: ownAnswers() },
  },
  "POST /v1/audio/transcription-jobs": {
    paths: one("/v1/audio/transcription-jobs"),
    init: withVictimsKey,
    stranger: { status: 202, check: ownAnswers() },
  },
  "GET /v1/audio/transcription-jobs": {
    paths: one("/v1/audio/transcription-jobs?limit=100"),
    stranger: { status: 200 },
  },
  "GET /v1/audio/transcription-jobs/:job": { paths: ofJobs(), stranger: notTheirs },
  "GET /v1/audio/transcription-jobs/:job/result": { paths: ofJobs("/result"), stranger: notTheirs },
  "POST /v1/audio/transcription-jobs/:job/cancel": { paths: ofJobs("/cancel"), stranger: notTheirs },
  "GET /v1/models": { paths: one("/v1/models"), stranger: { status: 200 } },
  "GET /v1/models/:model": { paths: one("/v1/models/speech-v1.5"), stranger: { status: 200 } },
  "GET /v1/me": {
    paths: one("/v1/me"),
    stranger: {
      status: 200,
      check: ({ text }, admitted) => expect(JSON.parse(text).id).toBe(admitted?.userId),
    },
  },
  "GET /v1/sessions": {
    paths: () => ["/v1/sessions", `/v1/sessions?query=${SECRET_WORD}`],
    stranger: { status: 200, check: noneFound },
  },
  "POST /v1/sessions/search": {
    paths: one("/v1/sessions/search"),
    init: json({ query: SECRET_WORD }),
    stranger: { status: 200, check: noneFound },
  },
  "GET /v1/sessions/:session": { paths: ofSessions(), stranger: noSession },
  "PATCH /v1/sessions/:session": {
    paths: ofSessions(),
    init: json({ text: "Taken over.", revision: 0 }),
    stranger: noSession,
  },
  "GET /v1/sessions/:session/transcript": { paths: ofSessions("/transcript"), stranger: noSession },
  "POST /v1/sessions/:session/feedback": {
    paths: ofSessions("/feedback"),
    init: json({ feedback_type: "negative" }),
    stranger: noSession,
  },
  "DELETE /v1/sessions/:session/feedback": { paths: ofSessions("/feedback"), stranger: noSession },
  // After the lists, in which a stranger's own dictations would stand.
  "POST /v1/dictations": {
    paths: one("/v1/dictations"),
    init: ({ idempotencyKey }) => dictation(wav(160), {}, { "Idempotency-Key": idempotencyKey }),
    stranger: { status: 200, check: ownAnswers() },
  },
  "GET /v1/customizations": {
    paths: one("/v1/customizations"),
    stranger: { status: 200, check: ({ text }) => expect(JSON.parse(text).revision).toBe(0) },
  },
  "PATCH /v1/customizations": {
    paths: one("/v1/customizations"),
    init: json({ operations: [{ type: "dictionary_remove", word: SECRET_WORD }] }),
    stranger: {
      status: 200,
      check: ({ text }) => expect(JSON.parse(text).results[0].status).toBe("unchanged"),
    },
  },
  "GET /v1/customizations/table": {
    paths: one("/v1/customizations/table?table=dictionary"),
    stranger: { status: 200, check: ({ text }) => expect(text).toBe("word\r\n") },
  },
  "POST /v1/customizations/table": {
    paths: one("/v1/customizations/table?table=dictionary&mode=replace&dry_run=true"),
    init: () => ({ headers: { "Content-Type": "text/csv" }, body: "word\r\n" }),
    stranger: { status: 200, check: ({ text }) => expect(JSON.parse(text).removed).toBe(0) },
  },
  "GET /v1/customizations/suggestions": {
    paths: one("/v1/customizations/suggestions"),
    stranger: { status: 200, check: noneFound },
  },
  "POST /v1/customizations/preview": {
    paths: one("/v1/customizations/preview"),
    init: json({ from: SECRET_WORD, to: "mine" }),
    stranger: { status: 200, check: noneFound },
  },
  "POST /v1/customizations/try": {
    paths: one("/v1/customizations/try"),
    init: json({ text: "so it is" }),
    stranger: { status: 200, check: ({ text }) => expect(JSON.parse(text).before).toBe("so it is") },
  },
  "GET /v1/templates": {
    paths: one("/v1/templates"),
    stranger: { status: 200, check: ({ text }) => expect(JSON.parse(text).data).toEqual([]) },
  },
  // Refused, so that the list above stays empty whatever the order.
  "POST /v1/templates": {
    paths: one("/v1/templates"),
    init: json({ name: "…", text: "x" }),
    stranger: { status: 400, code: "invalid_request" },
  },
  "GET /v1/templates/:template": { paths: ofTemplates, stranger: noTemplate },
  "PATCH /v1/templates/:template": {
    paths: ofTemplates,
    init: json({ text: "mine", revision: 1 }),
    stranger: noTemplate,
  },
  "DELETE /v1/templates/:template": { paths: ofTemplates, stranger: noTemplate },
  // A stream does not end: what is in it is in events.test.ts.
  "GET /v1/events": {
    paths: one("/v1/events"),
    init: () => ({ method: "HEAD" }),
    stranger: { status: 200 },
  },
  "GET /v1/settings": {
    paths: one("/v1/settings"),
    stranger: { status: 200, check: ({ text }) => expect(JSON.parse(text).language).toBeNull() },
  },
  "PATCH /v1/settings": {
    paths: one("/v1/settings"),
    init: json({ casual_messaging: true }),
    stranger: { status: 200, check: ({ text }) => expect(JSON.parse(text).language).toBeNull() },
  },
  "POST /mcp": {
    paths: one("/mcp"),
    init: ({ sessionIds: [session_id] }) => ({
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "get_transcript", arguments: { session_id } },
      }),
    }),
    stranger: { status: 200, check: ({ text }) => expect(text).toContain("(session_not_found)") },
  },
};
