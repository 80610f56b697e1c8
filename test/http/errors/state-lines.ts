/** Requests for missing things, in the wrong state or too many, and for a server that cannot. */
import { once } from "node:events";
import { limits } from "../../../src/config/limits.ts";
import type { ErrorCode } from "../../../src/lib/errors.ts";
import { newId } from "../../../src/lib/ids.ts";
import { setLimit } from "../../../src/metering/limits.ts";
import { BOUNDARY } from "../../support/multipart.ts";
import type { Json } from "../../support/server.ts";
import {
  at,
  deps,
  form,
  inBrowser,
  JOBS,
  json,
  keyOf,
  type Line,
  newUpload,
  ofRecording,
  ownAccount,
  person,
  plain,
  post,
  product,
  result,
  TRANSCRIPTIONS,
  toUpload,
  transcribe,
  transcription,
} from "./site.ts";

export const STATE_LINES: Partial<Record<ErrorCode, Line[]>> = {
  key_not_found: [inBrowser(`/keys/${newId("key")}`, { method: "DELETE" })],
  grant_not_found: [inBrowser(`/grants/${newId("gra")}`, { method: "DELETE" })],
  session_not_found: [product(plain(`/sessions/${newId("ses")}`))],
  recording_not_found: [product(plain(`/recordings/${newId("rec")}`))],
  folder_not_found: [product(plain(`/recordings?folder_id=${newId("fld")}`))],
  upload_not_found: [product(plain(`/uploads/${newId("upl")}`))],
  upload_offset_conflict: [product(toUpload({ "Upload-Offset": "2" }))],
  upload_checksum_mismatch: [
    product(toUpload({ "Upload-Offset": "0", "Upload-Checksum": "sha1 AAAAAAAAAAAAAAAAAAAAAAAAAAA=" })),
  ],
  tus_version_not_supported: [product(plain("/uploads", { method: "POST" }))],
  upload_incomplete: [
    product(async () =>
      at("plain").call("/recordings", json("POST", JSON.stringify({ upload_id: await newUpload() }))),
    ),
  ],
  task_conflict: [
    inBrowser(
      () => {
        const task = {
          kind: "person_erasure",
          target: null,
          startedBy: newId("usr"),
          cancellable: false,
        } as const;
        const { id } = at("plain").context.tasks.start(task, async ({ signal }) => {
          await once(signal, "abort");
          return undefined;
        });
        return `/administration/tasks/${id}/cancel`;
      },
      json("POST", "{}"),
      { serverRole: "administrator", methods: ["passkey"] },
    ),
  ],
  pack_conflict: [
    inBrowser(
      `/administration/packs/${encodeURIComponent("starter-en@1.0.0")}`,
      { method: "DELETE" },
      { serverRole: "administrator", methods: ["passkey"] },
    ),
  ],
  recording_state_conflict: [
    product(ofRecording("owner", (id) => [`/recordings/${id}/retry`, json("POST", "{}")])),
  ],
  recording_audio_gone: [product(ofRecording("owner", (id) => [`/recordings/${id}/audio`]))],
  revision_not_found: [product(ofRecording("owner", (id) => [`/recordings/${id}/revisions/7`]))],
  recording_access_required: [
    product(ofRecording("viewer", (id) => [`/recordings/${id}`, { method: "DELETE" }])),
  ],
  recording_not_ready: [
    product(
      ofRecording(
        "owner",
        (id) => [`/recordings/${id}/transcript`, json("PATCH", '{"base_revision":1,"changes":[]}')],
        "recognizing",
      ),
    ),
  ],
  template_not_found: [product(plain(`/templates/${newId("tpl")}`, { method: "DELETE" }))],
  proposal_not_found: [
    inBrowser(
      ({ id }) => `/organizations/${id}/dictionary/proposals/${newId("prop")}`,
      { method: "DELETE" },
      { role: "admin" },
    ),
  ],
  webhook_not_found: [
    inBrowser(
      ({ id }) => `/organizations/${id}/webhooks/${newId("whk")}`,
      { method: "DELETE" },
      { role: "admin" },
    ),
  ],
  task_not_found: [inBrowser(`/administration/tasks/${newId("tsk")}`, {}, { serverRole: "auditor" })],
  worker_not_found: [
    inBrowser("/administration/workers/none/drain", json("POST", "{}"), {
      serverRole: "administrator",
      methods: ["passkey"],
    }),
  ],
  job_not_found: [transcription(plain(`${JOBS}/${newId("req")}`), { param: "job_id" })],
  model_not_found: [transcription(plain("/models/whisper-1"))],
  route_not_found: [transcription(plain("/audio/translations")), product(plain("/nowhere"))],
  method_not_allowed: [
    transcription(plain("/models", { method: "DELETE" }), { headers: { allow: "GET, HEAD" } }),
  ],
  idempotency_conflict: [
    transcription(async () => {
      const headers = { "Idempotency-Key": "errors" };
      await (await at("plain").call(TRANSCRIPTIONS, post(form({}), headers))).text();
      return at("plain").call(TRANSCRIPTIONS, post(form({ response_format: "text" }), headers));
    }),
  ],
  transcript_customizations_conflict: [
    product(
      plain(
        "/customizations",
        json("PATCH", '{"expected_revision":99,"operations":[{"type":"dictionary_add","word":"tiro"}]}'),
      ),
    ),
  ],
  job_not_complete: [
    transcription(async () => {
      const { id } = (await (await at("failing").call(JOBS, post(form({})))).json()) as Json;
      return at("failing").call(`${JOBS}/${id}/result`);
    }),
  ],
  job_failed: [
    transcription(
      result(
        "status = 'failed', body = NULL, content_type = NULL, error_code = 'invalid_audio', error_message = 'It is damaged.'",
      ),
    ),
  ],
  job_cancelled: [transcription(result("status = 'cancelled', body = NULL, content_type = NULL"))],
  job_abandoned: [
    transcription(
      result(
        "status = 'abandoned', body = NULL, content_type = NULL, error_message = 'The job was given up.'",
      ),
    ),
  ],
  job_expired: [transcription(result("completed_at = 1"))],
  file_too_large: [
    transcription(
      () => {
        const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.wav"\r\n\r\n`;
        const block = new Uint8Array(1024 * 1024);
        const blocks = async function* () {
          yield new TextEncoder().encode(head);
          for (let sent = 0; sent <= limits.transcriptionFileBytes; sent += block.length) yield block;
        };
        return at("plain").call(TRANSCRIPTIONS, post(blocks() as unknown as ReadableStream));
      },
      { param: "file" },
    ),
  ],
  payload_too_large: [
    transcription(transcribe({ prompt: "x".repeat(limits.fieldBytes + 1) }), { param: "prompt" }),
  ],
  unsupported_media_type: [
    transcription(plain(TRANSCRIPTIONS, json("POST", "{}"))),
    product(plain("/settings", { method: "PATCH", headers: { "Content-Type": "text/plain" }, body: "{}" })),
  ],
  rate_limit_exceeded: [
    product(async () => {
      await (await at("tight").call("/me")).text();
      return at("tight").call("/me");
    }),
  ],
  concurrency_limit_exceeded: [
    transcription(async () => {
      const leaving = new AbortController();
      const first = at("failing")
        .call(TRANSCRIPTIONS, { ...post(form({})), signal: leaving.signal })
        .catch(() => null);
      while (at("failing").context.audioPlaces.underWay(await ownAccount(at("failing"))) === 0)
        await Bun.sleep(5);
      const second = await at("failing").call(TRANSCRIPTIONS, post(form({})));
      leaving.abort();
      await first;
      return second;
    }),
  ],
  quota_exceeded: [
    transcription(async () => {
      const server = at("plain");
      const account = person(server);
      setLimit(deps(server), account.id, "daily_audio_seconds", "1");
      return server.call(TRANSCRIPTIONS, post(form({}), keyOf(server, account)));
    }),
  ],
  internal_error: [
    product(() => {
      at("failing").context.db.exec("ALTER TABLE history_owners RENAME TO owners_elsewhere");
      return at("failing").call("/sessions");
    }),
  ],
  engine_unavailable: [transcription(() => at("broken").call(TRANSCRIPTIONS, post(form({}))))],
  storage_full: [
    transcription(() => {
      const { db } = at("full").context;
      db.pragma(`max_page_count = ${db.pragma("page_count", { simple: true })}`);
      return at("full").call(JOBS, post(form({ prompt: "x".repeat(16_000) })));
    }),
  ],
  storage_unavailable: [
    product(() => {
      at("full").context.db.pragma("query_only = ON");
      return at("full").call("/settings", json("PATCH", '{"language":"en"}'));
    }),
  ],
  shutting_down: [
    transcription(async () => {
      await at("stopping").context.running.stop(0);
      return at("stopping").call("/models");
    }),
  ],
  request_timeout: [transcription(() => at("slow").call(TRANSCRIPTIONS, post(form({}))))],
};
