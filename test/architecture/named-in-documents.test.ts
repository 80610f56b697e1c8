/** Files, settings, routes and metrics that the documents name exist. Commands and scripts: `test/binary/documents.test.ts`. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CHILD_PROCESSES } from "../../src/cli/child-processes.ts";

const ROOT = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const MANUAL = readdirSync(join(ROOT, "src/manual")).map((name) => `src/manual/${name}`);
const DEVELOPERS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];
const API = read("src/http/openapi/description.json");
/** A file, a line of the audit log and an event, named like settings. */
const NO_SETTINGS = ["secret.key", "backup.restored", "backup.failed"];
/** Placeholders, and names of other programs. */
const NOT_OURS = ["nameRoutes", "vVERSION", "ListMultipartUploads", "ImportEnterpriseRoots", "extra_body"];
/** In `code`, outside of blocks. */
const namedIn = (document: string) =>
  [
    ...read(document)
      .replaceAll(/^```[\s\S]*?^```/gm, "")
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, name = ""]) => name);

/** Of the repository, or of `src`, as ARCHITECTURE writes them. Names in capitals stand for any. */
function isMissingFile(name: string): boolean {
  if (!/^[\w./-]+\/[\w.-]*$|^[\w-]+\.ts$/.test(name) || /^[/.]|[A-Z]{3}|^https?:/.test(name)) return false;
  if (
    !/^(src|test|scripts|native|models|config|packs|engine|http|store|accounts|recordings|recognition|audio|dictation|lib|scim)\//.test(
      name,
    )
  )
    return false;
  return !existsSync(join(ROOT, name)) && !existsSync(join(ROOT, "src", name));
}

test.each(DEVELOPERS)("files that %s names exist", (document) => {
  expect(namedIn(document).filter(isMissingFile)).toEqual([]);
});

test.each([...DEVELOPERS, ...MANUAL])("settings that %s names exist", (document) => {
  const settings = [...read("src/manual/settings.md").matchAll(/^### `?([a-z0-9_.<>A-Z]+)`?/gm)].map(
    ([, name]) => name,
  );
  const tables = new Set(settings.map((name = "") => name.split(".")[0]));
  const unknown = namedIn(document)
    .map((name) => name.replace(/ = .*$/s, ""))
    .filter(
      (name) => /^[a-z][a-z0-9_]*\.[a-z0-9_]+(\.[a-z0-9_]+)*$/.test(name) && tables.has(name.split(".")[0]),
    )
    .filter(
      (name) =>
        !NO_SETTINGS.includes(name) &&
        !settings.some((known = "") => known === name || known.startsWith(`${name}.`)),
    );
  expect(settings.length).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});

test.each(MANUAL)("routes that %s names exist", (document) => {
  const { paths } = JSON.parse(API) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const shape = (path: string) => path.replace(/\?.*$/, "").replaceAll(/\{[^}]*\}/g, "{}");
  const routes = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`),
    ),
  );
  const named = namedIn(document).flatMap((name) => {
    const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/v1\/\S+)$/.exec(name) ?? [];
    return path === undefined ? [] : [`${method} ${shape(path)}`];
  });
  expect(named.filter((route) => !routes.has(route))).toEqual([]);
});

/** The words of the code, so that a name in a document is one of its words. */
const CODE = [...new Bun.Glob("{src,scripts,native,test}/**/*.{ts,tsx,c}").scanSync(ROOT)]
  .map(read)
  .join("\n");
const CODE_WORDS = new Set(CODE.match(/[A-Za-z_$][\w$]*/g));

test.each([...DEVELOPERS, ...MANUAL])(
  "functions, fields, events and error codes that %s names exist",
  (document) => {
    const isName = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[a-z]+(?:_[a-z]+)+)(?:\(.*\))?$/;
    const unknown = namedIn(document)
      .filter((name) => isName.test(name))
      .map((name) => name.replace(/\(.*/, ""))
      .filter((name) => !CODE_WORDS.has(name) && !CODE.includes(name) && !NOT_OURS.includes(name));
    expect(unknown).toEqual([]);
  },
);

const VARIABLES = new Set(read("src/manual/settings.md").match(/\bTIRO_[A-Z0-9_]+/g));
/** Of the command line and of examples: not settings of their own. */
const OTHER_VARIABLES = ["TIRO_CONFIG", "TIRO_DATA", "TIRO_API_KEY", "TIRO_KEY", "TIRO_WS"];

test.each([...DEVELOPERS, "CHANGELOG.md", ...MANUAL])(
  "variables that %s names are those of settings",
  (document) => {
    const named = read(document).match(/\bTIRO_[A-Z0-9_]+\b/g) ?? [];
    expect(named.filter((name) => !VARIABLES.has(name) && !OTHER_VARIABLES.includes(name))).toEqual([]);
  },
);

/** Of the API, of pages for people, and of the app. */
const PATHS = [
  ...Object.keys((JSON.parse(API) as { paths: object }).paths),
  ...[...read("src/dashboard/pages.ts").matchAll(/"(\/app\/[^"]*)"/g)].map(([, path = ""]) => path),
];

test.each([...DEVELOPERS, "CHANGELOG.md", ...MANUAL])(
  "paths below /v1 and /app that %s names exist",
  (document) => {
    const shape = (path: string) => path.replaceAll(/\{[^}]*\}|:\w+/g, "{}").replace(/\/$/, "");
    const shapes = PATHS.map(shape);
    const named = namedIn(document).filter((name) => /^\/(?:v1|app)\/[\w{}/-]*$/.test(name));
    const isKnown = (path: string) => shapes.some((known) => `${known}/`.startsWith(`${shape(path)}/`));
    // Of a collector of traces.
    expect(named.filter((name) => name !== "/v1/traces" && !isKnown(name))).toEqual([]);
  },
);

const foldersOf = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test("ARCHITECTURE's tree has every room of src", () => {
  const [tree = ""] =
    /^## The tree[\s\S]*?^## /m.exec(read("ARCHITECTURE.md").replace("Imports run down", "## ")) ?? [];
  expect(foldersOf("src").filter((room) => !new RegExp(`(?:^| )${room}/`, "m").test(tree))).toEqual([]);
});

test("CONTRIBUTING has every script, and every folder of tests", () => {
  const text = read("CONTRIBUTING.md");
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const isNamed = (script: string) =>
    new RegExp(`bun run ${script}(?![\\w:-])|bun@\\S+ run ${script}(?![\\w:-])`).test(text);
  expect(Object.keys(scripts).filter((script) => !isNamed(script))).toEqual([]);
  expect(foldersOf("test").filter((folder) => !text.includes(`\`test/${folder}\``))).toEqual([]);
});

test("ARCHITECTURE names every process that the program starts for its work", () => {
  const named = [...read("ARCHITECTURE.md").matchAll(/^[├└]── tiro (\S+)/gm)].map(([, name]) => name);
  const started = Object.keys(CHILD_PROCESSES).filter((name) => name.endsWith("-host"));
  expect(named.sort()).toEqual(started.sort());
});

test.each(MANUAL)("error codes that %s names with their status exist", (document) => {
  const codes = [...read(document).matchAll(/\b[45]\d\d `([a-z_]+)`/g)].map(([, code = ""]) => code);
  expect(codes.filter((code) => !API.includes(`"${code}"`))).toEqual([]);
});
