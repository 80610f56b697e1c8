import { expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { importsOf, type SourceFile, sourceFiles } from "./source-files.ts";

const LINES_PER_FILE = 400;

/**
 * From the top down; a file imports from lower layers and from its own folder, where folders keep to no order but have
 * no circles. Neighbours do not know each other.
 */
const LAYERS = [
  ["main"],
  ["cli"],
  ["app"],
  ["context"],
  ["http", "realtime", "oauth", "scim", "mcp", "pages", "dashboard", "telemetry"],
  ["web"],
  // Use cases, in their order.
  ["dictation"],
  ["recordings"],
  ["watch"],
  ["transcription"],
  ["work"],
  ["metering"],
  ["delivery"],
  ["backup"],
  ["cluster"],
  ["accounts"],
  ["recognition"],
  // Parts.
  ["text", "audio", "engine", "packs", "queue", "certificates", "store"],
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
  { thing: /"@peculiar\//, owners: /^src\/certificates\// },
  { thing: /"otplib"/, owners: /^src\/accounts\/log-in\/totp\.ts/ },
  // Faults that an operator can mend have their own codes; shortcuts for tests are used by tests alone.
  { thing: /TiroError\(\s*"internal_error"/, owners: /^src\/(?!cli|packs)/ },
  { thing: /\bhashCost\b/, owners: /^src\/(context|context\/identity|accounts\/credentials\/passwords)\.ts/ },
  { thing: /"@opentelemetry\//, owners: /^src\/telemetry\/traces\// },
  { thing: /"prom-client"/, owners: /^src\/telemetry\/metrics\/metrics\.ts/ },
  { thing: /"zod-openapi"/, owners: /^src\/(http\/openapi\/|web\/operation\.ts)/ },
  { thing: /"nodemailer"/, owners: /^src\/delivery\/mail\/smtp\.ts/ },
  { thing: /"age-encryption"/, owners: /^src\/backup\/encryption\.ts/ },
  { thing: /"qr"/, owners: /^src\/web\/qr-code\.ts$/ },
  { thing: /\bBun\.markdown\b/, owners: /^src\/pages\/manual\// },
  { thing: /import\("@simplewebauthn\/server"\)/, owners: /^src\/accounts\/log-in\/passkeys\.ts/ },
  { thing: /"openid-client"/, owners: /^src\/accounts\/log-in\/identity-provider\.ts/ },
  { thing: /"aws4fetch"/, owners: /^src\/store\/bucket\/bucket\.ts/ },
  { thing: /"ldapts"/, owners: /^src\/accounts\/log-in\/ldap\/connection\.ts/ },
  { thing: /"jose"/, owners: /^src\/accounts\/(jose\.ts|oauth\/|log-in\/logout-token\.ts)/ },
  { thing: /"fflate"/, owners: /^src\/recordings\/exports\/zip\.ts/ },
  { thing: /"csv-parse/, owners: /^src\/lib\/read-csv\.ts/ },
  { thing: /"@nats-io\//, owners: /^src\/engine\/workers\// },
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

test("no file needs itself, however far around, for types neither", () => {
  const files = sourceFiles("src", "native", "scripts", "test");
  expect(circlesOf(graphOf(files))).toEqual([]);
});

test("no folder needs itself, however far around, at any depth", () => {
  const circles = [...neighbours(graphOf(program))].flatMap(([folder, graph]) =>
    circlesOf(graph).map((circle) => `${folder}: ${circle.join(", ")}`),
  );
  expect(circles).toEqual([]);
});

test("a server without a cluster loads nothing of the broker", () => {
  const loaded = loadedAtOnce(["src/main.ts", "src/cli/serve.ts", "src/app.ts"]);
  expect(loaded.has("src/context.ts")).toBe(true);
  expect(loaded.has("src/engine/workers/broker.ts")).toBe(false);
  expect([...loaded].filter((path) => /^@(nats-io|peculiar)\//.test(path))).toEqual([]);
});

test("a circle is found", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(circlesOf(graph)).toEqual([["b", "c"]]);
});

test("a circle of folders is found where no file is in one", () => {
  const graph = new Map([
    ["src/room/a/one.ts", ["src/room/b/two.ts"]],
    ["src/room/a/three.ts", []],
    ["src/room/b/two.ts", []],
    ["src/room/b/four.ts", ["src/room/a/three.ts"]],
  ]);
  expect(circlesOf(graph)).toEqual([]);
  expect(circlesOf(neighbours(graph).get("src/room") ?? new Map())).toEqual([["a", "b"]]);
});

test("imports of types, lazy ones and re-exports count", () => {
  const code = `import type { A } from "./a.ts";\nexport type { B } from "./b.ts";\nawait import("./c.ts");\nrequire("./d.ts");`;
  const file = { path: "src/room/file.ts", text: code, code, isTest: false };
  expect(targetsOf(file)).toEqual(["a", "b", "c", "d"].map((name) => `src/room/${name}.ts`));
});

test("every outside thing has one owner", () => {
  const strangers = program.flatMap((file) =>
    OWNERS.filter(({ thing, owners }) => thing.test(file.code) && !owners.test(file.path)).map(
      ({ thing }) => `${file.path} uses ${thing.source}`,
    ),
  );
  expect(strangers).toEqual([]);
});

test("every test is in a folder: the test runner looks into folders only", () => {
  const lone = sourceFiles("test").filter(({ path }) => /^test\/[^/]+$/.test(path));
  expect(lone.map(({ path }) => path)).toEqual([]);
});

test("every limit bounds something", () => {
  const rest = program.filter(({ path }) => !path.startsWith("src/config/limits/"));
  const words = new Set(rest.flatMap(({ code }) => code.match(/\b[a-z]\w+/g) ?? []));
  // One is compiled into the media module; the other follows from the rest, and is measured.
  const stated = ["mediaModuleBytes", "personDailyGrowthBytes"];
  expect(Object.keys(limits).filter((name) => !words.has(name))).toEqual(stated);
});

/** How doors, the configuration and pack manifests say how much may be sent. */
const SENT = /^src\/(http|realtime|oauth|scim|mcp|pages|web|config|packs|dictation)\//;
const BOUND =
  /(?:(?<!Math)\.(?:max|min)|\b(?:text|phrase|visibleName|shownText|whole|listOf|milliseconds|readBody))\((?:[^()]|\([^()]*\))*\)|\bmax(?:Bytes|Values)?: limits\.\w+/g;
const LIMIT = /(?<=\blimits\.)\w+/g;

test("every bound of what is sent is named by a test", () => {
  const sent = program.filter(({ path }) => SENT.test(path) && !path.startsWith("src/config/limits/"));
  const bounds = new Set(
    sent.flatMap(({ code }) => code.match(BOUND)?.flatMap((call) => call.match(LIMIT) ?? []) ?? []),
  );
  const tests = sourceFiles("src", "test").filter(({ isTest }) => isTest);
  const named = new Set(tests.flatMap(({ code }) => code.match(/\b[a-z]\w+/g) ?? []));
  expect(bounds.size).toBeGreaterThan(100);
  expect([...bounds].filter((name) => !named.has(name))).toEqual([]);
});

test("a broker's library is loaded for those who have one", () => {
  const atStart = /^(import|export) (?!type\b)[^;(]*"@nats-io\//m;
  expect(program.filter(({ code }) => atStart.test(code)).map(({ path }) => path)).toEqual([]);
});

test(`no file is longer than ${LINES_PER_FILE} lines`, () => {
  const all = sourceFiles("src", "native", "scripts", "test");
  const long = all.filter(({ text }) => text.trimEnd().split("\n").length > LINES_PER_FILE);
  expect(long.map(({ path }) => path)).toEqual([]);
});

function upwardImports(file: SourceFile): string[] {
  return targetsOf(file)
    .filter((target) => !isAllowed(file.path, target))
    .map((target) => `${file.path} -> ${target}`);
}

function targetsOf(file: SourceFile): string[] {
  return importsOf(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => normalize(join(dirname(file.path), specifier)));
}

function graphOf(files: readonly SourceFile[]): Map<string, string[]> {
  return new Map(files.map((file) => [file.path, targetsOf(file)]));
}

/** Files and packages that these files import, however far around, but for types and what is imported when it is needed. */
function loadedAtOnce(entries: readonly string[]): Set<string> {
  const files = new Map(program.map((file) => [file.path, file]));
  const loaded = new Set<string>();
  for (const left = [...entries]; left.length > 0; ) {
    const name = left.pop() as string;
    const file = files.get(name);
    if (loaded.has(name)) continue;
    loaded.add(name);
    if (!file) continue;
    const loader = name.endsWith("x") ? "tsx" : "ts";
    for (const { kind, path } of new Bun.Transpiler({ loader }).scanImports(file.text))
      if (kind === "import-statement")
        left.push(path.startsWith(".") ? normalize(join(dirname(name), path)) : path);
  }
  return loaded;
}

/** Folder → what is in it, files and folders → which of its neighbours each imports. */
function neighbours(graph: ReadonlyMap<string, readonly string[]>): Map<string, Map<string, string[]>> {
  const folders = new Map<string, Map<string, string[]>>();
  for (const [file, targets] of graph)
    for (const target of targets.filter((each) => graph.has(each))) {
      const [from, to] = [file.split("/"), target.split("/")];
      const depth = from.findIndex((name, place) => name !== to[place]);
      // `src` and `native` have an order of their own.
      if (depth < 1) continue;
      const folder = from.slice(0, depth).join("/");
      const inside = folders.get(folder) ?? new Map<string, string[]>();
      folders.set(folder, inside);
      for (const name of [from[depth], to[depth]] as [string, string])
        inside.set(name, inside.get(name) ?? []);
      inside.get(from[depth] as string)?.push(to[depth] as string);
    }
  return folders;
}

/** Files, or folders, that lead to each other. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const left = stripped(graph);
  const circles: string[][] = [];
  for (const [file] of left) {
    if (circles.flat().includes(file)) continue;
    const circle = [...reachable(left, file)].filter((other) => reachable(left, other).has(file));
    if (circle.length > 0) circles.push(circle.sort());
  }
  return circles;
}

/** Without the nodes that lead nowhere or to which none leads: circles are left, and the nodes between them. */
function stripped(graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const left = new Map(
    [...graph].map(([file, targets]) => [file, targets.filter((each) => graph.has(each))]),
  );
  for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
    before = left.size;
    const reached = new Set([...left.values()].flat());
    for (const [file, targets] of left)
      if (!reached.has(file) || !targets.some((each) => left.has(each))) left.delete(file);
  }
  return left;
}

function reachable(graph: ReadonlyMap<string, readonly string[]>, from: string): Set<string> {
  const found = new Set<string>();
  const open = [from];
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const target of graph.get(file) ?? [])
      if (!found.has(target)) {
        found.add(target);
        open.push(target);
      }
  return found;
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
