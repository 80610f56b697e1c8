/** Every command and every example of the README and the manual does what it says, on the built executable. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { TARGETS } from "../../scripts/build/targets.ts";
import { describeProgram } from "../../src/cli/program.ts";
import { loadConfig } from "../../src/config/load.ts";
import { temporaryFolder } from "../support/database.ts";
import { firstKeyOf } from "../support/first-run.ts";
import { PYTHON, pythonRuns } from "../support/python.ts";
import {
  type CodeBlock,
  codeBlocks,
  DOCUMENTS,
  namedScripts,
  ROOT,
  tiroCalls,
  withoutChance,
} from "./documents.ts";
import { EXECUTABLE, emptyFolder } from "./executable.ts";
import { type RunningServer, readGreeting, startServer } from "./server.ts";

const TEXT = "The meeting has been moved to Thursday at half-past two.";
const ADDRESS = "http://127.0.0.1:8420";
const DATA = "/var/lib/tiro";
const BUN_VERSION = packageJson.engines.bun;
const hasOpenAiPython = pythonRuns("import openai");
const runnable = new Set(["sh", "js", "python"]);

/** A folder as a reader has it: a recording, the clone's files that are named, `tiro` and `npx` on the path. */
function readersFolder() {
  const folder = emptyFolder();
  const inFolder = (path: string) => join(folder.path, path);
  for (const name of ["models", "src", "native", "node_modules", "package.json"])
    symlinkSync(join(ROOT, name), inFolder(name));
  for (const name of ["bin", "recordings"]) mkdirSync(inFolder(name));
  for (const copy of ["talk.wav", "recordings/talk.wav"])
    copyFileSync(join(ROOT, "models/starter-en/check.wav"), inFolder(copy));
  symlinkSync(EXECUTABLE, inFolder("bin/tiro"));
  // Stands for npm's, which would fetch the same Bun from the network.
  writeFileSync(inFolder("bin/npx"), `#!/bin/sh\nshift 2\nexec ${process.execPath} "$@"\n`);
  chmodSync(inFolder("bin/npx"), 0o755);
  return folder;
}

/** One server for all documents whose lines leave each other alone. */
let shared: Promise<RunningServer> | null = null;
const sharedFolder = emptyFolder();
const everyServer: RunningServer[] = [];
afterAll(async () => {
  for (const server of everyServer) await server.stop();
  sharedFolder.remove();
});

async function started(folder: string): Promise<RunningServer> {
  // One recognizer is enough for lines that run one after another.
  const server = await startServer(folder, "data", { TIRO_ENGINE_INTERACTIVE_PROCESS: "false" });
  everyServer.push(server);
  return server;
}

/** Lines that ran on the shared server. */
const ran = new Set<string>();

describe.each(DOCUMENTS)("%s", (document) => {
  const blocks = codeBlocks(document).filter(({ language }) => runnable.has(language));
  // Documents add the same people.
  const isApart = blocks.some(({ code }) => /\btiro users add\b/.test(code));
  const toRun = blocks.filter(({ example, code, prints }) => {
    const isAgain = !isApart && ran.has(code) && prints === null;
    if (!isApart && example === null) ran.add(code);
    return example === null && !isAgain;
  });
  let folder: ReturnType<typeof readersFolder>;
  let server: RunningServer;
  let data: string;

  beforeAll(async () => {
    if (toRun.length === 0) return;
    folder = readersFolder();
    if (!isApart) shared ??= started(sharedFolder.path);
    server = await (shared === null || isApart ? started(folder.path) : shared);
    data = join(isApart ? folder.path : sharedFolder.path, "data");
  });
  afterAll(() => folder?.remove());

  /** As it stands there, but with this server's address and a folder that goes with the test. */
  const localized = (code: string) => code.replaceAll(ADDRESS, server.url).replaceAll(DATA, data);

  function run({ language, code }: CodeBlock): string {
    const commands: Record<string, string[]> = {
      sh: ["bash", "-eo", "pipefail", "-c", localized(code)],
      js: [process.execPath, "run", "-"],
      python: [PYTHON, "-"],
    };
    const { exitCode, stdout, stderr } = Bun.spawnSync(commands[language] ?? [], {
      cwd: folder.path,
      env: {
        HOME: folder.path,
        PATH: `${join(folder.path, "bin")}:${process.env.PATH}`,
        TIRO_API_KEY: server.key ?? "",
        TIRO_SERVER_LISTEN: "127.0.0.1:0",
      },
      stdin: language === "sh" ? "ignore" : Buffer.from(localized(code)),
      stdout: "pipe",
      stderr: "pipe",
    });
    const output = stdout.toString();
    expect({ exitCode, output: exitCode === 0 ? "" : output + stderr }).toEqual({ exitCode: 0, output: "" });
    return output;
  }

  for (const block of toRun) {
    const { language, code, prints } = block;
    const missing =
      (language === "python" && !hasOpenAiPython) ||
      (/^sqlite3 /m.test(code) && Bun.which("sqlite3") === null);
    test.skipIf(missing)(`${language}: ${code.split("\n")[0]}`, () => {
      const output = run(block);
      if (prints?.language === "text") expect(output.trim()).toBe(prints.code.trim());
      if (prints?.language === "json")
        expect(JSON.parse(withoutChance(output))).toEqual(JSON.parse(withoutChance(localized(prints.code))));
      if (language === "js" || language === "python") expect(output).toBe(`${TEXT}\n`);
    });
  }

  const page = /^src\/manual\/(?!README)(.*)\.md$/.exec(document)?.[1];
  test.skipIf(page === undefined || toRun.length === 0)("the executable shows it", async () => {
    const answer = await fetch(`${server.url}/docs/${page}`);
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining(" · tiro manual</title>"),
    ]);
  });

  test("every configuration in it is one", () => {
    using written = temporaryFolder();
    const file = join(written.path, "tiro.toml");
    for (const { code } of codeBlocks(document).filter(({ language }) => language === "toml")) {
      writeFileSync(file, code);
      expect(() => loadConfig({ file, environment: {} })).not.toThrow();
    }
  });

  test("what does not run says why, and every command in it exists", () => {
    for (const { language, user, example, code } of blocks) {
      // Readers must know as which user to run it.
      const says = language === "sh" && document.startsWith("src/manual/");
      expect([code, user !== null]).toEqual([code, says]);
      if (example !== null) expect([code, example.length > 5]).toEqual([code, true]);
      for (const [call, version] of code.matchAll(/npx -y bun@(\S+)/g))
        expect([call, version]).toEqual([call, BUN_VERSION]);
      for (const [, target = ""] of code.matchAll(/\bbun run .*--target (\S+)/g))
        expect(TARGETS.map(({ name }) => name as string)).toContain(target);
    }
    for (const script of namedScripts(document)) expect(Object.keys(packageJson.scripts)).toContain(script);
    for (const call of tiroCalls(document)) expect([call, unknownOf(call)]).toEqual([call, []]);
  });
});

const program = await describeProgram();

/** Unknown commands and options of a call. The registry is the executable's: `test/installed` runs all of it. */
function unknownOf(call: string): string[] {
  const [, ...words] = call.split(/\s+/);
  let command = program;
  for (const word of words) {
    if (command.commands.length === 0 || !/^[a-z][a-z-]*$/.test(word)) break;
    const next = command.commands.find(({ name }) => name === word);
    if (next === undefined) return [word];
    command = next;
  }
  const known = ["-h", "--help", ...command.options.flatMap(({ short, long }) => [short, long])];
  const options = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.replace(/=.*/, ""));
  return options.filter((option) => !known.includes(option));
}

test("start, from a clone, installs what is missing and serves", async () => {
  const clone = emptyFolder();
  const child = Bun.spawn(
    [process.execPath, "run", "start", "--data", clone.path, "--listen", "127.0.0.1:0"],
    {
      cwd: ROOT,
      env: { HOME: clone.path, PATH: process.env.PATH ?? "" },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
    },
  );
  try {
    const text = await readGreeting(child.stdout);
    expect(firstKeyOf(text)).toMatch(/^tiro_[\w-]{43}$/);
  } finally {
    child.kill("SIGTERM");
    await child.exited;
    clone.remove();
  }
});

test.each(["README.md", "src/manual/install.md", "src/manual/sizing.md"])(
  "the size in %s is the executable's",
  (document) => {
    const text = readFileSync(join(ROOT, document), "utf8");
    const [, megabytes] = /(?:`dist\/tiro` is|[Tt]he executable \()[^.]*?about (\d+) MB/.exec(text) ?? [];
    expect(Math.abs(Number(megabytes) - statSync(EXECUTABLE).size / 1e6)).toBeLessThan(5);
  },
);

test("the README is short", () => {
  expect(readFileSync(join(ROOT, "README.md"), "utf8").trimEnd().split("\n").length).toBeLessThan(130);
});
