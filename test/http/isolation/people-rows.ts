/** Routes below `/v1` for people in their browsers, which no key opens. */
import { expect } from "bun:test";
import type { Victim } from "../../support/tenants.ts";
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
const table = (body: string) => (): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "text/csv" },
  body,
});
const NO_PROPOSAL = `prop_${"0".repeat(32)}`;

/** Neither a key nor a person who does not run the server. */
const ofAdministrators = (suffix: string): Row => ({
  paths: one(`/v1/administration${suffix}`),
  stranger: noSession,
  browser: { status: 403, code: "administrator_required" },
});

const ofAnyOrganization = (suffix: string): Row => ({
  ...ofAdministrators(""),
  paths: ({ organizationId }) => [`/v1/administration/organizations/${organizationId}${suffix}`],
});

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
  "GET /v1/administration/organizations": ofAdministrators("/organizations"),
  "POST /v1/administration/organizations": {
    ...ofAdministrators("/organizations"),
    init: json({ name: "Mine", owner_email: "mine@x.test" }),
  },
  "GET /v1/administration/organizations/:organization": ofAnyOrganization(""),
  "PATCH /v1/administration/organizations/:organization": {
    ...ofAnyOrganization(""),
    init: json({ plan: "free" }),
  },
  "POST /v1/administration/organizations/:organization/policy/effect": {
    ...ofAnyOrganization("/policy/effect"),
    init: json({ zero_retention: true }),
  },
  "POST /v1/administration/organizations/:organization/disable": ofAnyOrganization("/disable"),
  "POST /v1/administration/organizations/:organization/enable": ofAnyOrganization("/enable"),
  "PUT /v1/administration/organizations/:organization/members/:person": {
    ...ofAnyOrganization(`/members/${NOBODY}`),
    init: json({ role: "owner" }),
  },
  "DELETE /v1/administration/organizations/:organization/members/:person": ofAnyOrganization(
    `/members/${NOBODY}`,
  ),
  "GET /v1/administration/organizations/:organization/usage": ofAnyOrganization("/usage"),
  "GET /v1/administration/first-run": ofAdministrators("/first-run"),
  "POST /v1/administration/first-run/end": ofAdministrators("/first-run/end"),
  "GET /v1/administration/people": ofAdministrators("/people"),
  "POST /v1/administration/people": {
    ...ofAdministrators("/people"),
    init: json({ email: "mine@x.test", name: "mine" }),
  },
  "POST /v1/administration/people/setup-links": {
    ...ofAdministrators("/people/setup-links"),
    init: json({}),
  },
  "POST /v1/administration/people/import": {
    ...ofAdministrators("/people/import"),
    init: table("email,name\nmine@x.test,mine\n"),
  },
  "POST /v1/administration/people/import/check": {
    ...ofAdministrators("/people/import/check"),
    init: table("email,name\nmine@x.test,mine\n"),
  },
  "GET /v1/administration/people/:person": ofAdministrators(`/people/${NOBODY}`),
  "PATCH /v1/administration/people/:person": {
    ...ofAdministrators(`/people/${NOBODY}`),
    init: json({ server_role: "administrator" }),
  },
  "POST /v1/administration/people/:person/disable": {
    ...ofAdministrators(`/people/${NOBODY}/disable`),
    init: json({}),
  },
  "POST /v1/administration/people/:person/enable": ofAdministrators(`/people/${NOBODY}/enable`),
  "POST /v1/administration/people/:person/setup-link": ofAdministrators(`/people/${NOBODY}/setup-link`),
  "POST /v1/administration/people/:person/reset-second-step": ofAdministrators(
    `/people/${NOBODY}/reset-second-step`,
  ),
  "POST /v1/administration/people/:person/erase": {
    ...ofAdministrators(`/people/${NOBODY}/erase`),
    init: json({ email: "mine@x.test" }),
  },
  "GET /v1/administration/people/:person/access": ofAdministrators(`/people/${NOBODY}/access`),
  "DELETE /v1/administration/people/:person/browser-sessions": ofAdministrators(
    `/people/${NOBODY}/browser-sessions`,
  ),
  "DELETE /v1/administration/people/:person/browser-sessions/:browser_session": {
    ...ofAdministrators(""),
    paths: ({ personId, browserSessionId }) => [
      `/v1/administration/people/${personId}/browser-sessions/${browserSessionId}`,
    ],
  },
  "DELETE /v1/administration/people/:person/keys/:key": {
    ...ofAdministrators(""),
    paths: ({ personId, keyIds }) => keyIds.map((id) => `/v1/administration/people/${personId}/keys/${id}`),
  },
  "DELETE /v1/administration/people/:person/grants/:grant": {
    ...ofAdministrators(""),
    paths: ({ personId, grantId }) => [`/v1/administration/people/${personId}/grants/${grantId}`],
  },
  "GET /v1/administration/audit": ofAdministrators("/audit"),
  "GET /v1/administration/audit/head": ofAdministrators("/audit/head"),
  "GET /v1/administration/audit/export": ofAdministrators("/audit/export"),
  "POST /v1/administration/audit/verify": {
    ...ofAdministrators("/audit/verify"),
    init: json({ expected_head: null }),
  },
  "GET /v1/administration/backups": ofAdministrators("/backups"),
  "POST /v1/administration/backups": ofAdministrators("/backups"),
  "POST /v1/administration/backups/:backup/verify": ofAdministrators("/backups/none/verify"),
  "GET /v1/administration/certificate": ofAdministrators("/certificate"),
  "POST /v1/administration/clock/confirm": ofAdministrators("/clock/confirm"),
  "GET /v1/administration/configuration": ofAdministrators("/configuration"),
  "GET /v1/administration/deliveries": ofAdministrators("/deliveries"),
  "GET /v1/administration/doctor": ofAdministrators("/doctor"),
  "POST /v1/administration/doctor": ofAdministrators("/doctor"),
  "GET /v1/administration/expiring": ofAdministrators("/expiring"),
  "GET /v1/administration/health": ofAdministrators("/health"),
  "GET /v1/administration/limits": ofAdministrators("/limits"),
  "GET /v1/administration/limits/:account": ofAdministrators(`/limits/${NOBODY}`),
  "PUT /v1/administration/limits/:account/:limit": {
    ...ofAdministrators(`/limits/${NOBODY}/stored_jobs`),
    init: json({ value: 1 }),
  },
  "DELETE /v1/administration/limits/:account/:limit": ofAdministrators(`/limits/${NOBODY}/stored_jobs`),
  "POST /v1/administration/mail/test": { ...ofAdministrators("/mail/test"), init: json({ to: "a@b.test" }) },
  "POST /v1/administration/support-bundle": ofAdministrators("/support-bundle"),
  "GET /v1/administration/upgrade": ofAdministrators("/upgrade"),
  "GET /v1/administration/waiting": ofAdministrators("/waiting"),
  "GET /v1/administration/jobs": ofAdministrators("/jobs"),
  "POST /v1/administration/jobs/:job/cancel": ofAdministrators(`/jobs/req_${"0".repeat(32)}/cancel`),
  "GET /v1/administration/recognition": ofAdministrators("/recognition"),
  "POST /v1/administration/recognition/check": ofAdministrators("/recognition/check"),
  "POST /v1/administration/recognition/retry": ofAdministrators("/recognition/retry"),
  "GET /v1/administration/packs": ofAdministrators("/packs"),
  "GET /v1/administration/packs/catalogue": ofAdministrators("/packs/catalogue"),
  "POST /v1/administration/packs/install": {
    ...ofAdministrators("/packs/install"),
    init: json({ pack: "parakeet-tdt-0.6b-v3" }),
  },
  "POST /v1/administration/packs/install-upload": {
    ...ofAdministrators("/packs/install-upload"),
    init: json({ upload_id: `upl_${"0".repeat(32)}` }),
  },
  "POST /v1/administration/packs/:pack/verify": ofAdministrators("/packs/starter-en@1.0.0/verify"),
  "DELETE /v1/administration/packs/:pack": ofAdministrators("/packs/starter-en@1.0.0"),
  "GET /v1/administration/tasks": ofAdministrators("/tasks"),
  "GET /v1/administration/tasks/:task": ofAdministrators(`/tasks/tsk_${"0".repeat(32)}`),
  "POST /v1/administration/tasks/:task/cancel": ofAdministrators(`/tasks/tsk_${"0".repeat(32)}/cancel`),
  "GET /v1/administration/requests/failed": ofAdministrators("/requests/failed"),
  "GET /v1/administration/packs/recommended": ofAdministrators("/packs/recommended"),
  "GET /v1/administration/report": ofAdministrators("/report"),
  "GET /v1/administration/requests/slow": ofAdministrators("/requests/slow"),
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
  // Ended or never theirs is the same; that the victim's goes on is tested below the table.
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
