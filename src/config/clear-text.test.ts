/** No speech, text or audit line goes over a network in clear unless the operator names the host. */
import { describe, expect, test } from "bun:test";
import { loadConfig } from "./load.ts";

const SINKS = {
  "language_model.url": (host: string) => ({
    TIRO_LANGUAGE_MODEL_MODEL: "m",
    TIRO_LANGUAGE_MODEL_URL: `http://${host}:8000/v1`,
  }),
  "traces.endpoint": (host: string) => ({ TIRO_TRACES_ENDPOINT: `http://${host}:4318` }),
  "audit.syslog": (host: string) => ({ TIRO_AUDIT_SYSLOG: `tcp://${host}:514` }),
};

describe.each(Object.entries(SINKS))("%s", (param, to) => {
  const load = (host: string, allowed = "") =>
    loadConfig({ environment: { ...to(host), TIRO_SERVER_CLEAR_TEXT_HOSTS: allowed } });
  const refused = expect.objectContaining({
    extras: expect.objectContaining({
      issues: [{ param, message: expect.stringContaining("server.clear_text_hosts") }],
    }),
  });

  test.each(["localhost", "127.0.0.1", "127.1.2.3", "[::1]"])("%s is this machine", (host) => {
    expect(load(host).config).toBeDefined();
  });

  test.each([
    "llm.example.internal",
    "10.0.0.7",
    "[fd00::7]",
    "0.0.0.0",
    "localhost.example.com",
    "127.example.com",
  ])("%s is refused unless it is named", (host) => {
    expect(() => load(host)).toThrow(refused);
    expect(() => load(host, "other.example.internal")).toThrow(refused);
    expect(load(host, `other.example.internal,${host}`).config).toBeDefined();
    expect(load(host.toUpperCase(), host).config).toBeDefined();
  });
});

test("what is encrypted needs no permission", () => {
  const environment = {
    TIRO_LANGUAGE_MODEL_MODEL: "m",
    TIRO_LANGUAGE_MODEL_URL: "https://llm.example.internal/v1",
    TIRO_TRACES_ENDPOINT: "https://collector.example.internal",
    TIRO_AUDIT_SYSLOG: "tls://syslog.example.internal:6514",
  };
  expect(loadConfig({ environment }).config).toBeDefined();
});
