import { expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import { importsOf, type SourceFile, sourceFiles } from "./source-files.ts";

const LINES_PER_FILE = 400;

/** From the top down; a file imports from lower layers and from its own folder. Neighbours do not know each other. */
const LAYERS = [
  ["main"],
  ["cli"],
  ["app"],
  ["context"],
  ["http", "oauth", "scim", "mcp", "pages", "dashboard", "telemetry"],
  ["web"],
  // Use cases, in their order.
  ["dictation"],
  ["transcription"],
  ["work"],
  ["metering"],
  ["backup"],
  ["accounts"],
  ["recognition"],
  // Parts.
  ["text", "audio", "engine", "packs", "queue", "store"],
  ["config"],
  ["lib"],
];
const NATIVE_USERS = ["cli", "context", "engine", "store"];

/** One owner for each outside thing. */
const OWNERS: { thing: RegExp; owners: RegExp }[] = [
  { thing: /\bprocess\.env\b|\bBun\.env\b/, owners: /^src\/(config|cli)\// },
  { thing: /"better-sqlite3"|"bun:sqlite"/, owners: /^src\/store\// },
  { thing: /"sherpa-onnx-node|process\.dlopen|"bun:ffi"/, owners: /^(src\/engine\/host\/backends|native)\// },
  { thing: /"elysia"/, owners: /^src\/(app\.ts|http\/|dashboard\/server\/files\.ts)/ },
  { thing: /"@elysiajs\/static"/, owners: /^src\/dashboard\/server\/files\.ts/ },
  { thing: /"@modelcontextprotocol/, owners: /^src\/mcp\// },
  { thing: /"\.\/ffmpeg\.wasm"/, owners: /^src\/audio\/host\// },
  { thing: /"@fastify\/busboy"/, owners: /^src\/http\// },
  { thing: /"@peculiar\//, owners: /^src\/cli\/tls\// },
  { thing: /"otplib"/, owners: /^src\/accounts\/log-in\/totp\.ts/ },
  // What an operator can mend has a code of its own; what only tests make cheap is reached by no other way.
  { thing: /TiroError\(\s*"internal_error"/, owners: /^src\/(?!cli|packs)/ },
  { thing: /\bhashCost\b/, owners: /^src\/(context|accounts\/passwords)\.ts/ },
  { thing: /"@opentelemetry\//, owners: /^src\/telemetry\/traces\// },
  { thing: /"prom-client"/, owners: /^src\/telemetry\/metrics\/metrics\.ts/ },
  { thing: /"zod-openapi"/, owners: /^src\/(http\/openapi\/|web\/operation\.ts)/ },
  { thing: /"age-encryption"/, owners: /^src\/backup\/encryption\.ts/ },
  { thing: /"qr"/, owners: /^src\/pages\// },
  { thing: /\bBun\.markdown\b/, owners: /^src\/pages\/manual\// },
  { thing: /import\("@simplewebauthn\/server"\)/, owners: /^src\/accounts\/log-in\/passkeys\.ts/ },
  { thing: /"openid-client"/, owners: /^src\/accounts\/log-in\/identity-provider\.ts/ },
  { thing: /"jose"/, owners: /^src\/accounts\/(oauth\/|log-in\/logout-token\.ts)/ },
  { thing: /"csv-parse/, owners: /^src\/lib\/read-csv\.ts/ },
  { thing: /"commander"/, owners: /^src\/(main\.ts|cli\/)/ },
  { thing: /\bDate\.now\(/, owners: /^src\/lib\/clock\.ts/ },
];

const program = sourceFiles("src", "native").filter((file) => !file.isTest);

test("imports run downward only", () => {
  expect(program.flatMap(upwardImports)).toEqual([]);
});

test.each([
  ["src/transcription/jobs.ts", "src/dictation/create-dictation.ts", false],
  ["src/dictation/create-dictation.ts", "src/transcription/jobs.ts", true],
  ["src/http/jobs.ts", "src/pages/frame/page.ts", false],
  ["src/text/formatting/join.ts", "src/store/db.ts", false],
  ["src/lib/cursor.ts", "src/config/limits.ts", false],
  ["src/http/jobs.ts", "native/libraries.ts", false],
  ["src/http/jobs.ts", "src/http/models.ts", true],
])("%s may import %s: %p", (from, to, allowed) => {
  expect(isAllowed(from, to)).toBe(allowed);
});

test("the layers are the folders that exist", () => {
  const places = new Set(program.map(({ path }) => placeOf(path)));
  places.delete("native");
  expect(LAYERS.flat().sort()).toEqual([...places].sort());
});

test("no file needs itself at run time, however far around", () => {
  expect(circlesOf(new Map(program.map((file) => [file.path, runtimeTargets(file)])))).toEqual([]);
});

test("a circle is found", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(circlesOf(graph)).toEqual([["b", "c"]]);
});

test("every outside thing has one owner", () => {
  const strangers = program.flatMap((file) =>
    OWNERS.filter(({ thing, owners }) => thing.test(file.code) && !owners.test(file.path)).map(
      ({ thing }) => `${file.path} uses ${thing.source}`,
    ),
  );
  expect(strangers).toEqual([]);
});

test(`no file is longer than ${LINES_PER_FILE} lines`, () => {
  const all = sourceFiles("src", "native", "scripts", "test");
  const long = all.filter(({ text }) => text.trimEnd().split("\n").length > LINES_PER_FILE);
  expect(long.map(({ path }) => path)).toEqual([]);
});

function upwardImports(file: SourceFile): string[] {
  return targetsOf(file, importsOf(file))
    .filter((target) => !isAllowed(file.path, target))
    .map((target) => `${file.path} -> ${target}`);
}

/** Imports of types are gone at run time. */
function runtimeTargets(file: SourceFile): string[] {
  const code = file.code.replace(/\b(?:import|export)\s+type\s[^;]*?from\s+"[^"]+"/g, "");
  return targetsOf(file, importsOf({ ...file, code }));
}

function targetsOf({ path }: SourceFile, specifiers: string[]): string[] {
  return specifiers
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => normalize(join(dirname(path), specifier)));
}

/** Takes away whatever leads nowhere, and whatever nothing leads to, until only circles are left. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const left = new Map(
    [...graph].map(([file, targets]) => [file, targets.filter((each) => graph.has(each))]),
  );
  for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
    before = left.size;
    const reached = new Set([...left.values()].flat());
    for (const [file, targets] of left)
      if (!reached.has(file) || !targets.some((each) => left.has(each))) left.delete(file);
  }
  return left.size === 0 ? [] : [[...left.keys()]];
}

function isAllowed(from: string, to: string): boolean {
  const source = placeOf(from);
  const target = placeOf(to);
  if (target === "outside" || source === target) return true;
  if (target === "native") return NATIVE_USERS.includes(source);
  if (source === "native") return target === "lib";
  return rankOf(source) < rankOf(target);
}

/** The folder under `src`, or `native`, or `outside` for files that are no code (package.json, models). */
function placeOf(path: string): string {
  if (!/\.(tsx?|sql)$/.test(path)) return "outside";
  if (path.startsWith("native/")) return "native";
  return path.replace(/^src\//, "").replace(/[/.].*$/, "");
}

function rankOf(place: string): number {
  const rank = LAYERS.findIndex((layer) => layer.includes(place));
  if (rank < 0) throw new Error(`${place} is in no layer: add it to LAYERS`);
  return rank;
}
