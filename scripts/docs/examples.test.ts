import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RUNTIME_ENVIRONMENT } from "../../src/cli/runtime-environment.ts";
import { limits } from "../../src/config/limits.ts";
import { loadConfig } from "../../src/config/load.ts";
import { MIB } from "../../src/lib/units.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { imageConfig } from "../package/image/config.ts";

const example = (path: string) => readFileSync(new URL(`../../config/${path}`, import.meta.url), "utf8");
const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

const { config } = loadConfig({ environment: {} });

describe("the examples of config/", () => {
  const bodyBytes = limits.transcriptionFileBytes + limits.multipartOverheadBytes;
  // nginx has two more for streams.
  const proxies: [path: string, bodyMib: RegExp, timeouts: RegExp, count: number][] = [
    ["nginx/tiro.conf", /client_max_body_size (\d+)m;/, /_timeout +(\d+)s;/g, 5],
    ["caddy/Caddyfile", /max_size (\d+)MiB/, /_timeout (\d+)s/g, 3],
  ];
  for (const [path, bodyMib, timeouts, count] of proxies)
    test(`${path} lets the longest request and the largest upload through to the default address`, () => {
      const text = example(path);
      expect(numberIn(text, bodyMib) * MIB).toBe(bodyBytes);
      const seconds = [...text.matchAll(timeouts)].map((match) => Number(match[1]));
      expect(seconds).toHaveLength(count);
      expect(Math.min(...seconds) * 1000).toBeGreaterThan(limits.answerDeadlineMs);
      expect(text).toContain(config.server.listen);
    });

  test("the service may take longer to stop than running requests get", () => {
    const stopSeconds = numberIn(example("systemd/tiro.service"), /TimeoutStopSec=(\d+)/);
    expect(stopSeconds).toBeGreaterThan(config.server.shutdown_grace_seconds);
  });

  test("a worker's service is as hardened as the server's", () => {
    const hardening = (path: string) =>
      example(path)
        .split("\n")
        .filter((line) => /^[A-Z]/.test(line))
        .filter(
          (line) =>
            !/^(Description|Documentation|ExecStart|EnvironmentFile|StateDirectory|WorkingDirectory)=/.test(
              line,
            ),
        );
    expect(hardening("systemd/tiro-worker.service")).toEqual(hardening("systemd/tiro.service"));
  });

  test("the image and a server that is started by hand set for memory what the service does", () => {
    const ofService = [...example("systemd/tiro.service").matchAll(/^Environment=(.+)$/gm)].map(
      ([, entry = ""]) => entry,
    );
    expect(ofService).toEqual(Object.entries(RUNTIME_ENVIRONMENT).map((entry) => entry.join("=")));
    expect(imageConfig("amd64", [], 0).config.Env).toEqual(expect.arrayContaining(ofService));
  });

  test("the unit hears from the server, and is more patient than the server is with its database", () => {
    const unit = example("systemd/tiro.service");
    expect(unit).toMatch(/^Type=notify$/m);
    expect(unit).toMatch(/^TimeoutStartSec=infinity$/m);
    const watchMs = limits.databaseWatchEveryMs + limits.databaseBusyMs;
    expect(numberIn(unit, /^WatchdogSec=(\d+)$/m) * 1_000).toBeGreaterThan(4 * watchMs);
  });

  test.skipIf(!Bun.which("systemd-analyze")).each(["tiro.service", "tiro-worker.service"])(
    "systemd has nothing to say against %s",
    (unit) => {
      using folder = temporaryFolder();
      const file = join(folder.path, unit);
      writeFileSync(file, example(`systemd/${unit}`).replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
      const { exitCode, stderr } = Bun.spawnSync(["systemd-analyze", "verify", "--man=no", file]);
      const lines = stderr.toString().split("\n");
      expect([exitCode, lines.filter((line) => line.includes(unit))]).toEqual([0, []]);
    },
  );
});
