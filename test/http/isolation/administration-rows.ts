/** Routes of administration, which no key opens, nor a person who does not run the server. */
import { json, noSession, one, type Row } from "./row.ts";

const NOBODY = `usr_${"0".repeat(32)}`;
const table = (body: string) => (): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "text/csv" },
  body,
});

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

export const ADMINISTRATION_ROWS: Record<string, Row> = {
  "GET /v1/administration/organizations": ofAdministrators("/organizations"),
  "POST /v1/administration/organizations/search": {
    ...ofAdministrators("/organizations/search"),
    init: json({}),
  },
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
  "POST /v1/administration/people/search": { ...ofAdministrators("/people/search"), init: json({}) },
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
  "POST /v1/administration/people/:person/erase-history": ofAdministrators(`/people/${NOBODY}/erase-history`),
  "DELETE /v1/administration/people/:person/passkeys": ofAdministrators(`/people/${NOBODY}/passkeys`),
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
  "POST /v1/administration/audit/search": { ...ofAdministrators("/audit/search"), init: json({}) },
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
  "GET /v1/administration/directory": ofAdministrators("/directory"),
  "GET /v1/administration/scim-tokens": ofAdministrators("/scim-tokens"),
  "POST /v1/administration/scim-tokens": ofAdministrators("/scim-tokens"),
  "DELETE /v1/administration/scim-tokens/:token": ofAdministrators("/scim-tokens/sct_none"),
  "GET /v1/administration/health": ofAdministrators("/health"),
  "GET /v1/administration/invoices": ofAdministrators("/invoices"),
  "GET /v1/administration/invoices/:invoice": ofAdministrators("/invoices/INV-000001"),
  "POST /v1/administration/invoices/:invoice/paid": ofAdministrators("/invoices/INV-000001/paid"),
  "POST /v1/administration/invoices/close": ofAdministrators("/invoices/close"),
  "GET /v1/administration/payment/:account": ofAdministrators(`/payment/${NOBODY}`),
  "PUT /v1/administration/payment/:account": ofAdministrators(`/payment/${NOBODY}`),
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
  "GET /v1/administration/workers": ofAdministrators("/workers"),
  "POST /v1/administration/workers/:worker/drain": ofAdministrators("/workers/cellar-1/drain"),
  "POST /v1/administration/workers/:worker/resume": ofAdministrators("/workers/cellar-1/resume"),
  "GET /v1/administration/packs": ofAdministrators("/packs"),
  "GET /v1/administration/model-routes": ofAdministrators("/model-routes"),
  "PUT /v1/administration/model-routes/:language": {
    ...ofAdministrators("/model-routes/en"),
    init: json({ packs: ["starter-en"] }),
  },
  "DELETE /v1/administration/model-routes/:language": ofAdministrators("/model-routes/en"),
  "GET /v1/administration/packs/catalogue": ofAdministrators("/packs/catalogue"),
  "POST /v1/administration/packs/catalogue/search": {
    ...ofAdministrators("/packs/catalogue/search"),
    init: json({}),
  },
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
};
