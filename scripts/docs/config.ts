/**
 * Writes what is said of the settings from their schema: the commented default, the JSON schema that editors use, and
 * the manual's reference; and puts the examples of `config/` into the manual. `bun run docs`; a test says when they are stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { CONFIG_FIELDS, CONFIG_SECTIONS, type ConfigField, describeField } from "../../src/config/fields.ts";
import { isLive } from "../../src/config/live.ts";
import { configSchema } from "../../src/config/schema.ts";
import { tomlValue } from "../../src/config/toml.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const CONFIG_FOLDER = `${ROOT}config/`;
const MANUAL_FOLDER = `${ROOT}src/manual/`;
/** Pages that show an example of `config/`, whole. */
const PAGES_WITH_FILES = ["install.md", "tls.md"];

/** Every generated file: its path and what should stand in it. */
export function generatedConfigFiles(): { path: string; content: string }[] {
  return [
    { path: `${CONFIG_FOLDER}tiro.toml`, content: defaultFile() },
    { path: `${CONFIG_FOLDER}schema.json`, content: jsonSchema() },
    { path: `${MANUAL_FOLDER}settings.md`, content: settingsPage() },
    ...PAGES_WITH_FILES.map((name) => ({
      path: MANUAL_FOLDER + name,
      content: withFiles(readFileSync(MANUAL_FOLDER + name, "utf8")),
    })),
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

function jsonSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, { io: "input" });
  return `${JSON.stringify({ $schema, title: "Configuration of tiro", ...schema }, null, 2)}\n`;
}

function settingsPage(): string {
  const head = `# Every setting

<!-- Written by \`bun run docs\` from src/config/schema.ts. -->

[Configure](configure.md) explains where settings are written. A setting in a file stands in its section: \`server.listen\` is \`listen\` below \`[server]\`.
`;
  const sections = CONFIG_SECTIONS.map((section) => {
    const fields = CONFIG_FIELDS.filter((field) => field.section === section);
    return [`## ${section}\n`, ...fields.map(settingEntry)].join("\n");
  });
  return [head, ...sections].join("\n");
}

function settingEntry(field: ConfigField): string {
  const { takes, description, default: byDefault } = describeField(field);
  const shown = byDefault === undefined ? "none" : `\`${tomlValue(byDefault)}\``;
  return `### ${field.path}

${description}

- Takes ${inCode(takes)}
- Default: ${shown}
- Environment variable: \`${field.env}\`
- In force: ${isLive(field.path) ? "at once, after `tiro config apply` or a reload" : "from the next start on"}
`;
}

/** Values among the words, so that Markdown leaves their marks alone. */
function inCode(takes: string): string {
  return takes.replace(/`[^`]*`|"[^"]*"/g, (value) => (value.startsWith("`") ? value : `\`${value}\``));
}

const INCLUDED = /(<!-- file: (\S+) -->\n```\w+\n)[\s\S]*?(```\n<!-- end of file -->)/g;

/** The page with the files that it names as they are now. */
function withFiles(page: string): string {
  return page.replace(
    INCLUDED,
    (_, open: string, path: string, close: string) => open + readFileSync(ROOT + path, "utf8") + close,
  );
}

if (import.meta.main)
  for (const { path, content } of generatedConfigFiles()) {
    writeFileSync(path, content);
    process.stdout.write(`wrote ${path}\n`);
  }
