/** Pages, OAuth, the directory, and what is open to all. */
import { expect } from "bun:test";
import { SCIM_ENDPOINTS } from "../../scim/site.ts";
import { form, json, one, type Row, type Seen } from "./row.ts";

let logIns = 0;
/** Of an address that was not tried before, since wrong passwords are counted. */
const newLogIn = (): RequestInit => ({ body: new URLSearchParams({ email: `${++logIns}@x.test` }) });
const toLogIn = {
  status: 303,
  check: ({ headers }: Seen) => expect(headers.get("location")).toStartWith("/login"),
};

const pagesOfPeople = (...names: string[]): Record<string, Row> =>
  Object.fromEntries(
    names.map((name) => {
      const [method, path = ""] = name.split(" ");
      const sent = method === "GET" ? {} : { init: () => form };
      return [name, { paths: one(path), ...sent, stranger: toLogIn }];
    }),
  );
const OAUTH_METADATA = [
  "/.well-known/oauth-protected-resource/v1",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/oauth-authorization-server/v1",
  "/.well-known/openid-configuration",
  "/.well-known/openid-configuration/mcp",
  "/.well-known/openid-configuration/v1",
  "/mcp/.well-known/openid-configuration",
  "/v1/.well-known/openid-configuration",
];

export const PAGE_ROWS: Record<string, Row> = {
  "OPTIONS /mcp": { paths: one("/mcp"), stranger: { status: 204 } },
  "GET /health": { paths: one("/health"), stranger: { status: 200 } },
  "GET /v1/health": { paths: one("/v1/health"), stranger: { status: 200 } },
  "GET /health/functional": { paths: one("/health/functional"), stranger: { status: 200 } },
  "GET /v1/health/functional": { paths: one("/v1/health/functional"), stranger: { status: 200 } },
  "GET /v1/installation": { paths: one("/v1/installation"), stranger: { status: 200 } },
  "GET /": { paths: one("/"), stranger: { status: 200 } },
  "GET /app/assets/:file": { paths: one("/app/assets/x.css"), stranger: { status: 404 } },
  "GET /app/manifest.webmanifest": { paths: one("/app/manifest.webmanifest"), stranger: { status: 200 } },
  "GET /app/service-worker.js": { paths: one("/app/service-worker.js"), stranger: { status: 200 } },
  "GET /offline": { paths: one("/offline"), stranger: { status: 200 } },
  "GET /assets/:name": { paths: one("/assets/x.css"), stranger: { status: 404 } },
  "GET /docs": { paths: one("/docs"), stranger: { status: 200 } },
  "GET /docs/api": { paths: one("/docs/api"), stranger: { status: 200 } },
  "GET /docs/:page": { paths: one("/docs/install"), stranger: { status: 200 } },
  "GET /docs/search": { paths: one("/docs/search?q=key"), stranger: { status: 200 } },
  "POST /docs/search": { paths: one("/docs/search"), init: () => form, stranger: { status: 200 } },
  "GET /docs/connect": { paths: one("/docs/connect"), stranger: { status: 200 } },
  "GET /docs/errors": { paths: one("/docs/errors"), stranger: { status: 200 } },
  "GET /asyncapi.json": { paths: one("/asyncapi.json"), stranger: { status: 200 } },
  "GET /openapi.json": { paths: one("/openapi.json"), stranger: { status: 200 } },
  // The link is the only way in; whose it is, no other credential matters.
  "GET /setup/:token": { paths: ({ personId }) => [`/setup/${personId}`], stranger: { status: 404 } },
  "POST /setup/:token": {
    paths: ({ personId }) => [`/setup/${personId}`],
    init: () => form,
    stranger: { status: 404 },
  },
  "GET /invitation/:token": {
    paths: ({ organizationId }) => [`/invitation/${organizationId}`],
    stranger: { status: 404 },
  },
  "POST /invitation/:token": {
    paths: ({ organizationId }) => [`/invitation/${organizationId}`],
    init: () => form,
    stranger: { status: 404 },
  },
  "GET /invitation/:token/join": {
    paths: ({ organizationId }) => [`/invitation/${organizationId}/join`],
    stranger: toLogIn,
  },
  "POST /invitation/:token/join": {
    paths: ({ organizationId }) => [`/invitation/${organizationId}/join`],
    init: () => form,
    stranger: toLogIn,
  },
  // Nobody here has a browser session: keys open no page. Sessions of other people are in test/login.
  "GET /login": { paths: one("/login"), stranger: { status: 200 } },
  "POST /login": { paths: one("/login"), init: newLogIn, stranger: { status: 400 } },
  "GET /logout": { paths: one("/logout"), stranger: toLogIn },
  "POST /logout": { paths: one("/logout"), init: () => form, stranger: toLogIn },
  "GET /login/code": { paths: one("/login/code"), stranger: toLogIn },
  "POST /login/code": { paths: one("/login/code"), init: () => form, stranger: toLogIn },
  // Without mail there is no such page.
  "GET /login/lost-password": { paths: one("/login/lost-password"), stranger: { status: 404 } },
  "POST /login/lost-password": {
    paths: one("/login/lost-password"),
    init: () => form,
    stranger: { status: 404 },
  },
  "GET /login/passkey": { paths: one("/login/passkey"), stranger: { status: 200 } },
  "POST /login/passkey/options": { paths: one("/login/passkey/options"), stranger: { status: 200 } },
  "POST /login/passkey": {
    paths: one("/login/passkey"),
    init: json({ response: { id: "x" } }),
    stranger: { status: 400 },
  },
  // This server has no identity provider.
  "GET /login/company": { paths: one("/login/company"), stranger: { status: 404 } },
  "GET /login/company/callback": { paths: one("/login/company/callback"), stranger: { status: 400 } },
  ...pagesOfPeople(
    "GET /app",
    "GET /app/*",
    "POST /app/draft-key",
    "GET /account",
    "GET /account/password",
    "GET /account/second-step",
    "GET /account/sessions",
    "GET /account/passkeys",
    "GET /login/second-step",
    "POST /login/second-step",
    "GET /login/second-step/passkey",
    "GET /account/company",
    "GET /account/company/connect",
    "POST /account/company/connect",
    "POST /account/company/disconnect",
    "GET /billing",
    "GET /billing/invoices/:invoice",
    "GET /reports/:month",
    "GET /account/apps",
    "GET /oauth/authorize",
    "POST /oauth/authorize",
  ),
  // Who asks is in the form alone; a Basic header that is no client's is refused with 401.
  "POST /oauth/token": { paths: one("/oauth/token"), init: () => form, stranger: { status: 400 } },
  "POST /oauth/revoke": { paths: one("/oauth/revoke"), init: () => form, stranger: { status: 400 } },
  "POST /oauth/register": {
    paths: one("/oauth/register"),
    init: json({ redirect_uris: ["https://app.example/back"] }),
    stranger: { status: 201 },
  },
  "POST /login/company/back-channel-logout": {
    paths: one("/login/company/back-channel-logout"),
    init: () => form,
    stranger: { status: 404 },
  },
  // No key, app or session opens the directory; what its tokens reach is in test/scim.
  ...Object.fromEntries(
    SCIM_ENDPOINTS.map((name) => [
      name,
      { paths: () => [name.replace(/^\w+ /, "")], stranger: { status: 401 } },
    ]),
  ),
  "GET /oauth/jwks.json": { paths: one("/oauth/jwks.json"), stranger: { status: 200 } },
  ...Object.fromEntries(
    OAUTH_METADATA.map((path) => [`GET ${path}`, { paths: one(path), stranger: { status: 200 } }]),
  ),
};
