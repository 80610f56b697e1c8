/** Each command of the command line has a route, so that nobody needs a shell for it, or a reason to stay on the host. */
import { expect, test } from "bun:test";
import type { Command } from "commander";
import { COMMANDS } from "../../../src/cli/registry.ts";
import description from "../../../src/http/openapi/description.json" with { type: "json" };

const ADMINISTRATION = "/v1/administration";
const PERSON = `${ADMINISTRATION}/people/{person}`;
const ORGANIZATION = `${ADMINISTRATION}/organizations/{organization}`;
const OWN_ORGANIZATION = "/v1/organizations/{organization}";

/** Command → the route that does the same for an administrator or, of an organization, its owners and admins. */
const ROUTES: Record<string, string> = {
  status: "GET /health",
  transcribe: "POST /v1/audio/transcriptions",
  "jobs list": `GET ${ADMINISTRATION}/jobs`,
  "jobs cancel": `POST ${ADMINISTRATION}/jobs/{job}/cancel`,
  "requests failed": `GET ${ADMINISTRATION}/requests/failed`,
  "requests slow": `GET ${ADMINISTRATION}/requests/slow`,
  "users add": `POST ${ADMINISTRATION}/people`,
  "users import": `POST ${ADMINISTRATION}/people/import`,
  "users setup-links": `POST ${ADMINISTRATION}/people/setup-links`,
  "users list": `GET ${ADMINISTRATION}/people`,
  "users show": `GET ${PERSON}`,
  "users set-plan": `PATCH ${PERSON}`,
  "users set-role": `PATCH ${PERSON}`,
  // Each person exports their own: administrators see no content.
  "users export": "GET /v1/me/export",
  // Each person decides whether their words are kept.
  "users set-privacy": "PATCH /v1/me",
  "users disable": `POST ${PERSON}/disable`,
  "users enable": `POST ${PERSON}/enable`,
  "users setup-link": `POST ${PERSON}/setup-link`,
  "users reset-second-step": `POST ${PERSON}/reset-second-step`,
  "users end-sessions": `DELETE ${PERSON}/browser-sessions`,
  "users remove": `POST ${PERSON}/erase`,
  "users erase-history": `POST ${PERSON}/erase-history`,
  "users remove-passkeys": `DELETE ${PERSON}/passkeys`,
  "orgs add": `POST ${ADMINISTRATION}/organizations`,
  "orgs list": `GET ${ADMINISTRATION}/organizations`,
  "orgs show": `GET ${ORGANIZATION}`,
  "orgs policy": `PATCH ${ORGANIZATION}`,
  "orgs set-plan": `PATCH ${ORGANIZATION}`,
  "orgs disable": `POST ${ORGANIZATION}/disable`,
  "orgs enable": `POST ${ORGANIZATION}/enable`,
  "orgs members": `PUT ${ORGANIZATION}/members/{person}`,
  "orgs invite": `POST ${OWN_ORGANIZATION}/invitations`,
  "orgs invitations": `GET ${OWN_ORGANIZATION}/invitations`,
  "webhooks list": `GET ${OWN_ORGANIZATION}/webhooks`,
  "webhooks add": `POST ${OWN_ORGANIZATION}/webhooks`,
  "webhooks renew-secret": `POST ${OWN_ORGANIZATION}/webhooks/{webhook}/secret`,
  "webhooks remove": `DELETE ${OWN_ORGANIZATION}/webhooks/{webhook}`,
  "scim token": `POST ${ADMINISTRATION}/scim-tokens`,
  "mail test": `POST ${ADMINISTRATION}/mail/test`,
  "mail queue": `GET ${ADMINISTRATION}/deliveries`,
  "keys create": `POST ${OWN_ORGANIZATION}/keys`,
  "keys list": `GET ${PERSON}/access`,
  "keys rotate": `POST ${OWN_ORGANIZATION}/keys/{key}/rotate`,
  "keys revoke": `DELETE ${PERSON}/keys/{key}`,
  "grants list": `GET ${PERSON}/access`,
  "grants revoke": `DELETE ${PERSON}/grants/{grant}`,
  usage: `GET ${ORGANIZATION}/usage`,
  report: `GET ${ADMINISTRATION}/report`,
  "invoices list": `GET ${ADMINISTRATION}/invoices`,
  "invoices export": `GET ${ADMINISTRATION}/invoices`,
  "invoices show": `GET ${ADMINISTRATION}/invoices/{invoice}`,
  "invoices mark-paid": `POST ${ADMINISTRATION}/invoices/{invoice}/paid`,
  "invoices close": `POST ${ADMINISTRATION}/invoices/close`,
  "invoices arrange": `PUT ${ADMINISTRATION}/payment/{account}`,
  "limits show": `GET ${ADMINISTRATION}/limits/{account}`,
  "limits set": `PUT ${ADMINISTRATION}/limits/{account}/{limit}`,
  "limits clear": `DELETE ${ADMINISTRATION}/limits/{account}/{limit}`,
  "audit list": `GET ${ADMINISTRATION}/audit`,
  "audit verify": `POST ${ADMINISTRATION}/audit/verify`,
  "audit export": `GET ${ADMINISTRATION}/audit/export`,
  backup: `POST ${ADMINISTRATION}/backups`,
  "upgrade-check": `GET ${ADMINISTRATION}/upgrade`,
  "support-bundle": `POST ${ADMINISTRATION}/support-bundle`,
  "models list": `GET ${ADMINISTRATION}/packs`,
  "models verify": `POST ${ADMINISTRATION}/packs/{pack}/verify`,
  "models search": `GET ${ADMINISTRATION}/packs/catalogue`,
  "models recommend": `GET ${ADMINISTRATION}/packs/recommended`,
  "models install": `POST ${ADMINISTRATION}/packs/install`,
  "models routes": `GET ${ADMINISTRATION}/model-routes`,
  "models route": `PUT ${ADMINISTRATION}/model-routes/{language}`,
  "models remove": `DELETE ${ADMINISTRATION}/packs/{pack}`,
  "cluster status": `GET ${ADMINISTRATION}/workers`,
  "cluster drain": `POST ${ADMINISTRATION}/workers/{worker}/drain`,
  "cluster resume": `POST ${ADMINISTRATION}/workers/{worker}/resume`,
  "config show": `GET ${ADMINISTRATION}/configuration`,
  doctor: `POST ${ADMINISTRATION}/doctor`,
  "clock confirm": `POST ${ADMINISTRATION}/clock/confirm`,
  version: `GET ${ADMINISTRATION}/upgrade`,
};

const CONFIGURATION = "the configuration is changed on the host";
const CLUSTER = "writes keys, and what the broker permits";
const TRYING_OUT = "tries something out without a server";

/** Command → why it stays on the host. */
const HOST_ONLY: Record<string, string> = {
  serve: "starts the server",
  worker: "starts a worker",
  ...{
    "cluster init": CLUSTER,
    "cluster add": CLUSTER,
    "cluster rotate": CLUSTER,
    "cluster revoke": CLUSTER,
  },
  live: TRYING_OUT,
  edit: TRYING_OUT,
  format: TRYING_OUT,
  benchmark: "loads the machine as far as it goes, and measures nothing beside other work",
  "mail templates": "writes files for a setting",
  "secrets rotate": "keys of the installation",
  "secrets reset": "keys of the installation",
  restore: "replaces the data folder",
  "tls self-signed": "keys of TLS",
  "models fetch-list": "prepares a machine without a network",
  "models bundle": "prepares a machine without a network",
  "config check": CONFIGURATION,
  "config apply": CONFIGURATION,
  "install-files": "writes files of the system",
};

/** Where a page calls another route for the same, or shows most of it. */
const OTHERWISE: Record<string, string> = {
  status: "/v1/health",
  // Live, with the recognizers.
  "jobs list": "GET /v1/administration/recognition",
  // A page to print, which the list links to.
  "invoices show": "GET /v1/administration/invoices",
  // The words of a search are in a body.
  "users list": "POST /v1/administration/people/search",
  "orgs list": "POST /v1/administration/organizations/search",
  "audit list": "POST /v1/administration/audit/search",
  "models search": "POST /v1/administration/packs/catalogue/search",
};

async function commands(): Promise<string[]> {
  const loaded = await Promise.all(Object.values(COMMANDS).map(({ load }) => load()));
  return loaded.flatMap(({ buildCommand }) => {
    const command: Command = buildCommand(() => Promise.reject(new Error("nobody asks for help")));
    const below = command.commands.map((each) => `${command.name()} ${each.name()}`);
    return below.length > 0 ? below : [command.name()];
  });
}

test("every command has a route, or a reason", async () => {
  const known = [ROUTES, HOST_ONLY].flatMap(Object.keys);
  expect(known.sort()).toEqual((await commands()).sort());
});

test("a page calls each route", async () => {
  const glob = new Bun.Glob("src/dashboard/**/*.{ts,tsx}");
  const files = (await Array.fromAsync(glob.scan())).filter((file) => !file.endsWith("api-types.ts"));
  const pages = (await Promise.all(files.map((file) => Bun.file(file).text()))).join("\n");
  const called = ([command, route]: [string, string]) =>
    [OTHERWISE[command] ?? route, route.split(" ")[1]].some((each) => pages.includes(`"${each}"`));
  expect(Object.entries(ROUTES).filter((each) => !called(each))).toEqual([]);
});

test("the routes are there", () => {
  const routes = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.values(ROUTES).filter((route) => !routes.includes(route))).toEqual([]);
});
