import { describe, expect, test } from "bun:test";
import { CONFIG_FIELDS } from "./fields.ts";
import { isLive, LiveConfig } from "./live.ts";
import { loadConfig } from "./load.ts";

const loaded = (environment: Record<string, string>) =>
  loadConfig({ environment: { TIRO_DATA: "/srv/tiro", ...environment } });

test("sections that are read later are read as they are then; secrets too", () => {
  const live = new LiveConfig(loaded({ TIRO_METRICS_TOKEN: "a".repeat(40) }));
  const { config, secrets } = live;
  const kept = config.limits;
  const change = live.apply(
    loaded({
      TIRO_METRICS_TOKEN: "b".repeat(40),
      TIRO_LIMITS_REQUESTS_PER_MINUTE: "7",
      TIRO_LOG_LEVEL: "debug",
    }),
  );
  expect(change).toEqual({
    applied: ["limits.requests_per_minute", "log.level", "metrics.token"],
    needRestart: [],
  });
  expect([config.limits.requests_per_minute, config.log.level, secrets.metricsToken]).toEqual([
    7,
    "debug",
    "b".repeat(40),
  ]);
  expect(kept.requests_per_minute).not.toBe(7);
});

test("what is not live holds as it was, and is named each time until the restart", () => {
  const live = new LiveConfig(loaded({}));
  const next = loaded({ TIRO_SERVER_LISTEN: "127.0.0.1:9", TIRO_LIMITS_REQUESTS_PER_MINUTE: "7" });
  expect(live.apply(next)).toEqual({
    applied: ["limits.requests_per_minute"],
    needRestart: ["server.listen"],
  });
  expect(live.config.server.listen).not.toBe("127.0.0.1:9");
  expect(live.apply(next)).toEqual({ applied: [], needRestart: ["server.listen"] });
  expect(live.apply(loaded({}))).toEqual({ applied: ["limits.requests_per_minute"], needRestart: [] });
});

test("a setting that is removed has its default again", () => {
  const live = new LiveConfig(loaded({ TIRO_AUTH_KEY_DAYS: "30", TIRO_LOG_LEVEL: "debug" }));
  expect(live.apply(loaded({})).applied).toEqual(["auth.key_days", "log.level"]);
  expect([live.config.auth.key_days, live.config.log.level]).toEqual([undefined, "info"]);
});

describe("metrics.token", () => {
  const token = { TIRO_METRICS_TOKEN: "a".repeat(40) };

  test.each([
    ["appears", {}, token],
    ["goes", token, {}],
  ] as const)("needs a restart where it %s", (_, before, after) => {
    const live = new LiveConfig(loaded(before));
    expect(live.apply(loaded(after))).toEqual({ applied: [], needRestart: ["metrics.token"] });
    expect(live.secrets).toEqual(loaded(before).secrets);
  });
});

test("what is live names settings that there are", () => {
  const live = CONFIG_FIELDS.filter(({ path }) => isLive(path)).map(({ section }) => section);
  expect([...new Set(live)]).toEqual([
    "server",
    "auth",
    "oauth",
    "models",
    "media",
    "transcription",
    "dictation",
    "realtime",
    "company_log_in",
    "ldap",
    "s3",
    "backup",
    "limits",
    "log",
    "metrics",
  ]);
});
