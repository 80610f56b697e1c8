/** Routes below `/v1` for people in their browsers, which no key opens. */
import { expect } from "bun:test";
import type { Victim } from "../../support/tenants.ts";
import { ADMINISTRATION_ROWS } from "./administration-rows.ts";
import { json, noneFound, noSession, ofSessions, one, type Row } from "./row.ts";

/** No key, and no person of another organization; those of this one are in organizations.test.ts. */
const ofOrganization = (suffix: string): Row => ({
  paths: ({ organizationId }) => [`/v1/organizations/${organizationId}${suffix}`],
  stranger: noSession,
  browser: { status: 404, code: "organization_not_found" },
});

const ofOrganizationTemplates: Row = {
  ...ofOrganization(""),
  paths: ({ organizationId, templateIds }) =>
    templateIds.map((id) => `/v1/organizations/${organizationId}/templates/${id}`),
};

const NOBODY = `usr_${"0".repeat(32)}`;
const NO_PROPOSAL = `prop_${"0".repeat(32)}`;

export const PEOPLE_ROWS: Record<string, Row> = {
  "PATCH /v1/me": {
    paths: one("/v1/me"),
    init: json({ privacy_mode: true }),
    stranger: noSession,
    browser: {
      status: 200,
      check: ({ text }, admitted) => expect(JSON.parse(text).id).toBe(admitted?.userId),
    },
  },
  "GET /v1/me/export": {
    paths: one("/v1/me/export"),
    stranger: noSession,
    browser: {
      status: 200,
      check: ({ text }, admitted) => expect(JSON.parse(text).user.id).toBe(admitted?.userId),
    },
  },
  "DELETE /v1/sessions/:session": { paths: ofSessions(), stranger: noSession, browser: noSession },
  "DELETE /v1/sessions": {
    paths: one("/v1/sessions"),
    stranger: noSession,
    browser: { status: 200 },
  },
  "GET /v1/organizations": {
    paths: one("/v1/organizations"),
    stranger: noSession,
    browser: {
      status: 200,
      check: ({ text }) =>
        expect(JSON.parse(text).data.map(({ name }: { name: string }) => name)).toEqual(["Gone"]),
    },
  },
  "GET /v1/organizations/:organization": ofOrganization(""),
  "PATCH /v1/organizations/:organization/policy": {
    ...ofOrganization("/policy"),
    init: json({ own_usage_reported: true }),
  },
  "POST /v1/organizations/:organization/policy/effect": {
    ...ofOrganization("/policy/effect"),
    init: json({ key_days: 1 }),
  },
  "GET /v1/organizations/:organization/dictionary": ofOrganization("/dictionary"),
  "PATCH /v1/organizations/:organization/dictionary": {
    ...ofOrganization("/dictionary"),
    init: json({ operations: [{ type: "dictionary_add", word: "mine" }] }),
  },
  "GET /v1/organizations/:organization/dictionary/proposals": ofOrganization("/dictionary/proposals"),
  "POST /v1/organizations/:organization/dictionary/proposals": {
    ...ofOrganization("/dictionary/proposals"),
    init: json({ word: "mine" }),
  },
  "POST /v1/organizations/:organization/dictionary/proposals/:proposal/accept": ofOrganization(
    `/dictionary/proposals/${NO_PROPOSAL}/accept`,
  ),
  "POST /v1/organizations/:organization/dictionary/proposals/:proposal/decline": ofOrganization(
    `/dictionary/proposals/${NO_PROPOSAL}/decline`,
  ),
  "DELETE /v1/organizations/:organization/dictionary/proposals/:proposal": ofOrganization(
    `/dictionary/proposals/${NO_PROPOSAL}`,
  ),
  "GET /v1/organizations/:organization/templates": ofOrganization("/templates"),
  "POST /v1/organizations/:organization/templates": {
    ...ofOrganization("/templates"),
    init: json({ name: "mine", text: "mine" }),
  },
  "PATCH /v1/organizations/:organization/templates/:template": {
    ...ofOrganizationTemplates,
    init: json({ text: "mine", revision: 1 }),
  },
  "DELETE /v1/organizations/:organization/templates/:template": ofOrganizationTemplates,
  "GET /v1/organizations/:organization/members": ofOrganization("/members"),
  "PATCH /v1/organizations/:organization/members/:member": {
    ...ofOrganization(`/members/${NOBODY}`),
    init: json({ role: "owner" }),
  },
  "DELETE /v1/organizations/:organization/members/:member": ofOrganization(`/members/${NOBODY}`),
  ...Object.fromEntries(
    ["dictations", "dictations/:session", "recordings", "recordings/:recording"].map((what) => [
      `POST /v1/organizations/:organization/members/:member/content/${what}`,
      {
        ...ofOrganization(""),
        paths: ({ organizationId, personId, sessionIds, recordingIds }: Victim) =>
          (what.includes(":session") ? sessionIds : what.includes(":recording") ? recordingIds : [""]).map(
            (id) =>
              `/v1/organizations/${organizationId}/members/${personId}/content/${what.split(":")[0]}${id}`,
          ),
        init: json({}),
      },
    ]),
  ),
  "GET /v1/organizations/:organization/invitations": ofOrganization("/invitations"),
  "POST /v1/organizations/:organization/invitations": {
    ...ofOrganization("/invitations"),
    init: json({ emails: ["mine@x.test"] }),
  },
  "POST /v1/organizations/:organization/invitations/revoke": {
    ...ofOrganization("/invitations/revoke"),
    init: json({ email: "mine@x.test" }),
  },
  "GET /v1/organizations/:organization/usage/report": ofOrganization("/usage/report"),
  "GET /v1/organizations/:organization/invoices": ofOrganization("/invoices"),
  "GET /v1/organizations/:organization/audit": ofOrganization("/audit"),
  ...ADMINISTRATION_ROWS,
  "GET /v1/me/profile": {
    paths: one("/v1/me/profile"),
    stranger: noSession,
    browser: {
      status: 200,
      check: ({ text }, admitted) => expect(JSON.parse(text).id).toBe(admitted?.userId),
    },
  },
  "PUT /v1/me/password": {
    paths: one("/v1/me/password"),
    init: json({ current_password: "not theirs", password: "quite another password" }),
    stranger: noSession,
    browser: { status: 400, code: "invalid_request" },
  },
  "POST /v1/me/second-step/enrolment": {
    paths: one("/v1/me/second-step/enrolment"),
    stranger: noSession,
    browser: { status: 200 },
  },
  "PUT /v1/me/second-step": {
    paths: one("/v1/me/second-step"),
    init: json({ enrolment: "none", code: "000000" }),
    stranger: noSession,
    browser: { status: 400, code: "invalid_request" },
  },
  "POST /v1/me/second-step/recovery-codes": {
    paths: one("/v1/me/second-step/recovery-codes"),
    stranger: noSession,
    browser: { status: 400, code: "invalid_request" },
  },
  "POST /v1/me/second-step/turn-off": {
    paths: one("/v1/me/second-step/turn-off"),
    init: json({ code: "000000" }),
    stranger: noSession,
    browser: { status: 204 },
  },
  "GET /v1/me/content-views": {
    paths: one("/v1/me/content-views"),
    stranger: noSession,
    browser: { status: 200, check: noneFound },
  },
  "GET /v1/me/passkeys": {
    paths: one("/v1/me/passkeys"),
    stranger: noSession,
    browser: { status: 200, check: noneFound },
  },
  // The server of the table is reached by a number.
  "POST /v1/me/passkeys/options": {
    paths: one("/v1/me/passkeys/options"),
    stranger: noSession,
    browser: { status: 400, code: "invalid_request" },
  },
  "POST /v1/me/passkeys": {
    paths: one("/v1/me/passkeys"),
    init: json({ creation: "none", response: { id: "none" }, name: "mine" }),
    stranger: noSession,
    browser: { status: 400, code: "invalid_request" },
  },
  "DELETE /v1/me/passkeys/:passkey": {
    paths: one("/v1/me/passkeys/none"),
    stranger: noSession,
    browser: { status: 204 },
  },
  "GET /v1/keys": {
    paths: one("/v1/keys"),
    stranger: noSession,
    browser: { status: 200, check: ({ text }) => expect(JSON.parse(text).data).toHaveLength(3) },
  },
  "POST /v1/keys": {
    paths: one("/v1/keys"),
    init: json({ name: "mine" }),
    stranger: noSession,
    browser: { status: 201 },
  },
  "DELETE /v1/keys/:key": {
    paths: ({ keyIds }) => keyIds.map((id) => `/v1/keys/${id}`),
    stranger: noSession,
    browser: { status: 404, code: "key_not_found" },
  },
  "GET /v1/organizations/:organization/keys": ofOrganization("/keys"),
  "POST /v1/organizations/:organization/keys": { ...ofOrganization("/keys"), init: json({ name: "mine" }) },
  "POST /v1/organizations/:organization/keys/:key/rotate": {
    ...ofOrganization(""),
    paths: ({ organizationId, keyIds }) =>
      keyIds.map((id) => `/v1/organizations/${organizationId}/keys/${id}/rotate`),
    init: json({}),
  },
  "DELETE /v1/organizations/:organization/keys/:key": {
    ...ofOrganization(""),
    paths: ({ organizationId, keyIds }) =>
      keyIds.map((id) => `/v1/organizations/${organizationId}/keys/${id}`),
  },
  "GET /v1/organizations/:organization/webhooks": ofOrganization("/webhooks"),
  "POST /v1/organizations/:organization/webhooks": {
    ...ofOrganization("/webhooks"),
    init: json({ url: "https://hooks.example.com/", events: ["job.failed"] }),
  },
  "POST /v1/organizations/:organization/webhooks/:webhook/secret": {
    ...ofOrganization("/webhooks/whk_00000000000000000000000000000000/secret"),
    init: json({}),
  },
  "DELETE /v1/organizations/:organization/webhooks/:webhook": ofOrganization(
    "/webhooks/whk_00000000000000000000000000000000",
  ),
  "GET /v1/usage": {
    paths: () => ["/v1/usage?by=day", "/v1/usage?by=key", "/v1/usage?by=month&format=csv"],
    stranger: noSession,
    browser: { status: 200 },
  },
  "GET /v1/invoices": {
    paths: () => ["/v1/invoices", "/v1/invoices?format=csv"],
    stranger: noSession,
    browser: { status: 200 },
  },
  "GET /v1/billing": {
    paths: one("/v1/billing"),
    stranger: noSession,
    browser: {
      status: 200,
      check: ({ text }, admitted) =>
        expect(JSON.parse(text).data[0].account_id).toBe(admitted?.accountId ?? ""),
    },
  },
  "GET /v1/grants": {
    paths: one("/v1/grants"),
    stranger: noSession,
    browser: { status: 200, check: noneFound },
  },
  "DELETE /v1/grants/:grant": {
    paths: ({ grantId }) => [`/v1/grants/${grantId}`],
    stranger: noSession,
    browser: { status: 404, code: "grant_not_found" },
  },
  "DELETE /v1/grants": { paths: one("/v1/grants"), stranger: noSession, browser: { status: 204 } },
  "GET /v1/browser-sessions": {
    paths: one("/v1/browser-sessions"),
    stranger: noSession,
    browser: { status: 200, check: ({ text }) => expect(JSON.parse(text).data).toHaveLength(1) },
  },
  // Ended or never theirs is the same; that the victim's continues is tested below the table.
  "DELETE /v1/browser-sessions/:browser_session": {
    paths: ({ browserSessionId }) => [`/v1/browser-sessions/${browserSessionId}`],
    stranger: noSession,
    browser: { status: 204 },
  },
  "DELETE /v1/browser-sessions": {
    paths: one("/v1/browser-sessions"),
    stranger: noSession,
    browser: { status: 204 },
  },
};
