import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { temporaryFolder } from "../../test/support/database.ts";
import { refusalOf } from "../../test/support/refusal.ts";
import { type ErrorIssue, TiroError } from "../lib/errors.ts";
import { CONFIG_FIELDS, type ConfigField } from "./fields.ts";
import { limits } from "./limits.ts";
import { type ConfigInput, type LoadedConfig, loadConfig } from "./load.ts";

function loadToml(toml: string | Uint8Array, input: ConfigInput = {}): LoadedConfig {
  using folder = temporaryFolder();
  const file = join(folder.path, "tiro.toml");
  writeFileSync(file, toml);
  return loadConfig({ file, environment: {}, ...input });
}

const faultOf = (work: () => unknown) => refusalOf(work, "invalid_request");

const settingOf = (loaded: LoadedConfig, { section, key }: ConfigField) =>
  (loaded.config as unknown as Record<string, Record<string, unknown>>)[section]?.[key];

describe("loadConfig", () => {
  test("without anything gives the defaults, frozen to the bottom", () => {
    const { config, file } = loadConfig({ environment: {} });
    expect(file).toBeNull();
    expect(config.server.listen).toBe("127.0.0.1:8420");
    expect(config.data.dir).toBe(resolve("tiro-data"));
    expect(config.auth.key_prefixes).toEqual(["tiro_", "sk_"]);
    expect([config, config.server, config.auth.key_prefixes].every(Object.isFrozen)).toBe(true);
  });

  test("flags come before the environment, which comes before the file", () => {
    const toml = '[server]\nlisten = "file:1"\n[data]\ndir = "/file"\n[log]\nlevel = "debug"\n';
    const environment = { TIRO_SERVER_LISTEN: "variable:2", TIRO_DATA: "/variable" };
    const { config } = loadToml(toml, { environment, flags: { listen: "flag:3" } });
    expect([config.server.listen, config.data.dir, config.log.level]).toEqual([
      "flag:3",
      "/variable",
      "debug",
    ]);
    expect(loadConfig({ environment, flags: { data: "/flag", listen: undefined } }).config).toMatchObject({
      server: { listen: "variable:2" },
      data: { dir: "/flag" },
    });
  });

  test.each([
    ["systemd's folder for the service where nothing names one", "/state", "", "/state"],
    ["the file before it", "/state", '[data]\ndir = "/file"\n', "/file"],
    ["none of several", "/one:/two", "", resolve("tiro-data")],
  ])("data.dir: %s", (_, STATE_DIRECTORY, toml, dir) => {
    expect(loadToml(toml, { environment: { STATE_DIRECTORY } }).config.data.dir).toBe(dir);
  });

  test("the file is named by the flag, else by TIRO_CONFIG", () => {
    using folder = temporaryFolder();
    const [one, two] = ["one.toml", "two.toml"].map((name) => join(folder.path, name)) as [string, string];
    writeFileSync(one, '[models]\npack = "one"');
    writeFileSync(two, '[models]\npack = "two"');
    const environment = { TIRO_CONFIG: one };
    expect(loadConfig({ environment })).toMatchObject({ file: one, config: { models: { pack: "one" } } });
    expect(loadConfig({ environment, file: two })).toMatchObject({
      file: two,
      config: { models: { pack: "two" } },
    });
    expect(loadConfig({ environment: { TIRO_CONFIG: "" } }).file).toBeNull();
  });

  test("variables are read as their setting's type", () => {
    const environment = {
      TIRO_ENGINE_THREADS: "4",
      TIRO_ENGINE_PROCESSES: "auto",
      TIRO_ENGINE_INTERACTIVE_PROCESS: "false",
      TIRO_AUTH_KEY_PREFIXES: "tiro_, old_",
      TIRO_MODELS_PACK: "42",
      TIRO_LOG_LEVEL: "",
      HOME: "/root",
    };
    expect(loadConfig({ environment }).config).toMatchObject({
      engine: { threads: 4, processes: "auto", interactive_process: false },
      auth: { key_prefixes: ["tiro_", "old_"] },
      models: { pack: "42" },
      log: { level: "info" },
    });
  });

  test("what Kubernetes sets for a service named tiro is no fault", () => {
    const environment = {
      TIRO_SERVICE_HOST: "10.0.0.1",
      TIRO_SERVICE_PORT: "8420",
      TIRO_SERVICE_PORT_HTTP: "8420",
      TIRO_PORT: "tcp://10.0.0.1:8420",
      TIRO_PORT_8420_TCP: "tcp://10.0.0.1:8420",
      TIRO_PORT_8420_TCP_ADDR: "10.0.0.1",
    };
    expect(loadConfig({ environment }).config).toEqual(loadConfig({ environment: {} }).config);
  });

  test("a client's API key is no fault", () => {
    expect(loadConfig({ environment: { TIRO_API_KEY: "tiro_x" } }).config).toEqual(
      loadConfig({ environment: {} }).config,
    );
  });

  const faults: [name: string, input: { toml?: string } & ConfigInput, issue: ErrorIssue][] = [
    [
      "a misspelt key",
      { toml: '[server]\nlisten_ = "a:1"' },
      { param: "server.listen_", message: "no setting; did you mean server.listen?" },
    ],
    [
      "a route for what is no language",
      { toml: '[models.routes]\nklingon = ["a"]' },
      { param: "models.routes", message: 'has "klingon", which is no language' },
    ],
    [
      "a language with two routes",
      { toml: '[models.routes]\npt = ["a"]\n"pt-BR" = ["b"]' },
      { param: "models.routes", message: "has the language pt more than once: pt, pt-BR" },
    ],
    [
      "a route to nothing",
      { toml: "[models.routes]\nde = []" },
      { param: "models.routes", message: "must be a table" },
    ],
    [
      "a misspelt table",
      { toml: '[sever]\nlisten = "a:1"' },
      { param: "sever", message: "did you mean server?" },
    ],
    [
      "a key without its table",
      { toml: 'listen = "a:1"' },
      { param: "listen", message: "did you mean server.listen?" },
    ],
    [
      "a key in another table",
      { toml: "[server]\nsync_deadline_ms = 5000" },
      { param: "server.sync_deadline_ms", message: "did you mean transcription.sync_deadline_ms?" },
    ],
    [
      "a key like nothing known",
      { toml: "[server]\nzzzzzz = 1" },
      { param: "server.zzzzzz", message: "the manual lists them all (/docs/settings)" },
    ],
    [
      "a misspelt variable",
      { environment: { TIRO_SERVER_LISTNE: "a:1" } },
      { param: "TIRO_SERVER_LISTNE", message: "did you mean TIRO_SERVER_LISTEN?" },
    ],
    ["a value in place of a table", { toml: "server = 3" }, { param: "server", message: "must be a table" }],
    [
      "a table in place of a value",
      { toml: "[server.listen]\na = 1" },
      { param: "server.listen", message: "must be text" },
    ],
    [
      "a wrong type in the file",
      { toml: '[limits]\nstored_jobs = "many"' },
      { param: "limits.stored_jobs", message: 'must be a whole number from 1 to 1000000, but is "many"' },
    ],
    [
      "a wrong type in a variable",
      { environment: { TIRO_ENGINE_THREADS: "two" } },
      {
        param: "engine.threads",
        message: '(TIRO_ENGINE_THREADS) must be "auto" or a whole number from 1 to 256',
      },
    ],
    [
      "a value past its bound",
      { environment: { TIRO_TRANSCRIPTION_SYNC_DEADLINE_MS: "210001" } },
      { param: "transcription.sync_deadline_ms", message: "from 1000 to 210000" },
    ],
    [
      "an address that cannot be",
      { flags: { listen: "8420" } },
      { param: "server.listen", message: "(--listen)" },
    ],
    [
      "a public address with a path",
      { toml: '[server]\npublic_url = "https://example.com/tiro"' },
      { param: "server.public_url", message: "https://example.com" },
    ],
    [
      "a public address of another kind",
      { toml: '[server]\npublic_url = "ftp://example.com"' },
      { param: "server.public_url", message: "http or https" },
    ],
    [
      "a prefix twice",
      { toml: '[auth]\nkey_prefixes = ["a_", "b_", "a_"]' },
      { param: "auth.key_prefixes", message: "a_ twice" },
    ],
    [
      "a GPU without its libraries",
      { environment: { TIRO_ENGINE_PROVIDER: "cuda" } },
      { param: "engine.provider", message: "engine.native_dir" },
    ],
    [
      "a language model without its name",
      { toml: '[language_model]\nurl = "https://llm:8000/v1"' },
      { param: "language_model.url", message: "language_model.model" },
    ],
    [
      "a language model without its address",
      { environment: { TIRO_LANGUAGE_MODEL_MODEL: "small" } },
      { param: "language_model.model", message: "language_model.url" },
    ],
    [
      "a key for no server",
      { environment: { TIRO_LANGUAGE_MODEL_API_KEY: "sk-1" } },
      { param: "language_model.api_key", message: "language_model.url" },
    ],
    [
      "a step that is none",
      { environment: { TIRO_LANGUAGE_MODEL_STEPS: "edit,dream" } },
      { param: "language_model.steps", message: 'one of "instructions", "edit"' },
    ],
    [
      "two names for one folder that differ",
      { environment: { TIRO_DATA: "/a", TIRO_DATA_DIR: "/b" } },
      { param: "data.dir", message: "TIRO_DATA and TIRO_DATA_DIR differ" },
    ],
    ["an inherited name", { toml: "[__proto__]\nlisten = 1" }, { param: "__proto__", message: "no setting" }],
    [
      "another inherited name",
      { toml: "[server]\nconstructor = 1" },
      { param: "server.constructor", message: "no setting" },
    ],
  ];
  for (const [name, { toml, ...input }, issue] of faults)
    test(`refuses ${name}`, () => {
      const fault = faultOf(() =>
        toml === undefined ? loadConfig({ environment: {}, ...input }) : loadToml(toml, input),
      );
      expect(fault.extras.issues).toHaveLength(1);
      expect(fault.extras.issues?.[0]?.param).toBe(issue.param);
      expect(fault.extras.issues?.[0]?.message).toContain(issue.message);
      expect(fault.message).toContain(issue.param);
    });

  test("a secret stands apart, and no message repeats it", () => {
    const environment = {
      TIRO_LANGUAGE_MODEL_URL: "https://llm:8000/v1",
      TIRO_LANGUAGE_MODEL_MODEL: "small",
      TIRO_LANGUAGE_MODEL_API_KEY: "sk-hidden",
      TIRO_LANGUAGE_MODEL_STEPS: "edit",
    };
    const none = {
      languageModelApiKey: null,
      companyLogInSecret: null,
      ldapBindPassword: null,
      mailPassword: null,
      s3SecretKey: null,
      metricsToken: null,
      tracesAuthorization: null,
    };
    const { config, secrets } = loadConfig({ environment });
    expect(secrets).toEqual({ ...none, languageModelApiKey: "sk-hidden" });
    expect(config.language_model).toEqual({
      url: "https://llm:8000/v1",
      model: "small",
      server: "openai",
      timeout_ms: 3_000,
      steps: ["edit"],
    });
    expect(JSON.stringify(config)).not.toContain("hidden");
    expect(loadConfig({ environment: {} }).secrets).toEqual(none);
    for (const secret of ["two hidden", "hidden".repeat(86)]) {
      const fault = faultOf(() =>
        loadConfig({ environment: { ...environment, TIRO_LANGUAGE_MODEL_API_KEY: secret } }),
      );
      expect(fault.extras.issues?.map(({ param }) => param)).toEqual(["language_model.api_key"]);
      expect(Bun.inspect(fault)).not.toContain("hidden");
    }
  });

  test("every fault is said at once", () => {
    const toml = '[server]\nlisten_ = "x"\n[log]\nlevel = "loud"\n';
    const fault = faultOf(() => loadToml(toml, { environment: { TIRO_LOG_LEVLE: "debug" } }));
    expect(fault.extras.issues?.map(({ param }) => param)).toEqual([
      "server.listen_",
      "TIRO_LOG_LEVLE",
      "log.level",
    ]);
  });

  test("a file that is missing, no TOML, no UTF-8 or too large is refused by name", () => {
    const missing = faultOf(() => loadConfig({ file: "/nowhere/tiro.toml", environment: {} }));
    expect(missing.message).toContain("/nowhere/tiro.toml cannot be read (ENOENT)");
    expect(faultOf(() => loadToml("[server\n")).message).toContain("not valid TOML");
    expect(faultOf(() => loadToml("[log]\nlevel = 'a'\nlevel = 'b'")).message).toContain("not valid TOML");
    expect(faultOf(() => loadToml(new Uint8Array([0x23, 0xff]))).message).toContain("not valid TOML");
    expect(loadToml("#".repeat(limits.configFileBytes)).config).toBeDefined();
    expect(faultOf(() => loadToml("#".repeat(limits.configFileBytes + 1))).message).toContain("larger than");
  });
});

describe("loadConfig with random input", () => {
  /** Values that a setting takes. */
  const valuesOf: Record<string, fc.Arbitrary<unknown>> = {
    "server.listen": fc
      .tuple(fc.constantFrom("127.0.0.1", "[::1]", "host"), fc.nat(65_535))
      .map((parts) => parts.join(":")),
    "server.public_url": fc.constantFrom("https://a.example", "http://b.example:8080"),
    "data.dir": fc.constantFrom("/srv/one", "/srv/two with space", "/srv/ü"),
    "auth.key_prefixes": fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,8}_$/), {
      minLength: 1,
      maxLength: 16,
    }),
    "models.dir": fc.constantFrom("/m1", "/m2"),
    "models.pack": fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
    "engine.processes": fc.oneof(fc.constant("auto"), fc.integer({ min: 1, max: 256 })),
    "engine.threads": fc.oneof(fc.constant("auto"), fc.integer({ min: 1, max: 256 })),
    "engine.interactive_process": fc.oneof(fc.constant("auto"), fc.boolean()),
    "limits.concurrent_audio": fc.integer({ min: 1, max: 10_000 }),
    "log.level": fc.constantFrom("debug", "info", "warn", "error", "silent"),
  };
  const fields = CONFIG_FIELDS.filter(({ path }) => path in valuesOf);
  const layer = fc.record(Object.fromEntries(Object.entries(valuesOf)), { requiredKeys: [] });

  const toToml = (settings: Record<string, unknown>) =>
    fields
      .filter(({ path }) => path in settings)
      .map(({ path }) => `${path} = ${JSON.stringify(settings[path])}`)
      .join("\n");
  const toEnvironment = (settings: Record<string, unknown>) =>
    Object.fromEntries(
      fields.filter(({ path }) => path in settings).map(({ path, env }) => [env, String(settings[path])]),
    );

  test("each setting has the value of its highest layer", () => {
    fc.assert(
      fc.property(layer, layer, (inFile, inEnvironment) => {
        const loaded = loadToml(toToml(inFile), { environment: toEnvironment(inEnvironment) });
        const expected = { ...inFile, ...inEnvironment };
        const defaults = loadConfig({ environment: {} });
        for (const field of fields)
          expect(settingOf(loaded, field)).toEqual(
            field.path in expected ? expected[field.path] : settingOf(defaults, field),
          );
      }),
      { numRuns: 60, verbose: 1 },
    );
  });

  test("any text loads or is refused as a fault of the configuration, never otherwise", () => {
    const line = fc.tuple(
      fc.oneof(fc.constantFrom(...CONFIG_FIELDS.map(({ path }) => path)), fc.string()),
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.constantFrom("nan", "-inf", "2026-11-21", "07:32:00", "0x10", "[[1]]", "{a=1}"),
      ),
    );
    const toml = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(line).map((lines) => lines.map((pair) => pair.join(" = ")).join("\n")),
    );
    fc.assert(
      fc.property(toml, (text) => {
        try {
          loadToml(text);
        } catch (error) {
          expect(error).toBeInstanceOf(TiroError);
          expect((error as TiroError).code).toBe("invalid_request");
        }
      }),
      { numRuns: 300, verbose: 1 },
    );
  });

  test("a setting with one wrong letter is refused, and the right one suggested", () => {
    const typo = fc.tuple(fc.constantFrom(...CONFIG_FIELDS), fc.nat(), fc.constantFrom("q", "x", "z"));
    fc.assert(
      fc.property(typo, ([field, at, letter]) => {
        const index = at % field.key.length;
        const key = field.key.slice(0, index) + letter + field.key.slice(index + 1);
        if (CONFIG_FIELDS.some((known) => known.section === field.section && known.key === key)) return;
        const message = faultOf(() => loadToml(`${field.section}.${key} = 1`)).extras.issues?.[0]?.message;
        expect(message).toContain(`did you mean ${field.path}?`);
      }),
      { numRuns: 100, verbose: 1 },
    );
  });
});
