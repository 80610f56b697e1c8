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
