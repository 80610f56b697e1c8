import { expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { programUnderTest } from "../../test/support/program.ts";

const PASSWORD = "hunter2-very-secret";

function site(text: string) {
  const folder = temporaryFolder();
  const file = join(folder.path, "tiro.toml");
  writeFileSync(file, text, { mode: 0o600 });
  const config = (words: string[], environment: Record<string, string> = {}) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([...programUnderTest(), "config", ...words], {
      env: { PATH: process.env.PATH ?? "", TIRO_CONFIG: file, ...environment },
    });
    return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
  };
  return { file, config, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const LANGUAGE_MODEL = `[language_model]
url = "https://llm.example:8000/v1"
model = "m"
api_key = "${PASSWORD}"
`;

test("show: each setting with its value and where it was written, and no secret", () => {
  using at = site(`[server]\nlisten = "127.0.0.1:9000"\n${LANGUAGE_MODEL}`);
  const environment = { TIRO_LOG_LEVEL: "debug" };
  const { code, stdout } = at.config(["show", "--data", "/srv/tiro", "--json"], environment);
  expect([code, stdout.includes(PASSWORD)]).toEqual([0, false]);
  const settings = new Map(
    (JSON.parse(stdout) as { setting: string }[]).map(({ setting, ...rest }) => [setting, rest]),
  );
  expect(settings.get("server.listen")).toEqual({ value: "127.0.0.1:9000", source: at.file });
  expect(settings.get("log.level")).toEqual({ value: "debug", source: "TIRO_LOG_LEVEL" });
  expect(settings.get("data.dir")).toEqual({ value: "/srv/tiro", source: "--data" });
  expect(settings.get("language_model.api_key")).toEqual({ value: "(set; not shown)", source: at.file });
  expect(settings.get("company_log_in.client_secret")).toEqual({ value: null, source: "default" });
  expect(settings.get("server.shutdown_grace_seconds")).toEqual({
    value: expect.any(Number),
    source: "default",
  });
  const changed = at.config(["show", "--changed"], environment).stdout;
  expect(changed).toContain('log.level = "debug"  # TIRO_LOG_LEVEL\n');
  expect(changed).toContain(`# language_model.api_key is set, and not shown: ${at.file}\n`);
  expect(changed).not.toContain("shutdown_grace");
  expect(changed).not.toContain(PASSWORD);
});

test("the key that systemd hands over is named as such", () => {
  using at = site("");
  const folder = join(at.file, "..");
  writeFileSync(join(folder, "tiro-secret-key"), "");
  const { stdout } = at.config(["show", "--changed"], { CREDENTIALS_DIRECTORY: folder });
  expect(stdout).toMatch(/^secret\.key_file = ".+\/tiro-secret-key" {2}# CREDENTIALS_DIRECTORY$/m);
});

test("check: a valid one, and what a server would warn of", () => {
  using at = site(`[server]\npublic_url = "https://stt.example.com"\n${LANGUAGE_MODEL}`);
  chmodSync(at.file, 0o644);
  const { code, stdout } = at.config(["check"]);
  expect(code).toBe(0);
  expect(stdout).toContain(`The configuration is valid (${at.file}; 4 settings changed).\n`);
  expect(stdout).toContain("warning: server.public_url is https");
  expect(stdout).toContain("holds language_model.api_key and can be read by other users");
  const json = JSON.parse(at.config(["check", "--json"]).stdout);
  expect(json).toEqual({
    valid: true,
    file: at.file,
    issues: [],
    warnings: [expect.any(String), expect.any(String)],
  });
});

test("check: every fault is named, and the status is 1", () => {
  using at = site(`[server]\nlisten = 5\nlisen = "x"\n`);
  const { code, stderr } = at.config(["check"]);
  expect(code).toBe(1);
  expect(stderr).toContain(`server.listen (${at.file}) must be`);
  expect(stderr).toContain("did you mean server.listen?");
  const json = at.config(["check", "--json"]);
  expect([json.code, JSON.parse(json.stdout).valid]).toEqual([1, false]);
  expect(
    JSON.parse(json.stdout)
      .issues.map(({ param }: { param: string }) => param)
      .sort(),
  ).toEqual(["server.lisen", "server.listen"]);
});

test("what is shown is a configuration file that says the same", () => {
  using at = site(
    `[auth]\nkey_prefixes = ["acme_"]\n[models]\naliases = { "gpt-4o-transcribe" = "speech-v1.5" }\n`,
  );
  const { stdout } = at.config(["show"]);
  const again = `${at.file}.again`;
  writeFileSync(again, stdout);
  expect(stdout).toContain('key_prefixes = ["acme_"]');
  const valuesOf = (words: string[]) =>
    (JSON.parse(at.config(["show", "--json", ...words]).stdout) as { setting: string; value: unknown }[]).map(
      ({ setting, value }) => [setting, value],
    );
  expect(valuesOf(["--config", again])).toEqual(valuesOf([]));
});
