/**
 * Writes what `config/` says of the settings from their schema: the commented default, the JSON schema that editors
 * use, and the reference table. `bun run docs`; a test says when they are stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { CONFIG_FIELDS, CONFIG_SECTIONS, type ConfigField, describeField } from "../../src/config/fields.ts";
import { configSchema } from "../../src/config/schema.ts";

const CONFIG_FOLDER = new URL("../../config/", import.meta.url).pathname;
const TABLE_START = "<!-- The table is written by `bun run docs`. -->\n";
const TABLE_END = "<!-- End of the table. -->\n";

/** Every generated file of `config/`: its path and what should stand in it. */
export function generatedConfigFiles(): { path: string; content: string }[] {
  return [
    { path: `${CONFIG_FOLDER}tiro.toml`, content: defaultFile() },
    { path: `${CONFIG_FOLDER}schema.json`, content: jsonSchema() },
    { path: `${CONFIG_FOLDER}README.md`, content: readmeWithTable() },
  ];
}

function defaultFile(): string {
  const head = `#:schema ./schema.json
# Every setting of tiro with its default. Remove the # in front of a setting to change it; start with
# \`tiro serve --config FILE\`. Environment variables come before this file, flags before both.
# Written by \`bun run docs\` from src/config/schema.ts.
`;
  const sections = CONFIG_SECTIONS.map((section) => {
    const fields = CONFIG_FIELDS.filter((field) => field.section === section);
    return [`[${section}]`, ...fields.map(commentedSetting)].join("\n");
  });
  return `${[head, ...sections].join("\n")}\n`;
}

function commentedSetting(field: ConfigField): string {
  const { takes, description, default: byDefault, example } = describeField(field);
  const note = byDefault === undefined ? " No default; for example:" : "";
  return `# ${description}\n# Takes ${takes}.${note}\n#${field.key} = ${tomlValue(byDefault ?? example)}\n`;
}

/** Texts, numbers, booleans and lists of them read the same in TOML and JSON; tables have `=`. */
function tomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, entry]) => `${key} = ${tomlValue(entry)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function jsonSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, { io: "input" });
  return `${JSON.stringify({ $schema, title: "Configuration of tiro", ...schema }, null, 2)}\n`;
}

function readmeWithTable(): string {
  const readme = readFileSync(`${CONFIG_FOLDER}README.md`, "utf8");
  const start = readme.indexOf(TABLE_START) + TABLE_START.length;
  const end = readme.indexOf(TABLE_END);
  if (start < TABLE_START.length || end < start)
    throw new Error("config/README.md lost the marks of its table");
  return readme.slice(0, start) + referenceTable() + readme.slice(end);
}

function referenceTable(): string {
  const rows = CONFIG_FIELDS.map((field) => {
    const { takes, description, default: byDefault } = describeField(field);
    const shown = byDefault === undefined ? "none" : `\`${tomlValue(byDefault)}\``;
    const cells = [`\`${field.path}\``, `\`${field.env}\``, takes, shown, description];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return `${["| Setting | Environment variable | Takes | Default | Meaning |", "|---|---|---|---|---|", ...rows].join("\n")}\n`;
}

if (import.meta.main)
  for (const { path, content } of generatedConfigFiles()) {
    writeFileSync(path, content);
    process.stdout.write(`wrote ${path}\n`);
  }
