import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CONFIG_FIELDS, describeField } from "../../src/config/fields.ts";
import { loadConfig } from "../../src/config/load.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { generatedConfigFiles } from "./config.ts";

describe("generated files", () => {
  for (const { path, content } of generatedConfigFiles())
    test(`${basename(path)} is up to date (else: bun run docs)`, () => {
      expect(readFileSync(path, "utf8")).toBe(content);
    });

  test("the default file changes nothing, and with every # removed it still loads and says the defaults", () => {
    using folder = temporaryFolder();
    const [defaultFile] = generatedConfigFiles();
    const uncommented = join(folder.path, "tiro.toml");
    const content = defaultFile?.content ?? "";
    // A site has the identity provider or the directory, and the database or a worker: two tables stay as they are.
    const parts = content.split(/(^\[(?:ldap|worker)\]\n(?:.*\n)*?)(?=^\[)/m);
    expect(parts).toHaveLength(5);
    const all = parts.map((part, at) => (at % 2 === 1 ? part : part.replace(/^#(?=[a-z_]+ = )/gm, "")));
    writeFileSync(uncommented, all.join(""));
    const defaults = loadConfig({ environment: {} }).config;
    expect(loadConfig({ file: defaultFile?.path, environment: {} }).config).toEqual(defaults);
    const examples = loadConfig({ file: uncommented, environment: {} }).config;
    expect(withoutExamples(examples, defaults)).toEqual(defaults);
  });

  test("every setting has a description, and a default or an example", () => {
    for (const field of CONFIG_FIELDS) {
      const { description, default: byDefault, example } = describeField(field);
      expect(description, field.path).toEndWith(".");
      expect(byDefault ?? example, field.path).toBeDefined();
    }
  });

  test("no two settings share an environment variable", () => {
    const names = CONFIG_FIELDS.map((field) => field.env);
    expect(new Set([...names, "TIRO_DATA", "TIRO_CONFIG"]).size).toBe(names.length + 2);
  });
});

/** The settings with a default, table by table. */
function withoutExamples(examples: unknown, defaults: unknown): unknown {
  if (!isTable(examples) || !isTable(defaults)) return examples;
  return Object.fromEntries(
    Object.keys(defaults).map((key) => [key, withoutExamples(examples[key], defaults[key])]),
  );
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
