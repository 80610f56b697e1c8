/** No setting that is an address takes a password, and no message repeats one. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { temporaryFolder } from "../../test/support/database.ts";
import { TiroError } from "../lib/errors.ts";
import { ADDRESS_FIELDS, CONFIG_FIELDS, type ConfigField } from "./fields.ts";
import { loadConfig } from "./load.ts";

const COMPANY = 'client_id = "tiro"\nclient_secret = "s"\nemail_domains = ["example.com"]';

const cases: [name: string, toml: string, issue: { param: string; message: string }][] = [
  [
    "a language model's address with a password",
    '[language_model]\nurl = "https://me:hidden@llm/v1"\nmodel = "small"',
    { param: "language_model.url", message: "without user, password" },
  ],
  [
    "a provider's address with a key",
    `[company_log_in]\nissuer = "https://id.example.com/?key=hidden"\n${COMPANY}`,
    { param: "company_log_in.issuer", message: "belongs into company_log_in.client_secret" },
  ],
  [
    "a collector's address with a password",
    '[traces]\nendpoint = "https://me:hidden@collector.example.com"',
    { param: "traces.endpoint", message: "belongs into traces.authorization" },
  ],
  [
    "a public address with a password",
    '[server]\npublic_url = "https://me:hidden@tiro.example.com"',
    { param: "server.public_url", message: "without user, password" },
  ],
  [
    "a password in an address of another kind",
    '[traces]\nendpoint = "ftp://me:hidden@collector.example.com"',
    { param: "traces.endpoint", message: "http or https" },
  ],
  [
    "a password for the syslog server",
    '[audit]\nsyslog = "tls://me:hid/hidden@syslog.example.com:6514"',
    { param: "audit.syslog", message: "tls://…@syslog" },
  ],
  [
    "a password in an origin",
    '[server]\nallowed_origins = ["https://me:hidden@intranet.example.com"]',
    { param: "server.allowed_origins", message: "https://…@intranet" },
  ],
];

test.each(cases)("refuses %s", (_, toml, { param, message }) => {
  using folder = temporaryFolder();
  const file = join(folder.path, "tiro.toml");
  writeFileSync(file, toml);
  let fault: unknown;
  try {
    loadConfig({ file, environment: {} });
  } catch (error) {
    fault = error;
  }
  expect(fault).toBeInstanceOf(TiroError);
  expect((fault as TiroError).extras.issues).toEqual([{ param, message: expect.stringContaining(message) }]);
  expect(Bun.inspect(fault)).not.toContain("hidden");
});

test("every setting whose schema says that it is an address is one of them", () => {
  const isAddress = ({ schema }: ConfigField) => z.toJSONSchema(schema, { io: "input" }).format === "uri";
  expect(ADDRESS_FIELDS).toEqual(CONFIG_FIELDS.filter(isAddress));
});

const SCHEMES = ["http", "https", "smtp", "smtps", "ldap", "ldaps", "tcp", "tls", "nats"];
/** Words for a provider, which may look like anything. */
const WORDS = "company_log_in.scopes";

const takes = ({ schema }: ConfigField, value: string) =>
  [value, [value]].some((form) => schema.safeParse(form).success);

/** Whether one setting's value is refused, and all that is said of it. */
function faultOf(
  { path, env }: ConfigField,
  value: string,
): { path: string; isRefused: boolean; said: string } {
  try {
    loadConfig({ environment: { [env]: value } });
    return { path, isRefused: false, said: "" };
  } catch (error) {
    const { issues = [] } = (error as TiroError).extras as { issues?: { param: string }[] };
    return { path, isRefused: issues.some(({ param }) => param.startsWith(path)), said: Bun.inspect(error) };
  }
}
const open = CONFIG_FIELDS.filter(({ secret }) => !secret);
/** Those that take an address, and no text as it comes. */
const addressed = open.filter((field) => field.path !== WORDS && !takes(field, "some words"));

test.each(SCHEMES)("no setting takes a password in an address of %s", (scheme) => {
  for (const tail of ["", ":4222", "/v1/"]) {
    const value = `${scheme}://me:hidden@host.example.com${tail}`;
    const faults = addressed.filter((field) => takes(field, value)).map((field) => faultOf(field, value));
    expect(faults.filter(({ isRefused, said }) => !isRefused || said.includes("hidden"))).toEqual([]);
  }
});

test("no fault repeats a password, wherever somebody wrote the address", () => {
  const value = "https://me:hidden@host.example.com";
  const [taking, refusing] = [true, false].map((isTaken) =>
    open.filter((each) => takes(each, value) === isTaken),
  );
  const faults = taking?.map((field) => faultOf(field, value).said) ?? [];
  const environment = Object.fromEntries(refusing?.map(({ env }) => [env, value]) ?? []);
  expect(() => loadConfig({ environment })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining("hidden") }),
  );
  expect(faults.filter((said) => said.includes("hidden"))).toEqual([]);
});

test("no setting sends in clear to another machine unless the operator names it", () => {
  const inClear = ["http", "tcp", "nats"].map((scheme) => `${scheme}://host.example.com:4222`);
  const isTaken = (field: ConfigField) =>
    inClear.some((value) => takes(field, value) && !faultOf(field, value).isRefused);
  // Addresses of this server itself, and of pages that may call it: nothing is sent there.
  expect(addressed.filter(isTaken).map(({ path }) => path)).toEqual([
    "server.public_url",
    "server.allowed_origins",
    "mcp.allowed_origins",
  ]);
});
