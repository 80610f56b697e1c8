/** Who may call, and what a request must look like. */
import {
  addOrganization,
  disableOrganization,
  setPolicy,
} from "../../../src/accounts/organizations/organizations.ts";
import { disableUser, setUserPlan } from "../../../src/accounts/people/users.ts";
import { limits } from "../../../src/config/limits.ts";
import type { ErrorCode } from "../../../src/lib/errors.ts";
import { newId } from "../../../src/lib/ids.ts";
import { wavFile } from "../../audio/support/wav-file.ts";
import { historyOf } from "../../support/history.ts";
import { oweInvoice } from "../../support/invoices.ts";
import {
  at,
  deps,
  form,
  inBrowser,
  JOBS,
  json,
  keyOf,
  type Line,
  organization,
  person,
  plain,
  post,
  product,
  recording,
  TRANSCRIPTIONS,
  toMcp,
  transcribe,
  transcription,
} from "./site.ts";

export const ACCESS_LINES: Partial<Record<ErrorCode, Line[]>> = {
  invalid_request: [
    transcription(transcribe({ colour: "blue" }), { param: "colour" }),
    product(
      plain("/me", { headers: { "X-Client-Request-Id": "x".repeat(limits.clientRequestIdChars + 1) } }),
    ),
  ],
  invalid_json: [product(plain("/settings", json("PATCH", "{")))],
  invalid_cursor: [
    transcription(plain(`${JOBS}?cursor=abc`), { param: "cursor" }),
    product(plain("/sessions?cursor=abc")),
  ],
  invalid_audio: [transcription(transcribe({}, recording.subarray(0, 5_000)), { param: "file" })],
  audio_too_short: [
    transcription(transcribe({}, wavFile({ seconds: 0.005, sampleRate: 16_000 })), { param: "file" }),
  ],
  audio_too_long: [
    transcription(
      transcribe({}, wavFile({ seconds: limits.transcriptionDurationSeconds + 1, sampleRate: 1_000 })),
      {
        param: "file",
      },
    ),
  ],
  unsupported_value: [transcription(transcribe({ temperature: "1" }), { param: "temperature" })],
  language_not_available: [transcription(transcribe({ language: "de" }), { param: "language" })],
  user_required: [
    product(() => at("plain").call("/me", { headers: keyOf(at("plain"), organization(at("plain"))) })),
  ],
  user_not_member: [
    product(() => {
      const headers = {
        ...keyOf(at("plain"), organization(at("plain"))),
        "Service-User": person(at("plain")).id,
      };
      return at("plain").call("/me", { headers });
    }),
  ],
  host_not_allowed: [product(toMcp({ Host: "evil.example" }))],
  origin_not_allowed: [product(toMcp({ Origin: "https://evil.example" }))],
  account_disabled: [
    transcription(() => {
      const account = person(at("plain"));
      const headers = keyOf(at("plain"), account);
      disableUser(deps(at("plain")), account.id);
      return at("plain").call("/models", { headers });
    }),
    product(() => {
      const account = organization(at("plain"));
      const headers = keyOf(at("plain"), account);
      disableOrganization(deps(at("plain")), account.id);
      return at("plain").call("/me", { headers });
    }),
  ],
  invalid_api_key: [
    transcription(() => fetch(`${at("plain").url}/v1/models`), {
      headers: { "www-authenticate": 'Bearer realm="tiro", scope="read write"' },
    }),
    product(plain("/me", { headers: { Authorization: "Bearer tiro_x" } }), {
      headers: { "www-authenticate": 'Bearer realm="tiro", error="invalid_token"' },
    }),
  ],
  payment_method_required: [transcription(() => at("enforcing").call(TRANSCRIPTIONS, post(form({}))))],
  billing_past_due: [
    transcription(() => {
      const server = at("enforcing");
      const { id } = person(server);
      const headers = keyOf(server, { id });
      oweInvoice(server, id);
      return server.call(TRANSCRIPTIONS, post(form({}), headers));
    }),
  ],
  subscription_required: [
    product(() => {
      const { id } = person(at("enforcing"));
      setUserPlan(deps(at("enforcing")), id, "team");
      return at("enforcing").call("/me", { headers: keyOf(at("enforcing"), { id }) });
    }),
  ],
  history_unavailable: [
    product(() => {
      const owner = person(at("plain"));
      const { id } = addOrganization(deps(at("plain")), { name: "Silent", owner });
      setPolicy(deps(at("plain")), id, { historyAllowed: false });
      return at("plain").call("/sessions", { headers: keyOf(at("plain"), owner) });
    }),
  ],
  revision_conflict: [
    product(() => {
      const server = at("plain");
      const account = person(server);
      const id = historyOf(server, account.email).keep("one");
      const { headers, ...call } = json("PATCH", '{"text":"two","revision":1}');
      return server.call(`/sessions/${id}`, {
        ...call,
        headers: { ...(headers as Record<string, string>), ...keyOf(server, account) },
      });
    }),
  ],
  browser_session_required: [product(plain("/keys"))],
  fresh_log_in_required: [inBrowser("/keys", json("POST", '{"name":"k"}'), { hoursAgo: 1 })],
  foreign_request: [
    inBrowser("/me", { method: "PATCH", body: "{}", headers: { Origin: "https://elsewhere.test" } }),
  ],
  another_person: [
    inBrowser("/keys", { headers: { "Tiro-For": newId("usr") } }),
    inBrowser(`/settings?for=${newId("usr")}`),
  ],
  policy_changed: [
    inBrowser("/settings", { method: "PATCH", body: "{}", headers: { "Tiro-Policy": "another" } }),
  ],
  organization_not_found: [inBrowser(`/organizations/${newId("org")}`)],
  person_not_found: [inBrowser(`/administration/people/${newId("usr")}`, {}, { serverRole: "auditor" })],
  administrator_required: [inBrowser("/administration/requests/failed")],
  role_required: [inBrowser(({ id }) => `/organizations/${id}/members`)],
  second_step_required: [
    inBrowser(({ id }) => {
      setPolicy(deps(at("plain")), id, { secondStepRequired: true });
      return "/organizations";
    }),
  ],
  address_not_allowed: [
    transcription(() => {
      const account = organization(at("plain"));
      setPolicy(deps(at("plain")), account.id, { keyNetworks: ["192.0.2.0/24"] });
      return at("plain").call("/models", { headers: keyOf(at("plain"), account) });
    }),
  ],
};
