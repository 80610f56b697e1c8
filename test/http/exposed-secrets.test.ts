/** A start with a secret that everybody on the machine can read is refused. */
import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { selfCommand } from "../../src/lib/self-command.ts";
import { makeSecretKey } from "../../src/store/secrets/secret-key.ts";
import { testAuthority, writePair } from "../support/certificates.ts";
import { temporaryFolder } from "../support/database.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const inFolder = (name: string) => join(folder.path, name);
const config = inFolder("tiro.toml");
writeFileSync(config, '[metrics]\ntoken = "a-token"\n');
makeSecretKey(inFolder("secret.key"));
const { certificate, key } = writePair(folder.path, await (await testAuthority()).issue());
mkdirSync(inFolder("used"));
makeSecretKey(inFolder("used/secret.key"));

interface Case {
  file: string;
  data?: string;
  environment: Record<string, string>;
}

const cases: [name: string, which: Case][] = [
  ["the configuration", { file: config, environment: { TIRO_CONFIG: config } }],
  [
    "the secret key",
    { file: inFolder("secret.key"), environment: { TIRO_SECRET_KEY_FILE: inFolder("secret.key") } },
  ],
  [
    "the data folder's own key",
    { file: inFolder("used/secret.key"), data: inFolder("used"), environment: {} },
  ],
  [
    "the certificate's key",
    { file: key, environment: { TIRO_SERVER_TLS_CERTIFICATE: certificate, TIRO_SERVER_TLS_KEY: key } },
  ],
];

/** The standard error of a start until it serves or ends. */
async function said({ file, data = inFolder(`data-${basename(file)}`), environment }: Case): Promise<string> {
  const child = Bun.spawn([...selfCommand(), "serve", "--data", data, "--listen", "127.0.0.1:0"], {
    env: { TIRO_SERVER_DRAIN_SECONDS: "0", ...environment },
    stdout: "ignore",
    stderr: "pipe",
  });
  let log = "";
  for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
    log += part;
    if (log.includes('"event":"serving"')) child.kill();
  }
  await child.exited;
  return log;
}

test.each(cases)("%s: not with mode 644, but with 640", async (_, which) => {
  chmodSync(which.file, 0o644);
  const log = await said(which);
  expect(log).toContain('"code":"secret_exposed"');
  expect(log).toContain(which.file);
  expect(log).not.toContain('"event":"serving"');
  chmodSync(which.file, 0o640);
  expect(await said(which)).toContain('"event":"serving"');
});

test("a configuration without secrets may be read by everybody", async () => {
  const file = inFolder("open.toml");
  writeFileSync(file, '[log]\nlevel = "info"\n');
  chmodSync(file, 0o644);
  expect(await said({ file, environment: { TIRO_CONFIG: file } })).toContain('"event":"serving"');
});
